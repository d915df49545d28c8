//! Runs all commands of README and docs in small sizes; each of them must succeed. `.ci/nightly` runs the commands of
//! README as written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::finder::{self, Typed};
use super::folder::{Folder, Shared};
use super::small;
use super::tables::{MADE, NOT_RUN, SCRIPTS, SHELL};

/// Number of pages whose commands run in parallel.
const SIDE_BY_SIDE: usize = 2;

/// Page with its commands.
pub struct Page {
    pub name: String,
    pub text: String,
    typed: Vec<Typed>,
}

/// Returns README and all pages of `docs/`.
pub fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        Page {
            name: path.strip_prefix(root).unwrap().display().to_string(),
            typed: finder::commands(&text),
            text,
        }
    };
    paths.into_iter().map(read).collect()
}

/// Returns true if a line is excluded from the test.
fn is_not_run(line: &str) -> bool {
    NOT_RUN.iter().any(|(known, _)| *known == line)
}

/// Returns the first word of a command that is not in any table.
fn unknown(line: &str) -> Option<String> {
    let mut first = small::parts(line).into_iter().map(|part| part[0].clone());
    first.find(|word| {
        word != "portolan" && !SCRIPTS.contains(&word.as_str()) && !SHELL.contains(&word.as_str())
    })
}

/// Returns commands that create files which a line needs and the folder lacks.
fn missing(folder: &Folder, line: &str) -> Vec<&'static str> {
    let words: Vec<&str> = line.split(' ').collect();
    let written = |at: usize| at > 0 && ["--out", "--record", ">"].contains(&words[at - 1]);
    let taken = |path: &str| {
        words.iter().enumerate().any(|(at, word)| {
            let named = |part: &str| Path::new(part).starts_with(path);
            !written(at) && word.split(',').any(named)
        })
    };
    let missing = MADE
        .iter()
        .filter(|(path, _)| taken(path) && !folder.has(path));
    missing.map(|(_, line)| *line).collect()
}

/// Runs a line. Returns a message if it fails.
fn fails(folder: &Folder, line: &str) -> Option<String> {
    let output = folder.run(line);
    let told = String::from_utf8_lossy(&output.stderr);
    let is_wrong = !output.status.success() || told.lines().any(|line| line.starts_with("error:"));
    is_wrong.then(|| format!("{line}\n{}\n{}", output.status, told.trim_end()))
}

/// Runs the commands of a page in order. Returns messages about failures, and the duration of each command.
fn run(shared: &Shared, page: &Page) -> (Vec<String>, Vec<(Duration, String)>) {
    let folder = Folder::new(shared, &page.text);
    let mut wrong = Vec::new();
    let mut took = Vec::new();
    for Typed { line, text } in page.typed.iter().filter(|typed| !is_not_run(&typed.text)) {
        let at = format!("{}:{line}: {text}", page.name);
        let small = match small::line(text) {
            Ok(small) => small,
            Err(error) => {
                wrong.push(format!("{at}\n{error}"));
                continue;
            }
        };
        if small.starts_with("scripts/") && !shared.python {
            continue;
        }
        let before = Instant::now();
        let lines = missing(&folder, &small).into_iter().chain([small.as_str()]);
        let failures = lines.filter_map(|line| fails(&folder, line));
        wrong.extend(failures.map(|failure| format!("{at}\nrun as: {failure}")));
        took.push((before.elapsed(), at));
    }
    (wrong, took)
}

#[test]
fn every_command_of_the_docs_succeeds() {
    let begun = Instant::now();
    let mut pages = pages();
    // Pages with many commands come first, to balance the load.
    pages.sort_by_key(|page| page.typed.len());
    let shared = Shared::new();
    let pages = Mutex::new(pages);
    let results = Mutex::new((Vec::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                loop {
                    let Some(page) = pages.lock().unwrap().pop() else {
                        return;
                    };
                    let (wrong, took) = run(&shared, &page);
                    let mut results = results.lock().unwrap();
                    results.0.extend(wrong);
                    results.1.extend(took);
                }
            });
        }
    });
    let (wrong, mut took) = results.into_inner().unwrap();
    took.sort();
    println!(
        "{} lines in {:.0?}; the slowest:",
        took.len(),
        begun.elapsed()
    );
    for (time, at) in took.iter().rev().take(10) {
        println!("{time:.1?}  {at}");
    }
    if !shared.python {
        println!("there is no python3 of 3.11 or newer: the scripts are not run");
    }
    assert!(
        wrong.is_empty(),
        "{} lines fail:\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn every_command_of_other_tools_is_run_or_excluded() {
    let mut undecided = Vec::new();
    let mut seen = BTreeSet::new();
    for page in pages() {
        for Typed { line, text } in page.typed {
            if is_not_run(&text) {
                seen.insert(text);
            } else if let Some(word) = unknown(&text) {
                undecided.push(format!("{}:{line}: {text}  ({word})", page.name));
            }
        }
    }
    let list = undecided.join("\n");
    assert!(
        undecided.is_empty(),
        "neither run nor in NOT_RUN with a reason:\n{list}"
    );
    for (line, reason) in NOT_RUN {
        assert!(
            seen.contains(*line),
            "no page has this line any more: {line}"
        );
        assert!(!reason.is_empty(), "{line}");
    }
}

/// Searches for commands in another way: all lines that begin like commands, regardless of their context.
#[test]
fn finder_finds_every_command() {
    let mut lines = 0;
    for page in pages() {
        for (index, line) in page.text.lines().enumerate() {
            let number = index + 1;
            let typed = line.trim_start();
            let looks_like_one = [
                "portolan ",
                "cargo run -q --release -- ",
                "cargo run --release -- ",
            ]
            .iter()
            .any(|start| typed.starts_with(start));
            let is_code = line.starts_with("    ")
                || typed.len() == line.len() && line.starts_with("cargo run ");
            if looks_like_one && is_code && !typed.starts_with("portolan = ") {
                let found = page.typed.iter().any(|typed| typed.line == number);
                assert!(found, "{}:{number}: {line}", page.name);
                lines += 1;
            }
        }
        let has_block = page.text.contains("\n```sh\n");
        assert!(
            !has_block || !page.typed.is_empty(),
            "{} has commands, but none is found",
            page.name
        );
    }
    assert!(lines > 80, "{lines}");
}
