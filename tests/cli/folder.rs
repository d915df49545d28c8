//! Folders in which tests run the program, and contents of results folders.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;

use portolan::results::checksummed_text::{sealed, unsealed};
use portolan_testing::folder;
use tempfile::TempDir;

use super::program::{self, Arguments};
use super::text::parse_rows;

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(folder::temporary())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.path()
    }
}

/// A folder in which a test runs the program, and reads and writes files.
pub trait Workdir {
    /// Returns a command for the program with these arguments and empty standard input.
    fn command(&self, arguments: impl Arguments) -> Command;

    /// Runs the program and checks its exit code. Returns standard error.
    fn fails(&self, code: i32, arguments: impl Arguments) -> String;

    /// Runs the program, which must succeed. Returns standard output.
    fn succeeds(&self, arguments: impl Arguments) -> String;

    /// Runs the program, which must succeed. Returns standard output followed by standard error.
    #[track_caller]
    fn all_output(&self, arguments: impl Arguments) -> String;

    /// Runs the program with this standard input. It must succeed and write nothing to standard error. Returns standard
    /// output.
    fn fed(&self, arguments: impl Arguments, input: &str) -> String;

    /// Runs the program, which must reject its arguments or files with exit code 2. Returns standard error.
    #[track_caller]
    fn refuses(&self, arguments: impl Arguments) -> String {
        self.fails(2, arguments)
    }

    /// Runs the first cell of each row of a table, see [`parse_rows`]. The program must reject it with exit code 2 and
    /// begin with a single error that contains the other cells of the row. It must not print to standard output or create
    /// a file.
    #[track_caller]
    fn rejects(&self, table: &str);

    /// Runs the first cell of each row of a table, see [`parse_rows`]. The program must succeed and print the other cells
    /// of the row.
    #[track_caller]
    fn prints(&self, table: &str);

    /// Writes the experiment file `NAME.toml` and runs it with further arguments, which must succeed. Returns the results
    /// folder `NAME`.
    fn plays(&self, name: &str, experiment: &str, more: &str) -> PathBuf;

    fn read(&self, name: impl AsRef<Path>) -> String;

    fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8>;

    /// Writes a file and creates its folder.
    fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>);
}

impl Workdir for Path {
    fn command(&self, arguments: impl Arguments) -> Command {
        program::command(self, arguments)
    }

    #[track_caller]
    fn fails(&self, code: i32, arguments: impl Arguments) -> String {
        program::fails(self, code, arguments)
    }

    #[track_caller]
    fn succeeds(&self, arguments: impl Arguments) -> String {
        program::succeeds(self, arguments)
    }

    #[track_caller]
    fn all_output(&self, arguments: impl Arguments) -> String {
        let (printed, message) = program::ends(self, 0, arguments);
        printed + &message
    }

    #[track_caller]
    fn fed(&self, arguments: impl Arguments, input: &str) -> String {
        let mut command = self.command(arguments);
        let output = program::fed(&mut command, input);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*message),
            (Some(0), ""),
            "{command:?}"
        );
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn rejects(&self, table: &str) {
        for row in parse_rows(table) {
            let before = names(self);
            let (printed, message) = program::ends(self, 2, &row[0]);
            assert_eq!(printed, "", "{}", row[0]);
            assert!(message.starts_with("error: "), "{}: {message}", row[0]);
            assert_eq!(
                message.matches("error:").count(),
                1,
                "{}: {message}",
                row[0]
            );
            for part in &row[1..] {
                assert!(
                    message.contains(part),
                    "{}: no \"{part}\" in: {message}",
                    row[0]
                );
            }
            assert_eq!(names(self), before, "{} created a file", row[0]);
        }
    }

    #[track_caller]
    fn prints(&self, table: &str) {
        for row in parse_rows(table) {
            let printed = self.succeeds(&row[0]);
            for part in &row[1..] {
                assert!(
                    printed.contains(part),
                    "{}: no \"{part}\" in: {printed}",
                    row[0]
                );
            }
        }
    }

    #[track_caller]
    fn plays(&self, name: &str, experiment: &str, more: &str) -> PathBuf {
        self.write(format!("{name}.toml"), experiment);
        self.succeeds(format!("run {name}.toml --out {name} --quiet {more}"));
        self.join(name)
    }

    #[track_caller]
    fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.join(name)).unwrap()
    }

    #[track_caller]
    fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8> {
        std::fs::read(self.join(name)).unwrap()
    }

    #[track_caller]
    fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// Runs the shards of a command, which writes them to the folders `OUT/1`, `OUT/2` and so on. The last shard is played
/// first, because shards are independent.
#[track_caller]
pub fn play_shards(folder: &Path, command: &str, count: u64, out: &str) {
    for index in (1..=count).rev() {
        folder.succeeds(format!(
            "{command} --shard {index}/{count} --out {out}/{index}"
        ));
    }
}

/// Changes the manifest of a results folder, including its checksum.
#[track_caller]
pub fn rewrite_manifest(folder: &Path, from: &str, to: &str) {
    let path = folder.join("manifest.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let content = unsealed(&text).unwrap();
    assert!(content.contains(from), "{from} is not in {content}");
    std::fs::write(path, sealed(&content.replacen(from, to, 1))).unwrap();
}

/// Returns the sorted names of the files and folders in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns all files of a results folder except the manifest, which is the only one with wall-clock
/// times.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("manifest.toml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

/// Returns the names of the files that differ or exist in only one of two results folders.
pub fn differing(one: &Path, other: &Path) -> Vec<String> {
    let (mut one, other) = (files(one), files(other));
    let mut names = Vec::new();
    for (name, bytes) in other {
        if one.remove(&name).is_none_or(|found| found != bytes) {
            names.push(name);
        }
    }
    names.extend(one.into_keys());
    names
}

/// Asserts that two results folders contain the same bytes.
#[track_caller]
pub fn assert_same(folder: &Path, one: &str, other: &str) {
    let differing = differing(&folder.join(one), &folder.join(other));
    assert!(differing.is_empty(), "{one} and {other}: {differing:?}");
}

#[test]
fn command_lines_are_split_as_in_a_shell() {
    let line = "run  a.toml --bots 'my bot',\"b'c\" --out C:\\out ''";
    let words = [
        "run",
        "a.toml",
        "--bots",
        "my bot,b'c",
        "--out",
        "C:\\out",
        "",
    ];
    assert_eq!(program::words(line), words);
}
