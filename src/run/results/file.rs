//! Records of result files with their checksums, and atomic writes of small files.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::results::checksum::{Checksum, Marks};
use crate::results::checksummed_text::sealed;
use crate::results::error::RunError;
use crate::results::names::COMPRESSED;

/// Record of a file in a manifest or checkpoint. It detects truncation, which a CSV parser cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    pub name: String,
    /// Number of rows, without the header.
    pub rows: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// Checksums of prefixes, for locating a change.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
}

impl FileRecord {
    /// Creates the record of a file. `rows` excludes the header.
    pub fn new(name: &str, rows: u64, checksum: &Checksum) -> FileRecord {
        FileRecord {
            name: name.to_string(),
            rows,
            bytes: checksum.bytes(),
            sha256: checksum.sha256(),
            marks: checksum.marks().clone(),
        }
    }

    /// Creates the record of a file that is not a table.
    pub fn of_bytes(name: &str, bytes: &[u8]) -> FileRecord {
        let mut checksum = Checksum::default();
        checksum.update(bytes);
        FileRecord::new(name, 0, &checksum)
    }

    /// Returns a description of the first change, or `None` if the current checksum matches the record.
    pub fn change(&self, found: &Checksum) -> Option<String> {
        (found.sha256() != self.sha256).then(|| {
            let stretch = self.marks.first_change(found.marks(), self.bytes);
            format!("{stretch} differ from the original content")
        })
    }

    /// Returns true if this is the table with this name, compressed or not.
    pub fn is_table(&self, name: &str) -> bool {
        self.name.strip_suffix(COMPRESSED).unwrap_or(&self.name) == name
    }

    /// Checks that the file in `folder` has the recorded length.
    ///
    /// # Errors
    /// [`RunError`] if the file is missing, is not a regular file in the folder, or has another length.
    pub fn check_length(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(&self.name);
        let found = std::fs::metadata(&path).map_err(RunError::file(&path))?;
        if let Some(problem) = elsewhere(folder, &path, &found).map_err(RunError::file(&path))? {
            return Err(RunError::Damaged { path, problem });
        }
        let found = found.len();
        if found == self.bytes {
            return Ok(());
        }
        Err(RunError::Damaged {
            path,
            problem: format!(
                "{found} bytes found, but the manifest lists {} ({} rows): the file was cut short or \
                 extended",
                self.bytes, self.rows
            ),
        })
    }

    /// Checks that the file in `folder` is unchanged.
    ///
    /// # Errors
    /// [`RunError`] if the file is missing or has been changed.
    pub fn check(&self, folder: &Path) -> Result<(), RunError> {
        self.check_length(folder)?;
        let path = folder.join(&self.name);
        let found = File::open(&path).and_then(|mut file| Checksum::default().read(&mut file));
        match self.change(&found.map_err(RunError::file(&path))?) {
            None => Ok(()),
            Some(change) => Err(RunError::Damaged {
                path,
                problem: format!(
                    "its SHA-256 is not the one in the manifest: it was changed, {change}"
                ),
            }),
        }
    }

    /// Writes a table atomically and returns its record.
    ///
    /// # Errors
    /// [`RunError::File`] if writing fails. The previous content then remains.
    pub fn write(folder: &Path, name: &str, text: &str) -> Result<FileRecord, RunError> {
        write_whole(&folder.join(name), text)?;
        Ok(FileRecord::of(name, text))
    }

    /// Creates the record of a text file with one header line.
    pub fn of(name: &str, text: &str) -> FileRecord {
        let mut checksum = Checksum::default();
        checksum.update(text.as_bytes());
        let rows = (text.lines().count() as u64).saturating_sub(1);
        FileRecord::new(name, rows, &checksum)
    }
}

/// Returns an error message if the name in a manifest or checkpoint is not a plain file name.
pub fn name_problem(name: &str) -> Option<String> {
    let mut parts = Path::new(name).components();
    let plain = matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(part)), None) if part == name
    );
    (!plain || name.contains(['/', '\\', '\0'])).then(|| {
        format!(
            "file.name = {name:?}; expected the name of a file in the folder, without \
                          a path"
        )
    })
}

/// Returns an error message if the file is not a regular file or is a link to a file outside the folder.
fn elsewhere(folder: &Path, path: &Path, found: &Metadata) -> io::Result<Option<String>> {
    if !found.is_file() {
        return Ok(Some("is not a regular file".to_string()));
    }
    if !path.is_symlink() {
        return Ok(None);
    }
    let there = std::fs::canonicalize(path)?;
    let inside = there.starts_with(std::fs::canonicalize(folder)?);
    Ok((!inside).then(|| {
        format!(
            "is a link to a file outside the folder, {}; expected the file itself",
            there.display()
        )
    }))
}

/// Removes a file if it exists.
pub fn remove_if_there(path: &Path) -> Result<(), RunError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunError::file(path)(error)),
        _ => Ok(()),
    }
}

/// Writes a value as TOML with a checksum line, atomically.
///
/// # Errors
/// [`RunError`] if writing fails. The previous content then remains.
pub fn write_sealed(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    let text = toml::to_string(value).map_err(|error| RunError::Damaged {
        path: path.to_path_buf(),
        problem: error.to_string(),
    })?;
    write_whole(path, sealed(&text))
}

/// Writes a small file atomically.
///
/// # Errors
/// [`RunError::File`] if writing fails. The previous content then remains.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), RunError> {
    files::replace(&files::temporary(path), path, content).map_err(RunError::file(path))
}
