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
use crate::stats::{Estimate, Unit, isotonic, percentile_interval};

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
    let crossing = |sums: &[f64]| {
        let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
        let share = |&cell: &usize| {
            let blocks = at(2 * cell + 1);
            (blocks > 0.0).then(|| at(2 * cell) / blocks)
        };
        let shares: Option<Vec<f64>> = cells.iter().map(share).collect();
        Some(cross(handicaps, &shares?, fair))
    };
    let found = match crossing(&ladder.batches.total())? {
        Crossing::Within(handicap) => handicap,
        Crossing::Above => return Some(Even::More),
        Crossing::Below => return Some(Even::Less),
    };
    let ends = |least: bool| {
        let fold = if least { f64::min } else { f64::max };
        handicaps.iter().copied().reduce(fold)
    };
    let (least, most) = (ends(true)?, ends(false)?);
    let mut rng = stream(SEED, &[]);
    let drawn = resample(
        ladder.batches.len(),
        RESAMPLES,
        |bound| below(&mut rng, bound),
        |counts| {
            Some(match crossing(&ladder.batches.weighted(counts))? {
                Crossing::Within(handicap) => handicap,
                Crossing::Above => most,
                Crossing::Below => least,
            })
        },
    );
    // One batch drawn again and again says nothing of chance.
    let interval = (ladder.batches.len() > 1)
        .then(|| percentile_interval(&drawn, CONFIDENCE))
        .flatten();
    Some(Even::At(Estimate::new(found, interval, Unit::Price)))
}

/// Where a curve crosses the fair share, seen from the handicaps tried.
#[derive(Debug, PartialEq)]
enum Crossing {
    Within(f64),
    Above,
    Below,
}

/// Shares of wins at handicaps, in any order.
fn cross(handicaps: &[f64], shares: &[f64], fair: f64) -> Crossing {
    let mut order: Vec<usize> = (0..handicaps.len().min(shares.len())).collect();
    order.sort_by(|&one, &other| handicaps[one].total_cmp(&handicaps[other]));
    let levels: Vec<(f64, f64)> = order.iter().map(|&rung| (shares[rung], 1.0)).collect();
    let curve = isotonic(&levels).fitted;
    let below = curve.partition_point(|&share| share < fair);
    let not_above = curve.partition_point(|&share| share <= fair);
    let at = |place: usize| handicaps[order[place]];
    if below == curve.len() {
        Crossing::Above
    } else if not_above > below {
        // Exactly even at some: in the middle of them.
        Crossing::Within((at(below) + at(not_above - 1)) / 2.0)
    } else if below == 0 {
        Crossing::Below
    } else {
        let (low, high) = (curve[below - 1], curve[below]);
        let (before, after) = (at(below - 1), at(below));
        Crossing::Within(before + (after - before) * (fair - low) / (high - low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_even_handicap_lies_between_its_neighbours() {
        let handicaps = [30.0, 20.0, 10.0, 0.0];
        // Between 10 (40 %) and 20 (60 %), a quarter of the way to 45 %.
        let found = cross(&handicaps, &[0.7, 0.6, 0.4, 0.1], 0.45);
        assert_eq!(found, Crossing::Within(12.5));
        // A dip is levelled: 20 and 10 are 50 % together, and the middle of them is named.
        let found = cross(&handicaps, &[0.7, 0.45, 0.55, 0.1], 0.5);
        assert_eq!(found, Crossing::Within(15.0));
        assert_eq!(
            cross(&handicaps, &[0.7, 0.6, 0.4, 0.1], 0.8),
            Crossing::Above
        );
        assert_eq!(
            cross(&handicaps, &[0.7, 0.6, 0.4, 0.1], 0.05),
            Crossing::Below
        );
    }
}
