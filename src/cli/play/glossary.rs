//! What the ids in notations stand for, read from the component data of any game.

use std::collections::{BTreeMap, BTreeSet};

use crate::drawing::width;
use portolan_core::dataset::DataSet;
use portolan_core::picture::Component;
use portolan_core::prose::wrapped;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;

/// Components that are listed when several are called alike.
const MOST_SHOWN: usize = 12;

/// One row of a data file: the columns that are filled, in order.
struct Row {
    file: String,
    cells: Vec<(String, String)>,
}

/// Whether a component is called so.
type Way<'a> = &'a dyn Fn(&Component, &str) -> bool;

/// Every component that a person may ask about.
pub struct Glossary {
    /// The rows of all CSV files by id, in lower case.
    rows: BTreeMap<String, Vec<Row>>,
    /// What the game says of its components.
    catalog: Vec<Component>,
}

impl Glossary {
    /// What a game says of its components, and the rows of its data set. The column that identifies a row is the
    /// first one of the file as it ships; rows that do not read are left out.
    pub fn of(data: &DataSet, entry: &GameEntry, catalog: Vec<Component>) -> Glossary {
        let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for (file, shipped) in entry
            .files
            .iter()
            .filter(|(name, _)| name.ends_with(".csv"))
        {
            let key = shipped.split([',', '\n', '\r']).next().unwrap_or_default();
            for mut cells in data.rows(file) {
                let Some((_, id)) = cells.iter().find(|(column, _)| column == key) else {
                    continue;
                };
                let id = id.to_lowercase();
                cells.retain(|(_, cell)| !cell.is_empty());
                let file = (*file).to_string();
                rows.entry(id).or_default().push(Row { file, cells });
            }
        }
        Glossary { rows, catalog }
    }

    /// The name of what one id, and no other component, is called.
    fn name(&self, id: &str) -> Option<&str> {
        let [row] = self.rows.get(&id.to_lowercase())?.as_slice() else {
            return None;
        };
        row.cells
            .iter()
            .find(|(column, _)| column == "name")
            .map(|(_, name)| name.as_str())
    }

    /// A notation with the names of the components in it behind. Bare numbers count things as
    /// often as they name them, and stay as they are.
    pub fn annotate(&self, notation: &str) -> String {
        let names: Vec<&str> = notation
            .split_whitespace()
            .filter(|word| word.contains(|letter: char| !letter.is_ascii_digit()))
            .filter_map(|word| self.name(word))
            .collect();
        match names.is_empty() {
            true => notation.to_string(),
            false => format!("{notation} ({})", names.join(", ")),
        }
    }

    /// A move with what it does or, where the notation says that, with the names in it.
    pub fn explained(&self, notation: &str, words: &str) -> String {
        match words {
            "" => self.annotate(notation),
            words => format!("{notation} · {words}"),
        }
    }

    /// What is known of a component that is asked for by its id, its name, a part of the name, or its kind and one
    /// of these. Components of one kind and name are all told.
    ///
    /// # Errors
    /// What to ask instead, if nothing or several things are called so.
    pub fn look(&self, asked: &str) -> Result<String, String> {
        let wanted = asked.to_lowercase();
        let found = self.called(&wanted);
        match found.as_slice() {
            [] => self.rows_of(&wanted).ok_or_else(|| {
                format!(
                    "nothing in the component data is called \"{asked}\"{}",
                    did_you_mean(&wanted, self.names().iter().map(String::as_str))
                )
            }),
            [one, more @ ..] if more.iter().all(|other| is_namesake(other, one)) => {
                Ok(found.iter().map(|component| self.told(component)).collect())
            }
            several => {
                let lines = several.iter().take(MOST_SHOWN).map(|component| {
                    let Component { kind, id, .. } = component;
                    format!("  look {kind} {id:<8} {}\n", component.name)
                });
                let more = match several.len().saturating_sub(MOST_SHOWN) {
                    0 => String::new(),
                    more => format!("  and {more} more\n"),
                };
                let lines: String = lines.collect();
                Err(format!(
                    "\"{asked}\" may be\n{}",
                    (lines + &more).trim_end()
                ))
            }
        }
    }

    /// The components that are called so: by id; if there are none, by name; if there are none, by a part of it.
    fn called(&self, asked: &str) -> Vec<&Component> {
        let behind_kind = |component: &Component| {
            let rest = asked.strip_prefix(component.kind)?;
            rest.strip_prefix(' ').map(str::trim)
        };
        let calls = |fits: Way<'_>| -> Vec<&Component> {
            let all = self.catalog.iter();
            all.filter(|component| {
                fits(component, asked)
                    || behind_kind(component).is_some_and(|rest| fits(component, rest))
            })
            .collect()
        };
        let by_id = |component: &Component, asked: &str| component.id.to_lowercase() == asked;
        let by_name = |component: &Component, asked: &str| component.name.to_lowercase() == asked;
        let by_part = |component: &Component, asked: &str| {
            !asked.is_empty() && component.name.to_lowercase().contains(asked)
        };
        let ways: [Way<'_>; 3] = [&by_id, &by_name, &by_part];
        let found = ways.into_iter().map(calls);
        found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// A component in words, and the rows of the data files that have its id.
    fn told(&self, component: &Component) -> String {
        let Component {
            kind,
            id,
            name,
            text,
        } = component;
        let mut told = match id == name {
            true => format!("{id}, {kind}\n"),
            false => format!("{id} {name}, {kind}\n"),
        };
        if !text.is_empty() {
            told.push_str(&wrapped(&format!("  {text}"), width(), 0));
        }
        let mut alike = self.catalog.iter().filter(|other| other.id == *id);
        if let (Some(rows), Some(_), None) = (self.rows_of(id), alike.next(), alike.next()) {
            told.push_str(&rows);
        }
        told
    }

    /// The rows with an id, as tables.
    fn rows_of(&self, id: &str) -> Option<String> {
        let mut text = String::new();
        for Row { file, cells } in self.rows.get(&id.to_lowercase())? {
            text.push_str(&format!("{file}\n"));
            let widest = cells.iter().map(|(column, _)| column.chars().count());
            let widest = widest.max().unwrap_or(0);
            for (column, cell) in cells {
                let line = format!("  {column:<widest$}  {cell}");
                text.push_str(&wrapped(&line, width(), widest + 2));
            }
        }
        Some(text)
    }

    /// All ids and names of the components that the game describes.
    pub fn called_so(&self) -> Vec<String> {
        let catalog = self.catalog.iter();
        let called = catalog.flat_map(|component| [&component.id, &component.name]);
        let called: BTreeSet<&String> = called.filter(|name| !name.is_empty()).collect();
        called.into_iter().cloned().collect()
    }

    /// All ids and names, in lower case.
    fn names(&self) -> BTreeSet<String> {
        let ids = self.rows.keys().cloned();
        let catalog = self.catalog.iter();
        let catalog = catalog.flat_map(|component| [&component.id, &component.name]);
        ids.chain(catalog.map(|name| name.to_lowercase())).collect()
    }
}

/// Whether two components are of one kind and name.
fn is_namesake(one: &Component, other: &Component) -> bool {
    (one.kind, &one.name) == (other.kind, &other.name)
}
