//! Checkpoints of unfinished runs. A checkpoint is written every few seconds, after the rows that it covers have
//! reached the disk, and is read by `--resume`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksummed_text::unsealed;
use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, name_problem, remove_if_there, write_sealed};
use crate::results::stream::Found;

/// Name of the checkpoint file.
pub const CHECKPOINT: &str = "checkpoint.toml";

/// State of an unfinished run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// First step that is not in the files.
    pub next_step: u64,
    /// Number of games in the files.
    pub games: u64,
    /// Number of games that panicked.
    pub crashes: u64,
    /// Number of games that every seat forfeited.
    pub forfeited: u64,
    /// Number of completed games that repeat another game of their deal group.
    #[serde(default)]
    pub repeated: u64,
    /// Elapsed seconds over all sessions.
    pub wall_seconds: f64,
    /// Streamed files, up to the checkpoint.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

impl Checkpoint {
    fn path(folder: &Path) -> PathBuf {
        folder.join(CHECKPOINT)
    }

    /// Reads the checkpoint of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if the checkpoint cannot be read or has been changed.
    pub fn read(folder: &Path) -> Result<Option<Checkpoint>, RunError> {
        let path = Checkpoint::path(folder);
        let damaged = |problem: &str| {
            let (path, problem) = (path.clone(), problem.to_string());
            RunError::Damaged { path, problem }.begin_again()
        };
        let text = match files::read_text(&path) {
            Ok(text) => text,
            Err(error) => match error.kind() {
                ErrorKind::NotFound => return Ok(None),
                ErrorKind::InvalidData => return Err(damaged(&error.to_string())),
                _ => return Err(RunError::file(&path)(error)),
            },
        };
        let content = unsealed(&text).map_err(damaged)?;
        let read: Checkpoint = toml::from_str(content).map_err(|error| damaged(error.message()))?;
        let names = read.file.iter().map(|file| &*file.name);
        match names.filter(|name| !name.is_empty()).find_map(name_problem) {
            Some(problem) => Err(damaged(&problem)),
            None => Ok(Some(read)),
        }
    }

    /// Writes the checkpoint.
    ///
    /// # Errors
    /// [`RunError::File`] if writing fails. The previous checkpoint then remains.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        write_sealed(&Checkpoint::path(folder), self)
    }

    /// Verifies a streamed file of an unfinished run against its checkpoint, for commands that only read the run.
    /// Succeeds if there is no checkpoint yet.
    ///
    /// # Errors
    /// [`RunError`] if the file was shortened or changed, or if the checkpoint is invalid.
    pub fn check(folder: &Path, streamed: usize) -> Result<(), RunError> {
        let checkpoint = Checkpoint::read(folder)?;
        match checkpoint.as_ref().and_then(|at| at.file.get(streamed)) {
            Some(file) => Found::find(folder, file).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Removes the checkpoint of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError::File`] if it cannot be removed.
    pub fn remove(folder: &Path) -> Result<(), RunError> {
        remove_if_there(&Checkpoint::path(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoint_is_read_back_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::read(folder.path()).unwrap(), None);
        let checkpoint = Checkpoint {
            next_step: 7,
            wall_seconds: 0.5,
            file: vec![
                FileRecord::of("games.csv", &"1,2\n".repeat(5000)),
                FileRecord::of("events.csv", "x\n"),
                FileRecord::default(),
                FileRecord::default(),
            ],
            ..Checkpoint::default()
        };
        checkpoint.write(folder.path()).unwrap();
        assert_eq!(Checkpoint::read(folder.path()).unwrap(), Some(checkpoint));
        Checkpoint::remove(folder.path()).unwrap();
        Checkpoint::remove(folder.path()).unwrap();
    }

    #[test]
    fn changed_checkpoint_is_rejected_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        Checkpoint::default().write(folder.path()).unwrap();
        let path = folder.path().join(CHECKPOINT);
        let mut bytes = std::fs::read(&path).unwrap();
        for bit in [1, 0x80] {
            bytes[13] ^= bit;
            std::fs::write(&path, &bytes).unwrap();
            let output = Checkpoint::read(folder.path()).unwrap_err().to_string();
            assert!(output.contains("checkpoint.toml: "), "{output}");
            assert!(output.ends_with("begin again with --force"), "{output}");
        }
    }
}
