//! Settings of an external program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::file_keys;
use crate::setting_keys::is_default;

/// Reaction to a program that fails to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// The seat forfeits the game: its remaining moves are random, and it is ranked last.
    #[default]
    Forfeit,
    /// Only this move is chosen at random.
    Random,
    /// The run stops and can be resumed.
    Stop,
}

/// Time at which a program is restarted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// The program is restarted after a failure or an exit.
    #[default]
    Failure,
    /// The program is restarted before every game.
    Game,
}

/// Content of a request in addition to the legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tell {
    /// The position as data.
    Position,
    /// A state that agrees with the position, as text for [`crate::game::View::restored`].
    State,
    /// The network inputs, as pairs of index and value.
    Observation,
    /// The position as text.
    Prose,
}

/// A time limit with the name of its key in the bot file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Maximum time.
    pub time: Duration,
    key: &'static str,
    seconds: f64,
}

impl Limit {
    /// Creates a limit from the value of a key, in seconds.
    pub fn of(key: &'static str, seconds: f64) -> Limit {
        let time = Duration::from_secs_f64(seconds);
        Limit { time, key, seconds }
    }

    /// Returns a description of the limit.
    pub fn told(&self) -> String {
        let (time, key, seconds) = (self.time.as_secs_f64(), self.key, self.seconds);
        match time == seconds {
            true => format!("{seconds} s ({key})"),
            false => format!("{time:.3} s (the rest of {key} = {seconds})"),
        }
    }
}

/// SHA-256 checksums by file, with paths relative to the folder of the program.
pub type Fingerprint = BTreeMap<String, String>;

file_keys! {
    /// Settings for starting and limiting a program: the program keys of a bot file, and their values in a manifest.
    #[derive(Serialize)]
    pub default struct ProgramSettings {
        command: Vec<String>, "required",
            "list: the program and its arguments";
        folder: PathBuf, "the folder of the bot file",
            "folder in which the program starts, relative to the bot file";
        // A bot file lists the files; a manifest contains the checksums of all files of the program.
        #[serde(skip_serializing_if = "Fingerprint::is_empty")]
        files: Fingerprint, "none",
            "list of further files of the program, relative to the bot file, such as modules and weights; their hashes are recorded";
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        environment: BTreeMap<String, String>, "none",
            "table: additional environment variables, `{ NAME = \"value\" }`; the manifest repeats them";
        seconds_a_move: f64 = 10.0, "10",
            "time limit of a move, in seconds";
        seconds_a_game: f64 = 600.0, "600",
            "time limit of all moves of a game, in seconds";
        seconds_to_start: f64 = 30.0, "30",
            "time limit from the start of the program to its first answer, in seconds";
        #[serde(skip_serializing_if = "Option::is_none")]
        memory: Option<u64>, "no limit",
            "limit of address space, in MiB; Unix only";
        on_failure: OnFailure, "`\"forfeit\"`",
            "effect of a late or illegal move or a missing answer: `\"forfeit\"` loses the game, `\"random\"` makes this move at random, `\"stop\"` stops the run";
        #[serde(skip_serializing_if = "is_default")]
        restart: Restart, "`\"failure\"`",
            "when the program starts again: `\"failure\"`, after it failed or ended; `\"game\"`, for every game";
        reproducible: bool, "`false`",
            "`true`: the program plays the same moves from the same `seed`; a run checks this first";
        tell: Vec<Tell> = vec![Tell::Position], "`[\"position\"]`",
            "list of what the program receives in addition to the legal actions: `\"position\"`, `\"state\"`, `\"observation\"`, `\"prose\"`";
    }
}

impl ProgramSettings {
    /// Returns the command as one line.
    pub fn line(&self) -> String {
        self.command.join(" ")
    }

    /// Returns the time limit for a move.
    pub fn move_limit(&self) -> Limit {
        Limit::of("seconds_a_move", self.seconds_a_move)
    }

    /// Returns the time limit for a move after `spent` on earlier moves of the game, or `None` if no time is left.
    pub fn move_limit_after(&self, spent: Duration) -> Option<Limit> {
        let game = Limit::of("seconds_a_game", self.seconds_a_game);
        let left = game.time.saturating_sub(spent);
        let a_move = self.move_limit();
        match left {
            Duration::ZERO => None,
            left if left < a_move.time => Some(Limit { time: left, ..game }),
            _ => Some(a_move),
        }
    }

    /// Returns the time limit from the start to the first answer.
    pub fn start_limit(&self) -> Limit {
        Limit::of("seconds_to_start", self.seconds_to_start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_time_is_limited_by_the_remaining_time_of_the_game() {
        let mut settings = ProgramSettings::default();
        (settings.seconds_a_move, settings.seconds_a_game) = (2.0, 3.0);
        let limit = |spent| {
            Some(
                settings
                    .move_limit_after(Duration::from_millis(spent))?
                    .told(),
            )
        };
        assert_eq!(limit(0).unwrap(), "2 s (seconds_a_move)");
        assert_eq!(limit(1000).unwrap(), "2 s (seconds_a_move)");
        let rest = "0.750 s (the rest of seconds_a_game = 3)";
        assert_eq!(limit(2250).unwrap(), rest);
        assert_eq!(limit(3000), None);
        settings.seconds_a_game = 1.0;
        let whole = settings.move_limit_after(Duration::ZERO).unwrap();
        assert_eq!(whole.told(), "1 s (seconds_a_game)");
    }
}
