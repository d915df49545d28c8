//! What a tuning is: the settings that decide what is in its files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::space::Dimension;
use crate::bots::BotSpec;
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;

/// The settings: two tunings with equal settings (and program version) write the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// Game.
    pub game: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Which point is tried next.
    pub method: Method,
    /// What a point is to be good at.
    pub objective: Objective,
    /// Points that are played.
    pub evaluations: u64,
    /// Blocks on which each of them is played.
    pub blocks: u64,
    /// Fresh blocks on which the best one is played at the end.
    pub confirm: u64,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Settings of NTBEA.
    pub ntbea: NtbeaKeys,
    /// Settings of SPSA.
    pub spsa: SpsaKeys,
    /// The bot that is tuned, as it was.
    pub base: BotSpec,
    /// Who holds the other seats; nobody if that is the bot as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
    /// What may vary.
    pub dimension: Vec<Dimension>,
}

/// A method of tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The n-tuple bandit evolutionary algorithm.
    Ntbea,
    /// Simultaneous perturbation stochastic approximation.
    Spsa,
}

impl Method {
    /// Its name in tuning files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Ntbea => "ntbea",
            Method::Spsa => "spsa",
        }
    }
}

/// What a point is to be good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Wins, shared among ties.
    Win,
    /// The own score.
    Score,
    /// The own score less that of the best other seat ([`crate::stats::lead`]).
    Lead,
}

impl Objective {
    /// All of them, in the order of [`Marks`].
    pub const ALL: [Objective; 3] = [Objective::Win, Objective::Score, Objective::Lead];

    /// Its name in tuning files.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Win => "win",
            Objective::Score => "score",
            Objective::Lead => "lead",
        }
    }
}

/// What one seat or block brought by each objective, in the order of [`Objective::ALL`].
pub type Marks = [f64; 3];

/// `[ntbea]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NtbeaKeys {
    /// Mutants among which the next point is chosen.
    pub neighbours: usize,
    /// Weight of the exploration term, in standard deviations of the values seen so far.
    pub exploration: f64,
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
    /// What is wrong with them, if anything.
    pub fn problem(&self) -> Option<&'static str> {
        if !(1..=10_000).contains(&self.neighbours) {
            return Some("neighbours: expected a whole number from 1 to 10000");
        }
        (!(0.0..=1e6).contains(&self.exploration))
            .then_some("exploration: expected a number from 0 to 1000000")
    }
}

/// `[spsa]`; lengths are shares of the ranges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpsaKeys {
    /// Gradient estimates at the start, from which the step size is set.
    pub trials: usize,
    /// How far the first step goes in each dimension, about.
    pub first_step: f64,
    /// How far both sides of the first step are from its middle: c.
    pub perturbation: f64,
    /// A as a share of the steps.
    pub stability: f64,
    /// Exponent of the step gain.
    pub alpha: f64,
    /// Exponent of the perturbation gain.
    pub gamma: f64,
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
    /// What is wrong with them, if anything.
    pub fn problem(&self) -> Option<&'static str> {
        let share = |number: f64, most: f64| number > 0.0 && number <= most;
        if !(1..=10_000).contains(&self.trials) {
            return Some("trials: expected a whole number from 1 to 10000");
        }
        if !share(self.first_step, 1.0) {
            return Some("first_step: expected a number above 0, up to 1");
        }
        if !share(self.perturbation, 0.5) {
            return Some("perturbation: expected a number above 0, up to 0.5");
        }
        if !(0.0..=1.0).contains(&self.stability) {
            return Some("stability: expected a number from 0 to 1");
        }
        (!share(self.alpha, 1.0) || !share(self.gamma, 1.0))
            .then_some("alpha and gamma: expected numbers above 0, up to 1")
    }
}

impl Tuning {
    /// Whether a point plays against the bot as it was at the same table, so that both are compared in
    /// the same games; otherwise they take turns in the same place.
    pub fn at_one_table(&self) -> bool {
        self.opponents.is_empty() && self.players > 1
    }

    /// Master seed of all deals that are played: no run of an experiment has any of them.
    pub fn deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Tuning)
    }

    /// The number of the first block that no evaluation plays.
    pub fn first_fresh_block(&self) -> u64 {
        self.evaluations * self.blocks
    }

    /// What the bot as it was has in every dimension.
    pub fn base_point(&self) -> Vec<Option<Value>> {
        let of = |dimension: &Dimension| dimension.of(&self.base);
        self.dimension.iter().map(of).collect()
    }
}
