//! Conditions and values of rule options in experiment files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, de::Error};
use toml::{Table, Value};

use super::items::Arm;
use crate::bots::BotSpec;
use crate::file_keys;
use crate::setting_tree::Places;

/// Maximum number of conditions in an experiment.
pub const MOST_CELLS: usize = 10_000;

file_keys! {
    /// Table `[sweep]`: the values of each setting. Every combination is a condition.
    pub default struct Sweep {
        bots: Vec<Vec<String>>, "as in the file", "list of line-ups";
        data: Vec<PathBuf>, "as in the file", "list of folders of component files";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, Vec<String>>, "as in the file",
            "table: a list of values for each rule option";
        parameters: BTreeMap<String, Table>, "none",
            "a table for each bot, `[sweep.parameters.BOT]`: a list of values for each parameter, written as in a bot file, such as `weights.score = [0.5, 1, 2]`";
    }
}

file_keys! {
    /// Settings of one condition, which override the experiment. The keys are those of a table `[[cell]]`.
    pub default struct Cell {
        name: String, "its settings", "name of the condition";
        bots: Option<Vec<String>>, "as in the file", "line-up";
        data: Option<PathBuf>, "as in the file", "folder of component files";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, String>, "as in the file",
            "table: rule options, which replace those of the file one by one";
        parameters: BTreeMap<String, Table>, "none",
            "a table for each bot: changed parameters, written as in a bot file, such as `parameters.greedy.weights.score = 2`. A bot that the line-up names by its path has this path as its name here, or the name of its file";
    } with {
        /// Bot that replaces the first of `bots`.
        first: Option<BotSpec>,
        /// Number of the data set with perturbed placeholder rows; 0 for the unchanged data set.
        perturbation: u32,
        /// Treatment of the first place.
        arm: Option<Arm>,
        /// Extra money with which the first place begins.
        handicap: u16,
        /// Change of the price of each item of a study; empty if no price changes.
        prices: Vec<i32>,
        /// Places of the keys of the condition.
        places: Places,
    }
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

/// Value of a key that is converted: the text of an option, a number, or one or more of these.
pub trait Convert: Sized {
    /// Converts a value of a file.
    ///
    /// # Errors
    /// A message with the accepted types.
    fn convert(value: &Value) -> Result<Self, String>;
}

impl Convert for String {
    fn convert(value: &Value) -> Result<String, String> {
        option_value(value)
    }
}

impl Convert for usize {
    fn convert(value: &Value) -> Result<usize, String> {
        let number = value.as_integer().and_then(|number| number.try_into().ok());
        number.ok_or_else(|| format!("found {value}, expected a whole number of 0 or more"))
    }
}

impl<T: Convert> Convert for Vec<T> {
    fn convert(value: &Value) -> Result<Vec<T>, String> {
        match value {
            Value::Array(values) if values.is_empty() => {
                Err("expected at least one value".to_string())
            }
            Value::Array(values) => values.iter().map(T::convert).collect(),
            one => Ok(vec![T::convert(one)?]),
        }
    }
}

/// Deserializes a value. A `Vec` can be given as one value or as a list of values.
///
/// # Errors
/// The errors of [`Convert::convert`].
pub fn converted<'de, D: Deserializer<'de>, T: Convert>(deserializer: D) -> Result<T, D::Error> {
    T::convert(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Deserializes rule options to the syntax of `--set`, each with its value or, for a `Vec`, its values.
///
/// # Errors
/// The errors of [`Convert::convert`].
pub fn options<'de, D: Deserializer<'de>, T: Convert>(
    deserializer: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Converted<T: Convert>(#[serde(deserialize_with = "converted")] T);
    let options = BTreeMap::<String, Converted<T>>::deserialize(deserializer)?.into_iter();
    Ok(options.map(|(name, value)| (name, value.0)).collect())
}
