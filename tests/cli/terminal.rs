//! `portolan play` at a terminal, with a person who presses Ctrl-C.

use std::path::Path;
use std::process::Command;

use portolan_engine::experiment::gamelog::GameLog;
use tempfile::TempDir;

/// Plays at a pseudo-terminal: waits for each text in turn and then types what goes with it.
const TYPIST: &str = r#"
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:2] + ["play", "--seed", "7"])
seen = b""
for text, typed in zip(sys.argv[2::2], sys.argv[3::2]):
    while text.encode() not in seen:
        seen += os.read(terminal, 4096)
    seen = seen.split(text.encode(), 1)[1]
    os.write(terminal, typed.encode().decode("unicode_escape").encode())
try:
    while os.read(terminal, 4096):
        pass
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

/// The exit code of the game; `None` without Python.
fn play(folder: &Path, dialogue: &[(&str, &str)]) -> Option<i32> {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let words = dialogue.iter().flat_map(|(text, typed)| [text, typed]);
    let status = Command::new("python3")
        .current_dir(folder)
        .args(["-c", TYPIST])
        .arg(assert_cmd::cargo::cargo_bin!("portolan"))
        .args(words)
        .status()
        .unwrap();
    status.code()
}

const CTRL_C: &str = r"\x03";

#[test]
fn ctrl_c_offers_to_save_as_quit_does() {
    for leave in [CTRL_C, r"quit\n"] {
        let folder = TempDir::new().unwrap();
        let dialogue = [
            ("> ", r"1\n"),
            ("> ", leave),
            ("save to which file", r"kept.log\n"),
        ];
        let Some(code) = play(folder.path(), &dialogue) else {
            return;
        };
        assert_eq!(code, 0, "{leave}");
        let text = std::fs::read_to_string(folder.path().join("kept.log")).unwrap();
        let log = GameLog::parse("kept.log", &text).unwrap();
        assert_eq!(log.moves.iter().filter(|made| made.seat == 0).count(), 1);
    }
}

#[test]
fn ctrl_c_twice_leaves_without_saving() {
    let folder = TempDir::new().unwrap();
    let dialogue = [
        ("> ", r"1\n"),
        ("> ", CTRL_C),
        ("save to which file", CTRL_C),
    ];
    if let Some(code) = play(folder.path(), &dialogue) {
        assert_eq!(code, 0);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn ctrl_c_leaves_at_once_where_there_is_nothing_to_save() {
    let folder = TempDir::new().unwrap();
    if let Some(code) = play(folder.path(), &[("> ", CTRL_C)]) {
        assert_eq!(code, 0);
    }
}
