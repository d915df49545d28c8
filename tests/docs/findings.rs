//! Numbers in README and `docs/findings` come from the files in `docs/findings/results`, which `scripts/findings` writes by
//! playing games with the shipped data and players.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use portolan::dataset::DataSet;
use portolan::games::GAMES;
use portolan_players::net::file::sha256;
use serde::Deserialize;

use super::run::{Page, pages};

const FOLDER: &str = "docs/findings/results";

/// Estimate of a study, as written by `scripts/findings`.
#[derive(Deserialize)]
struct Row {
    table: String,
    row: String,
    column: String,
    unit: String,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// Origin of the estimates of a study.
#[derive(Deserialize)]
struct Source {
    data: BTreeMap<String, String>,
    /// Networks, experiment files and bots in such files.
    files: BTreeMap<String, String>,
    sample: Vec<Sample>,
}

/// Sample games of a study, whose scores change with the rules, the players and the search.
#[derive(Clone, Deserialize)]
struct Sample {
    game: String,
    command: String,
    /// Scores of all seats, separated by spaces.
    scores: String,
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Returns the names of all studies.
fn studies() -> Vec<String> {
    let files = std::fs::read_dir(path(FOLDER)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let tables = paths.filter(|path| path.extension().is_some_and(|end| end == "csv"));
    let mut names: Vec<String> = tables
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn rows(study: &str) -> Result<Vec<Row>, String> {
    let file = path(&format!("{FOLDER}/{study}.csv"));
    let mut reader = csv::Reader::from_path(file).map_err(|error| format!("{study}: {error}"))?;
    let rows: Result<Vec<Row>, _> = reader.deserialize().collect();
    rows.map_err(|error| format!("{study}: {error}"))
}

/// Formats a number with a true minus sign, and with a plus sign if `signed`.
fn number(value: f64, decimals: usize, signed: bool) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.bytes().all(|digit| matches!(digit, b'0' | b'.'));
    match (is_zero, value < 0.0, signed) {
        (true, _, _) | (false, false, false) => text,
        (false, true, _) => format!("−{text}"),
        (false, false, true) => format!("+{text}"),
    }
}

/// Formats a number with thousands separators, or with three significant digits below 100.
fn speed(value: f64) -> String {
    let decimals = match value {
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    let text = format!("{value:.decimals$}");
    match text.len() {
        4.. if decimals == 0 => format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
        _ => text,
    }
}

/// Formats an estimate with its interval: `39.9 % (35.9–43.9)`, or `−1.2 (−2.0 to −0.4)` if a bound is negative.
fn shown(unit: &str, value: f64, bounds: Option<(f64, f64)>) -> String {
    let (factor, decimals, signed) = match unit {
        "share" => (100.0, 1, false),
        "share_difference" => (100.0, 1, true),
        "elo" => (1.0, 0, true),
        "points_difference" | "logits" => {
            (1.0, if unit == "logits" { 2 } else { 1 }, unit != "logits")
        }
        _ => (1.0, 1, false),
    };
    let mut text = match unit {
        "per_second" => speed(value),
        _ => number(value * factor, decimals, signed),
    };
    if unit == "share" {
        text.push_str(" %");
    }
    if let Some((low, high)) = bounds {
        let (low, high) = (low * factor, high * factor);
        let signed = signed && low < 0.0 && high > 0.0 && unit == "elo";
        let (low, high) = (
            number(low, decimals, signed),
            number(high, decimals, signed),
        );
        let joint = match low.starts_with('−') || high.starts_with('−') {
            true => " to ",
            false => "–",
        };
        text.push_str(&format!(" ({low}{joint}{high})"));
    }
    text
}

impl Row {
    fn bounds(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }

    fn shown(&self) -> String {
        shown(&self.unit, self.value, self.bounds())
    }

    /// Returns the notations of the estimate in prose: as in the table, without its sign, and with the opposite sign.
    fn in_prose(&self) -> Vec<String> {
        let opposite = self.bounds().map(|(low, high)| (-high, -low));
        let both = [self.shown(), shown(&self.unit, -self.value, opposite)];
        let unsigned = both
            .clone()
            .map(|text| text.trim_start_matches('+').to_string());
        both.into_iter().chain(unsigned).collect()
    }
}

/// Returns the Markdown table for `finding STUDY` or `finding STUDY TABLE`. After ` | `, a marker may list the rows to include
/// and, after another ` | `, the columns, separated by `; `.
///
/// # Errors
/// A message if the study or the table does not exist.
pub fn table(what: &str) -> Result<String, String> {
    let mut parts = what.split(" | ");
    let mut words = parts.next().unwrap_or_default().split(' ').skip(1);
    let study = words.next().unwrap_or_default();
    let part = words.next().unwrap_or_default();
    let (of_rows, of_columns) = (parts.next(), parts.next());
    let includes = |names: Option<&str>, name: &str| {
        names.is_none_or(|names| names.split("; ").any(|listed| listed == name))
    };
    let rows = rows(study)?;
    let mut rows: Vec<&Row> = rows.iter().filter(|row| row.table == part).collect();
    rows.retain(|row| includes(of_rows, &row.row) && includes(of_columns, &row.column));
    if rows.is_empty() {
        return Err(format!("there is no table of \"{what}\""));
    }
    let (mut labels, mut heads) = (Vec::new(), Vec::new());
    let mut cells = BTreeMap::new();
    for row in rows {
        if !labels.contains(&&row.row) {
            labels.push(&row.row);
        }
        if !heads.contains(&&row.column) {
            heads.push(&row.column);
        }
        cells.insert((&row.row, &row.column), row.shown());
    }
    // Seats are sorted, although conditions with few players come first.
    if heads.iter().all(|head| head.starts_with("seat ")) {
        heads.sort();
    }
    let mut table = String::from("| |");
    heads
        .iter()
        .for_each(|head| table.push_str(&format!(" {head} |")));
    table.push_str(&format!("\n| --- |{}\n", " ---: |".repeat(heads.len())));
    for label in labels {
        table.push_str(&format!("| {label} |"));
        for head in &heads {
            let cell = cells.get(&(label, *head)).map_or("", String::as_str);
            table.push_str(&format!(" {cell} |"));
        }
        table.push('\n');
    }
    Ok(table)
}

/// Row of `games.csv`.
#[derive(Deserialize)]
struct Played {
    score: String,
}

impl Sample {
    /// Returns the scores that the program reaches in the sample games.
    fn played(&self) -> String {
        let folder = portolan_testing::folder::temporary();
        let words = self.command.split(' ').skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(words)
            .args(["--quiet", "--force", "--out"])
            .arg(folder.path())
            .current_dir(path("."))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}: {output:?}", self.command);
        let mut reader = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
        let rows = reader.deserialize().map(Result::unwrap);
        let scores: Vec<String> = rows.map(|row: Played| row.score).collect();
        scores.join(" ")
    }
}

/// Returns a message if a study has no sample games of one of its games, or if the program reaches other scores in them.
fn changed(source: &Source, played: &mut HashMap<String, String>) -> Option<String> {
    let has_sample = |game: &&String| source.sample.iter().any(|sample| sample.game == **game);
    if let Some(game) = source.data.keys().find(|game| !has_sample(game)) {
        return Some(format!("no sample games of {game} are named"));
    }
    source.sample.iter().find_map(|sample| {
        let scores = played
            .entry(sample.command.clone())
            .or_insert_with(|| sample.played());
        let command = &sample.command;
        (*scores != sample.scores)
            .then(|| format!("`{command}` scores {scores} instead of {}", sample.scores))
    })
}

/// Returns the SHA-256 of a file, without the lines of comments in a .toml file.
fn hash_without_comments(file: &str) -> Option<String> {
    let mut bytes = std::fs::read(path(file)).ok()?;
    if file.ends_with(".toml") {
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        bytes = lines
            .filter(|line| !line.starts_with(b"#"))
            .flatten()
            .copied()
            .collect();
    }
    Some(sha256(&bytes))
}

/// Returns a message if the data or a file of a study differ from the shipped data and files.
fn stale(source: &Source) -> Option<String> {
    for (game, hash) in &source.data {
        let shipped = GAMES.iter().find(|entry| entry.name == *game);
        let shipped = shipped.map(|entry| DataSet::embedded(entry.files).hash());
        if shipped.as_ref() != Some(hash) {
            return Some(format!("data {hash} of {game} do not ship"));
        }
    }
    for (file, hash) in &source.files {
        if hash_without_comments(file).as_ref() != Some(hash) {
            return Some(format!("{file} with hash {hash} does not ship"));
        }
    }
    source
        .data
        .is_empty()
        .then(|| "no data is named".to_string())
}

/// Returns the prose of a page, without code, generated tables and comments.
fn prose(text: &str) -> String {
    let (mut kept, mut code, mut generated) = (String::new(), false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        }
        generated |= line.starts_with("<!-- table: ");
        if !code && !generated && !line.starts_with("    ") {
            kept.push_str(line.trim());
            kept.push(' ');
        }
        generated &= !line.starts_with("<!-- end of table");
    }
    kept
}

/// Returns estimates with intervals in a text, such as `39.9 % (35.9–43.9)` and `−1.2 (−2.0 to −0.4)`.
fn intervals(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(['−', '+']);
        digits.starts_with(|letter: char| letter.is_ascii_digit())
            && digits
                .chars()
                .all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    let mut found = Vec::new();
    for (open, _) in text.match_indices(" (") {
        let Some((inside, _)) = text[open + 2..].split_once(')') else {
            continue;
        };
        let bounds = inside.split_once('–').or_else(|| inside.split_once(" to "));
        if !bounds.is_some_and(|(low, high)| is_number(low) && is_number(high)) {
            continue;
        }
        let before = &text[..open];
        let (before, percent) = match before.strip_suffix(" %") {
            Some(before) => (before, " %"),
            None => (before, ""),
        };
        let start =
            before.rfind(|letter: char| !letter.is_ascii_digit() && !".−+".contains(letter));
        let value =
            &before[start.map_or(0, |at| at + before[at..].chars().next().unwrap().len_utf8())..];
        if is_number(value) {
            found.push(format!("{value}{percent} ({inside})"));
        }
    }
    found
}

/// Returns the studies without a table in a text.
fn unused(studies: &[String], text: &str) -> Vec<String> {
    let is_used = |study: &String| text.contains(&format!("<!-- table: finding {study} "));
    studies
        .iter()
        .filter(|study| !is_used(study))
        .cloned()
        .collect()
}

fn has_figures(page: &Page) -> bool {
    page.name == "README.md" || page.name.starts_with("docs/findings/")
}

#[test]
fn results_come_from_shipped_data_and_players() {
    let mut played = HashMap::new();
    let mut outdated = Vec::new();
    for study in studies() {
        let file = path(&format!("{FOLDER}/{study}.toml"));
        let text =
            std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{study}.toml: {error}"));
        let source: Source =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{study}.toml: {error}"));
        if let Some(reason) = stale(&source).or_else(|| changed(&source, &mut played)) {
            outdated.push(format!("{study}: {reason}"));
        }
    }
    assert!(
        outdated.is_empty(),
        "scripts/findings repeats these studies:\n{}",
        outdated.join("\n")
    );
}

#[test]
fn intervals_in_prose_come_from_results() {
    let mut known = Vec::new();
    for study in studies() {
        let rows = rows(&study).unwrap_or_else(|error| panic!("{error}"));
        known.extend(rows.iter().flat_map(Row::in_prose));
    }
    let mut unknown = Vec::new();
    let mut seen = 0;
    for page in pages().iter().filter(|page| has_figures(page)) {
        for interval in intervals(&prose(&page.text)) {
            seen += 1;
            if !known.contains(&interval) {
                unknown.push(format!("{}: {interval}", page.name));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "not in a result file:\n{}",
        unknown.join("\n")
    );
    assert!(seen > 10, "{seen}");
}

#[test]
fn every_study_appears_on_a_page() {
    let text: String = pages().iter().map(|page| page.text.as_str()).collect();
    assert_eq!(unused(&studies(), &text), Vec::<String>::new());
    let invented = ["invented".to_string()];
    assert_eq!(unused(&invented, &text), invented);
}

#[test]
fn changed_data_and_files_are_detected() {
    let entry = &GAMES[0];
    let network = format!("bots/{}/net.safetensors", entry.name);
    let experiment = "experiments/bots/net-search-64.toml";
    let of_experiment = hash_without_comments(experiment).unwrap();
    let source = |data: &str, hash: &str, of_experiment: &str| Source {
        data: BTreeMap::from([(entry.name.to_string(), data.to_string())]),
        files: BTreeMap::from([
            (network.clone(), hash.to_string()),
            (experiment.to_string(), of_experiment.to_string()),
        ]),
        sample: Vec::new(),
    };
    let data = DataSet::embedded(entry.files).hash();
    let hash = sha256(&std::fs::read(path(&network)).unwrap());
    assert_eq!(stale(&source(&data, &hash, &of_experiment)), None);
    for (changed, problem) in [
        (
            source("0123456789abcdef", &hash, &of_experiment),
            "data 0123456789abcdef",
        ),
        (source(&data, "0123", &of_experiment), network.as_str()),
        (source(&data, &hash, "0123"), experiment),
    ] {
        assert!(stale(&changed).unwrap().starts_with(problem), "{problem}");
    }
}

#[test]
fn changed_players_are_detected() {
    let sample = Sample {
        game: "cartagena".to_string(),
        command: "portolan simulate --game cartagena --bots greedy,greedy --games 2 --seed 1"
            .to_string(),
        scores: String::new(),
    };
    let with = |samples: &[&str]| Source {
        data: BTreeMap::from([(sample.game.clone(), String::new())]),
        files: BTreeMap::new(),
        sample: samples
            .iter()
            .map(|scores| Sample {
                scores: scores.to_string(),
                ..sample.clone()
            })
            .collect(),
    };
    let scores = sample.played();
    assert_eq!(scores.split(' ').count(), 4, "{scores}");
    let mut played = HashMap::new();
    assert_eq!(changed(&with(&[&scores]), &mut played), None);
    assert!(
        changed(&with(&["0 0 0 0"]), &mut played)
            .unwrap()
            .contains("instead of 0 0 0 0")
    );
    assert!(
        changed(&with(&[]), &mut played)
            .unwrap()
            .starts_with("no sample games")
    );
}

#[test]
fn intervals_are_found_in_prose_but_not_in_code_or_tables() {
    let page = "It wins 39.9 % (35.9–43.9) and costs −1.2 (−2.0 to\n−0.4) points (2–5 players).\n\n```text\n1.0 (0.5–1.5)\n\
                ```\n<!-- table: x -->\n| 2.0 (1.0–3.0) |\n<!-- end of table -->\n\n    3.0 (1.0–5.0)\n";
    assert_eq!(
        intervals(&prose(page)),
        ["39.9 % (35.9–43.9)", "−1.2 (−2.0 to −0.4)"]
    );
}

#[test]
fn estimates_are_rounded_by_unit() {
    assert_eq!(
        shown("share", 0.3991, Some((0.359, 0.4394))),
        "39.9 % (35.9–43.9)"
    );
    assert_eq!(
        shown("points_difference", -1.23, Some((-2.0, -0.42))),
        "−1.2 (−2.0 to −0.4)"
    );
    assert_eq!(shown("elo", 41.6, Some((-11.0, 94.4))), "+42 (−11 to +94)");
    assert_eq!(shown("per_second", 1203.4, None), "1,203");
    assert_eq!(shown("share", 1.0, None), "100.0 %");
    let selected = table("finding strength | `greedy` | Cartagena").unwrap();
    assert_eq!(selected.lines().count(), 3, "{selected}");
    assert!(selected.starts_with("| | Cartagena |\n"), "{selected}");
    let error = table("finding no-such-study").unwrap_err();
    assert!(error.contains("no-such-study"), "{error}");
}
