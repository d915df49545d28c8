//! The command line, with one file per subcommand.
//!
//! Results are written to files, tables to stdout, progress and errors to stderr. The exit code is 0 if
//! the command succeeds, 1 if it fails, 2 for wrong usage or invalid input, and 75 if another process
//! is using the results folder.

#![forbid(unsafe_code)]

mod advice;
mod analyze;
mod bots;
mod browser;
mod campaign;
mod cluster;
mod comparison;
mod completions;
mod data;
mod drawing;
mod experiments;
mod export;
pub mod failure;
mod film;
pub mod follow;
mod games;
mod input;
mod items;
mod launch;
mod learn;
mod merge;
mod mixture;
mod new;
mod paint;
mod perf;
mod plan;
pub mod play;
mod print;
mod programs;
mod progress;
mod recorded;
pub mod replay;
mod report;
mod run;
mod run_result;
mod scores;
pub mod serve;
mod setup;
mod simulate;
mod table;
mod trial;
mod tune;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::Failure;
use print::tell;

use portolan_engine::bots::program::warden;

/// Plays thousands of board games and reports who wins, by how much, and how certain that is.
#[derive(Parser)]
#[command(name = "portolan", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  portolan simulate --game maracaibo --bots random,greedy,random --games 10000 --seed 7
  portolan run best-plan
  portolan play --game maracaibo --bots human,greedy
  portolan follow puerto_rico --players 4 --seat 2
  portolan campaign new jamaica.campaign.toml --bots human,greedy
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
    /// Play many games and write the results to a folder
    Simulate(simulate::SimulateArgs),
    /// Play an experiment, by name or from a file
    Run(run::RunArgs),
    /// Compare a game before and after a change, on the same deals
    Try(trial::TryArgs),
    /// Estimate the cost of an experiment and of its shards
    Plan(plan::PlanArgs),
    /// Write the scripts that play the shards of a run on a cluster
    Cluster(cluster::ClusterArgs),
    /// Merge the shards of a run
    Merge(merge::MergeArgs),
    /// List the experiments by name, with their questions
    Experiments(experiments::ExperimentsArgs),
    /// List the games, or show one: players, rule options, components
    Games(games::GamesArgs),
    /// List the bots, or show one
    Bots(bots::BotsArgs),
    /// Export, check, show or vary component data
    Data(data::DataArgs),
    /// Play a game yourself, against bots or others at the same terminal
    Play(play::PlayArgs),
    /// Follow a game at a real table, with hints
    Follow(follow::FollowArgs),
    /// Play a campaign: a series of games linked by a story
    Campaign(campaign::CampaignArgs),
    /// Show one game move by move
    Replay(replay::ReplayArgs),
    /// Show the best moves in a position and their values
    Analyze(analyze::AnalyzeArgs),
    /// Answer requests from other programs, as lines of JSON
    Serve(serve::ServeArgs),
    /// Write the report of a run as a page
    Report(report::ReportArgs),
    /// Write a table of a run as CSV, JSON, Parquet or Markdown
    Export(export::ExportArgs),
    /// Find better parameters and weights for a bot
    Tune(tune::TuneArgs),
    /// Train a network by self-play and games against other bots
    Learn(learn::LearnArgs),
    /// Measure the speed of a game
    Perf(perf::PerfArgs),
    /// Write a commented template: a game, an experiment, a bot, changed data or an agent
    New(new::NewArgs),
    /// Print shell completions of commands, options and names
    Completions(completions::CompletionsArgs),
    /// Write manual pages for `man`
    Man(completions::ManArgs),
}

/// Exit code for scripts to wait and retry: `EX_TEMPFAIL` in BSD's `sysexits.h`.
const BUSY: u8 = 75;

/// Error message of the standard library for `-5` or `x` parsed as a whole number.
const NOT_A_NUMBER: &str = "invalid digit found in string";

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    warden::serve();
    ExitCode::from(carry_out(std::env::args_os()))
}

/// Returns the definition of the command line, with all subcommands and their options.
pub fn command() -> Command {
    accept_negative(Arguments::command())
}

/// Parses the `-5` of `--games -5` as a value, which is then out of range, instead of an unknown
/// option.
fn accept_negative(command: Command) -> Command {
    let takes_value = |arg: &Arg| arg.get_action().takes_values() && !arg.is_positional();
    let command = command.mut_args(|arg| match takes_value(&arg) {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(accept_negative)
}

/// Runs a command line whose first word is the name of the program. Returns the exit code.
pub fn carry_out(words: impl IntoIterator<Item = OsString>) -> u8 {
    let parsed = command().try_get_matches_from(words);
    let arguments = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are also returned as errors, with exit code 0.
            let text = error.render().to_string();
            match text.contains(NOT_A_NUMBER) {
                true => print::tell(
                    text.replace(NOT_A_NUMBER, "expected a whole number of 0 or more")
                        .trim_end(),
                ),
                false => drop(error.print()),
            }
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let result = match arguments.verb {
        Verb::Simulate(verb) => verb.run(),
        Verb::Run(verb) => verb.run(),
        Verb::Try(verb) => verb.run(),
        Verb::Plan(verb) => verb.run(),
        Verb::Cluster(verb) => verb.run(),
        Verb::Merge(verb) => verb.run(),
        Verb::Experiments(verb) => verb.run(),
        Verb::Games(verb) => verb.run(),
        Verb::Bots(verb) => verb.run(),
        Verb::Data(verb) => verb.run(),
        Verb::Play(verb) => verb.run(),
        Verb::Follow(verb) => verb.run(),
        Verb::Campaign(verb) => verb.run(),
        Verb::Replay(verb) => verb.run(),
        Verb::Analyze(verb) => verb.run(),
        Verb::Serve(verb) => verb.run(),
        Verb::Report(verb) => verb.run(),
        Verb::Export(verb) => verb.run(),
        Verb::Learn(verb) => verb.run(),
        Verb::Tune(verb) => verb.run(),
        Verb::Perf(verb) => verb.run(),
        Verb::New(verb) => verb.run(),
        Verb::Completions(verb) => verb.run(command()),
        Verb::Man(verb) => verb.run(command()),
    };
    let (problem, code) = match result {
        Ok(()) => return 0,
        Err(Failure::Reported) => return 1,
        Err(Failure::Work(problem)) => (problem, 1),
        Err(Failure::Usage(problem)) => (problem, 2),
        Err(Failure::Busy(problem)) => (problem, BUSY),
    };
    tell(&format!("error: {problem}"));
    code
}
