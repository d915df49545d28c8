//! `portolan merge`: the shards of a run into one results folder.

use std::path::PathBuf;

use clap::Args;

use super::launch::{command_line, conclude};
use super::outcome::{json, table};
use super::{Failure, Format, print};
use crate::experiment::folder::Mode;
use crate::experiment::merge::{check, merge, shard_folders};
use crate::experiment::summary::summary_csv;
use crate::report::words::count;

/// Put the shards of a run together.
///
/// The files become, byte for byte, those of the run in one piece. Shards of another experiment,
/// program version or data set are refused, as are those that are missing, unfinished, changed or
/// given twice; then nothing is written, and the last line on stderr is `run again: ` and the numbers
/// of the shards that are to be played again.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan run experiments/strategies-2p.toml --shard 1/2 --out shards/1
  portolan run experiments/strategies-2p.toml --shard 2/2 --out shards/2
  portolan merge shards/1 shards/2 --out results/merged
  portolan merge shards --out results/merged       every shard in the folder
  portolan merge shards --check                    only whether they are all there and whole

Exit code: 0 merged, 1 a game of the run had panicked or a file failed, 2 the shards do not fit.")]
pub struct Merge {
    /// Folders of the shards, or a folder that holds them
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Results folder
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Check the shards and write nothing
    #[arg(long, conflicts_with_all = ["out", "force", "parquet"])]
    check: bool,
    /// How the summary is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Write the tables as games.parquet and events.parquet, too
    #[arg(long)]
    parquet: bool,
    /// Replace the run that the folder holds
    #[arg(long)]
    force: bool,
}

impl Merge {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        let folders = shard_folders(&self.shards)?;
        let Some(out) = &self.out else {
            let shards = check(&folders)?.len();
            return print(&format!("{}, all whole\n", count(shards as u64, "shard")));
        };
        let mode = if self.force { Mode::Replace } else { Mode::New };
        let command = command_line("portolan", &[]);
        let outcome = merge(&folders, out, mode, self.parquet, &command)?;
        print(&match self.format {
            Format::Table => table(&outcome, out)?,
            Format::Json => json(&outcome.summary),
            Format::Csv => summary_csv(outcome.manifest.experiment.kind, &outcome.summary),
        })?;
        conclude(&outcome.manifest, out)
    }
}
