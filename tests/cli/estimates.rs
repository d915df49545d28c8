//! The outputs of a report agree for every kind of experiment: each number with an interval in `effects.csv` is
//! also on the page and in `report.json`, and each interval on the page is in `effects.csv`.

use std::collections::BTreeMap;
use std::path::Path;

use portolan_run::settings::Kind;
use serde_json::Value;

use super::folder::{Folder, Workdir};
use super::sentences;

type Row = BTreeMap<String, String>;

fn number(row: &Row, column: &str) -> Option<f64> {
    let text = &row[column];
    (!text.is_empty()).then(|| text.parse().unwrap())
}

fn number_text(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let nothing = text.chars().all(|letter| "-0.".contains(letter));
    text.replace('-', if nothing { "" } else { "−" })
}

/// Returns the notations of a number and its interval that a page may use.
fn written(row: &Row) -> (Vec<String>, Vec<String>) {
    let is_share = row["unit"].starts_with("share");
    let factor = if is_share { 100.0 } else { 1.0 };
    let [value, low, high] = ["value", "low", "high"].map(|name| number(row, name).unwrap());
    let (mut values, mut intervals) = (Vec::new(), Vec::new());
    for decimals in 0..5 {
        let text = |number: f64| number_text(factor * number, decimals);
        let [value, low, high] = [value, low, high].map(text);
        values.extend([value.clone(), format!("+{value}"), format!("{value} %")]);
        let to = format!("{low} to {high}");
        intervals.extend([to, format!("{low}–{high}"), format!("{low}–{high} %")]);
    }
    (values, intervals)
}

/// Returns the cells of all table rows of a page.
fn cells(markdown: &str) -> Vec<Vec<String>> {
    let plain = markdown.replace('\u{a0}', " ").replace('\\', "");
    let lines = plain.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = |line: &str| {
        let cells = line.trim_end().trim_end_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_string()).collect()
    };
    lines.map(cells).collect()
}

fn stands(row: &Row, lines: &[Vec<String>]) -> bool {
    let (values, intervals) = written(row);
    lines.iter().any(|line| {
        let whole = line.join(" | ");
        let labels = row["of"].split(", ").chain([row["against"].as_str()]);
        let mut apart = line.windows(2);
        labels.into_iter().all(|label| whole.contains(label))
            && (apart.any(|pair| values.contains(&pair[0]) && intervals.contains(&pair[1]))
                || values.iter().any(|value| {
                    let both = |interval: &String| {
                        let range = interval.trim_end_matches(" %");
                        line.contains(&format!("{value} ({range})"))
                    };
                    intervals.iter().any(both)
                }))
    })
}

/// Returns true if a cell contains an interval: `−1.5 to 3.2`, `1.5–3.2`, `37.0–39.2 %`, or one in parentheses
/// after a number.
fn is_interval(cell: &str) -> bool {
    let inner = cell.split_once(" (").map_or(cell, |(_, inner)| inner);
    let ends = |text: &str, between: &str| {
        text.split_once(between).is_some_and(|(low, high)| {
            let parses = |end: &str| end.replace('−', "-").parse::<f64>().is_ok();
            parses(low) && parses(high)
        })
    };
    let inner = inner.trim_end_matches(')');
    // `1–8` is a range of ranks. Estimates have decimals or are ratings with three digits.
    let is_rank = inner.len() <= "10–99".len() && !inner.contains('.');
    ends(inner, " to ") || !is_rank && ends(inner.trim_end_matches(" %"), "–")
}

/// Compares the files of a report. Returns the numbers that have an interval.
fn agree(folder: &Path, name: &str, effects: &str) -> Vec<Row> {
    let table = folder.read(effects);
    let header = "question,section,of,against,measure,unit,value,low,high,p,q";
    assert_eq!(table.lines().next(), Some(header));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<Row> = reader.deserialize().map(Result::unwrap).collect();
    let [page, json] = ["md", "json"].map(|end| folder.read(format!("{name}.{end}")));
    sentences::check(&json, &page);
    let lines = cells(&page);
    let json: Value = serde_json::from_str(&json).unwrap();
    let estimates = json["estimates"].as_array().unwrap();
    assert_eq!(estimates.len(), rows.len());
    let mut found = Vec::new();
    for (row, estimate) in rows.iter().zip(estimates) {
        for (column, text) in row {
            match &estimate[column.as_str()] {
                // The JSON parser may round the last digit of a number.
                Value::Number(told) => {
                    let (told, own) = (told.as_f64().unwrap(), number(row, column).unwrap());
                    assert!((told - own).abs() <= 1e-15 * own.abs(), "{row:?}: {told}");
                }
                Value::String(told) => assert_eq!(told, text),
                told => assert!(told.is_null() && text.is_empty(), "{row:?}: {told}"),
            }
        }
        if let Some((low, high)) = number(row, "low").zip(number(row, "high")) {
            assert!(low <= high, "{row:?}");
            assert!(stands(row, &lines), "{row:?} is not in {page}");
            found.push(row.clone());
        }
    }
    let shown = lines.iter().flatten().filter(|cell| is_interval(cell));
    assert_eq!(shown.count(), found.len(), "{page}");
    found
}

/// Plays an experiment and writes its report. Returns the numbers that have an interval.
fn report(experiment: &str) -> Vec<Row> {
    let folder = Folder::new();
    let out = folder.plays("out", experiment, "");
    folder.succeeds("report out");
    agree(&out, "report", "effects.csv")
}

const SIMULATE: &str = "kind = 'simulate'\ngame = 'cartagena'\nplayers = 3\n\
                        bots = ['greedy', 'random', 'racer']\nblocks = 20\n";

/// Numbers that depend on the length of a sequential test have no interval.
#[test]
fn duel_report_has_no_estimates() {
    let spec = "kind = 'duel'\ngame = 'cartagena'\nplayers = 2\nbots = ['greedy', 'random']\n\
                blocks = 20\n";
    let found = report(spec);
    assert!(found.is_empty(), "{found:?}");
}

/// Declares a test for each kind of experiment, with the game, the events, the other keys, and the number of estimates
/// that the report must exceed.
macro_rules! outputs_agree {
    ($($name:ident: $kind:literal, $game:literal, $events:literal, $keys:expr, $least:literal;)*) => {
        /// Kinds of experiments whose reports are compared.
        const COMPARED: &[&str] = &[$($kind),*];
        $(
        #[test]
        fn $name() {
            let head = format!("kind = '{}'\ngame = '{}'\nevents = '{}'\n", $kind, $game, $events);
            assert!(report(&(head + $keys)).len() > $least);
        }
    )*};
}

outputs_agree! {
    simulation_report_outputs_agree: "simulate", "cartagena", "all",
        "players = 3\nbots = ['greedy', 'random', 'racer']\nblocks = 20\n", 20;
    self_play_report_outputs_agree: "simulate", "cartagena", "all",
        "players = 3\nbots = ['greedy', 'greedy', 'greedy']\nblocks = 20\n", 4;
    tournament_report_outputs_agree: "tournament", "cartagena", "all",
        "players = 2\nbots = ['greedy', 'random', 'racer']\nblocks = 20\n", 12;
    gauntlet_report_outputs_agree: "gauntlet", "cartagena", "all",
        "players = 2\nbots = ['tuned', 'random', 'racer']\nchallenger = 'greedy'\nblocks = 20\n", 12;
    sweep_report_outputs_agree: "sweep", "puerto_rico", "none",
        "players = 3\nblocks = 6\nbots = ['greedy', 'random', 'random']\n\
         [sweep.set]\ncorn_doubloons = [0, -1]\n", 8;
    ladder_report_outputs_agree: "ladder", "maracaibo", "none",
        "players = 1\nblocks = 20\nbots = ['greedy', 'random']\n\
         [ladder]\noption = 'level'\nvalues = ['very-easy', 'easy', 'very-hard']\n", 30;
    mixture_report_outputs_agree: "mixture", "maracaibo", "none",
        "players = 1\nblocks = 4\nbots = ['greedy']\n\
         [mixture]\noption = 'jean_cards'\nitems = ['A1', 'A2', 'A4', 'C1', 'C2', 'C4']\n\
         smallest = 2\nlargest = 4\ndraws = 16\n", 12;
    factorial_report_outputs_agree: "factorial", "maracaibo", "none",
        "players = 2\nbots = ['greedy']\nitems = ['prestige']\ngames = 800\n\
         [factorial]\nwithhold = 0.5\n", 5;
    grant_report_outputs_agree: "grant", "maracaibo", "none",
        "players = 2\nbots = ['greedy', 'random']\nitems = ['careers']\ngames = 30\n", 10;
    constraint_report_outputs_agree: "constraint", "maracaibo", "none",
        "players = 2\nbots = ['greedy', 'random']\nitems = ['P1', 'P4', 'P7']\ngames = 20\n", 10;
    price_factorial_report_outputs_agree: "price_factorial", "puerto_rico", "items",
        "players = 2\nbots = ['greedy']\ngames = 80\n\
         items = ['harbor', 'wharf', 'office', 'hospice', 'university', 'factory', 'hacienda', 'small_market']\n\
         [price_factorial]\nby = 1\n", 16;
    settings_report_outputs_agree: "settings", "puerto_rico", "none",
        "players = 3\nblocks = 8\nbots = ['greedy']\n[settings]\ncorn_doubloons = [0, -1]\n", 4;
    audit_report_outputs_agree: "audit", "cartagena", "none",
        "players = 2\nblocks = 6\nbots = ['net']\n\
         [[audit.change]]\nname = 'four pirates'\nset = { pirates = 4 }\n", 6;
}

/// Duels have a test of their own, and changes are tested with `portolan try`.
#[test]
fn every_kind_of_experiment_has_a_test_of_its_report() {
    for kind in Kind::ALL.iter().map(|kind| kind.name()) {
        let is_elsewhere = ["duel", "change"].contains(&kind);
        assert!(is_elsewhere || COMPARED.contains(&kind), "{kind}");
    }
}

/// Questions that are not the default of any kind of experiment.
#[test]
fn habits_luck_and_strategies_report_outputs_agree() {
    let folder = Folder::new();
    folder.plays("out", &format!("{SIMULATE}events = 'all'\n"), "");
    for question in ["habits", "luck", "strategies"] {
        folder.succeeds(format!("report out --ask {question} --out {question}"));
        agree(&folder, question, &format!("{question}-effects.csv"));
    }
}

#[test]
fn strategies_report_outputs_agree() {
    let folder = Folder::new();
    let spec = "kind = 'tournament'\ngame = 'maracaibo'\nplayers = 2\ngames = 200\n\
                bots = ['greedy', 'engine']\nevents = 'none'\n";
    let out = folder.plays("out", spec, "");
    folder.succeeds("report out --ask strategies");
    assert!(agree(&out, "report", "effects.csv").len() > 4);
}

#[test]
fn training_report_outputs_agree() {
    let folder = &Folder::new();
    let spec = "game = 'cartagena'\nplayers = [2]\nrounds = 2\ngames = 12\nopponents = ['racer']\n\
                match_every = 1\nmatch_games = 8\n";
    folder.write("mine.toml", spec);
    folder.succeeds("learn mine.toml --out out --quiet");
    folder.succeeds("report out");
    assert!(agree(&folder.join("out"), "report", "effects.csv").len() >= 2);
}

/// Either all files are written or none.
#[test]
fn report_writes_no_file_if_one_exists() {
    let folder = &Folder::new();
    let out = folder.plays("out", SIMULATE, "");
    out.write("effects.csv", "mine");
    folder.rejects("report out => effects.csv exists; --force");
    for name in ["report.md", "report.html", "report.json"] {
        assert!(!out.join(name).exists(), "{name}");
    }
    folder.succeeds("report out --out other");
    assert!(agree(folder, "other", "other-effects.csv").len() > 20);
    folder.succeeds("report out --force");
    assert!(agree(&out, "report", "effects.csv").len() > 20);
}
