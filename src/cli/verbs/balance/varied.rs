//! Data sets with varied placeholder rows in the confirmation of `portolan balance`: whether the effects of the changes
//! depend on the placeholders.

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
use portolan_study::balance::{excess, expected_outside, known};

/// Number of data sets.
const SETS: usize = 4;
/// Share of the games or of the time for all data sets together.
pub const VARIED_SHARE: f64 = 0.1;

/// Returns true if the game has placeholder rows that can be varied.
pub fn has_placeholders(work: &ItemWork) -> bool {
    let varied = perturb(work.base, work.entry.variations, work.entry.check, 1, 1.0);
    varied.changed.values().any(|rows| *rows > 0)
}

/// Plays the items on varied data sets, before and after the changes. The changed cells have their original and their new
/// content in all sets, so that only the other numbers vary. Returns the effects of the changes.
pub fn play(work: &ItemWork, moves: &Moves, bot: &str) -> Result<Varied, Failure> {
    let changed: Vec<usize> = (0..moves.len())
        .filter(|&item| work.row_change(item, &moves[item]).is_some())
        .collect();
    let stages = [
        ("before", rows_of(work, moves, &changed, ItemRow::original)),
        ("after", rows_of(work, moves, &changed, ItemRow::new_cell)),
    ];
    let mut effects: Vec<Vec<Measured>> = vec![Vec::new(); changed.len()];
    let mut outside = [0.0; 2];
    let mut sets = 0;
    for set in 1..=SETS {
        let seed = step_seed(work.file.seed, VARIED_SEED + set as u64);
        let varied = perturb(
            work.base,
            work.entry.variations,
            work.entry.check,
            seed,
            1.0,
        )
        .data;
        let both = stages.each_ref().map(|(_, rows)| {
            let data = rows.apply(&varied).ok()?.data;
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
            let share = VARIED_SHARE / (2 * SETS) as f64;
            let judged =
                work.confirm(&name, bot, Some(&folder), share, VARIED_SEED + set as u64)?;
            read.push(judged.iter().map(excess).collect::<Vec<Measured>>());
        }
        sets += 1;
        for (sum, items) in outside.iter_mut().zip(&read) {
            *sum += expected_outside(&known(items, None), work.target.within);
        }
        for (effects, &item) in effects.iter_mut().zip(&changed) {
            let [before, after] = [read[0][item], read[1][item]];
            effects.push(Measured {
                value: after.value - before.value,
                error: after.error.hypot(before.error),
            });
        }
    }
    Ok(Varied {
        sets,
        outside: outside.map(|sum| sum / f64::from(sets.max(1))),
        effects: changed
            .into_iter()
            .zip(effects.iter().map(|effects| Measured::mean_of(effects)))
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
