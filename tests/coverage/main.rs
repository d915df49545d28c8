//! Coverage of 95 % intervals and error rates of verdicts, measured in simulations with bots of known
//! strength. The numbers in `docs/findings/validity.md` come from
//!
//! `cargo test --test coverage -- --ignored --nocapture`

mod intervals;
mod items;
mod ladders;
mod ratings;
mod seats;
mod selected;
mod sequences;
mod shares;
mod sprt;
mod variance;

use portolan::random::{Rng, stream, unit};
use portolan::stats::Interval;

const REPLICATIONS: u64 = 2_000;
const STRENGTHS: [f64; 4] = [1.0, 1.5, 0.7, 1.0];

/// Returns the share of replications whose interval contains the true value.
fn coverage(
    name: &str,
    purpose: u64,
    replications: u64,
    mut one: impl FnMut(&mut Rng) -> (Interval, f64),
) -> f64 {
    let mut hits = 0;
    for replication in 0..replications {
        let (interval, truth) = one(&mut stream(2026, &[purpose, replication]));
        hits += u64::from(interval.low <= truth && truth <= interval.high);
    }
    let share = hits as f64 / replications as f64;
    println!("{name}: {:.1} %", 100.0 * share);
    share
}

fn holds(name: &str, purpose: u64, one: impl FnMut(&mut Rng) -> (Interval, f64)) {
    let share = coverage(name, purpose, REPLICATIONS, one);
    assert!((0.93..=0.97).contains(&share), "{name}: {share}");
}

/// Returns a deal group: one game per seating, with the same luck for each seat in all of them. The games
/// of a group are correlated, while each of them is a Plackett–Luce game. Each game lists players by
/// rank.
fn block(rng: &mut Rng) -> Vec<Vec<(usize, u32)>> {
    let luck: [f64; 4] = std::array::from_fn(|_| -(1.0 - unit(rng)).ln());
    (0..4)
        .map(|seating| {
            let mut order: Vec<(usize, f64)> = (0..4)
                .map(|player| (player, luck[(player + seating) % 4] / STRENGTHS[player]))
                .collect();
            order.sort_by(|a, b| a.1.total_cmp(&b.1));
            order
                .iter()
                .zip(1..)
                .map(|(&(player, _), rank)| (player, rank))
                .collect()
        })
        .collect()
}

/// Returns the share of the games that the player won.
fn share(block: &[Vec<(usize, u32)>], player: usize) -> f64 {
    block.iter().filter(|game| game[0].0 == player).count() as f64 / block.len() as f64
}

fn win_chance(player: usize) -> f64 {
    STRENGTHS[player] / STRENGTHS.iter().sum::<f64>()
}

fn shares(rng: &mut Rng, blocks: usize, player: usize) -> Vec<f64> {
    (0..blocks).map(|_| share(&block(rng), player)).collect()
}
