//! What the program knows of a game before it is set up, what is said to set it up, and why that may not
//! do.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts};
use crate::form::Form;
use crate::game::Game;
use crate::perturbation::Variation;
use crate::suggestion::did_you_mean;

/// One rule option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Name, as in `--set name=value`.
    pub name: &'static str,
    /// What is accepted, in words.
    pub accepts: &'static str,
    /// Value if not set.
    pub default: &'static str,
    /// What it changes, with the rule or ruling it belongs to.
    pub meaning: &'static str,
}

/// What the program knows of a game before it is set up.
pub struct GameEntry {
    /// Name on the command line.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// One line: author, year, what kind of game.
    pub summary: &'static str,
    /// How many bots may play.
    pub players: RangeInclusive<usize>,
    /// Rule options.
    pub options: &'static [OptionSpec],
    /// Component files that ship with the program.
    pub files: &'static [EmbeddedFile],
    /// Those of them that a set may lack.
    pub optional_files: &'static [&'static str],
    /// Events whose values are amounts, which can be summed.
    pub amounts: &'static [&'static str],
    /// Events whose items have ids that components of other kinds have, too: which kind ([`crate::picture::Component`])
    /// each is about.
    pub event_components: &'static [(&'static str, &'static str)],
    /// Every problem in a data set; it can be played if all are warnings.
    pub check: fn(&DataSet) -> Vec<DataProblem>,
    /// What may vary in rows that are stand-ins; none if there are no such rows.
    pub variations: &'static [Variation],
    /// What a form asks of owners of the game, file by file; a file without one is asked for as text.
    pub forms: &'static [Form],
    /// Rows by provenance, file by file.
    pub provenance: fn(&DataSet) -> Vec<(&'static str, ProvenanceCounts)>,
    /// The JSON Schema of its positions as data ([`crate::game::Notation::position`]).
    pub position: fn() -> serde_json::Value,
}

impl GameEntry {
    /// A game without options and without component files; struct update syntax adds them.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        players: RangeInclusive<usize>,
    ) -> GameEntry {
        GameEntry {
            name,
            title,
            summary,
            players,
            options: &[],
            files: &[],
            optional_files: &[],
            amounts: &[],
            event_components: &[],
            check: |_| Vec::new(),
            variations: &[],
            forms: &[],
            provenance: |_| Vec::new(),
            position: crate::position::any,
        }
    }

    /// So many bots, the options at their defaults, and the components that ship with the program.
    pub fn setup(&self, players: usize) -> GameSetup {
        GameSetup {
            game: self.name.to_string(),
            players,
            options: BTreeMap::new(),
            data: DataSet::embedded(self.files),
        }
    }

    /// The same settings with the components that ship, or nothing if they are those of these settings.
    pub fn shipped_instead(&self, setup: &GameSetup) -> Option<GameSetup> {
        let ships = |&(name, text): &EmbeddedFile| setup.data.text(name) == text;
        if setup.data.files.len() == self.files.len() && self.files.iter().all(ships) {
            return None;
        }
        Some(GameSetup {
            data: DataSet::embedded(self.files),
            ..setup.clone()
        })
    }

    /// The form of one of the files.
    pub fn form(&self, file: &'static str) -> Form {
        let form = self.forms.iter().find(|form| form.file == file);
        form.copied().unwrap_or(Form::plain(file))
    }

    /// How many bots play if nobody says: the fewest that meet each other.
    pub fn default_players(&self) -> usize {
        2.clamp(*self.players.start(), *self.players.end())
    }
}

/// A game that can be registered under its name and set up.
pub trait SetUp: Game + Debug {
    /// What the program knows of it before it is set up.
    const ENTRY: &'static GameEntry;

    /// Sets the game up. Its number of players and the names of its options have been checked ([`check`]).
    ///
    /// # Errors
    /// [`SetupError`] if an option's value or the data are not accepted.
    fn set_up(setup: &GameSetup) -> Result<Self, SetupError>;
}

/// Checks what every game has: how many it is for, and the names of its options.
///
/// # Errors
/// [`SetupError::Players`] or [`SetupError::UnknownOption`].
pub fn check(entry: &GameEntry, setup: &GameSetup) -> Result<(), SetupError> {
    if !entry.players.contains(&setup.players) {
        return Err(SetupError::Players {
            game: entry.name,
            players: setup.players,
            min: *entry.players.start(),
            max: *entry.players.end(),
        });
    }
    for name in setup.options.keys() {
        if !entry.options.iter().any(|option| option.name == name) {
            let known = entry.options.iter().map(|option| option.name);
            return Err(SetupError::UnknownOption {
                game: entry.name,
                name: name.clone(),
                suggestion: did_you_mean(name, known.clone()),
                known: known.collect::<Vec<_>>().join(", "),
            });
        }
    }
    Ok(())
}

/// How a game is to be set up: what a command line or an experiment file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Name of the game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Rule options by name; what is missing has its default.
    pub options: BTreeMap<String, String>,
    /// Components.
    pub data: DataSet,
}

/// Why a game cannot be set up as wished.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No game of that name.
    #[error("unknown game \"{name}\"{suggestion}; games: {known}")]
    UnknownGame {
        /// The name given.
        name: String,
        /// ` (did you mean "…"?)` or nothing.
        suggestion: String,
        /// All names.
        known: String,
    },
    /// The game is not for so many.
    #[error("{game} is for {min} to {max} players, not {players}")]
    Players {
        /// Game.
        game: &'static str,
        /// Wished.
        players: usize,
        /// Fewest.
        min: usize,
        /// Most.
        max: usize,
    },
    /// No option of that name.
    #[error("{game} has no option \"{name}\"{suggestion}; options: {known}")]
    UnknownOption {
        /// Game.
        game: &'static str,
        /// The name given.
        name: String,
        /// ` (did you mean "…"?)` or nothing.
        suggestion: String,
        /// All names.
        known: String,
    },
    /// An option's value is not accepted.
    #[error("option {name}={value} is not accepted: expected {expected}")]
    OptionValue {
        /// Option.
        name: String,
        /// The value given.
        value: String,
        /// What would be accepted.
        expected: String,
    },
    /// The data set cannot be played.
    #[error("{}", data_problems(.0))]
    Data(Vec<DataProblem>),
}

fn data_problems(problems: &[DataProblem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
