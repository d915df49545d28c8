//! Results that were modified outside the program are rejected with the file and location, and no file
//! changes.

use std::path::{Path, PathBuf};

use super::ending::{Ending, end_at, writes};
use super::folder::{Folder, Workdir, files, rewrite_manifest};
use super::text::{TextAssert, parse_table};

/// Returns all files of a folder with their contents, including the manifest but not the lock of a killed
/// process.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| !path.ends_with(".lock")).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// Flips one bit of a file.
fn flip(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

/// Returns the first and last byte of the range named in a message.
fn place(message: &str) -> (usize, usize) {
    let (_, place) = message
        .split_once("bytes ")
        .unwrap_or_else(|| panic!("{message}"));
    let mut numbers = place.split([' ', ',']).filter_map(|word| word.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Flips a bit at several places of `name`. Each time, the command must fail with the location and leave
/// the folder unchanged; once the bit is restored, the command must succeed.
fn refuses_changes(folder: &Path, out: &str, name: &str, arguments: &str) {
    let path = folder.join(out).join(name);
    let length = std::fs::read(&path).unwrap().len();
    for at in [length / 3, length - 2] {
        flip(&path, at);
        let before = everything(&folder.join(out));
        let message = folder.fails(1, arguments);
        message.assert_contains([&*format!("{out}/{name}: "), "--force"]);
        if !name.ends_with(".gz") {
            let (from, last) = place(&message);
            assert!((from..=last).contains(&at), "{name} {at}: {message}");
            assert!(length < 20_000 || last - from < length / 4, "{message}");
        }
        assert!(before == everything(&folder.join(out)), "{name} {at}");
        flip(&path, at);
    }
}

/// Creates an experiment with more deal groups than are played between two checkpoints.
fn study(compress: bool) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = 'sweep'\ngame = 'cartagena'\nblocks = 400\ncompress = {compress}\n[sweep]\n\
         bots = [['greedy', 'random'], ['random', 'random']]\n"
    );
    folder.write("study.toml", text);
    folder.succeeds(run("whole", ""));
    folder
}

fn run(out: &str, more: &str) -> String {
    let start = "run study.toml --quiet --threads 1 --out";
    format!("{start} {out} {more}")
}

/// Ends the command when a checkpoint contains more than 80 rows. The time between checkpoints depends on the load.
fn end_by(ending: Ending, folder: &Path, out: &str, arguments: &str) {
    for write in (24..).step_by(12) {
        end_at(folder, arguments, ending, write);
        let checkpoint = folder.join(out).read("checkpoint.toml");
        if recorded(&checkpoint, "games.csv", "rows") > 80 {
            break;
        }
        std::fs::remove_dir_all(folder.join(out)).unwrap();
    }
}

/// Returns a number that a checkpoint records about a table.
fn recorded(checkpoint: &str, table: &str, key: &str) -> u64 {
    let checkpoint: toml::Table = checkpoint.parse().unwrap();
    let mut records = checkpoint["file"].as_array().unwrap().iter();
    let record = records.find(|file| file["name"].as_str() == Some(table));
    record.unwrap()[key].as_integer().unwrap() as u64
}

/// Asserts that killed and stopped work cannot be resumed after its files have changed, and that work with restored
/// files resumes to the bytes in the folder `whole`. `command` takes a folder and further arguments, and `others` are
/// files other than tables.
fn changed_work_is_not_resumed(
    folder: &Path,
    command: impl Fn(&str, &str) -> String,
    write: usize,
    tables: [&str; 2],
    others: &[&str],
) {
    for (out, ending, end) in [
        ("killed", Ending::Kill, ".partial"),
        ("stopped", Ending::Interrupt, ""),
    ] {
        end_at(folder, command(out, ""), ending, write);
        let resume = command(out, "--resume");
        let checkpoint = folder.join(out).join("checkpoint.toml");
        let text = std::fs::read_to_string(&checkpoint).unwrap();
        for table in tables {
            let name = format!("{table}{end}");
            if ending == Ending::Kill {
                // Rows after the last checkpoint are truncated on resume, so they are not checked.
                let path = folder.join(out).join(&name);
                let file = std::fs::File::options().write(true).open(path).unwrap();
                file.set_len(recorded(&text, table, "bytes")).unwrap();
            }
            refuses_changes(folder, out, &name, &resume);
        }
        if ending == Ending::Interrupt {
            for name in others {
                refuses_changes(folder, out, name, &resume);
            }
            std::fs::remove_file(&checkpoint).unwrap();
            let message = folder.fails(1, &resume);
            message.assert_contains("checkpoint.toml: is missing");
            std::fs::write(&checkpoint, text).unwrap();
        }
        flip(&checkpoint, 13);
        let message = folder.fails(1, &resume);
        message.assert_contains("checkpoint.toml: it was changed");
        flip(&checkpoint, 13);
        folder.succeeds(&resume);
        assert!(files(&folder.join("whole")) == files(&folder.join(out)));
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn run_with_changed_bit_is_not_resumed() {
    let others = ["summary.csv", "cells.csv"];
    changed_work_is_not_resumed(&study(false), run, 24, ["games.csv", "events.csv"], &others);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn report_rejects_changed_unfinished_table() {
    let folder = &study(false);
    end_by(Ending::Kill, folder, "killed", &run("killed", ""));
    flip(&folder.join("killed/games.csv.partial"), 200);
    let message = folder.refuses("report killed");
    assert_eq!(place(&message).0, 0, "{message}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn stopped_run_with_changed_compressed_table_is_rejected() {
    let folder = &study(true);
    end_by(Ending::Interrupt, folder, "stopped", &run("stopped", ""));
    let resume = run("stopped", "--resume");
    for name in ["games.csv.gz", "events.csv.gz"] {
        refuses_changes(folder, "stopped", name, &resume);
    }
    folder.succeeds(&resume);
    assert!(files(&folder.join("whole")) == files(&folder.join("stopped")));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_shard_with_changed_table_is_rejected() {
    let folder = &study(false);
    let shard = run("shard", "--shard 2/2");
    end_by(Ending::Kill, folder, "shard", &shard);
    flip(&folder.join("shard/games.csv.partial"), 300);
    let message = folder.fails(1, &shard);
    let (from, last) = place(&message);
    assert!((from..=last).contains(&300), "{message}");
    flip(&folder.join("shard/games.csv.partial"), 300);
    folder.succeeds(&shard);
}

#[test]
fn changed_complete_run_is_rejected() {
    let folder = &Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['greedy', 'random']\nblocks = 150\n";
    folder.write("study.toml", text);
    folder.succeeds(run("out", ""));
    let resume = run("out", "--resume");
    for name in ["games.csv", "events.csv", "summary.csv"] {
        refuses_changes(folder, "out", name, &resume);
    }
    let manifest = folder.join("out/manifest.toml");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    for [from, to, wanted] in &parse_table(
        r"
        games_done = 300 => games_done = 301 => games_done is 301 in the manifest
        games_planned = 300 => games_planned = 304 => games_planned = 304: a deal group has 2 games
        games_crashed = 0 => games_crashed = 1 => games_crashed is 1 in the manifest
        seatings = 2 => seatings = 3 => roster 1: seatings = 3; expected 2
        rows = 600 => rows = 601 => rows of games.csv is 601 in the manifest
    ",
    ) {
        whole.assert_contains(from);
        rewrite_manifest(&folder.join("out"), from, to);
        let message = folder.fails(1, &resume);
        message.assert_contains(["manifest.toml: it was changed", wanted]);
        std::fs::write(&manifest, &whole).unwrap();
    }
    folder.succeeds(&resume);
    // `merge` and `report` report the location as well.
    let games = folder.join("out/games.csv");
    flip(&games, 9000);
    let (from, last) = place(&folder.refuses("report out"));
    assert!((from..=last).contains(&9000) && last - from < 4096);
}

const TUNING: &str = "game = 'maracaibo'\nbase = 'greedy'\nopponents = ['engine']\n\
                      objective = 'score'\nevaluations = 20\nblocks = 3\nconfirm = 12\n\
                      seed = 9\n[space.weights]\n'*' = { factor = 2 }\n";

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn tuning_with_changed_bit_is_not_resumed() {
    let folder = &Folder::new();
    folder.write("mine.toml", TUNING);
    let tune =
        |out: &str, more: &str| format!("tune mine.toml --quiet --threads 1 --out {out} {more}");
    folder.succeeds(tune("whole", ""));
    let all = writes(folder, tune("again", ""));
    let tables = ["evaluations.csv", "confirmation.csv"];
    changed_work_is_not_resumed(folder, tune, all * 2 / 3, tables, &[]);
}

/// Commands that read a manifest reject it if a digit has changed or its end is missing.
#[track_caller]
fn manifest_is_sealed(folder: &Path, out: &str, digit: (&str, &str), readers: &[&str]) {
    let path = format!("{out}/manifest.toml");
    let whole = folder.read(&path);
    let (from, to) = digit;
    whole.assert_contains(from);
    let changed = whole.replacen(from, to, 1);
    let cut = whole[..whole.len() / 2].to_string();
    for (text, wanted) in [
        (changed, "the checksum in its last line does not match"),
        (cut, "its last line is not the checksum of the lines above"),
    ] {
        folder.write(&path, &text);
        for reader in readers {
            let output = folder.command(reader).output().unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success(), "{reader:?}");
            let advice = if reader.contains("--resume") {
                "--force"
            } else {
                ""
            };
            message.assert_contains(["manifest.toml: ", wanted, advice]);
            assert_eq!(folder.read(&path), text);
        }
    }
    folder.write(&path, &whole);
}

#[test]
fn changed_digit_in_manifest_is_detected() {
    let folder = &Folder::new();
    let run = "simulate --game cartagena --bots racer,random --games 4 --quiet --out run";
    let resumed = format!("{run} --resume");
    folder.succeeds(run);
    let readers: [&str; 6] = [
        &resumed,
        "report run",
        "merge run --check",
        "replay --run run --game-id 1",
        "export run --format csv",
        "analyze --run run --game-id 1 --move 1",
    ];
    let digit = ("wall_seconds = ", "wall_seconds = 1");
    manifest_is_sealed(folder, "run", digit, &readers);

    let learning = "game = 'cartagena'\nplayers = 2\nrounds = 1\ngames = 2\nmatch_games = 2\n";
    folder.write("learn.toml", learning);
    let learn = "learn learn.toml --quiet --out learnt";
    folder.succeeds(learn);
    let readers = ["report learnt"];
    manifest_is_sealed(folder, "learnt", ("points = ", "points = 1"), &readers);
}

#[test]
fn manifest_with_a_file_outside_its_folder_is_rejected() {
    let folder = &Folder::new();
    let run = "simulate --game cartagena --bots racer,random --games 4 --quiet --out run";
    folder.succeeds(run);
    let resumed = format!("{run} --resume");
    let (out, games) = (folder.join("run"), folder.join("run/games.csv"));
    std::fs::copy(&games, folder.join("games.csv")).unwrap();
    let absolute = folder.join("games.csv").display().to_string();
    let refused = |wanted: &str| {
        folder.fails(1, &resumed).assert_contains(wanted);
        folder.refuses("report run").assert_contains(wanted);
    };
    let manifest = out.bytes("manifest.toml");
    for name in ["../games.csv", "run/../games.csv", &absolute, "", ".", ".."] {
        rewrite_manifest(&out, "name = \"games.csv\"", &format!("name = \"{name}\""));
        refused(&format!(
            "run/manifest.toml: file.name = \"{name}\"; expected the name of a file in the \
             folder, without a path"
        ));
        out.write("manifest.toml", &manifest);
    }
    #[cfg(unix)]
    {
        std::fs::remove_file(&games).unwrap();
        std::os::unix::fs::symlink("../games.csv", &games).unwrap();
        refused("run/games.csv: is a link to a file outside the folder, ");
        // A link within the folder is accepted.
        std::fs::copy(folder.join("games.csv"), out.join("kept.csv")).unwrap();
        std::fs::remove_file(&games).unwrap();
        std::os::unix::fs::symlink("kept.csv", &games).unwrap();
        folder.succeeds("report run");
    }
}
