//! The Python scripts for results, tested on runs of every kind. Scripts that need only the standard library
//! are tested here; `load_results.py` has a nightly test, which installs its libraries.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use portolan_players::net::file;

use super::folder::{Folder, Workdir};
use super::program::words;
use super::text::{TextAssert, parse_table};

const PORTOLAN: &str = env!("CARGO_BIN_EXE_portolan");

const PAIR: &str = "players = 2\nbots = ['greedy', 'random']\n";
const THREE: &str = "players = 2\nbots = ['greedy', 'random', 'engine']\n";

const ONE: &str = "players = 2\nbots = ['greedy']\n";

/// Small experiments of every kind.
const KINDS: [(&str, &str, &str); 12] = [
    ("simulate", PAIR, ""),
    ("duel", PAIR, ""),
    ("tournament", THREE, ""),
    (
        "gauntlet",
        "players = 2\nbots = ['random', 'engine']\n",
        "challenger = 'greedy'\n",
    ),
    (
        "sweep",
        PAIR,
        "[sweep.set]\nprestige = ['hidden', 'open']\n",
    ),
    (
        "ladder",
        PAIR,
        "opponent = 'engine'\n[ladder]\noption = 'scenario'\nvalues = [75, 76]\n",
    ),
    (
        "mixture",
        "players = 1\nbots = ['greedy']\n",
        "[mixture]\noption = 'jean_cards'\nitems = ['A1', 'A2', 'A4', 'C1', 'C2']\n\
         smallest = 2\nlargest = 3\ndraws = 4\n",
    ),
    ("factorial", ONE, "items = ['A005', 'A026', 'A027']\n"),
    (
        "price_factorial",
        ONE,
        "items = ['A005', 'A026', 'A027']\n[price_factorial]\nby = 1\n",
    ),
    ("grant", ONE, "items = ['A026']\n"),
    ("constraint", ONE, "items = ['A026']\n"),
    (
        "settings",
        ONE,
        "[settings]\nprestige = ['hidden', 'open']\n",
    ),
];

/// Creates a folder with an experiment of every kind, with and, where possible, without events.
fn studies() -> Folder {
    let folder = Folder::new();
    for (kind, bots, rest) in KINDS {
        for events in ["all", "none"] {
            let text = format!(
                "kind = '{kind}'\ngame = 'maracaibo'\nblocks = 3\nseed = 4\nevents = '{events}'\n\
                 {bots}{rest}"
            );
            folder.write(format!("{kind}-{events}.toml"), text);
        }
    }
    folder
}

/// Runs five shards of a command into folders with the names that the scripts expect.
fn play_shards(folder: &Path, command: &str, out: &str) {
    for index in 1..=5 {
        folder.succeeds(format!(
            "{command} --shard {index}/5 --out {out}/shard={index}"
        ));
    }
}

fn script(name: &str) -> PathBuf {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    scripts.join(name)
}

/// Path of Python, if available. Wrappers in the path are resolved, because they start more slowly than a
/// script runs.
static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let asked = ["-c", "import sys, tomllib; print(sys.executable)"];
    let output = Command::new("python3").args(asked).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(path.trim()))
});

/// Returns true if Python is available; prints a message otherwise.
fn python_is_there() -> bool {
    if PYTHON.is_none() {
        println!("there is no python3 of 3.11 or newer: the scripts are not tested");
    }
    PYTHON.is_some()
}

/// Runs a script with these arguments and only the standard library, regardless of installed packages.
fn python(folder: &Path, line: &str) -> Output {
    let words = words(line);
    let mut command = Command::new(PYTHON.as_ref().unwrap());
    command
        .current_dir(folder)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg("-S").arg(script(&words[0])).args(&words[1..]);
    command.output().unwrap()
}

#[track_caller]
fn prints(folder: &Path, line: &str) -> String {
    let output = python(folder, line);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that a script fails with an error message instead of a Python traceback.
#[track_caller]
fn refuses(folder: &Path, line: &str, wanted: &str) {
    let output = python(folder, line);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{line}: {message}");
    message.assert_starts_with("error: ");
    assert!(message.contains(wanted), "{line}: {message}");
}

/// Returns the cells of a Markdown table without its first two lines.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().skip(2);
    lines
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn scripts_read_runs_of_every_kind() {
    if !python_is_there() {
        return;
    }
    let folder = &studies();
    for (kind, ..) in KINDS {
        folder.succeeds(format!("run {kind}-all.toml --quiet --out {kind}"));
        let points = prints(folder, &format!("points_by_category.py {kind}"));
        let mut games = csv::Reader::from_path(folder.join(kind).join("games.csv")).unwrap();
        let columns = games.headers().unwrap().len();
        let games = games.records().map(Result::unwrap);
        let of_greedy = games.filter(|row| &row[5] == "greedy");
        let scores: Vec<f64> = of_greedy.map(|row| row[6].parse().unwrap()).collect();
        // All categories are listed, and they add up to the score.
        let cells = usize::from(folder.join(kind).join("cells.csv").is_file());
        let points = rows(&points);
        assert_eq!(points.len(), 1 + columns - 11 - cells, "{kind}");
        let mean = |row: &Vec<&str>| -> f64 { row[1].split(' ').next().unwrap().parse().unwrap() };
        let sum: f64 = points[1..].iter().map(mean).sum();
        let difference = (sum - mean(&points[0])).abs();
        assert!(
            difference < 0.06 * points.len() as f64,
            "{kind}: {points:?}"
        );
        let plain = scores.iter().sum::<f64>() / scores.len() as f64;
        let lowest = scores.iter().copied().fold(f64::MAX, f64::min);
        let difference = (mean(&points[0]) - plain).abs();
        assert!(difference <= (plain - lowest).max(0.06), "{kind}");
        // The table has one row per condition, and the first row has no difference.
        if cells == 1 {
            let mut named = csv::Reader::from_path(folder.join(kind).join("cells.csv")).unwrap();
            let names = named.records().map(|row| row.unwrap()[1].to_string());
            let named: Vec<String> = names.collect();
            let table = prints(folder, &format!("compare_cells.py {kind} --column lead"));
            let table = rows(&table);
            assert_eq!(table.len(), named.len(), "{kind}");
            for (line, name) in table.iter().zip(&named) {
                assert_eq!(line[0], name, "{kind}");
            }
            let differs = |line: &Vec<&str>| !line[2].is_empty();
            assert!(!differs(&table[0]), "{kind}");
            assert!(table[1..].iter().all(differs), "{kind}");
        } else {
            let compare = format!("compare_cells.py {kind}");
            refuses(folder, &compare, "no cells to compare");
        }
        let counted = prints(folder, &format!("count_events.py {kind} prestige"));
        assert!(!rows(&counted).is_empty(), "{kind}: {counted}");
    }
}

/// Compressed tables, shards and merged runs give the same output; runs without events give a message.
#[test]
fn scripts_read_compressed_sharded_and_merged_runs() {
    if !python_is_there() {
        return;
    }
    let folder = &studies();
    let run = "run tournament-all.toml --quiet";
    folder.succeeds(format!("{run} --out plain"));
    folder.succeeds(format!("{run} --out gz --compress"));
    // With more shards than deal groups, some shards contain only a header.
    play_shards(folder, run, "shards");
    folder.succeeds("merge shards --quiet --out merged");
    folder.succeeds("run tournament-none.toml --quiet --out none");
    for (name, more) in [
        ("points_by_category.py", ""),
        ("compare_cells.py", "--bot greedy"),
        ("count_events.py", "prestige"),
        ("count_events.py", "prestige --by-bot --cell 2"),
    ] {
        let message = prints(folder, &format!("{name} plain {more}"));
        for form in ["gz", "shards", "merged"] {
            let same = prints(folder, &format!("{name} {form} {more}"));
            assert_eq!(message, same, "{name} {form}");
        }
        if name == "count_events.py" {
            let count = format!("{name} none prestige");
            refuses(folder, &count, "no event \"prestige\"");
        } else {
            let same = prints(folder, &format!("{name} none {more}"));
            assert_eq!(message, same, "{name}");
        }
    }
    let manifest = folder.read("merged/manifest.toml");
    let running = manifest.replace("status = \"complete\"", "status = \"running\"");
    folder.write("merged/manifest.toml", running);
    // If its libraries are missing, the last script names them.
    for [line, wanted] in &parse_table(
        "
        points_by_category.py nowhere => neither manifest.toml nor shards
        points_by_category.py merged => is unfinished
        compare_cells.py plain --column luck => no column 'luck'
        compare_cells.py plain --column bot => no column of numbers
        load_results.py plain => pip install -r scripts/requirements.txt
    ",
    ) {
        refuses(folder, line, wanted);
    }
}

#[test]
fn session_script_plays_a_game_against_a_bot() {
    if !python_is_there() {
        return;
    }
    let folder = &Folder::new();
    for game in ["cartagena", "puerto_rico"] {
        let session = format!("serve_session.py --portolan {PORTOLAN} --game {game}");
        let message = prints(folder, &session);
        message.assert_starts_with("scores [");
        message.assert_ends_with(" moves\n");
        assert_eq!(message, prints(folder, &session));
    }
}

/// Both libraries read runs of every kind in every format with the same results.
#[test]
#[ignore = "nightly: installs polars and duckdb into a virtual environment"]
fn both_libraries_read_every_kind_of_run_in_every_format() {
    assert!(python_is_there());
    let folder = &studies();
    let scripts = script("requirements.txt");
    for arguments in [
        vec![
            PYTHON.as_ref().unwrap().to_str().unwrap(),
            "-m",
            "venv",
            "environment",
        ],
        vec![
            "environment/bin/pip",
            "install",
            "-q",
            "-r",
            scripts.to_str().unwrap(),
        ],
    ] {
        let mut command = Command::new(arguments[0]);
        let status = command
            .current_dir(folder)
            .args(&arguments[1..])
            .status()
            .unwrap();
        assert!(status.success(), "{arguments:?}");
    }
    let load = |run: &str, library: &str| {
        let mut command = Command::new(folder.join("environment/bin/python"));
        command.current_dir(folder).arg(script("load_results.py"));
        let given = format!("{run} --library {library} --event prestige");
        let output = command.args(words(&given)).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{run} {library}: {message}");
        String::from_utf8(output.stdout)
            .unwrap()
            .replace(&format!("in {run};"), "in the run;")
    };
    for (kind, ..) in KINDS {
        for events in ["all", "none"] {
            let file = format!("{kind}-{events}.toml");
            let run = |out: &str, more: &str| {
                folder.succeeds(format!("run {file} --quiet --out {out} {more}"));
            };
            let name = |form: &str| format!("{kind}-{events}-{form}");
            run(&name("plain"), "");
            run(&name("gz"), "--compress");
            let shards = name("shards");
            play_shards(folder, &format!("run {file} --quiet"), &shards);
            folder.succeeds(format!("merge {shards} --quiet --out {}", name("merged")));
            let message = load(&name("plain"), "polars");
            let items = message.contains("| item | seats |");
            assert_eq!(items, events == "all", "{kind}: {message}");
            assert!(
                events == "all" || message.contains("No event \"prestige\" in the run"),
                "{message}"
            );
            for form in ["plain", "gz", "shards", "merged"] {
                for library in ["polars", "duckdb"] {
                    let again = &load(&name(form), library);
                    assert!(
                        close(&message, again),
                        "{kind} {events} {form} {library}: {message}{again}"
                    );
                }
            }
        }
    }
}

/// Returns true if two texts are equal up to rounding of the last digit.
fn close(one: &str, other: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_string).collect() };
    let (one, other) = (words(one), words(other));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| {
            let close = |(one, other): (f64, f64)| (one - other).abs() < 0.11;
            one == other || one.parse().ok().zip(other.parse().ok()).is_some_and(close)
        })
}

/// A halved network has half the size and can play; halving it again is rejected.
#[test]
fn halved_network_can_play() {
    let folder = &Folder::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/cartagena/net.safetensors");
    // The shipped network already has 16-bit numbers; `write` uses 32 bits.
    let weights = file::read(&std::fs::read(shipped).unwrap()).unwrap();
    let whole = file::write(&weights).unwrap();
    folder.write("whole.safetensors", whole);
    let halve = "whole.safetensors half.safetensors";
    assert_eq!(prints(folder, &format!("halve_network.py {halve}")), "");
    let size = |name: &str| std::fs::metadata(folder.join(name)).unwrap().len();
    assert!(size("half.safetensors") < size("whole.safetensors") * 6 / 10);
    folder.write(
        "half.toml",
        "kind = 'net'\ngame = 'cartagena'\nnetwork = 'half.safetensors'\n",
    );
    let play = "simulate --game cartagena --bots half.toml,racer --games 20 --quiet --out run";
    folder.succeeds(&play.split(' ').collect::<Vec<_>>());
    let again = "half.safetensors quarter.safetensors";
    refuses(folder, &format!("halve_network.py {again}"), "expected F32");
    assert!(!folder.join("quarter.safetensors").exists());
}
