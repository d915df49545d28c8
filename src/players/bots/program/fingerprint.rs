//! Checksums of the files that a program consists of, which distinguish different programs with the same name.
//!
//! The manifest records the checksums, so that a run cannot be resumed or merged with games of a different program.
//! They are checked again whenever a process starts, because a file may change during a run.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::settings::ProgramSettings;
use crate::files;

/// Size of the read buffer in bytes.
const BUFFER: usize = 1 << 16;

/// Metadata that change when the content of a file changes.
#[derive(Clone, PartialEq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// Device, inode and time of the last status change, where the system provides them.
    place: (u64, i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        #[cfg(unix)]
        let place = {
            use std::os::unix::fs::MetadataExt;
            (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let place = (0, 0, 0);
        Stamp {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            place,
        }
    }
}

/// Cached checksums, valid while the metadata of the file do not change.
static KNOWN: Mutex<BTreeMap<PathBuf, (Stamp, String)>> = Mutex::new(BTreeMap::new());

/// Returns the SHA-256 of a regular file in hexadecimal digits.
///
/// # Errors
/// [`io::Error`] if it cannot be read or is not a regular file.
pub fn sha256(path: &Path) -> io::Result<String> {
    files::require_regular(path)?;
    let mut file = File::open(path)?;
    let stamp = Stamp::of(&file.metadata()?);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, sum)) = known().get(path)
        && *of == stamp
    {
        return Ok(sum.clone());
    }
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; BUFFER];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            bytes => hasher.update(&buffer[..bytes]),
        }
    }
    let sum: String = (hasher.finalize().iter())
        .map(|byte| format!("{byte:02x}"))
        .collect();
    known().insert(path.to_path_buf(), (stamp, sum.clone()));
    Ok(sum)
}

/// Returns the files that the words of a command refer to, either as a whole word or after the `=` of an option.
pub fn of_command<'words>(
    command: &'words [String],
    folder: &Path,
) -> impl Iterator<Item = &'words str> {
    let is_file = |word: &str| !word.is_empty() && files::beside(folder, Path::new(word)).is_file();
    command.iter().enumerate().filter_map(move |(place, word)| {
        // A program name without a slash is looked up in PATH, not in the folder.
        if place == 0 && !word.contains('/') {
            return None;
        }
        let value = || word.split_once('=').map(|(_, value)| value);
        let words = [Some(word.as_str()), value()].into_iter().flatten();
        words.into_iter().find(|word| is_file(word))
    })
}

/// Compares the files of a program with their checksums.
///
/// # Errors
/// The file that has changed or cannot be read, with the system error if it cannot be read.
pub fn check(settings: &ProgramSettings) -> Result<(), (String, Option<io::Error>)> {
    for (file, sum) in &settings.files {
        match sha256(&files::beside(&settings.folder, Path::new(file))) {
            Ok(found) if found == *sum => {}
            Ok(_) => return Err((file.clone(), None)),
            Err(error) => return Err((file.clone(), Some(error))),
        }
    }
    Ok(())
}

/// Returns one clause for each file that differs between the programs of two manifests. Also copies the differing
/// checksums to `here`, so that other differences can then be listed separately.
pub fn differences(there: &toml::Value, here: &mut toml::Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(there, here, &mut found);
    found.dedup();
    found
}

fn compare(there: &toml::Value, here: &mut toml::Value, found: &mut Vec<String>) {
    use toml::Value::{Array, Table};
    match (there, here) {
        (Array(there), Array(here)) => {
            for (there, here) in there.iter().zip(here) {
                compare(there, here, found);
            }
        }
        (Table(there), Table(here)) => {
            let name = there.get("name").and_then(toml::Value::as_str);
            let name = name.unwrap_or_default().to_string();
            if let (Some(Table(program)), Some(Table(other))) =
                (there.get("program"), here.get_mut("program"))
                && program.get("command") == other.get("command")
            {
                let files = |program: &toml::Table| match program.get("files") {
                    Some(Table(files)) => files.clone(),
                    _ => toml::Table::new(),
                };
                let (before, now) = (files(program), files(other));
                found.extend(file_differences(&name, &before, &now));
                other.insert("files".to_string(), Table(before));
                if !program.contains_key("files") {
                    other.remove("files");
                }
            }
            for (key, there) in there {
                if let Some(here) = here.get_mut(key) {
                    compare(there, here, found);
                }
            }
        }
        _ => {}
    }
}

fn file_differences(bot: &str, there: &toml::Table, here: &toml::Table) -> Vec<String> {
    let only_here = here.keys().filter(|file| !there.contains_key(*file));
    let clause = |file: &String| {
        let sum = |files: &toml::Table| {
            let sum = files.get(file).and_then(toml::Value::as_str);
            sum.map(|sum| sum.chars().take(12).collect::<String>())
        };
        let how = match (sum(there), sum(here)) {
            (Some(there), Some(here)) if there != here => {
                format!("has different content (SHA-256 {here}… instead of {there}…)")
            }
            (Some(_), None) => "existed in the recorded program, but is missing".to_string(),
            (None, Some(_)) => "was not part of the recorded program".to_string(),
            _ => return None,
        };
        Some(format!(
            "bot \"{bot}\" is not the recorded program: {file} {how}"
        ))
    };
    there.keys().chain(only_here).filter_map(clause).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_depends_on_the_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agent.py");
        std::fs::write(&path, "one").unwrap();
        let one = sha256(&path).unwrap();
        assert_eq!(sha256(&path).unwrap(), one);
        assert_eq!(one.len(), 64);
        std::fs::write(&path, "two, longer").unwrap();
        let two = sha256(&path).unwrap();
        assert_ne!(one, two);
        std::fs::write(&path, "one").unwrap();
        assert_eq!(sha256(&path).unwrap(), one);
        assert!(sha256(folder.path()).is_err());
    }

    #[test]
    fn existing_files_in_a_command_are_recognised() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["python3", "agent.py", "net.bin", "run.sh"] {
            std::fs::write(folder.path().join(file), "x").unwrap();
        }
        let files = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            let found = of_command(&words, folder.path()).map(str::to_string);
            found.collect::<Vec<_>>()
        };
        let words = [
            "python3",
            "agent.py",
            "--net=net.bin",
            "--depth=3",
            ".",
            "none.py",
        ];
        assert_eq!(files(&words), ["agent.py", "net.bin"]);
        assert_eq!(files(&["./run.sh"]), ["./run.sh"]);
    }

    #[test]
    fn changed_programs_are_reported_by_bot_and_file() {
        let manifest = |sums: &str| {
            let text = format!(
                "[[bot]]\nname = \"mine\"\n[bot.program]\ncommand = [\"sh\", \"a.sh\"]\n[bot.program.files]\n{sums}"
            );
            toml::Value::Table(text.parse().unwrap())
        };
        let there = manifest("\"a.sh\" = \"00\"\n\"b.sh\" = \"11\"\n");
        let mut here = manifest("\"a.sh\" = \"22\"\n\"c.sh\" = \"33\"\n");
        let found = differences(&there, &mut here);
        assert_eq!(here, there);
        for (clause, wanted) in found.iter().zip([
            "a.sh has different content",
            "b.sh existed in the recorded program",
            "c.sh was not part",
        ]) {
            assert!(
                clause.contains(&format!(
                    "bot \"mine\" is not the recorded program: {wanted}"
                )),
                "{clause}"
            );
        }
        assert_eq!(found.len(), 3);
        assert_eq!(differences(&there, &mut here), [""; 0]);
    }
}
