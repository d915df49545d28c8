//! The file in which a followed game is kept, so that nothing is lost whenever the program ends.

use std::io;
use std::path::{Path, PathBuf};

use portolan_core::files;

/// Files that are tried for a game that nobody has named one for.
const MOST_NUMBERED: usize = 10_000;

/// Where a game is kept.
pub struct Record {
    path: PathBuf,
    kept: Option<String>,
}

impl Record {
    /// A file that is written when there is something to keep.
    pub fn new(path: PathBuf) -> Record {
        Record { path, kept: None }
    }

    /// The first free name for a game: `followed-GAME.log`, `followed-GAME-2.log`, …
    pub fn free(game: &str) -> Record {
        let named = |number: usize| match number {
            1 => PathBuf::from(format!("followed-{game}.log")),
            number => PathBuf::from(format!("followed-{game}-{number}.log")),
        };
        let path = (1..MOST_NUMBERED).map(named).find(|path| !path.exists());
        Record::new(path.unwrap_or_else(|| named(MOST_NUMBERED)))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file holds this text.
    pub fn holds(&self, text: &str) -> bool {
        self.kept.as_deref() == Some(text)
    }

    /// Keeps a text, on the disk when this returns. If that fails the file is as it was before.
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

    /// The file already holds this text.
    pub fn began_with(mut self, text: String) -> Record {
        self.kept = Some(text);
        self
    }
}
