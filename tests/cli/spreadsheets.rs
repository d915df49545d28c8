//! Component files that were edited in a spreadsheet.

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const CARDS: &str = "set/project_cards.csv";
const CHECK: &str = "data check maracaibo set";

/// Returns the folder `set` with the shipped files.
fn exported() -> Folder {
    let folder = Folder::new();
    folder.succeeds("data export maracaibo set");
    folder
}

/// Writes the rows of a file with another separator and Windows line endings.
fn separated(text: &str, separator: u8) -> String {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(text.as_bytes());
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator)
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in reader.records() {
        writer.write_record(&row.unwrap()).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// Encodes a text as UTF-16 with a byte order mark.
fn wide(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(order).collect()
}

#[test]
fn hash_does_not_depend_on_the_form_that_a_spreadsheet_saves() {
    let folder = &exported();
    let shipped = folder.succeeds(CHECK);
    let cards = folder.read(CARDS);
    let semicolons = separated(&cards, b';');
    let tabs = separated(&cards, b'\t');
    for saved in [
        semicolons.clone().into_bytes(),
        format!(
            "\u{feff}{}",
            semicolons.replace(";reconstructed", ";Reconstructed")
        )
        .into_bytes(),
        wide(&tabs, u16::to_le_bytes),
        wide(&tabs, u16::to_be_bytes),
        tabs.replace("\r\n", "\r").into_bytes(),
        separated(&cards, b',')
            .replace("sugar+map", "Sugar+Map")
            .into_bytes(),
    ] {
        folder.write(CARDS, &saved);
        assert_eq!(folder.succeeds(CHECK), shipped, "{saved:?}");
    }
    folder.write(
        CARDS,
        semicolons.replace("A004;A;Master Builder;5;", "A004;A;Master Builder;100;"),
    );
    folder.rejects(&format!(
        "{CHECK} => set/project_cards.csv, line 5, cost: \"100\" found, expected a whole number"
    ));
    folder.write(CARDS, b"id;name\n\xe9;x\n");
    folder.rejects(&format!(
        "{CHECK} => expected a readable text file in UTF-8 or UTF-16"
    ));
}

#[test]
fn row_can_copy_another_row() {
    let folder = &exported();
    let cards = separated(&folder.read(CARDS), b';');
    let mut lines: Vec<String> = cards.lines().map(|line| format!("{line};")).collect();
    lines[0].push_str("like");
    let write = |row: &str| folder.write(CARDS, format!("{}\r\n{row}", lines.join("\r\n")));
    write("X1;;Harbour Pilot;9;;;;;;;;-;;;;;;;;A001");
    folder.prints(&format!("{CHECK} => no problems"));
    folder.prints("data facts maracaibo set => 1 was invented by a designer");
    folder.succeeds("data export maracaibo plain --data set");
    let plain = folder.read("plain/project_cards.csv");
    let copied = plain.lines().last().unwrap();
    assert_eq!(
        copied,
        "X1,A,Harbour Pilot,9,0,,sugar+map,,0,0,,,,,,,,1,designed"
    );
    plain.assert_lacks("like");
    let check = folder.succeeds(CHECK);
    assert_eq!(folder.succeeds("data check maracaibo plain"), check);
    for (row, problem) in [
        (
            "X1;;;;;;;;;;;;;;;;;;;A999",
            "like: \"A999\" found, expected the id of another row",
        ),
        ("X1;;;100;;;;;;;;;;;;;;;;A001", "cost: \"100\" found"),
    ] {
        write(row);
        folder.rejects(&format!(
            "{CHECK} => set/project_cards.csv, line 167, {problem}"
        ));
    }
}

#[test]
fn retired_options_name_the_replacement() {
    let advice = "tip: write the CSV files with `portolan data export GAME DIR` and edit them";
    Folder::new().rejects(&format!(
        "
        data new maracaibo set --sheet owner.xlsx => '--sheet' => {advice}
        data new maracaibo set --from=owner.xlsx => '--from' => {advice}
    "
    ));
}
