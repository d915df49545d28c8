//! `--force` replaces the files of the program but no other files in the folder.

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use super::program::{fails, succeeds};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn write(folder: &Path, files: &[&str]) {
    for name in files {
        std::fs::write(folder.join(name), format!("mine: {name}")).unwrap();
    }
}

/// Asserts that the files still have the content from [`write`].
fn are_left_alone(folder: &Path, files: &[&str]) {
    for name in files {
        let text = std::fs::read_to_string(folder.join(name));
        assert_eq!(text.ok(), Some(format!("mine: {name}")), "{name}");
    }
}

const RUN: [&str; 9] = [
    "simulate",
    "--game",
    "cartagena",
    "--bots",
    "random,greedy",
    "--games",
    "20",
    "--quiet",
    "--out=out",
];

const TUNING: &str = "game = \"cartagena\"\nbase = \"poor.toml\"\nmethod = \"ntbea\"\n\
                      evaluations = 12\nblocks = 4\nconfirm = 20\nseed = 3\n[space.weights]\n\
                      progress = [-0.1, 0.5, 1]\nhand = { from = 0, to = 1, steps = 3 }\n";

fn tuning(folder: &Path) {
    let poor = "kind = \"greedy\"\ngame = \"cartagena\"\n[weights]\nprogress = -0.1\n";
    std::fs::write(folder.join("poor.toml"), poor).unwrap();
    std::fs::write(folder.join("mine.toml"), TUNING).unwrap();
}

const TUNE: [&str; 5] = ["tune", "mine.toml", "--quiet", "--out=out", "--force"];

#[test]
fn force_replaces_only_files_of_runs_and_reports() {
    let folder = TempDir::new().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    succeeds(folder, &[&RUN[..], &["--compress"]].concat());
    succeeds(folder, &["report", "out"]);
    // A report of an earlier study, and files left by kills.
    let stale = [
        "report.csv",
        ".report.md.portolan-1",
        "games.csv.partial",
        "games.csv.gz.tmp",
        "checkpoint.toml",
        "manifest.toml.tmp",
    ];
    write(&out, &stale);
    let own = [
        "best.toml",
        "evaluations.csv",
        "notes.md",
        "report.txt",
        "summary.csv.partial",
        "report.md.partial",
        "games.csv.gz.partial",
    ];
    write(&out, &own);
    succeeds(folder, &[&RUN[..], &["--force"]].concat());
    are_left_alone(&out, &own);
    let mut expected = ["events.csv", "games.csv", "manifest.toml", "summary.csv"].to_vec();
    expected.extend(own);
    expected.sort_unstable();
    assert_eq!(names(&out), expected);
}

/// The error for a damaged folder suggests `--force`.
#[test]
fn force_replaces_a_damaged_run_and_its_reports() {
    let folder = TempDir::new().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    succeeds(folder, &RUN);
    succeeds(folder, &["report", "out"]);
    write(&out, &["manifest.toml", "notes.md"]);
    succeeds(folder, &[&RUN[..], &["--force"]].concat());
    are_left_alone(&out, &["notes.md"]);
    assert!(!out.join("report.md").exists());
}

#[test]
fn force_preserves_reports_in_a_folder_without_run() {
    let folder = TempDir::new().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    std::fs::create_dir(&out).unwrap();
    let own = ["report.md", "report.csv", "best.toml", "compare.html"];
    write(&out, &own);
    succeeds(folder, &[&RUN[..], &["--force"]].concat());
    are_left_alone(&out, &own);
}

#[test]
fn force_replaces_a_tuning_with_a_run_and_vice_versa() {
    let folder = TempDir::new().unwrap();
    let (folder, out) = (folder.path(), folder.path().join("out"));
    tuning(folder);
    succeeds(folder, &RUN);
    succeeds(folder, &["report", "out"]);
    write(&out, &["notes.md"]);
    succeeds(folder, &TUNE);
    let tuned = [
        "best.toml",
        "confirmation.csv",
        "evaluations.csv",
        "manifest.toml",
        "notes.md",
    ];
    assert_eq!(names(&out), tuned);
    write(&out, &["evaluations.csv.sums", "evaluations.csv.partial"]);
    succeeds(folder, &[&RUN[..], &["--force"]].concat());
    let played = [
        "events.csv",
        "games.csv",
        "manifest.toml",
        "notes.md",
        "summary.csv",
    ];
    assert_eq!(names(&out), played);
    are_left_alone(&out, &["notes.md"]);
}

/// Overwriting a file in place affects everyone who has it open or linked, and leaves it incomplete for a
/// while. Replacing it does not.
#[cfg(unix)]
#[test]
fn files_are_replaced_instead_of_overwritten_in_place() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &RUN);
    let replay = [
        "replay",
        "--run",
        "out",
        "--game-id",
        "3",
        "--record",
        "a.log",
    ];
    succeeds(folder, &replay);
    succeeds(folder, &["data", "export", "cartagena", "set"]);
    let data = std::fs::read_dir(folder.join("set")).unwrap().next();
    let data = data.unwrap().unwrap().path();
    for (path, arguments) in [
        (folder.join("a.log"), &replay[..]),
        (data, &["data", "export", "cartagena", "set"][..]),
    ] {
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, "edited").unwrap();
        let link = folder.join("link");
        std::fs::hard_link(&path, &link).unwrap();
        fails(folder, 2, arguments);
        succeeds(folder, &[arguments, &["--force"]].concat());
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "edited");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        std::fs::remove_file(&link).unwrap();
    }
    assert!(
        names(&folder.join("set"))
            .iter()
            .all(|name| !name.ends_with(".tmp"))
    );
    let mut all = names(folder);
    all.retain(|name| !["out", "set"].contains(&name.as_str()));
    assert_eq!(all, ["a.log"]);
}

/// `/dev/full` takes the place of the temporary file.
#[cfg(target_os = "linux")]
#[test]
fn failed_write_preserves_the_existing_file() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &RUN);
    let full = |path: &str| std::os::unix::fs::symlink("/dev/full", folder.join(path)).unwrap();
    full(".a.log.portolan-1");
    write(folder, &["a.log"]);
    let replay = [
        "replay",
        "--run=out",
        "--game-id=3",
        "--record=a.log",
        "--force",
    ];
    let told = fails(folder, 1, &replay);
    assert!(told.contains("a.log: No space left on device"), "{told}");
    are_left_alone(folder, &["a.log"]);
    std::fs::create_dir(folder.join("set")).unwrap();
    full("set/.tiles.csv.portolan-1");
    let export = ["data", "export", "cartagena", "set"];
    let files = portolan::games::entry("cartagena").unwrap().files;
    for (name, _) in files {
        let tmp = format!("set/.{name}.portolan-1");
        if !folder.join(&tmp).is_symlink() {
            full(&tmp);
        }
    }
    let told = fails(folder, 1, &export);
    assert!(told.contains("No space left on device"), "{told}");
    assert!(!folder.join("set").join(files[0].0).exists());
    // The same holds during a game. A folder may also be in the way.
    std::fs::create_dir(folder.join("taken")).unwrap();
    full(".b.log.portolan-1");
    let output = Command::cargo_bin("portolan")
        .unwrap()
        .current_dir(folder)
        .args(["play", "--game", "cartagena", "--seed", "1"])
        .write_stdin("save b.log\nsave! taken\nsave none/c.log\n")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    for wanted in [
        "not saved: b.log: No space left on device",
        "not saved: taken: Is a directory",
        "not saved: none/c.log: No such file or directory",
    ] {
        assert!(told.contains(wanted), "no \"{wanted}\" in {told}");
    }
    assert_eq!(names(folder), ["a.log", "out", "set", "taken"]);
}
