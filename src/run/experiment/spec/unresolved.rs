//! Description of an experiment before names are resolved.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;

use thiserror::Error;

use crate::bots::BotSpec;
use crate::settings::file::OneOrMore;
use crate::settings::{Arm, EventLevel, Interest, Keys, Kind};

/// Maximum number of conditions in an experiment.
pub const MOST_CELLS: usize = 10_000;

/// Error in the description of an experiment.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}{problem}")]
pub struct SpecError {
    /// `file, line 3: `, or empty if the description does not come from a file.
    pub place: String,
    /// Describes the mistake and what is accepted.
    pub problem: String,
}

impl SpecError {
    /// Creates an error without a location.
    pub fn new(problem: impl Display) -> SpecError {
        SpecError {
            place: String::new(),
            problem: problem.to_string(),
        }
    }
}

/// Length of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// At least this many games, rounded up to whole deal groups.
    Games(u64),
    /// Number of deal groups.
    Blocks(u64),
}

/// Experiment as described by a file and the command line; not yet checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Kind of study.
    pub kind: Kind,
    pub game: String,
    /// Number of bots in a game; by default the number of names.
    pub players: Option<usize>,
    /// Names or paths of bots.
    pub bots: Vec<String>,
    /// Length of the experiment.
    pub length: Length,
    /// Master seed.
    pub seed: u64,
    /// Folder of component files; `None` for the shipped data.
    pub data: Option<PathBuf>,
    /// Rule options.
    pub set: BTreeMap<String, String>,
    /// For a gauntlet: the bot that faces each of the others.
    pub challenger: Option<String>,
    /// For a ladder or a mixture experiment with several players: the bot in the other seats.
    pub opponent: Option<String>,
    /// Name or path of the bot whose network values the luck of every game.
    pub variance: Option<String>,
    /// For a study of settings: the values of each rule option, the reference first.
    pub settings: BTreeMap<String, Vec<String>>,
    /// For a study of a change: the differences after the change.
    pub change: Option<SpecChange>,
    /// For an audit: the changes.
    pub audit: Option<SpecAudit>,
    /// For a sweep: the differences of each condition.
    pub cells: Vec<SpecCell>,
    /// Keys that are used unchanged.
    pub keys: Keys,
    /// Location of each key in the form `file, line 3: `. Rule options have the key `set.NAME`, and each name
    /// in the list `bots` has the key `bots.NAME`.
    pub places: BTreeMap<String, String>,
}

/// Settings of one condition, which override the experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecCell {
    /// Name of the condition.
    pub name: String,
    pub bots: Option<Vec<String>>,
    /// Bot that replaces the first of `bots`.
    pub first: Option<BotSpec>,
    /// Folder of component files.
    pub data: Option<PathBuf>,
    /// Rule options in addition to those of the experiment.
    pub set: BTreeMap<String, String>,
    /// By bot: changed parameters, with the keys of a bot file.
    pub parameters: BTreeMap<String, toml::Table>,
    /// Number of the data set with perturbed placeholder rows; 0 for the unchanged data set.
    pub perturbation: u32,
    /// Treatment of the first place.
    pub arm: Option<Arm>,
    /// Extra money with which the first place begins.
    pub handicap: u16,
    /// Change of the price of each item of a study; empty if no price changes.
    pub prices: Vec<i32>,
    /// Locations of the keys of the condition, in the format of [`Spec::places`].
    pub places: BTreeMap<String, String>,
}

/// Differences after a change, and the smallest differences that matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecChange {
    /// Folder of component files, or file of changes, that replaces the data of the experiment.
    pub data: Option<PathBuf>,
    /// Rule options in addition to those of the experiment.
    pub set: BTreeMap<String, String>,
    /// Smallest differences that matter.
    pub interest: Interest,
}

/// Changes of an audit.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecAudit {
    /// Smallest gain of a challenger that matters, in points.
    pub points: f64,
    /// The game after each change, as a condition.
    pub changes: Vec<SpecCell>,
}

impl SpecChange {
    /// Returns the game after the change, as a condition.
    pub fn after(&self) -> SpecCell {
        SpecCell {
            name: "after".to_string(),
            data: self.data.clone(),
            set: self.set.clone(),
            ..SpecCell::default()
        }
    }
}

impl Spec {
    /// Creates a description with default values for everything else.
    pub fn new(kind: Kind, game: String, bots: Vec<String>, length: Length, seed: u64) -> Spec {
        Spec {
            kind,
            game,
            players: None,
            bots,
            length,
            seed,
            data: None,
            set: BTreeMap::new(),
            challenger: None,
            opponent: None,
            variance: None,
            settings: BTreeMap::new(),
            change: None,
            audit: None,
            cells: Vec::new(),
            keys: Keys::default(),
            places: BTreeMap::new(),
        }
    }

    /// Replaces keys of the file with keys of the command line, and removes their locations in the file.
    pub fn put(&mut self, keys: Keys) {
        for name in keys.given() {
            self.places.remove(name);
        }
        self.keys.lay(keys);
    }

    /// Returns the kinds of items, or single items, to be studied.
    pub fn items(&self) -> &[String] {
        self.keys.items.as_ref().map_or(&[], OneOrMore::names)
    }

    /// Returns true if the bots of a study of items are listed from the weakest to the strongest.
    pub fn by_strength(&self) -> bool {
        self.keys.by_strength == Some(true)
    }

    /// Returns which events are written.
    pub fn events(&self) -> EventLevel {
        self.keys.plain().events
    }

    /// Returns a function that adds the location of a key to an error.
    pub fn at<E: Display>(&self, key: &str) -> impl Fn(E) -> SpecError + use<E> {
        placed(self.places.get(key))
    }

    /// Returns a function that adds the location of the first of these keys that a condition or its experiment
    /// contains.
    pub fn at_cell<E: Display>(
        &self,
        cell: &SpecCell,
        keys: &[&str],
    ) -> impl Fn(E) -> SpecError + use<E> {
        let place = |key: &&str| cell.places.get(*key).or_else(|| self.places.get(*key));
        placed(keys.iter().find_map(place))
    }

    /// Returns a function that adds the location where a condition names a bot.
    pub fn at_bot<E: Display>(
        &self,
        cell: &SpecCell,
        name: &str,
    ) -> impl Fn(E) -> SpecError + use<E> {
        let own = format!("bots.{name}");
        let is = |role: &Option<String>| role.as_deref() == Some(name);
        let role = if is(&self.challenger) {
            "challenger"
        } else if is(&self.opponent) {
            "opponent"
        } else {
            &own
        };
        self.at_cell(cell, &[role, &own, "bots"])
    }
}

fn placed<E: Display>(place: Option<&String>) -> impl Fn(E) -> SpecError + use<E> {
    let place = place.cloned().unwrap_or_default();
    move |problem| SpecError {
        place: place.clone(),
        problem: problem.to_string(),
    }
}
