//! `portolan report --compare`: describes what was changed, compares items one by one, and rejects runs that cannot be
//! compared.

use std::path::Path;

use super::consistent;
use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Exports the data of Puerto Rico and changes a cell of a building. Returns the original row.
fn changed_building(
    folder: &Path,
    name: &str,
    building: &str,
    column: usize,
    value: &str,
) -> String {
    folder.succeeds(format!("data export puerto_rico {name}"));
    let file = format!("{name}/buildings.csv");
    let text = folder.read(&file);
    let start = format!("{building},");
    let row = text.lines().find(|line| line.starts_with(&start)).unwrap();
    let mut cells: Vec<&str> = row.split(',').collect();
    let before = std::mem::replace(&mut cells[column], value).to_string();
    folder.write(file, text.replace(row, &cells.join(",")));
    before
}

/// Compares runs. Returns the output and the JSON page.
fn compare(folder: &Path, runs: &[&str]) -> (String, serde_json::Value) {
    let printed = folder.succeeds(format!("report --compare --force {}", runs.join(" ")));
    let page = folder.join(runs[0]).read("compare.json");
    let page = serde_json::from_str(&page).unwrap();
    consistent::check(&page);
    (printed.replace('\u{a0}', " "), page)
}

fn section<'page>(page: &'page serde_json::Value, id: &str) -> &'page serde_json::Value {
    let mut sections = page["sections"].as_array().unwrap().iter();
    sections.find(|section| section["id"] == id).unwrap()
}

/// Returns the sentences about changed settings.
fn changed(page: &serde_json::Value) -> Vec<String> {
    let remarks = section(page, "settings")["remarks"].as_array().unwrap();
    let text = |remark: &serde_json::Value| remark.as_str().unwrap().to_string();
    remarks.iter().map(text).collect()
}

const SIMULATE: &str = "kind = 'simulate'\ngame = 'puerto_rico'\nplayers = 3\n\
                        bots = ['random', 'random', 'random']\ngames = 12\nevents = 'none'\n";

#[test]
fn comparison_describes_changes_in_words() {
    let folder = &Folder::new();
    folder.plays("before", SIMULATE, "");
    let cost = changed_building(folder, "mine", "hospice", 4, "9");
    let after = SIMULATE.replace("events", "seed = 9\ndata = \"mine\"\nevents");
    folder.plays("after", &after, "--set corn_doubloons=1");
    // The manifest contains the changes of the data set, so the report needs neither data folder.
    let manifest = folder.read("after/manifest.toml");
    manifest.assert_contains("[[data.departure.change]]");
    std::fs::remove_dir_all(folder.join("mine")).unwrap();
    let (_, page) = compare(folder, &["before", "after"]);
    let words = changed(&page);
    words[1].assert_ends_with(&format!("Hospice costs 9 instead of {cost}."));
    let words = words.join("\n") + "\n";
    words.assert_contains([
        "corn_doubloons is 1 instead of 0 (the default).\n",
        "\nSeed: 9 instead of 1.\n",
    ]);
    assert!(!words.contains(['{', '[', '"']), "no TOML: {words}");
    // The first three changes are listed below the answer.
    let more = page["more"].to_string();
    more.assert_contains("costs 9 instead of");
}

#[test]
fn three_runs_are_compared_with_the_first() {
    let folder = &Folder::new();
    folder.plays("one", SIMULATE, "");
    folder.plays("two", SIMULATE, "--games 24");
    let four = SIMULATE.replace("players = 3\nbots = [", "players = 4\nbots = ['random', ");
    folder.plays("three", &four, "");
    let (printed, page) = compare(folder, &["one", "two", "three"]);
    let words = changed(&page);
    for wanted in [
        "two: Games: 24 instead of 12.",
        "three: Players: 4 instead of 3.",
    ] {
        assert!(words.contains(&wanted.to_string()), "{wanted}: {words:?}");
    }
    assert!(!printed.starts_with("The runs have"), "{printed}");
    let differences = &section(&page, "differences")["tables"][0]["rows"];
    let of = |run: &str| {
        let rows = differences.as_array().unwrap().iter();
        rows.filter(|row| row[1] == run).count()
    };
    // All of these games have three seats.
    assert_eq!((of("two"), of("three")), (3, 3), "{differences}");
}

#[test]
fn runs_of_different_games_are_rejected() {
    let folder = &Folder::new();
    folder.plays("one", SIMULATE, "");
    let other = SIMULATE.replace("puerto_rico", "cartagena");
    folder.plays("two", &other, "");
    folder.rejects(
        "report one two --compare
            => one is a run of Puerto Rico and two is a run of Cartagena
            => expected runs of the same game",
    );
    assert!(!folder.join("one/compare.md").exists());
}

const FACTORIAL: &str = "kind = 'factorial'\ngame = 'puerto_rico'\nplayers = 3\n\
                         bots = ['greedy']\nitems = ['buildings']\ngames = 900\nseed = 52\n\
                         events = 'items'\n[factorial]\nwithhold = 0.5\n";

/// A building that becomes far too expensive loses the value of access to it. The values of the other items hardly
/// change, because the deals and the withheld items are the same.
#[test]
fn comparison_lists_every_item() {
    let folder = &Folder::new();
    folder.plays("before", FACTORIAL, "");
    let same = FACTORIAL.replace("games = 900", "games = 600");
    folder.plays("same", &same, "");
    let (printed, page) = compare(folder, &["before", "same"]);
    printed.assert_starts_with("No difference is significant; the nearest to significance is: ");
    let table = &section(&page, "items")["tables"][0];
    let column = |name: &str| {
        let mut columns = table["header"].as_array().unwrap().iter();
        columns.position(|column| column["name"] == name).unwrap()
    };
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 23, "all buildings");
    for row in rows {
        assert_eq!(row[column("deals")], "the same");
        assert_eq!(row[column("difference")], "0.0", "{row}");
        assert_eq!(row[column("changed")], "–");
    }
}

#[test]
fn changed_item_is_marked() {
    let folder = &Folder::new();
    let grant = "kind = 'grant'\ngame = 'puerto_rico'\nplayers = 3\nbots = ['greedy']\n\
                 items = ['hospice', 'harbor']\ngames = 120\nseed = 5\nevents = 'none'\n";
    folder.plays("before", grant, "");
    let points = changed_building(folder, "mine", "hospice", 5, "9");
    folder.plays("after", &format!("{grant}data = \"mine\"\n"), "");
    let (_, page) = compare(folder, &["before", "after"]);
    let told = page["more"][0].as_str().unwrap();
    let start =
        format!("Beginning with Hospice, which has 9 instead of {points} as vp, has a value of ");
    told.assert_starts_with(&start);
    told.assert_contains(" points for greedy in after and of ");
    let rows = &section(&page, "items")["tables"][0]["rows"];
    let of = |item: &str| {
        let mut rows = rows.as_array().unwrap().iter();
        rows.find(|row| row[0].to_string().contains(item)).unwrap()
    };
    let mark = format!("Has 9 instead of {points} as vp");
    assert_eq!(of("hospice")[4], mark.as_str());
    assert_eq!(of("harbor")[4], "–");
}
