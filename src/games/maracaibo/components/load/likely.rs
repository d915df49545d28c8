//! Plausibility checks that compare rows. A data set that fails these checks, or the plausible ranges in the forms, can
//! be played, with a warning.

use std::ops::RangeInclusive;

use super::boards::TRACK_FILE;
use super::cards;
use super::tiles::{CITY_FILE, COVER};
use crate::dataset::{DataProblem, DataSet};
use crate::maracaibo::components::column_schema::{CITY_ACTIONS, DATA_FILES};
use crate::maracaibo::components::{GOOD_NAMES, OBJECT_NAMES};
use crate::sheet::{Problems, Row, begins, plain};

/// Number of C cards in the box.
const C_CARDS: usize = 8;
/// Accepted number of cards for each pair of good and object.
const PAIRS: RangeInclusive<usize> = 8..=12;

/// Returns warnings about implausible values in a playable data set.
pub(super) fn warnings(data: &DataSet) -> Vec<DataProblem> {
    let mut found = DATA_FILES.unlikely(data);
    project_cards(data, &mut found);
    city_tiles(data, &mut found);
    tracks(data, &mut found);
    found.into_iter().map(DataProblem::into_warning).collect()
}

/// Reports pairs of good and object that are too rare or too frequent, and too many C cards.
fn project_cards(data: &DataSet, found: &mut Problems) {
    let sheet = DATA_FILES.open(data, cards::FILE, found);
    let is_c = |row: &Row| row.cell("set").text == "C";
    let mut wrong = Vec::new();
    for (good, object) in
        (GOOD_NAMES.iter()).flat_map(|good| OBJECT_NAMES.map(|object| (good, object)))
    {
        let pair = format!("{good}+{object}");
        let cards = sheet.rows().filter(|row| !is_c(row));
        let cards = cards.filter(|row| row.cell("good_or_object").text == pair);
        let cards = cards.count();
        if !PAIRS.contains(&cards) {
            wrong.push(format!("{pair} on {cards}"));
        }
    }
    if !wrong.is_empty() {
        found.push(DataProblem {
            column: "good_or_object".to_string(),
            ..sheet.problem(
                wrong.join(", "),
                format!(
                    "each pair on {} to {} cards of the sets A and B, for an even distribution",
                    PAIRS.start(),
                    PAIRS.end()
                ),
            )
        });
    }
    let c_cards = sheet.rows().filter(is_c).count();
    if c_cards > C_CARDS {
        found.push(sheet.problem(
            format!("{c_cards} C cards"),
            format!("{C_CARDS}, as many as the box has (rulebook, components)"),
        ));
    }
}

/// Reports actions that the city tiles do not have.
fn city_tiles(data: &DataSet, found: &mut Problems) {
    let sheet = DATA_FILES.open(data, CITY_FILE, found);
    for row in sheet.rows() {
        let cell = row.cell("action");
        let is_cover = row.cell("id").text == COVER;
        if is_cover && !begins(cell.text, "combat") {
            found.push(cell.problem(format!(
                "combat on {COVER}, which is printed on the city that it covers"
            )));
        } else if !is_cover && !CITY_ACTIONS.iter().any(|code| begins(cell.text, code)) {
            found.push(cell.problem("exploration<n> or CA1 to CA9, which M-6.3 lists for tiles"));
        }
    }
}

/// Reports the spaces where the VP of a track decrease.
fn tracks(data: &DataSet, found: &mut Problems) {
    let sheet = DATA_FILES.open(data, TRACK_FILE, found);
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
