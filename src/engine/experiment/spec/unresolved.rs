//! An experiment as it is described, by names.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;

use thiserror::Error;

use crate::settings::file::OneOrMore;
use crate::settings::{Arm, EventLevel, Interest, Keys, Kind};

/// Most cells of an experiment.
pub const MOST_CELLS: usize = 10_000;

/// Why there is no experiment of that description.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}{problem}")]
pub struct SpecError {
    /// `file, line 3: `, or nothing if it does not come from a file.
    pub place: String,
    /// What is wrong, and what would be accepted.
    pub problem: String,
}

impl SpecError {
    /// A problem that is in no file.
    pub fn new(problem: impl Display) -> SpecError {
        SpecError {
            place: String::new(),
            problem: problem.to_string(),
        }
    }
}

/// How much is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// At least so many games, in whole blocks.
    Games(u64),
    /// So many blocks.
    Blocks(u64),
}

/// An experiment as a file and the command line describe it, by names; nothing of it is checked yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What kind of study.
    pub kind: Kind,
    /// Game.
    pub game: String,
    /// Number of bots in a game; as many as there are names if not given.
    pub players: Option<usize>,
    /// Names or paths of bots.
    pub bots: Vec<String>,
    /// How much.
    pub length: Length,
    /// Master seed.
    pub seed: u64,
    /// Folder of component files; none for the set that ships with the program.
    pub data: Option<PathBuf>,
    /// Rule options.
    pub set: BTreeMap<String, String>,
    /// Of a gauntlet: who meets each of the bots.
    pub challenger: Option<String>,
    /// Of a ladder or a mixture experiment for more than one player: who holds the other seats.
    pub opponent: Option<String>,
    /// Name or path of the bot whose network values the luck of every game.
    pub variance: Option<String>,
    /// Of a study of settings: for each rule option its values, the reference first.
    pub settings: BTreeMap<String, Vec<String>>,
    /// Of a study of a change: what is different after it.
    pub change: Option<SpecChange>,
    /// Of a sweep: what each cell has of its own.
    pub cells: Vec<SpecCell>,
    /// The keys that are taken over as they are written.
    pub keys: Keys,
    /// Where each key was read: `file, line 3: `. Keys of `[set]` are `set.NAME`, and each name in the list
    /// `bots` is `bots.NAME`.
    pub places: BTreeMap<String, String>,
}

/// What one cell has instead of what the experiment says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecCell {
    /// What sets it apart.
    pub name: String,
    /// Its line-up.
    pub bots: Option<Vec<String>>,
    /// Its folder of component files.
    pub data: Option<PathBuf>,
    /// Rule options on top of the experiment's.
    pub set: BTreeMap<String, String>,
    /// By bot: parameters that are changed, as in a bot file.
    pub parameters: BTreeMap<String, toml::Table>,
    /// Number of the data set with varied stand-ins; 0 for its own.
    pub perturbation: u32,
    /// How the first place is treated.
    pub arm: Option<Arm>,
    /// With how much more money the first place begins.
    pub handicap: u16,
    /// Where its own keys were read, as [`Spec::places`].
    pub places: BTreeMap<String, String>,
}

/// What is different after a change, and how large a difference matters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecChange {
    /// Folder of component files, or file of changes, instead of the experiment's.
    pub data: Option<PathBuf>,
    /// Rule options on top of the experiment's.
    pub set: BTreeMap<String, String>,
    /// How large a difference matters.
    pub interest: Interest,
}

impl SpecChange {
    /// The game after the change, as a cell.
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
    /// So many games of these bots, everything else at its default.
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
            cells: Vec::new(),
            keys: Keys::default(),
            places: BTreeMap::new(),
        }
    }

    /// Puts keys of the command line in place of those of the file, whose mistakes they are not.
    pub fn put(&mut self, keys: Keys) {
        for name in keys.given() {
            self.places.remove(name);
        }
        self.keys.lay(keys);
    }

    /// Kinds of items, or items.
    pub fn items(&self) -> &[String] {
        self.keys.items.as_ref().map_or(&[], OneOrMore::names)
    }

    /// Whether the bots of a study of items are named from the weakest to the strongest.
    pub fn by_strength(&self) -> bool {
        self.keys.by_strength == Some(true)
    }

    /// Which events are written.
    pub fn events(&self) -> EventLevel {
        self.keys.plain().events
    }

    /// Names the place of a key in an error.
    pub fn at<E: Display>(&self, key: &str) -> impl Fn(E) -> SpecError + use<E> {
        placed(self.places.get(key))
    }

    /// Names the place of the first of these keys that a cell or the experiment around it has.
    pub fn at_cell<E: Display>(
        &self,
        cell: &SpecCell,
        keys: &[&str],
    ) -> impl Fn(E) -> SpecError + use<E> {
        let place = |key: &&str| cell.places.get(*key).or_else(|| self.places.get(*key));
        placed(keys.iter().find_map(place))
    }

    /// Names the place where a bot of a cell is named.
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
