//! `portolan export` writes tables in all formats, and `portolan report --index` writes one page about
//! all runs.

use std::collections::BTreeSet;

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Creates a folder with a run `one` of two bots in Cartagena.
fn played() -> Folder {
    let folder = Folder::new();
    let arguments =
        "simulate --game cartagena --bots greedy,random --games 6 --seed 7 --quiet --out one";
    folder.succeeds(arguments);
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
        assert!(
            markdown.starts_with("| ") && markdown.contains(" --: |"),
            "{markdown}"
        );
    }
    let games = "export one --format json";
    let rows: serde_json::Value = serde_json::from_str(&folder.succeeds(games)).unwrap();
    assert_eq!(rows[0]["game"], "cartagena");
    assert_eq!(rows[0]["seat"], 1);
}

/// Names may look like numbers or empty values; numeric cells become numbers; the options of a
/// condition become an object.
#[test]
fn json_types_follow_the_columns() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| folder.write(name, text);
    for name in ["0100", "null", "NaN"] {
        write(&format!("{name}.toml"), "inherits = 'greedy'\n");
    }
    write(
        "study.toml",
        "kind = 'sweep'\ngame = 'cartagena'\nblocks = 2\nevents = 'all'\n\
         bots = ['0100.toml', 'NaN.toml']\n[[cell]]\nname = '1e5'\nset.modules = 'morgan'\n\
         [[cell]]\nbots = ['null.toml', '0100.toml']\n",
    );
    folder.succeeds("run study.toml --quiet --out one");
    let table = |table: &str| -> Vec<serde_json::Value> {
        let export = format!("export one --format json --table {table}");
        serde_json::from_str(&folder.succeeds(&export)).unwrap()
    };
    let games = table("games");
    let bots: BTreeSet<&str> = games
        .iter()
        .map(|row| row["bot"].as_str().unwrap())
        .collect();
    assert_eq!(bots, BTreeSet::from(["0100", "NaN", "null"]));
    assert!(
        games
            .iter()
            .all(|row| row["cell"].is_u64() && row["win"].is_number())
    );
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
    let told = folder.refuses(export);
    told.assert_contains("games.csv exists; --force replaces it");
    folder.succeeds(format!("{export} --force"));
}

#[test]
fn invalid_export_is_rejected() {
    let folder = played();
    let refused = |arguments: &str, wanted: &str| {
        let told = folder.refuses(format!("export {arguments}"));
        told.assert_contains(wanted);
    };
    refused("none --format csv", "none: no such folder");
    refused(". --format csv", "contains no manifest.toml");
    refused("one", "--format");
    refused("one --format parquet", "--out");
    let told = folder.refuses("export one --format csv --table luck");
    told.assert_contains(["one: this run has no luck.csv; it has ", "games.csv"]);
    let games = folder.join("one/games.csv");
    let text = folder.read("one/games.csv");
    std::fs::write(games, &text[..text.len() - 9]).unwrap();
    refused("one --format csv", "was cut short or extended");
}

#[test]
fn every_table_is_exported_as_parquet() {
    let folder = played();
    for table in ["games", "events", "summary", "effects"] {
        let out = format!("{table}.parquet");
        let export = format!("export one --format parquet --table {table}");
        folder.succeeds(format!("{export} --out {out}"));
        let file = folder.bytes(&out);
        assert!(
            file.starts_with(b"PAR1") && file.ends_with(b"PAR1"),
            "{table}"
        );
    }
}

#[test]
fn index_lists_all_runs_below_a_folder() {
    let folder = played();
    let path = folder.path();
    path.succeeds("report one");
    let more = "simulate --game maracaibo --bots random,random --games 2";
    path.succeeds(format!("{more} --quiet --out 'deep/er/two & <b>'"));
    std::fs::create_dir(path.join("broken")).unwrap();
    path.write("broken/manifest.toml", "format = 99\n");
    let printed = path.succeeds("report --index .");
    printed.assert_contains("2 runs of Cartagena and Maracaibo: 8 games played, 1 has a report.");
    let html = folder.read("index.html");
    html.assert_contains([
        "<h2><a href=\"one/report.html\">one</a></h2>",
        "<h2>deep&#x2f;er&#x2f;two &amp; &lt;b&gt;</h2>",
        "greedy wins",
        "has format 99",
        "Cartagena, simulate · 6 games · <time>20",
        "No report yet; to write one, use: portolan report deep&#x2f;er&#x2f;two &amp; &lt;b&gt;",
    ]);
    // Only one run has a report, and therefore a picture.
    assert_eq!(
        html.matches("<img src=\"data:image/svg+xml;base64,")
            .count(),
        1
    );
    assert_eq!(html.matches("<li class=\"card\">").count(), 2);
    let markdown = folder.read("index.md");
    markdown.assert_contains("](one/report.html)");
    path.rejects("report --index . => exists; --force replaces it");
    path.succeeds("report --index . --force");
    assert_eq!(folder.read("index.html"), html);
    let told = path.refuses("report --index none");
    told.assert_contains("none: no such folder");
    let told = path.refuses("report --index one");
    told.assert_contains("one is a single run");
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
    let told = path.refuses("report . --ask luck");
    told.assert_contains("--ask: . is not a run but contains runs; expected one of these runs");
    let shard = "simulate --game cartagena --bots greedy,random --games 8";
    for part in ["1/2", "2/2"] {
        let out = format!("parts/{}", &part[..1]);
        let more = format!("--shard {part} --out {out} --quiet");
        path.succeeds(format!("{shard} {more}"));
    }
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
    let run = "simulate --game cartagena --bots greedy,random --games 4000";
    let more = "--threads 1 --quiet --out killed";
    end_at(path, format!("{run} {more}"), Ending::Kill, 24);
    let manifest = path.read("killed/manifest.toml");
    manifest.assert_contains("\ngames_done = 0\n");
    let printed = path.succeeds("report .");
    let played = printed.strip_prefix("1 run of Cartagena: ").unwrap();
    let played = played.split(' ').next().unwrap().replace(',', "");
    assert!(
        (30..4000).contains(&played.parse::<u64>().unwrap()),
        "{printed}"
    );
    let index = path.read("index.html");
    index.assert_contains("running or interrupted");
}
