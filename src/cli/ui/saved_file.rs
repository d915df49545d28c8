//! Plain file with a game, which is replaced after every change, so that a crash loses no input.

use std::io;
use std::path::{Path, PathBuf};

use portolan_core::files;

/// Number of names to try.
const MOST_NAMES: u32 = 999;

/// File of a game, with its last saved content.
pub struct SavedFile {
    path: PathBuf,
    content: Option<String>,
}

impl SavedFile {
    /// Uses this file, which is written when there is something to save.
    pub fn new(path: PathBuf) -> SavedFile {
        SavedFile {
            path,
            content: None,
        }
    }

    /// Uses the first name that does not exist: `evening.log`, `evening-2.log`, …
    ///
    /// # Errors
    /// A message if all names are taken.
    pub fn first_free(first: &Path) -> Result<SavedFile, String> {
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        let counted =
            (2..=MOST_NAMES).map(|number| first.with_file_name(format!("{stem}-{number}.log")));
        let mut names = std::iter::once(first.to_path_buf()).chain(counted);
        let free = names.find(|name| !name.exists()).map(SavedFile::new);
        free.ok_or_else(|| {
            let first = first.display();
            format!("{first} and {MOST_NAMES} similar files exist; name another file")
        })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the file was written before.
    pub fn is_written(&self) -> bool {
        self.content.is_some()
    }

    /// Returns true if the file contains this text.
    pub fn contains(&self, text: &str) -> bool {
        self.content.as_deref() == Some(text)
    }

    /// Writes a text and flushes it to the disk, unless the file contains it. If this fails, the file is not changed.
    ///
    /// # Errors
    /// [`io::Error`] of writing.
    pub fn save(&mut self, text: String) -> io::Result<()> {
        if !self.contains(&text) || !self.path.exists() {
            files::save(&self.path, &text)?;
            self.content = Some(text);
        }
        Ok(())
    }

    /// Marks this text as the present content of the file.
    pub fn began_with(mut self, text: String) -> SavedFile {
        self.content = Some(text);
        self
    }
}
