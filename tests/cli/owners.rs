//! `portolan data new`: owners enter the printed values at the terminal or in a workbook, and no entry is
//! lost.

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use calamine::{Reader, open_workbook_auto};
use rust_xlsxwriter::Workbook;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const CARDS: &str = "set/project_cards.csv";
const QUESTS: &str = "set/quest_tiles.csv";

/// Runs `data new maracaibo set` with these answers. Returns the output.
#[track_caller]
fn enter(folder: &Path, arguments: &str, answers: &[&str]) -> String {
    let mut child = folder
        .command(format!("data new maracaibo set {arguments}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the line with this beginning.
#[track_caller]
fn line(folder: &Path, file: &str, start: &str) -> String {
    let text = folder.read(file);
    let mut lines = text.lines().filter(|line| line.starts_with(start));
    let found = lines.next();
    found
        .unwrap_or_else(|| panic!("no line {start} in {file}"))
        .to_string()
}

/// Returns all files of the set by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("set")).unwrap();
    let files = entries.map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, read_to_string(path).unwrap())
    });
    files.collect()
}

#[test]
fn entering_a_row_leaves_other_rows_unchanged() {
    let path = &Folder::new();
    let told = enter(path, "--file quest_tiles.csv", &["map3", "d3", "=", "quit"]);
    told.assert_contains("id 1 saved: owner");
    told.assert_contains("quest_tiles.csv: 2 of 24 rows are facts");
    told.assert_contains("67 of 464 rows are facts (14 %), 1 of them");
    told.assert_lacks(["\x1b", "reward_flat ("]);
    let shipped = include_str!("../../src/games/maracaibo/components/data/quest_tiles.csv");
    let expected = shipped.replacen("1,map2,vp1,d4,reconstructed", "1,map3,d3,d4,owner", 1);
    assert_ne!(expected, shipped);
    assert_eq!(path.read(QUESTS), expected);
    assert!(!files(path).keys().any(|name| name.ends_with(".tmp")));
    path.succeeds("data check maracaibo set");
}

#[test]
fn file_can_be_chosen_by_name_number_or_enter() {
    let path = &Folder::new();
    let told = enter(path, "", &["quests", "3", "==", "quit"]);
    told.assert_contains("no file \"quests\"; files: project_cards.csv, ");
    told.assert_contains("id 1 saved: owner; quest_tiles.csv");
    enter(path, "", &["", "=="]).assert_contains("id A001 saved: owner; project_cards.csv");
    let told = enter(path, "--file automa_cards", &[]);
    told.assert_contains("all rows of automa_cards.csv are facts");
    let told = path.refuses("data new maracaibo set --file project_crds");
    told.assert_contains("did you mean \"project_cards.csv\"");
    let arguments = "data new maracaibo set --file project_cards --row A12";
    path.refuses(arguments)
        .assert_contains("did you mean \"A012\"");
    let told = path.refuses("data new cartagena other");
    told.assert_contains("no tables to fill in");
    assert!(!path.join("other").exists());
}

#[test]
fn invalid_answer_is_rejected_and_valid_answers_are_saved() {
    let path = &Folder::new();
    let card = "--file project_cards.csv --row A012";
    let told = enter(path, card, &["=", "100", "=", "quit"]);
    told.assert_contains("cost: \"100\" found, expected a whole number from 0 to 99");
    told.assert_contains("id A012 is not saved");
    let shipped = include_str!("../../src/games/maracaibo/components/data/project_cards.csv");
    assert_eq!(path.read(CARDS), shipped);
    // An empty action next to a location is rejected. If it is entered twice, it is accepted until the
    // row is complete. The check of the whole row then rejects it, and the action is asked for again.
    let mut answers = vec!["Sailor of mine", "7"];
    answers.extend(["="; 11]);
    answers.extend(["5", "-", "-", "4", "vp3+d5", "="]);
    let told = enter(path, card, &answers);
    told.assert_contains("because assistant_location is set");
    let row = line(path, CARDS, "A012");
    row.assert_starts_with("A012,A,Sailor of mine,7,");
    row.assert_ends_with(",5,vp3+d5,4,owner");
}

#[test]
fn dialogue_commands_navigate_between_rows() {
    let path = &Folder::new();
    let told = enter(
        path,
        "--file quest_tiles.csv",
        &[
            "?", "map3", "back", "book3", "skip", "row 5", "d2", "==", "map4", "-", "-",
        ],
    );
    told.assert_contains("cost: price of the quest. Accepted: d<n>");
    told.assert_contains("id 1 is not saved");
    assert!(line(path, QUESTS, "5,").starts_with("5,d2,"));
    told.assert_contains("id 6 is not saved");
    told.assert_contains("reward_flat: \"(empty)\" found, expected");
    assert!(line(path, QUESTS, "1,").ends_with("reconstructed"));
}

#[test]
fn interrupted_entry_resumes_without_overwriting() {
    let path = &Folder::new();
    // The input ends within the second row.
    let told = enter(path, "--file quest_tiles.csv", &["map3", "", "=", "map4"]);
    told.assert_contains("id 1 saved: reconstructed; cost, reward_flat owner");
    told.assert_contains("id 2 is not saved");
    std::fs::remove_file(path.join("set/careers.csv")).unwrap();
    let end = "influence_end,14,,,";
    let tracks = path.read("set/tracks.csv");
    let mine = tracks.replace(&format!("{end}reconstructed"), &format!("{end}owner; seen"));
    path.write("set/tracks.csv", &mine);
    // For the first row only the missing value is asked for, then the second row follows.
    let told = enter(
        path,
        "--file quest_tiles.csv",
        &["d3", "map5", "==", "quit"],
    );
    told.assert_contains("id 1 saved: owner");
    assert!(line(path, QUESTS, "1,").starts_with("1,map3,d3,d4,owner"));
    assert!(line(path, QUESTS, "2,").starts_with("2,map5,"));
    assert_eq!(path.read("set/tracks.csv"), mine);
    assert!(path.join("set/careers.csv").is_file());
    told.assert_contains("3 of them entered by an owner");
}

#[test]
fn row_that_breaks_the_set_is_saved_only_on_confirmation() {
    let path = &Folder::new();
    let tile = "--file city_tiles.csv --row C02";
    // Of the tiles for two players, two have a wheel.
    let told = enter(path, tile, &["=", "-", "=", "=", "no", "quit"]);
    told.assert_contains("set/city_tiles.csv");
    line(path, "set/city_tiles.csv", "C02").assert_contains(",wheel,");
    let told = enter(path, tile, &["=", "-", "=", "=", "yes"]);
    told.assert_contains("id C02 saved: owner");
    path.refuses("data check maracaibo set");
    let told = enter(path, tile, &["quit"]);
    told.assert_contains("The set cannot be played yet: set/city_tiles.csv");
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
    let told = enter(path, &add, &card("B102", "B", ""));
    told.assert_contains("rows with set C may be added to or removed");
    let told = enter(path, &add, &card("A001", "C", ""));
    told.assert_contains("id: \"A001\" found, expected a unique text");
    let told = enter(path, &add, &card("C01", "C", ""));
    told.assert_contains("id C01 saved: owner");
    assert_eq!(
        line(path, CARDS, "C01"),
        "C01,C,Captain,5,0,,sugar+map,,0,0,,,,,,,,3,owner"
    );
    path.succeeds("data check maracaibo set");
    let remove = |id: &'static str| format!("{cards} --row {id} --remove");
    enter(path, &remove("A012"), &["yes"]).assert_contains("rows with set C");
    enter(path, &remove("C01"), &["no"]).assert_contains("id C01 stays");
    enter(path, &remove("C01"), &["yes"]).assert_contains("id C01 removed");
    let told = enter(path, &add, &card("B102", "B", "designed"));
    told.assert_contains("id B102 saved: designed");
    assert!(line(path, CARDS, "B102").ends_with(",3,designed"));
    path.succeeds("data check maracaibo set");
    enter(path, &remove("B102"), &["yes"]).assert_contains("id B102 removed");
    let shipped = include_str!("../../src/games/maracaibo/components/data/project_cards.csv");
    assert_eq!(path.read(CARDS), shipped);
    let told = path.refuses("data new maracaibo set --file quest_tiles --add");
    told.assert_contains("quest_tiles.csv has a fixed number of rows");
}

#[test]
fn partly_entered_set_can_be_played_and_reported() {
    let path = &Folder::new();
    enter(path, "--file quest_tiles.csv", &["map3", "d3", "=", "quit"]);
    let facts = path.succeeds("data facts maracaibo set");
    let row = facts
        .lines()
        .find(|line| line.starts_with("quest_tiles"))
        .unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells.join(" "), "quest_tiles.csv 24 1 0 1 0 22 8 %");
    facts.assert_ends_with(
        "67 of 464 rows are facts (14 %), 1 of them entered by an owner of the game\n",
    );
    path.succeeds(
        "simulate --game maracaibo --bots random,random --games 4 --data set --out run --quiet",
    );
    let manifest = path.read("run/manifest.toml");
    manifest.assert_contains("public = 50\nowner = 1\nrecalled = 0\nreconstructed = 397");
    path.succeeds("report run");
    let report = path.read("run/report.md");
    report.assert_contains(["14.4", "an owner of the game, who entered 1 of the rows"]);
    report.assert_contains("| an owner of the game | 1 |");
    path.succeeds("simulate --game maracaibo --bots random,random --games 4 --out plain --quiet");
    path.read("plain/manifest.toml").assert_lacks("owner =");
}

/// Workbook as saved by a spreadsheet program: text by worksheet, row and column.
pub struct Book(pub Vec<(String, Vec<Vec<String>>)>);

impl Book {
    pub fn open(path: &Path) -> Book {
        let mut book = open_workbook_auto(path).unwrap();
        let sheets = book.sheet_names().into_iter().map(|name| {
            let range = book.worksheet_range(&name).unwrap();
            let rows = range
                .rows()
                .map(|row| row.iter().map(ToString::to_string).collect());
            (name, rows.collect())
        });
        Book(sheets.collect())
    }

    pub fn rows(&mut self, sheet: &str) -> &mut Vec<Vec<String>> {
        &mut self.0.iter_mut().find(|(name, _)| name == sheet).unwrap().1
    }

    pub fn set(&mut self, sheet: &str, row: usize, column: &str, value: &str) {
        let rows = self.rows(sheet);
        let column = rows[0].iter().position(|name| name == column).unwrap();
        rows[row][column] = value.to_string();
    }

    pub fn save(&self, path: &Path) {
        self.workbook().save(path).unwrap();
    }

    pub fn workbook(&self) -> Workbook {
        let mut workbook = Workbook::new();
        for (name, rows) in &self.0 {
            let sheet = workbook.add_worksheet();
            sheet.set_name(name).unwrap();
            for (row, cells) in (0..).zip(rows) {
                for (column, cell) in (0..).zip(cells) {
                    // A spreadsheet program stores digits as numbers.
                    match cell.parse::<f64>() {
                        Ok(number) => sheet.write_number(row, column, number).unwrap(),
                        Err(_) => sheet.write_string(row, column, cell).unwrap(),
                    };
                }
            }
        }
        workbook
    }
}

fn new(more: &str) -> String {
    format!("data new maracaibo set {more}")
}

#[test]
fn workbook_round_trip_preserves_the_set() {
    let path = &Folder::new();
    let told = path.succeeds(new("--sheet owner.xlsx"));
    told.assert_contains("portolan data new maracaibo set --from owner.xlsx");
    let before = files(path);
    path.succeeds(new("--from owner.xlsx"))
        .assert_contains("nothing was filled in");
    assert_eq!(files(path), before);
    path.refuses(new("--sheet owner.xlsx"))
        .assert_contains("--force overwrites it");
    path.refuses(new("--sheet owner.ods"))
        .assert_contains("ends in .xlsx");
    let bytes = path.bytes("owner.xlsx");
    path.succeeds(new("--sheet owner.xlsx --force"));
    assert_eq!(path.bytes("owner.xlsx"), bytes);

    let mut book = Book::open(&path.join("owner.xlsx"));
    assert_eq!(
        book.rows("quest_tiles")[1][..5],
        ["unknown", "1", "map2", "vp1", "d4"]
    );
    assert_eq!(book.rows("automa_cards")[1][0], "fact");
    book.set("project_cards", 12, "cost", "9");
    book.set("quest_tiles", 1, "state", "owner");
    book.set("quest_tiles", 2, "reward_flat", "d5");
    book.set("quest_tiles", 2, "state", "owner");
    // The order of the rows may change.
    book.rows("quest_tiles").swap(3, 9);
    let width = book.rows("project_cards")[0].len();
    let mut row = vec![String::new(); width];
    for (column, cell) in [
        (1, "C01"),
        (2, "C"),
        (3, "Captain"),
        (4, "5"),
        (5, "0"),
        (7, "sugar+map"),
        (9, "0"),
        (10, "0"),
        (18, "3"),
    ] {
        row[column] = cell.to_string();
    }
    book.rows("project_cards").push(row);
    book.save(&path.join("filled.xlsx"));
    // In the meantime, a row is entered at the terminal.
    enter(path, "--file quest_tiles.csv --row 3", &["="; 3]);
    let told = path.succeeds(new("--from filled.xlsx"));
    told.assert_contains("project_cards.csv: 1 row changed or confirmed, 1 added, 0 removed");
    told.assert_contains("quest_tiles.csv: 2 rows changed or confirmed");
    let card = line(path, CARDS, "A012");
    assert!(
        card.starts_with("A012,A,Sailor,9,") && card.ends_with("; cost owner"),
        "{card}"
    );
    assert_eq!(
        line(path, CARDS, "C01"),
        "C01,C,Captain,5,0,,sugar+map,,0,0,,,,,,,,3,owner"
    );
    assert_eq!(line(path, QUESTS, "1,"), "1,map2,vp1,d4,owner");
    assert_eq!(line(path, QUESTS, "2,"), "2,map2,d2,d5,owner");
    assert!(line(path, QUESTS, "3,").ends_with(",owner"));
    for (name, text) in files(path) {
        assert!(
            ["project_cards.csv", "quest_tiles.csv"].contains(&name.as_str())
                || before[&name] == text,
            "{name}"
        );
    }
    // Reading it again changes nothing and reports the row that was already added.
    path.refuses(new("--from filled.xlsx"))
        .assert_contains("\"C01\" found");

    path.succeeds(new("--sheet next.xlsx"));
    let mut book = Book::open(&path.join("next.xlsx"));
    let last = book.rows("project_cards").len() - 1;
    assert_eq!(book.rows("project_cards")[12][0], "partly");
    book.set("project_cards", last, "state", "remove");
    book.save(&path.join("next.xlsx"));
    let told = path.succeeds(new("--from next.xlsx"));
    told.assert_contains("0 rows changed or confirmed, 0 added, 1 removed");
    path.read(CARDS).assert_lacks("\nC01");
}

#[test]
fn workbook_errors_name_the_cell_and_write_no_files() {
    let path = &Folder::new();
    path.succeeds(new("--sheet owner.xlsx"));
    let written = Book::open(&path.join("owner.xlsx"));
    let before = files(path);
    let told = |change: &dyn Fn(&mut Book)| {
        let mut book = Book(written.0.clone());
        change(&mut book);
        book.save(&path.join("filled.xlsx"));
        let told = path.refuses(new("--from filled.xlsx"));
        assert_eq!(files(path), before);
        told
    };
    let two = told(&|book| {
        book.set("project_cards", 12, "cost", "100");
        book.set("quest_tiles", 3, "reward_flat", "riches");
    });
    two.assert_contains("2 problems");
    two.assert_contains(
        "filled.xlsx, project_cards, row 13, column E (cost): \"100\" found, expected a whole",
    );
    two.assert_contains("filled.xlsx, quest_tiles, row 4, column E (reward_flat): \"riches\"");
    two.assert_contains("nothing was written");
    let key = told(&|book| book.set("quest_tiles", 3, "id", "77"));
    key.assert_contains("quest_tiles, row 4, column B (id): \"77\" found, expected 3");
    let state = told(&|book| book.set("quest_tiles", 3, "state", "remove"));
    state.assert_contains(
        "column A (state): \"remove\" found, expected unknown, partly, fact, owner",
    );
    let set = told(&|book| book.set("project_cards", 3, "state", "remove"));
    set.assert_contains("rows with set C");
    let header = told(&|book| book.set("quest_tiles", 0, "cost", "price"));
    header.assert_contains("quest_tiles, row 1: no column cost");
    let twice = told(&|book| {
        let row = book.rows("quest_tiles")[3].clone();
        book.rows("quest_tiles").push(row);
    });
    twice.assert_contains("expected a row of the set that occurs only once");
    let other = told(&|book| book.rows("about")[0][1] = "endeavor".to_string());
    other.assert_contains("it is for endeavor");
    path.write("filled.xlsx", "no workbook");
    path.refuses(new("--from filled.xlsx"))
        .assert_contains("expected a workbook that");
    path.refuses(new("--from none.xlsx"));
}

#[test]
fn workbook_does_not_overwrite_newer_entries() {
    let path = &Folder::new();
    path.succeeds(new("--sheet owner.xlsx"));
    enter(path, "--file quest_tiles.csv", &["map4", "quit"]);
    enter(path, "--file quest_tiles.csv", &["map4", "", "", "quit"]);
    let mut book = Book::open(&path.join("owner.xlsx"));
    book.set("quest_tiles", 1, "cost", "map1");
    book.save(&path.join("filled.xlsx"));
    let before = files(path);
    let told = path.refuses(new("--from filled.xlsx"));
    told.assert_contains("\"map1\" found, expected \"map2\" or \"map4\", which was entered since");
    assert_eq!(files(path), before);
}

#[test]
fn workbook_with_unplayable_set_requires_force() {
    let path = &Folder::new();
    path.succeeds(new("--sheet owner.xlsx"));
    let mut book = Book::open(&path.join("owner.xlsx"));
    book.set("city_tiles", 2, "symbol", "");
    book.save(&path.join("filled.xlsx"));
    let told = path.refuses(new("--from filled.xlsx"));
    told.assert_contains("--force writes the set anyway");
    line(path, "set/city_tiles.csv", "C02").assert_contains(",wheel,");
    path.succeeds(new("--from filled.xlsx --force"));
    line(path, "set/city_tiles.csv", "C02").assert_lacks(",wheel,");
}
