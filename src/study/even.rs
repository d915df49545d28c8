//! The handicap that makes two unequal players equal.
//!
//! The only assumption is that more money does not lower a player's share of wins: the game is even where the
//! nondecreasing share of wins crosses the fair share ([`crossing`](super::crossing)). The share of wins at
//! the last tested handicap shows if the crossing lies outside the tested range.

use super::crossing::{Crossing, Measured};
use super::levels::Ladder;
use portolan_core::random::stream;
use portolan_run::settings::HANDICAP;
use portolan_stats::interval::CONFIDENCE;

/// Seed of the resamples, identical for all runs.
const SEED: u64 = 0x6576_656e;

/// Handicaps that make the game even, for each bot of a ladder.
pub struct Even {
    /// Smallest and largest tested handicap.
    pub tried: [f64; 2],
    /// For each bot, the handicap that gives it the same chance of winning as its opponents.
    pub bots: Vec<Crossing>,
}

/// Computes the handicaps; `None` for a ladder of a rule option, or before the first block.
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
