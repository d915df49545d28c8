//! `portolan learn`: trains a value network by self-play.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::run::launch::{
    Launch, command_line, default_folder, resume_command, stop_on_signal, thread_count, threads,
};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::progress::Display;
use crate::ui::table::thousands;
use portolan_core::prose::count;
use portolan_run::experiment::catalog::ExperimentFile;
use portolan_run::experiment::session::Progress;
use portolan_run::play::dyn_game::{DynGame, set_up_all};
use portolan_run::results::folder::Mode;
use portolan_run::results::manifest::Status;
use portolan_run::settings::shard::Shard;
use portolan_train::learn::LearnError;
use portolan_train::learn::file::{Resolved, read_file, resolve};
use portolan_train::learn::manifest::LearnManifest;
use portolan_train::learn::matches::Match;
use portolan_train::learn::run::{RoundReport, TrainingJob, play_part, run};

/// Arguments of `portolan learn`.
///
/// After every round, the results folder contains `net.toml` and its weights and, if a policy is trained, the bots
/// `policy.toml` and `fast.toml`. `progress.csv` and `matches.csv` record the course of the training.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan learn learn-cartagena
  portolan learn learn-cartagena --resume     resume after Ctrl-C or a crash
  portolan simulate --game cartagena --bots results/learn-cartagena/net.toml,racer

To play the games of a round in two parallel parts, with identical results:
  portolan learn FILE --out DIR --rounds 0
  portolan learn FILE --out DIR --part 1/2 & portolan learn FILE --out DIR --part 2/2; wait
  portolan learn FILE --out DIR --resume --rounds 1

Exit code: 0 trained, or the requested rounds played; 1 stopped or failed, 2 wrong usage or bad
input, 75 another process is using the folder (try again later).")]
pub struct LearnArgs {
    /// Learning file: a path, or a name from the list of `portolan experiments`
    file: ExperimentFile,
    /// Write to this results folder [default: a folder in results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Stop after this many rounds
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// Play only part I of N of the games of the next round, for the training in the results folder
    #[arg(long, value_name = "I/N", conflicts_with_all = ["rounds", "force", "resume"])]
    part: Option<Shard>,
    /// Do not print progress or remarks
    #[arg(long, short)]
    quiet: bool,
    /// Replace the training in the folder; other files stay
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Resume the training in the folder, or start one if there is none
    #[arg(long)]
    resume: bool,
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Failure {
        match error {
            LearnError::Run(error) => error.into(),
            LearnError::Setup(_) => Failure::usage(error),
            other => Failure::work(other),
        }
    }
}

impl LearnArgs {
    pub fn run(self) -> Result<(), Failure> {
        let resolved = resolve(&read_file(&self.file.path)?)?;
        let out = self.out.clone();
        let out = out.map_or_else(|| default_folder(&self.file.stem()), Ok)?;
        let job = TrainingJob {
            out,
            mode: match (self.force, self.resume) {
                (true, _) => Mode::Replace,
                (_, true) => Mode::Resume,
                _ => Mode::New,
            },
            threads: threads(self.threads),
            live: Arc::default(),
            rounds: self.rounds,
            command: command_line("portolan", &[]),
            resolved,
        };
        if let Some(part) = self.part {
            let stop = stop_on_signal()?;
            let games = &*set_up_all(&job.resolved.setups)?;
            return match play_part(games, &job, part, &stop)? {
                Some((round, games)) => print(&format!(
                    "part {part} of round {round}: {} in {}\n",
                    count(games, "game"),
                    job.out.display()
                )),
                None if stop.load(Ordering::Relaxed) => Err(Failure::Reported),
                None => print("nothing to play: the training is complete\n"),
            };
        }
        let manifest = train_to_end(&job, self.quiet)?;
        print(&format!(
            "{} of {} done. Files: {}\n",
            count(manifest.rounds_done, "round"),
            thousands(manifest.learning.rounds),
            job.out.display()
        ))
    }
}

/// Trains in the folder `out` with the threads and the verbosity of a trial.
///
/// # Errors
/// [`Failure`] if the training fails or is stopped.
pub fn train(resolved: Resolved, out: PathBuf, mode: Mode, launch: &Launch) -> Result<(), Failure> {
    let job = TrainingJob {
        out,
        mode,
        threads: launch.threads(),
        live: Arc::default(),
        rounds: None,
        command: command_line("portolan", &[]),
        resolved,
    };
    train_to_end(&job, launch.is_quiet()).map(drop)
}

/// Runs a training. If it is stopped, prints how to resume it.
fn train_to_end(job: &TrainingJob, quiet: bool) -> Result<LearnManifest, Failure> {
    let stop = stop_on_signal()?;
    let games = &*set_up_all(&job.resolved.setups)?;
    let work = TrainingRun {
        job,
        stop: &stop,
        quiet,
    };
    let manifest = work.run(games)?;
    if manifest.status != Status::Complete && stop.load(Ordering::Relaxed) {
        tell(&format!(
            "stopped; complete rounds are saved. To resume:\n  {}",
            resume_command()
        ));
        return Err(Failure::Reported);
    }
    Ok(manifest)
}

struct TrainingRun<'run> {
    job: &'run TrainingJob,
    stop: &'run AtomicBool,
    quiet: bool,
}

impl TrainingRun<'_> {
    fn run(self, games: &[Box<dyn DynGame>]) -> Result<LearnManifest, LearnError> {
        let learning = &self.job.resolved.learning;
        let mut display = Display::new("game", self.quiet, Arc::clone(&self.job.live));
        let result = run(games, self.job, self.stop, &mut |done, report| {
            if self.quiet {
                return;
            }
            match report {
                None => {
                    tell(&format!(
                        "{} of {}, {} units; results go to {}",
                        count(learning.rounds, "round"),
                        count(learning.games, "game"),
                        learning.units,
                        self.job.out.display()
                    ));
                    let rounds = self.job.rounds.unwrap_or(learning.rounds);
                    let last = (done + rounds).min(learning.rounds);
                    display.begin(Progress {
                        done: done * learning.games,
                        planned: last * learning.games,
                    });
                }
                Some(report) => tell(&told(report, learning.rounds)),
            }
        });
        display.finish();
        result
    }
}

/// Describes a round in one line, followed by one line per match.
fn told(report: &RoundReport, rounds: u64) -> String {
    let rate = report.games as f64 / report.playing.max(1e-9);
    let mut text = format!(
        "round {} of {rounds}: {rate:.0} games a second, loss {:.4} lead {:.4} win{}, score {:.1}",
        report.round,
        report.loss.lead,
        report.loss.win,
        policy_loss(report),
        report.score
    );
    for found in &report.matches {
        text.push_str(&format!("\n  {}", line(found)));
    }
    text
}

/// Formats the policy loss on the training and held-out games; empty if no policy is learned.
fn policy_loss(report: &RoundReport) -> String {
    let Some(loss) = report.loss.policy else {
        return String::new();
    };
    let held_out = report.held_out.and_then(|loss| loss.policy);
    let held_out = held_out.map_or(String::new(), |loss| format!(" ({loss:.4} held out)"));
    format!(" {loss:.4} policy{held_out}")
}

fn line(found: &Match) -> String {
    let interval = found.interval.map_or(String::new(), |interval| {
        format!(
            " ({:.1}–{:.1})",
            100.0 * interval.low,
            100.0 * interval.high
        )
    });
    format!(
        "{}{:.1} %{interval} of {} won against {}, fair {:.1} %; lead {:+.1}, score {:.1}",
        match found.player.as_str() {
            "net" => String::new(),
            other => format!("as {other}: "),
        },
        100.0 * found.wins,
        count(found.games, "game"),
        found.opponent,
        100.0 * found.fair,
        found.lead,
        found.score
    )
}
