//! How an experiment file writes its cells, and how its values are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};
use toml::{Spanned, Table, Value};

/// A name, or a list of names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a kind of item or a list of items")]
pub enum OneOrMore {
    /// One name.
    One(String),
    /// A list.
    More(Vec<String>),
}

impl OneOrMore {
    /// The names.
    pub fn names(&self) -> &[String] {
        match self {
            OneOrMore::One(name) => std::slice::from_ref(name),
            OneOrMore::More(names) => names,
        }
    }
}

/// `[sweep]`: for each setting its values; every combination is a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSweep {
    /// Line-ups.
    #[serde(default)]
    pub bots: Vec<Spanned<Vec<Spanned<String>>>>,
    /// Folders of component files.
    #[serde(default)]
    pub data: Vec<Spanned<PathBuf>>,
    /// By rule option.
    #[serde(default)]
    pub set: BTreeMap<String, Vec<Spanned<Value>>>,
    /// By bot: for a parameter, as a bot file has it, its values.
    #[serde(default)]
    pub parameters: BTreeMap<String, Spanned<Table>>,
}

/// `[[cell]]`: what one cell has of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileCell {
    /// What sets it apart.
    pub name: Option<String>,
    /// Its line-up.
    pub bots: Option<Spanned<Vec<Spanned<String>>>>,
    /// Its folder of component files.
    pub data: Option<Spanned<PathBuf>>,
    /// Rule options on top of the experiment's.
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    /// By bot: parameters that are changed, as in a bot file.
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

/// Values of a rule option as `--set` would write them.
///
/// # Errors
/// Those of [`option_value`].
pub fn option_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<Value>::deserialize(deserializer)?;
    let texts: Result<Vec<String>, String> = values.iter().map(option_value).collect();
    texts.map_err(D::Error::custom)
}
