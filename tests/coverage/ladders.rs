//! How often a ladder whose rungs are equally hard gets a verdict.

use portolan::random::{stream, unit};
use portolan::study::ladder::{Climb, Order};

const LADDERS: u64 = 10_000;

/// Share of ladders that get another verdict than that the order cannot be told: of so many rungs and
/// bots, who win so many games of two on every rung, on deals that favour them or not.
fn verdicts(rungs: usize, bots: usize, blocks: u64, chance: f64, ladders: u64) -> f64 {
    let mut told = 0;
    for ladder in 0..ladders {
        let path = [rungs as u64, bots as u64, blocks, chance.to_bits(), ladder];
        let mut rng = stream(2035, &path);
        let mut climb = Climb::new(rungs);
        for _ in 0..blocks {
            let good = if unit(&mut rng) < 0.5 { 1.4 } else { 0.6 };
            let mean: Vec<f64> = (0..rungs)
                .map(|_| {
                    let won = (0..2 * bots)
                        .filter(|_| unit(&mut rng) < chance * good)
                        .count();
                    won as f64 / (2 * bots) as f64
                })
                .collect();
            climb.push(&mean, &vec![f64::NAN; rungs], Some(2 * bots as u64));
        }
        climb.judge();
        told += u64::from(!matches!(climb.order(), Order::CannotTell | Order::Level));
    }
    told as f64 / ladders as f64
}

#[test]
#[ignore = "nightly: 10,000 ladders of 8 kinds"]
fn verdicts_of_level_ladders() {
    for (rungs, bots) in [(3, 1), (5, 1), (5, 3), (8, 2)] {
        for blocks in [40, 200] {
            let share = verdicts(rungs, bots, blocks, 0.5, LADDERS);
            println!(
                "level ladders of {rungs} rungs, {bots} bots, {blocks} blocks: {:.1} % get a verdict",
                100.0 * share
            );
            // One in twenty with three standard errors of the simulation on top.
            assert!(share < 0.0565, "{rungs} {bots} {blocks}: {share}");
        }
        let rare = verdicts(rungs, bots, 200, 0.03, LADDERS);
        println!(
            "level ladders of {rungs} rungs, {bots} bots, 3 % won: {:.1} % get a verdict",
            100.0 * rare
        );
        assert!(rare < 0.0565, "{rungs} {bots}: {rare}");
    }
}

#[test]
fn verdicts_of_level_ladders_in_short() {
    let share = verdicts(5, 1, 60, 0.5, 2_000);
    assert!(share < 0.06, "{share}");
}
