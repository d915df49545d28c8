//! What a bot file says of a program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What happens when a program does not answer as it should.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// Its seat has lost: it is played at random to the end and placed last.
    #[default]
    Forfeit,
    /// That one move is made at random.
    Random,
    /// The run stops, and can be resumed.
    Stop,
}

/// When a program is started again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// When it failed or ended by itself.
    #[default]
    Failure,
    /// For every game.
    Game,
}

impl Restart {
    fn is_default(&self) -> bool {
        *self == Restart::default()
    }
}

/// What a program is told of a position beside the legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tell {
    /// The position as data.
    Position,
    /// The inputs of a network, as pairs of number and value.
    Observation,
    /// The position in words.
    Prose,
}

/// A limit of time, under the name that a bot file gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Most time.
    pub time: Duration,
    key: &'static str,
    seconds: f64,
}

impl Limit {
    /// So many seconds, as the key says.
    pub fn of(key: &'static str, seconds: f64) -> Limit {
        let time = Duration::from_secs_f64(seconds);
        Limit { time, key, seconds }
    }

    /// The limit in words.
    pub fn told(&self) -> String {
        let (time, key, seconds) = (self.time.as_secs_f64(), self.key, self.seconds);
        match time == seconds {
            true => format!("{seconds} s ({key})"),
            false => format!("{time:.3} s (what was left of {key} = {seconds})"),
        }
    }
}

/// Files as the bot file names them, seen from the folder of the program, with their SHA-256.
pub type Fingerprint = BTreeMap<String, String>;

/// A program: how it is started, and what it may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// What is started, and its arguments.
    pub command: Vec<String>,
    /// The folder it is started in.
    pub folder: PathBuf,
    /// The files that it consists of, seen from this folder, with their SHA-256: those of the command and those that the
    /// bot file lists.
    #[serde(default, skip_serializing_if = "Fingerprint::is_empty")]
    pub files: Fingerprint,
    /// Most seconds for a move.
    pub seconds_a_move: f64,
    /// Most seconds for all its moves in a game.
    pub seconds_a_game: f64,
    /// Most seconds from its start to its first answer.
    pub seconds_to_start: f64,
    /// Most memory, in MiB of address space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// What happens when it does not answer as it should.
    pub on_failure: OnFailure,
    /// When it is started again.
    #[serde(default, skip_serializing_if = "Restart::is_default")]
    pub restart: Restart,
    /// Whether it claims to play the same again from the same seed.
    pub reproducible: bool,
    /// What it is told beside the legal actions.
    pub tell: Vec<Tell>,
    /// Variables of its environment beside those of this program.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
}

impl ProgramSettings {
    /// A program that is started by these words in a folder, with the limits that hold where a file says
    /// nothing.
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

    /// Its command as one line.
    pub fn line(&self) -> String {
        self.command.join(" ")
    }

    /// Most time for a move.
    pub fn move_limit(&self) -> Limit {
        Limit::of("seconds_a_move", self.seconds_a_move)
    }

    /// Most time for a move after so much was spent on others in the same game; `None` if nothing is left.
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

    /// Most time from its start to its first answer.
    pub fn start_limit(&self) -> Limit {
        Limit::of("seconds_to_start", self.seconds_to_start)
    }
}
