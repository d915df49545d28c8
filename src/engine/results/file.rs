//! What is told of a file of a results folder, and how small ones are written.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::results::checksum::{Checksum, Marks};
use crate::results::error::RunError;
use crate::results::names::COMPRESSED;

/// What a manifest or a checkpoint says of a file, because a CSV cut short still reads as valid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// File name.
    pub name: String,
    /// Rows, header not included.
    pub rows: u64,
    /// Bytes of the file on the disk.
    pub bytes: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// Checksums of its beginnings, by which a change is found.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
}

impl FileRecord {
    /// The record of a file of so many rows, header not included.
    pub fn new(name: &str, rows: u64, checksum: &Checksum) -> FileRecord {
        FileRecord {
            name: name.to_string(),
            rows,
            bytes: checksum.bytes(),
            sha256: checksum.sha256(),
            marks: checksum.marks().clone(),
        }
    }

    /// The record of a file that is no table.
    pub fn of_bytes(name: &str, bytes: &[u8]) -> FileRecord {
        let mut checksum = Checksum::default();
        checksum.update(bytes);
        FileRecord::new(name, 0, &checksum)
    }

    /// In what so many bytes of the file as it is now differ from what they were, if they do.
    pub fn change(&self, found: &Checksum) -> Option<String> {
        (found.sha256() != self.sha256).then(|| {
            let stretch = self.marks.first_change(found.marks(), self.bytes);
            format!("{stretch} are not what was written")
        })
    }

    /// Whether this is the table of that name, compressed or not.
    pub fn is_table(&self, name: &str) -> bool {
        self.name.strip_suffix(COMPRESSED).unwrap_or(&self.name) == name
    }

    /// Whether the file in `folder` is as long as it was.
    ///
    /// # Errors
    /// [`RunError`] if it is missing or no regular file of the folder, or was cut or extended.
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

    /// Whether the file in `folder` is, byte for byte, what it was.
    ///
    /// # Errors
    /// [`RunError`] if it is missing or was changed.
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

    /// The record of a file with this content.
    pub fn of(name: &str, text: &str) -> FileRecord {
        let mut checksum = Checksum::default();
        checksum.update(text.as_bytes());
        let rows = (text.lines().count() as u64).saturating_sub(1);
        FileRecord::new(name, rows, &checksum)
    }
}

/// What is wrong with a name that a manifest or a checkpoint gives to a file of its folder, if anything is.
pub fn name_problem(name: &str) -> Option<String> {
    let mut parts = Path::new(name).components();
    let plain = matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(part)), None) if part == name
    );
    (!plain || name.contains(['/', '\\', '\0']))
        .then(|| format!("file.name = {name:?}; expected the plain name of a file in the folder"))
}

/// What is wrong with a file of a folder that is no regular one or, through a link, lies elsewhere.
fn elsewhere(folder: &Path, path: &Path, found: &Metadata) -> io::Result<Option<String>> {
    if !found.is_file() {
        return Ok(Some("is no regular file".to_string()));
    }
    if !path.is_symlink() {
        return Ok(None);
    }
    let there = std::fs::canonicalize(path)?;
    let inside = there.starts_with(std::fs::canonicalize(folder)?);
    Ok((!inside).then(|| {
        format!(
            "is a link that leads out of the folder, to {}; expected the file itself",
            there.display()
        )
    }))
}

/// Removes a file, unless there is none.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), RunError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunError::file(path)(error)),
        _ => Ok(()),
    }
}

/// Writes a small file of a results folder so that under its name there is always either the old content
/// or the new.
///
/// # Errors
/// [`RunError::File`]; the old content then stays.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), RunError> {
    files::replace(&files::temporary(path), path, content).map_err(RunError::file(path))
}
