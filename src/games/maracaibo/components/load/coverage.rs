//! Checks that the project cards together show every kind of effect and every pair of good and
//! object.

use super::effects::ASSISTANT_ACTIONS;
use crate::dataset::DataProblem;
use crate::maracaibo::components::{GOOD_NAMES, OBJECT_NAMES, SYNERGY_NAMES};
use crate::sheet::{Problems, Sheet};

/// Columns with the cell prefixes that must each occur at least once (M-18.2, M-21).
const CODES: [(&str, &[&str]); 5] = [
    (
        "requirement",
        &["herbs3", "nation_markers:", "figure_on_card:", "cp:"],
    ),
    (
        "ongoing",
        &[
            "obj:",
            "discount:",
            "cp_before_combat:",
            "compass:",
            "explore_plus:",
            "jump_steal:",
            "visitor:",
            "figure_to_cp:",
            "ally_cp:",
            "expel_vp:",
        ],
    ),
    (
        "immediate",
        &[
            "influence:",
            "influence_any:",
            "marker_empty_village",
            "marker_village_next_rank",
            "disc:",
            "quest_on_card",
            "figures:",
            "synergy_choice",
            "figures_on_card_income:",
            "cp:",
            "vp_per_combat_token:",
            "vp_per_assistant:",
            "vp_per_quest:",
            "vp_per_compass:",
            "vp_per_synergy:",
            "vp_per_nation_inf3:",
        ],
    ),
    (
        "village_action",
        &["last:map2>", "last:book2>", "samegood2>"],
    ),
    ("combat_action", &["cv1>", "cv2>"]),
];

/// Columns that at least one card must fill.
const FILLED: [&str; 4] = [
    "figure_cost",
    "income_doubloons",
    "income_vp",
    "income_condition",
];

/// Accepted number of cards for each pair of good and object.
const PAIRS: std::ops::RangeInclusive<usize> = 8..=12;

/// Reports effects that no card has, and pairs that are too rare or too frequent.
pub(super) fn check(sheet: &Sheet, problems: &mut Problems) {
    let mut absent = |column: &'static str, code: &str| {
        problems.push(DataProblem {
            column: column.to_string(),
            ..sheet.problem(
                "",
                format!(
                    "at least one card with {code}, which the rulebook's overview shows (M-21)"
                ),
            )
        });
    };
    let shown = |column: &'static str, fits: &dyn Fn(&str) -> bool| {
        sheet.rows().any(|row| fits(row.cell(column).text))
    };
    for (column, codes) in CODES {
        for code in codes {
            if !shown(column, &|text| text.starts_with(code)) {
                absent(column, code.trim_end_matches([':', '>']));
            }
        }
    }
    for column in FILLED {
        if !shown(column, &|text| !matches!(text, "" | "0")) {
            absent(column, "one");
        }
    }
    for (column, codes) in [
        ("synergy_gained", &SYNERGY_NAMES[..]),
        ("assistant_action", &ASSISTANT_ACTIONS[..]),
    ] {
        for code in codes {
            if !shown(column, &|text| text == *code) {
                absent(column, code);
            }
        }
    }
    pairs(sheet, problems);
}

fn pairs(sheet: &Sheet, problems: &mut Problems) {
    let mut wrong = Vec::new();
    for good in GOOD_NAMES {
        for object in OBJECT_NAMES {
            let pair = format!("{good}+{object}");
            let cards = sheet
                .rows()
                .filter(|row| row.cell("set").text != "C")
                .filter(|row| row.cell("good_or_object").text == pair)
                .count();
            if !PAIRS.contains(&cards) {
                wrong.push(format!("{pair} on {cards}"));
            }
        }
    }
    if !wrong.is_empty() {
        problems.push(DataProblem {
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
}
