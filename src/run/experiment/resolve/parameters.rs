//! Bot parameters that an experiment changes, with the keys of a bot file.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use crate::bots::file::BotFile;
use crate::bots::{BotError, BotSpec};
use crate::setting_tree::{SettingError, Tree};

/// Returns every value in nested tables that is not a table itself, with its path.
pub fn leaves(table: &Table) -> Vec<(Vec<String>, &Value)> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => found.extend(leaves(inner).into_iter().map(|(path, value)| {
                let mut whole = vec![key.clone()];
                whole.extend(path);
                (whole, value)
            })),
            _ => found.push((vec![key.clone()], value)),
        }
    }
    found
}

/// Returns a nested table with a single value at this path.
pub fn nested(path: &[String], value: Value) -> Table {
    match path {
        [] => Table::new(),
        [last] => Table::from_iter([(last.clone(), value)]),
        [first, rest @ ..] => {
            Table::from_iter([(first.clone(), Value::Table(nested(rest, value)))])
        }
    }
}

/// Merges the parameter tables of every bot; values of the second argument take precedence.
pub fn joined(
    one: &BTreeMap<String, Table>,
    other: &BTreeMap<String, Table>,
) -> BTreeMap<String, Table> {
    let mut all = one.clone();
    for (bot, table) in other {
        join(all.entry(bot.clone()).or_default(), table);
    }
    all
}

fn join(table: &mut Table, other: &Table) {
    for (key, value) in other {
        match (table.get_mut(key), value) {
            (Some(Value::Table(inner)), Value::Table(more)) => join(inner, more),
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Returns the name of a changed parameter in conditions and bot names, such as `weights.score=2`.
pub fn parameter_name(path: &[String], value: &Value) -> String {
    let value = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    format!("{}={value}", path.join("."))
}

/// Returns the bot with changed parameters, named such as `greedy(weights.score=2;…)`.
///
/// # Errors
/// [`SettingError`] if a key is not valid in a bot file or its value does not fit.
pub fn changed(bot: BotSpec, parameters: &Table) -> Result<BotSpec, SettingError> {
    let leaves = leaves(parameters);
    let parts: Vec<String> = leaves
        .iter()
        .map(|(path, value)| parameter_name(path, value))
        .collect();
    let name = format!("{}({})", bot.name, parts.join(";"));
    let file = format!("parameters of bot \"{}\"", bot.name);
    let mut bot = BotFile::of(Tree::of(parameters.clone()))
        .and_then(|read| read.resolve(&name, Path::new(""), Some(bot)))
        .map_err(|error| match error {
            BotError::Invalid(error) => SettingError::new(format!("{file}: {error}")),
            other => SettingError::new(other),
        })?;
    for (path, _) in &leaves {
        bot.origin.forget(&path.join("."));
    }
    Ok(bot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn changed_parameters_appear_in_the_bot_name() {
        let mut bot = BotSpec::random();
        bot.name = "greedy".to_string();
        bot.kind = crate::bots::BotKind::Greedy;
        bot.weights = BTreeMap::from([("score".to_string(), 1.0), ("cp".to_string(), 0.5)]);
        let bot = changed(bot, &table("weights.score = 2")).unwrap();
        assert_eq!(bot.name, "greedy(weights.score=2)");
        assert_eq!((bot.weights["score"], bot.weights["cp"]), (2.0, 0.5));
    }

    #[test]
    fn unknown_parameter_gets_a_suggestion() {
        let told = changed(BotSpec::random(), &table("weihgts.score = 2")).unwrap_err();
        let told = told.to_string();
        assert!(told.starts_with("parameters of bot \"random\""), "{told}");
        assert!(told.contains("did you mean \"weights\"?"), "{told}");
    }

    #[test]
    fn leaves_rebuild_the_original_table() {
        let whole = table("a = 1\n[b.c]\nd = [1, 2]\n");
        let leaves = leaves(&whole);
        assert_eq!(leaves.len(), 2);
        let mut again = BTreeMap::from([("x".to_string(), Table::new())]);
        for (path, value) in leaves {
            let one = BTreeMap::from([("x".to_string(), nested(&path, value.clone()))]);
            again = joined(&again, &one);
        }
        assert_eq!(again["x"], whole);
    }
}
