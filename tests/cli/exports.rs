//! `portolan export` writes tables in all formats, and `portolan report --index` writes one page about
//! all runs.

use std::collections::BTreeSet;

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, play_shards};
use super::text::TextAssert;

const SIMULATE: &str = "simulate --game cartagena --bots greedy,random";

/// Creates a folder with a run `one` of two bots in Cartagena.
fn played() -> Folder {
    let folder = Folder::new();
    folder.succeeds(format!("{SIMULATE} --games 6 --seed 7 --quiet --out one"));
    folder
}

#[test]
fn every_table_is_exported_in_every_text_format() {
    let folder = played();
    folder.succeeds("report one");
    for table in ["games", "events", "summary", "effects"] {
        let export =
            |format| folder.succeeds(format!("export one --table {table} --format {format}"));
        let text = export("csv");
        assert_eq!(text, folder.read(format!("one/{table}.csv")), "{table}");
        let rows: serde_json::Value = serde_json::from_str(&export("json")).unwrap();
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), text.lines().count() - 1, "{table}");
        let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        assert!(header.iter().all(|name| rows[0].get(name).is_some()));
        let markdown = export("markdown");
        assert_eq!(markdown.lines().count(), rows.len() + 2, "{table}");
        markdown.assert_starts_with("| ");
        markdown.assert_contains(" --: |");
    }
    let games = folder.succeeds("export one --format json");
    let rows: serde_json::Value = serde_json::from_str(&games).unwrap();
    assert_eq!(rows[0]["game"], "cartagena");
    assert_eq!(rows[0]["seat"], 1);
}

/// Names may look like numbers or empty values; numeric cells become numbers; the options of a
/// condition become an object.
#[test]
fn json_types_follow_the_columns() {
    let folder = Folder::new();
    for name in ["0100", "null", "NaN"] {
        folder.write(format!("{name}.toml"), "inherits = 'greedy'\n");
    }
    let sweep = "kind = 'sweep'\ngame = 'cartagena'\nblocks = 2\nevents = 'all'\n\
                 bots = ['0100.toml', 'NaN.toml']\n[[cell]]\nname = '1e5'\n\
                 set.modules = 'morgan'\n[[cell]]\nbots = ['null.toml', '0100.toml']\n";
    folder.plays("one", sweep, "");
    let table = |table: &str| -> Vec<serde_json::Value> {
        let export = format!("export one --format json --table {table}");
        serde_json::from_str(&folder.succeeds(&export)).unwrap()
    };
    let games = table("games");
    let bots = games.iter().map(|row| row["bot"].as_str().unwrap());
    assert_eq!(
        BTreeSet::from_iter(bots),
        BTreeSet::from(["0100", "NaN", "null"])
    );
    for row in &games {
        assert!(row["cell"].is_u64() && row["win"].is_number(), "{row}");
    }
    let summary = table("summary");
    assert!(summary.iter().any(|row| row["seat"].is_null()));
    assert!(summary.iter().all(|row| row["bot"].is_string()));
    let cells = table("cells");
    assert_eq!(cells[0]["name"], "1e5");
    assert_eq!(cells[0]["set"], serde_json::json!({"modules": "morgan"}));
    assert!(cells[1]["set"]["modules"].is_null());
    for row in table("events") {
        assert!(row["event"].is_string() && (row["item"].is_string() || row["item"].is_null()));
    }
}

#[test]
fn existing_file_is_replaced_only_with_force() {
    let folder = played();
    let export = "export one --format csv --out games.csv";
    assert_eq!(folder.succeeds(export), "");
    assert_eq!(folder.read("games.csv"), folder.read("one/games.csv"));
    folder.rejects(&format!(
        "{export} => games.csv exists; --force replaces it"
    ));
    folder.succeeds(format!("{export} --force"));
}

#[test]
fn invalid_export_is_rejected() {
    let folder = played();
    folder.rejects(
        "
        export none --format csv => none: no such folder
        export . --format csv => contains no manifest.toml
        export one => --format
        export one --format csv --table luck
            => one: this run has no luck.csv; it has => games.csv
    ",
    );
    let text = folder.read("one/games.csv");
    folder.write("one/games.csv", &text[..text.len() - 9]);
    folder.rejects("export one --format csv => was cut short or extended");
}

#[test]
fn index_lists_all_runs_below_a_folder() {
    let path = &played();
    path.succeeds("report one");
    let more = "simulate --game maracaibo --bots random,random --games 2";
    path.succeeds(format!("{more} --quiet --out 'deep/er/two & <b>'"));
    path.write("broken/manifest.toml", "format = 99\n");
    path.prints(
        "report --index .
            => 2 runs of Cartagena and Maracaibo: 8 games played, 1 has a report.",
    );
    let html = path.read("index.html");
    html.assert_contains([
        "<h2><a href=\"one/report.html\">one</a></h2>",
        "<h2>deep&#x2f;er&#x2f;two &amp; &lt;b&gt;</h2>",
        "the highest share is that of greedy",
        "has format 99",
        "Cartagena, simulate · 6 games · <time>20",
        "No report yet; to write one, use: portolan report deep&#x2f;er&#x2f;two &amp; &lt;b&gt;",
    ]);
    // Only one run has a report, and therefore a picture.
    let count = |part| html.matches(part).count();
    assert_eq!(count("<img src=\"data:image/svg+xml;base64,"), 1);
    assert_eq!(count("<li class=\"card\">"), 2);
    path.read("index.md").assert_contains("](one/report.html)");
    path.rejects(
        "
        report --index . => exists; --force replaces it
        report --index none => none: no such folder
        report --index one => one is a single run
    ",
    );
    path.succeeds("report --index . --force");
    assert_eq!(path.read("index.html"), html);
    path.succeeds("report --index . --out other");
    assert!(path.join("other.html").is_file() && path.join("other.md").is_file());
}

/// The report of a folder that contains runs is the index, unless these runs are the shards of a single
/// run.
#[test]
fn report_of_a_folder_of_runs_is_an_index() {
    let path = &played();
    path.succeeds("report one");
    let printed = path.succeeds("report .");
    printed.assert_starts_with("1 run of Cartagena: ");
    assert!(path.join("index.html").is_file() && !path.join("report.html").exists());
    path.rejects(
        "report . --ask luck
            => --ask: . is not a run but contains runs; expected one of these runs",
    );
    play_shards(path, &format!("{SIMULATE} --games 8 --quiet"), 2, "parts");
    path.succeeds("report parts");
    assert!(path.join("parts/report.html").is_file() && !path.join("parts/index.html").exists());
    std::fs::create_dir(path.join("empty")).unwrap();
    path.rejects("report empty => contains no manifest.toml");
}

/// The manifest of a killed run does not contain its progress, so its games are counted in the table.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn index_counts_games_of_a_killed_run() {
    let path = &Folder::new();
    let run = format!("{SIMULATE} --games 4000 --threads 1 --quiet --out killed");
    end_at(path, run, Ending::Kill, 24);
    let manifest = path.read("killed/manifest.toml");
    manifest.assert_contains("\ngames_done = 0\n");
    let printed = path.succeeds("report .");
    let played = printed.strip_prefix("1 run of Cartagena: ").unwrap();
    let played = played.split(' ').next().unwrap().replace(',', "");
    let played: u64 = played.parse().unwrap();
    assert!((30..4000).contains(&played), "{printed}");
    path.read("index.html")
        .assert_contains("running or interrupted");
}
