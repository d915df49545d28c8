//! Validation of a tuning file. All problems are reported before the first game starts.

use std::collections::BTreeMap;
use std::path::Path;

use super::settings::{Choice, RangeKeys, Scale, Tuning, TuningKeys};
use super::space::{Dimension, Range, WEIGHTS, bot_at, number};
use crate::bots::BotSpec;
use crate::experiment::resolve::parts::{all_fit, bot, once_each, read_data, seats};
use crate::play::dyn_game::set_up;
use crate::prose::count;
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::search::parameters::{Accepts, HALVING, NET, POLICY, ParameterError, Value};
use crate::search::settings::find;
use crate::setting_tree::SettingError;
use crate::settings::file_kind::{FileKind, SettingsFile};
use crate::setup::GameSetup;
use crate::suggestion::did_you_mean;

/// Maximum number of values in a range.
const MOST_STEPS: usize = 1000;
/// Key that stands for all weights of the base bot that differ from 0.
const ALL: &str = "*";

/// A tuning file with the places of its values.
pub type TuneFile = SettingsFile<TuningKeys>;

/// Reads a tuning file.
///
/// # Errors
/// [`SettingError`] with the file, the line and, for a misspelt key, a suggestion.
pub fn read_file(path: &Path) -> Result<TuneFile, SettingError> {
    SettingsFile::read(FileKind::Tuning, path)
}

/// A validated tuning.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Settings.
    pub tuning: Tuning,
    /// Set-up of the game.
    pub setup: GameSetup,
    pub data: DataRecord,
}

/// Converts a tuning file to settings: loads bots and data, and validates them with the game.
///
/// # Errors
/// [`SettingError`] with the place of the problem.
pub fn resolve(file: &TuneFile) -> Result<Resolved, SettingError> {
    let keys = &file.keys;
    file.tree
        .need("game", "a game that `portolan games` lists")?;
    let entry = entry(&keys.game).map_err(file.at("game"))?;
    let wished = keys.players.unwrap_or(entry.default_players());
    let players = seats(entry, &[], Some(wished)).map_err(file.at("players"))?;
    file.tree.need("base", "base = \"greedy\" or a bot file")?;
    let base = bot(entry, &keys.base).map_err(file.at("base"))?;
    let opponents = opponents(file, entry, players)?;
    let data = read_data(entry, keys.data.as_deref()).map_err(file.at("data"))?;
    let record = DataRecord::new(&data, entry.rows_by_provenance(&data));
    let setup = GameSetup {
        game: entry.name.to_string(),
        players,
        options: keys.set.clone(),
        data,
    };
    let present: Vec<BotSpec> = opponents.iter().chain([&base]).cloned().collect();
    let games = [set_up(&setup).map_err(|error| file.at(&error.key())(error))?];
    all_fit(&games, &present).map_err(|(index, error)| {
        let path = match index < opponents.len() {
            true => format!("opponents.{index}"),
            false => "base".to_string(),
        };
        file.at(&path)(error)
    })?;
    file.tree.check("ntbea", &keys.ntbea)?;
    let tuning = Tuning {
        keys: TuningKeys {
            game: entry.name.to_string(),
            ..keys.clone()
        },
        players,
        data: setup.data.hash(),
        dimension: dimensions(file, &base, games[0].feature_names(), entry.name)?,
        base,
        opponents,
    };
    let points = single_changes(&tuning);
    all_fit(&games, &points).map_err(|(_, error)| file.at("")(error))?;
    Ok(Resolved {
        tuning,
        setup,
        data: record,
    })
}

fn opponents(
    file: &TuneFile,
    entry: &crate::setup::GameEntry,
    players: usize,
) -> Result<Vec<BotSpec>, SettingError> {
    let Some(names) = &file.keys.opponents else {
        return Ok(Vec::new());
    };
    let wanted = players - 1;
    if names.len() != wanted || wanted == 0 {
        return Err(file.at("opponents")(format!(
            "{}: expected {}",
            count(names.len() as u64, "opponent"),
            match wanted {
                0 => "none, because there is no other seat".to_string(),
                _ => format!("{wanted}, one per other seat of {players}"),
            }
        )));
    }
    let found = names
        .iter()
        .enumerate()
        .map(|(index, name)| bot(entry, name).map_err(file.at(&format!("opponents.{index}"))));
    let found = found.collect::<Result<Vec<BotSpec>, _>>()?;
    once_each(&found).map_err(file.at("opponents"))?;
    Ok(found)
}

fn dimensions(
    file: &TuneFile,
    base: &BotSpec,
    features: &[&str],
    game: &str,
) -> Result<Vec<Dimension>, SettingError> {
    let mut found = Vec::new();
    for (name, keys) in &file.keys.space.parameters {
        let path = format!("space.parameters.{name}");
        found.push((
            of_parameter(name, keys, base).map_err(file.at(&path))?,
            path,
        ));
    }
    for (feature, (keys, path)) in all_weights(file, base, features, game)? {
        found.push((
            of_weight(&feature, keys, base).map_err(file.at(&path))?,
            path,
        ));
    }
    if found.is_empty() {
        return Err(file.at("")(
            "no parameter varies; expected [space.parameters] or [space.weights] with names and values",
        ));
    }
    if let Some((dimension, path)) = found.iter().find(|(one, _)| one.values.len() < 2) {
        let name = &dimension.name;
        return Err(file.at(path)(format!(
            "{name} has only one value; expected at least two different values"
        )));
    }
    Ok(found.into_iter().map(|(dimension, _)| dimension).collect())
}

/// Returns the weights to tune by feature name, each with its values and its path in the file. Expands `*`.
fn all_weights<'file>(
    file: &'file TuneFile,
    base: &BotSpec,
    features: &[&str],
    game: &str,
) -> Result<BTreeMap<String, (&'file Choice, String)>, SettingError> {
    let weights = &file.keys.space.weights;
    let known = |name: &str| {
        if features.contains(&name) {
            return Ok(());
        }
        Err(format!(
            "{game} has no feature \"{name}\"{}; features: {}",
            did_you_mean(name, features.iter().copied()),
            features.join(", ")
        ))
    };
    let path = |name: &str| format!("space.weights.{name}");
    let mut all = BTreeMap::new();
    if let Some(keys) = weights.get(ALL) {
        let at = file.at(&path(ALL));
        let Choice::Range(
            range @ RangeKeys {
                factor: Some(_), ..
            },
        ) = keys
        else {
            return Err(at(
                "\"*\" stands for all weights, whatever their size: expected { factor = NUMBER }"
                    .to_string(),
            ));
        };
        for name in &range.except {
            known(name).map_err(&at)?;
        }
        let varies =
            |(name, weight): &(&String, &f64)| **weight != 0.0 && !range.except.contains(*name);
        let names = base.weights.iter().filter(varies);
        all.extend(names.map(|(name, _)| (name.clone(), (keys, path(ALL)))));
    }
    for (name, keys) in weights.iter().filter(|(name, _)| *name != ALL) {
        known(name).map_err(file.at(&path(name)))?;
        all.insert(name.clone(), (keys, path(name)));
    }
    Ok(all)
}

fn of_parameter(name: &str, choice: &Choice, base: &BotSpec) -> Result<Dimension, String> {
    let Some(method) = base.kind.with_parameters() else {
        return Err(format!(
            "bot \"{}\" is of kind \"{}\", which has no parameter \"{name}\": only bots that search \
             or use a network have parameters; expected [space.weights]",
            base.name,
            base.kind.name()
        ));
    };
    let told = |ParameterError(problem)| problem;
    let parameter = find(method, name).map_err(told)?;
    let keys = match choice {
        Choice::Range(keys) => keys,
        Choice::List(values) => {
            let values = values.iter().map(|value| parameter.check(value));
            let values = values.collect::<Result<_, _>>().map_err(told)?;
            return Ok(listed(name.to_string(), values));
        }
    };
    let (low, high, whole) = match parameter.accepts {
        Accepts::Whole(low, high) => (low as f64, high as f64, true),
        Accepts::Number(low, high) => (low, high, false),
        Accepts::OneOf(words) => {
            if keys.from.or(keys.to).or(keys.factor).is_some() {
                return Err(format!(
                    "{name} has no range: expected {}",
                    parameter.accepts
                ));
            }
            // Without a network, "net" is not available; without a policy, neither are "policy" and "halving".
            let weights = base
                .network
                .as_ref()
                .and_then(|network| network.weights().ok());
            let has_policy = weights.is_some_and(|weights| weights.policy.is_some());
            let usable = |word: &str| match word {
                NET => base.network.is_some(),
                POLICY | HALVING => has_policy,
                _ => true,
            };
            let words = words.iter().filter(|(word, _)| usable(word));
            let words = words.map(|(word, _)| Value::Text((*word).into()));
            return Ok(listed(name.to_string(), words.collect()));
        }
    };
    let own = base.parameters.get(name).unwrap_or(&parameter.default);
    let range = range(name, keys, number(own), Some((low, high)), whole)?;
    for end in [range.at(0.0), range.at(1.0)] {
        parameter.check(&end).map_err(told)?;
    }
    ranged(name.to_string(), range, keys)
}

fn of_weight(feature: &str, choice: &Choice, base: &BotSpec) -> Result<Dimension, String> {
    let name = format!("{WEIGHTS}{feature}");
    let keys = match choice {
        Choice::Range(keys) => keys,
        Choice::List(values) => {
            let numbers = values.iter().map(number);
            let numbers = numbers.map(|number| number.filter(|number| number.is_finite()));
            let numbers = numbers.map(|number| number.map(Value::Number)).collect();
            let numbers: Option<Vec<Value>> = numbers;
            let numbers = numbers.ok_or_else(|| format!("{name}: expected finite numbers"))?;
            return Ok(listed(name, numbers));
        }
    };
    let own = base.weights.get(feature).copied();
    let range = range(&name, keys, own, None, false)?;
    ranged(name, range, keys)
}

/// Creates a dimension from a list of values, without duplicates.
fn listed(name: String, values: Vec<Value>) -> Dimension {
    let mut once: Vec<Value> = Vec::new();
    for value in values {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    Dimension {
        name,
        values: once,
        range: None,
    }
}

fn ranged(name: String, range: Range, keys: &RangeKeys) -> Result<Dimension, String> {
    let steps = keys.steps;
    if !(2..=MOST_STEPS).contains(&steps) {
        return Err(format!(
            "{name}: steps = {steps}: expected 2 to {MOST_STEPS}"
        ));
    }
    Ok(Dimension {
        values: range.steps(steps),
        name,
        range: Some(range),
    })
}

/// Parses a range and checks it against `limits` if given.
fn range(
    name: &str,
    keys: &RangeKeys,
    own: Option<f64>,
    limits: Option<(f64, f64)>,
    whole: bool,
) -> Result<Range, String> {
    let (from, to, log) = match keys.factor {
        Some(factor) => {
            if keys.from.is_some() || keys.to.is_some() || keys.scale.is_some() {
                return Err(format!(
                    "{name}: factor replaces from, to and scale; expected only one of the two forms"
                ));
            }
            if !(factor > 1.0 && factor <= 1e6) {
                return Err(format!(
                    "{name}: factor = {factor}: expected a number above 1 and at most 1000000"
                ));
            }
            let Some(own) = own.filter(|&own| own != 0.0) else {
                return Err(format!(
                    "{name} is 0 in the bot, so a factor has no effect: expected from and to"
                ));
            };
            let within = |end: f64| limits.map_or(end, |(low, high)| end.clamp(low, high));
            (within(own / factor), within(own * factor), true)
        }
        None => {
            let end = |given: Option<f64>, limit: Option<f64>, key: &str| {
                given
                    .or(limit)
                    .filter(|end| end.is_finite())
                    .ok_or_else(|| format!("{name}: key \"{key}\" is missing; expected a number"))
            };
            let from = end(keys.from, limits.map(|(low, _)| low), "from")?;
            let to = end(keys.to, limits.map(|(_, high)| high), "to")?;
            (from, to, keys.scale == Some(Scale::Log))
        }
    };
    if let Some((low, high)) = limits
        && let Some(end) = [from, to]
            .into_iter()
            .find(|end| !(low..=high).contains(end))
    {
        return Err(format!(
            "{name}: {end} is out of range: expected {low} to {high}"
        ));
    }
    if from >= to && keys.factor.is_none() {
        return Err(format!(
            "{name}: from = {from} is not less than to = {to}; expected from < to"
        ));
    }
    if log && from * to <= 0.0 {
        return Err(format!(
            "{name}: a logarithmic scale from {from} to {to} is impossible: expected two nonzero \
             numbers of the same sign"
        ));
    }
    Ok(Range {
        from,
        to,
        log,
        whole,
    })
}

/// Returns the bots that differ from the base bot in a single value. A value may require other settings (such as weights
/// for an evaluation by features), but these come from the base bot, so combinations of valid values are also valid.
fn single_changes(tuning: &Tuning) -> Vec<BotSpec> {
    let mut bots = Vec::new();
    for dimension in &tuning.dimension {
        let one = std::slice::from_ref(dimension);
        for value in &dimension.values {
            let point = std::slice::from_ref(value);
            bots.push(bot_at(&tuning.base, &tuning.base.name, one, point));
        }
    }
    bots
}
