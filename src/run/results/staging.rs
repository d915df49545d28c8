//! Atomic updates of files together with the manifest.
//!
//! If a recorded file were replaced before the manifest, a kill between the two steps would leave a folder that does
//! not match its manifest. Therefore, new content is first written to `NAME.next`. Then the new manifest is written,
//! and finally the file is renamed. After a kill, [`settle`] completes the renames that the manifest requires and
//! removes other staged files.

use std::path::{Path, PathBuf};

use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};

/// Returns the name under which the new content of a file is stored until the manifest is written.
pub fn staged_name(name: &str) -> String {
    format!("{name}.next")
}

fn staged(folder: &Path, name: &str) -> PathBuf {
    folder.join(staged_name(name))
}

/// Writes the new content of a file under its staged name, for the next manifest.
///
/// # Errors
/// [`RunError::File`] if writing fails. The file itself does not change.
pub fn stage(folder: &Path, name: &str, content: &[u8]) -> Result<FileRecord, RunError> {
    let path = staged(folder, name);
    files::write_synced(&path, content).map_err(RunError::file(&path))?;
    Ok(FileRecord::of_bytes(name, content))
}

/// Renames the staged files that are recorded in the manifest, and removes other staged files.
///
/// # Errors
/// [`RunError`] if a file cannot be read, renamed or removed. The call can be repeated.
pub fn settle(folder: &Path, names: &[&str], files: &[FileRecord]) -> Result<(), RunError> {
    for name in names {
        let path = staged(folder, name);
        if !path.exists() {
            continue;
        }
        let told = files.iter().find(|file| file.name == **name);
        let decided = told.map(|told| {
            let name = staged_name(name);
            let staged = FileRecord {
                name,
                ..told.clone()
            };
            staged.check(folder)
        });
        match decided {
            Some(Ok(())) => {
                files::rename(&path, &folder.join(name)).map_err(RunError::file(&path))?
            }
            Some(Err(RunError::Damaged { .. })) | None => remove_if_there(&path)?,
            Some(Err(error)) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_decides_between_old_and_staged_content() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let read = || std::fs::read_to_string(folder.join("a.csv")).unwrap();
        std::fs::write(folder.join("a.csv"), "old").unwrap();
        let new = stage(folder, "a.csv", b"new").unwrap();
        assert_eq!((read().as_str(), new.name.as_str()), ("old", "a.csv"));
        settle(folder, &["a.csv"], &[FileRecord::of_bytes("a.csv", b"old")]).unwrap();
        assert_eq!(read(), "old");
        assert!(!folder.join("a.csv.next").exists());
        for _ in 0..2 {
            settle(folder, &["a.csv"], &[FileRecord::of_bytes("a.csv", b"old")]).unwrap();
            stage(folder, "a.csv", b"new").unwrap();
            settle(folder, &["a.csv"], std::slice::from_ref(&new)).unwrap();
            assert_eq!(read(), "new");
        }
        std::fs::write(folder.join("a.csv.next"), "ne").unwrap();
        settle(folder, &["a.csv"], &[new]).unwrap();
        assert_eq!(
            (read().as_str(), folder.read_dir().unwrap().count()),
            ("new", 1)
        );
    }
}
