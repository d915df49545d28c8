//! Reads the attribute tracks: the values of each level and the glory of each step (EN-1.10,
//! EN-10.1).

use super::cells::flag;
use crate::dataset::DataSet;
use crate::endeavor::components::STEPS;
use crate::endeavor::components::column_schema::DATA_FILES;
use crate::sheet::Problems;

/// First step of each of the five levels, and the values of each level.
#[derive(Default)]
pub(super) struct Levels {
    pub level_of: [u8; STEPS],
    pub build_level: [u8; 5],
    pub growth: [u8; 5],
    pub payments: [u8; 5],
    pub card_limit: [u8; 5],
}

/// Values shown in the rulebook's examples: column, step, value, example.
const EXAMPLES: [(&str, usize, u8, &str); 4] = [
    ("build_level", 5, 3, "EN-E1"),
    ("growth", 3, 3, "EN-E2"),
    ("payments", 2, 2, "EN-E3"),
    ("card_limit", 3, 2, "EN-E14"),
];

/// Steps and their glory in the rulebook's scoring example.
const SCORED: [(usize, u8); 4] = [(10, 10), (8, 7), (9, 7), (12, 12)];

/// Reads `levels.csv` and checks it against the rulebook's examples.
pub(super) fn levels(data: &DataSet, problems: &mut Problems) -> Levels {
    let sheet = DATA_FILES.open(data, "levels.csv", problems);
    let mut levels = Levels::default();
    if sheet.len() != 5 {
        sheet.exactly(5, "levels", problems);
        return levels;
    }
    let before = problems.len();
    let mut first = [0u8; 5];
    for (index, row) in sheet.rows().enumerate() {
        let number = index as u8 + 1;
        row.cell("level").number(problems, number..=number);
        let least = index.checked_sub(1).map_or(0, |below| first[below] + 1);
        let most = if index == 0 { 0 } else { STEPS as u8 - 1 };
        first[index] = row
            .cell("first_step")
            .number(problems, least..=most.max(least));
        for step in usize::from(first[index])..STEPS {
            levels.level_of[step] = index as u8;
        }
        levels.build_level[index] = row.cell("build_level").number(problems, 1..=5);
        levels.growth[index] = row.cell("growth").number(problems, 0..=35);
        levels.payments[index] = row.cell("payments").number(problems, 0..=8);
        // The card limit is at most five (EN-7.1).
        levels.card_limit[index] = row.cell("card_limit").number(problems, 1..=5);
    }
    if problems.len() > before {
        return levels;
    }
    for (column, step, value, example) in EXAMPLES {
        let at = usize::from(levels.level_of[step]);
        let row = sheet.rows().nth(at);
        let given = match column {
            "build_level" => levels.build_level,
            "growth" => levels.growth,
            "payments" => levels.payments,
            _ => levels.card_limit,
        };
        if let Some(row) = row.filter(|_| given[at] != value) {
            let expected = format!("{value}, the level of step {step} ({example})");
            problems.push(row.cell(column).problem(expected));
        }
    }
    levels
}

/// Reads the glory of each printed step from `steps.csv`.
pub(super) fn steps(data: &DataSet, problems: &mut Problems) -> [u8; STEPS] {
    let sheet = DATA_FILES.open(data, "steps.csv", problems);
    let mut glory = [0; STEPS];
    if sheet.len() != STEPS {
        sheet.exactly(STEPS, "steps, 0 to 15 (EN-1.10)", problems);
        return glory;
    }
    let mut nearest = 0;
    for (step, row) in sheet.rows().enumerate() {
        row.cell("step").number(problems, step as u8..=step as u8);
        if flag(row, "glory_symbol", problems) {
            nearest = step as u8;
        }
        glory[step] = nearest;
    }
    for (step, points) in SCORED {
        if let Some(row) = sheet.rows().nth(step).filter(|_| glory[step] != points) {
            let expected = format!("that step {step} scores {points} (EN-E15)");
            problems.push(row.cell("glory_symbol").problem(expected));
        }
    }
    glory
}
