//! `portolan tune`: optimizes parameters and weights of a bot by playing games.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::run::launch::{
    command_line, default_folder, resume_command, stop_on_signal, thread_count, threads,
};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::progress::Display;
use crate::ui::table::aligned;
use portolan_core::prose::count;
use portolan_run::experiment::catalog::ExperimentFile;
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::results::folder::{BEST, Mode};
use portolan_run::results::manifest::Status;
use portolan_stats::interval::Interval;
use portolan_stats::words::range;
use portolan_train::tune::TuneError;
use portolan_train::tune::manifest::{Compared, Found, TuneManifest, Verdict};
use portolan_train::tune::resolve::{read_file, resolve};
use portolan_train::tune::run::{TuningJob, run};
use portolan_train::tune::settings::Tuning;
use portolan_train::tune::space::text;

/// Arguments of `portolan tune`.
///
/// The best point plays against the base bot on fresh deals. It is written as `best.toml` only if it is better with a
/// 95 % interval.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan tune tune-greedy
  portolan tune tune-greedy --out results/mine --threads 2
  portolan tune tune-greedy --resume    resume after Ctrl-C or a crash
  portolan simulate --game maracaibo --bots results/tune-greedy/best.toml,greedy

A small file:
  game = \"maracaibo\"
  base = \"greedy\"
  [space.weights]
  doubloons = { from = 0.2, to = 0.8 }

Exit code: 0 tuned (whether or not anything better was found), 1 stopped or failed, 2 wrong usage or
bad input, 75 another process is using the folder (try again later).")]
pub struct TuneArgs {
    /// Tuning file: a path, or a name from the list of `portolan experiments`
    file: ExperimentFile,
    /// Write to this results folder [default: a folder in results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Do not print progress or remarks
    #[arg(long, short)]
    quiet: bool,
    /// Replace the tuning in the folder; other files stay
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Resume the tuning in the folder, or start one if there is none
    #[arg(long)]
    resume: bool,
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        match error {
            TuneError::Run(error) => error.into(),
            other => Failure::work(other),
        }
    }
}

impl TuneArgs {
    pub fn run(self) -> Result<(), Failure> {
        let resolved = resolve(&read_file(&self.file.path)?)?;
        let out = self.out.clone();
        let out = out.map_or_else(|| default_folder(&self.file.stem()), Ok)?;
        let job = TuningJob {
            out,
            mode: match (self.force, self.resume) {
                (true, _) => Mode::Replace,
                (_, true) => Mode::Resume,
                _ => Mode::New,
            },
            threads: threads(self.threads),
            live: Arc::default(),
            command: command_line("portolan", &[]),
            resolved,
        };
        let stop = stop_on_signal()?;
        let work = TuningRun {
            job: &job,
            stop: &stop,
            quiet: self.quiet,
        };
        let manifest = work.run(&*set_up(&job.resolved.setup)?)?;
        let Some(found) = &manifest.found else {
            debug_assert_eq!(manifest.status, Status::Stopped);
            tell(&format!(
                "stopped; finished evaluations are saved. To resume:\n  {}",
                resume_command()
            ));
            return Err(Failure::Reported);
        };
        print(&summary(&manifest, found, &job))
    }
}

struct TuningRun<'run> {
    job: &'run TuningJob,
    stop: &'run AtomicBool,
    quiet: bool,
}

impl TuningRun<'_> {
    fn run(self, game: &dyn DynGame) -> Result<TuneManifest, TuneError> {
        let tuning = &self.job.resolved.tuning;
        let mut display = Display::new("game", self.quiet, Arc::clone(&self.job.live));
        let mut begun = self.quiet;
        let result = run(game, self.job, self.stop, &mut |progress| {
            // The folder is known to be usable only from here on.
            if !std::mem::replace(&mut begun, true) {
                tell(&format!(
                    "{} in {}, {} each; results go to {}",
                    count(tuning.evaluations, "evaluation"),
                    count(tuning.dimension.len() as u64, "dimension"),
                    count(tuning.blocks, "deal group"),
                    self.job.out.display()
                ));
            }
            display.begin(progress);
        });
        display.finish();
        result
    }
}

fn summary(manifest: &TuneManifest, found: &Found, job: &TuningJob) -> String {
    let tuning = &manifest.tuning;
    let mut shown = changes(tuning, found);
    if !found.confirmation.is_empty() {
        shown.push('\n');
        shown.push_str(&confirmation(&found.confirmation));
    }
    shown.push('\n');
    let best = job.out.join(BEST);
    let base = &tuning.base.name;
    shown.push_str(&match found.verdict {
        Verdict::Better => format!(
            "Better than {base} by {} on {}: {}\n",
            tuning.objective.name(),
            count(tuning.confirm, "fresh deal group"),
            best.display()
        ),
        Verdict::Open => format!(
            "Not shown to be better than {base} by {} on {}: no {BEST} is written.\n",
            tuning.objective.name(),
            count(tuning.confirm, "fresh deal group")
        ),
        Verdict::Same => {
            format!("No point looked better than {base}: {BEST} is not written.\n")
        }
    });
    shown.push_str(&format!(
        "95 % intervals: Student t over differences of deal groups (one deal in every seating, {}).\n",
        count(manifest.block_size, "game")
    ));
    shown.push_str(&format!("Files: {}\n", job.out.display()));
    shown
}

/// Returns a table that compares the optimum found with the original bot.
fn changes(tuning: &Tuning, found: &Found) -> String {
    let rows = tuning
        .dimension
        .iter()
        .map(|one| {
            let base = one.of(&tuning.base);
            vec![
                one.name.clone(),
                base.as_ref().map_or(String::new(), text),
                found.point.get(&one.name).map_or(String::new(), text),
            ]
        })
        .collect();
    aligned("lrr", &["key", tuning.base.name.as_str(), "found"], rows)
}

fn confirmation(confirmation: &[Compared]) -> String {
    let rows = confirmation
        .iter()
        .map(|one| {
            // Win rates are shown in percent.
            let (factor, digits) = if one.objective == "win" {
                (100.0, 1)
            } else {
                (1.0, 2)
            };
            let number = |number: f64| format!("{:.digits$}", factor * number);
            let unit = if one.objective == "win" {
                "wins, %"
            } else {
                &one.objective
            };
            vec![
                unit.to_string(),
                number(one.base),
                number(one.point),
                format!("{:+.digits$}", factor * one.difference),
                range(
                    Some(Interval {
                        low: factor * one.low,
                        high: factor * one.high,
                    }),
                    digits,
                ),
            ]
        })
        .collect();
    let header = [
        "on fresh deals",
        "unchanged",
        "found",
        "difference",
        "95 % interval",
    ];
    aligned("lrrrr", &header, rows)
}
