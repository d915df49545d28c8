//! Sessions at a shell: the files in `snapshots/` contain commands, their output and their exit codes.
//!
//! - Each heading `## …` starts a session in an empty folder. One shell runs its commands.
//! - `$ COMMAND` is followed by everything that the command prints. `2$ COMMAND` exits with code 2.
//! - Lines that begin with `< ` below a command are its standard input.
//! - In output, `[..]` stands for a part of a line, and a line `...` for any number of lines. `[HASH]`, `[VERSION]` and
//!   `[FOLDER]` replace text that differs between runs, and `[HELP]` the hint at `--help` below errors.
//!
//! `PORTOLAN_BLESS=1 cargo test --test cli snapshots` updates the output and exit codes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use regex::Regex;
use snapbox::assert::Action;
use snapbox::{Assert, Data, Redactions};

use super::folder::{self, Folder};
use super::program;

/// Separates the output of commands and their exit codes.
const MARK: char = '\u{1e}';
/// Begins the lines of a session, which are code in Markdown.
const INDENT: &str = "    ";

/// A command, or a line of text before the first command or between commands.
enum Part {
    Command {
        command: String,
        input: String,
        output: String,
    },
    Text(String),
}

/// Returns the command in a line such as `    2$ portolan games`.
fn command_in(line: &str) -> Option<&str> {
    let (code, command) = line.strip_prefix(INDENT)?.split_once("$ ")?;
    let is_code = code.chars().all(|letter| letter.is_ascii_digit());
    is_code.then_some(command)
}

/// Splits a session into commands and lines of text.
fn parts(session: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for line in session.lines() {
        let code = line.strip_prefix(INDENT);
        if let Some(command) = command_in(line) {
            let [input, output] = [String::new(), String::new()];
            let command = command.to_string();
            parts.push(Part::Command {
                command,
                input,
                output,
            });
        } else if let (Some(Part::Command { input, output, .. }), true) =
            (parts.last_mut(), code.is_some() || line.is_empty())
        {
            let code = code.unwrap_or_default();
            let line = code.strip_prefix("< ").or((code == "<").then_some(""));
            match line {
                Some(line) if output.is_empty() => *input += &format!("{line}\n"),
                _ => *output += &format!("{code}\n"),
            }
        } else {
            parts.push(Part::Text(line.to_string()));
        }
    }
    parts
}

/// Runs the commands of a session in a shell. Returns their output and exit codes.
fn run(folder: &Path, parts: &[Part]) -> Vec<(String, String)> {
    let mut script = "exec 2>&1\n".to_string();
    for part in parts {
        if let Part::Command { command, input, .. } = part {
            write!(script, "{{ {command}\n}} <<'{MARK}'\n{input}{MARK}\n").unwrap();
            writeln!(script, "printf '{MARK}%s{MARK}' $?").unwrap();
        }
    }
    let mut path = program::path().parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder);
    shell.env("PATH", path).env("LC_ALL", "C.UTF-8");
    shell.env("ROOT", env!("CARGO_MANIFEST_DIR"));
    let example = program::example("nim").get_program().to_owned();
    shell.env("EXAMPLES", Path::new(&example).parent().unwrap());
    shell.env_remove("COLUMNS").env_remove("PORTOLAN_PROGRESS");
    shell.stdin(Stdio::null());
    let output = shell.output().unwrap().stdout;
    let output = String::from_utf8(output).unwrap();
    let pieces: Vec<&str> = output.split(MARK).collect();
    let pairs = pieces.chunks_exact(2);
    pairs
        .map(|pair| (pair[0].to_string(), pair[1].to_string()))
        .collect()
}

/// Returns a session with its current output. Where the recorded output has a wildcard that fits, the wildcard remains.
fn repeated(session: &str, assert: &Assert) -> String {
    let folder = Folder::new();
    let parts = parts(session);
    let mut redactions = Redactions::new();
    let path = folder.path().display().to_string();
    redactions.insert("[FOLDER]", path).unwrap();
    let help = "\n\nFor more information, try '--help'.";
    redactions.insert("[HELP]", help).unwrap();
    let version = regex::escape(env!("CARGO_PKG_VERSION"));
    for (name, pattern) in [
        ("[VERSION]", &*format!(r"\b{version}\b")),
        ("[HASH]", r"\b[0-9a-f]{59}…|\b[0-9a-f]{64}\b"),
        (
            "[HASH]",
            r#"(?:data |data = |,)"?(?<redacted>[0-9a-f]{16})\b"#,
        ),
    ] {
        redactions
            .insert(name, Regex::new(pattern).unwrap())
            .unwrap();
    }
    let assert = assert.clone().redact_with(redactions);
    let mut results = run(&folder, &parts).into_iter();
    let (mut text, mut in_code) = (String::new(), false);
    for part in &parts {
        match part {
            Part::Text(line) => {
                if std::mem::take(&mut in_code) {
                    text.push('\n');
                }
                writeln!(text, "{line}").unwrap();
            }
            Part::Command {
                command,
                input,
                output,
            } => {
                in_code = true;
                let (printed, code) = results.next().unwrap_or_else(|| {
                    panic!("the shell ended before `{command}`");
                });
                let code = if code == "0" { "" } else { &code };
                writeln!(text, "{INDENT}{code}$ {command}").unwrap();
                for line in input.lines() {
                    text += format!("{INDENT}< {line}").trim_end();
                    text.push('\n');
                }
                let [printed, output] = [printed.trim_end(), output.trim_end()];
                let (printed, _) = assert.normalize(Data::text(printed), Data::text(output));
                for line in printed.render().unwrap().lines() {
                    text += format!("{INDENT}{line}").trim_end();
                    text.push('\n');
                }
            }
        }
    }
    text
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/snapshots")
}

/// Runs the sessions of a file and compares them with what the file contains.
fn check(topic: &str) {
    let file = place().join(topic).with_extension("md");
    let text = std::fs::read_to_string(&file).unwrap();
    let action = match std::env::var_os("PORTOLAN_BLESS") {
        Some(_) => Action::Overwrite,
        None => Action::Verify,
    };
    let assert = Assert::new().action(action).normalize_paths(false);
    let mut sessions = text.split("\n## ");
    let mut found = sessions.next().unwrap().to_string();
    for session in sessions {
        found = found.trim_end().to_string() + "\n\n";
        found += &repeated(&format!("## {session}"), &assert);
    }
    assert.eq(found, Data::read_from(&file, None).raw());
}

macro_rules! topics {
    ($($topic:ident),* $(,)?) => {
        $(#[test]
        fn $topic() {
            check(stringify!($topic));
        })*

        #[test]
        fn every_file_is_a_topic() {
            assert_eq!(folder::names(&place()), [$(concat!(stringify!($topic), ".md")),*]);
        }
    };
}

topics![
    analysis,
    archives,
    balance,
    campaigns,
    commands,
    data,
    experiments,
    exports,
    follow,
    force,
    inputs,
    learning,
    mistakes,
    names,
    own_games,
    play,
    recorded,
    reports,
    seeds,
    serve,
    shards,
    studies,
    trials,
];
