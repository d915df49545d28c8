//! Conditions and values in experiment files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};
use toml::{Spanned, Table, Value};

use crate::file_keys;

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

file_keys! {
    /// Table `[sweep]`: the values of each setting. Every combination is a condition.
    pub struct FileSweep {
        #[serde(default)]
        bots: Vec<Spanned<Vec<Spanned<String>>>>, "those of the file", "list of line-ups";
        #[serde(default)]
        data: Vec<Spanned<PathBuf>>, "that of the file", "list of folders of component files";
        #[serde(default)]
        set: BTreeMap<String, Vec<Spanned<Value>>>, "that of the file",
            "table: a list of values for each rule option";
        #[serde(default)]
        parameters: BTreeMap<String, Spanned<Table>>, "none",
            "a table for each bot, `[sweep.parameters.BOT]`: a list of values for each parameter, written as in a bot file, such as `weights.score = [0.5, 1, 2]`";
    }
}

file_keys! {
    /// Table `[[cell]]`: the settings of one condition.
    pub struct FileCell {
        name: Option<String>, "its settings", "name of the condition";
        bots: Option<Spanned<Vec<Spanned<String>>>>, "those of the file", "line-up";
        data: Option<Spanned<PathBuf>>, "that of the file", "folder of component files";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, "that of the file",
            "table: rule options, which replace those of the file one by one";
        #[serde(default)]
        parameters: BTreeMap<String, Spanned<Table>>, "none",
            "a table for each bot: changed parameters, written as in a bot file, such as `parameters.greedy.weights.score = 2`. A bot that the line-up names by its path has this path as its name here, or the name of its file";
    }
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
