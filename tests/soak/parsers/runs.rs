//! Small results folders of every kind: complete, stopped, killed, shards and tunings. They are the same
//! in every session, because all times are set to zero.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use portolan::results::checkpoint::{CHECKPOINT, Checkpoint};
use portolan::results::checksummed_text::sealed;
use portolan::results::file::FileRecord;
use portolan::results::folder::Mode;
use portolan::results::manifest::{MANIFEST, Manifest, RunRecord, Status};
use portolan::results::names::STREAMED;
use portolan::results::stream::length_to;
use portolan_run::experiment::resolve::{Resolved, read_file, resolve};
use portolan_run::experiment::run::{ExperimentJob, run};
use portolan_run::play::dyn_game::{set_up, set_up_all};
use portolan_run::settings::shard::Shard;
use portolan_train::tune::manifest::TuneManifest;
use portolan_train::tune::{self, resolve::resolve as resolve_tuning};

use super::folder::Folder;
use super::seeds::{EXPERIMENTS, shipped};
use super::tunings;

/// Contents of the files in a folder by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Work that produced a folder, for resuming it.
#[derive(Clone)]
pub enum Work {
    /// An experiment, or a shard of it.
    Run(Box<Resolved>, Option<Shard>),
    Tuning(Box<tune::resolve::Resolved>),
}

/// Valid results folder.
#[derive(Clone)]
pub struct Played {
    pub files: Files,
    /// Work that produced the files.
    pub work: Work,
    /// The other shard of the same run.
    pub other_half: Option<Files>,
}

/// Experiments for which there are also shards, and stopped and killed runs.
const IN_PARTS: [&str; 5] = ["simulate", "compressed", "tournament", "duel", "factorial"];

/// Plays all experiments in a folder.
pub fn all(folder: &Folder) -> Vec<Played> {
    let mut all = Vec::new();
    for (name, content) in shipped("experiments") {
        folder.write(&name, &content);
    }
    for (name, text) in EXPERIMENTS {
        let path = folder.write(&format!("{name}.toml"), text.as_bytes());
        let resolved = read_file(&path).and_then(|spec| resolve(&spec));
        let resolved = resolved.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let play = |shard| experiment(folder, &resolved, shard);
        let whole = play(None);
        if IN_PARTS.contains(&name) {
            all.extend([stopped(folder, &whole), killed(folder, &whole)]);
            let [one, other] = [1, 2].map(|index| play(Some(Shard { index, count: 2 })));
            let with = |half: &Played, other: &Played| Played {
                other_half: Some(other.files.clone()),
                ..half.clone()
            };
            all.extend([with(&one, &other), with(&other, &one)]);
        }
        all.push(whole);
    }
    all.extend(tunings::SMALL[..2].iter().map(|text| tuning(folder, text)));
    all
}

fn experiment(folder: &Folder, resolved: &Resolved, shard: Option<Shard>) -> Played {
    let out = folder.path().join("played");
    let work = Work::Run(Box::new(resolved.clone()), shard);
    work.carry_out(&out, Mode::New);
    let mut manifest = Manifest::read(&out)
        .expect("it reads")
        .expect("it is there");
    manifest.run = no_clock();
    manifest.write(&out).expect("it can be written");
    let files = read(&out);
    fs::remove_dir_all(&out).expect("it is there");
    Played {
        files,
        work,
        other_half: None,
    }
}

fn tuning(folder: &Folder, text: &str) -> Played {
    let path = folder.write("tuning.toml", text.as_bytes());
    let resolved = tune::resolve::read_file(&path).and_then(|file| resolve_tuning(&file));
    let work = Work::Tuning(Box::new(
        resolved.unwrap_or_else(|problem| panic!("{problem}")),
    ));
    let out = folder.path().join("played");
    work.carry_out(&out, Mode::New);
    let mut manifest = TuneManifest::read(&out)
        .expect("it reads")
        .expect("it is there");
    // State after a kill near the end.
    manifest.run = no_clock();
    manifest.status = Status::Running;
    (manifest.file, manifest.found) = (Vec::new(), None);
    manifest.write(&out).expect("it can be written");
    for name in ["evaluations.csv", "confirmation.csv"] {
        let partial = out.join(format!("{name}.partial"));
        fs::rename(out.join(name), partial).expect("the table is there");
    }
    let files = read(&out);
    fs::remove_dir_all(&out).expect("it is there");
    Played {
        files,
        work,
        other_half: None,
    }
}

fn no_clock() -> RunRecord {
    RunRecord {
        threads: 1,
        wall_seconds: 1.5,
        started_unix: 1,
        machine: "here".to_string(),
        processors: 1,
    }
}

/// Returns the run as killed after its first deal group, with rows after the last checkpoint.
fn killed(folder: &Folder, whole: &Played) -> Played {
    let mut killed = unfinished(folder, whole, Status::Running);
    for name in STREAMED {
        let text = plain(whole, name);
        killed.files.insert(format!("{name}.partial"), text);
    }
    killed
}

/// Returns the run as stopped after its first deal group.
fn stopped(folder: &Folder, whole: &Played) -> Played {
    let mut stopped = unfinished(folder, whole, Status::Stopped);
    let checkpoint = checkpoint(folder, whole);
    let mut manifest = manifest(&stopped);
    for (name, so_far) in STREAMED.into_iter().zip(checkpoint.file) {
        let mut text = plain(whole, name);
        text.truncate(so_far.bytes as usize);
        if so_far.rows > 0 {
            let record = FileRecord::of(
                name,
                &String::from_utf8(text.clone()).expect("a table is text"),
            );
            manifest.file.push(record);
            stopped.files.insert(name.to_string(), text);
        }
    }
    // Only complete tables are compressed.
    manifest.experiment.compress = false;
    let text = toml::to_string(&manifest).expect("a manifest");
    stopped
        .files
        .insert(MANIFEST.to_string(), sealed(&text).into_bytes());
    stopped
}

fn manifest(played: &Played) -> Manifest {
    let text = String::from_utf8(played.files[MANIFEST].clone()).expect("a manifest is text");
    Manifest::parsed(&text).expect("a manifest")
}

/// Returns the decompressed text of a table, or only its header if the file does not exist.
fn plain(whole: &Played, name: &str) -> Vec<u8> {
    use std::io::Read;

    if let Some(text) = whole.files.get(name) {
        return text.clone();
    }
    let mut text = Vec::new();
    match whole.files.get(&format!("{name}.gz")) {
        Some(compressed) => {
            let mut reader = flate2::read::GzDecoder::new(compressed.as_slice());
            reader.read_to_end(&mut text).expect("it was compressed");
        }
        None => text.extend_from_slice(b"game_id,seed,moves,message\n"),
    }
    text
}

/// Returns a checkpoint after the first deal group.
fn checkpoint(folder: &Folder, whole: &Played) -> Checkpoint {
    let manifest = manifest(whole);
    let file = STREAMED.map(|name| {
        let text = plain(whole, name);
        let path = folder.write("table.csv", &text);
        let length = length_to(&path, manifest.block_size).expect("a table of games");
        let text = String::from_utf8(text).expect("a table is text");
        FileRecord::of(name, &text[..length.bytes as usize])
    });
    Checkpoint {
        next_step: manifest.roster.len() as u64,
        games: manifest.block_size,
        crashes: 0,
        forfeited: 0,
        repeated: 0,
        wall_seconds: 0.5,
        file: file.to_vec(),
    }
}

/// Returns the run with a checkpoint and without tables.
fn unfinished(folder: &Folder, whole: &Played, status: Status) -> Played {
    let mut manifest = manifest(whole);
    manifest.status = status;
    manifest.file.clear();
    let mut files = whole.files.clone();
    files.retain(|name, _| name == "cells.csv");
    let text = toml::to_string(&manifest).expect("settings");
    files.insert(MANIFEST.to_string(), sealed(&text).into_bytes());
    checkpoint(folder, whole)
        .write(folder.path())
        .expect("the folder can be written to");
    let text = fs::read(folder.path().join(CHECKPOINT)).expect("it was written");
    files.insert(CHECKPOINT.to_string(), text);
    Played {
        files,
        ..whole.clone()
    }
}

fn read(folder: &Path) -> Files {
    fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(path).expect("a readable file"))
        })
        .collect()
}

impl Work {
    /// Starts or resumes the work in a folder. Returns true if the folder was accepted.
    pub fn carry_out(&self, out: &Path, mode: Mode) -> bool {
        let accepted = match self {
            Work::Run(resolved, shard) => {
                let data = resolved.data.clone();
                let mut job =
                    ExperimentJob::new(resolved.experiment.clone(), data, out.to_path_buf());
                (job.mode, job.shard) = (mode, *shard);
                let outcome = set_up_all(&resolved.setups)
                    .map(|games| run(&games, &job, &AtomicBool::new(false), &mut |_| {}));
                outcome.expect("the game was accepted").is_ok()
            }
            Work::Tuning(resolved) => {
                let job = tune::run::TuningJob {
                    resolved: (**resolved).clone(),
                    out: out.to_path_buf(),
                    mode,
                    threads: 1,
                    live: Default::default(),
                    command: String::new(),
                };
                let outcome = set_up(&resolved.setup)
                    .map(|game| tune::run::run(&*game, &job, &AtomicBool::new(false), &mut |_| {}));
                outcome.expect("the game was accepted").is_ok()
            }
        };
        assert!(accepted || mode != Mode::New, "a new folder is refused");
        accepted
    }
}
