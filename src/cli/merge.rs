//! `portolan merge`: the shards of a run into one results folder.

use std::path::PathBuf;

use clap::Args;

use super::launch::{command_line, conclude};
use super::outcome::{json, table};
use super::{Failure, Format, print};
use crate::experiment::folder::Mode;
use crate::experiment::merge::{merge, shard_folders};
use crate::experiment::summary::summary_csv;

/// Put the shards of a run together.
///
/// The files become, byte for byte, those of the run in one piece. Shards of another experiment,
/// program version or data set are refused, as are those that are missing, unfinished, changed or
/// given twice; then nothing is written and the numbers of the shards to run again are told.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan run experiments/strategies-2p.toml --shard 1/2 --out shards/1
  portolan run experiments/strategies-2p.toml --shard 2/2 --out shards/2
  portolan merge shards/1 shards/2 --out results/merged
  portolan merge shards --out results/merged       every shard in the folder

Exit code: 0 merged, 1 a game of the run had panicked or a file failed, 2 the shards do not fit.")]
pub struct Merge {
    /// Folders of the shards, or a folder that holds them
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Results folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
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
        let mode = if self.force { Mode::Replace } else { Mode::New };
        let folders = shard_folders(&self.shards)?;
        let command = command_line("portolan", &[]);
        let outcome = merge(&folders, &self.out, mode, self.parquet, &command)?;
        print(&match self.format {
            Format::Table => table(&outcome, &self.out)?,
            Format::Json => json(&outcome.summary),
            Format::Csv => summary_csv(outcome.manifest.experiment.kind, &outcome.summary),
        })?;
        conclude(&outcome.manifest, &self.out)
    }
}
