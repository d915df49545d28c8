//! Settings of a tuning that determine the content of its files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::space::Dimension;
use crate::bots::BotSpec;
use crate::file_keys;
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;

/// Settings of a tuning. With equal settings and program versions, two tunings write identical bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    pub game: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Objective to maximize.
    pub objective: Objective,
    /// Number of evaluations.
    pub evaluations: u64,
    /// Number of blocks per evaluation.
    pub blocks: u64,
    /// Number of fresh blocks for the confirmation of the best point.
    pub confirm: u64,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    pub ntbea: NtbeaKeys,
    /// The bot to tune.
    pub base: BotSpec,
    /// Bots in the other seats. Empty if the base bot plays in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
    /// Dimensions of the search space.
    pub dimension: Vec<Dimension>,
}

/// Objective to maximize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Wins; tied seats share a win.
    Win,
    /// Score of the seat.
    Score,
    /// Score of the seat minus the best other score ([`crate::stats::lead`]).
    Lead,
}

impl Objective {
    /// All objectives, in the order of [`Marks`].
    pub const ALL: [Objective; 3] = [Objective::Win, Objective::Score, Objective::Lead];

    /// Returns the name in tuning files.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Win => "win",
            Objective::Score => "score",
            Objective::Lead => "lead",
        }
    }
}

/// Results of a seat or block by objective, in the order of [`Objective::ALL`].
pub type Marks = [f64; 3];

file_keys! {
    /// Content of the table `[ntbea]`.
    #[derive(Copy, Serialize)]
    pub default struct NtbeaKeys {
        neighbours: usize = 50, "50", "number of mutants from which the next point is chosen, 1 to 10,000";
        exploration: f64 = 1.0, "1", "weight of exploration, in standard deviations of the values so far";
    }
}

impl NtbeaKeys {
    /// Returns an error message if a setting is invalid.
    pub fn problem(&self) -> Option<&'static str> {
        if !(1..=10_000).contains(&self.neighbours) {
            return Some("neighbours: expected a whole number from 1 to 10000");
        }
        (!(0.0..=1e6).contains(&self.exploration))
            .then_some("exploration: expected a number from 0 to 1000000")
    }
}

impl Tuning {
    /// Returns true if the base bot plays in the other seats, so that both bots are compared in the same games. Otherwise
    /// both play the same place in turn.
    pub fn at_one_table(&self) -> bool {
        self.opponents.is_empty() && self.players > 1
    }

    /// Returns the master seed of all deals. It differs from the seeds of experiments.
    pub fn deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Tuning)
    }

    /// Returns the number of the first block that no evaluation uses.
    pub fn first_fresh_block(&self) -> u64 {
        self.evaluations * self.blocks
    }

    /// Returns the values of the base bot in every dimension.
    pub fn base_point(&self) -> Vec<Option<Value>> {
        let of = |dimension: &Dimension| dimension.of(&self.base);
        self.dimension.iter().map(of).collect()
    }
}
