//! The handicap that makes two unequal players equal.
//!
//! More money does not make a player win less, and that is all that is taken for granted: the shares of wins
//! at the handicaps tried are replaced by the nearest ones that do not fall with it (isotonic regression), and
//! the game is even where the straight piece between two neighbours crosses the fair share. Nothing is said of
//! handicaps beyond those tried.

use super::rungs::Ladder;
use crate::random::{below, stream};
use crate::settings::HANDICAP;
use crate::stats::bootstrap::resample;
use crate::stats::interval::CONFIDENCE;
use crate::stats::trend::{Meeting, meeting};
use crate::stats::{Estimate, Unit, percentile_interval};

/// Resamples behind an interval.
const RESAMPLES: usize = 1000;
/// Their seed, the same for every run.
const SEED: u64 = 0x6576_656e;

/// The handicap that makes a bot as likely to win as the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Even {
    /// This one, with an interval by bootstrap over blocks; those beyond the ends count as the ends.
    At(Estimate),
    /// More than the largest that was tried.
    More,
    /// None, or less than the smallest that was tried.
    Less,
}

/// Bot by bot, where the game is even; `None` of a ladder of a rule option, or before the first block.
pub fn even(ladder: &Ladder) -> Option<Vec<Even>> {
    let grid = &ladder.grid;
    if grid.option != HANDICAP {
        return None;
    }
    let handicaps: Vec<f64> = grid.values.iter().flat_map(|value| value.parse()).collect();
    let fair = ladder.cells.tallies.first()?.fair_share();
    let bots = 0..grid.bots.len();
    bots.map(|bot| of_bot(ladder, bot, &handicaps, fair))
        .collect()
}

fn of_bot(ladder: &Ladder, bot: usize, handicaps: &[f64], fair: f64) -> Option<Even> {
    let cells: Option<Vec<usize>> = (ladder.grid.cells[bot].iter())
        .map(|place| place.map(|(cell, _)| cell))
        .collect();
    let cells = cells?;
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by(|&one, &other| handicaps[one].total_cmp(&handicaps[other]));
    let places: Vec<f64> = order.iter().map(|&rung| handicaps[rung]).collect();
    let even_at = |sums: &[f64]| {
        let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
        let share = |&rung: &usize| {
            let blocks = at(2 * cells[rung] + 1);
            (blocks > 0.0).then(|| at(2 * cells[rung]) / blocks)
        };
        let shares: Option<Vec<f64>> = order.iter().map(share).collect();
        Some(meeting(&places, &shares?, fair))
    };
    let found = match even_at(&ladder.batches.total())? {
        Meeting::At(handicap) => handicap,
        Meeting::Behind => return Some(Even::More),
        Meeting::Before => return Some(Even::Less),
    };
    let (least, most) = (*places.first()?, *places.last()?);
    let mut rng = stream(SEED, &[]);
    let drawn = resample(
        ladder.batches.len(),
        RESAMPLES,
        |bound| below(&mut rng, bound),
        |counts| {
            Some(match even_at(&ladder.batches.weighted(counts))? {
                Meeting::At(handicap) => handicap,
                Meeting::Behind => most,
                Meeting::Before => least,
            })
        },
    );
    // One batch drawn again and again says nothing of chance.
    let interval = (ladder.batches.len() > 1)
        .then(|| percentile_interval(&drawn, CONFIDENCE))
        .flatten();
    Some(Even::At(Estimate::new(found, interval, Unit::Times)))
}
