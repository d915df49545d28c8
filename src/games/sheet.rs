//! Reads CSV files of a data set into rows of named cells. Each cell reports its problems with file, line and
//! column.

use std::ops::RangeInclusive;

use crate::column_schema::{Accepts, Column, Form};
use crate::controls::is_obeyed;
use crate::csv_text::records;
use crate::dataset::{DataProblem, DataSet, EmbeddedFile, ProvenanceCounts, Severity};
use crate::ids;

/// Problems found so far in a data set.
pub(super) type Problems = Vec<DataProblem>;

/// Maximum number of characters of an invalid value that a message quotes.
const VALUE_SHOWN: usize = 60;

/// Lists the files of the folder `data` beside the calling file, with their contents.
macro_rules! embedded {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("data/", $name)))),+]
    };
}
pub(super) use embedded;

/// Component files of a game, as shipped, and their forms.
#[derive(Clone, Copy)]
pub(super) struct DataFiles {
    pub(super) files: &'static [EmbeddedFile],
    pub(super) forms: &'static [Form],
    /// Words that cannot be ids of components, because the notation of the game uses them.
    pub(super) reserved: &'static [&'static str],
}

impl DataFiles {
    /// Reads a file, which must have exactly the columns of the shipped file, in any order. Columns that its form marks
    /// as optional may be missing. Skips and reports rows with the wrong number of fields, and reports invalid or
    /// repeated keys.
    pub(super) fn open(&self, data: &DataSet, file: &str, problems: &mut Problems) -> Sheet {
        let shipped = self.files.iter().find(|(name, _)| *name == file);
        let header = shipped.and_then(|(_, text)| text.lines().next());
        let form = self.forms.iter().find(|form| form.file == file);
        let optional = form.map_or(&[][..], |form| form.columns).iter();
        let optional: Vec<&'static str> = (optional.filter(|column| column.may_be_missing))
            .map(|column| column.name)
            .collect();
        let columns = header.unwrap_or_default().split(',');
        let mut sheet = Sheet {
            file: file_label(data, file),
            columns: columns.filter(|name| !optional.contains(name)).collect(),
            schemas: Vec::new(),
            form,
            rows: Vec::new(),
        };
        let mut records = records(data.text(file), b',').into_iter();
        let Some((line, header)) = records.next() else {
            problems.push(sheet.problem(
                "no such file, or an empty file",
                format!("a file with the columns {}", sheet.columns.join(", ")),
            ));
            return sheet;
        };
        let given = |column: &&str| header.iter().any(|name| name == column);
        sheet.columns.extend(optional.into_iter().filter(given));
        let schema = |name: &&'static str| form.and_then(|form| form.column(name));
        sheet.schemas = sheet.columns.iter().map(schema).collect();
        let Some(places) = sheet.header(line, &header, problems) else {
            return sheet;
        };
        for (line, record) in records {
            if record.len() == header.len() {
                let cells = places.iter().map(|&place| record[place].clone()).collect();
                sheet.rows.push((line, cells));
            } else {
                problems.push(DataProblem {
                    line,
                    ..sheet.problem(
                        format!("{} fields", record.len()),
                        format!("{} fields, like the header", header.len()),
                    )
                });
            }
        }
        if let Some(key) = form.and_then(|form| form.key) {
            Sheet::ids_of(sheet.rows(), key, self.reserved, problems);
        }
        for row in sheet.rows() {
            row.cell("provenance").read(problems, (), known_provenance);
            for column in &sheet.columns {
                row.cell(column).check_text(problems);
            }
        }
        sheet
    }

    /// Counts the rows of each file by provenance class. Rows without a known class are not counted.
    pub(super) fn provenance(&self, data: &DataSet) -> Vec<(&'static str, ProvenanceCounts)> {
        let files = self.files.iter();
        files
            .map(|&(name, _)| (name, provenance(data, name)))
            .collect()
    }

    /// Reports numbers outside the likely ranges of their columns, and words of the shipped file that occur in no row.
    pub(super) fn unlikely(&self, data: &DataSet) -> Problems {
        let mut found = Problems::new();
        let is_checked = |column: &&Column| column.likely.is_some() || column.on_some_row.is_some();
        for form in self.forms {
            let mut columns = form.columns.iter().filter(is_checked).peekable();
            if columns.peek().is_none() {
                continue;
            }
            let sheet = self.open(data, form.file, &mut Problems::new());
            for column in columns {
                if let Some((from, to)) = column.likely {
                    for row in sheet.rows() {
                        let cell = row.cell(column.name);
                        if let Err(range) = number(cell.text, from..=to) {
                            found.push(cell.problem(format!("{range}, as in the shipped set")));
                        }
                    }
                }
                if let Some((words, rule)) = column.on_some_row {
                    let mut absent = sheet.absent(column.name, words, rule);
                    if !absent.is_empty() {
                        let shipped = DataSet::embedded(self.files);
                        let shipped = self.open(&shipped, form.file, &mut Problems::new());
                        let printed = shipped.absent(column.name, words, rule);
                        let is_printed = |problem: &DataProblem| {
                            (printed.iter()).all(|other| other.expected != problem.expected)
                        };
                        absent.retain(is_printed);
                    }
                    found.extend(absent);
                }
            }
        }
        found
    }
}

/// Rows of one CSV file. The cells of a row are in the order of the columns.
pub(super) struct Sheet {
    file: String,
    columns: Vec<&'static str>,
    /// Form entry of each column, or `None` for a column that the form does not contain.
    schemas: Vec<Option<&'static Column>>,
    form: Option<&'static Form>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Sheet {
    /// Returns the position of each requested column in the file, or `None` if the header is invalid.
    fn header(
        &self,
        line: usize,
        header: &[String],
        problems: &mut Problems,
    ) -> Option<Vec<usize>> {
        let before = problems.len();
        let missing: Vec<&str> = self
            .columns
            .iter()
            .copied()
            .filter(|column| !header.iter().any(|found| found == column))
            .collect();
        let mut at = |value: &str, expected: String| {
            problems.push(DataProblem {
                line,
                column: "header".to_string(),
                ..self.problem(value, expected)
            });
        };
        let mut unknown = false;
        for (place, found) in header.iter().enumerate() {
            if header[..place].contains(found) {
                at(found, "every column at most once".to_string());
            } else if !self.columns.contains(&found.as_str()) {
                unknown = true;
                at(
                    found,
                    if missing.is_empty() {
                        format!("only the columns {}", self.columns.join(", "))
                    } else {
                        format!("the column {}, which is missing", missing.join(" or "))
                    },
                );
            }
        }
        if !unknown {
            for column in missing {
                at("", format!("a column \"{column}\""));
            }
        }
        (problems.len() == before).then(|| {
            let place = |column| header.iter().position(|found| found == column);
            self.columns.iter().filter_map(|c| place(*c)).collect()
        })
    }

    /// Returns true if the file has this column.
    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.contains(&column)
    }

    /// Returns the names of the columns.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied()
    }

    /// Returns the cells of a column.
    pub(super) fn texts(&self, column: &str) -> Vec<String> {
        let cells = self.rows().map(|row| row.cell(column).text.to_string());
        cells.collect()
    }

    /// Returns a problem for each word with which no cell of the column begins. If `words` is empty, returns a problem
    /// unless a cell has a value other than 0.
    fn absent(&self, column: &str, words: &[&str], rule: &str) -> Problems {
        let missing = |expected: String| DataProblem {
            column: column.to_string(),
            ..self.problem("", format!("at least one row with {expected} ({rule})"))
        };
        let shown =
            |fits: &dyn Fn(&str) -> bool| self.rows().any(|row| fits(row.cell(column).text));
        if words.is_empty() && !shown(&|text| !matches!(text, "" | "0")) {
            return vec![missing("a value other than 0".to_string())];
        }
        let words = words
            .iter()
            .filter(|word| !shown(&|text| begins(text, word)));
        words.map(|word| missing(word.to_string())).collect()
    }

    /// Returns the rows in file order.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(line, cells)| Row {
            sheet: self,
            line: *line,
            cells,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns a problem that concerns the whole file.
    pub(super) fn problem(
        &self,
        value: impl Into<String>,
        expected: impl Into<String>,
    ) -> DataProblem {
        DataProblem {
            file: self.file.clone(),
            line: 0,
            column: String::new(),
            value: shown(&value.into()),
            expected: expected.into(),
            severity: Severity::Error,
        }
    }

    /// Reports invalid or repeated ids in a column of the given rows. `reserved` lists the words that the notation of the
    /// game uses.
    pub(super) fn ids_of<'a>(
        rows: impl Iterator<Item = Row<'a>>,
        column: &str,
        reserved: &[&str],
        problems: &mut Problems,
    ) {
        let mut known = ids::Known::default();
        for row in rows {
            let cell = row.cell(column);
            let problem = ids::problem(cell.text, reserved);
            let problem = problem.or_else(|| known.add(cell.text, row.line));
            problems.extend(problem.map(|expected| cell.problem(expected)));
        }
    }

    /// Reports a problem unless the file has exactly `rows` rows.
    pub(super) fn exactly(&self, rows: usize, of: &str, problems: &mut Problems) {
        if self.len() != rows {
            problems.push(self.problem(format!("{} rows", self.len()), format!("{rows} {of}")));
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    sheet: &'a Sheet,
    /// Line number in the file, counted from 1.
    pub(super) line: usize,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// Returns the cell of this row in a column.
    pub(super) fn cell(&self, column: &str) -> SheetCell<'a> {
        let place = self.sheet.columns.iter().position(|name| *name == column);
        let missing = || {
            self.sheet
                .form?
                .column(column)
                .filter(|row| row.may_be_missing)
        };
        debug_assert!(place.is_some() || missing().is_some(), "no column {column}");
        let column = place.map_or("", |place| self.sheet.columns[place]);
        SheetCell {
            file: &self.sheet.file,
            line: self.line,
            column,
            schema: place.and_then(|place| self.sheet.schemas[place]),
            text: place
                .and_then(|place| self.cells.get(place))
                .map_or("", String::as_str),
        }
    }
}

/// One cell, with its location in the file.
#[derive(Clone, Copy)]
pub(super) struct SheetCell<'a> {
    file: &'a str,
    line: usize,
    column: &'static str,
    schema: Option<&'static Column>,
    /// Text of the cell, without leading and trailing white space.
    pub(super) text: &'a str,
}

impl SheetCell<'_> {
    /// Returns true if the cell contains no text.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns a problem with this cell.
    pub(super) fn problem(&self, expected: impl Into<String>) -> DataProblem {
        let value = if self.is_empty() {
            "(empty)".to_string()
        } else {
            shown(self.text)
        };
        DataProblem {
            file: self.file.to_string(),
            line: self.line,
            column: self.column.to_string(),
            value,
            expected: expected.into(),
            severity: Severity::Error,
        }
    }

    /// Reports text that a terminal, a web page or a spreadsheet would interpret, because names and notes are
    /// shown there.
    fn check_text(&self, problems: &mut Problems) {
        // Ids are checked by a stricter rule.
        if self.column == "id" {
            return;
        }
        let is_name = self.column == "name";
        if self
            .text
            .contains(|letter| is_obeyed(letter) && letter != '\n')
        {
            problems.push(self.problem("text without control characters"));
        } else if is_name && self.text.starts_with(['=', '+', '-', '@']) {
            problems.push(self.problem(
                "text that does not begin with =, +, - or @, because spreadsheets treat such text \
                 as a formula",
            ));
        }
    }

    /// Parses the cell. Reports a problem and returns `instead` if the text is invalid.
    pub(super) fn read<T>(
        &self,
        problems: &mut Problems,
        instead: T,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> T {
        match parse(self.text) {
            Ok(value) => value,
            Err(expected) => {
                problems.push(self.problem(expected));
                instead
            }
        }
    }

    /// Like [`SheetCell::read`], but an empty cell is valid and also gives `instead`.
    pub(super) fn optional<T>(
        &self,
        problems: &mut Problems,
        instead: T,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> T {
        if self.is_empty() {
            instead
        } else {
            self.read(problems, instead, parse)
        }
    }

    /// Parses a number in the range. Reports a problem and returns the start of the range if the text is invalid.
    pub(super) fn number(&self, problems: &mut Problems, range: RangeInclusive<u8>) -> u8 {
        let start = *range.start();
        self.read(problems, start, |text| number(text, range))
    }

    fn accepts(&self) -> Accepts {
        self.schema.map_or(Accepts::Text, |schema| schema.accepts)
    }

    /// Parses a number in the range of the column.
    pub(super) fn ranged(&self, problems: &mut Problems) -> u8 {
        let Accepts::Number(from, to) = self.accepts() else {
            unreachable!("{} is no column of numbers", self.column);
        };
        self.number(problems, from..=to)
    }

    /// Returns the index of the text in the list of values that the column accepts.
    pub(super) fn choice(&self, problems: &mut Problems) -> u8 {
        let Accepts::OneOf(values) = self.accepts() else {
            unreachable!("{} is no column with listed values", self.column);
        };
        self.name(problems, values)
    }

    /// Like [`SheetCell::choice`], but an empty cell is valid and gives `None`.
    pub(super) fn choice_or_none(&self, problems: &mut Problems) -> Option<u8> {
        (!self.is_empty()).then(|| self.choice(problems))
    }

    /// Parses two values joined by `+` and returns their indices in the two lists that the column accepts.
    pub(super) fn pair(&self, problems: &mut Problems) -> (u8, u8) {
        let Accepts::Pair(first, second) = self.accepts() else {
            unreachable!("{} is no column of pairs", self.column);
        };
        self.read(problems, (0, 0), |text| {
            let parts = text.split_once('+');
            let read = parts
                .and_then(|(one, other)| Some((name(one, first).ok()?, name(other, second).ok()?)));
            read.ok_or_else(|| self.schema.map_or(String::new(), Column::accepted))
        })
    }

    /// Like [`SheetCell::optional`], but the error message lists the values that the column accepts.
    pub(super) fn described<T>(
        &self,
        problems: &mut Problems,
        instead: T,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> T {
        self.optional(problems, instead, |text| {
            parse(text).ok_or_else(|| self.schema.map_or(String::new(), Column::accepted))
        })
    }

    /// Returns the index of the text in `names`. Reports a problem and returns 0 if `names` does not contain it.
    pub(super) fn name(&self, problems: &mut Problems, names: &[&str]) -> u8 {
        self.read(problems, 0, |text| name(text, names))
    }

    /// Reports a problem unless the cell is empty. `why` explains why it must be empty.
    pub(super) fn nothing(&self, problems: &mut Problems, why: &str) {
        if !self.is_empty() {
            problems.push(self.problem(format!("an empty cell: {why}")));
        }
    }
}

/// Parses a decimal number without sign or leading zeros and checks that it is in the range.
///
/// # Errors
/// A description of the accepted numbers.
pub(super) fn number(text: &str, range: RangeInclusive<u8>) -> Result<u8, String> {
    plain(text)
        .filter(|value| range.contains(value))
        .ok_or_else(|| format!("a whole number from {} to {}", range.start(), range.end()))
}

/// Parses a decimal number without sign or leading zeros. Returns `None` if the text is invalid.
pub(super) fn plain(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if digits && !leading_zero {
        text.parse().ok()
    } else {
        None
    }
}

/// Returns true if a text begins with `word` as a complete word or, if `word` ends with a digit, a complete number.
pub(super) fn begins(text: &str, word: &str) -> bool {
    let continues = |next: char| match word.ends_with(|last: char| last.is_ascii_digit()) {
        true => next.is_ascii_digit(),
        false => next.is_alphabetic() || next == '_',
    };
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(continues))
}

/// Returns the index of the text in `names`.
///
/// # Errors
/// A description that lists all names.
pub(super) fn name(text: &str, names: &[&str]) -> Result<u8, String> {
    names
        .iter()
        .position(|name| *name == text)
        .map(|place| place as u8)
        .ok_or_else(|| format!("one of {}", names.join(", ")))
}

/// Returns the path or name by which messages refer to a file.
fn file_label(data: &DataSet, name: &str) -> String {
    match &data.folder {
        Some(folder) => folder.join(name).display().to_string(),
        None => name.to_string(),
    }
}

fn shown(value: &str) -> String {
    let mut shown: String = value.chars().take(VALUE_SHOWN).collect();
    if shown.len() < value.len() {
        shown.push('…');
    }
    shown
}

fn known_provenance(text: &str) -> Result<(), String> {
    let bare_public = text == "public" || text.starts_with("public;");
    if ProvenanceCounts::default().count(text) && !bare_public {
        Ok(())
    } else {
        Err(
            "\"rulebook\", \"public:<source>\", \"owner\", \"recalled\", \"reconstructed\" or \
             \"designed\", optionally followed by ; and the facts"
                .to_string(),
        )
    }
}

fn provenance(data: &DataSet, name: &str) -> ProvenanceCounts {
    let mut counts = ProvenanceCounts::default();
    let mut records = records(data.text(name), b',').into_iter();
    let place = records
        .next()
        .and_then(|(_, header)| header.iter().position(|column| column == "provenance"));
    if let Some(place) = place {
        for (_, record) in records {
            counts.count(record.get(place).map_or("", String::as_str));
        }
    }
    counts
}
