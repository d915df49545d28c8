//! Settings of an external program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::setting_keys::is_default;

/// Reaction to a program that fails to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// The seat forfeits: it continues at random and is placed last.
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
    /// After a failure or an exit.
    #[default]
    Failure,
    /// Before every game.
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

/// Settings for starting and limiting a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Working directory of the program.
    pub folder: PathBuf,
    /// Checksums of the files that the program consists of: the files in the command and those that the bot file lists.
    #[serde(default, skip_serializing_if = "Fingerprint::is_empty")]
    pub files: Fingerprint,
    /// Maximum time for a move, in seconds.
    pub seconds_a_move: f64,
    /// Maximum total time for the moves of a game, in seconds.
    pub seconds_a_game: f64,
    /// Maximum time from the start to the first answer, in seconds.
    pub seconds_to_start: f64,
    /// Maximum address space in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Reaction to a failure.
    pub on_failure: OnFailure,
    /// Time at which the program is restarted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restart: Restart,
    /// True if the program declares that it makes the same choices when given the same seed.
    pub reproducible: bool,
    /// Content of a request in addition to the legal actions.
    pub tell: Vec<Tell>,
    /// Additional environment variables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
}

impl ProgramSettings {
    /// Returns the settings for a command and a folder, with default limits.
    pub fn new(command: Vec<String>, folder: PathBuf) -> ProgramSettings {
        ProgramSettings {
            command,
            folder,
            files: Fingerprint::new(),
            seconds_a_move: 10.0,
            seconds_a_game: 600.0,
            seconds_to_start: 30.0,
            memory: None,
            on_failure: OnFailure::default(),
            restart: Restart::default(),
            reproducible: false,
            tell: vec![Tell::Position],
            environment: BTreeMap::new(),
        }
    }

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
    fn time_of_a_move_is_limited_by_the_rest_of_the_game() {
        let mut settings = ProgramSettings::new(Vec::new(), PathBuf::new());
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
