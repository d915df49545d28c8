//! Rows that survive a kill: each is on its way to the disk before the next one is worked for. While
//! a tuning goes on its tables are called `….partial`; they get their final names when they are whole.
//!
//! What is played later depends on these rows, so that a changed one would go on to change the rest. Beside
//! a table stands therefore `….sums` with a line per row: the checksum of the table up to there. It is
//! written before its row, so that whenever a kill comes, no row is without one.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::results::checksum::{Checksum, Stretch};
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::folder::{TUNED, sums_name};

/// Most bytes of a table: some millions of rows, of which each takes longer to play than to write.
const MOST_BYTES: u64 = 1 << 30;

/// Hexadecimal digits of a row's checksum.
const DIGITS: usize = 16;

/// A table that grows row by row, and knows the rows of an earlier session.
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

/// The content of a file; nothing if there is none.
fn content(path: &Path) -> Result<Vec<u8>, RunError> {
    match files::read_up_to(path, MOST_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(RunError::file(path)),
    }
}

/// The lines of a text with their ends. A last line without its end was cut short.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| line.ends_with(b"\n"))
}

fn sum(checksum: &Checksum) -> String {
    format!("{}\n", &checksum.sha256()[..DIGITS])
}

/// Removes the checksums of rows: those of a whole tuning are in its manifest.
///
/// # Errors
/// [`RunError::File`] if they are there and cannot be removed.
pub fn remove_sums(folder: &Path) -> Result<(), RunError> {
    TUNED
        .iter()
        .try_for_each(|name| remove_if_there(&folder.join(sums_name(name))))
}

impl Journal {
    /// Opens a table: empty, or with the whole rows that an earlier session left. No field may hold a
    /// line break.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or written, has another header, or a row was changed; then
    /// nothing is written.
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
            // Killed while the tables got their final names.
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
                "{} is missing beside it; cannot verify its rows",
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
                        "it was changed: line {}, {}, is not the row whose checksum is in {}",
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

    /// The next row of an earlier session, if there is one left.
    pub fn next_known(&mut self) -> Option<String> {
        self.known.pop_front()
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be written.
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
        files::rename(&path, &whole).map_err(RunError::file(&path))?;
        Ok(FileRecord::new(self.name, self.rows, &self.checksum))
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
    const ROWS: [&str; 4] = ["1,2", "30,4", "5,666", "7,8"];

    /// A folder with a table of these rows, as a kill leaves it.
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
    fn a_changed_row_is_refused_with_its_place() {
        let folder = killed();
        let path = partial(folder.path(), "x.csv");
        let whole = std::fs::read(&path).unwrap();
        // A last line without its end was cut short, and is played again.
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
            // A line end that goes makes one row of two.
            assert!((from..=last).contains(&at), "{at}: {told}");
            assert_eq!(std::fs::read(&path).unwrap(), changed);
        }
        let text = String::from_utf8(whole.clone()).unwrap();
        std::fs::write(&path, text.replace("30,4\n", "")).unwrap();
        let told = known(folder.path()).unwrap_err();
        let place = "line 3, bytes 8 to 13 (counted from 0), is not the row whose checksum is in \
                     x.csv.sums; begin again with --force";
        assert!(told.ends_with(place), "{told}");
        std::fs::write(&path, &whole).unwrap();
        assert_eq!(known(folder.path()).unwrap(), ROWS);
    }

    #[test]
    fn a_kill_between_checksum_and_row_loses_nothing_else() {
        let folder = killed();
        let (path, sums) = (
            partial(folder.path(), "x.csv"),
            folder.path().join(sums_name("x.csv")),
        );
        let whole = std::fs::read_to_string(&path).unwrap();
        let all = std::fs::read_to_string(&sums).unwrap();
        // As far as the last row had come.
        for cut in [4, 3, 1] {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            std::fs::write(&sums, &all).unwrap();
            let kept = ROWS.len() - 1;
            assert_eq!(known(folder.path()).unwrap(), ROWS[..kept], "{cut}");
        }
        // As far as its checksum had come.
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
        assert!(told.contains("x.csv.sums is missing beside it"), "{told}");
    }
}
