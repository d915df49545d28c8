//! Contract of the folders of all long-running work: an experiment, a tuning, a training and campaigns.

use std::path::Path;
use std::process::Stdio;

use super::ending::kill_often;
use super::faults::{content, copy};
use super::folder::{Folder, Workdir, assert_same, files, names, rewrite_manifest};
use super::text::TextAssert;

/// Kind of work.
struct Kind {
    name: &'static str,
    /// Content of the file `NAME.toml`.
    file: &'static str,
    command: &'static str,
    /// Name of the kind in messages.
    title: &'static str,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "run",
        file: "kind = 'sweep'\ngame = 'cartagena'\nblocks = 60\nseed = 5\n[sweep]\n\
               bots = [['greedy', 'random'], ['random', 'random']]\n",
        command: "run run.toml",
        title: "a run",
    },
    Kind {
        name: "tune",
        file: "game = 'cartagena'\nbase = 'racer'\nevaluations = 24\nblocks = 2\n\
               confirm = 40\nseed = 5\n[ntbea]\nneighbours = 2\n[space.weights]\nhand = [0, 1]\n",
        command: "tune tune.toml",
        title: "a tuning run",
    },
    Kind {
        name: "learn",
        file: "game = 'cartagena'\nplayers = 2\nunits = 64\nrounds = 2\ngames = 2\nseed = 5\n\
               opponents = ['random']\nearlier = 0.3\nmatch_every = 2\nmatch_games = 2\n",
        command: "learn learn.toml",
        title: "a training run",
    },
    Kind {
        name: "campaigns",
        file: "",
        command: "campaign simulate --bots random,greedy --campaigns 12 --games 2 --seed 5",
        title: "simulated campaigns",
    },
];

impl Kind {
    /// Returns the command for a results folder.
    fn on(&self, out: &str, more: &str) -> String {
        format!("{} --threads 1 --quiet --out {out} {more}", self.command)
    }

    fn resume(&self, out: &str) -> String {
        self.on(out, "--resume")
    }

    /// Returns the command that resumes a folder without naming its settings.
    fn resume_without_settings(&self, out: &str) -> String {
        let words = self.command.split(' ');
        let verb = Vec::from_iter(words.take_while(|word| !word.contains(['.', '-'])));
        format!("{} -q --resume --out={out}", verb.join(" "))
    }
}

/// Creates a folder with the files of all kinds.
fn begun() -> Folder {
    let folder = Folder::new();
    for kind in KINDS {
        folder.write(format!("{}.toml", kind.name), kind.file);
    }
    folder
}

/// Creates a folder in which every kind of work is complete in the results folder of its name.
fn complete() -> Folder {
    static WHOLE: std::sync::OnceLock<Folder> = std::sync::OnceLock::new();
    let whole = WHOLE.get_or_init(|| {
        let folder = begun();
        for kind in KINDS {
            folder.succeeds(kind.on(kind.name, ""));
        }
        folder
    });
    copy(whole)
}

/// Asserts that a command fails with these words and changes no file of a results folder.
#[track_caller]
fn refused(folder: &Path, out: &str, command: &str, wanted: &[&str]) {
    let manifest = format!("{out}/manifest.toml");
    let before = (files(&folder.join(out)), folder.bytes(&manifest));
    let output = folder.command(command).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{message}");
    for wanted in wanted {
        assert!(
            message.contains(wanted),
            "{command}: no \"{wanted}\" in {message}"
        );
    }
    assert!(
        before == (files(&folder.join(out)), folder.bytes(&manifest)),
        "{command}"
    );
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_work_resumes_to_the_same_bytes() {
    let folder = &complete();
    for kind in KINDS {
        kill_often(
            folder,
            &kind.on("again", "--force"),
            &kind.resume("killed"),
            3,
        );
        folder.succeeds(kind.resume_without_settings("killed"));
        assert_same(folder, kind.name, "killed");
        std::fs::remove_dir_all(folder.join("killed")).unwrap();
    }
}

#[test]
fn complete_work_is_neither_repeated_nor_overwritten() {
    let folder = &complete();
    for kind in KINDS {
        let name = kind.name;
        let before = folder.bytes(format!("{name}/manifest.toml"));
        folder.succeeds(kind.resume(name));
        folder.succeeds(kind.resume_without_settings(name));
        assert!(
            before == folder.bytes(format!("{name}/manifest.toml")),
            "{name}"
        );
        refused(
            folder,
            name,
            &kind.on(name, ""),
            &["use --resume to continue it, --force"],
        );
    }
}

#[test]
fn folder_without_suitable_work_is_not_resumed() {
    let folder = &complete();
    folder.rejects(
        "
        run --resume --out tune => `portolan tune --resume --out tune` resumes it
        learn --resume --out nowhere => nowhere contains no work that can be resumed
    ",
    );
}

#[test]
fn work_with_other_settings_is_not_resumed() {
    let folder = &complete();
    for kind in KINDS {
        let file = format!("{}.toml", kind.name);
        folder.write(&file, kind.file.replace("seed = 5", "seed = 6"));
        let resume = kind.resume(kind.name).replace("--seed 5", "--seed 6");
        let wanted =
            "contains a different run, which this command cannot resume: seed is 5 instead of 6";
        refused(folder, kind.name, &resume, &[wanted]);
        folder.write(&file, kind.file);
        for (key, value) in [("version", "0.0.9"), ("revision", "0123")] {
            let text = folder.read(format!("{}/manifest.toml", kind.name));
            let Some(line) = text.lines().find(|line| line.starts_with(key)) else {
                continue;
            };
            rewrite_manifest(
                &folder.join(kind.name),
                line,
                &format!("{key} = \"{value}\""),
            );
            let wanted = format!("{key} is {value} instead of ");
            refused(folder, kind.name, &kind.resume(kind.name), &[&wanted]);
            folder.write(format!("{}/manifest.toml", kind.name), text);
        }
    }
}

#[test]
fn other_kinds_of_work_are_replaced_only_by_force() {
    let folder = &complete();
    for kind in KINDS {
        for there in KINDS.iter().filter(|there| there.name != kind.name) {
            let wanted = format!("contains {} instead of {}", there.title, kind.title);
            refused(folder, there.name, &kind.resume(there.name), &[&wanted]);
        }
    }
    for (kind, there) in KINDS.iter().zip(KINDS.iter().cycle().skip(1)) {
        folder.write(format!("{}/notes.md", there.name), "mine");
        folder.succeeds(kind.on(there.name, "--force"));
        let mut left = names(&folder.join(there.name));
        left.retain(|name| name != "notes.md");
        let whole = complete();
        assert_eq!(left, names(&whole.join(kind.name)), "{}", kind.name);
        assert_eq!(folder.read(format!("{}/notes.md", there.name)), "mine");
    }
}

#[test]
fn changed_manifests_are_rejected() {
    let folder = &complete();
    for kind in KINDS {
        let path = format!("{}/manifest.toml", kind.name);
        let text = folder.read(&path);
        let changed = text.replacen("wall_seconds = ", "wall_seconds = 1", 1);
        let half = &text[..text.len() / 2];
        for (manifest, wanted) in [
            (
                changed.as_str(),
                "the checksum in its last line does not match",
            ),
            (half, "its last line is not the checksum of the lines above"),
            (&text.replacen("format = 2\n", "", 1), "has no format key"),
            (
                &text.replacen("format = 2\n", "format = 3\n", 1),
                "with the version that wrote it",
            ),
        ] {
            folder.write(&path, manifest);
            refused(folder, kind.name, &kind.resume(kind.name), &[&path, wanted]);
        }
        folder.write(&path, &text);
    }
}

#[test]
fn changed_files_are_rejected() {
    let folder = &complete();
    for kind in KINDS {
        let whole = files(&folder.join(kind.name));
        for (name, bytes) in whole {
            let path = format!("{}/{name}", kind.name);
            let mut changed = bytes.clone();
            changed[bytes.len() / 2] ^= 1;
            folder.write(&path, changed);
            let wanted = ["it was changed, bytes ", "begin again with --force"];
            refused(
                folder,
                kind.name,
                &kind.resume(kind.name),
                &[&path, wanted[0], wanted[1]],
            );
            folder.write(&path, &bytes[1..]);
            let wanted = "the file was cut short or extended";
            refused(folder, kind.name, &kind.resume(kind.name), &[&path, wanted]);
            folder.write(&path, bytes);
        }
        folder.succeeds(kind.resume(kind.name));
    }
}

#[test]
fn command_exits_with_75_if_the_folder_is_in_use() {
    let folder = &begun();
    let out = &folder.join("out");
    std::fs::create_dir(out).unwrap();
    for kind in KINDS {
        let lock = std::fs::File::create(out.join(".lock")).unwrap();
        lock.lock().unwrap();
        let message = folder.fails(75, kind.on("out", ""));
        message.assert_contains("another run is using it; wait for it or choose another --out");
        assert_eq!(names(out), [".lock"]);
        folder.prints(&format!(
            "{} --help => 75 ",
            kind.command.split(" --").next().unwrap()
        ));
    }
}

const TRY: &str =
    "try cartagena --set pirates=5 --players 2 --bot racer --second random --games 40";
const BALANCE: &str = "balance cartagena --players 2 --seats 0.4 --option pirates=4,5 --measure racer --confirm racer \
                       --games 40";

/// Earlier run that the programs of a pair replace.
const EARLIER: &str = "simulate --game cartagena --bots random,random --games 4 --seed 9";

/// Starts pairs of programs with one folder at the same moment. One program works; the other one exits because the folder is
/// in use or, if the first program has already finished, because it contains a run.
fn pairs_do_not_mix(pairs: usize) {
    let mut commands = KINDS.map(|kind| kind.command).to_vec();
    commands.extend([TRY, BALANCE]);
    for (command, force) in commands
        .iter()
        .flat_map(|command| [(command, ""), (command, "--force")])
    {
        let before = begun();
        let options = "--threads 1 --quiet --out out";
        let wanted = copy(&before);
        wanted.succeeds(format!("{command} {options}"));
        let wanted = content(wanted.path());
        if !force.is_empty() {
            before.succeeds(format!("{EARLIER} {options}"));
        }
        for _ in 0..pairs {
            let folder = copy(&before);
            let start = |_| {
                let mut program = folder.command(format!("{command} {options} {force}"));
                let silent = program.stdout(Stdio::null()).stderr(Stdio::null());
                silent.spawn().unwrap()
            };
            let codes = [0, 1]
                .map(start)
                .map(|mut program| program.wait().unwrap().code());
            let is_fine = |code: &Option<i32>| [Some(0), Some(2), Some(75)].contains(code);
            assert!(
                codes.contains(&Some(0)) && codes.iter().all(is_fine),
                "{command}: {codes:?}"
            );
            assert!(content(folder.path()) == wanted, "{command}: {codes:?}");
        }
    }
}

#[test]
fn two_programs_do_not_mix_results_in_one_folder() {
    pairs_do_not_mix(1);
}

#[test]
#[ignore = "nightly: a minute"]
fn two_hundred_pairs_of_programs_do_not_mix_results() {
    pairs_do_not_mix(17);
}
