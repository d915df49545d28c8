//! The games, and the registry through which everything above reaches them by name.

pub mod cartagena;
pub mod endeavor;
pub mod maracaibo;
pub mod puerto_rico;
mod sheet;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts};
use crate::game::Game;
use crate::perturbation::Variation;

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
    /// Every problem in a data set; empty if it can be played.
    pub check: fn(&DataSet) -> Vec<DataProblem>,
    /// What may vary in rows that are stand-ins; none if there are no such rows.
    pub variations: &'static [Variation],
    /// Rows by provenance, file by file.
    pub provenance: fn(&DataSet) -> Vec<(&'static str, ProvenanceCounts)>,
}

impl GameEntry {
    /// How many bots play if nobody says: the fewest that meet each other.
    pub fn default_players(&self) -> usize {
        2.clamp(*self.players.start(), *self.players.end())
    }
}

/// A wish to play a game: what a command line or an experiment file says about it.
#[derive(Clone, Debug)]
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

/// Code that works with any game: [`open`] calls it with the one that was asked for, so that it
/// is compiled for each game and pays for no indirection.
pub trait Visitor {
    /// What comes out.
    type Out;
    /// Works with the game.
    fn visit<G: Game>(self, game: G) -> Self::Out;
}

/// As [`Visitor`], for several set-ups of one game at once.
pub trait TableVisitor {
    /// What comes out.
    type Out;
    /// Works with the game in all its set-ups.
    fn visit<G: Game>(self, games: Vec<G>) -> Self::Out;
}

/// Hands the only one of several set-ups on.
struct Only<V>(V);

impl<V: Visitor> TableVisitor for Only<V> {
    type Out = V::Out;

    fn visit<G: Game>(self, mut games: Vec<G>) -> Self::Out {
        self.0.visit(games.swap_remove(0))
    }
}

/// All games, in the order in which they are listed.
pub static GAMES: &[&GameEntry] = &[
    &maracaibo::ENTRY,
    &puerto_rico::ENTRY,
    &endeavor::ENTRY,
    &cartagena::ENTRY,
];

/// The entry of a game.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn entry(name: &str) -> Result<&'static GameEntry, SetupError> {
    GAMES
        .iter()
        .copied()
        .find(|entry| entry.name == name)
        .ok_or_else(|| {
            let known: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
            SetupError::UnknownGame {
                name: name.to_string(),
                suggestion: did_you_mean(name, known.iter().copied()),
                known: known.join(", "),
            }
        })
}

/// Sets up the game that was asked for and hands it to the visitor.
///
/// # Errors
/// [`SetupError`] if game, player count, options or data are not accepted.
pub fn open<V: Visitor>(setup: &GameSetup, visitor: V) -> Result<V::Out, SetupError> {
    open_all(std::slice::from_ref(setup), Only(visitor))
}

/// Sets up one game in several ways at once and hands them all to the visitor.
///
/// # Errors
/// [`SetupError`] for the first set-up that is not accepted.
///
/// # Panics
/// If there is no set-up, or they are not all of one game.
pub fn open_all<V: TableVisitor>(setups: &[GameSetup], visitor: V) -> Result<V::Out, SetupError> {
    assert!(!setups.is_empty(), "there is nothing to set up");
    let entry = entry(&setups[0].game)?;
    for setup in setups {
        assert_eq!(setup.game, entry.name, "one game at a time");
        check_setup(entry, setup)?;
    }
    match entry.name {
        "maracaibo" => Ok(visitor.visit(all(setups, maracaibo::Maracaibo::new)?)),
        "cartagena" => Ok(visitor.visit(all(setups, cartagena::Cartagena::new)?)),
        "puerto_rico" => Ok(visitor.visit(all(setups, puerto_rico::PuertoRico::new)?)),
        "endeavor" => Ok(visitor.visit(all(setups, endeavor::Endeavor::new)?)),
        other => unreachable!("{other} is registered without a constructor"),
    }
}

/// The game in all its set-ups.
fn all<G>(
    setups: &[GameSetup],
    new: impl Fn(&GameSetup) -> Result<G, SetupError>,
) -> Result<Vec<G>, SetupError> {
    setups.iter().map(new).collect()
}

/// Checks what every game has: how many it is for, and the names of its options.
fn check_setup(entry: &GameEntry, setup: &GameSetup) -> Result<(), SetupError> {
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

/// ` (did you mean "…"?)` for the nearest known name, or nothing if none is near.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let letters = name.chars().count();
    let near = |candidate: &str| 1 + candidate.len() / 3;
    known
        // At least as far apart as their lengths; to find out how far takes time and memory by the product
        // of the lengths.
        .filter(|candidate| letters.abs_diff(candidate.chars().count()) <= near(candidate))
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min()
        .filter(|&(distance, candidate)| distance <= near(candidate))
        .map_or(String::new(), |(_, candidate)| {
            format!(" (did you mean \"{candidate}\"?)")
        })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let known = ["players", "bots", "blocks"];
        let told = |name: &str| did_you_mean(name, known.into_iter());
        assert_eq!(told("player"), " (did you mean \"players\"?)");
        assert_eq!(told("blokcs"), " (did you mean \"blocks\"?)");
        assert_eq!(told("games"), "");
        assert_eq!(told(""), "");
    }

    /// `except = ["a,a,a,…"]` in a tuning file, with 60,000 letters a, kept a processor busy for seconds.
    #[test]
    fn a_name_of_a_million_letters_is_near_to_none() {
        let long = "a,".repeat(5_000_000);
        let began = Instant::now();
        assert_eq!(did_you_mean(&long, ["players"; 50].into_iter()), "");
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}
