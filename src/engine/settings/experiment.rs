//! The settings of an experiment: all that decides what is in its result files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::cell::CellSpec;
use super::design::Design;
use super::keys::Plain;
use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::setup::GameSetup;

/// Most games that may be asked for.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// The settings that decide what is in the result files: two runs with equal settings (and program
/// version) write the same bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What is played.
    pub design: Design,
    /// Game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots: of a design without cells, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Games asked for in each cell; whole blocks are played.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// What the manifest has as the file says it.
    pub plain: Plain,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    pub set: BTreeMap<String, String>,
    /// The bots as resolved, each name once.
    pub bot: Vec<BotSpec>,
    /// The bot whose network values the luck of every game; `None` if nobody asks for it.
    pub variance: Option<BotSpec>,
}

impl Experiment {
    /// The cells; of a design without any, the experiment itself is the only one.
    pub fn cells(&self) -> Cow<'_, [CellSpec]> {
        if let Design::Cells { cells, .. } = &self.design {
            return Cow::Borrowed(cells);
        }
        Cow::Owned(vec![CellSpec {
            name: String::new(),
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            perturbation: 0,
            arm: None,
            handicap: 0,
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
