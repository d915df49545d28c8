//! Parser for tuning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Value;

use super::settings::{NtbeaKeys, Objective};
use crate::file_keys;
use crate::setting_tree::SettingError;
use crate::settings::cells::options;
use crate::settings::file_kind::{FileKind, SettingsFile};
use crate::settings::keys::DEFAULT_SEED;

/// Maximum number of evaluations. The time per evaluation grows with the number of points tried.
const MOST_EVALUATIONS: u64 = 100_000;
/// Maximum number of blocks per evaluation and for the confirmation.
const MOST_BLOCKS: u64 = 100_000_000;

file_keys! {
    /// Content of a tuning file.
    pub default struct Keys {
        game: String, "required", "name of the game; `portolan games` lists the games";
        base: String, "required", "the bot that is tuned: a name or a `.toml` file";
        players: Option<usize>, "the smallest number with opponents", "bots in a game";
        opponents: Option<Vec<String>>, "`base`",
            "list of the bots in the other seats, one for each seat";
        objective: Objective = Objective::Win, "`\"win\"`",
            "`\"win\"`, `\"score\"` or `\"lead\"` (own score minus the best other score)";
        evaluations: u64 = 200, in 1..=MOST_EVALUATIONS, "200", "points that are played";
        blocks: u64 = 20, in 1..=MOST_BLOCKS, "20", "deals for each point, each in every different seating";
        confirm: u64 = 500, in 2..=MOST_BLOCKS, "500", "new deals for the best point at the end";
        #[serde(deserialize_with = "crate::seed::deserialize")]
        seed: u64 = DEFAULT_SEED, "1", "master seed";
        data: Option<PathBuf>, "the shipped data", "folder of component files";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, String>, "none", "table: rule options";
        space: SpaceKeys, "required", "tables `[space.parameters]` and `[space.weights]`: what is varied";
        ntbea: NtbeaKeys, "see below", "table: settings of NTBEA";
    }
}

file_keys! {
    /// Content of the table `[space]`.
    pub default struct SpaceKeys {
        parameters: BTreeMap<String, Value>, "none",
            "table: parameters of a search that are varied (`portolan bots --explain mcts` lists them), each with a list of values, `[0.1, 0.3, 1]`, or a range, `{ from = 0, to = 4 }`";
        weights: BTreeMap<String, Value>, "none",
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

/// Spacing of the values in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Log,
}

/// A tuning file with the places of its values.
pub type TuneFile = SettingsFile<Keys>;

/// Reads a tuning file.
///
/// # Errors
/// [`SettingError`] with the file, the line and, for a misspelt key, a suggestion.
pub fn read_file(path: &Path) -> Result<TuneFile, SettingError> {
    SettingsFile::read(FileKind::Tuning, path)
}
