//! The command line: the subcommands (`verbs`), the options that they share, and terminal and browser (`ui`).
//!
//! Results are written to files, tables to stdout, progress and errors to stderr. The exit code is 0 if
//! the command succeeds, 1 if it fails, 2 for wrong usage or invalid input, and 75 if another process
//! is using the results folder or the saved game.

#![forbid(unsafe_code)]

mod options;
mod resumption;
mod ui;
mod verbs;

pub use verbs::{follow, play, replay, serve};

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};

pub use ui::failure::Failure;
use ui::print::tell;
use verbs::Verb;
use verbs::run::launch::{command_line, store_words};

use portolan_core::retired::advice;
use portolan_players::bots::program::watchdog;

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

/// Exit code after which scripts may wait and retry, like `EX_TEMPFAIL` in BSD's `sysexits.h`.
const BUSY: u8 = 75;

/// Error messages of the standard library for text that is not a number and for numbers that are too large, with
/// replacements.
const NUMBERS: [(&str, &str); 2] = [
    (
        "invalid digit found in string",
        "expected a whole number without a sign",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
];

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    watchdog::serve();
    ExitCode::from(carry_out(std::env::args_os()))
}

/// Returns the definition of the command line, with all subcommands and their options.
pub fn command() -> Command {
    accept_negative(Arguments::command())
}

/// Makes options accept negative numbers, so that `--games -5` is reported as out of range, not as an unknown option.
fn accept_negative(command: Command) -> Command {
    let takes_value = |arg: &Arg| arg.get_action().takes_values() && !arg.is_positional();
    let command = command.mut_args(|arg| match takes_value(&arg) {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(accept_negative)
}

/// Adds the advice about a retired option or format to its error.
fn add_advice(error: &mut clap::Error) {
    let (groups, word) = match error.kind() {
        ErrorKind::UnknownArgument => (&["option"][..], ContextKind::InvalidArg),
        ErrorKind::InvalidValue => (&["format", "kind"][..], ContextKind::InvalidValue),
        _ => return,
    };
    let Some(ContextValue::String(word)) = error.get(word) else {
        return;
    };
    if let Some(advice) = groups.iter().find_map(|group| advice(group, word)) {
        error.remove(ContextKind::SuggestedArg);
        let advice = ContextValue::StyledStrs(vec![advice.into()]);
        error.insert(ContextKind::Suggested, advice);
    }
}

/// Runs a command line whose first word is the name of the program. Returns the exit code.
pub fn carry_out(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    store_words(&words);
    let mut parsed = command().try_get_matches_from(&words);
    if let Err(error) = &parsed
        && error.kind() == ErrorKind::MissingRequiredArgument
    {
        let words = words.iter().map(|word| word.to_string_lossy().into_owned());
        match resumption::completed(&Vec::from_iter(words), &command()) {
            Ok(None) => {}
            Ok(Some(all)) => {
                store_words(&Vec::from_iter(all.iter().map(OsString::from)));
                if !all.iter().any(|word| word == "--quiet" || word == "-q") {
                    tell(&format!("resuming: {}", command_line("portolan", &[])));
                }
                parsed = command().try_get_matches_from(all);
            }
            Err(problem) => {
                tell(&format!("error: {problem}"));
                return 2;
            }
        }
    }
    let arguments = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(mut error) => {
            add_advice(&mut error);
            // Help and version are also returned as errors, with exit code 0.
            let text = error.render().to_string();
            match NUMBERS
                .iter()
                .find(|(of_library, _)| text.contains(of_library))
            {
                Some((of_library, ours)) => {
                    ui::print::tell(text.replace(of_library, ours).trim_end())
                }
                None => drop(error.print()),
            }
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let result = arguments.verb.run(command);
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
