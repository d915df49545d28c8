//! Data sets with varied placeholder rows in the confirmation of `portolan balance`. They show whether the effects of the
//! changes depend on the placeholders.

use super::items::{ItemWork, Moves, VARIED_SEED};
use super::rows::ItemRow;
use crate::ui::failure::Failure;
use crate::verbs::data::folder::write_files;
use portolan_core::changes::{Changes, RowChange};
use portolan_core::dataset::DataSet;
use portolan_core::perturbation::perturb;
use portolan_core::random::step_seed;
use portolan_report::balance::Varied;
use portolan_stats::shrinkage::Measured;
use portolan_study::balance::{Outside, excess};

/// Number of data sets.
const SETS: usize = 4;
/// Share of the games or of the time for all data sets together.
pub const VARIED_SHARE: f64 = 0.1;

/// Returns true if the game has placeholder rows that can be varied.
pub fn has_placeholders(work: &ItemWork) -> bool {
    let varied = perturb(work.base, work.entry.variations, work.entry.check, 1, 1.0);
    varied.changed.values().any(|rows| *rows > 0)
}

/// Plays the items on the original data and on varied data sets, before and after the changes, and returns the effects of
/// the changes. In all sets, the changed cells have their original content before and their new content after the changes,
/// so that only the other numbers vary.
pub fn play(work: &ItemWork, moves: &Moves, bot: &str) -> Result<Varied, Failure> {
    let items: Vec<usize> = (0..moves.len())
        .filter(|&item| work.row_change(item, &moves[item]).is_some())
        .collect();
    let stages = [
        ("before", rows_of(work, moves, &items, ItemRow::original)),
        ("after", rows_of(work, moves, &items, ItemRow::new_cell)),
    ];
    let mut all = Vec::new();
    for set in 0..=SETS {
        let number = VARIED_SEED + set as u64;
        let data = match set {
            0 => work.base.clone(),
            _ => {
                let seed = step_seed(work.file.seed, number);
                perturb(
                    work.base,
                    work.entry.variations,
                    work.entry.check,
                    seed,
                    1.0,
                )
                .data
            }
        };
        let both = stages.each_ref().map(|(_, rows)| {
            let data = rows.apply(&data).ok()?.data;
            let problems = (work.entry.check)(&data);
            problems
                .iter()
                .all(|problem| problem.is_warning())
                .then_some(data)
        });
        // The changes may not fit a varied set, for example if two rows become equal.
        let [Some(before), Some(after)] = both else {
            continue;
        };
        let mut read = Vec::new();
        for ((stage, _), data) in stages.iter().zip([before, after]) {
            let name = format!("confirm-varied-{set}-{stage}");
            let folder = work.steps.folder.join(&name).join("data");
            write(&folder, &data)?;
            let share = VARIED_SHARE / (2 * (SETS + 1)) as f64;
            let judged = work.confirm(&name, bot, Some(&folder), share, number)?;
            read.push(judged);
        }
        let effect = |&item: &usize| {
            let [before, after] = [0, 1].map(|stage: usize| excess(&read[stage][item]));
            Measured {
                value: after.value - before.value,
                error: after.error.hypot(before.error),
            }
        };
        let outside = |stage: usize| Outside::count(&[&read[stage]], work.target.within).expected;
        let effects: Vec<Measured> = items.iter().map(effect).collect();
        all.push((effects, [0, 1].map(outside)));
    }
    let (original, varied) = all
        .split_first()
        .ok_or_else(|| Failure::work("the data set is not valid"))?;
    let mean = |number: usize| {
        let of_sets: Vec<Measured> = varied.iter().map(|(effects, _)| effects[number]).collect();
        Measured::mean_of(&of_sets)
    };
    let outside = |stage: usize| {
        let sum: f64 = varied.iter().map(|(_, outside)| outside[stage]).sum();
        sum / varied.len().max(1) as f64
    };
    Ok(Varied {
        sets: varied.len(),
        outside: [0, 1].map(outside),
        effects: (0..items.len())
            .map(|number| (items[number], [original.0[number], mean(number)]))
            .collect(),
    })
}

/// Returns changes that set the changed cells of these items.
fn rows_of(
    work: &ItemWork,
    moves: &Moves,
    changed: &[usize],
    cell: fn(&ItemRow, usize, i32) -> Option<(String, String)>,
) -> Changes {
    let row = |&item: &usize| {
        let row = &work.rows[item];
        let cells = moves[item].iter().enumerate();
        let cells = cells
            .filter_map(|(knob, by)| cell(row, knob, *by))
            .collect();
        RowChange::new(&row.table, &row.key, cells)
    };
    Changes {
        rows: changed.iter().map(row).collect(),
        ..Changes::default()
    }
}

fn write(folder: &std::path::Path, data: &DataSet) -> Result<(), Failure> {
    let files = data.files.iter();
    write_files(
        folder,
        files.map(|(name, text)| (name.as_str(), text.as_str())),
    )
}
