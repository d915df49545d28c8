//! Parses the arguments of `portolan try`: times, rows with their cells, rule options and bots.

use std::path::Path;
use std::time::Duration;

use toml::Value;

use crate::ui::failure::Failure;
use crate::ui::print::tell;
use portolan_core::changes::{cell_of, find_rows, row_keys, tables};
use portolan_core::dataset::DataSet;
use portolan_core::files;
use portolan_core::game::GameInfo;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;

/// Maximum number of items whose effects are measured, each in separate games.
const MOST_ITEMS: usize = 6;

/// Maximum number of rows listed in an error.
const ROWS_SHOWN: usize = 8;

/// Parses a number above 0 and at most `MOST`.
pub fn above_zero<const MOST: u32>(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|&number| number > 0.0 && number <= f64::from(MOST));
    number.ok_or_else(|| format!("expected a number above 0, at most {MOST}"))
}

/// Parses a duration in seconds, or with a unit: s, m or h.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|letter: char| letter.is_ascii_alphabetic()) {
        Some(end) => text.split_at(end),
        None => (text, "s"),
    };
    let factor = match unit {
        "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    match number.trim().parse::<f64>().map(|number| number * factor) {
        Ok(seconds) if (1.0..=864_000.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a time from 1s to 240h, such as 45s, 5m or 1h".to_string()),
    }
}

/// Splits `NAME=VALUE` in two.
pub fn split<'text>(
    what: &str,
    text: &'text str,
    example: &str,
) -> Result<(&'text str, &'text str), Failure> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim(), value.trim())),
        _ => Err(Failure::usage(format!(
            "{what} \"{text}\": expected {example}"
        ))),
    }
}

/// Finds the only row with this id or name. Returns its file and key.
pub fn the_row(
    entry: &GameEntry,
    data: &DataSet,
    kind: &str,
    word: &str,
) -> Result<(String, String), Failure> {
    let (table, word) = match word.split_once('.') {
        Some((table, key)) if tables(data).any(|known| known == table) => (table, key),
        _ => (kind, word),
    };
    let found = find_rows(data, table, word);
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => {
            let keys = row_keys(data, table);
            if keys.is_empty() {
                return Err(Failure::usage(format!(
                    "{} has no component files with rows of this kind that could be changed",
                    entry.name
                )));
            }
            let in_table = |key: &String| {
                let tables = tables(data).filter(|known| known.contains(table));
                tables
                    .filter_map(|table| cell_of(data, table, key, "name"))
                    .collect::<Vec<_>>()
            };
            let names: Vec<String> = keys.iter().flat_map(in_table).collect();
            let near = did_you_mean(word, keys.iter().chain(&names).map(String::as_str));
            let shown = keys.iter().take(ROWS_SHOWN).map(String::as_str);
            let shown: Vec<&str> = shown.collect();
            let more = if keys.len() > shown.len() { " …" } else { "" };
            Err(Failure::usage(format!(
                "{} has no {} \"{word}\"; expected an id or a name, such as {}{more}{near}; `portolan data show {} FILE.csv` lists \
                 them; a new row is a changed copy of another row (like=ID)",
                entry.name,
                if kind.is_empty() { "row" } else { kind },
                shown.join(", "),
                entry.name
            )))
        }
        several => {
            let named = |(table, key): &(String, String)| match cell_of(data, table, key, "name") {
                Some(name) if !name.is_empty() => format!("{table}.{key} ({name})"),
                _ => format!("{table}.{key}"),
            };
            let shown: Vec<String> = several.iter().take(ROWS_SHOWN).map(named).collect();
            Err(Failure::usage(format!(
                "\"{word}\" is the name of {} rows: expected one of {}{}",
                several.len(),
                shown.join(", "),
                if several.len() > shown.len() {
                    " …"
                } else {
                    ""
                }
            )))
        }
    }
}

/// Returns the items that correspond to the changed rows, in the notation of experiment files and
/// without duplicates.
pub fn items_of<'row>(
    game: &dyn GameInfo,
    rows: impl Iterator<Item = (&'row str, &'row str)>,
) -> Result<Vec<String>, Failure> {
    let (items, kinds) = (game.items(), game.item_kinds());
    let mut found: Vec<String> = Vec::new();
    for (table, key) in rows {
        let label = key.rsplit(' ').next().unwrap_or(key);
        let of_label = items.iter().enumerate();
        let of_label: Vec<(usize, &str)> = of_label
            .filter(|(_, item)| item.label == label)
            .map(|(number, item)| (number, kinds[item.kind].name))
            .collect();
        let akin = |kind: &str| table.contains(kind) || kind.contains(table);
        let one = match of_label.as_slice() {
            [one] => Some(one),
            several => several.iter().find(|(_, kind)| akin(kind)),
        };
        let Some(&(number, kind)) = one else {
            continue;
        };
        if !game.item_in_play(number) {
            return Err(Failure::usage(format!(
                "{label} cannot appear with these players and options, so its change has no effect; \
                 `portolan games {}` lists options, and --with sets an option before and after the \
                 change",
                game.name()
            )));
        }
        let item = format!("{kind}:{label}");
        if !found.contains(&item) {
            found.push(item);
        }
    }
    if found.len() > MOST_ITEMS {
        tell(&format!(
            "{} items are changed; the study measures the value of the first {MOST_ITEMS} only",
            found.len()
        ));
        found.truncate(MOST_ITEMS);
    }
    Ok(found)
}

/// Parses rule options; an option may not be set to two different values.
pub fn options_pairs(option: &str, words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for word in words {
        let (name, value) = split(option, word, "OPTION=VALUE, such as hand_limit=6")?;
        if let Some((_, before)) = pairs.iter().find(|(known, _)| known == name)
            && before != value
        {
            return Err(Failure::usage(format!(
                "option {name} is set twice: to {before} and to {value}"
            )));
        }
        pairs.push((name.to_string(), value.to_string()));
    }
    Ok(pairs)
}

/// Formats rule options as lines of an experiment file.
pub fn options(option: &str, words: &[String]) -> Result<String, Failure> {
    Ok(options_of(&options_pairs(option, words)?))
}

pub fn options_of(pairs: &[(String, String)]) -> String {
    let line = |(name, value): &(String, String)| format!("{} = {}\n", quoted(name), quoted(value));
    pairs.iter().map(line).collect()
}

/// Returns a text as a TOML string.
pub fn quoted(text: &str) -> String {
    Value::String(text.to_string()).to_string()
}

/// Returns the name of a bot, or the path of its file for a file in `folder` inside the results folder `root`
/// ([`files::lasting`]).
pub fn bot_in(root: &Path, folder: &Path, bot: &str) -> String {
    match bot.ends_with(".toml") {
        true => files::lasting(root, folder, Path::new(bot))
            .display()
            .to_string(),
        false => bot.to_string(),
    }
}
