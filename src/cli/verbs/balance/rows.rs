//! Items of `portolan balance` and their rows in the component files.

use std::ops::Range;

use crate::ui::failure::Failure;
use portolan_core::changes::{cell_of, row_keys, tables};
use portolan_core::dataset::DataSet;
use portolan_core::game::GameInfo;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;
use portolan_run::settings::balance::{BalanceFile, NumberKnob, key_of};

/// Last number in a cell of the component files.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    pub column: String,
    text: String,
    /// Position of the number in the text.
    at: Range<usize>,
    pub value: i32,
}

impl Number {
    /// Returns the last number in a cell; `None` if it contains no digits.
    fn last_in(column: &str, text: String) -> Option<Number> {
        let end = 1 + text.rfind(|letter: char| letter.is_ascii_digit())?;
        let before = text[..end].rfind(|letter: char| !letter.is_ascii_digit());
        let start = before.map_or(0, |at| at + 1);
        Some(Number {
            column: column.to_string(),
            value: text[start..end].parse().ok()?,
            at: start..end,
            text,
        })
    }

    /// Returns the cell after a change of the number.
    fn changed(&self, by: i32) -> String {
        let mut text = self.text.clone();
        text.replace_range(self.at.clone(), &(self.value + by).to_string());
        text
    }
}

/// An item that may change, with the numbers in its row of the component files.
#[derive(Clone, Debug)]
pub struct ItemRow {
    pub label: String,
    pub name: String,
    pub table: String,
    pub key: String,
    /// Price in the component files.
    price: Option<i32>,
    /// Numbers of the knobs, in their order; `None` if the item does not have the number.
    pub numbers: Vec<Option<Number>>,
    /// True if the item must not change.
    pub keep: bool,
}

impl ItemRow {
    /// Returns the column and the cell before and after a change; `None` if the number does not change.
    pub fn change(&self, knob: usize, by: i32) -> Option<(&str, String, String)> {
        let number = self.numbers[knob].as_ref()?;
        (by != 0).then(|| {
            (
                number.column.as_str(),
                number.text.clone(),
                number.changed(by),
            )
        })
    }

    /// Returns the column of a changed number and its original cell.
    pub fn original(&self, knob: usize, by: i32) -> Option<(String, String)> {
        self.change(knob, by)
            .map(|(column, from, _)| (column.to_string(), from))
    }

    /// Returns the column of a changed number and its new cell.
    pub fn new_cell(&self, knob: usize, by: i32) -> Option<(String, String)> {
        self.change(knob, by)
            .map(|(column, _, to)| (column.to_string(), to))
    }

    /// Returns the price before and after the changes; `None` for items without a price.
    pub fn prices(&self, by: &[i32]) -> [Option<i32>; 2] {
        let is_price = |number: &&Number| number.column == "cost";
        let changed = self.numbers.iter().zip(by).find_map(|(number, by)| {
            number
                .as_ref()
                .filter(is_price)
                .map(|number| number.value + by)
        });
        [self.price, changed.or(self.price)]
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
            "targets.items: {} has no items that can be withheld; expected the target seats, turns or strategies",
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
                    "targets.items.kind: {} has no kind of items \"{word}\"{}; kinds: {}",
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
        Number::last_in(column, cell_of(base, table, key, column)?)
    };
    let knobs = file.knobs.numbers();
    let rows: Vec<ItemRow> = (0..all.len())
        .filter(|&item| all[item].kind == kind && game.item_in_play(item))
        .map(|item| {
            let label = &all[item].label;
            // An item without a row has no numbers, so it cannot change.
            let (table, key) = row_of(base, kinds[kind], label).unwrap_or_default();
            let named = cell_of(base, &table, &key, "name").filter(|name| !name.is_empty());
            let price = all[item]
                .price
                .and_then(|_| number_of(&table, &key, "cost"));
            let number = |(name, _): &(&str, NumberKnob)| match *name {
                "cost" => price.clone(),
                "vp" => ["vp", "glory"]
                    .into_iter()
                    .find_map(|column| number_of(&table, &key, column)),
                column => number_of(&table, &key, column),
            };
            let numbers = knobs.iter().map(number).collect();
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
                price: price.as_ref().map(|number| number.value),
                numbers,
                table: table.clone(),
                key: key.clone(),
            }
        })
        .collect();
    for (number, (name, _)) in knobs.iter().enumerate() {
        if rows.iter().any(|row| row.numbers[number].is_some()) {
            continue;
        }
        let row = rows.iter().find(|row| !row.table.is_empty());
        let columns = row.map_or(Vec::new(), |row| number_columns(base, row));
        let known = ["cost", "vp"].into_iter();
        let known = known.chain(columns.iter().map(String::as_str));
        return Err(Failure::usage(format!(
            "{}: the component files of {} have no such number for {}{}; columns with numbers: {}",
            key_of(name),
            entry.name,
            kinds[kind],
            did_you_mean(name, known),
            columns.join(", ")
        )));
    }
    let unknown = file.limits.keep.iter().find(|word| {
        let is_it = |row: &ItemRow| {
            word.eq_ignore_ascii_case(&row.label) || word.eq_ignore_ascii_case(&row.name)
        };
        !rows.iter().any(is_it)
    });
    if let Some(word) = unknown {
        let known = (rows.iter()).flat_map(|row| [row.label.as_str(), row.name.as_str()]);
        return Err(Failure::usage(format!(
            "limits.keep: no item \"{word}\" among the {} of {}{}",
            kinds[kind],
            entry.name,
            did_you_mean(word, known)
        )));
    }
    Ok((kinds[kind].to_string(), rows))
}

/// Returns the columns with numbers in the table of an item.
fn number_columns(data: &DataSet, row: &ItemRow) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for (column, cell) in data
        .rows(&format!("{}.csv", row.table))
        .into_iter()
        .flatten()
    {
        let is_text = ["id", "name", "provenance", "provenance_note"].contains(&column.as_str());
        if !is_text && !columns.contains(&column) && Number::last_in(&column, cell).is_some() {
            columns.push(column);
        }
    }
    columns
}

/// Returns true if a word names a kind of items, in the singular or plural, with or without a prefix as in
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_number_of_a_cell_changes() {
        let number = |text: &str| Number::last_in("effect", text.to_string());
        assert_eq!(number("discount"), None);
        assert_eq!(number(""), None);
        for (text, value, changed) in [
            ("7", 7, "9"),
            ("discount:1", 1, "discount:3"),
            ("cv1>d3[tools:vp2]", 2, "cv1>d3[tools:vp4]"),
            ("2p 12 each", 12, "2p 14 each"),
        ] {
            let number = number(text).unwrap();
            assert_eq!((number.value, number.changed(2).as_str()), (value, changed));
        }
    }
}
