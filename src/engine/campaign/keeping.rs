//! The file of an archive: read, held while a game is played, and written so that there is always a whole one.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::archive::{Archive, Damage};
use super::soundness::of_archive;
use crate::files;

/// Why an archive cannot be read or written.
#[derive(Debug, Error)]
pub enum KeepingError {
    /// It is not what this program wrote.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// There is a file already.
    #[error(
        "{}: there is a file already; choose another name, or replace it with --force",
        .0.display()
    )]
    Exists(PathBuf),
    /// Another process plays it.
    #[error(
        "{}: another program plays this campaign; wait until it has ended",
        .0.display()
    )]
    Busy(PathBuf),
    /// Somebody else has written it meanwhile.
    #[error(
        "{}: the file is no longer the one that was read: something else has written it. It was left as it is",
        .0.display()
    )]
    Changed(PathBuf),
    /// The file has other names, under which another process could play it unnoticed.
    #[error(
        "{}: the file has {names} names (hard links), and is played under one of them only; \
         make a copy of it (cp) and play that, or remove the others",
        path.display()
    )]
    Linked {
        /// File.
        path: PathBuf,
        /// Its names.
        names: u64,
    },
    /// There is no such file.
    #[error(
        "{}: no such file; `portolan campaign new {}` begins a campaign",
        .0.display(),
        .0.display()
    )]
    Missing(PathBuf),
    /// The system says no.
    #[error("{}: {source}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl KeepingError {
    /// Whether what was given is at fault, rather than the system.
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

/// Reads an archive, and holds its keys against one another.
///
/// # Errors
/// [`KeepingError`] if it cannot be read, is not what this program wrote, or says what cannot be.
pub fn read(path: &Path) -> Result<(Archive, String), KeepingError> {
    let text = files::read_regular(path).map_err(KeepingError::file(path))?;
    let file = path.display().to_string();
    let archive = Archive::parse(&file, &text)?;
    of_archive(&archive).map_err(|flaw| flaw.damage(&file, &text))?;
    Ok((archive, text))
}

/// Refuses a file with several names: the lock is beside one of them, and replacing it would leave the others
/// with what it held before.
fn require_one_name(path: &Path) -> Result<(), KeepingError> {
    match files::names_of(path).map_err(KeepingError::file(path))? {
        1 => Ok(()),
        names => Err(KeepingError::Linked {
            path: path.to_path_buf(),
            names,
        }),
    }
}

/// Writes a new archive; one that is there only gives way if `replace` is said.
///
/// # Errors
/// [`KeepingError`] if there is a file, somebody plays it, or it cannot be written.
pub fn create(path: &Path, archive: &Archive, replace: bool) -> Result<(), KeepingError> {
    let exists = || path.symlink_metadata().is_ok();
    if exists() && !replace {
        return Err(KeepingError::Exists(path.to_path_buf()));
    }
    let mut lock = Lock::take(path)?;
    // Once more, now that nobody else can come between.
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
    lock.release()
}

/// An archive that belongs to this process until it is dropped.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// What the file holds.
    text: String,
    lock: Lock,
}

impl Held {
    /// Takes possession of an archive and reads it.
    ///
    /// # Errors
    /// [`KeepingError`] if another process has it, or it cannot be read.
    pub fn open(path: &Path) -> Result<(Held, Archive), KeepingError> {
        if !path.exists() {
            return Err(KeepingError::Missing(path.to_path_buf()));
        }
        let lock = Lock::take(path)?;
        require_one_name(path)?;
        let (archive, text) = read(path)?;
        let held = Held {
            path: path.to_path_buf(),
            text,
            lock,
        };
        Ok((held, archive))
    }

    /// Gives the archive back.
    ///
    /// # Errors
    /// [`KeepingError::File`] if the lock beside it cannot be removed; the archive is written.
    pub fn close(mut self) -> Result<(), KeepingError> {
        self.lock.release()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it holds.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the archive as a whole.
    ///
    /// # Errors
    /// [`KeepingError`] if the file is not what was read or written last, or cannot be written; it is then as it was.
    pub fn save(&mut self, archive: &Archive) -> Result<(), KeepingError> {
        let text = archive.write();
        if text == self.text {
            return Ok(());
        }
        let found = files::read_regular(&self.path).map_err(KeepingError::file(&self.path))?;
        if found != self.text {
            return Err(KeepingError::Changed(self.path.clone()));
        }
        // Always under the same name first: what a kill leaves there is replaced with the next decision.
        let real = std::fs::canonicalize(&self.path).map_err(KeepingError::file(&self.path))?;
        let replaced = files::replace(&files::temporary(&real), &real, &text);
        replaced.map_err(KeepingError::file(&self.path))?;
        self.text = text;
        Ok(())
    }
}

/// A locked file `NAME.lock` beside an archive, which is replaced as a whole and cannot be locked itself.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    file: File,
    is_released: bool,
}

impl Lock {
    fn take(archive: &Path) -> Result<Lock, KeepingError> {
        // Whatever leads to the archive, its lock is beside it.
        let real = std::fs::canonicalize(archive).unwrap_or_else(|_| archive.to_path_buf());
        let mut name = real.file_name().unwrap_or_default().to_os_string();
        name.push(".lock");
        let path = real.with_file_name(name);
        let failed = |source: io::Error| KeepingError::File {
            path: path.clone(),
            source,
        };
        // The file may be removed by its last owner between opening and locking it: try again.
        for _ in 0..100 {
            let mut options = File::options();
            options.create(true).truncate(false).write(true);
            let file = options.open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) if path.exists() => {
                    return Ok(Lock {
                        path,
                        file,
                        is_released: false,
                    });
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => break,
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Err(KeepingError::Busy(archive.to_path_buf()))
    }
}

impl Lock {
    /// Removes the file and unlocks it.
    fn release(&mut self) -> Result<(), KeepingError> {
        if std::mem::replace(&mut self.is_released, true) {
            return Ok(());
        }
        // Removed while still locked, so that nobody who waits for it is robbed of it.
        let removed = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let problem = format!(
                    "{error}; this lock cannot be removed, the archive is complete; delete the lock"
                );
                Err(KeepingError::File {
                    path: self.path.clone(),
                    source: io::Error::new(error.kind(), problem),
                })
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Work that ends with an error reports that error.
        let _ = self.release();
    }
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
        };
        let players = vec!["greedy".to_string()];
        let rules = RuleOptions::from([("scenario".to_string(), "campaign".to_string())]);
        Archive::new("maracaibo".to_string(), players, seed, data, rules)
    }

    #[test]
    fn an_archive_is_replaced_only_if_that_is_said() {
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
    fn two_cannot_hold_an_archive_and_nothing_of_others_is_overwritten() {
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
        // Something that knows nothing of locks.
        files::save(&path, archive(2).write()).unwrap();
        let refused = held.save(&archive(1)).unwrap_err();
        assert!(matches!(refused, KeepingError::Changed(_)), "{refused}");
        assert_eq!(read(&path).unwrap().0, archive(2));
        drop(held);
        assert!(Held::open(&path).is_ok());
    }

    /// A second name of the file is no way round the lock, and a link that leads to it is none either.
    #[cfg(unix)]
    #[test]
    fn a_file_with_two_names_is_not_played() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other, link] =
            ["x.toml", "y.toml", "z.toml"].map(|name| folder.path().join(name));
        create(&path, &archive(1), false).unwrap();
        std::os::unix::fs::symlink("x.toml", &link).unwrap();
        let (held, _) = Held::open(&path).unwrap();
        std::fs::hard_link(&path, &other).unwrap();
        for (path, wanted) in [
            (&other, "y.toml: the file has 2 names (hard links)"),
            (&link, "z.toml: another program plays this campaign"),
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
