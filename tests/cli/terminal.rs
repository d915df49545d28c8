//! `portolan play` and `portolan data new` at a terminal with a simulated person.

use std::path::Path;
use std::process::Command;

use portolan_run::experiment::gamelog::GameLog;

use super::folder::{Folder, Workdir};

/// Plays at a pseudo-terminal with 80 columns. Waits for each text in turn and types the corresponding
/// answer.
const TYPIST: &str = r#"
import fcntl, os, pty, signal, struct, sys, termios
text = None
def late(*_):
    sys.exit(f"not printed within ten minutes: {text}")
signal.signal(signal.SIGALRM, late)
signal.alarm(600)
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(os.environ["LINES"]), 80, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:2] + os.environ["ARGUMENTS"].split())
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

/// Number of lines of a screen that needs no paging.
const TALL: u16 = 500;

/// Plays a game. Returns the exit code, or `None` if Python is not available.
fn play(folder: &Path, dialogue: &[(&str, &str)]) -> Option<i32> {
    play_on(TALL, folder, dialogue)
}

/// Plays a game on a screen with this number of lines.
fn play_on(lines: u16, folder: &Path, dialogue: &[(&str, &str)]) -> Option<i32> {
    type_at(lines, folder, "play --seed 7", dialogue)
}

/// Runs a command on a screen with this number of lines.
fn type_at(lines: u16, folder: &Path, arguments: &str, dialogue: &[(&str, &str)]) -> Option<i32> {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let words = dialogue.iter().flat_map(|(text, typed)| [text, typed]);
    let remembered = Folder::new();
    let status = Command::new("python3")
        .current_dir(folder)
        .env("XDG_STATE_HOME", remembered.path())
        .env("LINES", lines.to_string())
        .env("ARGUMENTS", arguments)
        .env("TERM", "xterm")
        .args(["-c", TYPIST])
        .arg(crate::program::path())
        .args(words)
        .status()
        .unwrap();
    assert!(status.code().is_some(), "{status}");
    status.code()
}

const CTRL_C: &str = r"\x03";

#[test]
fn ctrl_c_offers_to_save_like_quit() {
    for leave in [CTRL_C, r"quit\n"] {
        let folder = &Folder::new();
        let dialogue = [
            ("> ", r"1\n"),
            ("> ", leave),
            ("save to which file", r"kept.log\n"),
        ];
        let Some(code) = play(folder, &dialogue) else {
            return;
        };
        assert_eq!(code, 0, "{leave}");
        let text = folder.read("kept.log");
        let log = GameLog::parse("kept.log", &text).unwrap();
        assert_eq!(log.moves.iter().filter(|made| made.seat == 0).count(), 1);
    }
}

#[test]
fn lines_typed_ahead_are_read_at_the_next_prompts() {
    let folder = &Folder::new();
    let dialogue = [
        ("> ", r"1\rscore\rquit\r"),
        ("save to which file", r"kept.log\n"),
    ];
    if let Some(code) = play(folder, &dialogue) {
        assert_eq!(code, 0);
        let log = GameLog::parse("kept.log", &folder.read("kept.log")).unwrap();
        assert_eq!(log.moves.iter().filter(|made| made.seat == 0).count(), 1);
    }
}

#[test]
fn second_ctrl_c_exits_without_saving() {
    let folder = &Folder::new();
    let dialogue = [
        ("> ", r"1\n"),
        ("> ", CTRL_C),
        ("save to which file", CTRL_C),
    ];
    if let Some(code) = play(folder, &dialogue) {
        assert_eq!(code, 0);
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    }
}

#[test]
fn answer_no_is_not_used_as_a_file_name() {
    for answer in ["n", "No", ""] {
        let folder = &Folder::new();
        let answer = format!(r"{answer}\n");
        let dialogue = [
            ("> ", r"1\n"),
            ("> ", r"quit\n"),
            ("save to which file", answer.as_str()),
            ("The game is not saved.", ""),
        ];
        if let Some(code) = play(folder, &dialogue) {
            assert_eq!(code, 0);
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0, "{answer}");
        }
    }
}

#[test]
fn ctrl_c_exits_immediately_without_moves_to_save() {
    let folder = &Folder::new();
    if let Some(code) = play(folder, &[("> ", CTRL_C)]) {
        assert_eq!(code, 0);
    }
}

#[test]
fn end_of_input_offers_to_save() {
    let folder = &Folder::new();
    let dialogue = [
        ("> ", r"1\n"),
        ("> ", r"\x04"),
        ("save to which file", r"kept.log\n"),
    ];
    if let Some(code) = play(folder, &dialogue) {
        assert_eq!(code, 0);
        assert!(folder.join("kept.log").exists());
    }
}

/// Tab completes the notation of a move, Ctrl-U deletes the line, and the up arrow recalls the previous
/// line.
#[test]
fn line_editor_supports_completion_and_history() {
    let folder = &Folder::new();
    let dialogue = [
        ("> ", r"pl\t"),
        ("plan ", r"\x15moves\n"),
        ("Your moves", r"\x1b[A\n"),
        ("Your moves", r"quit\n"),
    ];
    if let Some(code) = play(folder, &dialogue) {
        assert_eq!(code, 0);
    }
}

/// Enter shows the next page, the key q ends the text, and a move can be typed below a page.
#[test]
fn long_text_is_shown_page_by_page() {
    let folder = &Folder::new();
    let dialogue = [
        ("-- 9 of ", r"\n"),
        ("-- 18 of ", "q"),
        ("> ", r"show\n"),
        ("-- 9 of ", "1"),
        ("-- 9 of ", r"\n"),
        ("> 1", "q"),
        ("> ", r"save! paged.log\n"),
        ("saved", r"quit\n"),
    ];
    if let Some(code) = play_on(10, folder, &dialogue) {
        assert_eq!(code, 0);
        let text = folder.read("paged.log");
        let log = GameLog::parse("paged.log", &text).unwrap();
        assert_eq!(log.moves.iter().filter(|made| made.seat == 0).count(), 1);
    }
}

#[test]
fn answers_of_an_unfinished_row_are_offered_again() {
    let folder = &Folder::new();
    let new = "data new maracaibo set --file quest_tiles.csv";
    let enter = |dialogue: &[(&str, &str)]| match type_at(TALL, folder, new, dialogue) {
        Some(code) => {
            assert_eq!(code, 0);
            true
        }
        None => false,
    };
    let begun = [("cost", r"map3\n"), ("reward_per_compass", r"quit\n")];
    if !enter(&begun) {
        return;
    }
    assert!(folder.join("set/quest_tiles.csv.draft").is_file());
    // The program repeats the offer until the user continues the row or discards the answers.
    let question = "Continue id 1 with your earlier answers?";
    enter(&[(question, r"quit\n")]);
    let rest = [
        (question, r"yes\n"),
        ("reward_per_compass", r"d3\n"),
        ("[d6]", r"=\n"),
        ("id 1 saved: owner", ""),
        ("cost", r"quit\n"),
    ];
    enter(&rest);
    let quests = folder.read("set/quest_tiles.csv");
    assert!(quests.contains("\n1,map3,d3,d6,owner\n"), "{quests}");
    assert!(!folder.join("set/quest_tiles.csv.draft").exists());
    enter(&[("cost", r"map5\n"), ("reward_per_compass", CTRL_C)]);
    enter(&[("Continue id 2", r"no\n"), ("cost", r"quit\n")]);
    assert!(!folder.join("set/quest_tiles.csv.draft").exists());
    assert!(!folder.read("set/quest_tiles.csv").contains("map5"));
}
