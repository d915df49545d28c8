//! `portolan merge`: combines the shards of a run in one results folder.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::run::launch::{command_line, conclude, thread_count, threads};
use super::run::result::{json, table};
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print, tell};
use crate::ui::progress::Display;
use crate::ui::table::{duration, thousands};
use portolan_core::prose::count;
use portolan_run::experiment::merge::{MergeJob, merge, totals};
use portolan_run::experiment::session::Progress;
use portolan_run::experiment::summary::summary_csv;
use portolan_run::play::live::Live;
use portolan_run::results::folder::Mode;
use portolan_run::results::shards::{Inventory, Standing, shard_folders};
use portolan_run::settings::shard::Shard;

/// Arguments of `portolan merge`.
///
/// The merged files are identical to those of an undivided run. Shards that are missing, unfinished, changed or
/// duplicated, or that belong to another experiment, program version or data set, are rejected, and no file is
/// written. The last line on stderr is then `run again: ` with the numbers of the shards to play again. With
/// `--check`, stdout shows the progress, the number of games per second and the remaining time.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan run best-plan --shard 1/2 --out shards/1
  portolan run best-plan --shard 2/2 --out shards/2
  portolan merge shards/1 shards/2 --out results/merged
  portolan merge shards --out results/merged       every shard in the folder
  portolan merge shards --check                    report progress; at the end, check that all are complete

Exit code: 0 merged, or all complete; 1 the same, but a game panicked, or a file error;
2 the shards do not match; 75 shards are still being played, or another process is using the results
folder (try again later).")]
pub struct MergeArgs {
    /// Folders of the shards, or a folder that contains them
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Write to this results folder
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Print the progress of the shards and check the complete ones, without merging
    #[arg(long, conflicts_with_all = ["out", "force"])]
    check: bool,
    /// Number of threads that check the shards [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Choose the format of the summary
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Do not print progress
    #[arg(long, short)]
    quiet: bool,
    /// Replace the run in the folder
    #[arg(long)]
    force: bool,
}

impl MergeArgs {
    pub fn run(self) -> Result<(), Failure> {
        let shards = Inventory::take(&shard_folders(&self.shards)?);
        let planned = shards.by_number.len() as u64;
        let live = Arc::new(Live::default());
        let looked_at = live.counter();
        let mut display = Display::new("shard", self.quiet, live);
        display.begin(Progress { done: 0, planned });
        let progress = |done| looked_at.reached(done);
        let threads = threads(self.threads);
        let Some(out) = &self.out else {
            return check(shards, threads, &progress, display);
        };
        let outcome = merge(
            shards,
            &MergeJob {
                out,
                mode: if self.force { Mode::Replace } else { Mode::New },
                command: &command_line("portolan", &[]),
                threads,
            },
            &progress,
        );
        display.finish();
        let outcome = outcome?;
        print(&match self.format {
            Format::Table => table(&outcome, out)?,
            Format::Json => json(&outcome.summary),
            Format::Csv => summary_csv(outcome.manifest.experiment.kind, &outcome.summary),
        })?;
        conclude(&outcome.manifest, out)
    }
}

/// Prints the progress of the shards and checks that the complete ones are intact.
fn check(
    shards: Inventory,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
    display: Display,
) -> Result<(), Failure> {
    let standing = shards.standing();
    let any = shards.by_number.values().next();
    let surplus = any.and_then(|part| Shard::surplus(shards.count, part.manifest.blocks_in_all()));
    if let Some(surplus) = surplus {
        tell(&surplus);
    }
    let checked = shards.check(threads, progress);
    display.finish();
    let parts = checked.inspect_err(|_| {
        // The errors matter even if stdout is closed.
        let _ = standing.map_or(Ok(()), |standing| print(&under_way(&standing)));
    })?;
    let totals = totals(&parts);
    let whole = format!("{}, all whole", count(parts.len() as u64, "shard"));
    if totals.games_crashed == 0 {
        return print(&format!("{whole}\n"));
    }
    print(&format!(
        "{whole}; {} of {} games panicked; see crashes.csv of their shards\n",
        thousands(totals.games_crashed),
        thousands(totals.games_planned)
    ))?;
    Err(Failure::Reported)
}

/// Describes the progress of a run that is not complete.
fn under_way(standing: &Standing) -> String {
    let mut text = format!(
        "shards: {} of {} done, {} running, {} unfinished, {} missing\n\
         games: {} of {} played",
        thousands(standing.done),
        thousands(standing.shards),
        thousands(standing.running),
        thousands(standing.unfinished),
        thousands(standing.missing),
        thousands(standing.games),
        thousands(standing.planned),
    );
    if standing.rate > 0.0 {
        let left = standing.planned.saturating_sub(standing.games) as f64 / standing.rate;
        let digits = if standing.rate < 10.0 { 2 } else { 0 };
        text.push_str(&format!(
            ", {:.digits$} a second, about {} left",
            standing.rate,
            duration(left)
        ));
    }
    text.push('\n');
    text
}
