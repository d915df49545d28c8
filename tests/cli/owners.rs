//! `portolan data new`: owners of a game enter the printed values at the terminal, and the program loses no entry.

use std::collections::BTreeMap;
use std::path::Path;

use super::folder::{Folder, Workdir};
use super::text::{TextAssert, flat};

const CARDS: &str = "set/project_cards.csv";
const QUESTS: &str = "set/quest_tiles.csv";
/// A card that is added to the set.
const ADDED: &str = "C01,C,Captain,5,0,,sugar+map,,0,0,,,,,,,,3,owner";

fn new(more: &str) -> String {
    format!("data new maracaibo set {more}")
}

/// Runs `data new maracaibo set` with these answers. Returns the output.
#[track_caller]
fn enter(folder: &Path, arguments: &str, answers: &[&str]) -> String {
    let text: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
    folder.fed(new(arguments), &text)
}

/// Returns the line with this beginning.
#[track_caller]
fn line(folder: &Path, file: &str, start: &str) -> String {
    let text = folder.read(file);
    let found = text.lines().find(|line| line.starts_with(start));
    found
        .unwrap_or_else(|| panic!("no line {start} in {file}"))
        .to_string()
}

/// Returns all files of the set by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    super::folder::files(&folder.join("set"))
}

/// Returns the project cards as shipped.
const SHIPPED_CARDS: &str =
    include_str!("../../src/games/maracaibo/components/data/project_cards.csv");

#[test]
fn entering_a_row_leaves_other_rows_unchanged() {
    let path = &Folder::new();
    let output = enter(path, "--file quest_tiles.csv", &["map3", "d3", "=", "quit"]);
    output.assert_contains([
        "id 1 saved: owner",
        "quest_tiles.csv: 2 of 24 rows are facts",
        "67 of 464 rows are facts (14 %), 1 of them",
    ]);
    output.assert_lacks(["\x1b", "reward_flat ("]);
    let shipped = include_str!("../../src/games/maracaibo/components/data/quest_tiles.csv");
    let expected = shipped.replacen("1,map2,vp2,d6,reconstructed", "1,map3,d3,d6,owner", 1);
    assert_ne!(expected, shipped);
    assert_eq!(path.read(QUESTS), expected);
    assert!(!files(path).keys().any(|name| name.ends_with(".tmp")));
    path.succeeds("data check maracaibo set");
}

#[test]
fn file_can_be_chosen_by_name_number_or_enter_key() {
    let path = &Folder::new();
    let output = enter(path, "", &["quests", "3", "==", "quit"]);
    output.assert_contains([
        "no file \"quests\"; files: project_cards.csv, ",
        "id 1 saved: owner; quest_tiles.csv",
    ]);
    enter(path, "", &["", "=="]).assert_contains("id A001 saved: owner; project_cards.csv");
    let output = enter(path, "--file automa_cards", &[]);
    output.assert_contains("all rows of automa_cards.csv are facts");
    path.rejects(
        r#"
        data new maracaibo set --file project_crds => did you mean "project_cards.csv"
        data new maracaibo set --file project_cards --row A12 => did you mean "A012"
        data new cartagena other => no tables to fill in
    "#,
    );
}

#[test]
fn invalid_answer_is_rejected_and_valid_answers_are_saved() {
    let path = &Folder::new();
    let card = "--file project_cards.csv --row A012";
    let output = enter(path, card, &["=", "100", "=", "quit"]);
    output.assert_contains([
        "cost: \"100\" found, expected a whole number from 0 to 99",
        "the changes to id A012 are not saved",
    ]);
    assert_eq!(path.read(CARDS), SHIPPED_CARDS);
    // An empty action next to a location is rejected. If it is entered twice, it is accepted until the
    // row is complete. The check of the whole row then rejects it, and the program asks for the action again.
    let mut answers = vec!["Sailor of mine", "7"];
    answers.extend(["="; 11]);
    answers.extend(["5", "-", "-", "4", "vp3+d5", "="]);
    let output = enter(path, card, &answers);
    output.assert_contains("because assistant_location is set");
    let row = line(path, CARDS, "A012");
    row.assert_starts_with("A012,A,Sailor of mine,7,");
    row.assert_ends_with(",5,vp3+d5,4,owner");
}

#[test]
fn dialogue_commands_navigate_between_rows() {
    let path = &Folder::new();
    let output = enter(
        path,
        "--file quest_tiles.csv",
        &[
            "?", "map3", "back", "book3", "skip", "row 5", "d2", "==", "map4", "-", "-",
        ],
    );
    output.assert_contains([
        "cost: price of the quest. Accepted: d<n>",
        "the changes to id 1 are not saved",
        "the changes to id 6 are not saved",
        "reward_flat: \"(empty)\" found, expected",
    ]);
    line(path, QUESTS, "5,").assert_starts_with("5,d2,");
    line(path, QUESTS, "1,").assert_ends_with("reconstructed");
}

#[test]
fn interrupted_entry_resumes_without_overwriting() {
    let path = &Folder::new();
    // The input ends within the second row.
    let output = enter(path, "--file quest_tiles.csv", &["map3", "", "=", "map4"]);
    output.assert_contains([
        "id 1 saved: reconstructed; cost, reward_flat owner",
        "the changes to id 2 are not saved",
    ]);
    std::fs::remove_file(path.join("set/careers.csv")).unwrap();
    let end = "influence_end,14,,,";
    let tracks = path.read("set/tracks.csv");
    let mine = tracks.replace(&format!("{end}reconstructed"), &format!("{end}owner; seen"));
    path.write("set/tracks.csv", &mine);
    // The program asks only for the missing value of the first row, and then for the second row.
    let answers = ["d3", "map5", "==", "quit"];
    let output = enter(path, "--file quest_tiles.csv", &answers);
    output.assert_contains(["id 1 saved: owner", "3 of them entered by an owner"]);
    line(path, QUESTS, "1,").assert_starts_with("1,map3,d3,d6,owner");
    line(path, QUESTS, "2,").assert_starts_with("2,map5,");
    assert_eq!(path.read("set/tracks.csv"), mine);
    assert!(path.join("set/careers.csv").is_file());
}

#[test]
fn row_that_makes_the_set_invalid_is_saved_only_on_confirmation() {
    let path = &Folder::new();
    let tile = "--file city_tiles.csv --row C02";
    // Of the tiles for two players, two have a wheel.
    let output = enter(path, tile, &["=", "-", "=", "=", "no", "quit"]);
    output.assert_contains("set/city_tiles.csv");
    line(path, "set/city_tiles.csv", "C02").assert_contains(",wheel,");
    let output = enter(path, tile, &["=", "-", "=", "=", "yes"]);
    output.assert_contains("id C02 saved: owner");
    path.refuses("data check maracaibo set");
    let output = enter(path, tile, &["quit"]);
    output.assert_contains("The set cannot be played yet: set/city_tiles.csv");
    enter(path, tile, &["=", "wheel", "=", "="]);
    path.succeeds("data check maracaibo set");
}

#[test]
fn rows_can_be_added_and_removed_in_extensible_sets() {
    let path = &Folder::new();
    let cards = "--file project_cards.csv";
    let card = |id: &'static str, set: &'static str, provenance: &'static str| {
        let mut answers = vec![id, set, "Captain", "5", "0", "", "sugar+map", "", "0", "0"];
        answers.extend([""; 7]);
        answers.extend(["3", provenance]);
        answers
    };
    let add = format!("{cards} --add");
    let output = enter(path, &add, &card("B102", "B", ""));
    output.assert_contains("rows with set C may be added to or removed");
    let output = enter(path, &add, &card("A001", "C", ""));
    output.assert_contains("id: \"A001\" found, expected a unique text");
    let output = enter(path, &add, &card("C01", "C", ""));
    output.assert_contains("id C01 saved: owner");
    assert_eq!(line(path, CARDS, "C01"), ADDED);
    path.succeeds("data check maracaibo set");
    let remove = |id: &'static str| format!("{cards} --row {id} --remove");
    enter(path, &remove("A012"), &["yes"]).assert_contains("rows with set C");
    for no in ["no", "N", "", "quit"] {
        enter(path, &remove("C01"), &[no]).assert_contains("id C01 stays");
    }
    enter(path, &remove("C01"), &["yes"]).assert_contains("id C01 removed");
    let output = enter(path, &add, &card("B102", "B", "designed"));
    output.assert_contains("id B102 saved: designed");
    assert!(line(path, CARDS, "B102").ends_with(",3,designed"));
    path.succeeds("data check maracaibo set");
    let output = enter(path, &remove("B102"), &["maybe", "YES"]);
    output.assert_contains([
        "\"maybe\" found, expected yes (y), no (n) or Enter for no",
        "id B102 removed",
    ]);
    assert_eq!(path.read(CARDS), SHIPPED_CARDS);
    path.rejects(
        "data new maracaibo set --file quest_tiles --add
            => quest_tiles.csv has a fixed number of rows",
    );
}

#[test]
fn partly_entered_set_can_be_played_and_reported() {
    let path = &Folder::new();
    enter(path, "--file quest_tiles.csv", &["map3", "d3", "=", "quit"]);
    let facts = path.succeeds("data facts maracaibo set");
    let mut rows = facts.lines().map(flat);
    let row = rows.find(|row| row.starts_with("quest_tiles"));
    assert_eq!(row.unwrap(), "quest_tiles.csv 24 1 0 1 0 22 8 %");
    facts.assert_ends_with(
        "67 of 464 rows are facts (14 %), 1 of them entered by an owner of the game\n",
    );
    let simulate = "simulate --game maracaibo --bots random,random --games 4 --quiet";
    path.succeeds(format!("{simulate} --data set --out run"));
    let manifest = path.read("run/manifest.toml");
    manifest.assert_contains("public = 50\nowner = 1\nrecalled = 0\nreconstructed = 397");
    path.succeeds("report run");
    path.read("run/report.md").assert_contains([
        "14.4",
        "an owner of the game, who entered 1 of the rows",
        "| an owner of the game | 1 |",
    ]);
    path.succeeds(format!("{simulate} --out plain"));
    path.read("plain/manifest.toml").assert_lacks("owner =");
}
