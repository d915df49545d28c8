//! Items of `portolan balance` and their rows in the component files.

use crate::ui::failure::Failure;
use portolan_core::changes::{cell_of, row_keys, tables};
use portolan_core::dataset::DataSet;
use portolan_core::game::GameInfo;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;
use portolan_run::settings::balance::BalanceFile;

/// An item that may change, with the numbers in its row of the component files.
#[derive(Clone, Debug)]
pub struct ItemRow {
    pub label: String,
    pub name: String,
    pub table: String,
    pub key: String,
    /// Columns with their numbers: the price and the victory points.
    pub numbers: [Option<(String, i32)>; 2],
    /// True if the item must not change.
    pub keep: bool,
}

impl ItemRow {
    /// Returns the column and the number before and after a change; `None` if the number does not change.
    pub fn change(&self, knob: usize, by: i32) -> Option<(&str, i32, i32)> {
        let (column, number) = self.numbers[knob].as_ref()?;
        (by != 0).then_some((column, *number, number + by))
    }

    /// Returns the price before and after a change; `None` for items without a price.
    pub fn prices(&self, by: i32) -> [Option<i32>; 2] {
        let price = self.numbers[0].as_ref().map(|(_, price)| *price);
        [price, price.map(|price| price + by)]
    }
}

/// Returns the kind of items that `word` names, by default the kind with the most prices, and its items in play.
///
/// # Errors
/// [`Failure`] if the game has no such items, or none of their numbers may change.
pub fn rows(
    file: &BalanceFile,
    word: Option<&str>,
    entry: &GameEntry,
    game: &dyn GameInfo,
    base: &DataSet,
) -> Result<(String, Vec<ItemRow>), Failure> {
    let kinds: Vec<&str> = game.item_kinds().iter().map(|kind| kind.name).collect();
    if kinds.is_empty() {
        return Err(Failure::usage(format!(
            "targets.items: {} has no items that could be withheld; the targets seats and turns remain",
            entry.name
        )));
    }
    let all = game.items();
    let priced = |kind: usize| {
        all.iter()
            .filter(|item| item.kind == kind && item.price.is_some())
            .count()
    };
    let kind = match word {
        None => (0..kinds.len())
            .rev()
            .max_by_key(|&kind| priced(kind))
            .unwrap_or(0),
        Some(word) => (0..kinds.len())
            .find(|&kind| is_called(kinds[kind], word))
            .ok_or_else(|| {
                Failure::usage(format!(
                    "targets.items: {} has no kind of items \"{word}\"{}; kinds: {}",
                    entry.name,
                    did_you_mean(word, kinds.iter().copied()),
                    kinds.join(", ")
                ))
            })?,
    };
    if file.knobs.cost.is_some() && priced(kind) == 0 {
        let with: Vec<&str> = (0..kinds.len())
            .filter(|&kind| priced(kind) > 0)
            .map(|kind| kinds[kind])
            .collect();
        return Err(Failure::usage(match with.as_slice() {
            [] => format!(
                "knobs.cost: no item of {} has a price; expected the knob vp",
                entry.name
            ),
            with => format!(
                "knobs.cost: {} have no price; expected the knob vp, or one of {}",
                kinds[kind],
                with.join(", ")
            ),
        }));
    }
    let number_of = |table: &str, key: &str, column: &str| {
        let cell = cell_of(base, table, key, column)?;
        Some((column.to_string(), cell.parse().ok()?))
    };
    let points = ["vp", "glory"];
    let rows: Vec<ItemRow> = (0..all.len())
        .filter(|&item| all[item].kind == kind && game.item_in_play(item))
        .map(|item| {
            let label = &all[item].label;
            // An item without a row has no numbers, so it cannot change.
            let (table, key) = row_of(base, kinds[kind], label).unwrap_or_default();
            let named = cell_of(base, &table, &key, "name").filter(|name| !name.is_empty());
            let numbers = [
                all[item]
                    .price
                    .and_then(|_| number_of(&table, &key, "cost")),
                points
                    .into_iter()
                    .find_map(|column| number_of(&table, &key, column)),
            ];
            let kept = |word: &String| {
                word.eq_ignore_ascii_case(label)
                    || named
                        .as_ref()
                        .is_some_and(|name| word.eq_ignore_ascii_case(name))
            };
            ItemRow {
                keep: file.limits.keep.iter().any(kept),
                name: named.unwrap_or_else(|| label.clone()),
                label: label.clone(),
                table,
                key,
                numbers,
            }
        })
        .collect();
    for (name, knob, number) in [("cost", file.knobs.cost, 0), ("vp", file.knobs.vp, 1)] {
        if knob.is_some() && rows.iter().all(|row| row.numbers[number].is_none()) {
            return Err(Failure::usage(format!(
                "knobs.{name}: the component files of {} have no such number for {}",
                entry.name, kinds[kind]
            )));
        }
    }
    let unknown = file.limits.keep.iter().find(|word| {
        let is_it = |row: &ItemRow| {
            word.eq_ignore_ascii_case(&row.label) || word.eq_ignore_ascii_case(&row.name)
        };
        !rows.iter().any(is_it)
    });
    if let Some(word) = unknown {
        let known = rows.iter().map(|row| row.label.as_str());
        return Err(Failure::usage(format!(
            "limits.keep: no item \"{word}\" among the {} of {}{}",
            kinds[kind],
            entry.name,
            did_you_mean(word, known)
        )));
    }
    Ok((kinds[kind].to_string(), rows))
}

/// Returns true if a kind of items is meant by a word: its name, in the singular or plural, or with a prefix as in
/// `project_card`.
fn is_called(kind: &str, word: &str) -> bool {
    let plural = |word: &str| format!("{}s", word.trim_end_matches('s'));
    let last = word.rsplit(['_', ' ']).next().unwrap_or(word);
    [word, last]
        .iter()
        .any(|word| kind == *word || kind == plural(word))
}

/// Returns the table and the key of the row of an item.
fn row_of(data: &DataSet, kind: &str, label: &str) -> Option<(String, String)> {
    let akin = |table: &str| table.contains(kind) || kind.contains(table);
    let mut names: Vec<&str> = tables(data).collect();
    names.sort_by_key(|table| !akin(table));
    names.into_iter().find_map(|table| {
        let keys = row_keys(data, table);
        let key = keys
            .into_iter()
            .find(|key| key.rsplit(':').next() == Some(label))?;
        cell_of(data, table, &key, "provenance").map(|_| (table.to_string(), key))
    })
}
