//! Files of saved games and campaigns. The program replaces the file after every change, so that a crash loses no input.
//!
//! The lock `NAME.lock` next to the file prevents other portolan processes from saving to it. A change by any other program
//! is detected by comparing the content: the changed file is not overwritten, and the game is saved next to it under a free
//! name. In a folder where no lock can be created, such as a read-only folder, only the content is compared.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use crate::files;
use crate::results::lock::Lock;

/// Greatest number that is appended to a file name, as in `evening-2.log`.
const MOST_NAMES: u32 = 999;

/// Lock files of this process. The mutex is locked while a game is saved, so that [`exit`] does not interrupt it.
static LOCKS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn locks() -> MutexGuard<'static, Vec<PathBuf>> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a save in progress, removes all lock files of this process, and exits.
pub fn exit(code: i32) -> ! {
    let locks = locks();
    for lock in locks.iter() {
        let _ = std::fs::remove_file(lock);
    }
    std::process::exit(code)
}

/// Error if another process has locked the file.
#[derive(Debug, Error)]
#[error(
    "{}: another program is playing the game in this file; end it first, or use another file",
    .0.display()
)]
pub struct Busy(PathBuf);

/// Error if a file cannot be claimed.
#[derive(Debug, Error)]
pub enum ClaimError {
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The file exists but cannot be read.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}

/// File of a game that this process may save.
#[derive(Debug)]
pub struct SavedGame {
    path: PathBuf,
    lock: Option<Lock>,
    /// Content of the file when this process last read or wrote it; `None` if the file did not exist.
    content: Option<String>,
    /// Text of the game when it was last loaded or saved. An equal text is not saved again.
    saved: Option<String>,
}

impl SavedGame {
    /// Locks a file and reads it, if it exists.
    ///
    /// # Errors
    /// [`ClaimError`] if another process has locked the file, or if the system cannot read it. A file that is not text
    /// is not an error here; the command that loads the game rejects it.
    pub fn claim(path: &Path) -> Result<SavedGame, ClaimError> {
        let lock = take(&mut locks(), path)?;
        let content = match read(path) {
            Ok(content) => Some(content),
            Err(source) if is_fault(&source) => {
                let _ = release(&mut locks(), lock);
                let path = path.to_path_buf();
                return Err(ClaimError::File { path, source });
            }
            Err(_) => None,
        };
        Ok(SavedGame::at((path.to_path_buf(), lock), content))
    }

    /// Locks the first name that is free: `evening.log`, `evening-2.log`, …
    ///
    /// # Errors
    /// [`io::Error`] if all names are taken.
    pub fn claim_free(first: &Path) -> io::Result<SavedGame> {
        Ok(SavedGame::at(free(&mut locks(), first)?, None))
    }

    fn at((path, lock): (PathBuf, Option<Lock>), content: Option<String>) -> SavedGame {
        SavedGame {
            path,
            lock,
            content,
            saved: None,
        }
    }

    /// Sets the text of the game at the start or after loading. It is not saved until the game continues.
    pub fn begin(&mut self, text: String) {
        self.saved = Some(text);
    }

    /// Returns the path of the file for messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the content of the file when it was last read or written, if it exists.
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// Saves a text atomically unless the file contains it. If another program has changed or locked the file, the text is
    /// saved under a free name instead. Returns a message about the new name.
    ///
    /// # Errors
    /// A message with the path and the error of the operating system. The file is not changed.
    pub fn save(&mut self, text: &str) -> Result<Option<String>, String> {
        let saved = self.replace(text);
        saved.map_err(|error| format!("{}: {error}", self.name()))
    }

    fn replace(&mut self, text: &str) -> io::Result<Option<String>> {
        let is_saved = self.saved.as_deref() == Some(text);
        if is_saved && self.content.is_none() {
            return Ok(None);
        }
        let mut locks = locks();
        let mut is_own = true;
        if self.lock.is_none() {
            match take(&mut locks, &self.path) {
                Ok(lock) => self.lock = lock,
                Err(Busy(_)) => is_own = false,
            }
        }
        let found = match read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Some(String::new()),
            read => Some(read?),
        };
        is_own &= found.is_none() || found == self.content || found.as_deref() == Some(text);
        if is_own && is_saved && found == self.content {
            return Ok(None);
        }
        let (path, lock) = match is_own {
            true => (self.path.clone(), None),
            false => free(&mut locks, &self.path)?,
        };
        if let Err(error) = files::save(&path, text) {
            let _ = release(&mut locks, lock);
            // The error can occur after the file was replaced.
            if is_own && read(&path).is_ok_and(|found| found == text) {
                self.content = Some(text.to_string());
            }
            return Err(error);
        }
        self.content = Some(text.to_string());
        self.saved.clone_from(&self.content);
        if is_own {
            return Ok(None);
        }
        if let Ok(there) = self.path.metadata() {
            let _ = std::fs::set_permissions(&path, there.permissions());
        }
        let before = self.name();
        self.path = path;
        let _ = release(&mut locks, std::mem::replace(&mut self.lock, lock));
        Ok(Some(format!(
            "{before}: another program uses or has changed this file, so it was not overwritten. Your game is now saved in {}.",
            self.name()
        )))
    }

    /// Unlocks the file.
    ///
    /// # Errors
    /// [`io::Error`] with advice if the lock file cannot be removed. The game itself is saved.
    pub fn close(mut self) -> io::Result<()> {
        release(&mut locks(), self.lock.take())
    }
}

impl Drop for SavedGame {
    fn drop(&mut self) {
        let _ = release(&mut locks(), self.lock.take());
    }
}

/// Creates and locks the file `NAME.lock` next to a game. Returns `None` if this process already has the lock, or if no lock
/// can be created in the folder.
fn take(locks: &mut Vec<PathBuf>, game: &Path) -> Result<Option<Lock>, Busy> {
    // The lock file belongs next to the real file, even if the game is opened through a link.
    let real = std::fs::canonicalize(game).unwrap_or_else(|_| game.to_path_buf());
    let folder = Path::new(".").join(real.parent().unwrap_or(&real));
    let mut name = real.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    let Ok(path) = std::fs::canonicalize(folder).map(|folder| folder.join(name)) else {
        return Ok(None);
    };
    if locks.contains(&path) || real.metadata().is_ok_and(|there| !there.is_file()) {
        return Ok(None);
    }
    match Lock::take(&path) {
        Ok(lock) => {
            locks.push(path);
            Ok(Some(lock))
        }
        Err(TryLockError::WouldBlock) => Err(Busy(game.to_path_buf())),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn release(locks: &mut Vec<PathBuf>, lock: Option<Lock>) -> io::Result<()> {
    let Some(mut lock) = lock else {
        return Ok(());
    };
    locks.retain(|path| path != lock.path());
    let path = lock.path().display().to_string();
    let released = lock.release();
    released.map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))
}

/// Locks the first of the names `evening.log`, `evening-2.log`, … that is free.
fn free(locks: &mut Vec<PathBuf>, first: &Path) -> io::Result<(PathBuf, Option<Lock>)> {
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    let end = first
        .extension()
        .map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
    let counted = (2..=MOST_NAMES).map(|number| format!("{stem}-{number}{end}"));
    let counted = counted.map(|name| first.with_file_name(name));
    for name in std::iter::once(first.to_path_buf()).chain(counted) {
        let exists = || name.symlink_metadata().is_ok();
        if exists() {
            continue;
        }
        let Ok(lock) = take(locks, &name) else {
            continue;
        };
        // Another program may have written the file and unlocked it in the meantime.
        if !exists() {
            return Ok((name, lock));
        }
        release(locks, lock)?;
    }
    let first = first.display();
    Err(io::Error::other(format!(
        "{first} and all numbered variants up to {MOST_NAMES} are taken; choose another name"
    )))
}

/// Returns true if the operating system failed to read an existing file.
fn is_fault(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::NotFound && error.raw_os_error().is_some()
}

/// Reads a regular file. Rejects pipes, because reading would remove the content before the game is loaded.
fn read(path: &Path) -> io::Result<String> {
    files::require_regular(path)?;
    files::read_text(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn only_one_game_can_claim_a_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let first = folder.path().join("evening.log");
        std::fs::write(folder.path().join("evening-2.log"), "").unwrap();
        let mut games: Vec<SavedGame> = (0..3)
            .map(|_| SavedGame::claim_free(&first).unwrap())
            .collect();
        for (number, game) in games.iter_mut().enumerate() {
            game.save(&number.to_string()).unwrap();
        }
        drop(games);
        let wanted = [
            "evening-2.log",
            "evening-3.log",
            "evening-4.log",
            "evening.log",
        ];
        assert_eq!(names(folder.path()), wanted);
        let bare = SavedGame::claim_free(&folder.path().join("evening")).unwrap();
        bare.close().unwrap();
        assert_eq!(names(folder.path()), wanted, "no lock is left");
    }

    #[test]
    fn changed_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        let mut game = SavedGame::claim(&path).unwrap();
        assert_eq!(game.save("one").unwrap(), None);
        std::fs::write(&path, "another").unwrap();
        let message = game.save("one").unwrap().unwrap();
        assert!(message.ends_with("x-2.log."), "{message}");
        assert_eq!(game.save("two").unwrap(), None);
        std::fs::write(&game.path, b"\xff").unwrap();
        game.save("two").unwrap().unwrap();
        std::fs::remove_file(&game.path).unwrap();
        assert_eq!(
            game.save("two").unwrap(),
            None,
            "a deleted file is written again"
        );
        drop(game);
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("x.log"), b"another");
        assert_eq!(read("x-2.log"), b"\xff");
        assert_eq!(read("x-2-2.log"), b"two");
        assert_eq!(names(folder.path()).len(), 3);
    }

    #[test]
    fn loaded_text_is_not_written_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        std::fs::write(&path, "# mine\none").unwrap();
        let mut game = SavedGame::claim(&path).unwrap();
        game.begin("one".to_string());
        game.save("one").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "# mine\none");
        game.save("two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        let mut new = SavedGame::claim_free(&path).unwrap();
        new.begin("two".to_string());
        new.save("two").unwrap();
        assert!(!new.path.exists());
    }

    /// The lock of a file also applies to symbolic links and to other paths of the file.
    #[cfg(unix)]
    #[test]
    fn game_of_another_process_cannot_be_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["x.log", "y.log"].map(|name| folder.path().join(name));
        std::fs::write(&path, "one").unwrap();
        std::os::unix::fs::symlink("x.log", &link).unwrap();
        // The test locks the file itself, because `SavedGame` reuses the locks of its own process.
        let lock = std::fs::File::create(folder.path().join("x.log.lock")).unwrap();
        lock.lock().unwrap();
        for path in [&path, &link, &folder.path().join("./x.log")] {
            SavedGame::claim(path).unwrap_err();
        }
        drop(lock);
        let game = SavedGame::claim(&link).unwrap();
        let again = SavedGame::claim(&path).unwrap();
        assert!(again.lock.is_none() && game.lock.is_some());
        drop(game);
        assert_eq!(names(folder.path()), ["x.log", "y.log"]);
    }

    /// A folder with the name of the lock file makes locking impossible, as in a read-only folder.
    #[test]
    fn changed_game_without_lock_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        std::fs::create_dir(folder.path().join("x.log.lock")).unwrap();
        std::fs::write(&path, "one").unwrap();
        let mut games = [0, 1].map(|_| SavedGame::claim(&path).unwrap());
        assert_eq!(games[0].content(), Some("one"));
        assert_eq!(games[0].save("two").unwrap(), None);
        assert!(games[1].save("three").unwrap().is_some());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
    }
}
