//! Tables that survive a kill: each row is written before the next one is computed. The tables are named `….partial`
//! during a tuning and renamed when they are complete.
//!
//! Later evaluations depend on these rows, so a changed row would affect all later ones. Therefore, each table has a
//! file `….sums` with one line per row, the checksum of the table up to this row. The checksum is written before its
//! row, so that no row is ever without one.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::results::checksum::{Checksum, Stretch};
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::folder::{TUNED, sums_name};

/// Maximum size of a table in bytes, sufficient for several million rows.
const MOST_BYTES: u64 = 1 << 30;

/// Number of hexadecimal digits in the checksum of a row.
const DIGITS: usize = 16;

/// A table that grows row by row, with the remaining rows of an earlier session.
pub struct Journal {
    name: &'static str,
    folder: PathBuf,
    file: File,
    sums: File,
    checksum: Checksum,
    rows: u64,
    known: VecDeque<String>,
}

fn partial(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.partial"))
}

/// Reads a file. A missing file is empty.
fn content(path: &Path) -> Result<Vec<u8>, RunError> {
    match files::read_up_to(path, MOST_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(RunError::file(path)),
    }
}

/// Returns the lines of a text with their line ends. An incomplete last line is omitted.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| line.ends_with(b"\n"))
}

fn sum(checksum: &Checksum) -> String {
    format!("{}\n", &checksum.sha256()[..DIGITS])
}

/// Removes the checksum files. The manifest of a complete tuning has its own checksums.
///
/// # Errors
/// [`RunError::File`] if a file cannot be removed.
pub fn remove_sums(folder: &Path) -> Result<(), RunError> {
    TUNED
        .iter()
        .try_for_each(|name| remove_if_there(&folder.join(sums_name(name))))
}

impl Journal {
    /// Opens a table, either empty or with the complete rows of an earlier session. Fields must not contain line
    /// breaks.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be read or written, has another header, or contains a changed row. Nothing is
    /// written in this case.
    pub fn open(
        folder: &Path,
        name: &'static str,
        header: &str,
        resume: bool,
    ) -> Result<Journal, RunError> {
        let (path, whole) = (partial(folder, name), folder.join(name));
        let sums_path = folder.join(sums_name(name));
        if !resume {
            remove_if_there(&path)?;
            remove_if_there(&sums_path)?;
        } else if !path.exists() && whole.exists() {
            // The process was killed while it renamed the tables.
            files::rename(&whole, &path).map_err(RunError::file(&whole))?;
        }
        let (text, sums) = (content(&path)?, content(&sums_path)?);
        let damaged = |problem: String| {
            let path = path.clone();
            RunError::Damaged { path, problem }.begin_again()
        };
        let header = format!("{header}\n");
        let mut rows = lines(&text);
        if let Some(found) = rows.next()
            && found != header.as_bytes()
        {
            let (from, end) = (0, found.len() as u64);
            return Err(damaged(format!(
                "it was changed: line 1, {}, is not {}",
                Stretch { from, end },
                header.trim_end()
            )));
        }
        let rows: Vec<&[u8]> = rows.collect();
        let sums: Vec<&[u8]> = lines(&sums).collect();
        if !rows.is_empty() && !sums_path.exists() {
            return Err(damaged(format!(
                "{} is missing from the same folder; cannot verify its rows",
                sums_name(name)
            )));
        }
        let mut checksum = Checksum::default();
        checksum.update(header.as_bytes());
        let mut known = VecDeque::new();
        for (row, told) in rows.into_iter().zip(&sums) {
            let from = checksum.bytes();
            checksum.update(row);
            let read = std::str::from_utf8(row).ok();
            match read.filter(|_| sum(&checksum).as_bytes() == *told) {
                Some(row) => known.push_back(row.trim_end_matches('\n').to_string()),
                None => {
                    let end = checksum.bytes();
                    return Err(damaged(format!(
                        "it was changed: line {}, {}, does not match its checksum in {}",
                        known.len() + 2,
                        Stretch { from, end },
                        sums_name(name)
                    )));
                }
            }
        }
        let kept: String = known.iter().map(|row| format!("{row}\n")).collect();
        write_whole(&path, format!("{header}{kept}"))?;
        let sums: Vec<u8> = sums[..known.len()].concat();
        write_whole(&sums_path, &sums)?;
        let append = |path: &Path| {
            let file = File::options().append(true).open(path);
            file.map_err(RunError::file(path))
        };
        Ok(Journal {
            name,
            folder: folder.to_path_buf(),
            file: append(&path)?,
            sums: append(&sums_path)?,
            checksum,
            rows: known.len() as u64,
            known,
        })
    }

    /// Returns the next row of an earlier session, or `None` if there are no more.
    pub fn next_known(&mut self) -> Option<String> {
        self.known.pop_front()
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`RunError`] if the row cannot be written.
    pub fn append(&mut self, row: &str) -> Result<(), RunError> {
        let line = format!("{row}\n");
        self.checksum.update(line.as_bytes());
        self.rows += 1;
        let sum = sum(&self.checksum);
        let written = self.sums.write_all(sum.as_bytes());
        written.map_err(RunError::file(&self.folder.join(sums_name(self.name))))?;
        let written = self.file.write_all(line.as_bytes());
        written.map_err(RunError::file(&partial(&self.folder, self.name)))
    }

    /// Returns the error for an earlier row that does not match this tuning.
    pub fn damaged(&self, row: &str) -> RunError {
        RunError::Damaged {
            path: partial(&self.folder, self.name),
            problem: format!("this tuning does not produce row {row}"),
        }
    }

    /// Renames the table to its final name.
    ///
    /// # Errors
    /// [`RunError`] if this fails.
    pub fn finish(self) -> Result<FileRecord, RunError> {
        let (path, whole) = (
            partial(&self.folder, self.name),
            self.folder.join(self.name),
        );
        self.file.sync_all().map_err(RunError::file(&path))?;
        files::rename(&path, &whole).map_err(RunError::file(&path))?;
        Ok(FileRecord::new(self.name, self.rows, &self.checksum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_rows_survive() {
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
    const ROWS: [&str; 4] = ["1,2", "30,4", "5,666", "7,8"];

    /// Returns a folder with a table of these rows, in the state after a kill.
    fn killed() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), "x.csv", "a,b", false).unwrap();
        ROWS.iter().for_each(|row| journal.append(row).unwrap());
        folder
    }

    fn known(folder: &Path) -> Result<Vec<String>, String> {
        let journal = Journal::open(folder, "x.csv", "a,b", true);
        let journal = journal.map_err(|error| error.to_string())?;
        Ok(journal.known.into_iter().collect())
    }

    #[test]
    fn changed_row_is_rejected_with_its_location() {
        let folder = killed();
        let path = partial(folder.path(), "x.csv");
        let whole = std::fs::read(&path).unwrap();
        // An incomplete last line is dropped and evaluated again.
        for at in 0..whole.len() - 1 {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let told = known(folder.path()).unwrap_err();
            let (_, place) = told
                .split_once("x.csv.partial: it was changed: line ")
                .unwrap();
            let numbers: Vec<usize> = place
                .split([' ', ','])
                .filter_map(|word| word.parse().ok())
                .collect();
            let (from, last) = (numbers[1], numbers[2]);
            // A missing line end joins two rows.
            assert!((from..=last).contains(&at), "{at}: {told}");
            assert_eq!(std::fs::read(&path).unwrap(), changed);
        }
        let text = String::from_utf8(whole.clone()).unwrap();
        std::fs::write(&path, text.replace("30,4\n", "")).unwrap();
        let told = known(folder.path()).unwrap_err();
        let place = "line 3, bytes 8 to 13 (counted from 0), does not match its checksum in x.csv.sums; begin again with --force";
        assert!(told.ends_with(place), "{told}");
        std::fs::write(&path, &whole).unwrap();
        assert_eq!(known(folder.path()).unwrap(), ROWS);
    }

    #[test]
    fn kill_between_checksum_and_row_loses_only_that_row() {
        let folder = killed();
        let (path, sums) = (
            partial(folder.path(), "x.csv"),
            folder.path().join(sums_name("x.csv")),
        );
        let whole = std::fs::read_to_string(&path).unwrap();
        let all = std::fs::read_to_string(&sums).unwrap();
        // The last row is incomplete.
        for cut in [4, 3, 1] {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            std::fs::write(&sums, &all).unwrap();
            let kept = ROWS.len() - 1;
            assert_eq!(known(folder.path()).unwrap(), ROWS[..kept], "{cut}");
        }
        // The checksum of the last row is incomplete.
        for cut in [1, DIGITS, DIGITS + 1] {
            std::fs::write(&path, &whole[..whole.len() - 4]).unwrap();
            std::fs::write(&sums, &all[..all.len() - cut]).unwrap();
            let mut journal = Journal::open(folder.path(), "x.csv", "a,b", true).unwrap();
            assert_eq!(journal.known.len(), ROWS.len() - 1);
            journal.append(ROWS[3]).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
            assert_eq!(std::fs::read_to_string(&sums).unwrap(), all);
        }
        std::fs::remove_file(&sums).unwrap();
        let told = known(folder.path()).unwrap_err();
        assert!(
            told.contains("x.csv.sums is missing from the same folder"),
            "{told}"
        );
    }
}
