//! What the ids in notations stand for, read from the component data of any game.

use std::collections::BTreeMap;

use crate::cli::table::aligned;
use crate::dataset::DataSet;
use crate::games::GameEntry;

/// One row of a data file: the columns that are filled, in order.
struct Row {
    file: String,
    cells: Vec<(String, String)>,
}

/// The rows of all CSV files by id, in lower case.
pub struct Glossary(BTreeMap<String, Vec<Row>>);

impl Glossary {
    /// The rows of a data set. The column that identifies a row is the first one of the file as it
    /// ships; rows that do not read are left out.
    pub fn of(data: &DataSet, entry: &GameEntry) -> Glossary {
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
        Glossary(rows)
    }

    /// The name of what one id, and no other component, is called.
    fn name(&self, id: &str) -> Option<&str> {
        let [row] = self.0.get(&id.to_lowercase())?.as_slice() else {
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

    /// Everything that the data says of an id, as tables; `None` if nothing has it.
    pub fn look(&self, id: &str) -> Option<String> {
        let mut text = String::new();
        for row in self.0.get(&id.to_lowercase())? {
            let cells = row.cells.iter();
            text.push_str(&aligned(
                "ll",
                &[&row.file, ""],
                cells
                    .map(|(column, cell)| vec![format!("  {column}"), cell.clone()])
                    .collect(),
            ));
        }
        Some(text)
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
