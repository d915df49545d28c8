//! Describes differences between the settings of two runs.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{DataDifference, perturbation_words};
use crate::names::Names;
use crate::svg::shortened;
use crate::words::{capital, count, listed, thousands};
use portolan_core::data_changes::flat;
use portolan_core::registry::entry;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::{Experiment, ItemStudy};

/// Maximum number of settings per bot, and of items, described individually.
const MOST: usize = 4;

/// Maximum length of a printed value, in characters.
const LONGEST: usize = 60;

/// Manifest keys that are described separately or are not settings.
const TOLD_ELSEWHERE: [&str; 10] = [
    "players", "games", "seed", "bots", "set", "data", "bot", "cell", "items", "game",
];

/// Describes the differences between two runs, with changes to the game first.
pub fn differences(
    first: &Manifest,
    other: &Manifest,
    data: &DataDifference,
    names: &Names,
) -> Vec<String> {
    let (before, after) = (&first.experiment, &other.experiment);
    let mut words = data.words(names);
    words.extend(perturbation_words(&first.data, &other.data));
    words.extend(prices(before, after, data, names));
    words.extend(pair("players", &before.players, &after.players));
    words.extend(bots(before, after));
    words.extend(items(before, after, names));
    words.extend(others(before, after));
    let number = |games: u64| thousands(games);
    words.extend(pair("games", &number(before.games), &number(after.games)));
    words.extend(pair("seed", &before.seed, &after.seed));
    words.extend(programs(first, other));
    // Option names are printed as typed on the command line.
    let options = options(first, other).into_iter();
    options
        .chain(words.iter().map(|words| capital(words)))
        .map(|words| format!("{words}."))
        .collect()
}

/// Formats a difference: `players: 3 instead of 2`. Returns `None` if the values are equal.
fn pair<V: PartialEq + ToString>(name: &str, before: &V, after: &V) -> Option<String> {
    let differ = before != after;
    differ.then(|| {
        format!(
            "{name}: {} instead of {}",
            after.to_string(),
            before.to_string()
        )
    })
}

/// Describes differing rule options. Options that are not set have their default value.
fn options(first: &Manifest, other: &Manifest) -> Vec<String> {
    let (before, after) = (first.subject().set, other.subject().set);
    let known = entry(&first.experiment.game).map_or(&[][..], |entry| entry.options);
    let default = |name: &str| known.iter().find(|option| option.name == name);
    let value = |set: &BTreeMap<String, String>, name: &str| -> (String, bool) {
        match (set.get(name), default(name)) {
            (Some(set), _) => (set.clone(), false),
            (None, Some(option)) => (option.default.to_string(), true),
            (None, None) => ("not set".to_string(), false),
        }
    };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let told = |name: &&String| {
        let ((before, plain), (after, plain_now)) = (value(&before, name), value(&after, name));
        let mark = |is_default: bool| if is_default { " (the default)" } else { "" };
        (before != after).then(|| {
            format!(
                "{name} is {after}{} instead of {before}{}",
                mark(plain_now),
                mark(plain)
            )
        })
    };
    names.iter().filter_map(told).collect()
}

/// Describes differing item prices that the component data does not explain.
fn prices(
    before: &Experiment,
    after: &Experiment,
    data: &DataDifference,
    names: &Names,
) -> Vec<String> {
    let (Some(one), Some(other)) = (before.design.items.as_ref(), after.design.items.as_ref())
    else {
        return Vec::new();
    };
    if matches!(data, DataDifference::Cells(_)) {
        return Vec::new();
    }
    let mut words: Vec<String> = price_changes(one, other)
        .into_iter()
        .map(|(item, words)| format!("{} {words}", names.full(&item)))
        .collect();
    if words.len() > 3 * MOST {
        let more = (words.len() - 3 * MOST) as u64;
        words.truncate(3 * MOST);
        words.push(format!(
            "the prices of {} also differ",
            count(more, "other item")
        ));
    }
    words
}

/// Returns the items whose price differs, as pairs of label and description: `costs 9 instead of 6`.
pub fn price_changes(before: &ItemStudy, after: &ItemStudy) -> Vec<(String, String)> {
    let changed = before.item.iter().filter_map(|item| {
        let partner = &after.item[after.find(item)?];
        let (before, after) = (item.price?, partner.price?);
        let words = || format!("costs {after} instead of {before}");
        (before != after).then(|| (item.label.clone(), words()))
    });
    changed.collect()
}

/// Describes differences in the line-up and in the settings of bots with equal names.
fn bots(before: &Experiment, after: &Experiment) -> Vec<String> {
    let named = |experiment: &Experiment| listed(&experiment.bots);
    let mut words: Vec<String> = pair("bots", &named(before), &named(after))
        .into_iter()
        .collect();
    for bot in &before.bot {
        let Some(partner) = after.bot.iter().find(|other| other.name == bot.name) else {
            continue;
        };
        let keys = |bot| {
            toml::Table::try_from(bot)
                .map(|keys| flat(&keys))
                .unwrap_or_default()
        };
        let found = changed(&keys(bot), &keys(partner));
        if found.len() > MOST {
            let settings = count(found.len() as u64, "setting");
            words.push(format!("the bot {} differs in {settings}", bot.name));
        } else {
            words.extend(
                found
                    .into_iter()
                    .map(|change| format!("{} of the bot {}", change, bot.name)),
            );
        }
    }
    words
}

/// Describes differences in the set of items under study.
fn items(before: &Experiment, after: &Experiment, names: &Names) -> Option<String> {
    let (one, other) = (before.design.items.as_ref()?, after.design.items.as_ref()?);
    let missing = |from: &ItemStudy, other: &ItemStudy| -> Vec<String> {
        let only = from.item.iter().filter(|item| other.find(item).is_none());
        only.map(|item| names.full(&item.label)).collect()
    };
    let (more, less) = (missing(other, one), missing(one, other));
    let told = |items: Vec<String>, how: &str| {
        let number = items.len();
        match number {
            0 => None,
            1..=MOST => Some(format!("{} {how}", listed(&items))),
            _ => Some(format!("{} {how}", count(number as u64, "item"))),
        }
    };
    let parts: Vec<String> = [
        told(more, "only in that run"),
        told(less, "not in that run"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| format!("items studied: {}", parts.join(", ")))
}

/// Describes the differences in all other settings.
fn others(before: &Experiment, after: &Experiment) -> Vec<String> {
    let keys = |experiment: &Experiment| -> BTreeMap<String, String> {
        let keys = toml::Table::try_from(experiment).unwrap_or_default();
        let mut found = flat(&keys);
        found.retain(|key, _| {
            let first = key.split('.').next().unwrap_or(key);
            !TOLD_ELSEWHERE.contains(&first) || is_design(key)
        });
        found
    };
    changed(&keys(before), &keys(after))
}

/// Returns true if the key belongs to the design of an item study rather than to a single item.
fn is_design(key: &str) -> bool {
    key.starts_with("items.") && !key.starts_with("items.item.")
}

/// Describes keys with different values: `withhold: 0.5 instead of 0.25`.
fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let value = |keys: &BTreeMap<String, String>, name: &str| {
        let text = keys.get(name).map_or("nothing", String::as_str);
        shortened(text, LONGEST)
    };
    let told = |name: &&String| {
        let (one, other) = (before.get(*name), after.get(*name));
        let plain = name.trim_start_matches("items.").replace('.', " ");
        let words = || {
            format!(
                "{plain}: {} instead of {}",
                value(after, name),
                value(before, name)
            )
        };
        (one != other).then(words)
    };
    names.iter().filter_map(told).collect()
}

/// Describes a difference in the program version.
fn programs(first: &Manifest, other: &Manifest) -> Option<String> {
    let of = |manifest: &Manifest| {
        let revision = manifest.revision.as_deref().unwrap_or("unknown");
        format!("{} (revision {revision})", manifest.version)
    };
    pair("version of the program", &of(first), &of(other))
}
