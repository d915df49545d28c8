//! Rows that survive a kill: each is on its way to the disk before the next one is worked for. While
//! a tuning goes on its tables are called `….partial`; they get their final names when they are whole.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::experiment::RunError;
use crate::experiment::results::{FileRecord, remove_if_there, write_whole};

/// A table that grows row by row, and knows the rows of an earlier session.
pub struct Journal {
    name: &'static str,
    folder: PathBuf,
    file: File,
    known: VecDeque<String>,
}

fn partial(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.partial"))
}

impl Journal {
    /// Opens a table: empty, or with the whole rows that an earlier session left. No field may hold a
    /// line break.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or written, or has another header.
    pub fn open(
        folder: &Path,
        name: &'static str,
        header: &str,
        resume: bool,
    ) -> Result<Journal, RunError> {
        let (path, whole) = (partial(folder, name), folder.join(name));
        if !resume {
            remove_if_there(&path)?;
        } else if !path.exists() && whole.exists() {
            // Killed while the tables got their final names.
            std::fs::rename(&whole, &path).map_err(RunError::file(&path))?;
        }
        let text = if path.exists() {
            std::fs::read_to_string(&path).map_err(RunError::file(&path))?
        } else {
            String::new()
        };
        // A last line without its end was cut short.
        let text = &text[..text.rfind('\n').map_or(0, |last| last + 1)];
        let mut lines = text.lines();
        match lines.next() {
            Some(found) if found != header => {
                return Err(RunError::Damaged {
                    path,
                    problem: format!("its header is not {header}"),
                });
            }
            Some(_) => write_whole(&path, text)?,
            None => write_whole(&path, &format!("{header}\n"))?,
        }
        let file = File::options().append(true).open(&path);
        Ok(Journal {
            name,
            folder: folder.to_path_buf(),
            file: file.map_err(RunError::file(&path))?,
            known: lines.map(str::to_string).collect(),
        })
    }

    /// The next row of an earlier session, if there is one left.
    pub fn next_known(&mut self) -> Option<String> {
        self.known.pop_front()
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be written.
    pub fn append(&mut self, row: &str) -> Result<(), RunError> {
        let written = self.file.write_all(format!("{row}\n").as_bytes());
        written.map_err(RunError::file(&partial(&self.folder, self.name)))
    }

    /// The error of a row that this tuning would not have written.
    pub fn damaged(&self, row: &str) -> RunError {
        RunError::Damaged {
            path: partial(&self.folder, self.name),
            problem: format!("this tuning does not lead to the row {row}"),
        }
    }

    /// Gives the table its final name.
    ///
    /// # Errors
    /// [`RunError`] if that fails.
    pub fn finish(self) -> Result<FileRecord, RunError> {
        let (path, whole) = (
            partial(&self.folder, self.name),
            self.folder.join(self.name),
        );
        self.file.sync_all().map_err(RunError::file(&path))?;
        let text = std::fs::read_to_string(&path).map_err(RunError::file(&path))?;
        std::fs::rename(&path, &whole).map_err(RunError::file(&path))?;
        Ok(FileRecord::of(self.name, &text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_and_a_row_cut_short_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let open = |resume| Journal::open(folder.path(), "x.csv", "a,b", resume);
        let mut journal = open(false).unwrap();
        journal.append("1,2").unwrap();
        journal.append("3,4").unwrap();
        let path = partial(folder.path(), "x.csv");
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("5,");
        std::fs::write(&path, text).unwrap();
        let mut journal = open(true).unwrap();
        assert_eq!(journal.next_known().as_deref(), Some("1,2"));
        assert_eq!(journal.next_known().as_deref(), Some("3,4"));
        assert_eq!(journal.next_known(), None);
        journal.append("7,8").unwrap();
        assert_eq!(journal.finish().unwrap().rows, 3);
        let whole = std::fs::read_to_string(folder.path().join("x.csv")).unwrap();
        assert_eq!(whole, "a,b\n1,2\n3,4\n7,8\n");
        assert!(!path.exists());
        assert_eq!(open(true).unwrap().known.len(), 3, "as if not yet renamed");
        assert!(Journal::open(folder.path(), "x.csv", "a,c", true).is_err());
        assert_eq!(open(false).unwrap().known.len(), 0);
    }
}
