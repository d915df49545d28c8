//! Reading tuning files: TOML, as `docs/reference/tuning-files.md` tells key by key. Relative paths are meant from the
//! folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Value};

use super::settings::{Method, NtbeaKeys, Objective, SpsaKeys};
use crate::experiment::spec::SpecError;
use crate::experiment::spec::keys::KeyFile;
use crate::seed::Seed;

/// A tuning file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// Game.
    pub game: Option<Spanned<String>>,
    /// Number of bots in a game.
    pub players: Option<Spanned<usize>>,
    /// The bot that is tuned.
    pub base: Option<Spanned<String>>,
    /// Who holds the other seats.
    pub opponents: Option<Spanned<Vec<Spanned<String>>>>,
    /// Which point is tried next.
    pub method: Option<Spanned<Method>>,
    /// What a point is to be good at.
    pub objective: Option<Spanned<Objective>>,
    /// Points that are played.
    pub evaluations: Option<Spanned<u64>>,
    /// Blocks on which each of them is played.
    pub blocks: Option<Spanned<u64>>,
    /// Fresh blocks for the best one.
    pub confirm: Option<Spanned<u64>>,
    /// Master seed.
    pub seed: Option<Spanned<Seed>>,
    /// Folder of component files.
    pub data: Option<Spanned<PathBuf>>,
    /// Rule options.
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    /// What may vary.
    #[serde(default)]
    pub space: SpaceKeys,
    /// Settings of NTBEA.
    pub ntbea: Option<Spanned<NtbeaKeys>>,
    /// Settings of SPSA.
    pub spsa: Option<Spanned<SpsaKeys>>,
}

/// `[space]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceKeys {
    /// Parameters of a search, each with a list of values or a range.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Value>>,
    /// Weights by feature, each with a list of values or a range; `*` for all that the bot has.
    #[serde(default)]
    pub weights: BTreeMap<String, Spanned<Value>>,
}

/// A range as it is written: `{ from = 0, to = 2 }` or `{ factor = 2 }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RangeKeys {
    /// One end.
    pub from: Option<f64>,
    /// The other end.
    pub to: Option<f64>,
    /// Instead: from what the bot has divided by this to what it has multiplied by this.
    pub factor: Option<f64>,
    /// Values that NTBEA tries.
    pub steps: Option<usize>,
    /// Whether steps are equal differences or equal ratios.
    pub scale: Option<Scale>,
    /// With `*`: weights that stay as they are.
    pub except: Vec<String>,
}

/// What is equal about equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Differences.
    Linear,
    /// Ratios.
    Log,
}

/// A tuning file with its text.
pub type TuneFile = KeyFile<Keys>;

impl TuneFile {
    /// Reads a file.
    ///
    /// # Errors
    /// [`SpecError`] with file, line and, for a misspelt key, the nearest one.
    pub fn read(path: &Path) -> Result<TuneFile, SpecError> {
        KeyFile::read_as("tuning file", path)
    }
}
