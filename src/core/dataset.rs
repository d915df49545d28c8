//! Component data: named text files, embedded in the program or read from a folder, with what is
//! known about where every row comes from.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::files;
use crate::provenance::{DESIGNED, class};

/// One file that ships with the program: its name and its text.
pub type EmbeddedFile = (&'static str, &'static str);

/// The component files of one game, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// Where the files were read from; `None` for the embedded set.
    pub folder: Option<PathBuf>,
    /// File name to content.
    pub files: BTreeMap<String, String>,
}

/// Whether a set can be played with what was found in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// It cannot: a rule says otherwise, or there is no room for it.
    #[default]
    Error,
    /// It can, but nobody expected it: what is known makes something else likely.
    Warning,
}

/// What is wrong in a data file or unlike what is known, where, and what would be accepted or is likely.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct DataProblem {
    /// File name.
    pub file: String,
    /// Line in the file, from 1; 0 if the problem is not in one line.
    pub line: usize,
    /// Column (CSV) or key (TOML); empty if the problem is not in one.
    pub column: String,
    /// The value found.
    pub value: String,
    /// What would be accepted; of a warning, what is likely and why.
    pub expected: String,
    /// Whether the set cannot be played with it.
    pub severity: Severity,
}

impl DataProblem {
    /// The same as a warning.
    #[must_use]
    pub fn into_warning(self) -> DataProblem {
        DataProblem {
            severity: Severity::Warning,
            ..self
        }
    }

    /// Whether a set can be played with it.
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
                "likely is"
            }
        };
        if self.value.is_empty() {
            write!(f, ": {word} {}", self.expected)
        } else {
            write!(f, ": \"{}\" found, {word} {}", self.value, self.expected)
        }
    }
}

/// Number of rows by class of provenance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProvenanceCounts {
    /// Stated in a rulebook.
    pub rulebook: usize,
    /// Found in a public source.
    pub public: usize,
    /// Entered by an owner of the game, from what is printed.
    pub owner: usize,
    /// From general knowledge only.
    pub recalled: usize,
    /// Stand-ins that honour every known constraint.
    pub reconstructed: usize,
    /// A designer's inventions, which are not meant to be what is printed.
    pub designed: usize,
}

impl ProvenanceCounts {
    /// Counts one row by the class at the start of its provenance cell; `false` if there is none.
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

    /// All rows.
    pub fn total(&self) -> usize {
        self.fact() + self.recalled + self.reconstructed + self.designed
    }

    /// Rows that are fact: from a rulebook, a public source or an owner of the game.
    pub fn fact(&self) -> usize {
        self.rulebook + self.public + self.owner
    }
}

/// Whether a row with this cell of provenance is fact.
pub fn is_fact(provenance: &str) -> bool {
    let mut counts = ProvenanceCounts::default();
    counts.count(provenance) && counts.fact() > 0
}

/// Whether a row with this cell of provenance is a designer's invention.
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
    /// The set that ships with the program.
    pub fn embedded(files: &[EmbeddedFile]) -> DataSet {
        DataSet {
            folder: None,
            files: files
                .iter()
                .map(|&(name, text)| (name.to_string(), text.to_string()))
                .collect(),
        }
    }

    /// The set in a folder, which must hold every file of the embedded one.
    ///
    /// # Errors
    /// Names the first file that is missing, unreadable or not UTF-8.
    pub fn read(
        folder: &Path,
        files: &[EmbeddedFile],
        optional: &[&str],
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
                "a folder of data files, as `portolan data export` writes it",
            ));
        }
        let mut set = DataSet {
            folder: Some(folder.to_path_buf()),
            files: BTreeMap::new(),
        };
        for &(name, _) in files {
            if optional.contains(&name) && !folder.join(name).exists() {
                continue;
            }
            let text = files::read_regular(&folder.join(name))
                .map_err(|error| problem(name, error.to_string(), "a readable UTF-8 text file"))?;
            set.files.insert(name.to_string(), text);
        }
        Ok(set)
    }

    /// The text of a file; empty if the set has none of that name.
    pub fn text(&self, name: &str) -> &str {
        self.files.get(name).map_or("", String::as_str)
    }

    /// The rows of a CSV file, each with its columns and cells in order; rows that do not read are left out.
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

    /// First 16 hexadecimal digits of the SHA-256 over all names and what the files say: a byte order mark,
    /// line ends, empty lines, quotes that are not needed and blanks around cells do not count.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for (name, text) in &self.files {
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
}

/// What a file says, written in one way: rows as they ship, with quotes where they are needed; of TOML the keys
/// in order, without comments. What does not read is taken as it is.
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
    fn how_a_file_is_written_does_not_count_and_what_it_says_does() {
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
        // What does not read has a hash, too.
        assert_ne!(hash("x.toml", "a = "), hash("x.toml", "b = "));
    }
}
