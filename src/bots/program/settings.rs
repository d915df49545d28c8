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

/// A program: how it is started, and what it may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// What is started, and its arguments.
    pub command: Vec<String>,
    /// The folder it is started in.
    pub folder: PathBuf,
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
            seconds_a_move: 10.0,
            seconds_a_game: 600.0,
            seconds_to_start: 30.0,
            memory: None,
            on_failure: OnFailure::default(),
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
    pub fn move_limit(&self) -> Duration {
        Duration::from_secs_f64(self.seconds_a_move)
    }

    /// Most time for all its moves in a game.
    pub fn game_limit(&self) -> Duration {
        Duration::from_secs_f64(self.seconds_a_game)
    }

    /// Most time from its start to its first answer.
    pub fn start_limit(&self) -> Duration {
        Duration::from_secs_f64(self.seconds_to_start)
    }
}
