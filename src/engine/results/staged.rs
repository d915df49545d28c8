//! Files that change together with the manifest.
//!
//! A file that the manifest tells of must not be replaced before the manifest is: a kill between the two would
//! leave a folder whose files are not those of its manifest. So the new content is first written beside it,
//! as `NAME.next`; the new manifest decides; and only then it gets its name. Whoever opens the folder after
//! a kill calls [`settle`], which ends what the manifest has decided and drops what it has not.

use std::path::{Path, PathBuf};

use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};

/// Name of a file until the manifest tells of it.
pub fn staged_name(name: &str) -> String {
    format!("{name}.next")
}

fn staged(folder: &Path, name: &str) -> PathBuf {
    folder.join(staged_name(name))
}

/// Writes the new content of a file beside it, for the manifest that is written next.
///
/// # Errors
/// [`RunError::File`]; the file stays as it was.
pub fn stage(folder: &Path, name: &str, content: &[u8]) -> Result<FileRecord, RunError> {
    let path = staged(folder, name);
    files::write_synced(&path, content).map_err(RunError::file(&path))?;
    Ok(FileRecord::of_bytes(name, content))
}

/// Gives the files of a manifest their names, as far as they were staged for it; what was staged for a
/// manifest that was never written is removed.
///
/// # Errors
/// [`RunError`] if a file cannot be read, renamed or removed; it can be tried again.
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
    fn the_manifest_decides_which_content_stays() {
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
