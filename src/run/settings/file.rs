//! Conditions and values in experiment files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};
use toml::{Spanned, Table, Value};

/// A single name or a list of names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a kind of item or a list of items")]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    pub fn names(&self) -> &[String] {
        match self {
            OneOrMore::One(name) => std::slice::from_ref(name),
            OneOrMore::More(names) => names,
        }
    }
}

/// Table `[sweep]`: the values of each setting. Every combination is a condition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSweep {
    #[serde(default)]
    pub bots: Vec<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pub data: Vec<Spanned<PathBuf>>,
    /// Values by rule option.
    #[serde(default)]
    pub set: BTreeMap<String, Vec<Spanned<Value>>>,
    /// By bot: values by parameter, with the keys of a bot file.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Table>>,
}

/// Table `[[cell]]`: the settings of one condition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileCell {
    /// Name of the condition.
    pub name: Option<String>,
    pub bots: Option<Spanned<Vec<Spanned<String>>>>,
    /// Folder of component files.
    pub data: Option<Spanned<PathBuf>>,
    /// Rule options in addition to those of the experiment.
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    /// By bot: changed parameters, with the keys of a bot file.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Table>>,
}

/// Resolves a path relative to the folder of a file.
pub fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent()
        .map_or_else(|| path.to_path_buf(), |folder| folder.join(path))
}

/// Returns the value of a rule option in the syntax of `--set`.
///
/// # Errors
/// A message with the accepted types if the value is a table or a date.
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
            Err("expected a string, a number, true, false or a list of these".to_string())
        }
    }
}

/// Deserializes the values of a rule option to the syntax of `--set`.
///
/// # Errors
/// The errors of [`option_value`].
pub fn option_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<Value>::deserialize(deserializer)?;
    let texts: Result<Vec<String>, String> = values.iter().map(option_value).collect();
    texts.map_err(D::Error::custom)
}
