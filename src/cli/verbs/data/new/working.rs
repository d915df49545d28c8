//! Working copy of an owner: a data set in a folder, changed file by file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::super::folder::{no_file, write_files};
use crate::ui::failure::Failure;
use portolan_core::column_schema::Form;
use portolan_core::csv_text::CsvText;
use portolan_core::dataset::{DataProblem, DataSet, ProvenanceCounts};
use portolan_core::files;
use portolan_core::setup::GameEntry;

fn is_table(name: &str) -> bool {
    name.ends_with(".csv")
}

/// The last saved state of the set in a folder.
pub struct WorkingSet {
    pub entry: &'static GameEntry,
    pub set: DataSet,
    folder: PathBuf,
    problems: Vec<DataProblem>,
}

/// Name of a column, and the value of its cell.
pub type Cell = (String, String);

/// Answers of unfinished rows, by the label of the row; the label of a new row is empty.
pub type Drafts = BTreeMap<String, Vec<Cell>>;

/// Problems that the check of the game finds in a change.
pub struct Judgement {
    /// Problems in the changed row.
    pub of_row: Vec<DataProblem>,
    /// New problems in other rows.
    pub elsewhere: Vec<DataProblem>,
}

impl WorkingSet {
    /// Reads the set in a folder. Missing files are first written with the shipped contents; existing files are
    /// not changed.
    pub fn open(entry: &'static GameEntry, folder: &Path) -> Result<WorkingSet, Failure> {
        no_file(folder)?;
        let names = entry.files.iter().map(|&(name, _)| name);
        if !names.clone().any(is_table) {
            return Err(Failure::usage(format!(
                "{} has no tables to fill in; `portolan data export {} DIR` writes {}, which you \
                 can change in a text editor",
                entry.name,
                entry.name,
                names.collect::<Vec<_>>().join(", ")
            )));
        }
        let missing = entry.files.iter().copied();
        write_files(
            folder,
            missing.filter(|(name, _)| !folder.join(name).exists()),
        )?;
        let set = DataSet::read(folder, entry.files, entry.optional_files, entry.forms)
            .map_err(Failure::usage)?;
        Ok(WorkingSet {
            entry,
            problems: errors(entry, &set),
            set,
            folder: folder.to_path_buf(),
        })
    }

    /// Returns the forms of all files that are tables, in the order of entry.
    pub fn forms(&self) -> Vec<Form> {
        let names = self.entry.files.iter().map(|&(name, _)| name);
        let names: Vec<&str> = names.filter(|name| is_table(name)).collect();
        let told = self.entry.forms.iter().map(|form| form.file);
        let told: Vec<&str> = told.filter(|file| names.contains(file)).collect();
        let others = names.iter().filter(|name| !told.contains(name)).copied();
        let order = told.iter().copied().chain(others);
        order.map(|file| self.entry.form(file)).collect()
    }

    /// Number of rows of a file by provenance.
    pub fn counts(&self, file: &str) -> ProvenanceCounts {
        let of_files = (self.entry.provenance)(&self.set);
        let of_file = of_files.into_iter().find(|(name, _)| *name == file);
        of_file.map_or(ProvenanceCounts::default(), |(_, counts)| counts)
    }

    /// Returns a file as a table.
    pub fn table(&self, file: &str) -> CsvText {
        CsvText::read(self.set.text(file))
    }

    /// Returns the problems of the last saved set.
    pub fn problems(&self) -> &[DataProblem] {
        &self.problems
    }

    /// Returns the problems of a table in which one row was changed.
    pub fn judge(&self, file: &str, table: &CsvText, row: Option<usize>) -> Judgement {
        let lines = row.map(|row| {
            let first = table.line(row);
            first..=first + table.rows[row].raw.trim().matches('\n').count()
        });
        let in_row = |problem: &DataProblem| {
            (problem.file == file || Path::new(&problem.file) == self.folder.join(file))
                && lines
                    .as_ref()
                    .is_some_and(|lines| lines.contains(&problem.line))
        };
        let mut set = self.set.clone();
        set.files.insert(file.to_string(), table.text());
        let mut elsewhere = errors(self.entry, &set);
        let of_row = elsewhere.iter().filter(|problem| in_row(problem));
        let of_row = of_row.cloned().collect();
        let mut known = self.problems.clone();
        let mut is_new = |problem: &DataProblem| {
            // Adding or removing a row changes the line numbers of other rows.
            let same = |other: &DataProblem| {
                (&other.file, &other.column, &other.value, &other.expected)
                    == (
                        &problem.file,
                        &problem.column,
                        &problem.value,
                        &problem.expected,
                    )
            };
            let place = known.iter().position(same);
            place.map(|place| known.swap_remove(place)).is_none()
        };
        elsewhere.retain(|problem| is_new(problem) && !in_row(problem));
        Judgement { of_row, elsewhere }
    }

    /// Returns the answers of rows that the owner left unfinished.
    pub fn drafts(&self, file: &str) -> Drafts {
        let text = files::read_text(&self.draft_of(file));
        let drafts = text.ok().map(|text| serde_json::from_str(&text));
        drafts.and_then(Result::ok).unwrap_or_default()
    }

    fn draft_of(&self, file: &str) -> PathBuf {
        self.folder.join(format!("{file}.draft"))
    }

    /// Stores the answers of an unfinished row, or removes the stored answers if `answers` is empty.
    pub fn set_draft(&self, file: &str, row: &str, answers: Vec<Cell>) -> Result<(), Failure> {
        let mut drafts = self.drafts(file);
        if drafts.remove(row).is_none() && answers.is_empty() {
            return Ok(());
        }
        if !answers.is_empty() {
            drafts.insert(row.to_string(), answers);
        }
        let path = self.draft_of(file);
        let written = match drafts.is_empty() {
            true => std::fs::remove_file(&path),
            false => files::save(&path, json!(drafts).to_string()),
        };
        written.map_err(|error| Failure::work(format!("{}: {error}", path.display())))
    }

    pub fn save(&mut self, file: &str, table: &CsvText) -> Result<(), Failure> {
        let text = table.text();
        write_files(&self.folder, std::iter::once((file, text.as_str())))?;
        self.set.files.insert(file.to_string(), text);
        self.problems = errors(self.entry, &self.set);
        Ok(())
    }
}

/// Returns the errors that prevent play. Warnings are left out, since the owner can judge them better.
fn errors(entry: &GameEntry, set: &DataSet) -> Vec<DataProblem> {
    let mut problems = (entry.check)(set);
    problems.retain(|problem| !problem.is_warning());
    problems
}
