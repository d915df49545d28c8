//! The settings of an experiment: all that decides what is in its result files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::design::{Kind, Ladder};
use super::duel::DuelBounds;
use super::items::{Arm, ItemKindRecord, ItemStudy};
use super::mixture::Mixture;
use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::games::GameSetup;

/// Most games that may be asked for.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// The settings that decide what is in the result files: two runs with equal settings (and program
/// version) write the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// What kind of study.
    pub kind: Kind,
    /// Game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots: of a kind without cells, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Games asked for in each cell; whole blocks are played.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Whether events are written.
    pub events: EventLevel,
    /// Whether the tables are compressed once they are whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compress: bool,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Of a duel: what is decided between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<DuelBounds>,
    /// Of a ladder: its rungs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// Of a mixture experiment: what is mixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixture: Option<Mixture>,
    /// Of a study of items: which, and how they are varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<ItemStudy>,
    /// Of a study of what meeting items goes with: which there are, and how a seat meets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposures: Vec<ItemKindRecord>,
    /// Data sets beside the first in which stand-ins are varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub perturbed: u32,
    /// Of a study of settings: for each rule option its values, the reference first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Vec<String>>,
    /// The bots as resolved, each name once.
    #[serde(default)]
    pub bot: Vec<BotSpec>,
    /// The cells, of a kind that has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cell: Vec<CellSpec>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// One line-up in one set-up of the game. All cells of an experiment are played on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellSpec {
    /// What sets it apart, for people.
    pub name: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Number of the data set: 0 is the first, from 1 on stand-ins are varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub perturbation: u32,
    /// How the first place is treated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
}

/// Which events a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventLevel {
    /// Every event of every game.
    All,
    /// None; `events.csv` has its header only.
    None,
}

impl Experiment {
    /// The cells; without any, the experiment itself is the only one.
    pub fn cells(&self) -> Cow<'_, [CellSpec]> {
        if !self.cell.is_empty() {
            return Cow::Borrowed(&self.cell);
        }
        Cow::Owned(vec![CellSpec {
            name: String::new(),
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            perturbation: 0,
            arm: None,
        }])
    }

    /// The bot of each place in the line-up of a cell, as far as they are described.
    pub fn line_up(&self, cell: &CellSpec) -> Vec<BotSpec> {
        cell.bots
            .iter()
            .filter_map(|name| self.bot.iter().find(|spec| spec.name == *name).cloned())
            .collect()
    }

    /// How the game is set up in a cell, with the component data that the hash stands for.
    pub fn setup(&self, cell: &CellSpec, data: DataSet) -> GameSetup {
        GameSetup {
            game: self.game.clone(),
            players: cell.players,
            options: cell.set.clone(),
            data,
        }
    }
}
