//! Parser for tuning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Value};

use super::settings::{Method, NtbeaKeys, Objective, SpsaKeys};
use crate::experiment::spec::SpecError;
use crate::experiment::spec::keys::KeyFile;
use crate::seed::Seed;
use crate::settings::file_kind::FileKind;

/// Content of a tuning file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub game: Option<Spanned<String>>,
    /// Number of bots in a game.
    pub players: Option<Spanned<usize>>,
    /// The bot to tune.
    pub base: Option<Spanned<String>>,
    /// Bots in the other seats.
    pub opponents: Option<Spanned<Vec<Spanned<String>>>>,
    /// Optimization method.
    pub method: Option<Spanned<Method>>,
    /// Objective to maximize.
    pub objective: Option<Spanned<Objective>>,
    /// Number of evaluations.
    pub evaluations: Option<Spanned<u64>>,
    /// Number of blocks per evaluation.
    pub blocks: Option<Spanned<u64>>,
    /// Number of fresh blocks for the confirmation of the best point.
    pub confirm: Option<Spanned<u64>>,
    /// Master seed.
    pub seed: Option<Spanned<Seed>>,
    /// Folder of the component files.
    pub data: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    /// Search space.
    #[serde(default)]
    pub space: SpaceKeys,
    pub ntbea: Option<Spanned<NtbeaKeys>>,
    pub spsa: Option<Spanned<SpsaKeys>>,
}

/// Content of the table `[space]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceKeys {
    /// Search parameters, each with a list of values or a range.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Value>>,
    /// Weights by feature, each with a list of values or a range; `*` stands for all weights of the bot.
    #[serde(default)]
    pub weights: BTreeMap<String, Spanned<Value>>,
}

/// A range: `{ from = 0, to = 2 }` or `{ factor = 2 }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RangeKeys {
    /// One end of the range.
    pub from: Option<f64>,
    /// Other end of the range.
    pub to: Option<f64>,
    /// Alternative to `from` and `to`: the range goes from the bot's value divided by this factor to the value
    /// multiplied by it.
    pub factor: Option<f64>,
    /// Number of values that NTBEA tries.
    pub steps: Option<usize>,
    /// Spacing of the values.
    pub scale: Option<Scale>,
    /// With `*`: weights that do not vary.
    pub except: Vec<String>,
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
