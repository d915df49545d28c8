//! Differences between two data sets, cell by cell.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::dataset::DataSet;

/// Columns that state the source of a row; they do not affect play.
const SOURCES: [&str; 2] = ["provenance", "provenance_note"];

/// A difference in one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataChange {
    /// Name of the data file.
    pub file: String,
    /// The row: its id, or the cells that identify it, joined by spaces. In a TOML file, the key.
    pub row: String,
    /// Name of the column; empty in a TOML file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// Value before the change; `None` if the row did not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Value after the change; `None` if the row no longer exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Location of a cell: file, row and column.
type Place = (String, String, String);

/// Cells of a data set by location.
type Cells = BTreeMap<Place, String>;

/// Returns the cells that differ between two data sets, sorted by file, row and column. Provenance columns are
/// ignored.
pub fn data_changes(from: &DataSet, to: &DataSet) -> Vec<DataChange> {
    let files: BTreeSet<&String> = from.files.keys().chain(to.files.keys()).collect();
    let (mut before, mut after) = (Cells::new(), Cells::new());
    for file in files {
        match Path::new(file).extension().and_then(OsStr::to_str) {
            Some("csv") => {
                let (one, other) = (from.rows(file), to.rows(file));
                let keys = key_columns(&one, &other);
                take_rows(file, &one, keys, &mut before);
                take_rows(file, &other, keys, &mut after);
            }
            _ => {
                take_keys(file, from.text(file), &mut before);
                take_keys(file, to.text(file), &mut after);
            }
        }
    }
    differences(&before, &after)
}

/// Returns the differences between two data sets, each given as its differences from a common base set.
pub fn between(one: &[DataChange], other: &[DataChange]) -> Vec<DataChange> {
    let place = |change: &DataChange| {
        let DataChange {
            file, row, column, ..
        } = change.clone();
        (file, row, column)
    };
    let of = |changes: &[DataChange], value: fn(&DataChange) -> &Option<String>| -> Cells {
        let known = changes
            .iter()
            .filter_map(|change| Some((place(change), value(change).clone()?)));
        known.collect()
    };
    let mut third = of(one, |change| &change.from);
    third.extend(of(other, |change| &change.from));
    let changed = |changes: &[DataChange]| {
        let touched: BTreeSet<Place> = changes.iter().map(place).collect();
        let mut cells = third.clone();
        cells.retain(|place, _| !touched.contains(place));
        cells.extend(of(changes, |change| &change.to));
        cells
    };
    differences(&changed(one), &changed(other))
}

/// Returns 1 if the changes can only improve the changed components for their owners, −1 if they can only make them
/// worse, and `None` otherwise. `improved_by` lists columns as in
/// [`GameEntry::improved_by`](crate::setup::GameEntry::improved_by).
pub fn direction(changes: &[DataChange], improved_by: &[(&str, i8)]) -> Option<i8> {
    let of = |change: &DataChange| {
        let (_, sign) = improved_by
            .iter()
            .find(|(column, _)| *column == change.column)?;
        let number = |cell: &Option<String>| Some(i64::from(cell.as_ref()?.parse::<i32>().ok()?));
        let rise = number(&change.to)? - number(&change.from)?;
        Some(sign * rise.signum() as i8).filter(|&direction| direction != 0)
    };
    let (first, others) = changes.split_first()?;
    let first = of(first)?;
    others
        .iter()
        .all(|other| of(other) == Some(first))
        .then_some(first)
}

fn differences(before: &Cells, after: &Cells) -> Vec<DataChange> {
    let places: BTreeSet<&Place> = before.keys().chain(after.keys()).collect();
    let differing = places
        .into_iter()
        .filter(|place| before.get(*place) != after.get(*place));
    differing
        .map(|place| {
            let (file, row, column) = place.clone();
            DataChange {
                file,
                row,
                column,
                from: before.get(place).cloned(),
                to: after.get(place).cloned(),
            }
        })
        .collect()
}

/// Rows of a table as (column, cell) pairs.
type Rows = [Vec<(String, String)>];

/// Returns the smallest number of leading columns that identify every row in both tables, or `None` if rows are not
/// unique even with all columns.
fn key_columns(one: &Rows, other: &Rows) -> Option<usize> {
    let columns = one.first().or(other.first()).map_or(0, Vec::len);
    let is_unique = |rows: &Rows, columns: usize| {
        let mut seen = BTreeSet::new();
        rows.iter().all(|row| seen.insert(key(row, columns)))
    };
    (1..=columns).find(|&columns| is_unique(one, columns) && is_unique(other, columns))
}

fn key(row: &[(String, String)], columns: usize) -> String {
    let cells = row.iter().take(columns).map(|(_, cell)| cell.as_str());
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    cells.join(" ")
}

/// Collects the cells of a table. If `keys` is `None`, rows are identified by number.
fn take_rows(file: &str, rows: &Rows, keys: Option<usize>, cells: &mut Cells) {
    for (number, row) in rows.iter().enumerate() {
        let name = match keys {
            Some(columns) => key(row, columns),
            None => format!("row {}", number + 1),
        };
        for (column, cell) in row {
            if !SOURCES.contains(&column.as_str()) {
                let place = (file.to_string(), name.clone(), column.clone());
                cells.insert(place, cell.clone());
            }
        }
    }
}

/// Collects the keys of a TOML file; a file that is not valid TOML is skipped.
fn take_keys(file: &str, text: &str, cells: &mut Cells) {
    let Ok(keys) = text.parse::<toml::Table>() else {
        return;
    };
    for (name, value) in flat(&keys) {
        if !SOURCES.iter().any(|source| name.ends_with(source)) {
            cells.insert((file.to_string(), name, String::new()), value);
        }
    }
}

/// Flattens TOML values to paths such as `heaps.size` or, for the second table of an array, `heap.2.size`. A list of
/// plain values becomes one value, joined by commas.
fn flat(keys: &toml::Table) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open: Vec<(String, &toml::Value)> = keys
        .iter()
        .map(|(name, value)| (name.clone(), value))
        .collect();
    while let Some((name, value)) = open.pop() {
        match value {
            toml::Value::Table(inside) => {
                let inside = inside.iter();
                open.extend(inside.map(|(key, value)| (format!("{name}.{key}"), value)));
            }
            toml::Value::Array(list) if list.iter().any(|one| one.is_table() || one.is_array()) => {
                let numbered = list.iter().enumerate();
                open.extend(
                    numbered.map(|(number, value)| (format!("{name}.{}", number + 1), value)),
                );
            }
            toml::Value::Array(list) => {
                let list: Vec<String> = list.iter().map(plain).collect();
                found.insert(name, list.join(", "));
            }
            value => {
                found.insert(name, plain(value));
            }
        }
    }
    found
}

/// Formats a value without TOML quotes.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rows: &str, keys: &str) -> DataSet {
        let files = [("cards.csv", rows), ("rules.toml", keys)];
        DataSet {
            folder: None,
            files: files
                .map(|(name, text)| (name.to_string(), text.to_string()))
                .into(),
        }
    }

    fn told(changes: &[DataChange]) -> Vec<String> {
        let or_none = |value: &Option<String>| value.clone().unwrap_or("none".to_string());
        let told = |change: &DataChange| {
            let (from, to) = (or_none(&change.from), or_none(&change.to));
            format!("{} {}: {from} to {to}", change.row, change.column)
        };
        changes.iter().map(told).collect()
    }

    const CARDS: &str = "id,cost,provenance\nA1,6,public\nA2,4,public\n";

    #[test]
    fn direction_requires_numbers_that_agree() {
        let change = |column: &str, from: &str, to: &str| DataChange {
            file: "cards.csv".to_string(),
            row: "A1".to_string(),
            column: column.to_string(),
            from: Some(from.to_string()),
            to: Some(to.to_string()),
        };
        let known = [("vp", 1), ("cost", -1)];
        let [cheaper, stronger, weaker] = [("cost", "9", "5"), ("vp", "1", "3"), ("vp", "3", "1")]
            .map(|(column, from, to)| change(column, from, to));
        let of = |changes: &[&DataChange]| {
            let changes: Vec<DataChange> = changes.iter().map(|&one| one.clone()).collect();
            direction(&changes, &known)
        };
        assert_eq!(of(&[&cheaper, &stronger]), Some(1));
        assert_eq!(of(&[&weaker]), Some(-1));
        assert_eq!(of(&[&cheaper, &weaker]), None);
        assert_eq!(of(&[&stronger, &change("effect", "d1", "d2")]), None);
        assert_eq!(of(&[&change("cost", "map2", "1")]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn rows_are_matched_by_their_ids() {
        let before = set(CARDS, "a = 1\n[b]\nc = [1, 2]\n");
        let moved = "id,cost,provenance\nA2,4,owner\nA1,9,owner\n";
        let after = set(moved, "a = 2\n[b]\nc = [1, 3]\n");
        assert_eq!(
            told(&data_changes(&before, &after)),
            ["A1 cost: 6 to 9", "a : 1 to 2", "b.c : 1, 2 to 1, 3"]
        );
        let provenance = set(
            &CARDS.replace("public", "owner"),
            "a = 1\n[b]\nc = [1, 2]\n",
        );
        assert!(data_changes(&before, &provenance).is_empty());
        assert_ne!(before.hash(), provenance.hash());
    }

    #[test]
    fn added_and_removed_rows_are_listed() {
        let (before, after) = (
            set(CARDS, ""),
            set("id,cost,provenance\nA1,6,public\nA3,5,x\n", ""),
        );
        assert_eq!(
            told(&data_changes(&before, &after)),
            [
                "A2 cost: 4 to none",
                "A2 id: A2 to none",
                "A3 cost: none to 5",
                "A3 id: none to A3"
            ]
        );
    }

    /// Rows are named by as many leading cells as are needed to identify them.
    #[test]
    fn rows_may_be_identified_by_several_columns() {
        let rows = "side,id,glory\nA,1,2\nA,2,2\nB,1,3\n";
        let changes = data_changes(&set(rows, ""), &set(&rows.replace('3', "5"), ""));
        assert_eq!(told(&changes), ["B 1 glory: 3 to 5"]);
        let same = "a,b\n1,2\n1,2\n";
        let changes = data_changes(&set(same, ""), &set("a,b\n1,2\n1,3\n", ""));
        assert_eq!(told(&changes), ["row 2 b: 2 to 3"]);
    }

    /// Differences computed via a third set equal the direct differences.
    #[test]
    fn changes_via_a_third_set_equal_direct_changes() {
        let third = set(CARDS, "a = 1\n");
        let one = set(&CARDS.replace("A1,6", "A1,9"), "a = 1\n");
        let other = set("id,cost,provenance\nA1,7,x\nA3,1,x\n", "a = 2\n");
        let over = |one: &DataSet, other: &DataSet| {
            between(&data_changes(&third, one), &data_changes(&third, other))
        };
        for (one, other) in [
            (&one, &other),
            (&other, &one),
            (&third, &other),
            (&one, &third),
            (&other, &other),
        ] {
            assert_eq!(over(one, other), data_changes(one, other));
        }
    }
}
