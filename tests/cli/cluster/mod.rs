//! One contract for every engine that plays shards, and the scripts that hand shards to engines. Tests
//! of an engine that is not installed are left out, and say so.

mod contract;
mod in_use;
mod kubernetes;
mod launchers;
mod learn;
mod parallel;
mod plan;
mod ray;
mod slurm;
mod unmerged;
mod written;

use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use portolan::results::file::FileRecord;
use portolan::results::manifest::Manifest;
use tempfile::TempDir;

use super::folder::files;
use super::processes::{descendants, kill};

const PORTOLAN: &str = env!("CARGO_BIN_EXE_portolan");

/// A program in a folder, where the scripts find portolan; nothing to read and nobody to see it.
fn program(folder: &Path, name: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command
        .current_dir(folder)
        .env("PORTOLAN", PORTOLAN)
        .args(arguments)
        .stdin(Stdio::null());
    command
}

fn script(name: &str) -> PathBuf {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster");
    scripts.join(name)
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// What it says, if it ends with that exit code.
#[track_caller]
fn ends(code: i32, mut command: Command) -> String {
    let output = command.output().unwrap();
    let told = told(&output);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    told
}

#[track_caller]
fn portolan(code: i32, folder: &Path, arguments: &[&str]) -> String {
    ends(code, program(folder, PORTOLAN, arguments))
}

/// Whether that command can be run here: whatever it says, it succeeds.
fn is_there(name: &str, arguments: &[&str]) -> bool {
    let status = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// A folder with an experiment of so many blocks of two games.
fn study(bots: &str, blocks: u64) -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = format!(
        "kind = \"simulate\"\ngame = \"cartagena\"\nbots = [{bots}]\nblocks = {blocks}\nseed = 5\n"
    );
    std::fs::write(folder.path().join("study.toml"), text).unwrap();
    folder
}

const RANDOM: &str = "\"random\", \"random\"";

fn play_shard(folder: &Path, shard: &str, out: &str) {
    let arguments = ["run", "study.toml", "--shard", shard, "--out", out];
    portolan(0, folder, &arguments);
}

fn play_shards(folder: &Path, count: u64) {
    for index in 1..=count {
        let out = format!("shards/shard={index}");
        play_shard(folder, &format!("{index}/{count}"), &out);
    }
}

/// How many shards are complete in `shards`.
fn complete(folder: &Path) -> usize {
    let shards = std::fs::read_dir(folder.join("shards"));
    shards
        .into_iter()
        .flatten()
        .flatten()
        .filter(|shard| {
            std::fs::read_to_string(shard.path().join("manifest.toml"))
                .is_ok_and(|text| text.contains("status = \"complete\""))
        })
        .count()
}

/// What is in `shards` merges to the bytes of the run in one piece.
fn assert_merges_to_the_whole(folder: &Path) {
    portolan(
        0,
        folder,
        &["run", "study.toml", "--quiet", "--out", "whole"],
    );
    portolan(0, folder, &["merge", "shards", "--out", "merged"]);
    let (whole, merged) = (files(&folder.join("whole")), files(&folder.join("merged")));
    assert!(whole.keys().eq(merged.keys()));
    for (name, bytes) in &whole {
        assert!(*bytes == merged[name], "{name} differs");
    }
}

/// Waits until something holds, but not for ever.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(240), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Processes that are to be gone at the end, with all that they have started.
struct Tree(Child);

impl Drop for Tree {
    fn drop(&mut self) {
        kill(&descendants(self.0.id()));
        let _ = self.0.wait();
    }
}

/// Turns a game of a whole run or shard into one that panicked, as a run would have left it.
fn let_panic(folder: &Path, game_id: u64) {
    let mut manifest = Manifest::read(folder).unwrap().unwrap();
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let of_game = format!("{game_id},");
    let without = |name: &str| -> String {
        let text = text(name);
        let rest = text
            .split_inclusive('\n')
            .filter(|row| !row.starts_with(&of_game));
        rest.collect()
    };
    let row = text("games.csv");
    let row = row.lines().find(|row| row.starts_with(&of_game)).unwrap();
    let seed = row.split(',').nth(1).unwrap();
    let crash = format!("game_id,seed,message,moves\n{game_id},{seed},the cards caught fire,\n");
    let new = [
        ("games.csv", without("games.csv")),
        ("events.csv", without("events.csv")),
        ("crashes.csv", crash),
    ];
    manifest.file.retain(|file| file.name == "summary.csv");
    for (name, text) in new {
        std::fs::write(folder.join(name), &text).unwrap();
        manifest.file.push(FileRecord::of(name, &text));
    }
    manifest.games_done -= 1;
    manifest.games_crashed += 1;
    manifest.write(folder).unwrap();
}

/// A results folder that another process uses until this is dropped.
fn in_use(folder: &Path) -> File {
    std::fs::create_dir_all(folder).unwrap();
    let lock = File::create(folder.join(".lock")).unwrap();
    lock.lock().unwrap();
    lock
}

/// A program of a few lines of bash in the folder `bin`.
fn stand_in(folder: &Path, name: &str, text: &str) {
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    let path = folder.join("bin").join(name);
    std::fs::write(&path, format!("#!/bin/bash\n{text}")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A command that finds the stand-ins before what is installed.
fn with_stand_ins(folder: &Path, mut command: Command) -> Command {
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}/bin:{path}", folder.display()));
    command
}

/// An experiment of many files: it inherits from a neighbour, plays with a bot and with component data
/// that lie elsewhere, and its bot inherits, too. The folder that it is played from.
fn scattered(folder: &Path) -> PathBuf {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "work/studies/study.toml",
        "inherits = \"../../base/base.toml\"\nblocks = 6\n",
    );
    write(
        "base/base.toml",
        "kind = \"simulate\"\ngame = \"cartagena\"\nseed = 5\ndata = \"../data\"\n\
         bots = [\"../bots of mine/heir.toml\", \"local\"]\n",
    );
    write("bots of mine/heir.toml", "inherits = \"parent\"\n");
    let greedy = "kind = \"greedy\"\ngame = \"cartagena\"\n[weights]\n";
    write(
        "bots of mine/parent.toml",
        &format!("{greedy}progress = 0.1\n"),
    );
    write("work/bots/local.toml", &format!("{greedy}progress = 0.2\n"));
    portolan(0, folder, &["data", "export", "cartagena", "data"]);
    folder.join("work")
}
