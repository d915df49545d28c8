//! How an experiment file writes what it wants, and how its values are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::settings::{DuelBounds, EventLevel, Factorial, Kind, Mixture, Policy, Prices};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub inherits: Option<Spanned<String>>,
    pub kind: Option<Spanned<Kind>>,
    pub game: Option<Spanned<String>>,
    pub players: Option<Spanned<usize>>,
    pub bots: Option<Spanned<Vec<Spanned<String>>>>,
    pub games: Option<Spanned<u64>>,
    pub blocks: Option<Spanned<u64>>,
    pub seed: Option<Spanned<u64>>,
    pub data: Option<Spanned<PathBuf>>,
    pub events: Option<Spanned<EventLevel>>,
    pub compress: Option<Spanned<bool>>,
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    pub challenger: Option<Spanned<String>>,
    pub opponent: Option<Spanned<String>>,
    pub ladder: Option<Spanned<RawLadder>>,
    pub mixture: Option<Spanned<Mixture>>,
    pub duel: Option<Spanned<DuelBounds>>,
    pub items: Option<Spanned<OneOrMore>>,
    pub factorial: Option<Spanned<Factorial>>,
    pub price: Option<Spanned<Prices>>,
    pub policy: Option<Spanned<Policy>>,
    pub perturbed: Option<Spanned<u32>>,
    pub by_strength: Option<Spanned<bool>>,
    #[serde(default)]
    pub settings: BTreeMap<String, Spanned<Vec<Value>>>,
    pub sweep: Option<RawSweep>,
    #[serde(default)]
    pub cell: Vec<RawCell>,
}

/// A name, or a list of names.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a kind of item or a list of items")]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// `[sweep]`: for each setting its values; every combination is a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSweep {
    #[serde(default)]
    pub bots: Vec<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pub data: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    pub set: BTreeMap<String, Vec<Spanned<Value>>>,
    /// By bot: for a parameter, as a bot file has it, its values.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Table>>,
}

/// `[ladder]`: the rule option that is climbed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLadder {
    pub option: String,
    pub values: Vec<Value>,
}

/// `[[cell]]`: what one cell has of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCell {
    pub name: Option<String>,
    pub bots: Option<Spanned<Vec<Spanned<String>>>>,
    pub data: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Table>>,
}

/// A path as seen from the folder of a file.
pub fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent()
        .map_or_else(|| path.to_path_buf(), |folder| folder.join(path))
}

/// The value of a rule option as `--set` would write it.
///
/// # Errors
/// What would be accepted, if it is a table or a date.
pub fn option_value(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(flag) => Ok(if *flag { "on" } else { "off" }.to_string()),
        Value::Array(values) => {
            let parts: Result<Vec<String>, String> = values.iter().map(option_value).collect();
            Ok(parts?.join(","))
        }
        Value::Datetime(_) | Value::Table(_) => {
            Err("expected a text, a number, true, false or a list of these".to_string())
        }
    }
}
