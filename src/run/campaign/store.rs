//! Archive files: reading, locking and atomic replacement.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::archive::{Archive, Damage};
use super::soundness::of_archive;
use crate::files;
use crate::results::lock::Lock;

/// Error when reading or writing an archive.
#[derive(Debug, Error)]
pub enum KeepingError {
    /// The content is invalid.
    #[error(transparent)]
    Damaged(#[from] Damage),
    #[error(
        "{}: the file already exists; choose another name, or replace it with --force",
        .0.display()
    )]
    Exists(PathBuf),
    /// Another process has locked the file.
    #[error(
        "{}: another program is playing this campaign; wait until it ends",
        .0.display()
    )]
    Busy(PathBuf),
    /// Another process has changed the file.
    #[error(
        "{}: another program changed the file after it was read. It was not overwritten",
        .0.display()
    )]
    Changed(PathBuf),
    /// The file has several hard links, so another process could play it without noticing the lock.
    #[error(
        "{}: the file has {names} hard links, but a campaign can be played only with one; copy the file (cp) and play the copy, or remove the other links",
        path.display()
    )]
    Linked {
        path: PathBuf,
        /// Number of hard links.
        names: u64,
    },
    #[error(
        "{}: no such file; `portolan campaign new {}` begins a campaign",
        .0.display(),
        .0.display()
    )]
    Missing(PathBuf),
    /// An I/O error.
    #[error("{}: {source}", path.display())]
    File {
        path: PathBuf,
        /// Error from the operating system.
        source: io::Error,
    },
}

impl KeepingError {
    /// Returns true if the error is in the user's input and not in the system.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            KeepingError::Damaged(_)
                | KeepingError::Exists(_)
                | KeepingError::Linked { .. }
                | KeepingError::Missing(_)
        )
    }

    fn file(path: &Path) -> impl Fn(io::Error) -> KeepingError {
        let path = path.to_path_buf();
        move |source| match source.kind() {
            io::ErrorKind::NotFound => KeepingError::Missing(path.clone()),
            _ => KeepingError::File {
                path: path.clone(),
                source,
            },
        }
    }
}

/// Reads an archive and checks its consistency.
///
/// # Errors
/// [`KeepingError`] if the file cannot be read, or if its content is invalid or inconsistent.
pub fn read(path: &Path) -> Result<(Archive, String), KeepingError> {
    let text = files::read_regular(path).map_err(KeepingError::file(path))?;
    let file = path.display().to_string();
    let archive = Archive::parse(&file, &text)?;
    of_archive(&archive).map_err(|flaw| flaw.damage(&file, &text))?;
    Ok((archive, text))
}

/// Rejects a file with several hard links. The lock protects only one of the names, and replacing the file would leave
/// the old content under the other names.
fn require_one_name(path: &Path) -> Result<(), KeepingError> {
    match files::names_of(path).map_err(KeepingError::file(path))? {
        1 => Ok(()),
        names => Err(KeepingError::Linked {
            path: path.to_path_buf(),
            names,
        }),
    }
}

/// Writes a new archive. An existing file is replaced only if `replace` is true.
///
/// # Errors
/// [`KeepingError`] if the file exists and may not be replaced, is locked, or cannot be written.
pub fn create(path: &Path, archive: &Archive, replace: bool) -> Result<(), KeepingError> {
    let exists = || path.symlink_metadata().is_ok();
    if exists() && !replace {
        return Err(KeepingError::Exists(path.to_path_buf()));
    }
    let lock = lock(path)?;
    // Check again, now that the file is locked.
    if exists() && !replace {
        return Err(KeepingError::Exists(path.to_path_buf()));
    }
    if path.is_file() {
        require_one_name(path)?;
    }
    files::save(path, archive.write()).map_err(|source| KeepingError::File {
        path: path.to_path_buf(),
        source,
    })?;
    release(lock)
}

/// An archive that this process has locked.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// Content of the file.
    text: String,
    lock: Lock,
}

impl Held {
    /// Locks and reads an archive.
    ///
    /// # Errors
    /// [`KeepingError`] if another process has locked the archive, or if it cannot be read.
    pub fn open(path: &Path) -> Result<(Held, Archive), KeepingError> {
        if !path.exists() {
            return Err(KeepingError::Missing(path.to_path_buf()));
        }
        let lock = lock(path)?;
        require_one_name(path)?;
        let (archive, text) = read(path)?;
        let held = Held {
            path: path.to_path_buf(),
            text,
            lock,
        };
        Ok((held, archive))
    }

    /// Unlocks the archive.
    ///
    /// # Errors
    /// [`KeepingError::File`] if the lock file cannot be removed. The archive itself is saved.
    pub fn close(self) -> Result<(), KeepingError> {
        release(self.lock)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the content of the file atomically.
    ///
    /// # Errors
    /// [`KeepingError`] if the file has been changed by another process or cannot be written. The file does not change.
    pub fn save(&mut self, archive: &Archive) -> Result<(), KeepingError> {
        let text = archive.write();
        if text == self.text {
            return Ok(());
        }
        let found = files::read_regular(&self.path).map_err(KeepingError::file(&self.path))?;
        if found != self.text {
            return Err(KeepingError::Changed(self.path.clone()));
        }
        // Use a fixed temporary name, so that the next save replaces a file left by a killed process.
        let real = std::fs::canonicalize(&self.path).map_err(KeepingError::file(&self.path))?;
        let replaced = files::replace(&files::temporary(&real), &real, &text);
        replaced.map_err(KeepingError::file(&self.path))?;
        self.text = text;
        Ok(())
    }
}

/// Locks the file `NAME.lock` next to an archive.
fn lock(archive: &Path) -> Result<Lock, KeepingError> {
    // The lock file is next to the real file, even if the archive is opened through a link.
    let real = std::fs::canonicalize(archive).unwrap_or_else(|_| archive.to_path_buf());
    let mut name = real.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    let path = real.with_file_name(name);
    Lock::take(&path).map_err(|error| match error {
        TryLockError::WouldBlock => KeepingError::Busy(archive.to_path_buf()),
        TryLockError::Error(source) => KeepingError::File { path, source },
    })
}

fn release(mut lock: Lock) -> Result<(), KeepingError> {
    lock.release().map_err(|source| KeepingError::File {
        path: lock.path().to_path_buf(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::super::archive::DataNote;
    use super::super::rules::RuleOptions;
    use super::*;

    fn archive(seed: u64) -> Archive {
        crate::registered::register();
        let data = DataNote {
            hash: "0123456789abcdef".to_string(),
            folder: None,
            files: Default::default(),
        };
        let players = vec!["greedy".to_string()];
        let rules = RuleOptions::from([("scenario".to_string(), "campaign".to_string())]);
        Archive::new("maracaibo".to_string(), players, seed, data, rules)
    }

    #[test]
    fn archive_is_replaced_only_if_requested() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        create(&path, &archive(1), false).unwrap();
        let refused = create(&path, &archive(2), false).unwrap_err();
        assert!(matches!(refused, KeepingError::Exists(_)), "{refused}");
        assert_eq!(read(&path).unwrap().0, archive(1));
        create(&path, &archive(2), true).unwrap();
        assert_eq!(read(&path).unwrap().0, archive(2));
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "no lock is left");
    }

    #[test]
    fn locked_or_changed_archive_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        create(&path, &archive(1), false).unwrap();
        let (mut held, mut changed) = Held::open(&path).unwrap();
        let refused = Held::open(&path).unwrap_err();
        assert!(matches!(refused, KeepingError::Busy(_)), "{refused}");
        let refused = create(&path, &archive(3), true).unwrap_err();
        assert!(matches!(refused, KeepingError::Busy(_)), "{refused}");
        changed.next = None;
        held.save(&changed).unwrap();
        // A program that ignores the lock.
        files::save(&path, archive(2).write()).unwrap();
        let refused = held.save(&archive(1)).unwrap_err();
        assert!(matches!(refused, KeepingError::Changed(_)), "{refused}");
        assert_eq!(read(&path).unwrap().0, archive(2));
        drop(held);
        assert!(Held::open(&path).is_ok());
    }

    /// Neither a hard link nor a symbolic link to the file bypasses the lock.
    #[cfg(unix)]
    #[test]
    fn archive_with_several_links_cannot_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other, link] =
            ["x.toml", "y.toml", "z.toml"].map(|name| folder.path().join(name));
        create(&path, &archive(1), false).unwrap();
        std::os::unix::fs::symlink("x.toml", &link).unwrap();
        let (held, _) = Held::open(&path).unwrap();
        std::fs::hard_link(&path, &other).unwrap();
        for (path, wanted) in [
            (&other, "y.toml: the file has 2 hard links"),
            (&link, "z.toml: another program is playing this campaign"),
        ] {
            let refused = Held::open(path).unwrap_err().to_string();
            assert!(refused.contains(wanted), "{refused}");
        }
        drop(held);
        for path in [&path, &other] {
            assert!(matches!(Held::open(path), Err(KeepingError::Linked { .. })));
            let refused = create(path, &archive(2), true).unwrap_err();
            assert!(matches!(refused, KeepingError::Linked { .. }), "{refused}");
            assert_eq!(read(path).unwrap().0, archive(1), "it can be looked at");
        }
        std::fs::remove_file(&other).unwrap();
        assert!(Held::open(&path).is_ok());
    }
}
