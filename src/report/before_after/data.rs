//! Describes differences between the component data before and after a change.

use std::collections::BTreeMap;

use crate::names::{Names, data_of};
use portolan_core::data_changes::{DataChange, between, data_changes};
use portolan_core::dataset::DataSet;
use portolan_core::registry::entry;
use portolan_run::results::manifest::DataRecord;

/// Difference between two sets of component data of one game.
#[derive(Clone, Debug, PartialEq)]
pub enum DataDifference {
    None,
    /// Cells that differ. An empty list means that only the source notes of rows differ.
    Cells(Vec<DataChange>),
    /// The hashes differ, and at least one data set is no longer available.
    Unknown {
        /// Hash of the data set before the change.
        before: String,
        /// Hash of the data set after the change.
        after: String,
    },
}

impl DataDifference {
    /// Compares two data records of one game.
    pub fn of(game: &str, before: &DataRecord, after: &DataRecord) -> DataDifference {
        if before.hash == after.hash {
            return DataDifference::None;
        }
        match known(game, before).zip(known(game, after)) {
            Some(((one, before), (other, after))) if one == other => {
                DataDifference::Cells(between(&before, &after))
            }
            _ => DataDifference::Unknown {
                before: before.hash.clone(),
                after: after.hash.clone(),
            },
        }
    }

    /// Returns the cells that differ, or an empty slice if they are unknown.
    pub fn cells(&self) -> &[DataChange] {
        match self {
            DataDifference::Cells(cells) => cells,
            _ => &[],
        }
    }

    /// Returns the number of rows that are known to differ.
    pub fn rows(&self) -> u64 {
        by_row(self.cells()).len() as u64
    }

    /// Describes the differences in sentences without full stops.
    pub fn words(&self, names: &Names) -> Vec<String> {
        match self {
            DataDifference::None => Vec::new(),
            DataDifference::Cells(cells) if cells.is_empty() => {
                vec!["the component data differ only in the provenance of rows".to_string()]
            }
            DataDifference::Cells(cells) => {
                let rows = by_row(cells).into_iter();
                rows.flat_map(|((file, row), cells)| row_words(file, row, &cells, names))
                    .collect()
            }
            DataDifference::Unknown { before, after } => vec![format!(
                "the component data differ (hash {after} instead of {before}), but their rows \
                 cannot be compared, because one data set is no longer available"
            )],
        }
    }
}

/// Returns the hash of the data set shipped with the program that played the games, and the differences from
/// that set. Returns `None` if they are unknown.
fn known(game: &str, record: &DataRecord) -> Option<(String, Vec<DataChange>)> {
    if let Some(departure) = &record.departure
        && let Some(whole) = departure.whole()
    {
        return Some((departure.shipped.clone(), whole.to_vec()));
    }
    if record.folder.is_none() && record.perturbation.is_none() {
        return Some((record.hash.clone(), Vec::new()));
    }
    let shipped = DataSet::embedded(entry(game).ok()?.files);
    let data = data_of(game, record)?;
    Some((shipped.hash(), data_changes(&shipped, &data)))
}

/// Groups cells by file and row.
fn by_row(cells: &[DataChange]) -> BTreeMap<(&str, &str), Vec<&DataChange>> {
    let mut rows: BTreeMap<(&str, &str), Vec<&DataChange>> = BTreeMap::new();
    for cell in cells {
        rows.entry((&cell.file, &cell.row)).or_default().push(cell);
    }
    rows
}

fn row_words(file: &str, row: &str, cells: &[&DataChange], names: &Names) -> Vec<String> {
    let stem = file.split('.').next().unwrap_or(file);
    let component = names.find(row);
    let name = match component.is_some_and(|found| is_of_kind(file, found.kind)) {
        true => names.full(row),
        false => format!("{row} in {}", stem.replace('_', " ")),
    };
    if cells.iter().all(|cell| cell.from.is_none()) && !cells[0].column.is_empty() {
        return vec![format!("{name} is new")];
    }
    if cells.iter().all(|cell| cell.to.is_none()) && !cells[0].column.is_empty() {
        return vec![format!("{name} was removed")];
    }
    let words = cell_words(cells).into_iter();
    words.map(|words| format!("{name} {words}")).collect()
}

/// Describes the differences in one row: `costs 9 instead of 6`.
fn cell_words(cells: &[&DataChange]) -> Vec<String> {
    let value = |value: &Option<String>| match value.as_deref() {
        None | Some("") => "nothing".to_string(),
        Some(text) => text.to_string(),
    };
    let words = |cell: &&DataChange| {
        let (from, to) = (value(&cell.from), value(&cell.to));
        match cell.column.as_str() {
            "cost" => format!("costs {to} instead of {from}"),
            "" => format!("is {to} instead of {from}"),
            column => format!("has {to} instead of {from} as {}", column.replace('_', " ")),
        }
    };
    cells.iter().map(words).collect()
}

/// Returns true if the file contains components of this kind. `kind` may be singular or plural.
fn is_of_kind(file: &str, kind: &str) -> bool {
    let stem = file.split('.').next().unwrap_or(file);
    let one = |word: &str| {
        let word = word.strip_suffix('s').unwrap_or(word);
        word.strip_suffix("ie").unwrap_or(word).to_string()
    };
    stem.contains(&one(kind)) || one(kind).contains(&one(stem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::names;

    fn cell(file: &str, row: &str, column: &str, from: &str, to: &str) -> DataChange {
        let value = |text: &str| (text != "none").then(|| text.to_string());
        DataChange {
            file: file.to_string(),
            row: row.to_string(),
            column: column.to_string(),
            from: value(from),
            to: value(to),
        }
    }

    #[test]
    fn data_changes_are_listed_row_by_row() {
        let found = DataDifference::Cells(vec![
            cell("project_cards.csv", "A014", "cost", "6", "9"),
            cell("project_cards.csv", "A014", "village_action", "", "va2"),
            cell("project_cards.csv", "Z1", "cost", "none", "3"),
            cell("project_cards.csv", "Z1", "vp", "none", "1"),
            cell("tracks.csv", "A014", "value", "1", "2"),
            cell("tracks.csv", "vp 3", "value", "1", "none"),
            cell("rules.toml", "hand", "", "4", "5"),
        ]);
        assert_eq!(
            found.words(&names()),
            [
                "Pathfinder (A014) costs 9 instead of 6",
                "Pathfinder (A014) has va2 instead of nothing as village action",
                "Z1 in project cards is new",
                "hand in rules is 5 instead of 4",
                "A014 in tracks has 2 instead of 1 as value",
                "vp 3 in tracks was removed",
            ]
        );
        for (file, kind) in [
            ("prestige_buildings.csv", "prestige"),
            ("city_tiles.csv", "city_tiles"),
            ("careers.csv", "career"),
            ("buildings.csv", "buildings"),
        ] {
            assert!(is_of_kind(file, kind), "{file} {kind}");
        }
        let many = (0..20).map(|row| cell("x.csv", &row.to_string(), "cost", "1", "2"));
        let many = DataDifference::Cells(many.collect());
        assert_eq!((many.rows(), many.words(&names()).len()), (20, 20));
    }

    #[test]
    fn unknown_data_folder_is_reported_by_its_hash() {
        let record = |hash: &str, folder: Option<&str>| DataRecord {
            hash: hash.to_string(),
            folder: folder.map(Into::into),
            ..DataRecord::new(&DataSet::embedded(&[]), Default::default())
        };
        let (shipped, own) = (record("aa", None), record("bb", Some("nowhere")));
        let found = DataDifference::of("no game", &shipped, &own);
        assert!(
            found.words(&names())[0].contains("hash bb instead of aa"),
            "{found:?}"
        );
        assert_eq!(
            DataDifference::of("no game", &own, &own),
            DataDifference::None
        );
    }
}
