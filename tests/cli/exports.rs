//! `portolan export` writes tables in every form, and `portolan report --index` one page over all runs.

use tempfile::TempDir;

use super::program::{fails, succeeds};

/// A folder with a run, `one`, of two bots of Cartagena.
fn played() -> TempDir {
    let folder = TempDir::new().unwrap();
    let arguments = [
        "simulate",
        "--game",
        "cartagena",
        "--bots",
        "greedy,random",
        "--games",
        "6",
        "--seed",
        "7",
        "--quiet",
        "--out",
        "one",
    ];
    succeeds(folder.path(), &arguments);
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn every_table_is_written_in_every_form_of_text() {
    let folder = played();
    succeeds(folder.path(), &["report", "one"]);
    for table in ["games", "events", "summary", "effects"] {
        let export = |format| {
            let arguments = ["export", "one", "--table", table, "--format", format];
            succeeds(folder.path(), &arguments)
        };
        let text = export("csv");
        assert_eq!(text, read(&folder, &format!("one/{table}.csv")), "{table}");
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
    let games = ["export", "one", "--format", "json"];
    let rows: serde_json::Value = serde_json::from_str(&succeeds(folder.path(), &games)).unwrap();
    assert_eq!(rows[0]["game"], "cartagena");
    assert_eq!(rows[0]["seat"], 1);
}

#[test]
fn a_file_is_written_once() {
    let folder = played();
    let export = ["export", "one", "--format", "csv", "--out", "games.csv"];
    assert_eq!(succeeds(folder.path(), &export), "");
    assert_eq!(read(&folder, "games.csv"), read(&folder, "one/games.csv"));
    let told = fails(folder.path(), 2, &export);
    assert!(
        told.contains("games.csv exists; --force replaces it"),
        "{told}"
    );
    succeeds(folder.path(), &[&export[..], &["--force"]].concat());
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let folder = played();
    let refused = |arguments: &[&str], wanted: &str| {
        let told = fails(folder.path(), 2, &[&["export"], arguments].concat());
        assert!(told.contains(wanted), "no \"{wanted}\" in {told}");
    };
    refused(&["none", "--format", "csv"], "none: no such folder");
    refused(&[".", "--format", "csv"], "no manifest.toml in it");
    refused(&["one"], "--format");
    refused(&["one", "--format", "parquet"], "--out");
    if cfg!(not(feature = "parquet")) {
        refused(
            &["one", "--format", "parquet", "--out", "x"],
            "--features parquet",
        );
    }
    let games = folder.path().join("one/games.csv");
    let text = read(&folder, "one/games.csv");
    std::fs::write(&games, &text[..text.len() - 9]).unwrap();
    refused(&["one", "--format", "csv"], "was cut short or extended");
}

#[cfg(feature = "parquet")]
#[test]
fn every_table_is_written_as_parquet() {
    let folder = played();
    for table in ["games", "events", "summary", "effects"] {
        let out = format!("{table}.parquet");
        let export = ["export", "one", "--format", "parquet", "--table", table];
        succeeds(folder.path(), &[&export[..], &["--out", &out]].concat());
        let file = std::fs::read(folder.path().join(&out)).unwrap();
        assert!(
            file.starts_with(b"PAR1") && file.ends_with(b"PAR1"),
            "{table}"
        );
    }
}

#[test]
fn an_index_lists_every_run_below_a_folder() {
    let folder = played();
    let path = folder.path();
    succeeds(path, &["report", "one"]);
    let more = [
        "simulate",
        "--game",
        "maracaibo",
        "--bots",
        "random,random",
        "--games",
        "2",
    ];
    succeeds(
        path,
        &[&more[..], &["--quiet", "--out", "deep/er/two & <b>"]].concat(),
    );
    std::fs::create_dir(path.join("broken")).unwrap();
    std::fs::write(path.join("broken/manifest.toml"), "format = 99\n").unwrap();
    let printed = succeeds(path, &["report", "--index", "."]);
    assert!(
        printed.contains("2 runs of Cartagena and Maracaibo: 8 games played, 1 has a report."),
        "{printed}"
    );
    let html = read(&folder, "index.html");
    for part in [
        "<td><a href=\"one/report.html\">one</a></td>",
        "two &amp; &lt;b&gt;",
        "greedy wins",
        "is of format 99",
        "<td>simulate</td>",
    ] {
        assert!(html.contains(part), "no {part} in {html}");
    }
    let markdown = read(&folder, "index.md");
    assert!(markdown.contains("](one/report.html)"), "{markdown}");
    let told = fails(path, 2, &["report", "--index", "."]);
    assert!(told.contains("exists; --force replaces it"), "{told}");
    succeeds(path, &["report", "--index", ".", "--force"]);
    assert_eq!(read(&folder, "index.html"), html);
    let told = fails(path, 2, &["report", "--index", "none"]);
    assert!(told.contains("none: no such folder"), "{told}");
    let told = fails(path, 2, &["report", "--index", "one"]);
    assert!(told.contains("one is a run itself"), "{told}");
    succeeds(path, &["report", "--index", ".", "--out", "other"]);
    assert!(path.join("other.html").is_file() && path.join("other.md").is_file());
}
