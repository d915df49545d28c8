//! Fault injection for commands that write files in several steps. The process is killed, or a call fails, at renames,
//! syncs, removals, truncations, creations, reads, and writes as on a full disk. Afterwards, the command must resume (or
//! start again) and produce the same bytes as an undisturbed run. The daily tests inject faults at a few calls spread over
//! the work, `.ci/nightly` at every call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use super::ending::CLOCK_STEP;
use super::folder::{Folder, Workdir};
use super::program::fed;
use super::saved_games::{FOLLOW, Kind, PLAY};
use super::text::TextAssert;

/// Library that counts the system calls of a process and makes one of them fail; built once.
pub fn shim() -> &'static Path {
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

/// Injected fault.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The process is killed before a call that changes the folder.
    Kill,
    /// A call that changes the folder fails.
    Change,
    /// The disk becomes full during a write.
    Full,
    /// A file cannot be opened or read.
    Read,
}

impl Fault {
    /// Number of calls that fail in the daily tests.
    fn few(self) -> usize {
        match self {
            Fault::Kill => 9,
            Fault::Change => 5,
            Fault::Full | Fault::Read => 3,
        }
    }
}

const FAULTS: [Fault; 4] = [Fault::Kill, Fault::Change, Fault::Full, Fault::Read];

/// Calls to be tested.
#[derive(Clone, Copy)]
enum Calls {
    /// A few calls, spread over the last calls of each kind, and for kills also over the first calls. Files whose names
    /// differ only in numbers are of one kind.
    Few,
    Every,
}

impl Calls {
    /// Returns the indices of the tested calls, from 1.
    fn of(self, all: &[String], fault: Fault) -> BTreeSet<usize> {
        let mut of_kind: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, call) in all.iter().enumerate() {
            // A kill before a sync leaves the same files as a kill before the next call.
            let syncs = call.starts_with("fsync ") || call.starts_with("fdatasync ");
            if !matches!(fault, Fault::Kill) || !syncs {
                let kind = call.replace(|c: char| c.is_ascii_digit(), "");
                of_kind.entry(kind).or_default().push(index + 1);
            }
        }
        let met = |calls: Vec<usize>| match (self, fault) {
            (Calls::Every, _) => calls,
            (Calls::Few, Fault::Kill) => vec![calls[0], calls[calls.len() - 1]],
            (Calls::Few, _) => vec![calls[calls.len() - 1]],
        };
        let met: BTreeSet<usize> = of_kind.into_values().flat_map(met).collect();
        match self {
            Calls::Every => met,
            Calls::Few => spread(met, fault.few()),
        }
    }
}

/// Returns at most `most` of the numbers, evenly spread, including the first and the last.
fn spread(numbers: BTreeSet<usize>, most: usize) -> BTreeSet<usize> {
    let numbers = Vec::from_iter(numbers);
    if numbers.len() <= most {
        return numbers.into_iter().collect();
    }
    let last = numbers.len() - 1;
    (0..most)
        .map(|index| numbers[index * last / (most - 1)])
        .collect()
}

const EIO: &str = "5";
const ENOSPC: &str = "28";

/// Command that changes the files of a folder.
struct Work {
    /// Content of the folder before the command.
    before: Folder,
    command: String,
    /// Command to be run after the fault.
    again: String,
    /// Standard input of the first command. The second command gets the rest, without the entries that the log contains.
    input: String,
    /// Alternative result, if the command is run once more after it had succeeded.
    once_more: Option<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Work {
    fn new(before: Folder, command: &str, again: &str) -> Work {
        Work {
            before,
            command: command.to_string(),
            again: again.to_string(),
            input: String::new(),
            once_more: None,
        }
    }

    /// Returns the files after an undisturbed run.
    fn untouched(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let folder = copy(self.before.path());
        let output = fed(&mut folder.command(&self.command), &self.input);
        assert!(output.status.success(), "{output:?}");
        content(folder.path())
    }

    /// Runs the second command, or repeats the first command if no game was saved.
    fn run_again(&self, folder: &Folder) -> Output {
        let log = fs::read_to_string(folder.join(FOLLOW.file)).unwrap_or_default();
        let body = log.split_once("\n\n").map(|(_, body)| body);
        let command = match self.input.is_empty() || body.is_some() {
            true => &self.again,
            false => &self.command,
        };
        let mut rest = self.input.clone();
        for line in body.unwrap_or_default().lines() {
            let (entered, later) = rest.split_once('\n').unwrap();
            // The last line may lack some draws.
            let draws = entered.strip_prefix(line).unwrap_or_default();
            rest = match draws.trim_start_matches(", ") {
                "" => later.to_string(),
                draws => format!("{draws}\n{later}"),
            };
        }
        fed(&mut folder.command(command), &rest)
    }

    /// Injects this fault at one call after another, and runs the second command after each. Returns the number of affected
    /// calls.
    fn held_to(&self, fault: Fault, calls: Calls) -> usize {
        let wanted = self.untouched();
        let all = self.calls(fault);
        let tested = calls.of(&all, fault);
        println!("{}: {fault:?} at {} calls", self.command, tested.len());
        for at in tested {
            let folder = &copy(self.before.path());
            let (output, met) = self.struck(folder, fault, at);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            let place = format!("{}: {fault:?} at call {at}, {met:?}: {told}", self.command);
            assert_eq!(met.len(), 1, "{place}");
            assert!(!told.contains("panicked"), "{place}");
            if matches!(fault, Fault::Full | Fault::Change | Fault::Read) {
                assert!(output.status.code().is_some_and(|code| code < 3), "{place}");
            }
            let again = self.run_again(folder);
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
        }
        all.len()
    }

    /// Returns all calls that this fault can affect, as names of calls with the files below the folder.
    fn calls(&self, fault: Fault) -> Vec<String> {
        let folder = copy(self.before.path());
        let (output, met) = self.struck(folder.path(), fault, 0);
        assert!(output.status.success(), "{output:?}");
        let folder = folder.path().display().to_string();
        met.iter().map(|call| call.replace(&folder, "")).collect()
    }

    /// Runs the command with a fault at this call. Returns the output and the affected calls. If `at` is 0, no fault is
    /// injected and all calls are returned.
    fn struck(&self, folder: &Path, fault: Fault, at: usize) -> (Output, Vec<String>) {
        let notes = Folder::new();
        let met = notes.join("met");
        let (calls, error) = match fault {
            Fault::Kill => ("change", "0"),
            Fault::Change => ("change", EIO),
            Fault::Full => ("write", ENOSPC),
            Fault::Read => ("read", EIO),
        };
        let mut struck = folder.command(&self.command);
        struck
            .env("LD_PRELOAD", shim())
            .env("FAULT_UNDER", folder)
            .env("FAULT_CALLS", calls)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_CLOCK", CLOCK_STEP)
            .env("FAULT_ERROR", error)
            .env("FAULT_MET", &met);
        let output = fed(&mut struck, &self.input);
        let met = fs::read_to_string(met).unwrap_or_default();
        (output, met.lines().map(str::to_string).collect())
    }

    fn held_to_all(&self, calls: Calls) {
        for fault in FAULTS {
            let met = self.held_to(fault, calls);
            // Embedded files are not read.
            assert!(
                met > 0 || matches!(fault, Fault::Read),
                "{}: no {fault:?}",
                self.command
            );
        }
    }
}

fn folder_with(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        folder.write(name, text);
    }
    folder
}

/// Returns all files below a folder with their contents. Manifests are listed without content, because they contain times.
pub fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let bytes = match path.ends_with("manifest.toml") || path.ends_with("study.toml") {
                true => Vec::new(),
                false => fs::read(&path).unwrap(),
            };
            found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), bytes);
        }
    }
    found
}

pub fn copy(from: &Path) -> Folder {
    let folder = Folder::new();
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

/// Simulation of four games, and commands to be run before and after it.
const SIMULATE: &str =
    "simulate --game cartagena --bots racer,random --games 4 --out out --quiet --threads 1";

const LEARNING: &str = "game = 'cartagena'\nplayers = 2\nunits = 64\nrounds = 2\ngames = 2\n\
                        opponents = ['random']\nearlier = 0.3\nmatch_every = 2\nmatch_games = 2\n";
const LEARN: &str = "learn mine.toml --out out --quiet --threads 1";
const LEARN_ON: &str = "learn mine.toml --out out --quiet --threads 1 --resume";

/// Creates a folder with a training after this number of rounds.
fn learnt(rounds: usize) -> Folder {
    let before = folder_with(&[("mine.toml", LEARNING)]);
    before.succeeds(format!("{LEARN} --rounds {rounds}"));
    before
}

fn training() -> Work {
    Work::new(folder_with(&[("mine.toml", LEARNING)]), LEARN, LEARN_ON)
}

/// Training that was stopped, so that the next session begins with files to read and truncate.
fn resumed_training() -> Work {
    Work::new(learnt(1), LEARN_ON, LEARN_ON)
}

fn part_of_a_round() -> Work {
    let part = "learn mine.toml --out out --part 1/2 --threads 1";
    Work::new(learnt(1), part, part)
}

fn tuning() -> Work {
    let tuning = "game = 'cartagena'\nbase = 'racer'\nevaluations = 3\n\
                  blocks = 1\nconfirm = 4\n[ntbea]\nneighbours = 2\n[space.weights]\n\
                  hand = [0, 1]\n";
    let tune = "tune t.toml --out out --quiet --threads 1";
    let on = format!("{tune} --resume");
    Work::new(folder_with(&[("t.toml", tuning)]), tune, &on)
}

fn run() -> Work {
    let on = format!("{SIMULATE} --resume");
    Work::new(folder_with(&[]), SIMULATE, &on)
}

const STUDY: &str = "kind = 'tournament'\ngame = 'cartagena'\nbots = ['racer', 'random']\n\
                     games = 4\ncompress = true\n";

fn compressed_experiment() -> Work {
    let run = "run study.toml --out out --quiet --threads 1";
    let on = format!("{run} --resume");
    Work::new(folder_with(&[("study.toml", STUDY)]), run, &on)
}

fn merging() -> Work {
    let before = folder_with(&[("study.toml", STUDY)]);
    for shard in ["1/2", "2/2"] {
        let out = &shard[..1];
        before.succeeds(format!(
            "run study.toml --out {out} --quiet --shard {shard}"
        ));
    }
    let merge = "merge 1 2 --out out --quiet";
    let again = format!("{merge} --force");
    Work::new(before, merge, &again)
}

/// The next attempt removes all remains of the earlier work that a kill has left.
fn replacing() -> Work {
    let before = folder_with(&[("mine.toml", LEARNING)]);
    before.succeeds(LEARN);
    before.succeeds("report out");
    let simulate = format!("{SIMULATE} --force");
    let work = Work::new(before, &simulate, &simulate);
    let names: Vec<_> = work.untouched().into_keys().collect();
    assert!(
        names.iter().all(|name| !name.ends_with("report.md")),
        "{names:?}"
    );
    work
}

fn simulated_campaigns() -> Work {
    let simulate = "campaign simulate --game maracaibo --bots random,random --campaigns 2 \
                    --games 1 --out out --quiet --threads 1";
    let on = format!("{simulate} --resume");
    Work::new(folder_with(&[]), simulate, &on)
}

fn campaign() -> Work {
    let before = folder_with(&[]);
    before.succeeds("campaign new mine.toml --game maracaibo --bots random,random --seed 3");
    let play = "campaign play mine.toml";
    let mut work = Work::new(before, play, play);
    // If the game had ended before the kill, the next attempt plays the following game.
    let twice = copy(work.before.path());
    twice.succeeds(play);
    twice.succeeds(play);
    work.once_more = Some(content(twice.path()));
    work
}

/// Returns the work of saving a game. Every line of the input adds a line to the log.
fn saved(kind: &Kind) -> Work {
    let mut work = Work::new(kind.empty(), kind.begin, kind.resume);
    work.input = kind.input.concat();
    work
}

/// Commands that write files derived from the folder of a simulation.
const WRITTEN: [&str; 3] = [
    "report out",
    "export out --format json --out games.json",
    "data export cartagena set",
];

fn writing(command: &str) -> Work {
    let before = folder_with(&[]);
    before.succeeds(SIMULATE);
    Work::new(before, command, &format!("{command} --force"))
}

/// Declares tests that preload the library.
macro_rules! few_calls {
    ($($name:ident: $($tested:expr),+;)*) => {$(
        #[test]
        #[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
        fn $name() {
            $($tested;)+
        }
    )*};
}

few_calls! {
    killed_training_resumes: assert!(training().held_to(Fault::Kill, Calls::Few) > 60);
    training_resumes_after_an_error:
        assert!(training().held_to(Fault::Change, Calls::Few) > 0),
        assert!(training().held_to(Fault::Full, Calls::Few) > 0),
        assert!(training().held_to(Fault::Read, Calls::Few) > 0);
    resumed_training_survives_another_fault:
        resumed_training().held_to(Fault::Kill, Calls::Few),
        assert!(resumed_training().held_to(Fault::Read, Calls::Few) > 5);
    part_of_a_round_resumes_after_a_fault: part_of_a_round().held_to_all(Calls::Few);
    tuning_resumes_after_a_fault: tuning().held_to_all(Calls::Few);
    run_resumes_after_a_fault: run().held_to_all(Calls::Few);
    compressed_experiment_resumes_after_a_fault: compressed_experiment().held_to_all(Calls::Few);
    merge_succeeds_after_a_fault: merging().held_to_all(Calls::Few);
    forced_replacement_completes_after_a_fault: replacing().held_to_all(Calls::Few);
    simulated_campaigns_resume_after_a_fault: simulated_campaigns().held_to_all(Calls::Few);
    trial_resumes_after_a_fault: trying().held_to_all(Calls::Few);
    replaced_trial_completes_after_a_fault: trying_anew().held_to_all(Calls::Few);
    balance_resumes_after_a_fault: balancing().held_to_all(Calls::Few);
    replacing_balance_completes_after_a_fault: balancing_anew().held_to_all(Calls::Few);
    campaign_resumes_after_a_fault: campaign().held_to_all(Calls::Few);
    manual_pages_are_written_again_after_a_kill:
        Work::new(folder_with(&[]), "man --out pages", "man --out pages").held_to(Fault::Kill, Calls::Few);
    saved_games_resume_after_a_fault:
        saved(&FOLLOW).held_to_all(Calls::Few),
        saved(&PLAY).held_to_all(Calls::Few);
    output_is_written_again_after_a_fault:
        WRITTEN.into_iter().for_each(|command| writing(command).held_to_all(Calls::Few));
}

const TRY: &str = "try cartagena --set pirates=5 --players 2 --bot racer --second random --games 4 --threads 1 \
                   --keep kept --out out";
const BALANCE: &str = "balance cartagena --players 2 --seats 0.4 --option pirates=4,5 --measure racer --confirm racer \
                       --games 8 --threads 1 --quiet --out out";

/// Returns the work of a command that is resumed after a fault.
fn resumed(command: &str) -> Work {
    Work::new(folder_with(&[]), command, &format!("{command} --resume"))
}

/// Returns the work of a command that replaces an earlier trial or balance.
fn forced(earlier: &str, command: &str) -> Work {
    let before = folder_with(&[]);
    before.succeeds(earlier);
    let forced = format!("{command} --force");
    Work::new(before, &forced, &forced)
}

fn trying() -> Work {
    resumed(TRY)
}

fn trying_anew() -> Work {
    forced(TRY, &format!("{TRY} --seed 2"))
}

fn balancing() -> Work {
    resumed(BALANCE)
}

/// Returns the work of a balance that replaces a trial.
fn balancing_anew() -> Work {
    forced(TRY, BALANCE)
}

/// The results are complete, but a script that checks the exit code has to notice the remaining lock.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn lock_that_cannot_be_removed_is_an_error() {
    let works = [
        run(),
        compressed_experiment(),
        merging(),
        training(),
        tuning(),
        simulated_campaigns(),
        campaign(),
        saved(&FOLLOW),
        saved(&PLAY),
        trying(),
        balancing(),
    ];
    for work in works {
        let is_of_lock = |call: &String| call.starts_with("unlink") && call.ends_with(".lock");
        let calls = work.calls(Fault::Change);
        let last = calls.iter().rposition(is_of_lock);
        let at = 1 + last.unwrap_or_else(|| panic!("{}: {calls:?}", work.command));
        // The thread that shows progress reads the clock, too, so that the number of calls before this one can vary.
        let strike = |_| work.struck(copy(work.before.path()).path(), Fault::Change, at);
        let strikes_lock = |(_, met): &(Output, Vec<String>)| met.iter().any(is_of_lock);
        let (output, met) = (0..20).map(strike).find(strikes_lock).expect(&work.command);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let place = format!("{}: {met:?}: {told}", work.command);
        assert_eq!(output.status.code(), Some(1), "{place}");
        assert!(
            told.contains(".lock: ") && told.contains("cannot be removed"),
            "{place}"
        );
    }
}

/// The earlier work remains complete until the new work has a checkpoint. Until then, both can be resumed.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn interrupted_force_loses_neither_old_nor_new_work() {
    let work = replacing();
    let wanted = work.untouched();
    let before = content(work.before.path());
    let calls = work.calls(Fault::Kill);
    let committed = calls.iter().position(|call| call.ends_with("/.removed"));
    let committed = committed.unwrap_or_else(|| panic!("{calls:?}"));
    for at in spread((1..=calls.len()).collect(), 9) {
        let folder = &copy(work.before.path());
        work.struck(folder, Fault::Kill, at);
        let resumed = match at <= committed {
            true => {
                folder
                    .refuses(SIMULATE)
                    .assert_contains("already contains a run");
                LEARN_ON.to_string()
            }
            false => format!("{SIMULATE} --resume"),
        };
        folder.succeeds(resumed);
        match at <= committed {
            true => assert_eq!(content(folder), before, "{at}: {}", calls[at - 1]),
            false => assert_eq!(content(folder), wanted, "{at}: {}", calls[at - 1]),
        }
    }
}

/// Every call is tested, because many files are written in the same way.
#[test]
#[ignore = "nightly: half a minute, and only on Linux"]
fn perturbed_set_is_written_again_after_every_fault() {
    writing("data perturb maracaibo set --seed 3").held_to_all(Calls::Every);
}

#[test]
#[ignore = "nightly: minutes, and only on Linux"]
fn training_resumes_after_a_fault_at_every_call() {
    training().held_to_all(Calls::Every);
    resumed_training().held_to_all(Calls::Every);
    part_of_a_round().held_to_all(Calls::Every);
}

#[test]
#[ignore = "nightly: minutes, and only on Linux"]
fn other_commands_resume_after_a_fault_at_every_call() {
    let works = [
        tuning,
        run,
        compressed_experiment,
        merging,
        replacing,
        simulated_campaigns,
        campaign,
        trying,
        trying_anew,
        balancing,
        balancing_anew,
    ];
    for work in works {
        work().held_to_all(Calls::Every);
    }
    for kind in [FOLLOW, PLAY] {
        saved(&kind).held_to_all(Calls::Every);
    }
    for command in WRITTEN {
        writing(command).held_to_all(Calls::Every);
    }
}

#[test]
fn selected_calls_include_the_last_call_of_each_kind() {
    let all = [
        "open /a1",
        "fsync /a1",
        "open /a2",
        "rename /b",
        "open /a30",
    ];
    let all = all.map(str::to_string);
    let met = |calls: Calls, fault| Vec::from_iter(calls.of(&all, fault));
    assert_eq!(met(Calls::Few, Fault::Kill), [1, 4, 5]);
    assert_eq!(met(Calls::Few, Fault::Change), [2, 4, 5]);
    assert_eq!(met(Calls::Every, Fault::Kill), [1, 3, 4, 5]);
    assert_eq!(met(Calls::Every, Fault::Full), [1, 2, 3, 4, 5]);
    assert_eq!(met(Calls::Few, Fault::Read), [2, 4, 5]);
    assert_eq!(Vec::from_iter(spread((1..=9).collect(), 3)), [1, 5, 9]);
}
