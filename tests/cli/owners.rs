//! `portolan data new`: owners enter the printed values at the terminal or in a workbook, and no entry is
//! lost.

use std::collections::BTreeMap;
use std::path::Path;

use calamine::{Reader, open_workbook_auto};
use rust_xlsxwriter::Workbook;

use super::folder::{Folder, Workdir};
use super::text::{TextAssert, flat, parse_table};

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
    let expected = shipped.replacen("1,map2,vp1,d4,reconstructed", "1,map3,d3,d4,owner", 1);
    assert_ne!(expected, shipped);
    assert_eq!(path.read(QUESTS), expected);
    assert!(!files(path).keys().any(|name| name.ends_with(".tmp")));
    path.succeeds("data check maracaibo set");
}

#[test]
fn file_can_be_chosen_by_name_number_or_enter() {
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
    // row is complete. The check of the whole row then rejects it, and the action is asked for again.
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
    // For the first row only the missing value is asked for, then the second row follows.
    let answers = ["d3", "map5", "==", "quit"];
    let output = enter(path, "--file quest_tiles.csv", &answers);
    output.assert_contains(["id 1 saved: owner", "3 of them entered by an owner"]);
    line(path, QUESTS, "1,").assert_starts_with("1,map3,d3,d4,owner");
    line(path, QUESTS, "2,").assert_starts_with("2,map5,");
    assert_eq!(path.read("set/tracks.csv"), mine);
    assert!(path.join("set/careers.csv").is_file());
}

#[test]
fn row_that_breaks_the_set_is_saved_only_on_confirmation() {
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

#[test]
fn workbook_round_trip_preserves_the_set() {
    let path = &Folder::new();
    let set = "data new maracaibo set";
    path.prints(&format!(
        "{set} --sheet owner.xlsx => portolan {set} --from owner.xlsx"
    ));
    let before = files(path);
    path.prints(&format!("{set} --from owner.xlsx => nothing was filled in"));
    assert_eq!(files(path), before);
    path.rejects(&format!(
        "
        {set} --sheet owner.xlsx => --force overwrites it
        {set} --sheet owner.ods => ends in .xlsx
    "
    ));
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
    let row = ",C01,C,Captain,5,0,,sugar+map,,0,0,,,,,,,,3";
    let mut row: Vec<String> = row.split(',').map(str::to_string).collect();
    row.resize(width, String::new());
    book.rows("project_cards").push(row);
    book.save(&path.join("filled.xlsx"));
    // In the meantime, a row is entered at the terminal.
    enter(path, "--file quest_tiles.csv --row 3", &["="; 3]);
    let output = path.succeeds(new("--from filled.xlsx"));
    output.assert_contains([
        "project_cards.csv: 1 row changed or confirmed, 1 added, 0 removed",
        "quest_tiles.csv: 2 rows changed or confirmed",
    ]);
    let card = line(path, CARDS, "A012");
    card.assert_starts_with("A012,A,Sailor,9,");
    card.assert_ends_with("; cost owner");
    assert_eq!(line(path, CARDS, "C01"), ADDED);
    assert_eq!(line(path, QUESTS, "1,"), "1,map2,vp1,d4,owner");
    assert_eq!(line(path, QUESTS, "2,"), "2,map2,d2,d5,owner");
    line(path, QUESTS, "3,").assert_ends_with(",owner");
    let mut after = files(path);
    for changed in ["project_cards.csv", "quest_tiles.csv"] {
        after.insert(changed.to_string(), before[changed].clone());
    }
    assert_eq!(after, before);
    // Reading it again changes nothing and reports the row that was already added.
    path.rejects(&format!("{set} --from filled.xlsx => \"C01\" found"));

    path.succeeds(new("--sheet next.xlsx"));
    let mut book = Book::open(&path.join("next.xlsx"));
    let last = book.rows("project_cards").len() - 1;
    assert_eq!(book.rows("project_cards")[12][0], "partly");
    book.set("project_cards", last, "state", "remove");
    book.save(&path.join("next.xlsx"));
    let output = path.succeeds(new("--from next.xlsx"));
    output.assert_contains("0 rows changed or confirmed, 0 added, 1 removed");
    path.read(CARDS).assert_lacks("\nC01");
}

#[test]
fn workbook_errors_name_the_cell_and_write_no_files() {
    let path = &Folder::new();
    path.succeeds(new("--sheet owner.xlsx"));
    let written = Book::open(&path.join("owner.xlsx"));
    let before = files(path);
    let rejects = |wanted: &[&str], change: &dyn Fn(&mut Book)| {
        let mut book = Book(written.0.clone());
        change(&mut book);
        book.save(&path.join("filled.xlsx"));
        path.refuses(new("--from filled.xlsx"))
            .assert_contains(wanted);
        assert_eq!(files(path), before);
    };
    let two = [
        "2 problems",
        "filled.xlsx, project_cards, row 13, column E (cost): \"100\" found, expected a whole",
        "filled.xlsx, quest_tiles, row 4, column E (reward_flat): \"riches\"",
        "nothing was written",
    ];
    rejects(&two, &|book| {
        book.set("project_cards", 12, "cost", "100");
        book.set("quest_tiles", 3, "reward_flat", "riches");
    });
    for [cell, wanted] in &parse_table(
        r#"
        quest_tiles 3 id 77 => quest_tiles, row 4, column B (id): "77" found, expected 3
        quest_tiles 3 state remove
            => column A (state): "remove" found, expected unknown, partly, fact, owner
        project_cards 3 state remove => rows with set C
        quest_tiles 0 cost price => quest_tiles, row 1: no column cost
    "#,
    ) {
        let cell: Vec<&str> = cell.split(' ').collect();
        let row = cell[1].parse().unwrap();
        rejects(&[wanted], &|book| book.set(cell[0], row, cell[2], cell[3]));
    }
    rejects(
        &["expected a row of the set that occurs only once"],
        &|book| {
            let row = book.rows("quest_tiles")[3].clone();
            book.rows("quest_tiles").push(row);
        },
    );
    let of_other_game = |book: &mut Book| book.rows("about")[0][1] = "endeavor".to_string();
    rejects(&["it is for endeavor"], &of_other_game);
    path.write("filled.xlsx", "no workbook");
    path.rejects(
        "
        data new maracaibo set --from filled.xlsx => expected a workbook that
        data new maracaibo set --from none.xlsx
    ",
    );
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
    let output = path.refuses(new("--from filled.xlsx"));
    output
        .assert_contains("\"map1\" found, expected \"map2\" or \"map4\", which was entered since");
    assert_eq!(files(path), before);
}

#[test]
fn workbook_with_unplayable_set_requires_force() {
    let path = &Folder::new();
    path.succeeds(new("--sheet owner.xlsx"));
    let mut book = Book::open(&path.join("owner.xlsx"));
    book.set("city_tiles", 2, "symbol", "");
    book.save(&path.join("filled.xlsx"));
    let output = path.refuses(new("--from filled.xlsx"));
    output.assert_contains("--force writes the set anyway");
    line(path, "set/city_tiles.csv", "C02").assert_contains(",wheel,");
    path.succeeds(new("--from filled.xlsx --force"));
    line(path, "set/city_tiles.csv", "C02").assert_lacks(",wheel,");
}
