//! Settings of an experiment, which fully determine its result files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::condition::ConditionSpec;
use super::design::Design;
use super::events::EventLevel;
use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::setup::GameSetup;

/// Maximum number of games in an experiment.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// Settings that determine the result files: two runs with equal settings and the same program version write
/// the same bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    pub design: Design,
    pub game: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Names of the bots. For a design without conditions, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Requested number of games in each condition. Deal groups are always complete, so more games may be
    /// played.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Events in `events.csv`.
    pub events: EventLevel,
    /// True if the tables are compressed.
    pub compress: bool,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set explicitly.
    pub set: BTreeMap<String, String>,
    /// The bots as resolved, without duplicates.
    pub bot: Vec<BotSpec>,
    /// Bot whose network values the luck of every game; `None` if luck is not valued.
    pub variance: Option<BotSpec>,
}

impl Experiment {
    /// Returns the conditions. For a design without conditions, the experiment itself is the only one.
    pub fn cells(&self) -> Cow<'_, [ConditionSpec]> {
        if self.design.kind.traits().has_cells {
            return Cow::Borrowed(&self.design.cells);
        }
        Cow::Owned(vec![ConditionSpec {
            name: String::new(),
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            perturbation: 0,
            arm: None,
            handicap: 0,
            prices: Vec::new(),
        }])
    }

    /// Returns the bot of each place in the line-up of a condition, without bots that have no description.
    pub fn line_up(&self, cell: &ConditionSpec) -> Vec<BotSpec> {
        cell.bots
            .iter()
            .filter_map(|name| self.bot.iter().find(|spec| spec.name == *name).cloned())
            .collect()
    }

    /// Returns the set-up of the game in a condition; `data` must be the component data with the hash of the
    /// condition.
    pub fn setup(&self, cell: &ConditionSpec, data: DataSet) -> GameSetup {
        GameSetup {
            game: self.game.clone(),
            players: cell.players,
            options: cell.set.clone(),
            data,
        }
    }
}
