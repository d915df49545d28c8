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
        bots: Vec<Vec<String>>, "those of the file", "list of line-ups";
        data: Vec<PathBuf>, "that of the file", "list of folders of component files";
        #[serde(deserialize_with = "value_lists")]
        set: BTreeMap<String, Vec<String>>, "that of the file",
            "table: a list of values for each rule option";
        parameters: BTreeMap<String, Table>, "none",
            "a table for each bot, `[sweep.parameters.BOT]`: a list of values for each parameter, written as in a bot file, such as `weights.score = [0.5, 1, 2]`";
    }
}

file_keys! {
    /// Settings of one condition, which override the experiment. The keys are those of a table `[[cell]]`.
    pub default struct Cell {
        name: String, "its settings", "name of the condition";
        bots: Option<Vec<String>>, "those of the file", "line-up";
        data: Option<PathBuf>, "that of the file", "folder of component files";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, String>, "that of the file",
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

/// Value of a rule option in the syntax of `--set`.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct OptionValue(String);

impl TryFrom<Value> for OptionValue {
    type Error = String;

    fn try_from(value: Value) -> Result<OptionValue, String> {
        option_value(&value).map(OptionValue)
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

/// Deserializes rule options to the syntax of `--set`.
///
/// # Errors
/// The errors of [`option_value`].
pub fn options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let options = BTreeMap::<String, OptionValue>::deserialize(deserializer)?;
    Ok(options
        .into_iter()
        .map(|(name, value)| (name, value.0))
        .collect())
}

/// Deserializes the values of a rule option to the syntax of `--set`.
///
/// # Errors
/// The errors of [`option_value`].
pub fn option_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<OptionValue>::deserialize(deserializer)?;
    Ok(values.into_iter().map(|value| value.0).collect())
}

/// Deserializes a list of values for each rule option to the syntax of `--set`.
///
/// # Errors
/// The errors of [`option_value`].
pub fn value_lists<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let lists = BTreeMap::<String, Vec<OptionValue>>::deserialize(deserializer)?;
    let texts = |values: Vec<OptionValue>| values.into_iter().map(|value| value.0).collect();
    Ok(lists
        .into_iter()
        .map(|(name, values)| (name, texts(values)))
        .collect())
}

/// Deserializes one value or a list of values for each rule option to the syntax of `--set`.
///
/// # Errors
/// The errors of [`option_value`], and an empty list.
pub fn values_in_turn<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(try_from = "Value")]
    struct Values(Vec<String>);
    impl TryFrom<Value> for Values {
        type Error = String;

        fn try_from(value: Value) -> Result<Values, String> {
            let values = match &value {
                Value::Array(values) if values.is_empty() => {
                    return Err("expected a value".to_string());
                }
                Value::Array(values) => values.iter().map(option_value).collect(),
                one => option_value(one).map(|value| vec![value]),
            };
            values.map(Values)
        }
    }
    let lists = BTreeMap::<String, Values>::deserialize(deserializer)?;
    Ok(lists
        .into_iter()
        .map(|(name, values)| (name, values.0))
        .collect())
}

/// Deserializes a single name or a list of names.
///
/// # Errors
/// Any other value.
pub fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(name) => Ok(vec![name]),
        names => names
            .try_into()
            .map_err(|_| D::Error::custom("expected a kind of item or a list of items")),
    }
}
