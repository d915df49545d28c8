//! Log files for the standard error of programs: `programs/BOT-N.log` in the folder of a run.
//!
//! Logs are never written outside this folder; symbolic and hard links are rejected.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Folder for the logs, inside the folder of a run.
pub const FOLDER: &str = "programs";

/// Maximum size of a log in bytes. Further output is discarded.
const LONGEST: u64 = 16 << 20;
/// Maximum number of characters of a bot name in a file name.
const NAMED: usize = 100;

/// Returns the common prefix of a bot's log names: the bot name with unsafe characters replaced.
pub fn stem(bot: &str) -> String {
    let plain = |letter: char| match letter {
        letter if letter.is_alphanumeric() || "-_+=.,;() ".contains(letter) => letter,
        _ => '_',
    };
    let stem: String = bot.chars().take(NAMED).map(plain).collect();
    // A leading dot would make the file hidden or name another folder.
    match stem.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => stem,
    }
}

/// Returns the path of a log with this [`stem`] and number, counted from 1.
pub fn path(folder: &Path, stem: &str, number: usize) -> PathBuf {
    folder.join(format!("{stem}-{number}.log"))
}

/// Opens a log for appending.
///
/// # Errors
/// [`io::Error`] if the log is full, is a link, or cannot be written.
pub fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
        if !folder.symlink_metadata()?.is_dir() {
            return Err(io::Error::other("its folder is a link"));
        }
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe without a reader must not block.
        options.custom_flags(nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if !is_own(&metadata) {
        return Err(io::Error::other("it is a link or not a file"));
    }
    if metadata.len() > LONGEST {
        return Err(io::Error::other("the log is full"));
    }
    Ok(file)
}

/// Returns true if the file is a regular file with exactly one hard link.
fn is_own(metadata: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(metadata);
    #[cfg(not(unix))]
    let names = 1;
    metadata.is_file() && names == 1
}

/// Returns true if the file name has the format of a log.
fn is_log(name: &str) -> bool {
    let number = name
        .strip_suffix(".log")
        .and_then(|rest| rest.rsplit_once('-'));
    number.is_some_and(|(stem, number)| {
        !stem.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty()
    })
}

/// Returns all files in the folder of a run that have the name of a log.
///
/// # Errors
/// [`io::Error`] if the folder of the logs is a link or cannot be read.
pub fn all(run: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = run.join(FOLDER);
    match folder.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return Err(io::Error::other("is a link or not a folder")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_log) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Checks the logs of a run before it is resumed.
///
/// # Errors
/// The path of a log that is a link or not a file, and a message.
pub fn check(run: &Path) -> Result<(), (PathBuf, String)> {
    let folder = run.join(FOLDER);
    let logs = all(run).map_err(|error| (folder, error.to_string()))?;
    for log in logs {
        if !log.symlink_metadata().is_ok_and(|found| is_own(&found)) {
            let problem = "is a link or not a file: a log is written into the results folder only";
            return Err((log, problem.to_string()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_names_cannot_escape_the_log_folder() {
        for (bot, wanted) in [
            ("mine", "mine"),
            ("mine(command=[\"../x\"])", "mine(command=__.._x__)"),
            ("../../etc/x", "_._.._etc_x"),
            ("", ""),
        ] {
            assert_eq!(stem(bot), wanted);
        }
        assert_eq!(stem(&"x".repeat(500)).len(), NAMED);
        for (name, log) in [
            ("a-1.log", true),
            ("a-b-12.log", true),
            ("notes.log", false),
            ("-1.log", false),
            ("a-.log", false),
            ("a-1.txt", false),
        ] {
            assert_eq!(is_log(name), log, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn logs_are_not_written_through_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let outside = folder.path().join("outside");
        std::fs::write(&outside, "mine").unwrap();
        let run = folder.path().join("run");
        let logs = run.join(FOLDER);
        std::fs::create_dir_all(&logs).unwrap();
        assert_eq!(check(&run), Ok(()));
        let linked = [path(&logs, "soft", 1), path(&logs, "hard", 1)];
        symlink(&outside, &linked[0]).unwrap();
        std::fs::hard_link(&outside, &linked[1]).unwrap();
        for log in &linked {
            assert!(open(log).is_err(), "{}", log.display());
        }
        assert!(linked.contains(&check(&run).unwrap_err().0));
        open(&path(&logs, "own", 1)).unwrap();
        std::fs::write(logs.join("notes.txt"), "mine").unwrap();
        let names = all(&run).unwrap();
        assert!(names.len() == 3 && !names.contains(&logs.join("notes.txt")));
        assert_eq!(std::fs::read_to_string(&outside).unwrap(), "mine");
        std::fs::remove_dir_all(&logs).unwrap();
        symlink(folder.path(), &logs).unwrap();
        assert!(open(&path(&logs, "own", 1)).is_err());
        assert_eq!(check(&run).unwrap_err().0, logs);
        assert!(!folder.path().join("own-1.log").exists());
    }
}
