//! Parser for tuning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use portolan_run::file_keys;
use serde::Deserialize;
use toml::{Spanned, Value};

use super::settings::{NtbeaKeys, Objective};
use crate::experiment::spec::SpecError;
use crate::experiment::spec::keys::KeyFile;
use crate::seed::Seed;
use crate::settings::file_kind::FileKind;

/// Maximum number of blocks per evaluation and for the confirmation.
const MOST_BLOCKS: u64 = 100_000_000;

file_keys! {
    /// Content of a tuning file.
    #[derive(Debug, Default)]
    pub struct Keys {
        game: Option<Spanned<String>>, "required", "name of the game; `portolan games` lists the games";
        base: Option<Spanned<String>>, "required", "the bot that is tuned: a name or a `.toml` file";
        players: Option<Spanned<usize>>, "the smallest number with opponents", "bots in a game";
        opponents: Option<Spanned<Vec<Spanned<String>>>>, "`base`",
            "list of the bots in the other seats, one for each seat";
        objective: Option<Spanned<Objective>>, "`\"win\"`",
            "`\"win\"`, `\"score\"` or `\"lead\"` (own score minus the best other score)";
        evaluations: Option<Spanned<u64>>, "200", "points that are played";
        blocks: u64 = 20, 1..=MOST_BLOCKS, "20", "deals for each point, each in every different seating";
        confirm: u64 = 500, 2..=MOST_BLOCKS, "500", "new deals for the best point at the end";
        seed: Option<Spanned<Seed>>, "1", "master seed";
        data: Option<Spanned<PathBuf>>, "the shipped data", "folder of component files";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, "none", "table: rule options";
        #[serde(default)]
        space: SpaceKeys, "required", "tables `[space.parameters]` and `[space.weights]`: what is varied";
        ntbea: Option<Spanned<NtbeaKeys>>, "see below", "table: settings of NTBEA";
    }
}

file_keys! {
    /// Content of the table `[space]`.
    #[derive(Debug, Default)]
    pub struct SpaceKeys {
        #[serde(default)]
        parameters: BTreeMap<String, Spanned<Value>>, "none",
            "table: parameters of a search that are varied (`portolan bots --explain mcts` lists them), each with a list of values, `[0.1, 0.3, 1]`, or a range, `{ from = 0, to = 4 }`";
        #[serde(default)]
        weights: BTreeMap<String, Spanned<Value>>, "none",
            "table: weights of features that are varied, each with a list or a range; `\"*\"` stands for every weight of `base` that is not 0";
    }
}

file_keys! {
    /// A range: `{ from = 0, to = 2 }` or `{ factor = 2 }`.
    #[derive(Debug, Default)]
    #[serde(default)]
    pub struct RangeKeys {
        from: Option<f64>, "smallest value of the parameter",
            "lower end; required for a weight without `factor`";
        to: Option<f64>, "largest value of the parameter",
            "upper end; required for a weight without `factor`";
        factor: Option<f64>, "none",
            "instead of `from` and `to`: from the value in `base` divided by this number to the value multiplied by it";
        steps: Option<usize>, "5", "number of values";
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

/// A tuning file and its text.
pub type TuneFile = KeyFile<Keys>;

/// Reads a tuning file.
///
/// # Errors
/// [`SpecError`] with the file, the line and, for a misspelt key, a suggestion.
pub fn read_file(path: &Path) -> Result<TuneFile, SpecError> {
    KeyFile::read_as(FileKind::Tuning, path)
}
