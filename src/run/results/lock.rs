//! Lock files. The protected files are replaced by renaming, so they cannot be locked themselves.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Number of attempts to lock a file that its previous owner removes.
const ATTEMPTS: usize = 100;

/// A lock file that this process has locked. It is removed when the lock is released or dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
    is_released: bool,
}

impl Lock {
    /// Creates and locks a file.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if another process has locked it, or the error of the operating system.
    pub fn take(path: &Path) -> Result<Lock, TryLockError> {
        for _ in 0..ATTEMPTS {
            let mut options = File::options();
            options.create(true).truncate(false).write(true);
            let file = options.open(path).map_err(TryLockError::Error)?;
            file.try_lock()?;
            // The previous owner may have removed the file after it was opened here.
            if path.exists() {
                return Ok(Lock {
                    path: path.to_path_buf(),
                    file,
                    is_released: false,
                });
            }
        }
        Err(TryLockError::WouldBlock)
    }

    /// Returns true if a process on this machine has locked the file. A file left by a killed process is not locked.
    pub fn is_taken(path: &Path) -> bool {
        // A shared lock allows concurrent checks.
        File::open(path)
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Returns the path of the lock file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the lock file and unlocks it. Repeated calls have no effect.
    ///
    /// # Errors
    /// [`io::Error`] with advice if the file cannot be removed.
    pub fn release(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_released, true) {
            return Ok(());
        }
        // Remove the file while it is locked. Later, a waiting process could already have a new lock file with this name.
        let removed = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
        match removed {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let problem = format!(
                    "this lock file cannot be removed: {error}; delete it yourself, because all other files are \
                     complete"
                );
                Err(io::Error::new(error.kind(), problem))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Ignore errors: if the lock is dropped after a failure, the caller reports the original error.
        let _ = self.release();
    }
}
