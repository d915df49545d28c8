//! How far an unfinished run came: written every few seconds, after the rows it tells of have
//! reached the disk, and read by `--resume`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, name_problem, remove_if_there, write_whole};
use crate::results::seal::{sealed, unsealed};
use crate::results::stream::Found;

/// Name of the file.
pub const CHECKPOINT: &str = "checkpoint.toml";

/// State of an unfinished run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// First step that is not in the files.
    pub next_step: u64,
    /// Games in the files.
    pub games: u64,
    /// Games that panicked.
    pub crashes: u64,
    /// Games that every seat has lost by forfeit.
    #[serde(default)]
    pub forfeited: u64,
    /// Seconds spent so far.
    pub wall_seconds: f64,
    /// The streamed files, as far as the checkpoint tells of them.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

impl Checkpoint {
    fn path(folder: &Path) -> PathBuf {
        folder.join(CHECKPOINT)
    }

    /// The checkpoint in a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read, or is not as it was written.
    pub fn read(folder: &Path) -> Result<Option<Checkpoint>, RunError> {
        let path = Checkpoint::path(folder);
        let damaged = |problem: &str| {
            let (path, problem) = (path.clone(), problem.to_string());
            RunError::Damaged { path, problem }.begin_again()
        };
        let text = match files::read_regular(&path) {
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

    /// Writes it.
    ///
    /// # Errors
    /// [`RunError::File`] if that fails; the one before then stays.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let path = Checkpoint::path(folder);
        let text = toml::to_string(self).map_err(|error| RunError::Damaged {
            path: path.clone(),
            problem: error.to_string(),
        })?;
        write_whole(&path, sealed(&text))
    }

    /// Compares one of the streamed files of an unfinished run with its checkpoint, for who only reads it;
    /// before the first checkpoint there is nothing to compare.
    ///
    /// # Errors
    /// [`RunError`] if the file is shorter than it should be or was changed, or the checkpoint was.
    pub fn check(folder: &Path, streamed: usize) -> Result<(), RunError> {
        let checkpoint = Checkpoint::read(folder)?;
        match checkpoint.as_ref().and_then(|at| at.file.get(streamed)) {
            Some(file) => Found::find(folder, file).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Removes it from a folder.
    ///
    /// # Errors
    /// [`RunError::File`] if it is there and cannot be removed.
    pub fn remove(folder: &Path) -> Result<(), RunError> {
        remove_if_there(&Checkpoint::path(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_and_goes() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::read(folder.path()).unwrap(), None);
        let checkpoint = checkpoint();
        checkpoint.write(folder.path()).unwrap();
        assert_eq!(Checkpoint::read(folder.path()).unwrap(), Some(checkpoint));
        Checkpoint::remove(folder.path()).unwrap();
        Checkpoint::remove(folder.path()).unwrap();
    }

    fn checkpoint() -> Checkpoint {
        Checkpoint {
            next_step: 7,
            wall_seconds: 0.5,
            file: vec![
                FileRecord::of("games.csv", &"1,2\n".repeat(5000)),
                FileRecord::of("events.csv", "x\n"),
                FileRecord::default(),
                FileRecord::default(),
            ],
            ..Checkpoint::default()
        }
    }

    #[test]
    fn a_changed_or_cut_checkpoint_is_told() {
        let folder = tempfile::tempdir().unwrap();
        checkpoint().write(folder.path()).unwrap();
        let path = folder.path().join(CHECKPOINT);
        let whole = std::fs::read(&path).unwrap();
        let told = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            Checkpoint::read(folder.path()).unwrap_err().to_string()
        };
        let bits = (0..whole.len()).flat_map(|at| [1, 4, 0x80].map(|bit| (at, bit)));
        let changed = bits.map(|(at, bit)| {
            let mut changed = whole.clone();
            changed[at] ^= bit;
            changed
        });
        let cut = [0, 1, whole.len() / 2, whole.len() - 1];
        for bytes in changed.chain(cut.map(|length| whole[..length].to_vec())) {
            let told = told(&bytes);
            assert!(told.contains("checkpoint.toml: "), "{told}");
            assert!(told.ends_with("begin again with --force"), "{told}");
        }
    }
}
