//! Workbooks with unexpected modifications: no entry is lost without a message, and memory use is limited.

use std::path::Path;

use rust_xlsxwriter::Workbook;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;
use crate::owners::Book;
use crate::program::{fails, succeeds};

const WRITE: &str = "data new maracaibo set --sheet owner.xlsx";
const READ: &str = "data new maracaibo set --from filled.xlsx";

fn written(folder: &Path) -> Book {
    succeeds(folder, WRITE);
    Book::open(&folder.join("owner.xlsx"))
}

fn tiles(folder: &Path) -> String {
    folder.read("set/quest_tiles.csv")
}

#[test]
fn unknown_worksheet_is_rejected_by_name() {
    let path = &Folder::new();
    let mut book = written(path);
    let before = tiles(path);
    book.set("quest_tiles", 1, "cost", "map3");
    let renamed = book.0.iter_mut().find(|(name, _)| name == "quest_tiles");
    renamed.unwrap().0 = "Quest tiles".to_string();
    book.save(&path.join("filled.xlsx"));
    let told = fails(path, 2, READ);
    told.assert_contains(
        "filled.xlsx: worksheet \"Quest tiles\" does not belong to any file of the set (did you mean \
         \"quest_tiles\"?); worksheets: project_cards, story_cards, quest_tiles, ",
    );
    told.assert_contains("nothing was written");
    assert_eq!(tiles(path), before);
}

#[test]
fn missing_worksheet_is_reported() {
    let path = &Folder::new();
    let mut book = written(path);
    book.0.retain(|(name, _)| name != "careers");
    book.save(&path.join("filled.xlsx"));
    let missing = "filled.xlsx has no worksheet careers: careers.csv remains unchanged\n";
    let told = succeeds(path, READ);
    told.assert_starts_with(&format!("{missing}nothing was filled in\n"));
    book.set("quest_tiles", 1, "cost", "map3");
    book.save(&path.join("filled.xlsx"));
    let told = succeeds(path, READ);
    told.assert_starts_with(&format!("{missing}quest_tiles.csv: 1 row changed"));
    tiles(path).assert_contains("\n1,map3,");
}

#[test]
fn duplicate_columns_are_rejected() {
    let path = &Folder::new();
    let mut book = written(path);
    for (row, cell) in book.rows("quest_tiles").iter_mut().zip(["cost", "map3"]) {
        row.push(cell.to_string());
    }
    book.save(&path.join("filled.xlsx"));
    let told = fails(path, 2, READ);
    told.assert_contains("quest_tiles, row 1, column H (cost): a second column with this name");
}

/// The loader accepts any price up to 60, and so does the workbook.
#[test]
fn workbook_accepts_the_same_values_as_the_loader() {
    let path = &Folder::new();
    let mut book = written(path);
    for (sheet, column, value) in [
        ("prestige_buildings", "cost", "60"),
        ("prestige_buildings", "cost", "0"),
        ("combat_tokens", "spain_cv", "30"),
        ("project_cards", "cost", "60"),
        ("project_cards", "vp", "30"),
    ] {
        book.set(sheet, 1, column, value);
        book.save(&path.join("filled.xlsx"));
        let told = succeeds(path, READ);
        told.assert_contains(&format!("{sheet}.csv: 1 row changed"));
        book = written_again(path);
    }
    book.set("prestige_buildings", 1, "cost", "61");
    book.save(&path.join("filled.xlsx"));
    fails(path, 2, READ).assert_contains("a whole number from 0 to 60");
}

fn written_again(folder: &Path) -> Book {
    std::fs::remove_file(folder.join("owner.xlsx")).unwrap();
    written(folder)
}

#[test]
fn cell_outside_the_limits_is_reported() {
    let path = &Folder::new();
    let book = written(path);
    for (row, column, cell) in [
        (1_048_575, 16_383, "XFD1048576"),
        (0, 200, "GS1"),
        (10_000, 0, "A10001"),
    ] {
        let mut workbook = book.workbook();
        let sheet = workbook.worksheet_from_name("quest_tiles").unwrap();
        sheet.write_string(row, column, "x").unwrap();
        workbook.save(path.join("filled.xlsx")).unwrap();
        let told = fails(path, 2, READ);
        told.assert_contains(&format!(
            "filled.xlsx: quest_tiles, cell {cell} is not empty"
        ));
        told.assert_contains("at most 10000 rows and 200 columns");
    }
    // The last accepted cell, and additional notes.
    let mut workbook = book.workbook();
    let sheet = workbook.worksheet_from_name("quest_tiles").unwrap();
    sheet.write_string(5, 199, "mine").unwrap();
    workbook.save(path.join("filled.xlsx")).unwrap();
    succeeds(path, READ).assert_contains("nothing was filled in");
}

#[test]
fn oversized_workbook_is_rejected() {
    let path = &Folder::new();
    let book = written(path);
    let mut workbook = book.workbook();
    let sheet = workbook.worksheet_from_name("about").unwrap();
    // Repetitive texts compress well.
    for row in 0..2_200 {
        let text = format!("{row}{}", "x".repeat(32_000));
        sheet.write_string(row + 20, 5, &text).unwrap();
    }
    workbook.save(path.join("filled.xlsx")).unwrap();
    let size = std::fs::metadata(path.join("filled.xlsx")).unwrap().len();
    assert!(size < 1 << 20, "{size} bytes");
    let told = fails(path, 2, READ);
    told.assert_contains("it unpacks to more than 64 MiB");
    let file = std::fs::File::create(path.join("filled.xlsx")).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    let told = fails(path, 2, READ);
    told.assert_contains("the file is larger than 16 MiB");
    // Workbook with other content.
    Workbook::new().save(path.join("filled.xlsx")).unwrap();
    fails(path, 2, READ).assert_contains("expected a workbook that");
}

/// A new card of set A is designed, never fact. Problems of cells and of the whole set are reported together.
#[test]
fn workbook_adds_designed_rows_and_reports_all_problems() {
    let path = &Folder::new();
    let mut book = written(path);
    let card = |book: &mut Book, id: &str, state: &str| {
        let rows = book.rows("project_cards");
        let header = rows[0].clone();
        let mut row = rows[1].clone();
        let mut set = |name: &str, cell: &str| {
            let at = header.iter().position(|column| column == name).unwrap();
            row[at] = cell.to_string();
        };
        set("state", state);
        set("was", "");
        set("provenance", "");
        set("id", id);
        rows.push(row);
    };
    card(&mut book, "X1", "");
    book.save(&path.join("filled.xlsx"));
    let told = fails(path, 2, READ);
    told.assert_contains("designed");
    book.rows("project_cards").pop();
    card(&mut book, "X1", "designed");
    book.save(&path.join("filled.xlsx"));
    let told = succeeds(path, READ);
    told.assert_contains("project_cards.csv: 0 rows changed or confirmed, 1 added");
    let show = "data show maracaibo project_cards.csv X1 --data set";
    let told = succeeds(path, show);
    let line = told
        .lines()
        .find(|line| line.starts_with("provenance "))
        .unwrap();
    assert!(line.ends_with("designed"), "{told}");
    let facts = succeeds(path, "data facts maracaibo set");
    facts.assert_contains("1 was invented by a designer");

    let mut book = written_again(path);
    book.set("quest_tiles", 1, "state", "nonsense");
    book.set("prestige_buildings", 1, "cost", "61");
    book.save(&path.join("filled.xlsx"));
    let told = fails(path, 2, READ);
    told.assert_contains(["nonsense", "from 0 to 60"]);
}
