//! Validation of a tuning file. All problems are reported before the first game starts.

use std::collections::BTreeMap;

use toml::{Spanned, Value as Toml};

use super::file::{RangeKeys, Scale, TuneFile};
use super::settings::{Objective, Tuning};
use super::space::{Dimension, Range, WEIGHTS, bot_at, number};
use crate::bots::BotSpec;
use crate::bots::file::explain;
use crate::experiment::spec::SpecError;
use crate::experiment::spec::file::DEFAULT_SEED;
use crate::experiment::spec::parts::{all_fit, once_each, seats};
use crate::play::dyn_game::set_up;
use crate::prose::count;
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::search::parameters::{Accepts, HALVING, NET, POLICY, ParameterError, Value};
use crate::search::settings::find;
use crate::settings::file::option_value;
use crate::settings::keys::NumberFile;
use crate::setup::GameSetup;
use crate::suggestion::did_you_mean;

/// Default number of evaluations.
const DEFAULT_EVALUATIONS: u64 = 200;
/// Maximum number of evaluations. The time per evaluation grows with the number of points tried.
const MOST_EVALUATIONS: u64 = 100_000;
/// Default number of values in a range.
const DEFAULT_STEPS: usize = 5;
/// Maximum number of values in a range.
const MOST_STEPS: usize = 1000;
/// Key that stands for all weights of the bot.
const ALL: &str = "*";

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
/// [`SpecError`] with the place of the problem.
pub fn resolve(file: &TuneFile) -> Result<Resolved, SpecError> {
    let keys = &file.keys;
    let game = file.need(keys.game.as_ref(), "game", "a game of `portolan games`")?;
    let entry = entry(game.get_ref()).map_err(file.at(Some(game)))?;
    let players = keys.players.as_ref();
    let wished = players.map_or(entry.default_players(), |players| *players.get_ref());
    let players = seats(entry, &[], Some(wished)).map_err(file.at(players))?;
    let example = "base = \"greedy\" or a bot file";
    let base = file.named_bot(entry, file.need(keys.base.as_ref(), "base", example)?)?;
    let opponents = opponents(file, entry, players)?;
    let (data, record) = file.data(entry, keys.data.as_ref())?;
    let mut set = BTreeMap::new();
    for (option, value) in &keys.set {
        let text = option_value(value.get_ref()).map_err(file.at(Some(value)))?;
        set.insert(option.clone(), text);
    }
    let setup = GameSetup {
        game: entry.name.to_string(),
        players,
        options: set.clone(),
        data,
    };
    let present: Vec<BotSpec> = opponents.iter().chain([&base]).cloned().collect();
    let games = [set_up(&setup).map_err(|error| file.at_option(&keys.set, &error))?];
    all_fit(&games, &present).map_err(|(index, error)| {
        let opponents = keys.opponents.as_ref().map(Spanned::get_ref);
        let opponent = opponents.and_then(|names| names.get(index));
        file.at(opponent.or(keys.base.as_ref()))(error)
    })?;
    let ntbea = keys.ntbea.as_ref();
    let of_ntbea = ntbea.map_or_else(Default::default, |keys| *keys.get_ref());
    if let Some(problem) = of_ntbea.problem() {
        return Err(file.at(ntbea)(problem));
    }
    let tuning = Tuning {
        game: entry.name.to_string(),
        players,
        objective: keys
            .objective
            .as_ref()
            .map_or(Objective::Win, |objective| *objective.get_ref()),
        evaluations: file.number(
            keys.evaluations.as_ref(),
            "evaluations",
            DEFAULT_EVALUATIONS,
            1..=MOST_EVALUATIONS,
        )?,
        blocks: keys.blocks(file)?,
        confirm: keys.confirm(file)?,
        seed: (keys.seed.as_ref()).map_or(DEFAULT_SEED, |seed| seed.get_ref().get()),
        data: setup.data.hash(),
        set,
        ntbea: of_ntbea,
        dimension: dimensions(file, &base, games[0].feature_names(), entry.name)?,
        base,
        opponents,
    };
    let points = single_changes(&tuning);
    all_fit(&games, &points).map_err(|(_, error)| file.at::<String, _>(None)(error))?;
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
) -> Result<Vec<BotSpec>, SpecError> {
    let Some(names) = &file.keys.opponents else {
        return Ok(Vec::new());
    };
    let at = file.at(Some(names));
    let wanted = players - 1;
    if names.get_ref().len() != wanted || wanted == 0 {
        return Err(at(format!(
            "{}: expected {}",
            count(names.get_ref().len() as u64, "opponent"),
            match wanted {
                0 => "none, because there is no other seat".to_string(),
                _ => format!("{wanted}, one per other seat of {players}"),
            }
        )));
    }
    let found = names
        .get_ref()
        .iter()
        .map(|name| file.named_bot(entry, name));
    let found: Result<Vec<BotSpec>, _> = found.collect();
    let found = found?;
    once_each(&found).map_err(file.at(Some(names)))?;
    Ok(found)
}

fn dimensions(
    file: &TuneFile,
    base: &BotSpec,
    features: &[&str],
    game: &str,
) -> Result<Vec<Dimension>, SpecError> {
    let mut found = Vec::new();
    for (name, keys) in &file.keys.space.parameters {
        let dimension = of_parameter(name, keys.get_ref(), base).map_err(file.at(Some(keys)))?;
        found.push((dimension, keys));
    }
    for (feature, keys) in all_weights(file, base, features, game)? {
        let dimension = of_weight(&feature, keys.get_ref(), base).map_err(file.at(Some(keys)))?;
        found.push((dimension, keys));
    }
    if found.is_empty() {
        return Err(file.at::<String, _>(None)(
            "no parameter varies; expected [space.parameters] or [space.weights] with names and values",
        ));
    }
    for (dimension, keys) in &found {
        let name = &dimension.name;
        if dimension.values.len() < 2 {
            return Err(file.at(Some(*keys))(format!(
                "{name} has only one value; expected at least two different values"
            )));
        }
    }
    Ok(found.into_iter().map(|(dimension, _)| dimension).collect())
}

/// Returns the weights that vary, by name, with `*` expanded.
fn all_weights<'file>(
    file: &'file TuneFile,
    base: &BotSpec,
    features: &[&str],
    game: &str,
) -> Result<BTreeMap<String, &'file Spanned<Toml>>, SpecError> {
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
    let mut all = BTreeMap::new();
    if let Some(keys) = weights.get(ALL) {
        let at = file.at(Some(keys));
        let range = range_keys(keys.get_ref()).map_err(&at)?;
        if range.factor.is_none() {
            return Err(at(
                "\"*\" stands for all weights, whatever their size: expected { factor = NUMBER }"
                    .to_string(),
            ));
        }
        for name in &range.except {
            known(name).map_err(&at)?;
        }
        let varies =
            |(name, weight): &(&String, &f64)| **weight != 0.0 && !range.except.contains(*name);
        all.extend(
            base.weights
                .iter()
                .filter(varies)
                .map(|(name, _)| (name.clone(), keys)),
        );
    }
    for (name, keys) in weights.iter().filter(|(name, _)| *name != ALL) {
        known(name).map_err(file.at(Some(keys)))?;
        all.insert(name.clone(), keys);
    }
    Ok(all)
}

fn range_keys(value: &Toml) -> Result<RangeKeys, String> {
    match value {
        Toml::Table(table) => {
            let read = table.clone().try_into::<RangeKeys>();
            read.map_err(|error| explain(error.message()))
        }
        _ => Err(
            "expected a list of values, { from = NUMBER, to = NUMBER } or { factor = NUMBER }"
                .to_string(),
        ),
    }
}

fn of_parameter(name: &str, keys: &Toml, base: &BotSpec) -> Result<Dimension, String> {
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
    if let Toml::Array(values) = keys {
        let values = list(values)?;
        let values: Result<Vec<Value>, ParameterError> =
            values.iter().map(|value| parameter.check(value)).collect();
        return Ok(listed(name.to_string(), values.map_err(told)?));
    }
    let keys = range_keys(keys)?;
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
    let range = range(name, &keys, number(own), Some((low, high)), whole)?;
    for end in [range.at(0.0), range.at(1.0)] {
        parameter.check(&end).map_err(told)?;
    }
    ranged(name.to_string(), range, &keys)
}

fn of_weight(feature: &str, keys: &Toml, base: &BotSpec) -> Result<Dimension, String> {
    let name = format!("{WEIGHTS}{feature}");
    if let Toml::Array(values) = keys {
        let numbers: Option<Vec<Value>> = list(values)?
            .iter()
            .map(|value| number(value).filter(|number| number.is_finite()))
            .map(|number| number.map(Value::Number))
            .collect();
        let numbers = numbers.ok_or_else(|| format!("{name}: expected finite numbers"))?;
        return Ok(listed(name, numbers));
    }
    let keys = range_keys(keys)?;
    let own = base.weights.get(feature).copied();
    let range = range(&name, &keys, own, None, false)?;
    ranged(name, range, &keys)
}

fn list(values: &[Toml]) -> Result<Vec<Value>, String> {
    let value = |value: &Toml| match value {
        Toml::Integer(number) => {
            Ok(u64::try_from(*number).map_or(Value::Number(*number as f64), Value::Whole))
        }
        Toml::Float(number) => Ok(Value::Number(*number)),
        Toml::String(text) => Ok(Value::Text(text.clone().into())),
        other => Err(format!(
            "{other} is not accepted: expected numbers or strings"
        )),
    };
    values.iter().map(value).collect()
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
    let steps = keys.steps.unwrap_or(DEFAULT_STEPS);
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
