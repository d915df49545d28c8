//! How far an unfinished run came: written every few seconds, after the rows it tells of have
//! reached the disk, and read by `--resume`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::experiment::RunError;
use crate::experiment::results::{Length, remove_if_there, write_whole};

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
    /// Seconds spent so far.
    pub wall_seconds: f64,
    /// Lengths of the streamed files.
    pub lengths: [Length; 3],
}

impl Checkpoint {
    fn path(folder: &Path) -> PathBuf {
        folder.join(CHECKPOINT)
    }

    /// The checkpoint in a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Checkpoint>, RunError> {
        let path = Checkpoint::path(folder);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RunError::file(&path)(error)),
        };
        match toml::from_str(&text) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(error) => Err(RunError::Damaged {
                path,
                problem: error.message().to_string(),
            }),
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
        write_whole(&path, &text)
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
        let mut checkpoint = Checkpoint {
            next_step: 7,
            wall_seconds: 0.5,
            ..Checkpoint::default()
        };
        checkpoint.lengths[1] = Length { bytes: 9, rows: 2 };
        checkpoint.write(folder.path()).unwrap();
        assert_eq!(Checkpoint::read(folder.path()).unwrap(), Some(checkpoint));
        Checkpoint::remove(folder.path()).unwrap();
        Checkpoint::remove(folder.path()).unwrap();
    }
}
