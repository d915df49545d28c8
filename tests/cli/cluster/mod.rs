//! Contract for all launchers of shards, and tests of the scripts that distribute shards. Tests for
//! launchers that are not installed print a message and are skipped.

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
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use portolan::results::file::FileRecord;
use portolan::results::manifest::Manifest;

use super::folder::files;
use super::processes::{descendants, kill, wait_until, write_script};
use crate::folder::{Folder, Workdir};
use crate::program::Arguments;

const PORTOLAN: &str = env!("CARGO_BIN_EXE_portolan");

/// Returns a command with a working folder, where scripts find and without a terminal.
fn program(folder: &Path, name: impl AsRef<std::ffi::OsStr>, arguments: impl Arguments) -> Command {
    let mut command = Command::new(name);
    command
        .current_dir(folder)
        .env("PORTOLAN", PORTOLAN)
        .args(arguments.list())
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

/// Asserts the exit code of a command. Returns its output.
#[track_caller]
fn ends(code: i32, mut command: Command) -> String {
    let output = command.output().unwrap();
    let told = told(&output);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    told
}

/// Returns true if this command succeeds on this machine.
fn is_there(name: &str, arguments: impl Arguments) -> bool {
    let status = Command::new(name)
        .args(arguments.list())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Creates a folder with an experiment with this number of deal groups of two games.
fn study(bots: &str, blocks: u64) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = 'simulate'\ngame = 'cartagena'\nbots = [{bots}]\nblocks = {blocks}\nseed = 5\n"
    );
    folder.write("study.toml", text);
    folder
}

const RANDOM: &str = "\"random\", \"random\"";

fn play_shard(folder: &Path, shard: &str, out: &str) {
    let arguments = format!("run study.toml --shard {shard} --out {out}");
    folder.all_output(&arguments);
}

fn play_shards(folder: &Path, count: u64) {
    for index in 1..=count {
        let out = format!("shards/shard={index}");
        play_shard(folder, &format!("{index}/{count}"), &out);
    }
}

/// Returns the number of complete shards in `shards`.
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

/// Asserts that the shards in `shards` merge to the same bytes as the undivided run.
fn assert_merges_to_the_whole(folder: &Path) {
    folder.all_output("run study.toml --quiet --out whole");
    folder.all_output("merge shards --out merged");
    let (whole, merged) = (files(&folder.join("whole")), files(&folder.join("merged")));
    assert!(whole.keys().eq(merged.keys()));
    for (name, bytes) in &whole {
        assert!(*bytes == merged[name], "{name} differs");
    }
}

/// Process that is killed at the end together with its descendants.
struct Tree(Child);

impl Drop for Tree {
    fn drop(&mut self) {
        kill(&descendants(self.0.id()));
        let _ = self.0.wait();
    }
}

/// Marks a game of a complete run or shard as crashed, with the files that the run would have written.
fn let_panic(folder: &Path, game_id: u64) {
    let mut manifest = Manifest::read(folder).unwrap().unwrap();
    let text = |name: &str| folder.read(name);
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
        folder.write(name, &text);
        manifest.file.push(FileRecord::of(name, &text));
    }
    manifest.games_done -= 1;
    manifest.games_crashed += 1;
    manifest.write(folder).unwrap();
}

/// Locks a results folder until the returned file is dropped.
fn in_use(folder: &Path) -> File {
    std::fs::create_dir_all(folder).unwrap();
    let lock = File::create(folder.join(".lock")).unwrap();
    lock.lock().unwrap();
    lock
}

/// Creates a fake program, a short bash script in the folder `bin`.
fn stand_in(folder: &Path, name: &str, text: &str) {
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    let path = folder.join("bin").join(name);
    write_script(&path, &format!("#!/bin/bash\n{text}"));
}

/// Creates a program that plays these shards (a pattern of bash, such as `[12]/4`) at once, and the others only after the
/// file `go` is written.
fn gated(folder: &Path, shards: &str) -> PathBuf {
    let text = format!(
        "case \"$*\" in *--shard\\ {shards}\\ *) ;; *--shard*)\n\
         while [ -d '{0}' ] && [ ! -e '{0}/go' ]; do /bin/sleep 0.05; done ;; esac\n\
         exec '{PORTOLAN}' \"$@\"\n",
        folder.display()
    );
    stand_in(folder, "gated", &text);
    folder.join("bin/gated")
}

/// Puts the folder of the fake programs first in the `PATH` of a command.
fn with_stand_ins(folder: &Path, mut command: Command) -> Command {
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}/bin:{path}", folder.display()));
    command
}

/// Creates an experiment with many files: it inherits from another folder, uses a bot and component
/// data in other folders, and the bot inherits as well. Returns the working folder.
fn scattered(folder: &Path) -> PathBuf {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "work/studies/study.toml",
        "inherits = '../../base/base.toml'\nblocks = 6\n",
    );
    write(
        "base/base.toml",
        "kind = 'simulate'\ngame = 'cartagena'\nseed = 5\ndata = '../data'\n\
         bots = ['../bots of mine/heir.toml', 'local']\n",
    );
    write("bots of mine/heir.toml", "inherits = 'parent'\n");
    let greedy = "kind = 'greedy'\ngame = 'cartagena'\n[weights]\n";
    write(
        "bots of mine/parent.toml",
        &format!("{greedy}progress = 0.1\n"),
    );
    write("work/bots/local.toml", &format!("{greedy}progress = 0.2\n"));
    folder.all_output("data export cartagena data");
    folder.join("work")
}
