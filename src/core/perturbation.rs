//! Perturbed data sets: unknown component values are varied within the known constraints, so that a study can be repeated
//! to measure its sensitivity to the data.
//!
//! A game declares the cells that may vary ([`Variation`]); a change is applied only if the game's own check accepts the
//! resulting set. Only rows with the provenance `reconstructed` vary. If the provenance note of a row states known facts,
//! the row is unchanged, except for columns that the note itself calls invented.

use std::collections::{BTreeMap, BTreeSet};

use crate::csv_text::CsvText;
use crate::dataset::{DataProblem, DataSet};
use crate::provenance::{class, entered, notes};
use crate::random::{Rng, below, shuffle, stream, unit as unit_share};

/// Maximum number of changes tried for a value before it is left unchanged.
const MOST_TRIES: usize = 12;

/// Cells that may vary, and the type of variation.
#[derive(Clone, Copy, Debug)]
pub struct Variation {
    /// Name of the data file.
    pub file: &'static str,
    /// Columns: shifted independently, exchanged together.
    pub columns: &'static [&'static str],
    /// Type of variation.
    pub change: Alteration,
    /// Rows with equal cells in this column and in the varying columns change together: they are copies of one design.
    pub copies: Option<&'static str>,
    /// Names by which a provenance note refers to these columns when it calls them invented.
    pub called: &'static [&'static str],
    /// Facts that a provenance note may state for a row in which these columns are still placeholders.
    pub beside: &'static [&'static str],
}

/// Type of variation.
#[derive(Clone, Copy, Debug)]
pub enum Alteration {
    /// Increases or decreases one number in the cell. 0 means "none": it stays 0, and no other number becomes 0. The
    /// maximum increase of a small number equals its maximum decrease.
    Shift {
        /// Maximum change.
        by: u32,
        /// Smaller numbers are not changed, because the relative change would be too large.
        least: u32,
    },
    /// Swaps the cells with the cells of another row.
    Exchange {
        /// Maximum distance between the two rows.
        reach: usize,
        /// Column in which both rows must agree.
        alike: Option<&'static str>,
        /// Rows with one of these values in the first column are excluded.
        except: &'static [&'static str],
    },
}

impl Variation {
    /// Varies numbers in these columns by up to `by`.
    pub const fn shift(file: &'static str, columns: &'static [&'static str], by: u32) -> Variation {
        Variation {
            file,
            columns,
            change: Alteration::Shift { by, least: 1 },
            copies: None,
            called: &[],
            beside: &[],
        }
    }

    /// Swaps the cells of these columns, together, between rows of the file.
    pub const fn exchange(file: &'static str, columns: &'static [&'static str]) -> Variation {
        Variation {
            file,
            columns,
            change: Alteration::Exchange {
                reach: usize::MAX,
                alike: None,
                except: &[],
            },
            copies: None,
            called: &[],
            beside: &[],
        }
    }

    /// Restricts a shift to numbers of at least `number`.
    pub const fn from(mut self, number: u32) -> Variation {
        if let Alteration::Shift { least, .. } = &mut self.change {
            *least = number;
        }
        self
    }

    /// Applies the same change to all copies of one design, which agree in `column`.
    pub const fn for_copies(mut self, column: &'static str) -> Variation {
        self.copies = Some(column);
        self
    }

    /// Includes rows whose provenance note calls one of these names invented.
    pub const fn called(mut self, names: &'static [&'static str]) -> Variation {
        self.called = names;
        self
    }

    /// Includes rows whose provenance note states only these facts.
    pub const fn beside(mut self, facts: &'static [&'static str]) -> Variation {
        self.beside = facts;
        self
    }

    /// Restricts an exchange to rows at most `rows` apart.
    pub const fn within(mut self, rows: usize) -> Variation {
        if let Alteration::Exchange { reach, .. } = &mut self.change {
            *reach = rows;
        }
        self
    }

    /// Restricts an exchange to rows that agree in `column`.
    pub const fn among(mut self, column: &'static str) -> Variation {
        if let Alteration::Exchange { alike, .. } = &mut self.change {
            *alike = Some(column);
        }
        self
    }

    /// Excludes rows with one of these values from an exchange.
    pub const fn except(mut self, values: &'static [&'static str]) -> Variation {
        if let Alteration::Exchange { except, .. } = &mut self.change {
            *except = values;
        }
        self
    }
}

/// A perturbed data set.
pub struct Perturbed {
    /// The set.
    pub data: DataSet,
    /// Number of changed rows by file, for files that contain rows that may vary.
    pub changed: BTreeMap<&'static str, usize>,
}

/// The check of a game: returns all problems of a data set, including warnings.
pub type Check = fn(&DataSet) -> Vec<DataProblem>;

/// Varies a data set that `check` accepts. The result is also accepted and has no additional warnings. Each variation
/// changes a share of about `strength` (0 to 1) of its values; values for which no change is accepted remain
/// unchanged.
pub fn perturb(
    data: &DataSet,
    variations: &[Variation],
    check: Check,
    seed: u64,
    strength: f64,
) -> Perturbed {
    let mut varied = data.clone();
    let warnings = check(data).len();
    let fits = |data: &DataSet| {
        let problems = check(data);
        problems.len() <= warnings && problems.iter().all(DataProblem::is_warning)
    };
    for (index, variation) in variations.iter().enumerate() {
        let parts: Vec<&[&'static str]> = match variation.change {
            Alteration::Shift { .. } => variation.columns.chunks(1).collect(),
            Alteration::Exchange { .. } => vec![variation.columns],
        };
        for (part, columns) in parts.into_iter().enumerate() {
            let mut rng = stream(seed, &[index as u64, part as u64]);
            vary(&mut varied, variation, columns, &fits, &mut rng, strength);
        }
    }
    let changed = variations
        .iter()
        .map(|variation| {
            let file = variation.file;
            let (old, new) = (
                CsvText::read(data.text(file)),
                CsvText::read(varied.text(file)),
            );
            let rows = old.rows.iter().zip(&new.rows);
            (file, rows.filter(|(old, new)| old.raw != new.raw).count())
        })
        .collect();
    Perturbed {
        data: varied,
        changed,
    }
}

/// Applies one variation.
fn vary(
    data: &mut DataSet,
    variation: &Variation,
    columns: &[&str],
    check: &impl Fn(&DataSet) -> bool,
    rng: &mut Rng,
    strength: f64,
) {
    let mut table = CsvText::read(data.text(variation.file));
    let Some(places) = table.places(columns) else {
        return;
    };
    let mut units = units(&table, variation, &places);
    shuffle(rng, &mut units);
    // Rounded at random, so that the expected share is correct even for few values.
    let wanted = (strength * units.len() as f64 + unit_share(rng)) as usize;
    let mut done = vec![false; units.len()];
    let mut refused: BTreeSet<NewTexts> = BTreeSet::new();
    for _ in 0..MOST_TRIES {
        let mut taken = done.clone();
        let mut plan: Vec<NewTexts> = Vec::new();
        for unit in 0..units.len() {
            if taken.iter().filter(|&&taken| taken).count() >= wanted {
                break;
            }
            if taken[unit] {
                continue;
            }
            let mut changes = match variation.change {
                Alteration::Shift { by, least } => shifts(&table, &places, &units, unit, by, least),
                Alteration::Exchange { reach, alike, .. } => {
                    let alike = alike.and_then(|column| table.place(column));
                    exchanges(&table, &places, &units, &taken, unit, reach, alike)
                }
            };
            changes.retain(|change| !refused.contains(change));
            if !changes.is_empty() {
                let pick = below(rng, changes.len() as u32) as usize;
                let change = changes.swap_remove(pick);
                change.iter().for_each(|(unit, _)| taken[*unit] = true);
                plan.push(change);
            }
        }
        if plan.is_empty() {
            return;
        }
        let mut fits = |table: &CsvText| {
            data.files.insert(variation.file.to_string(), table.text());
            check(data)
        };
        for change in keep_what_fits(&mut table, &units, &places, &plan, &mut fits) {
            change.iter().for_each(|(unit, _)| done[*unit] = true);
        }
        data.files.insert(variation.file.to_string(), table.text());
        refused.extend(plan.into_iter().filter(|change| !done[change[0].0]));
    }
}

/// Applies the planned changes that the check accepts, and returns them. All changes are tried at once; if they are
/// rejected, each half is tried separately.
fn keep_what_fits<'a>(
    table: &mut CsvText,
    units: &[Unit],
    places: &[usize],
    plan: &'a [NewTexts],
    fits: &mut impl FnMut(&CsvText) -> bool,
) -> Vec<&'a NewTexts> {
    let mut trial = table.clone();
    for (unit, cells) in plan.iter().flatten() {
        set(&mut trial, &units[*unit], places, cells);
    }
    if fits(&trial) {
        *table = trial;
        return plan.iter().collect();
    }
    if plan.len() == 1 {
        return Vec::new();
    }
    let (first, second) = plan.split_at(plan.len() / 2);
    let mut kept = keep_what_fits(table, units, places, first, fits);
    kept.extend(keep_what_fits(table, units, places, second, fits));
    kept
}

/// Indices of rows that change together.
type Unit = Vec<usize>;
/// New cell texts for some units, each with its index.
type NewTexts = Vec<(usize, Vec<String>)>;

fn shifts(
    table: &CsvText,
    places: &[usize],
    units: &[Unit],
    unit: usize,
    by: u32,
    least: u32,
) -> Vec<NewTexts> {
    let cell = &table.rows[units[unit][0]].cells[places[0]];
    numbers(cell)
        .into_iter()
        .flat_map(|(range, value)| {
            // The maximum increase equals the maximum decrease, so that the mean value does not change.
            let reach = by.min(value.saturating_sub(1));
            (value - reach..=value.saturating_add(reach))
                .filter(move |&new| value >= least && new != value)
                .map(move |new| {
                    let mut text = cell.clone();
                    text.replace_range(range.clone(), &new.to_string());
                    vec![(unit, vec![text])]
                })
        })
        .collect()
}

/// Largest number that [`scaled`] returns.
const MOST: u32 = 99;

/// Returns `text` with all positive numbers multiplied by `factor`, rounded, and limited to the range 1..=99.
pub fn scaled(text: &str, factor: f64) -> String {
    let mut scaled = text.to_string();
    for (range, value) in numbers(text)
        .into_iter()
        .rev()
        .filter(|(_, value)| *value > 0)
    {
        let number = (f64::from(value) * factor).round() as u32;
        scaled.replace_range(range, &number.clamp(1, MOST).to_string());
    }
    scaled
}

/// Returns the numbers in a text with their byte ranges.
pub fn numbers(text: &str) -> Vec<(std::ops::Range<usize>, u32)> {
    let mut found = Vec::new();
    let mut start = 0;
    for part in text.split(|letter: char| !letter.is_ascii_digit()) {
        if let Ok(value) = part.parse() {
            found.push((start..start + part.len(), value));
        }
        start += part.len();
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

fn exchanges(
    table: &CsvText,
    places: &[usize],
    units: &[Unit],
    changed: &[bool],
    unit: usize,
    reach: usize,
    alike: Option<usize>,
) -> Vec<NewTexts> {
    let own = units[unit][0];
    let cells = |row: usize| -> Vec<String> {
        let cells = &table.rows[row].cells;
        places.iter().map(|&place| cells[place].clone()).collect()
    };
    (0..units.len())
        .filter(|&other| {
            let row = units[other][0];
            let kind = |row: usize| alike.map(|place| table.rows[row].cells[place].trim());
            !changed[other]
                && other != unit
                && units[other].len() == units[unit].len()
                && row.abs_diff(own) <= reach
                && kind(row) == kind(own)
                && cells(row) != cells(own)
        })
        .map(|other| vec![(unit, cells(units[other][0])), (other, cells(own))])
        .collect()
}

/// Returns the units that may vary: single rows, or groups of copies in which every row may vary.
fn units(table: &CsvText, variation: &Variation, places: &[usize]) -> Vec<Unit> {
    let copies = variation.copies.and_then(|column| table.place(column));
    let mut groups: BTreeMap<(Vec<&str>, usize), Unit> = BTreeMap::new();
    for (index, row) in table.rows.iter().enumerate() {
        let cells = places.iter().chain(&copies);
        let cells: Vec<&str> = cells.map(|&place| row.cells[place].trim()).collect();
        let alone = if copies.is_some() { 0 } else { index };
        groups.entry((cells, alone)).or_default().push(index);
    }
    groups
        .into_iter()
        .filter(|((cells, _), rows)| {
            varies(variation.change, cells[0])
                && rows.iter().all(|&row| is_invented(table, row, variation))
        })
        .map(|(_, rows)| rows)
        .collect()
}

/// Returns true if the columns of a variation are placeholders in a row.
fn is_invented(table: &CsvText, row: usize, variation: &Variation) -> bool {
    let place = table.place("provenance");
    let provenance = place.map_or("", |place| table.rows[row].cells[place].trim());
    let entered = entered(provenance);
    if variation
        .columns
        .iter()
        .any(|column| entered.contains(column))
    {
        return false;
    }
    let fact = |part: &str| {
        [" rulebook", " public"]
            .into_iter()
            .find_map(|source| part.strip_suffix(source))
            .is_some_and(|name| variation.beside.contains(&name.trim()))
    };
    class(provenance) == "reconstructed"
        && (notes(provenance).all(fact)
            || notes(provenance)
                .filter_map(|part| part.strip_suffix(" invented"))
                .flat_map(|names| names.split(','))
                .flat_map(|names| names.split(" and "))
                .any(|name| variation.called.contains(&name.trim())))
}

/// Replaces cells in all rows of a unit.
fn set(table: &mut CsvText, unit: &[usize], places: &[usize], cells: &[String]) {
    for &row in unit {
        let pairs = places.iter().copied().zip(cells.iter().map(String::as_str));
        table.set(row, pairs);
    }
}

/// Returns true if a variation can change a cell (for an exchange, its first cell).
fn varies(change: Alteration, cell: &str) -> bool {
    match change {
        Alteration::Shift { least, .. } => numbers(cell).iter().any(|(_, value)| *value >= least),
        Alteration::Exchange { except, .. } => !cell.is_empty() && !except.contains(&cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::EmbeddedFile;

    const FILE: EmbeddedFile = (
        "cards.csv",
        "\u{feff}id,name,cost,effect,provenance\r\n\
         1,a,3,d2,reconstructed\r\n\
         \r\n\
         2,a,3,\"d4, vp1\",reconstructed\r\n\
         3,b,5,d6,rulebook\r\n\
         4,c,5,d8,\"reconstructed; name public; cost and effect invented\"\r\n\
         5,d,9,d10,reconstructed; effect public\r\n\
         6,e,7,d12,reconstructed",
    );
    const COST: Variation = Variation::shift("cards.csv", &["cost"], 2)
        .for_copies("name")
        .called(&["cost"]);
    const EFFECT: Variation = Variation::exchange("cards.csv", &["effect"]);

    use crate::dataset::Severity;

    fn anything(_: &DataSet) -> Vec<DataProblem> {
        Vec::new()
    }

    fn small_costs(data: &DataSet) -> Vec<DataProblem> {
        let table = CsvText::read(data.text("cards.csv"));
        let large = table.rows.iter().filter(|row| row.cells[2].len() > 1);
        large
            .map(|row| DataProblem {
                file: "cards.csv".to_string(),
                line: 0,
                column: "cost".to_string(),
                value: row.cells[2].clone(),
                expected: "one digit".to_string(),
                severity: Severity::Error,
            })
            .collect()
    }

    fn varied(variations: &[Variation], check: fn(&DataSet) -> Vec<DataProblem>) -> Vec<CsvText> {
        let data = DataSet::embedded(&[FILE]);
        (0..40)
            .map(|seed| perturb(&data, variations, check, seed, 1.0).data)
            .map(|data| CsvText::read(data.text("cards.csv")))
            .collect()
    }

    #[test]
    fn only_placeholder_rows_vary_and_copies_stay_identical() {
        let before = CsvText::read(FILE.1);
        let mut costs = std::collections::BTreeSet::new();
        for after in varied(&[COST], anything) {
            let cost = |row: usize| after.rows[row].cells[2].clone();
            assert_eq!(cost(0), cost(1));
            for fixed in [2, 4] {
                assert_eq!(after.rows[fixed].raw, before.rows[fixed].raw);
            }
            for moved in [0, 3, 5] {
                assert_ne!(cost(moved), before.rows[moved].cells[2]);
            }
            assert_eq!(after.text().matches("\r\n").count(), 7);
            let line = format!("2,a,{},\"d4, vp1\",reconstructed", cost(1));
            assert_eq!(after.rows[1].raw.trim(), line);
            costs.insert(cost(0));
        }
        let costs: Vec<String> = costs.into_iter().collect();
        assert_eq!(costs, ["1", "2", "4", "5"]);
    }

    #[test]
    fn variations_rejected_by_the_check_are_discarded() {
        for after in varied(&[COST], small_costs) {
            assert!(after.rows.iter().all(|row| row.cells[2].len() == 1));
        }
        let dear = varied(&[COST], anything);
        assert!(dear.iter().all(|after| after.rows[4].cells[2] == "9"));
    }

    #[test]
    fn exchange_permutes_the_existing_cells() {
        for after in varied(&[EFFECT], anything) {
            let mut effects: Vec<&str> = after.rows.iter().map(|row| &*row.cells[3]).collect();
            // Row 4 calls its effect invented, but the variation does not use that name.
            assert_eq!(effects[2..5], ["d6", "d8", "d10"]);
            effects.sort_unstable();
            assert_eq!(effects, ["d10", "d12", "d2", "d4, vp1", "d6", "d8"]);
        }
    }

    #[test]
    fn numbers_are_found_with_their_byte_ranges() {
        assert_eq!(numbers("3d+12vp"), [(0..1, 3), (3..5, 12)]);
        assert_eq!(numbers("é7"), [(2..3, 7)]);
        assert_eq!(numbers("none"), []);
    }
}
