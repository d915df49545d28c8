//! Settings of a tuning that determine the content of its files.

use std::collections::BTreeMap;

use portolan_run::file_keys;
use serde::{Deserialize, Serialize};

use super::space::Dimension;
use crate::bots::BotSpec;
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;

/// Settings of a tuning. With equal settings and program versions, two tunings write identical bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    pub game: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Optimization method.
    pub method: Method,
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
    pub spsa: SpsaKeys,
    /// The bot to tune.
    pub base: BotSpec,
    /// Bots in the other seats. Empty if the base bot plays in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
    /// Dimensions of the search space.
    pub dimension: Vec<Dimension>,
}

/// Optimization method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The n-tuple bandit evolutionary algorithm.
    Ntbea,
    /// Simultaneous perturbation stochastic approximation.
    Spsa,
}

impl Method {
    /// Returns the name in tuning files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Ntbea => "ntbea",
            Method::Spsa => "spsa",
        }
    }
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
    #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
    #[serde(default)]
    pub struct NtbeaKeys {
        neighbours: usize, "50", "number of mutants from which the next point is chosen, 1 to 10,000";
        exploration: f64, "1", "weight of exploration, in standard deviations of the values so far";
    }
}

impl Default for NtbeaKeys {
    fn default() -> NtbeaKeys {
        NtbeaKeys {
            neighbours: 50,
            exploration: 1.0,
        }
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

file_keys! {
    /// Content of the table `[spsa]`. Lengths are fractions of the ranges.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
    #[serde(default)]
    pub struct SpsaKeys {
        trials: usize, "5", "slopes that are measured at the start, 1 to 10,000";
        first_step: f64, "0.02", "approximate size of the first step, as a share of the ranges";
        perturbation: f64, "0.1", "c, as a share of the ranges, at most 0.5";
        stability: f64, "0.1", "A as a share of the steps";
        alpha: f64, "0.602", "exponent α of the step sizes";
        gamma: f64, "0.101", "exponent γ of the perturbations";
    }
}

impl Default for SpsaKeys {
    fn default() -> SpsaKeys {
        SpsaKeys {
            trials: 5,
            first_step: 0.02,
            perturbation: 0.1,
            stability: 0.1,
            alpha: 0.602,
            gamma: 0.101,
        }
    }
}

impl SpsaKeys {
    /// Returns an error message if a setting is invalid.
    pub fn problem(&self) -> Option<&'static str> {
        let share = |number: f64, most: f64| number > 0.0 && number <= most;
        if !(1..=10_000).contains(&self.trials) {
            return Some("trials: expected a whole number from 1 to 10000");
        }
        if !share(self.first_step, 1.0) {
            return Some("first_step: expected a number above 0 and at most 1");
        }
        if !share(self.perturbation, 0.5) {
            return Some("perturbation: expected a number above 0 and at most 0.5");
        }
        if !(0.0..=1.0).contains(&self.stability) {
            return Some("stability: expected a number from 0 to 1");
        }
        (!share(self.alpha, 1.0) || !share(self.gamma, 1.0))
            .then_some("alpha and gamma: expected numbers above 0 and at most 1")
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
