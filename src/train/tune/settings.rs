//! Settings of a tuning that determine the content of its files.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::space::Dimension;
use crate::bots::BotSpec;
use crate::file_keys;
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;
use crate::settings::cells::options;
use crate::settings::keys::DEFAULT_SEED;

/// Maximum number of evaluations. The time per evaluation grows with the number of points tried.
const MOST_EVALUATIONS: u64 = 100_000;
/// Maximum number of blocks per evaluation and for the confirmation.
const MOST_BLOCKS: u64 = 100_000_000;

file_keys! {
    /// Content of a tuning file. A manifest contains the values after resolution, without the names of bots and files.
    #[derive(Serialize)]
    pub default struct TuningKeys {
        game: String, "required", "name of the game; `portolan games` lists the games";
        #[serde(skip_serializing)]
        base: String, "required", "the bot that is tuned: a name or a `.toml` file";
        #[serde(skip_serializing)]
        players: Option<usize>, "the smallest number with opponents", "bots in a game";
        #[serde(skip_serializing)]
        opponents: Option<Vec<String>>, "`base`",
            "list of the bots in the other seats, one for each seat";
        objective: Objective = Objective::Win, "`\"win\"`",
            "`\"win\"`, `\"score\"` or `\"lead\"` (own score minus the best other score)";
        evaluations: u64 = 200, in 1..=MOST_EVALUATIONS, "200", "points that are played";
        blocks: u64 = 20, in 1..=MOST_BLOCKS, "20", "deals for each point, each in every different seating";
        confirm: u64 = 500, in 2..=MOST_BLOCKS, "500", "new deals for the best point at the end";
        #[serde(deserialize_with = "crate::seed::deserialize")]
        seed: u64 = DEFAULT_SEED, "1", "master seed";
        #[serde(skip_serializing)]
        data: Option<PathBuf>, "the shipped data", "folder of component files";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, String>, "none", "table: rule options";
        #[serde(skip_serializing)]
        space: SpaceKeys, "required", "tables `[space.parameters]` and `[space.weights]`: what is varied";
        ntbea: NtbeaKeys, "see below", "table: settings of NTBEA";
    }
}

file_keys! {
    /// Content of the table `[space]`.
    pub default struct SpaceKeys {
        parameters: BTreeMap<String, Choice>, "none",
            "table: parameters of a search that are varied (`portolan bots --explain mcts` lists them), each with a list of values, `[0.1, 0.3, 1]`, or a range, `{ from = 0, to = 4 }`";
        weights: BTreeMap<String, Choice>, "none",
            "table: weights of features that are varied, each with a list or a range; `\"*\"` stands for every weight of `base` that is not 0";
    }
}

file_keys! {
    /// A range: `{ from = 0, to = 2 }` or `{ factor = 2 }`.
    pub default struct RangeKeys {
        from: Option<f64>, "smallest value of the parameter",
            "lower end; required for a weight without `factor`";
        to: Option<f64>, "largest value of the parameter",
            "upper end; required for a weight without `factor`";
        factor: Option<f64>, "none",
            "instead of `from` and `to`: from the value in `base` divided by this number to the value multiplied by it";
        steps: usize = 5, "5", "number of values";
        scale: Option<Scale>, "`\"linear\"`, or `\"log\"` with `factor`",
            "`\"linear\"`: equal differences between values; `\"log\"`: equal ratios";
        except: Vec<String>, "none", "with `\"*\"`: list of weights that are not varied";
    }
}

/// Values of a parameter or weight.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Choice {
    List(Vec<Value>),
    Range(RangeKeys),
}

impl TryFrom<toml::Value> for Choice {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Choice, String> {
        let message = |error: toml::de::Error| error.message().to_string();
        match value {
            toml::Value::Table(table) => table.try_into().map(Choice::Range).map_err(message),
            toml::Value::Array(values) => {
                let values = values.into_iter().map(toml::Value::try_into);
                values
                    .collect::<Result<_, _>>()
                    .map(Choice::List)
                    .map_err(message)
            }
            _ => Err(
                "expected a list of values, { from = NUMBER, to = NUMBER } or { factor = NUMBER }"
                    .to_string(),
            ),
        }
    }
}

/// Spacing of the values in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Log,
}

/// Settings of a tuning. With equal settings and program versions, two tunings write identical bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    #[serde(flatten)]
    pub keys: TuningKeys,
    /// Number of bots in a game.
    pub players: usize,
    /// Hash of the component data.
    pub data: String,
    /// The bot to tune.
    pub base: BotSpec,
    /// Bots in the other seats. Empty if the base bot plays in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
    /// Dimensions of the search space.
    pub dimension: Vec<Dimension>,
}

impl Deref for Tuning {
    type Target = TuningKeys;

    fn deref(&self) -> &TuningKeys {
        &self.keys
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

    /// Returns the name of the objective in tuning files.
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
        neighbours: usize = 50, in 1..=10_000, "50", "number of mutants from which the next point is chosen, 1 to 10,000";
        exploration: f64 = 1.0, in 0.0..=1e6, "1", "weight of exploration, in standard deviations of the values so far";
    }
}

impl Tuning {
    /// Returns true if the base bot plays in the other seats, so that both bots are compared in the same games.
    /// Otherwise, both bots play the same place in separate games.
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
