//! The command line: one file per subcommand.
//!
//! Results go to files, tables to stdout, progress and errors to stderr. The exit code is 0 when
//! the work is done, 1 when it failed, 2 for wrong usage or bad input, 75 when another process is using
//! the results folder.

mod analyze;
mod bots;
mod comparison;
mod data;
mod fit;
mod games;
mod input;
mod items;
mod launch;
mod learn;
mod merge;
mod mixture;
mod outcome;
mod perf;
mod plan;
pub mod play;
mod progress;
mod recorded;
pub mod replay;
mod report;
mod run;
mod scores;
pub mod serve;
mod setup;
mod simulate;
mod table;
mod tune;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::bots::BotError;
use crate::experiment::RunError;
use crate::experiment::gamelog::LogError;
use crate::experiment::spec::SpecError;
use crate::games::SetupError;

/// Plays board games by the thousand and tells what won, by how much, and how sure that is.
#[derive(Parser)]
#[command(name = "portolan", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  portolan simulate --game maracaibo --bots random,greedy,random --games 10000 --seed 7
  portolan run experiments/strategies-2p.toml
  portolan play --game maracaibo --bots human,greedy
  portolan games maracaibo
  portolan report results/maracaibo-3p-seed7
  portolan replay --run results/maracaibo-3p-seed7 --game-id 17
  portolan analyze --run results/maracaibo-3p-seed7 --game-id 17 --move 40")]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Play many games and write what happened to a folder
    Simulate(simulate::Simulate),
    /// Play the experiment that a file describes
    Run(run::Run),
    /// Tell what the shards of an experiment will cost
    Plan(plan::Plan),
    /// Put the shards of a run together
    Merge(merge::Merge),
    /// List the games, or show one: players, rule options, components
    Games(games::Games),
    /// List the bots, or show one
    Bots(bots::Bots),
    /// Export, check, show or vary component data
    Data(data::Data),
    /// Play a game yourself, against bots or others at the same terminal
    Play(play::Play),
    /// Show one game move by move
    Replay(replay::Replay),
    /// Show the best moves in a position, and what they are worth
    Analyze(analyze::Analyze),
    /// Let another program play with a bot: requests and answers as lines of JSON
    Serve(serve::Serve),
    /// Write what a run showed as a page for people
    Report(report::Report),
    /// Find better parameters and weights for a bot
    Tune(tune::Tune),
    /// Learn a network that plays, from games against itself and others
    Learn(learn::Learn),
    /// Fit what positions are worth to a search to how games end from there
    Fit(fit::Fit),
    /// Measure how fast a game is played
    Perf(perf::Perf),
}

/// How a summary is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// The exit code that scripts wait on and try again: `EX_TEMPFAIL` of BSD's `sysexits.h`.
const BUSY: u8 = 75;

/// Why a command ends without success.
#[derive(Debug)]
pub enum Failure {
    /// The request cannot be met as it is: exit code 2.
    Usage(String),
    /// The work went wrong: exit code 1.
    Work(String),
    /// As before, and everything was already said.
    Told,
    /// Another process is using the results folder: exit code 75.
    Busy(String),
}

impl Failure {
    fn usage(problem: impl Display) -> Failure {
        Failure::Usage(problem.to_string())
    }

    fn work(problem: impl Display) -> Failure {
        Failure::Work(problem.to_string())
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        Failure::usage(error)
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        Failure::usage(error)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::usage(error)
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Failure {
        Failure::usage(error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        if error.is_busy() {
            Failure::Busy(error.to_string())
        } else if error.is_usage() {
            Failure::usage(error)
        } else {
            Failure::work(error)
        }
    }
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version come this way too, with exit code 0.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let result = match arguments.verb {
        Verb::Simulate(verb) => verb.run(),
        Verb::Run(verb) => verb.run(),
        Verb::Plan(verb) => verb.run(),
        Verb::Merge(verb) => verb.run(),
        Verb::Games(verb) => verb.run(),
        Verb::Bots(verb) => verb.run(),
        Verb::Data(verb) => verb.run(),
        Verb::Play(verb) => verb.run(),
        Verb::Replay(verb) => verb.run(),
        Verb::Analyze(verb) => verb.run(),
        Verb::Serve(verb) => verb.run(),
        Verb::Report(verb) => verb.run(),
        Verb::Learn(verb) => verb.run(),
        Verb::Tune(verb) => verb.run(),
        Verb::Fit(verb) => verb.run(),
        Verb::Perf(verb) => verb.run(),
    };
    let (problem, code) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Told) => return ExitCode::from(1),
        Err(Failure::Work(problem)) => (problem, 1),
        Err(Failure::Usage(problem)) => (problem, 2),
        Err(Failure::Busy(problem)) => (problem, BUSY),
    };
    tell(&format!("error: {problem}"));
    ExitCode::from(code)
}

/// Prints to stdout.
fn print(text: &str) -> Result<(), Failure> {
    print_to(&mut std::io::stdout().lock(), text)
}

/// Prints at once. A reader that has gone away (`| head`) is no error.
fn print_to(output: &mut dyn Write, text: &str) -> Result<(), Failure> {
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::work(format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a line to stderr, if anybody listens.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
