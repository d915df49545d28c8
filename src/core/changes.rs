//! Changes files: a data set derived from another one by replacing cells and adding rows.
//!
//! ```toml
//! inherits = "my-cards"       # folder or changes file to start from; the default is the embedded data set
//!
//! [project_cards.A055]        # a row, by its file and key
//! cost = 9
//!
//! [project_cards.X001]        # a new row, which starts as a copy of another one
//! like = "A055"
//! name = "Harbour Pilot"
//!
//! [explorer_track."*"]        # all rows of a file
//! reward = "*8"               # multiplies the numbers in the cell by 8, to at most 99
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::Value;
use toml::de::{DeTable, DeValue};

use crate::dataset::{DataProblem, DataSet, Severity};
use crate::perturbation::{numbers, scaled};
use crate::provenance::{DESIGNED, PROVENANCE};
use crate::spreadsheet::{LIKE, MOST_ROWS, key};
use crate::suggestion::did_you_mean;
use crate::toml_text::{Lines, on_one_line};

/// Key of a changes file that names the data set or changes file from which it starts.
const INHERITS: &str = "inherits";

/// Key of a changes file that selects all rows of a component file.
const ALL_ROWS: &str = "*";
/// First character of a value that multiplies the numbers in the cell.
const TIMES: char = '*';

/// Number of problems after which the rest of a changes file is not checked.
const MOST_PROBLEMS: usize = 100;

/// A parsed changes file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Path of the file; empty for changes made by the program.
    pub path: PathBuf,
    /// Folder or changes file from which this file starts; `None` for the embedded data set.
    pub inherits: Option<PathBuf>,
    /// Changed and new rows, sorted by file and key.
    pub rows: Vec<RowChange>,
}

/// Changes to one row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowChange {
    /// Name of the CSV file, without the extension.
    pub table: String,
    /// Key of the row: its first cell, or its first cells joined with `:` if the first cell alone is not unique.
    pub key: String,
    /// For a new row, the key of the row it is copied from.
    pub like: Option<String>,
    /// New cell values by column.
    pub cells: BTreeMap<String, String>,
    /// Line number in the file, from 1; 0 for changes made by the program.
    pub line: usize,
    /// Line number of each cell in the file.
    cell_lines: BTreeMap<String, usize>,
}

impl RowChange {
    /// Creates a change of an existing row, made by the program.
    pub fn new(table: &str, key: &str, cells: BTreeMap<String, String>) -> RowChange {
        RowChange {
            table: table.to_string(),
            key: key.to_string(),
            cells,
            ..RowChange::default()
        }
    }
}

/// A data set with changes applied, and the origin of each changed row.
#[derive(Clone, Debug)]
pub struct ChangedSet {
    /// The changed data set.
    pub data: DataSet,
    changes: Changes,
    /// Index of the change in `changes`, by file and line number in the data set.
    changed: BTreeMap<(String, usize), usize>,
}

/// The rows of one CSV file and the number of cells that identify a row.
struct Sheet {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Number of leading cells that form the key.
    key_cells: usize,
    /// Indices of the rows by their keys in lower case.
    by_key: HashMap<String, usize>,
}

impl Sheet {
    fn read(text: &str) -> Option<Sheet> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let header: Vec<String> = reader.headers().ok()?.iter().map(str::to_string).collect();
        let mut rows = Vec::new();
        for row in reader.records() {
            rows.push(row.ok()?.iter().map(str::to_string).collect());
        }
        let unique = |cells: &usize| {
            let mut keys = HashSet::new();
            rows.iter()
                .all(|row: &Vec<String>| keys.insert(key(row, *cells)))
        };
        let key_cells = (1..=header.len()).find(unique)?;
        let mut sheet = Sheet {
            header,
            rows,
            key_cells,
            by_key: HashMap::new(),
        };
        for at in (0..sheet.rows.len()).rev() {
            sheet.by_key.insert(sheet.key_of(at), at);
        }
        Some(sheet)
    }

    /// Returns the key of a row in lower case.
    fn key_of(&self, at: usize) -> String {
        key(&self.rows[at], self.key_cells).to_ascii_lowercase()
    }

    /// Replaces a cell, and updates the index of the keys if the cell is part of a key.
    fn set(&mut self, at: usize, column: usize, cell: &str) {
        if column >= self.key_cells {
            self.rows[at][column] = cell.to_string();
            return;
        }
        self.by_key.remove(&self.key_of(at));
        self.rows[at][column] = cell.to_string();
        self.by_key.insert(self.key_of(at), at);
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| key(row, self.key_cells))
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        self.by_key
            .get(&wanted.trim().to_ascii_lowercase())
            .copied()
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    fn text(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail, and every row is as long as the header.
        let _ = writer.write_record(&self.header);
        for row in &self.rows {
            let _ = writer.write_record(row);
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// Formats a scalar TOML value as a table cell; `None` for arrays, tables and dates.
fn cell(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(flag) => Some(u8::from(*flag).to_string()),
        DeValue::Array(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

impl Changes {
    /// Parses the text of a changes file.
    ///
    /// # Errors
    /// [`DataProblem`] with line number and key.
    pub fn parse(path: &Path, text: &str) -> Result<Changes, DataProblem> {
        let file = path.display().to_string();
        let problem = |line: usize, column: &str, value: String, expected: &str| DataProblem {
            file: file.clone(),
            line,
            column: column.to_string(),
            value,
            expected: expected.to_string(),
            severity: Severity::Error,
        };
        let form = "tables such as [project_cards.A055] with lines COLUMN = VALUE, and the key \
                    inherits = \"FOLDER\" at the top";
        let lines = Lines::of(text);
        let written = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(0, |span| lines.line(&span));
            problem(line, "", on_one_line(error.message()), form)
        })?;
        let mut changes = Changes {
            path: path.to_path_buf(),
            ..Changes::default()
        };
        for (name, value) in written.get_ref() {
            let (line, name) = (lines.line(&name.span()), name.get_ref().as_ref());
            let rows = match value.get_ref() {
                DeValue::String(path) if name == INHERITS => {
                    changes.inherits = Some(PathBuf::from(path.as_ref()));
                    continue;
                }
                DeValue::Table(rows) if name != INHERITS => rows,
                _ => return Err(problem(line, "", name.to_string(), form)),
            };
            for (key, cells) in rows {
                let mut row = RowChange {
                    table: name.trim_end_matches(".csv").to_string(),
                    key: key.get_ref().to_string(),
                    line: lines.line(&key.span()),
                    ..RowChange::default()
                };
                let DeValue::Table(cells) = cells.get_ref() else {
                    return Err(problem(row.line, "", format!("{name}.{}", row.key), form));
                };
                for (column, value) in cells {
                    let (line, column) = (lines.line(&column.span()), column.get_ref().as_ref());
                    let Some(text) = cell(value.get_ref()) else {
                        let found = text[value.span()].to_string();
                        return Err(problem(line, column, found, "a string or a number"));
                    };
                    if column == LIKE {
                        row.like = Some(text);
                    } else {
                        row.cell_lines.insert(column.to_string(), line);
                        row.cells.insert(column.to_string(), text);
                    }
                }
                if row.cells.is_empty() && row.like.is_none() {
                    return Err(problem(
                        row.line,
                        &row.key,
                        String::new(),
                        "at least one COLUMN = VALUE",
                    ));
                }
                changes.rows.push(row);
            }
        }
        if changes.rows.len() > MOST_ROWS {
            let found = format!("{} rows", changes.rows.len());
            return Err(problem(0, "", found, &format!("at most {MOST_ROWS} rows")));
        }
        Ok(changes)
    }

    /// Formats the changes as the text of a changes file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(path) = &self.inherits {
            let path = Value::String(path.display().to_string());
            let _ = writeln!(text, "{INHERITS} = {path}");
        }
        let quoted = |name: &str| {
            let bare = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
            match !name.is_empty() && name.chars().all(bare) {
                true => name.to_string(),
                false => Value::String(name.to_string()).to_string(),
            }
        };
        for row in &self.rows {
            let _ = writeln!(text, "\n[{}.{}]", quoted(&row.table), quoted(&row.key));
            let like = row.like.iter().map(|key| (LIKE, key));
            let cells = row
                .cells
                .iter()
                .map(|(column, cell)| (column.as_str(), cell));
            for (column, cell) in like.chain(cells) {
                let value = match cell.parse::<i64>() {
                    Ok(number) if number.to_string() == *cell => cell.clone(),
                    _ => Value::String(cell.clone()).to_string(),
                };
                let _ = writeln!(text, "{} = {value}", quoted(column));
            }
        }
        text
    }

    /// Applies the changes to a data set. Changed and new rows get the provenance `designed` unless the file sets
    /// another one. Values are not validated here; the check of the resulting set reports invalid ones.
    ///
    /// # Errors
    /// One [`DataProblem`] for each table, row and column that the set does not contain, up to about 100 problems.
    pub fn apply(&self, base: &DataSet) -> Result<ChangedSet, Vec<DataProblem>> {
        let mut problems = Vec::new();
        let mut sheets: BTreeMap<String, Sheet> = BTreeMap::new();
        let mut changed = BTreeMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            if problems.len() >= MOST_PROBLEMS {
                let found = format!("at least {MOST_PROBLEMS} problems");
                let fewer = "fewer; the rest of the file was not checked";
                problems.push(DataProblem {
                    line: 0,
                    ..self.problem(row, "", found, fewer)
                });
                break;
            }
            let file = format!("{}.csv", row.table);
            if !sheets.contains_key(&file) {
                match base.files.get(&file).map(|text| Sheet::read(text)) {
                    Some(Some(sheet)) => {
                        sheets.insert(file.clone(), sheet);
                    }
                    Some(None) => {
                        problems.push(self.problem(
                            row,
                            "",
                            file,
                            "a valid CSV file without duplicate rows",
                        ));
                        continue;
                    }
                    None => {
                        let known: Vec<&str> = tables(base).collect();
                        let near = did_you_mean(&row.table, known.iter().copied());
                        let expected = format!("one of {}{near}", known.join(", "));
                        problems.push(self.problem(row, "", row.table.clone(), &expected));
                        continue;
                    }
                }
            }
            let Some(sheet) = sheets.get_mut(&file) else {
                continue;
            };
            let places = match row.key == ALL_ROWS && row.like.is_none() {
                true => Ok((0..sheet.rows.len()).collect()),
                false => place_row(sheet, row).map(|at| vec![at]),
            };
            match places {
                Ok(places) => {
                    for at in places {
                        let before = sheet.rows[at].clone();
                        let found = self.set_cells(sheet, row, at);
                        if !found.is_empty() {
                            problems.extend(found);
                            break;
                        }
                        if row.key != ALL_ROWS || sheet.rows[at] != before {
                            mark_designed(sheet, row, at);
                        }
                        // The header is line 1; cells of embedded files contain no line breaks.
                        changed.insert((file.clone(), at + 2), index);
                    }
                }
                Err((value, expected)) => problems.push(self.problem(row, "", value, &expected)),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut data = base.clone();
        data.folder = Some(self.path.clone());
        for (file, sheet) in sheets {
            data.files.insert(file, sheet.text());
        }
        Ok(ChangedSet {
            data,
            changes: self.clone(),
            changed,
        })
    }

    fn set_cells(&self, sheet: &mut Sheet, row: &RowChange, at: usize) -> Vec<DataProblem> {
        let mut problems = Vec::new();
        for (column, cell) in &row.cells {
            let line = row.cell_lines.get(column).copied().unwrap_or(row.line);
            match sheet.column(column) {
                Some(place) => match cell.strip_prefix(TIMES).map(str::parse) {
                    None => sheet.set(at, place, cell),
                    Some(Ok(factor)) if factor > 0.0 => {
                        let before = &sheet.rows[at][place];
                        if row.key != ALL_ROWS && numbers(before).is_empty() {
                            problems.push(DataProblem {
                                line,
                                ..self.problem(row, column, before.clone(), "a number to multiply")
                            });
                        }
                        let scaled = scaled(before, factor);
                        sheet.set(at, place, &scaled);
                    }
                    Some(_) => problems.push(DataProblem {
                        line,
                        ..self.problem(
                            row,
                            column,
                            cell.clone(),
                            "a factor such as \"*2\" or \"*0.5\"",
                        )
                    }),
                },
                None => {
                    let known = sheet.header.iter().map(String::as_str);
                    let near = did_you_mean(column, known);
                    let expected = format!(
                        "a column of {}.csv: {}{near}",
                        row.table,
                        sheet.header.join(", ")
                    );
                    problems.push(DataProblem {
                        line,
                        ..self.problem(row, "", column.clone(), &expected)
                    });
                }
            }
        }
        problems
    }

    fn problem(&self, row: &RowChange, column: &str, value: String, expected: &str) -> DataProblem {
        DataProblem {
            file: self.label(row),
            line: row.line,
            column: column.to_string(),
            value,
            expected: expected.to_string(),
            severity: Severity::Error,
        }
    }

    /// Returns the name of a row in error messages: the file, or table and key for changes made by the program.
    fn label(&self, row: &RowChange) -> String {
        match self.path.as_os_str().is_empty() {
            true => format!("{} {}", row.table, row.key),
            false => self.path.display().to_string(),
        }
    }
}

/// Marks a changed row as designed unless the change itself sets the provenance.
fn mark_designed(sheet: &mut Sheet, row: &RowChange, at: usize) {
    if !row.cells.contains_key(PROVENANCE)
        && let Some(place) = sheet.column(PROVENANCE)
    {
        sheet.set(at, place, DESIGNED);
    }
}

/// Returns the index of an existing row, or of the copy appended for a new row.
fn place_row(sheet: &mut Sheet, row: &RowChange) -> Result<usize, (String, String)> {
    let missing = |sheet: &Sheet, wanted: &str| {
        let keys: Vec<String> = sheet.keys().collect();
        let near = did_you_mean(wanted, keys.iter().map(String::as_str));
        let shown = keys.iter().take(8).map(String::as_str);
        let shown: Vec<&str> = shown.collect();
        let more = if keys.len() > shown.len() { " …" } else { "" };
        (
            wanted.to_string(),
            format!(
                "a row of {}.csv: {}{more}{near}; a new row starts with like = \"ROW\"",
                row.table,
                shown.join(", ")
            ),
        )
    };
    let at = sheet.find(&row.key);
    let Some(like) = &row.like else {
        return at.ok_or_else(|| missing(sheet, &row.key));
    };
    if at.is_some() {
        return Err((
            row.key.clone(),
            "a key that does not exist yet, because `like` creates a new row".to_string(),
        ));
    }
    let Some(original) = sheet.find(like) else {
        return Err(missing(sheet, like));
    };
    let mut copy = sheet.rows[original].clone();
    let parts: Vec<&str> = row.key.splitn(sheet.key_cells, ':').collect();
    if parts.len() != sheet.key_cells {
        let columns = sheet.header[..sheet.key_cells].join(":");
        return Err((row.key.clone(), format!("a key of the form {columns}")));
    }
    for (cell, part) in copy.iter_mut().zip(parts) {
        *cell = part.trim().to_string();
    }
    let at = sheet.rows.len();
    sheet.rows.push(copy);
    sheet.by_key.insert(sheet.key_of(at), at);
    Ok(at)
}

/// Returns the names of the tables that changes can address: the CSV files of the set, without the extension.
pub fn tables(data: &DataSet) -> impl Iterator<Item = &str> {
    data.files
        .keys()
        .filter_map(|name| name.strip_suffix(".csv"))
}

/// Returns (table, key) of the rows with the key `word` or, if there is no such row, with the name `word`. The
/// result is limited to tables whose name contains `table` if any of them has a match.
pub fn find_rows(data: &DataSet, table: &str, word: &str) -> Vec<(String, String)> {
    let mut by_key = Vec::new();
    let mut by_name = Vec::new();
    for name in tables(data) {
        let Some(sheet) = Sheet::read(data.text(&format!("{name}.csv"))) else {
            continue;
        };
        if let Some(at) = sheet.find(word) {
            by_key.push((name.to_string(), key(&sheet.rows[at], sheet.key_cells)));
        }
        if let Some(column) = sheet.column("name") {
            let named = sheet.rows.iter();
            let named = named.filter(|row| row[column].eq_ignore_ascii_case(word.trim()));
            by_name.extend(named.map(|row| (name.to_string(), key(row, sheet.key_cells))));
        }
    }
    let mut found = if by_key.is_empty() { by_name } else { by_key };
    if found.iter().any(|(name, _)| name.contains(table)) {
        found.retain(|(name, _)| name.contains(table));
    }
    found
}

/// Returns the keys of all rows of the tables whose name contains `table`, starting with the table with the most
/// rows.
pub fn row_keys(data: &DataSet, table: &str) -> Vec<String> {
    let named = tables(data).filter(|name| name.contains(table));
    let sheets = named.filter_map(|name| Sheet::read(data.text(&format!("{name}.csv"))));
    let mut sheets: Vec<Sheet> = sheets.collect();
    sheets.sort_by_key(|sheet| std::cmp::Reverse(sheet.rows.len()));
    sheets
        .iter()
        .flat_map(|sheet| sheet.keys().collect::<Vec<_>>())
        .collect()
}

/// Returns a cell of the data set, or `None` if the row or column does not exist.
pub fn cell_of(data: &DataSet, table: &str, row: &str, column: &str) -> Option<String> {
    let sheet = Sheet::read(data.text(&format!("{table}.csv")))?;
    let at = sheet.find(row)?;
    Some(sheet.rows[at][sheet.column(column)?].clone())
}

impl ChangedSet {
    /// Maps a problem in a changed row to its line in the changes file. Problems in other rows are returned
    /// unchanged.
    pub fn placed(&self, mut problem: DataProblem) -> DataProblem {
        let name = Path::new(&problem.file).file_name();
        let name = name.map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let Some(&index) = self.changed.get(&(name.clone(), problem.line)) else {
            return problem;
        };
        let row = &self.changes.rows[index];
        problem.file = self.changes.label(row);
        problem.line = row
            .cell_lines
            .get(&problem.column)
            .copied()
            .unwrap_or(row.line);
        if !self.changes.path.as_os_str().is_empty() {
            problem.column = format!("{} {} {}", row.table, row.key, problem.column)
                .trim()
                .to_string();
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> DataSet {
        let files = [
            (
                "cards.csv",
                "id,name,cost,provenance\nA1,Armourer,6,reconstructed\nA2,\"Baker, old\",3,rulebook\n",
            ),
            (
                "setup.csv",
                "profile,players,money,provenance\nx,2,5,rulebook\nx,3,6,rulebook\n",
            ),
            ("boards.toml", "a = 1\n"),
        ];
        DataSet {
            folder: None,
            files: files
                .map(|(name, text)| (name.to_string(), text.to_string()))
                .into(),
        }
    }

    fn changes(text: &str) -> Changes {
        Changes::parse(Path::new("my.toml"), text).unwrap()
    }

    fn problem(text: &str) -> String {
        match Changes::parse(Path::new("my.toml"), text) {
            Err(problem) => problem.to_string(),
            Ok(changes) => {
                let problems = changes.apply(&base()).unwrap_err();
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                problems.join("\n")
            }
        }
    }

    #[test]
    fn changes_replace_cells_and_add_rows_without_other_effects() {
        let changes = changes(
            "[cards.a1]\ncost = 9\n\n[cards.A3]\nlike = \"A2\"\nname = \"Cook\"\n\n[setup.\"x:3\"]\nmoney = 7\n",
        );
        let set = changes.apply(&base()).unwrap().data;
        assert_eq!(
            set.text("cards.csv"),
            "id,name,cost,provenance\nA1,Armourer,9,designed\nA2,\"Baker, old\",3,rulebook\nA3,Cook,3,designed\n"
        );
        assert_eq!(
            set.text("setup.csv"),
            "profile,players,money,provenance\nx,2,5,rulebook\nx,3,7,designed\n"
        );
        assert_eq!(set.text("boards.toml"), "a = 1\n");
        assert_eq!(
            base().text("cards.csv").lines().count() + 1,
            set.text("cards.csv").lines().count()
        );
    }

    #[test]
    fn factors_multiply_the_numbers_of_one_row_or_of_all_rows() {
        let text = "[cards.\"*\"]\ncost = \"*2.5\"\n\n[setup.\"x:2\"]\nmoney = \"*0.1\"\n";
        let set = changes(text).apply(&base()).unwrap().data;
        assert_eq!(
            set.text("cards.csv"),
            "id,name,cost,provenance\nA1,Armourer,15,designed\nA2,\"Baker, old\",8,designed\n"
        );
        assert_eq!(
            set.text("setup.csv"),
            "profile,players,money,provenance\nx,2,1,designed\nx,3,6,rulebook\n"
        );
    }

    #[test]
    fn written_changes_are_read_back_unchanged() {
        let text = "inherits = 'my \"cards\"'\n\n[cards.A1]\ncost = 9\nname = \"a = 1\"\n\n[\"odd table\".\"x:3\"]\nlike = \"x:2\"\n";
        let first = changes(text);
        assert_eq!(first.text(), text);
        assert_eq!(changes(&first.text()), first);
    }

    #[test]
    fn unknown_names_are_reported_with_their_line() {
        for (text, wanted) in [
            (
                "[card.A1]\ncost = 1\n",
                "my.toml, line 1: \"card\" found, expected one of cards, setup (did you mean \"cards\"?)",
            ),
            (
                "[cards.A9]\ncost = 1\n",
                "my.toml, line 1: \"A9\" found, expected a row of cards.csv: A1, A2",
            ),
            (
                "[cards.A1]\n\ncots = 1\n",
                "my.toml, line 3: \"cots\" found, expected a column of cards.csv: id, name, cost, provenance (did you mean \"cost\"?)",
            ),
            (
                "[cards.A1]\nlike = \"A2\"\n",
                "a key that does not exist yet",
            ),
            (
                "[cards.A4]\nlike = \"A7\"\n",
                "\"A7\" found, expected a row of cards.csv",
            ),
            (
                "[setup.y]\nlike = \"x:2\"\n",
                "\"y\" found, expected a key of the form profile:players",
            ),
            ("[cards.A1]\n", "expected at least one COLUMN = VALUE"),
            (
                "[cards.A1]\ncost = [1]\n",
                "my.toml, line 2, cost: \"[1]\" found, expected a string or a number",
            ),
            (
                "[cards.\"*\"]\ncost = \"*two\"\n",
                "my.toml, line 2, cost: \"*two\" found, expected a factor such as \"*2\" or \"*0.5\"",
            ),
            (
                "[cards.A1]\nname = \"*2\"\n",
                "my.toml, line 2, name: \"Armourer\" found, expected a number to multiply",
            ),
            ("[cards\n", "my.toml, line 1: "),
            ("cards = 3\n", "my.toml, line 1: "),
        ] {
            let found = problem(text);
            assert!(found.contains(wanted), "{text}: {found}");
        }
    }

    #[test]
    fn data_problem_refers_to_the_line_of_the_changes_file() {
        let changed = changes("[cards.A1]\nname = \"x\"\ncost = 9\n")
            .apply(&base())
            .unwrap();
        let found = |line: usize, column: &str| {
            let problem = DataProblem {
                file: "my.toml/cards.csv".to_string(),
                line,
                column: column.to_string(),
                value: "9".to_string(),
                expected: "0 to 8".to_string(),
                severity: Severity::Error,
            };
            changed.placed(problem).to_string()
        };
        assert_eq!(
            found(2, "cost"),
            "my.toml, line 3, cards A1 cost: \"9\" found, expected 0 to 8"
        );
        assert_eq!(
            found(3, "cost"),
            "my.toml/cards.csv, line 3, cost: \"9\" found, expected 0 to 8"
        );
    }

    #[test]
    fn rows_are_found_by_key_or_name() {
        let found = |table: &str, word: &str| find_rows(&base(), table, word);
        assert_eq!(
            found("card", "a1"),
            [("cards".to_string(), "A1".to_string())]
        );
        assert_eq!(
            found("", "armourer"),
            [("cards".to_string(), "A1".to_string())]
        );
        assert_eq!(
            found("tile", "x:2"),
            [("setup".to_string(), "x:2".to_string())]
        );
        assert!(found("", "nobody").is_empty());
        assert_eq!(row_keys(&base(), "card"), ["A1", "A2"]);
        assert_eq!(
            cell_of(&base(), "cards", "A2", "cost"),
            Some("3".to_string())
        );
    }
}
