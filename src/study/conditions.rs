//! Conditions of a study, each summarized separately, for all kinds of experiments that have
//! conditions.

use super::error::ReadError;
use super::source::Source;
use super::tally::Tally;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Extent;
use portolan_run::results::record::Record;
use portolan_stats::{BlockMeans, Performance, holm};

/// Number of comparisons above which Benjamini–Hochberg is used instead of Holm.
const MANY: usize = 20;

/// A tally for every condition; the conditions share their deals, block by block.
#[derive(Clone, Debug)]
pub struct CellTallies {
    /// Tallies by condition.
    pub tallies: Vec<Tally>,
    /// Number of deals and games over all conditions.
    pub extent: Extent,
}

impl CellTallies {
    pub fn new(manifest: &Manifest, categories: &[String]) -> CellTallies {
        let rosters = manifest.roster.iter();
        CellTallies {
            tallies: rosters
                .map(|roster| {
                    let mut tally = Tally::new(&roster.entrants, categories);
                    tally.automa = manifest.has_automa();
                    tally
                })
                .collect(),
            extent: Extent::default(),
        }
    }

    /// Summarizes a run; `each` is called with the tallies after every block.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(
        source: &Source,
        mut each: impl FnMut(&CellTallies),
    ) -> Result<CellTallies, ReadError> {
        let mut blocks = source.blocks()?;
        let mut cells = CellTallies::new(&source.manifest, blocks.categories());
        while let Some(block) = blocks.next_block()? {
            cells.add_block(block);
            each(&cells);
        }
        Ok(cells)
    }

    /// Adds the rows of one block, ordered by condition.
    pub fn add_block(&mut self, rows: &[Record]) {
        let mut rest = rows;
        for (cell, tally) in self.tallies.iter_mut().enumerate() {
            let of_cell = rest.iter().take_while(|row| row.cell == cell).count();
            let (mine, others) = rest.split_at(of_cell);
            let before = tally.games;
            // If all games of a condition crashed, its block is empty.
            tally.add_block(mine);
            self.extent.games += tally.games - before;
            rest = others;
        }
        self.extent.blocks += 1;
    }

    /// Returns the last block's means of an entrant of a condition.
    pub fn block(&self, cell: usize, entrant: usize) -> Option<BlockMeans> {
        self.tallies.get(cell)?.entrants.get(entrant)?.all.block
    }
}

/// Returns p-values adjusted for the number of comparisons, and the name of the correction.
pub fn corrected(p_values: &[f64]) -> (Vec<f64>, &'static str) {
    if p_values.len() <= MANY {
        (portolan_stats::holm(p_values), "Holm")
    } else {
        (
            portolan_stats::benjamini_hochberg(p_values),
            "Benjamini–Hochberg",
        )
    }
}

/// Returns the p-value of each share of wins against the fair share, with Holm's correction. Two shares add up to 1 and
/// are therefore a single comparison.
pub fn against_fair(cells: &[&Performance]) -> Vec<f64> {
    let p_values: Vec<f64> = cells.iter().map(|cell| cell.fair_test()).collect();
    match p_values.len() {
        2 => p_values,
        _ => holm(&p_values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_deal_groups_are_counted_across_conditions() {
        let names = ["a", "b"].map(String::from);
        let mut cells = CellTallies {
            tallies: vec![Tally::new(&names, &[]); 2],
            extent: Extent::default(),
        };
        let seat = |cell, seat| Record {
            game_id: 1 + cell as u64,
            seat,
            bot: ["a", "b"][seat],
            cell,
            ..Record::default()
        };
        let block = [seat(0, 0), seat(0, 1), seat(1, 0), seat(1, 1)];
        for rows in [&block[..], &block[2..], &[]] {
            cells.add_block(rows);
        }
        assert_eq!((cells.extent.games, cells.extent.blocks), (3, 3));
        assert_eq!([0, 1].map(|cell| cells.tallies[cell].games), [1, 2]);
    }
}
