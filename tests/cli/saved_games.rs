//! Saved games of `follow`, `play` and `campaign`: locks, files changed by other programs, and games that cannot be saved.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::campaign::first_moves;
use super::faults::copy;
use super::folder::{Folder, Workdir, names};
use super::processes::wait_until;
use super::program::fed;
use super::text::{TextAssert, flat};

/// Kind of saved game, with the commands and the input that create it.
pub struct Kind {
    /// File of the game.
    pub file: &'static str,
    /// Command that begins the game and saves it.
    pub begin: &'static str,
    /// Command that resumes the game and saves it.
    pub resume: &'static str,
    /// Input before and after the game is resumed.
    pub input: [&'static str; 2],
}

pub const FOLLOW: Kind = Kind {
    file: "g.log",
    begin: "follow puerto_rico --players 3 --no-hints --log g.log",
    resume: "follow --load g.log --no-hints",
    input: [
        "drawn corn, indigo, indigo, coffee\n1 settler\n",
        "1 plant corn\n2 plant indigo\n3 plant indigo\ndrawn corn, corn, corn, corn\n",
    ],
};

pub const PLAY: Kind = Kind {
    file: "g.log",
    begin: "play cartagena --bots human,human --seed 7 --save g.log",
    resume: "play --load g.log --save g.log",
    input: ["1\n1\n", "1\n1\n1\n"],
};

const CAMPAIGN: Kind = Kind {
    file: "g.toml",
    begin: "campaign play g.toml",
    resume: "campaign play g.toml",
    input: ["1\n1\n", "1\n1\n1\n"],
};

const KINDS: [Kind; 3] = [FOLLOW, PLAY, CAMPAIGN];

impl Kind {
    /// Returns a folder in which the game can begin.
    pub fn empty(&self) -> Folder {
        let folder = Folder::new();
        if self.file == CAMPAIGN.file {
            folder.succeeds("campaign new g.toml --bots human,greedy --seed 4");
        }
        folder
    }

    /// Returns a folder with a saved game.
    fn begun(&self) -> Folder {
        let folder = self.empty();
        folder.fed(self.begin, self.input[0]);
        folder
    }

    /// Starts the first or second command with input from a pipe.
    fn start(&self, folder: &Path, command: usize) -> Child {
        let mut program = folder.command([self.begin, self.resume][command]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped());
        program.stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Ends a program with this input. Returns its exit code and its output.
fn end(mut program: Child, input: &str) -> (Option<i32>, String) {
    let mut stdin = program.stdin.take().unwrap();
    // The program may have exited.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = program.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Waits until a program has changed a file from the text `before`.
fn wait_for_change(path: &Path, before: &str) {
    let is_changed = || std::fs::read_to_string(path).is_ok_and(|text| text != before);
    wait_until("the program saves the game", is_changed);
}

/// Starts two programs at the same moment with the same game. Asserts that one of them plays and that the other one exits
/// without changing a file.
fn one_of_two_plays(kind: &Kind, command: usize) {
    let before = if command == 0 {
        kind.empty()
    } else {
        kind.begun()
    };
    let alone = copy(&before);
    alone.fed([kind.begin, kind.resume][command], kind.input[command]);
    let mut both = [0, 1].map(|_| kind.start(&before, command));
    // The other program waits for its input.
    let mut first = None;
    wait_until("one of two programs exits", || {
        first = both
            .iter_mut()
            .position(|program| program.try_wait().unwrap().is_some());
        first.is_some()
    });
    if first == Some(0) {
        both.reverse();
    }
    let [winner, loser] = both;
    let (code, message) = end(loser, "");
    assert_eq!(code, Some(75), "{}: {message}", kind.begin);
    message.assert_contains([
        kind.file,
        "another program is playing the game in this file; end it first, or use another file",
    ]);
    let (code, message) = end(winner, kind.input[command]);
    assert_eq!(code, Some(0), "{}: {message}", kind.begin);
    assert_eq!(before.read(kind.file), alone.read(kind.file));
    assert_eq!(names(&before), [kind.file]);
}

fn pairs(count: usize) {
    for number in 0..count {
        one_of_two_plays(&KINDS[number / 2 % 3], number % 2);
    }
}

#[test]
fn only_one_of_two_programs_plays_a_saved_game() {
    pairs(6);
}

#[test]
#[ignore = "nightly: 200 pairs of programs"]
fn only_one_of_200_pairs_of_programs_plays_a_saved_game() {
    pairs(200);
}

#[test]
fn two_programs_choose_different_default_file_names() {
    let kind = Kind {
        begin: "follow puerto_rico --players 3 --no-hints",
        ..FOLLOW
    };
    let folder = &Folder::new();
    let both = [0, 1].map(|_| kind.start(folder, 0));
    for program in both {
        let (code, message) = end(program, kind.input[0]);
        assert_eq!(code, Some(0), "{message}");
    }
    let files = ["followed-puerto_rico-2.log", "followed-puerto_rico.log"];
    assert_eq!(names(folder), files);
    assert_eq!(folder.read(files[0]), folder.read(files[1]));
}

/// The test changes the file without the lock, as an editor does.
#[test]
fn file_changed_by_another_program_is_not_overwritten() {
    for kind in KINDS {
        let folder = &kind.begun();
        let alone = copy(folder);
        alone.fed(kind.resume, kind.input[1]);
        let before = folder.read(kind.file);
        let mut program = kind.start(folder, 1);
        let (first, rest) = kind.input[1].split_once('\n').unwrap();
        let stdin = program.stdin.as_mut().unwrap();
        stdin.write_all(format!("{first}\n").as_bytes()).unwrap();
        wait_for_change(&folder.join(kind.file), &before);
        folder.write(kind.file, "mine");
        let (code, message) = end(program, rest);
        assert_eq!(code, Some(0), "{message}");
        let other = kind.file.replace('.', "-2.");
        flat(&message).assert_contains([
            &format!(
                "{}: another program uses or has changed this file, so it was not overwritten.",
                kind.file
            ),
            &format!("Your game is now saved in {other}."),
        ]);
        assert_eq!(folder.read(kind.file), "mine");
        assert_eq!(folder.read(&other), alone.read(kind.file));
        assert_eq!(names(folder).len(), 2);
    }
}

/// A folder in the place of the temporary file has the effect of a full disk.
#[test]
fn moves_of_unsaved_game_are_printed() {
    for kind in KINDS {
        let folder = &kind.empty();
        std::fs::create_dir(folder.join(format!(".{}.portolan-1", kind.file))).unwrap();
        let input = kind.input.concat();
        let output = fed(&mut folder.command(kind.begin), &input);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        message.assert_contains(["error: not saved: ", "; the log follows"]);
        let printed = String::from_utf8(output.stdout).unwrap();
        printed.assert_lacks("is saved;");
        let (_, log) = printed.split_once("# a portolan game log").unwrap();
        folder.write("printed.log", format!("#{log}"));
        let moves = log.lines().filter(|line| line.starts_with("1 ")).count();
        assert!(moves >= 2, "{log}");
        folder.succeeds("replay --log printed.log");
    }
}

/// Sends a signal to a program.
#[cfg(unix)]
fn signal(program: &Child, signal: &str) {
    let id = program.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &id])
            .status()
            .unwrap()
            .success()
    );
}

#[cfg(unix)]
#[test]
fn lock_is_removed_by_ctrl_c_and_ignored_after_a_kill() {
    for kind in KINDS {
        for (name, locks) in [("-INT", false), ("-TERM", false), ("-KILL", true)] {
            let folder = &kind.begun();
            let before = folder.read(kind.file);
            let mut program = kind.start(folder, 1);
            let (first, _) = kind.input[1].split_once('\n').unwrap();
            let stdin = program.stdin.as_mut().unwrap();
            stdin.write_all(format!("{first}\n").as_bytes()).unwrap();
            wait_for_change(&folder.join(kind.file), &before);
            signal(&program, name);
            program.wait().unwrap();
            let lock = folder.join(format!("{}.lock", kind.file));
            assert_eq!(lock.exists(), locks, "{} {name}", kind.resume);
            folder.fed(kind.resume, "");
            assert_eq!(names(folder), [kind.file]);
        }
    }
}

/// A game in a read-only folder can be loaded. The superuser can write there nevertheless.
#[cfg(unix)]
#[test]
fn game_in_a_read_only_folder_is_loaded() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    for [kind, load] in [
        ["follow", "follow --load g.log --no-hints"],
        ["play", "play --load g.log"],
    ] {
        let folder = &if kind == "play" {
            PLAY.begun()
        } else {
            FOLLOW.begun()
        };
        let before = folder.read("g.log");
        set_permissions(folder, Permissions::from_mode(0o555)).unwrap();
        let out = folder.fed(load, "");
        set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
        assert!(!out.contains("not saved"), "{out}");
        assert_eq!(folder.read("g.log"), before);
        assert_eq!(names(folder), ["g.log"]);
        // No lock can be created in this folder, but moves can be made.
        std::fs::create_dir(folder.join("g.log.lock")).unwrap();
        folder.fed(
            load,
            if kind == "play" {
                PLAY.input[1]
            } else {
                FOLLOW.input[1]
            },
        );
        assert_eq!(folder.read("g.log") == before, kind == "play");
    }
}

#[test]
fn saved_game_is_not_replaced_by_other_commands() {
    let folder = &PLAY.begun();
    let program = PLAY.start(folder, 1);
    let lock = folder.join("g.log.lock");
    wait_until("the game is locked", || lock.exists());
    let message = folder.fails(75, "play --save g.log");
    message.assert_contains("another program is playing the game");
    let out = folder.fed(
        "play cartagena --seed 1",
        &(first_moves(1) + "save g.log\nsave! g.log\n"),
    );
    out.assert_contains("not saved: g.log: another program is playing the game in this file");
    // A second program can load the game without saving it.
    folder.fed("play --load g.log", "");
    let (code, message) = end(program, "save! g.log\n");
    assert_eq!(code, Some(0), "{message}");
    message.assert_contains("saved; `portolan play --load g.log` resumes here");
}

/// The correction gives seat 2 a plantation that another player took later.
#[test]
fn unfinished_correction_is_saved_and_resumed() {
    let begin = "drawn corn, indigo, indigo, coffee\n1 settler\n1 plant corn\n2 plant indigo\n\
                 3 plant indigo\ndrawn corn, corn, corn, corn\n";
    let corrections = [
        "correct 2 plant indigo\n",
        "plant corn\nsugar, sugar\n",
        "sugar, sugar\n",
    ];
    let whole = &Folder::new();
    whole.fed(FOLLOW.begin, &(begin.to_string() + &corrections.concat()));
    let body = |folder: &Folder| {
        let log = folder.read("g.log");
        log.split_once("\n\n").unwrap().1.to_string()
    };
    body(whole).assert_contains("\n3 plant corn\ndrawn sugar, sugar, sugar, sugar\n");
    let folder = &Folder::new();
    let out = folder.fed(FOLLOW.begin, &(begin.to_string() + corrections[0]));
    out.assert_contains("The game is saved with the unfinished correction; ");
    let wanted = "# correction: correct 2 plant indigo\n";
    assert_eq!(body(folder), begin.to_string() + wanted);
    let undone = &copy(folder);
    undone.fed(FOLLOW.resume, "undo\n");
    assert_eq!(body(undone), begin);
    let out = folder.fed(FOLLOW.resume, corrections[1]);
    flat(&out).assert_contains("no longer fits");
    body(folder)
        .assert_contains("# correction: plant corn\n# correction: sugar\n# correction: sugar\n");
    let out = folder.fed(FOLLOW.resume, corrections[2]);
    flat(&out).assert_contains("corrected; all later moves fit.");
    out.assert_contains("The game is saved; ");
    assert_eq!(folder.read("g.log"), whole.read("g.log"));
    // The deal can be corrected as well.
    let deal = "correct deal 1 sugar\n";
    let out = folder.fed(FOLLOW.resume, deal);
    let is_open = out.contains("unfinished correction");
    assert_eq!(
        body(folder).contains("# correction: correct deal 1 sugar\n"),
        is_open
    );
}
