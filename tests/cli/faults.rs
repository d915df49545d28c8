//! What writes files in several steps is killed, or fails, at each of them: at every rename, sync, removal,
//! truncation and creation, at every write as on a full disk, and at every read. Then the same work must go on
//! (or begin again) and leave the bytes that it leaves when nothing happens.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

use super::program::{command, succeeds};

/// The library that counts the calls of a process and lets one of them fail; built once.
fn shim() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/faults.c");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let library = folder.join(format!("faults-{}.so", std::process::id()));
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]);
        let built = compiler.arg(&library).arg(source).arg("-ldl").status();
        assert!(built.unwrap().success());
        library
    })
}

/// What happens at the call.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The process is killed before a call that changes the folder.
    Kill,
    /// A call that changes the folder fails.
    Change,
    /// The disk gets full in the middle of a write.
    Full,
    /// A file cannot be opened or read.
    Read,
}

const EIO: &str = "5";
const ENOSPC: &str = "28";

/// Work on the files of a folder.
struct Work<'test> {
    /// The folder before it.
    before: TempDir,
    command: &'test str,
    /// What is typed after the fault.
    again: &'test str,
    /// More files, as the work leaves them if it is carried out once more after it was done.
    once_more: Option<BTreeMap<PathBuf, Vec<u8>>>,
}

impl<'test> Work<'test> {
    fn new(before: TempDir, command: &'test str, again: &'test str) -> Work<'test> {
        Work {
            before,
            command,
            again,
            once_more: None,
        }
    }

    /// The files that the work leaves when nothing happens.
    fn untouched(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let folder = copy(self.before.path());
        succeeds(folder.path(), &words(self.command));
        content(folder.path())
    }

    /// Carries the work out again and again with this fault at the 1st, the 1 + `step`th … call, and ends it
    /// after that; how many calls there are.
    fn held_to(&self, fault: Fault, step: usize) -> usize {
        let wanted = self.untouched();
        let mut at = 1;
        loop {
            let folder = copy(self.before.path());
            let folder = folder.path();
            let (output, met) = self.struck(folder, fault, at);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            let Some(met) = met else {
                assert!(output.status.success(), "{told}");
                assert!(content(folder) == wanted, "{}", self.command);
                return at - 1;
            };
            let place = format!("{}: {fault:?} at call {at}, {met}: {told}", self.command);
            assert!(!told.contains("panicked"), "{place}");
            if matches!(fault, Fault::Full | Fault::Change | Fault::Read) {
                assert!(output.status.code().is_some_and(|code| code < 3), "{place}");
            }
            let again = command(folder, &words(self.again)).output().unwrap();
            let told = String::from_utf8_lossy(&again.stderr).into_owned();
            assert!(
                again.status.success(),
                "{place}; then {}: {told}",
                self.again
            );
            let found = content(folder);
            let once_more = self.once_more.as_ref().is_some_and(|more| *more == found);
            let names = found.keys().chain(wanted.keys());
            let differ: Vec<_> = names
                .filter(|name| found.get(*name) != wanted.get(*name))
                .collect();
            assert!(once_more || differ.is_empty(), "{place}; {differ:?} differ");
            at += step;
        }
    }

    /// One such work: what it said, and which call was met.
    fn struck(&self, folder: &Path, fault: Fault, at: usize) -> (Output, Option<String>) {
        let notes = TempDir::new().unwrap();
        let fired = notes.path().join("fired");
        let (calls, error) = match fault {
            Fault::Kill => ("change", "0"),
            Fault::Change => ("change", EIO),
            Fault::Full => ("write", ENOSPC),
            Fault::Read => ("read", EIO),
        };
        let mut struck = command(folder, &words(self.command));
        struck
            .env("LD_PRELOAD", shim())
            .env("FAULT_UNDER", folder)
            .env("FAULT_CALLS", calls)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_ERROR", error)
            .env("FAULT_FIRED", &fired);
        let output = struck.output().unwrap();
        (output, fs::read_to_string(fired).ok())
    }

    /// Every fault, and every call that there is.
    fn held_to_all(&self) {
        let changes = self.held_to(Fault::Kill, 1);
        assert!(changes > 2, "{}: {changes} calls", self.command);
        // Where an error ends the work it leaves what a kill there leaves, or removes it.
        self.held_to(Fault::Change, 2);
        assert!(self.held_to(Fault::Full, 1) > 0);
        self.held_to(Fault::Read, 1);
    }
}

fn words(arguments: &str) -> Vec<&str> {
    arguments.split_whitespace().collect()
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Every file below a folder but the manifests, which alone tell of the clock: of those there is only the name.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let bytes = match path.ends_with("manifest.toml") {
                true => Vec::new(),
                false => fs::read(&path).unwrap(),
            };
            found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), bytes);
        }
    }
    found
}

/// A copy of a folder; the shim compares paths as the system tells them.
fn copy(from: &Path) -> TempDir {
    let parent = fs::canonicalize(std::env::temp_dir()).unwrap();
    let folder = TempDir::new_in(parent).unwrap();
    let mut open = vec![(from.to_path_buf(), folder.path().to_path_buf())];
    while let Some((from, to)) = open.pop() {
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if path.is_dir() {
                fs::create_dir(&target).unwrap();
                open.push((path, target));
            } else {
                fs::copy(path, target).unwrap();
            }
        }
    }
    folder
}

const LEARNING: &str = "game = \"cartagena\"\nplayers = 2\nunits = 64\nrounds = 3\ngames = 6\nopponents = [\"random\"]\n\
                        earlier = 0.3\nmatch_every = 2\nmatch_games = 2\n";
const LEARN: &str = "learn mine.toml --out out --quiet --threads 1";
const LEARN_ON: &str = "learn mine.toml --out out --quiet --threads 1 --resume";

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_training_that_is_killed_goes_on() {
    let work = Work::new(folder_with(&[("mine.toml", LEARNING)]), LEARN, LEARN_ON);
    assert!(work.held_to(Fault::Kill, 1) > 60);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_training_that_meets_an_error_goes_on() {
    let work = Work::new(folder_with(&[("mine.toml", LEARNING)]), LEARN, LEARN_ON);
    work.held_to(Fault::Change, 3);
    work.held_to(Fault::Full, 1);
    work.held_to(Fault::Read, 1);
}

/// A training that was stopped, so that a session begins with files to read and to settle.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_training_goes_on_that_is_killed_when_it_is_gone_on_with() {
    let before = folder_with(&[("mine.toml", LEARNING)]);
    succeeds(before.path(), &words(&format!("{LEARN} --rounds 2")));
    let work = Work::new(before, LEARN_ON, LEARN_ON);
    work.held_to(Fault::Kill, 1);
    assert!(work.held_to(Fault::Read, 1) > 5);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_part_of_a_round_is_played_again() {
    let before = folder_with(&[("mine.toml", LEARNING)]);
    succeeds(before.path(), &words(&format!("{LEARN} --rounds 1")));
    let part = "learn mine.toml --out out --part 1/2 --threads 1";
    Work::new(before, part, part).held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_tuning_goes_on() {
    let tuning = "game = \"cartagena\"\nbase = \"racer\"\nmethod = \"ntbea\"\nevaluations = 3\nblocks = 1\n\
                  confirm = 4\n[ntbea]\nneighbours = 2\n[space.weights]\nhand = [0, 1]\n";
    let tune = "tune t.toml --out out --quiet --threads 1";
    let on = format!("{tune} --resume");
    Work::new(folder_with(&[("t.toml", tuning)]), tune, &on).held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_run_goes_on() {
    let simulate =
        "simulate --game cartagena --bots racer,random --games 4 --out out --quiet --threads 1";
    let on = format!("{simulate} --resume");
    Work::new(folder_with(&[]), simulate, &on).held_to_all();
}

const STUDY: &str = "kind = \"tournament\"\ngame = \"cartagena\"\nbots = [\"racer\", \"random\"]\ngames = 4\n\
                     compress = true\n";

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_compressed_experiment_goes_on() {
    let run = "run study.toml --out out --quiet --threads 1";
    let on = format!("{run} --resume");
    Work::new(folder_with(&[("study.toml", STUDY)]), run, &on).held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn shards_merge_again() {
    let before = folder_with(&[("study.toml", STUDY)]);
    for shard in ["1/2", "2/2"] {
        let out = &shard[..1];
        let run = format!("run study.toml --out {out} --quiet --shard {shard}");
        succeeds(before.path(), &words(&run));
    }
    let merge = "merge 1 2 --out out --quiet";
    let again = format!("{merge} --force");
    Work::new(before, merge, &again).held_to_all();
}

/// Whatever of the earlier work is left by a kill, the next attempt removes it.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn what_is_replaced_leaves_nothing_behind() {
    let before = folder_with(&[("mine.toml", LEARNING)]);
    succeeds(before.path(), &words(LEARN));
    succeeds(before.path(), &words("report out"));
    let simulate = "simulate --game cartagena --bots racer,random --games 4 --out out --quiet --threads 1 --force";
    let work = Work::new(before, simulate, simulate);
    let names: Vec<_> = work.untouched().into_keys().collect();
    assert!(
        names.iter().all(|name| !name.ends_with("report.md")),
        "{names:?}"
    );
    work.held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn simulated_campaigns_go_on() {
    let simulate = "campaign simulate --game maracaibo --bots random,random --campaigns 2 --games 1 --out out --quiet \
                    --threads 1";
    let on = format!("{simulate} --resume");
    Work::new(folder_with(&[]), simulate, &on).held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn a_campaign_is_played_on() {
    let before = folder_with(&[]);
    succeeds(
        before.path(),
        &words("campaign new mine.toml --game maracaibo --bots random,random --seed 3"),
    );
    let play = "campaign play mine.toml";
    let mut work = Work::new(before, play, play);
    // A game that had ended before the kill is followed by the next one.
    let twice = copy(work.before.path());
    succeeds(twice.path(), &words(play));
    succeeds(twice.path(), &words(play));
    work.once_more = Some(content(twice.path()));
    work.held_to_all();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn pages_tables_and_sets_are_written_again() {
    let before = || {
        let before = folder_with(&[]);
        let simulate = "simulate --game cartagena --bots racer,random --games 4 --out out --quiet";
        succeeds(before.path(), &words(simulate));
        before
    };
    for command in [
        "report out",
        "export out --format json --out games.json",
        "data export cartagena set",
        "data perturb maracaibo set --seed 3",
        "data new puerto_rico set --sheet owner.xlsx",
    ] {
        let again = format!("{command} --force");
        let work = Work::new(before(), command, &again);
        for fault in [Fault::Kill, Fault::Change, Fault::Full, Fault::Read] {
            work.held_to(fault, 1);
        }
    }
}
