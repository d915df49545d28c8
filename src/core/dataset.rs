//! Component data: named text files, embedded in the program or read from a folder, with the provenance of
//! every row.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::column_schema::Form;
use crate::files;
use crate::provenance::{DESIGNED, class};
use crate::spreadsheet;

/// A file embedded in the program: name and content.
pub type EmbeddedFile = (&'static str, &'static str);

/// The component files of one game, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// Folder from which the files were read; `None` for the embedded set.
    pub folder: Option<PathBuf>,
    /// File contents by name.
    pub files: BTreeMap<String, String>,
}

/// Severity of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// The set cannot be played: it violates a rule or exceeds a limit.
    #[default]
    Error,
    /// The set can be played, but differs from what is known about the published game.
    Warning,
}

/// A problem in a data file: its location, the value found and the value expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct DataProblem {
    /// Name or path of the data file.
    pub file: String,
    /// Line number, from 1; 0 if the problem does not belong to a single line.
    pub line: usize,
    /// Column (CSV) or key (TOML); empty if the problem does not belong to either.
    pub column: String,
    /// The value found.
    pub value: String,
    /// The accepted values; for a warning, the likely value with the reason.
    pub expected: String,
    /// Error or warning.
    pub severity: Severity,
}

impl DataProblem {
    /// Returns this problem as a warning.
    #[must_use]
    pub fn into_warning(self) -> DataProblem {
        DataProblem {
            severity: Severity::Warning,
            ..self
        }
    }

    /// Returns true if the set can be played despite this problem.
    pub fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
    }
}

impl fmt::Display for DataProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if !self.column.is_empty() {
            write!(f, ", {}", self.column)?;
        }
        let word = match self.severity {
            Severity::Error => "expected",
            Severity::Warning => {
                write!(f, ": warning")?;
                "usually"
            }
        };
        if self.value.is_empty() {
            write!(f, ": {word} {}", self.expected)
        } else {
            write!(f, ": \"{}\" found, {word} {}", self.value, self.expected)
        }
    }
}

/// Number of rows by provenance class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProvenanceCounts {
    /// Rows stated in a rulebook.
    pub rulebook: usize,
    /// Rows found in a public source.
    pub public: usize,
    /// Rows entered by an owner of the game from the printed component.
    pub owner: usize,
    /// Rows from general knowledge only.
    pub recalled: usize,
    /// Placeholder rows that satisfy every known constraint.
    pub reconstructed: usize,
    /// Rows invented by a designer, which are not meant to match the published game.
    pub designed: usize,
}

impl ProvenanceCounts {
    /// Counts one row by the class at the start of its provenance cell. Returns false for an unknown class.
    pub fn count(&mut self, provenance: &str) -> bool {
        match class(provenance) {
            "rulebook" => self.rulebook += 1,
            "public" => self.public += 1,
            "owner" => self.owner += 1,
            "recalled" => self.recalled += 1,
            "reconstructed" => self.reconstructed += 1,
            DESIGNED => self.designed += 1,
            _ => return false,
        }
        true
    }

    /// Total number of rows.
    pub fn total(&self) -> usize {
        self.fact() + self.recalled + self.reconstructed + self.designed
    }

    /// Number of factual rows: from a rulebook, a public source or an owner of the game.
    pub fn fact(&self) -> usize {
        self.rulebook + self.public + self.owner
    }
}

/// Returns true if a row with this provenance cell is factual.
pub fn is_fact(provenance: &str) -> bool {
    let mut counts = ProvenanceCounts::default();
    counts.count(provenance) && counts.fact() > 0
}

/// Returns true if a row with this provenance cell was invented by a designer.
pub fn is_designed(provenance: &str) -> bool {
    class(provenance) == "designed"
}

impl std::ops::AddAssign for ProvenanceCounts {
    fn add_assign(&mut self, other: ProvenanceCounts) {
        self.rulebook += other.rulebook;
        self.public += other.public;
        self.owner += other.owner;
        self.recalled += other.recalled;
        self.reconstructed += other.reconstructed;
        self.designed += other.designed;
    }
}

impl DataSet {
    /// Creates the data set that is embedded in the program.
    pub fn embedded(files: &[EmbeddedFile]) -> DataSet {
        DataSet {
            folder: None,
            files: files
                .iter()
                .map(|&(name, text)| (name.to_string(), text.to_string()))
                .collect(),
        }
    }

    /// Reads a data set from a folder, which must contain every file of the embedded set except the optional
    /// ones. CSV files may have the form in which a spreadsheet saves them; `forms` lists the words that are accepted in any
    /// case.
    ///
    /// # Errors
    /// [`DataProblem`] for the first file that is missing, unreadable, too large or not text, or for the first row that
    /// cannot be filled in from the row that it names.
    pub fn read(
        folder: &Path,
        files: &[EmbeddedFile],
        optional: &[&str],
        forms: &[Form],
    ) -> Result<DataSet, DataProblem> {
        let problem = |file: &str, value: String, expected: &str| DataProblem {
            file: folder.join(file).display().to_string(),
            line: 0,
            column: String::new(),
            value,
            expected: expected.to_string(),
            severity: Severity::Error,
        };
        if !folder.is_dir() {
            return Err(problem(
                "",
                "no such folder".to_string(),
                "a folder of data files, such as one written by `portolan data export`",
            ));
        }
        let mut set = DataSet {
            folder: Some(folder.to_path_buf()),
            files: BTreeMap::new(),
        };
        for &(name, shipped) in files {
            if optional.contains(&name) && !folder.join(name).exists() {
                continue;
            }
            let mut text = files::read_text(&folder.join(name)).map_err(|error| {
                problem(
                    name,
                    error.to_string(),
                    "a readable text file in UTF-8 or UTF-16",
                )
            })?;
            if name.ends_with(".csv") {
                let form = forms.iter().find(|form| form.file == name);
                let wrong = |line, column: &str, value: &str, expected: String| DataProblem {
                    line,
                    column: column.to_string(),
                    ..problem(name, value.to_string(), &expected)
                };
                text = spreadsheet::plain(text, form, shipped, wrong)?;
            }
            set.files.insert(name.to_string(), text);
        }
        Ok(set)
    }

    /// Returns the text of a file, or an empty string if the set does not contain it.
    pub fn text(&self, name: &str) -> &str {
        self.files.get(name).map_or("", String::as_str)
    }

    /// Returns the rows of a CSV file as (column, cell) pairs in column order. Rows that are not valid CSV are
    /// skipped.
    pub fn rows(&self, name: &str) -> Vec<Vec<(String, String)>> {
        let text = self.text(name);
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .comment(Some(b'#'))
            .from_reader(text.strip_prefix('\u{feff}').unwrap_or(text).as_bytes());
        let Ok(header) = reader.headers().cloned() else {
            return Vec::new();
        };
        let named = |record: csv::StringRecord| {
            let cells = header.iter().zip(&record);
            cells
                .map(|(column, cell)| (column.to_string(), cell.to_string()))
                .collect()
        };
        reader.records().flatten().map(named).collect()
    }

    /// Returns the first 16 hexadecimal digits of the SHA-256 of all names and canonical contents. Byte order
    /// marks, line endings, empty lines, redundant quotes and spaces around cells do not affect the hash.
    pub fn hash(&self) -> String {
        hash_of(&self.files)
    }

    /// Returns the hash of each file, computed as for a set of this file alone.
    pub fn hashes(&self) -> BTreeMap<String, String> {
        let files = self.files.iter();
        files
            .map(|file| (file.0.clone(), hash_of([file])))
            .collect()
    }
}

fn hash_of<'a>(files: impl IntoIterator<Item = (&'a String, &'a String)>) -> String {
    let mut hasher = Sha256::new();
    for (name, text) in files {
        hasher.update(name.as_bytes());
        hasher.update([0]);
        hasher.update(canonical(name, text));
        hasher.update([0]);
    }
    hasher
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Returns the content of a file in canonical form: CSV rows with minimal quoting, TOML as sorted keys without
/// comments. Content that cannot be parsed is returned unchanged.
pub fn canonical(name: &str, text: &str) -> Vec<u8> {
    let text = text.strip_prefix(files::BYTE_ORDER_MARK).unwrap_or(text);
    let said = match Path::new(name).extension().and_then(OsStr::to_str) {
        Some("csv") => canonical_rows(text),
        Some("toml") => canonical_keys(text),
        _ => None,
    };
    said.unwrap_or_else(|| text.replace("\r\n", "\n").into_bytes())
}

fn canonical_rows(text: &str) -> Option<Vec<u8>> {
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut written = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows.byte_records() {
        written.write_byte_record(&row.ok()?).ok()?;
    }
    written.into_inner().ok()
}

fn canonical_keys(text: &str) -> Option<Vec<u8>> {
    let keys: toml::Table = text.parse().ok()?;
    serde_json::to_vec(&keys).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(name: &str, text: &str) -> String {
        DataSet {
            folder: None,
            files: [(name.to_string(), text.to_string())].into(),
        }
        .hash()
    }

    #[test]
    fn hash_depends_on_content_but_not_on_formatting() {
        let rows = "id,name\n1,one\n2,\"two, too\"\n";
        let plain = hash("x.csv", rows);
        for same in [
            format!("\u{feff}{rows}"),
            rows.replace('\n', "\r\n"),
            format!("{rows}\n"),
            rows.trim_end().to_string(),
            rows.replace("1,one", "1,\"one\""),
            rows.replace("1,one", "1 , one"),
            rows.replace("\n2", "\n\n2"),
        ] {
            assert_eq!(hash("x.csv", &same), plain, "{same:?}");
        }
        for other in [
            rows.replace("one", "One"),
            rows.replace("1,one", "1,one,"),
            rows.replace("two, too", "two,too"),
            rows.replace("1,one\n", ""),
        ] {
            assert_ne!(hash("x.csv", &other), plain, "{other:?}");
        }
        let keys = "a = 1\n\n[[b]]\nc = \"x\"\n";
        let plain = hash("x.toml", keys);
        for same in [
            format!("\u{feff}# about\n{keys}\n"),
            keys.replace('\n', "\r\n"),
            keys.replace("c = \"x\"", "c   = 'x'  # why"),
        ] {
            assert_eq!(hash("x.toml", &same), plain, "{same:?}");
        }
        for other in [keys.replace('1', "1.0"), keys.replace('x', "y")] {
            assert_ne!(hash("x.toml", &other), plain, "{other:?}");
        }
        // Invalid files also have a hash.
        assert_ne!(hash("x.toml", "a = "), hash("x.toml", "b = "));
    }
}
