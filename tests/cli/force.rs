//! `--force` replaces the files of the program but no other files in the folder.

use std::path::Path;

use super::faults::content;
use super::folder::{Folder, Workdir, names};
use super::text::TextAssert;

fn write(folder: &Path, files: &[&str]) {
    for name in files {
        folder.write(name, format!("mine: {name}"));
    }
}

/// Asserts that the files still have the content from [`write`].
fn are_left_alone(folder: &Path, files: &[&str]) {
    for name in files {
        let text = std::fs::read_to_string(folder.join(name));
        assert_eq!(text.ok(), Some(format!("mine: {name}")), "{name}");
    }
}

const TRY: &str = "try cartagena --set pirates=5 --bot racer --games 4 --quiet --out=out";
const BALANCE: &str = "balance cartagena --seats 0.4 --option pirates=4,5 --measure racer --confirm racer --games 8 \
                       --quiet --out=out";
const RUN: &str = "simulate --game cartagena --bots random,greedy --games 20 --quiet --out=out";

#[test]
fn force_replaces_only_files_of_runs_and_reports() {
    let folder = Folder::new();
    let (folder, out) = (folder.path(), folder.join("out"));
    folder.succeeds(format!("{RUN} --compress"));
    folder.succeeds("report out");
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
    folder.succeeds(format!("{RUN} --force"));
    are_left_alone(&out, &own);
    let mut expected = ["events.csv", "games.csv", "manifest.toml", "summary.csv"].to_vec();
    expected.extend(own);
    expected.sort_unstable();
    assert_eq!(names(&out), expected);
}

/// The error for a damaged folder suggests `--force`.
#[test]
fn force_replaces_a_damaged_run_and_its_reports() {
    let folder = Folder::new();
    let (folder, out) = (folder.path(), folder.join("out"));
    folder.succeeds(RUN);
    folder.succeeds("report out");
    write(&out, &["manifest.toml", "notes.md"]);
    folder.succeeds(format!("{RUN} --force"));
    are_left_alone(&out, &["notes.md"]);
    assert!(!out.join("report.md").exists());
}

#[test]
fn force_preserves_reports_in_a_folder_without_run() {
    let folder = Folder::new();
    let (folder, out) = (folder.path(), folder.join("out"));
    std::fs::create_dir(&out).unwrap();
    let own = ["report.md", "report.csv", "best.toml", "report.html"];
    write(&out, &own);
    folder.succeeds(format!("{RUN} --force"));
    are_left_alone(&out, &own);
}

#[test]
fn force_does_not_overwrite_files_that_belong_to_no_run() {
    let folder = Folder::new();
    for (name, command) in [
        ("games.csv", RUN),
        ("changes.toml", TRY),
        ("report.md", TRY),
    ] {
        let out = folder.join("out");
        std::fs::create_dir(&out).unwrap();
        write(&out, &[name]);
        folder.rejects(&format!(
            "{command} --force => out: contains {name}, which belongs to no run"
        ));
        are_left_alone(&out, &[name]);
        assert_eq!(names(&out), [name]);
        std::fs::remove_dir_all(out).unwrap();
    }
    // A subfolder with the name of a step, beside another run.
    folder.succeeds(RUN);
    let before = content(&folder.join("out"));
    std::fs::create_dir(folder.join("out/options")).unwrap();
    folder.rejects(&format!(
        "{BALANCE} --force => out: contains options, which belongs to no run"
    ));
    assert!(folder.join("out/options").is_dir());
    assert!(content(&folder.join("out")) == before);
}

/// Overwriting a file in place affects everyone who has it open or linked, and leaves it incomplete for a
/// while. Replacing it does not.
#[cfg(unix)]
#[test]
fn files_are_replaced_instead_of_overwritten_in_place() {
    let folder = &Folder::new();
    folder.succeeds(RUN);
    let replay = "replay --run out --game-id 3 --record a.log";
    folder.succeeds(replay);
    folder.succeeds("data export cartagena set");
    let data = std::fs::read_dir(folder.join("set")).unwrap().next();
    let data = data.unwrap().unwrap().path();
    for (path, arguments) in [
        (folder.join("a.log"), replay),
        (data, "data export cartagena set"),
    ] {
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, "edited").unwrap();
        let link = folder.join("link");
        std::fs::hard_link(&path, &link).unwrap();
        folder.refuses(arguments);
        folder.succeeds(format!("{arguments} --force"));
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "edited");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        std::fs::remove_file(&link).unwrap();
    }
    let set = names(&folder.join("set"));
    assert!(set.iter().all(|name| !name.ends_with(".tmp")), "{set:?}");
    let mut all = names(folder);
    all.retain(|name| !["out", "set"].contains(&name.as_str()));
    assert_eq!(all, ["a.log"]);
}

/// `/dev/full` takes the place of the temporary file.
#[cfg(target_os = "linux")]
#[test]
fn failed_write_preserves_the_existing_file() {
    let folder = &Folder::new();
    folder.succeeds(RUN);
    let full = |path: &str| std::os::unix::fs::symlink("/dev/full", folder.join(path)).unwrap();
    full(".a.log.portolan-1");
    write(folder, &["a.log"]);
    let output = folder.fails(1, "replay --run=out --game-id=3 --record=a.log --force");
    output.assert_contains("a.log: No space left on device");
    are_left_alone(folder, &["a.log"]);
    std::fs::create_dir(folder.join("set")).unwrap();
    full("set/.tiles.csv.portolan-1");
    let export = "data export cartagena set";
    let files = portolan::games::entry("cartagena").unwrap().files;
    for (name, _) in files {
        let tmp = format!("set/.{name}.portolan-1");
        if !folder.join(&tmp).is_symlink() {
            full(&tmp);
        }
    }
    let output = folder.fails(1, export);
    output.assert_contains("No space left on device");
    assert!(!folder.join("set").join(files[0].0).exists());
    // The same holds during a game. A folder may also be in the way.
    std::fs::create_dir(folder.join("taken")).unwrap();
    full(".b.log.portolan-1");
    let input = "save b.log\nsave! taken\nsave none/c.log\n";
    let output = folder.fed("play --game cartagena --seed 1", input);
    output.assert_contains([
        "not saved: b.log: No space left on device",
        "not saved: taken: is not a regular file",
        "not saved: none/c.log: No such file or directory",
    ]);
    assert_eq!(names(folder), ["a.log", "out", "set", "taken"]);
}
