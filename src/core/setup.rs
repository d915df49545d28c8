//! Game set-up: static information about each game, the settings of a set-up, and the errors of invalid settings.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::column_schema::Form;
use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts};
use crate::game::Game;
use crate::perturbation::Variation;
use crate::suggestion::did_you_mean;

/// One rule option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Name, as in `--set name=value`.
    pub name: &'static str,
    /// Accepted values, in words.
    pub accepts: &'static str,
    /// Value if not set.
    pub default: &'static str,
    /// Effect of the option, with the id of the rule or ruling.
    pub meaning: &'static str,
}

/// Kind of event in words.
#[derive(Clone, Copy, Debug)]
pub struct EventText {
    /// Name, as in [`crate::game::Words::EVENT_KINDS`].
    pub name: &'static str,
    /// Plural noun phrase, such as "project cards bought".
    pub words: &'static str,
    /// Component kind ([`crate::picture::Component`]) of the items if their ids are also ids of components of other kinds;
    /// otherwise empty.
    pub component: &'static str,
    /// True if the values are amounts that can be summed.
    pub is_amount: bool,
}

impl EventText {
    /// Creates the text of an event whose values are not amounts and whose items have unambiguous ids.
    pub const fn new(name: &'static str, words: &'static str) -> EventText {
        EventText {
            name,
            words,
            component: "",
            is_amount: false,
        }
    }

    /// Sets the component kind of the items.
    pub const fn of(self, component: &'static str) -> EventText {
        EventText { component, ..self }
    }

    /// Marks the values as amounts.
    pub const fn amount(self) -> EventText {
        EventText {
            is_amount: true,
            ..self
        }
    }
}

/// Static information about a game.
pub struct GameEntry {
    /// Name on the command line.
    pub name: &'static str,
    /// Display name.
    pub title: &'static str,
    /// One-line summary: author, year and type of game.
    pub summary: &'static str,
    /// Supported number of bots.
    pub players: RangeInclusive<usize>,
    /// Rule options of the game.
    pub options: &'static [OptionSpec],
    /// Component files embedded in the program.
    pub files: &'static [EmbeddedFile],
    /// Embedded files that a data set may omit.
    pub optional_files: &'static [&'static str],
    /// Kinds of events in words, in the order of [`crate::game::Words::EVENT_KINDS`].
    pub events: &'static [EventText],
    /// Returns all problems of a data set; the set can be played if all of them are warnings.
    pub check: fn(&DataSet) -> Vec<DataProblem>,
    /// Permitted variations of placeholder rows; empty if the game has no such rows.
    pub variations: &'static [Variation],
    /// Further columns, by file, that describe what components do. Only drawn data sets vary them
    /// ([`crate::drawn_data`]).
    pub drawn: &'static [(&'static str, &'static [&'static str])],
    /// Numeric columns that can only improve a component for its owner: 1 if they rise, −1 if they fall.
    pub improved_by: &'static [(&'static str, i8)],
    /// Forms for entering component data, one per file; files without a form are entered as text.
    pub forms: &'static [Form],
    /// Returns the number of rows by provenance class, for each file.
    pub provenance: fn(&DataSet) -> Vec<(&'static str, ProvenanceCounts)>,
    /// Returns the JSON Schema of positions as data ([`crate::game::View::position`]).
    pub position: fn() -> serde_json::Value,
}

impl GameEntry {
    /// Creates an entry without options and component files; add them with struct update syntax.
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
            events: &[],
            check: |_| Vec::new(),
            variations: &[],
            drawn: &[],
            improved_by: &[],
            forms: &[],
            provenance: |_| Vec::new(),
            position: super::view::any,
        }
    }

    /// Returns the number of rows by provenance class, over all files.
    pub fn rows_by_provenance(&self, data: &DataSet) -> ProvenanceCounts {
        let mut all = ProvenanceCounts::default();
        for (_, of_file) in (self.provenance)(data) {
            all += of_file;
        }
        all
    }

    /// Returns the default set-up for this number of bots: default options and embedded components.
    pub fn setup(&self, players: usize) -> GameSetup {
        GameSetup {
            game: self.name.to_string(),
            players,
            options: BTreeMap::new(),
            data: DataSet::embedded(self.files),
        }
    }

    /// Returns the same settings with the embedded components, or `None` if the settings already use them.
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

    /// Returns the form for one of the files.
    pub fn form(&self, file: &'static str) -> Form {
        let form = self.forms.iter().find(|form| form.file == file);
        form.copied().unwrap_or(Form::plain(file))
    }

    /// Returns the default number of bots: two, or the nearest number that the game supports.
    pub fn default_players(&self) -> usize {
        2.clamp(*self.players.start(), *self.players.end())
    }
}

/// A game that can be registered and set up by name.
pub trait SetUp: Game + Debug {
    /// Static information about the game.
    const ENTRY: &'static GameEntry;

    /// Creates the game. The number of players and the option names have already been validated ([`check`]).
    ///
    /// # Errors
    /// [`SetupError`] if an option value or the data are not accepted.
    fn set_up(setup: &GameSetup) -> Result<Self, SetupError>;
}

/// Validates the number of players and the option names.
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

/// Settings of a game, as given on the command line or in an experiment file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Name of the game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Rule options by name; missing options have their defaults.
    pub options: BTreeMap<String, String>,
    /// Component data.
    pub data: DataSet,
}

/// Reason why a game cannot be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// There is no game with this name.
    #[error("unknown game \"{name}\"{suggestion}; games: {known}")]
    UnknownGame {
        /// The requested name.
        name: String,
        /// ` (did you mean "…"?)` or empty.
        suggestion: String,
        /// Names of all games.
        known: String,
    },
    /// The game does not support this number of players.
    #[error("{game} is for {min} to {max} players, not {players}")]
    Players {
        /// Name of the game.
        game: &'static str,
        /// Number of players requested.
        players: usize,
        /// Minimum number of players.
        min: usize,
        /// Maximum number of players.
        max: usize,
    },
    /// The game has no option with this name.
    #[error("{game} has no option \"{name}\"{suggestion}; options: {known}")]
    UnknownOption {
        /// Name of the game.
        game: &'static str,
        /// The requested name.
        name: String,
        /// ` (did you mean "…"?)` or empty.
        suggestion: String,
        /// Names of all options of the game.
        known: String,
    },
    /// The value of an option is not accepted.
    #[error("option {name}={value} is not accepted: expected {expected}")]
    OptionValue {
        /// Name of the option.
        name: String,
        /// The rejected value.
        value: String,
        /// The accepted values.
        expected: String,
    },
    /// The data set cannot be played.
    #[error("{}", data_problems(.0))]
    Data(Vec<DataProblem>),
}

impl SetupError {
    /// Returns the key of settings files that sets the value.
    pub fn key(&self) -> String {
        match self {
            SetupError::UnknownGame { .. } => "game".to_string(),
            SetupError::Players { .. } => "players".to_string(),
            SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
                format!("set.{name}")
            }
            SetupError::Data(_) => "data".to_string(),
        }
    }
}

fn data_problems(problems: &[DataProblem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
