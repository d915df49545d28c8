//! The handicap that makes two unequal players equal.
//!
//! More money does not make a player win less, and that is all that is taken for granted: the game is even
//! where the share of wins that does not fall with the handicap crosses the fair share
//! ([`crossing`](super::crossing)). Whether it lies beyond the handicaps tried is told by the share of wins at
//! the last of them.

use super::crossing::{Crossing, Measured};
use super::rungs::Ladder;
use portolan_core::random::stream;
use portolan_engine::settings::HANDICAP;
use portolan_stats::interval::CONFIDENCE;

/// Seed of the resamples, the same for every run.
const SEED: u64 = 0x6576_656e;

/// Where a game is even for each bot of a ladder.
pub struct Even {
    /// The smallest and the largest handicap tried.
    pub tried: [f64; 2],
    /// Bot by bot, the handicap that makes it as likely to win as the others.
    pub bots: Vec<Crossing>,
}

/// Where the game is even; `None` of a ladder of a rule option, or before the first block.
pub fn even(ladder: &Ladder) -> Option<Even> {
    let grid = &ladder.grid;
    if grid.option != HANDICAP {
        return None;
    }
    let handicaps: Vec<f64> = grid.values.iter().flat_map(|value| value.parse()).collect();
    let fair = ladder.cells.tallies.first()?.fair_share();
    let mut order: Vec<usize> = (0..handicaps.len()).collect();
    order.sort_by(|&one, &other| handicaps[one].total_cmp(&handicaps[other]));
    let places: Vec<f64> = order.iter().map(|&rung| handicaps[rung]).collect();
    let bots = (0..grid.bots.len()).map(|bot| of_bot(ladder, bot, &order, &places, fair));
    Some(Even {
        tried: [*places.first()?, *places.last()?],
        bots: bots.collect::<Option<Vec<Crossing>>>()?,
    })
}

fn of_bot(
    ladder: &Ladder,
    bot: usize,
    order: &[usize],
    places: &[f64],
    fair: f64,
) -> Option<Crossing> {
    let cell = |&rung: &usize| Some(ladder.grid.cells[bot][rung]?.0);
    let cells: Vec<usize> = order.iter().map(cell).collect::<Option<_>>()?;
    let side = |rung: usize| -> Option<i8> {
        let wins = &ladder.grid.climber(&ladder.cells, bot, rung)?.all.wins;
        Some(match wins.interval(CONFIDENCE) {
            Some(interval) if interval.high < fair => -1,
            Some(interval) if interval.low > fair => 1,
            _ => 0,
        })
    };
    let measured = Measured {
        places,
        batches: &ladder.batches,
        curve: |sums: &[f64]| {
            let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
            let ahead = |&cell: &usize| {
                let blocks = at(2 * cell + 1);
                (blocks > 0.0).then(|| at(2 * cell) / blocks - fair)
            };
            cells.iter().map(ahead).collect::<Option<Vec<f64>>>()
        },
        ends: [side(*order.first()?)?, side(*order.last()?)?],
    };
    Some(measured.crossing(&mut stream(SEED, &[])))
}
