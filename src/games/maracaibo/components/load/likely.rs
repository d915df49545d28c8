//! Plausibility checks. The properties checked here are likely, but no rule or size limit requires
//! them: a data set that violates them can be played, with a warning.

use std::ops::RangeInclusive;

use super::boards::{PRESTIGE_COLUMNS, PRESTIGE_FILE, TRACK_COLUMNS, TRACK_FILE};
use super::tiles::{CITY_COLUMNS, CITY_FILE, COVER, TOKEN_CELLS, TOKEN_COLUMNS, TOKEN_FILE};
use super::{cards, coverage};
use crate::dataset::{DataProblem, DataSet};
use crate::sheet::{Problems, Sheet, number, plain};

/// Source named for ranges that come only from the data set shipped with the program.
const STAND_INS: &str = "a value that the placeholder rows of the shipped set have";
/// Number of C cards in the box.
const C_CARDS: usize = 8;
/// Action codes of the city tiles that are drawn at random.
const CITY_CODES: [&str; 10] = [
    "exploration",
    "CA1",
    "CA2",
    "CA3",
    "CA4",
    "CA5",
    "CA6",
    "CA7",
    "CA8",
    "CA9",
];

/// Returns warnings about implausible values in a playable data set.
pub(super) fn warnings(data: &DataSet) -> Vec<DataProblem> {
    let mut found = Problems::new();
    project_cards(data, &mut found);
    city_tiles(data, &mut found);
    let tokens = Sheet::open(data, TOKEN_FILE, TOKEN_COLUMNS, &mut found);
    for (value, _) in TOKEN_CELLS {
        numbers(&tokens, value, 0..=20, STAND_INS, &mut found);
    }
    let buildings = Sheet::open(data, PRESTIGE_FILE, PRESTIGE_COLUMNS, &mut found);
    numbers(&buildings, "cost", 1..=20, STAND_INS, &mut found);
    tracks(data, &mut found);
    found.into_iter().map(DataProblem::into_warning).collect()
}

fn project_cards(data: &DataSet, found: &mut Problems) {
    let sheet = Sheet::open(data, cards::FILE, cards::COLUMNS, found);
    numbers(&sheet, "cost", 1..=20, STAND_INS, found);
    numbers(&sheet, "figure_cost", 0..=4, STAND_INS, found);
    numbers(&sheet, "vp", 0..=8, STAND_INS, found);
    numbers(&sheet, "income_doubloons", 0..=10, STAND_INS, found);
    numbers(&sheet, "income_vp", 0..=10, STAND_INS, found);
    coverage::check(&sheet, found);
    let c_cards = sheet
        .rows()
        .filter(|row| row.cell("set").text == "C")
        .count();
    if c_cards > C_CARDS {
        found.push(sheet.problem(
            format!("{c_cards} C cards"),
            format!("{C_CARDS}, as many as the box has (rulebook, components)"),
        ));
    }
}

/// Reports the cells of a column whose number is outside a range.
fn numbers(
    sheet: &Sheet,
    column: &'static str,
    range: RangeInclusive<u8>,
    source: &str,
    found: &mut Problems,
) {
    for row in sheet.rows() {
        let cell = row.cell(column);
        if let Err(likely) = number(cell.text, range.clone()) {
            found.push(cell.problem(format!("{likely}, {source}")));
        }
    }
}

fn city_tiles(data: &DataSet, found: &mut Problems) {
    let sheet = Sheet::open(data, CITY_FILE, CITY_COLUMNS, found);
    let code = |text: &str| -> String {
        let word = text.split_whitespace().next().unwrap_or("");
        let word = word
            .strip_prefix("exploration")
            .map_or(word, |_| "exploration");
        word.to_string()
    };
    for row in sheet.rows() {
        let cell = row.cell("action");
        let cover = row.cell("id").text == COVER;
        let code = code(cell.text);
        if cover && code != "combat" {
            found.push(cell.problem(format!(
                "combat on {COVER}, which is printed on the city that it covers"
            )));
        } else if !cover && !CITY_CODES.contains(&code.as_str()) {
            found.push(cell.problem("exploration<n> or CA1 to CA9, which M-6.3 lists for tiles"));
        }
    }
    let shown: Vec<String> = sheet
        .rows()
        .map(|row| code(row.cell("action").text))
        .collect();
    let missing: Vec<&str> = (CITY_CODES.into_iter())
        .filter(|code| !shown.iter().any(|other| other == code))
        .collect();
    if !missing.is_empty() {
        found.push(DataProblem {
            column: "action".to_string(),
            ..sheet.problem(
                "",
                format!(
                    "at least one tile with {}, as M-6.3 lists it",
                    missing.join(", ")
                ),
            )
        });
    }
}

/// Reports the spaces where the VP of a track decrease.
fn tracks(data: &DataSet, found: &mut Problems) {
    let sheet = Sheet::open(data, TRACK_FILE, TRACK_COLUMNS, found);
    for kinds in [&["doubloon_vp"][..], &["jean_gap", "jean_upgrade"]] {
        let mut before = 0;
        for row in sheet
            .rows()
            .filter(|row| kinds.contains(&row.cell("track").text))
        {
            let cell = row.cell("value");
            let value = plain(cell.text).unwrap_or(before);
            if value < before {
                found.push(cell.problem(format!("at least {before}, as the space before has")));
            }
            before = value;
        }
    }
}
