//! Random data sets, from which networks learn the effects of components instead of memorizing individual components.
//!
//! Every cell that describes an effect of a component may change: to the cell of another row, to a nearby number, or
//! to any number that the column accepts. Rows that the game's own check rejects do not change. Unlike a perturbation
//! ([`crate::perturbation`]), a drawn set also changes published rows.

use std::collections::BTreeSet;

use crate::column_schema::Accepts;
use crate::csv_text::CsvText;
use crate::dataset::{DataProblem, DataSet};
use crate::perturbation::{Alteration, perturb, scaled};
use crate::random::{Rng, below, stream, unit};
use crate::setup::GameEntry;

/// Number of attempts to restore single rejected rows before the whole file is restored.
const REPAIRS: usize = 12;
/// Share of the changed numbers that are copied from another row. [`MOVED`] is the share that change by up to
/// [`NEAR`].
const COPIED: f64 = 0.55;
const MOVED: f64 = 0.41;
const NEAR: i32 = 3;
/// Upper bound of all other changed numbers, as a multiple of the largest number in the column.
const BEYOND: i32 = 2;
/// Probability that a changed cell may become empty or stop being empty.
const EMPTIED: f64 = 0.15;
/// Share of the rows that become a copy of another row, relative to the strength.
const DOUBLED: f64 = 0.05;

/// Smallest factor by which [`scale`] multiplies numbers.
const NARROWEST: f64 = 0.25;
/// Largest factor by which [`scale`] multiplies numbers.
pub const WIDEST: f64 = 10.0;
/// Share of the columns that [`scale`] changes. In the share [`WHOLE`] of these columns, all rows change.
const SCALED: f64 = 0.25;
const WHOLE: f64 = 0.5;
/// A column whose cells may change.
struct Drawn {
    column: &'static str,
    /// Accepted numbers, or `None` if the cells are texts.
    numbers: Option<(i32, i32)>,
    /// Values that remain unchanged and that other cells cannot take.
    except: &'static [&'static str],
}

/// Returns the columns of a file that describe effects of components: the columns that a perturbation may vary and
/// the columns in [`GameEntry::drawn`].
fn drawn_columns(entry: &'static GameEntry, file: &'static str, table: &CsvText) -> Vec<Drawn> {
    let varied = entry
        .variations
        .iter()
        .filter(|variation| variation.file == file);
    let varied = varied.flat_map(|variation| variation.columns.iter().copied());
    let more = entry.drawn.iter().filter(|(of, _)| *of == file);
    let more = more.flat_map(|(_, columns)| columns.iter().copied());
    let names: BTreeSet<&'static str> = varied.chain(more).collect();
    let form = entry.form(file);
    let columns = names.into_iter().map(|column| Drawn {
        column,
        numbers: match form.column(column).map(|column| column.accepts) {
            Some(Accepts::Number(least, most)) => Some((least.into(), most.into())),
            Some(_) => None,
            None => numbers_in(table, column),
        },
        except: (entry.variations.iter())
            .filter(|variation| variation.file == file && variation.columns.contains(&column))
            .find_map(|variation| match variation.change {
                Alteration::Exchange { except, .. } if !except.is_empty() => Some(except),
                _ => None,
            })
            .unwrap_or_default(),
    });
    columns.collect()
}

/// Returns the range of numbers that a column without a form may take, or `None` if its cells are texts.
fn numbers_in(table: &CsvText, column: &str) -> Option<(i32, i32)> {
    let cells = (0..table.rows.len()).map(|row| table.cell(row, column));
    let numbers: Option<Vec<i32>> = cells.map(|cell| cell.parse().ok()).collect();
    Some((0, BEYOND * numbers?.into_iter().max()?))
}

/// Draws a data set that the game accepts. A share of about `strength` (0 to 1) of the cells changes. Files whose
/// rows depend on each other are perturbed instead.
pub fn draw(entry: &'static GameEntry, data: &DataSet, seed: u64, strength: f64) -> DataSet {
    let mut drawn = data.clone();
    for (number, &(file, _)) in entry.files.iter().enumerate() {
        let mut table = CsvText::read(data.text(file));
        let columns = drawn_columns(entry, file, &table);
        if columns.is_empty() || !data.files.contains_key(file) {
            continue;
        }
        let mut rng = stream(seed, &[number as u64]);
        draw_table(&mut table, &columns, &mut rng, strength);
        drawn.files.insert(file.to_string(), table.text());
        repair(entry, data, &mut drawn, file);
    }
    let is_same = |file: &str| drawn.text(file) == data.text(file);
    let rest = entry.variations.iter().copied();
    let rest: Vec<_> = rest.filter(|variation| is_same(variation.file)).collect();
    perturb(&drawn, &rest, entry.check, seed, strength).data
}

/// Scales the numbers in some columns of a data set that the game accepts. Each column is chosen with probability 1/4
/// and multiplied by a log-uniform factor from 1/4 to 10, in all rows or in a random group of rows. Rejected rows do
/// not change.
pub fn scale(entry: &'static GameEntry, data: &DataSet, seed: u64) -> DataSet {
    let mut scaled = data.clone();
    for (number, &(file, _)) in entry.files.iter().enumerate() {
        let columns = scaled_columns(entry, file);
        if columns.is_empty() || !data.files.contains_key(file) {
            continue;
        }
        let mut table = CsvText::read(data.text(file));
        let mut rng = stream(seed, &[number as u64]);
        for column in columns {
            if unit(&mut rng) < SCALED {
                scale_column(&mut table, column, &mut rng);
            }
        }
        scaled.files.insert(file.to_string(), table.text());
        repair(entry, data, &mut scaled, file);
    }
    scaled
}

/// Returns the columns with amounts: columns that a perturbation shifts, and numeric columns in [`GameEntry::drawn`].
fn scaled_columns(entry: &'static GameEntry, file: &'static str) -> BTreeSet<&'static str> {
    let shifted = entry.variations.iter().filter(|variation| {
        variation.file == file && matches!(variation.change, Alteration::Shift { .. })
    });
    let shifted = shifted.flat_map(|variation| variation.columns);
    let drawn = entry.drawn.iter().filter(|(of, _)| *of == file);
    let form = entry.form(file);
    let is_amount = |name: &&&'static str| match form.column(name).map(|column| column.accepts) {
        Some(accepts) => matches!(accepts, Accepts::Number(..)),
        None => true,
    };
    let drawn = drawn.flat_map(|(_, columns)| columns.iter().filter(is_amount));
    shifted.chain(drawn).copied().collect()
}

fn scale_column(table: &mut CsvText, column: &str, rng: &mut Rng) {
    let Some(place) = table.place(column) else {
        return;
    };
    let factor = NARROWEST * (WIDEST / NARROWEST).powf(unit(rng));
    let share = if unit(rng) < WHOLE { 1.0 } else { unit(rng) };
    for row in 0..table.rows.len() {
        if unit(rng) >= share {
            continue;
        }
        let cell = scaled(table.cell(row, column), factor);
        table.set(row, std::iter::once((place, cell.as_str())));
    }
}

fn draw_table(table: &mut CsvText, columns: &[Drawn], rng: &mut Rng, strength: f64) {
    let before = table.clone();
    let rows = before.rows.len() as u32;
    for row in 0..before.rows.len() {
        let other = below(rng, rows) as usize;
        let is_doubled = unit(rng) < DOUBLED * strength;
        let mut changes = Vec::new();
        for drawn in columns {
            let Some(place) = before.place(drawn.column) else {
                continue;
            };
            let changes_here = unit(rng) < strength;
            let from = match is_doubled {
                true => other,
                false => below(rng, rows) as usize,
            };
            let own = before.cell(row, drawn.column);
            let source = before.cell(from, drawn.column);
            let may_be_emptied = unit(rng) < EMPTIED;
            let is_excepted = drawn.except.contains(&own) || drawn.except.contains(&source);
            let is_emptied = own.is_empty() != source.is_empty();
            let changes_here = changes_here && (may_be_emptied || !is_emptied);
            if is_excepted || !(changes_here || is_doubled) {
                continue;
            }
            let cell = match drawn.numbers {
                Some(range) if !is_doubled => {
                    number(&before, drawn.column, own, source, range, rng)
                }
                _ => source.to_string(),
            };
            changes.push((place, cell));
        }
        let changes = changes.iter().map(|(place, cell)| (*place, cell.as_str()));
        table.set(row, changes);
    }
}

/// Draws a number for a cell that contains `own`; `source` is the cell of another row.
fn number(
    table: &CsvText,
    column: &str,
    own: &str,
    source: &str,
    (least, most): (i32, i32),
    rng: &mut Rng,
) -> String {
    let way = unit(rng);
    let own: Option<i32> = own.parse().ok();
    match own {
        Some(own) if way >= COPIED => {
            let drawn = match way < COPIED + MOVED {
                true => own - NEAR + below(rng, 2 * NEAR as u32 + 1) as i32,
                false => {
                    let cells = (0..table.rows.len()).map(|row| table.cell(row, column));
                    let largest = cells
                        .filter_map(|cell| cell.parse().ok())
                        .max()
                        .unwrap_or(0);
                    let bound = most.min(BEYOND * largest.max(NEAR));
                    least + below(rng, (bound - least).max(0) as u32 + 1) as i32
                }
            };
            drawn.clamp(least, most).to_string()
        }
        _ => source.to_string(),
    }
}

/// Restores the rows of a file that the game rejects, or the whole file if the game still rejects the set.
fn repair(entry: &GameEntry, data: &DataSet, drawn: &mut DataSet, file: &str) {
    let errors = |drawn: &DataSet| -> Vec<DataProblem> {
        let problems = (entry.check)(drawn).into_iter();
        problems.filter(|problem| !problem.is_warning()).collect()
    };
    let before = CsvText::read(data.text(file));
    for _ in 0..REPAIRS {
        let problems = errors(drawn);
        if problems.is_empty() {
            return;
        }
        let mut table = CsvText::read(drawn.text(file));
        let mut restored = false;
        for problem in problems
            .iter()
            .filter(|problem| problem.file.ends_with(file))
        {
            let place = table.place(&problem.column);
            for row in 0..table.rows.len() {
                let own = &before.rows[row];
                // A problem without a line number restores every second row.
                let is_here = problem.line == table.line(row) || problem.line == 0 && row % 2 == 0;
                if !is_here || table.rows[row].raw == own.raw {
                    continue;
                }
                restored = true;
                match place.filter(|&place| table.rows[row].cells[place] != own.cells[place]) {
                    Some(place) => {
                        table.set(row, [(place, own.cells[place].as_str())].into_iter());
                    }
                    None => table.rows[row] = own.clone(),
                }
            }
        }
        if !restored {
            break;
        }
        drawn.files.insert(file.to_string(), table.text());
    }
    if !errors(drawn).is_empty() {
        drawn
            .files
            .insert(file.to_string(), data.text(file).to_string());
    }
}
