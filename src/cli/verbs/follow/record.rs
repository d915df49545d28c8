//! File with the followed game, which is updated continuously so that a crash loses no input.

use std::io;
use std::path::{Path, PathBuf};

use portolan_core::files;

/// Maximum number of default file names to try.
const MOST_NUMBERED: usize = 10_000;

/// Log file of a game.
pub struct Record {
    path: PathBuf,
    kept: Option<String>,
}

impl Record {
    /// Creates a record whose file is written when there is something to save.
    pub fn new(path: PathBuf) -> Record {
        Record { path, kept: None }
    }

    /// Returns a record with the first free default name: `followed-GAME.log`, `followed-GAME-2.log`, …
    pub fn free(game: &str) -> Record {
        let named = |number: usize| match number {
            1 => PathBuf::from(format!("followed-{game}.log")),
            number => PathBuf::from(format!("followed-{game}-{number}.log")),
        };
        let path = (1..MOST_NUMBERED).map(named).find(|path| !path.exists());
        Record::new(path.unwrap_or_else(|| named(MOST_NUMBERED)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the file contains this text.
    pub fn holds(&self, text: &str) -> bool {
        self.kept.as_deref() == Some(text)
    }

    /// Writes a text and flushes it to the disk. If this fails, the file is not changed.
    ///
    /// # Errors
    /// [`io::Error`] of writing.
    pub fn keep(&mut self, text: String) -> io::Result<()> {
        if !self.holds(&text) {
            files::save(&self.path, &text)?;
            self.kept = Some(text);
        }
        Ok(())
    }

    /// Marks this text as the present content of the file.
    pub fn began_with(mut self, text: String) -> Record {
        self.kept = Some(text);
        self
    }
}
