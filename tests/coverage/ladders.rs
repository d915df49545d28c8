//! False verdicts of ladders whose levels are equally hard.

use portolan::random::{stream, unit};
use portolan::results::reader::Extent;
use portolan::results::record::Record;
use portolan::stats::Batches;
use portolan::study::conditions::CellTallies;
use portolan::study::crossing::Crossing;
use portolan::study::even::even;
use portolan::study::ladder::{Climb, Order};
use portolan::study::levels::{Grid, Ladder};
use portolan::study::tally::Tally;

const LADDERS: u64 = 10_000;

/// Returns the share of ladders with a verdict, other than that the order is undecided. Each ladder has this
/// number of levels and bots, which win with the same probability at every level, with or without luck of
/// the deal.
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
fn ladder_of_equal_levels_rarely_gets_a_verdict() {
    for (rungs, bots) in [(3, 1), (5, 1), (5, 3), (8, 2)] {
        for blocks in [40, 200] {
            let share = verdicts(rungs, bots, blocks, 0.5, LADDERS);
            println!(
                "level ladders of {rungs} rungs, {bots} bots, {blocks} blocks: {:.1} % get a verdict",
                100.0 * share
            );
            // 5 % plus three standard errors of the simulation.
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
fn ladder_of_equal_levels_rarely_gets_a_verdict_in_short_run() {
    let share = verdicts(5, 1, 60, 0.5, 2_000);
    assert!(share < 0.06, "{share}");
}

/// Tested handicaps, the largest advantage first.
const HANDICAPS: [u32; 4] = [30, 20, 10, 0];

/// Returns a ladder of handicaps in which a bot wins half of its games at the handicap `even_at`. Each deal
/// has two games, half of which depend on the luck of the deal.
fn planted(even_at: f64, blocks: u64, seed: u64) -> Ladder {
    let bots = ["a", "b"].map(String::from);
    let mut tallies = vec![Tally::new(&bots, &[]); HANDICAPS.len()];
    let mut batches = Batches::default();
    let mut rng = stream(2040, &[even_at.to_bits(), blocks, seed]);
    for _ in 0..blocks {
        let luck = unit(&mut rng);
        let mut sums = Vec::new();
        for (cell, handicap) in HANDICAPS.iter().enumerate() {
            let chance = 1.0 / (1.0 + ((even_at - f64::from(*handicap)) / 15.0).exp());
            let mut rows = Vec::new();
            let mut won = 0.0;
            for (game_id, draw) in [(0, luck), (1, unit(&mut rng))] {
                let win = f64::from(u8::from(draw < chance));
                won += win / 2.0;
                rows.extend([("a", win), ("b", 1.0 - win)].map(|(bot, win)| Record {
                    game_id,
                    bot,
                    seat: usize::from((bot == "a") == (game_id == 1)),
                    win,
                    ..Record::default()
                }));
            }
            tallies[cell].add_block(&rows);
            sums.extend([(2 * cell, won), (2 * cell + 1, 1.0)]);
        }
        batches.push(&sums);
    }
    Ladder {
        grid: Grid {
            option: "handicap".to_string(),
            values: HANDICAPS.map(|handicap| handicap.to_string()).to_vec(),
            bots: vec!["a".to_string()],
            cells: vec![(0..HANDICAPS.len()).map(|cell| Some((cell, 0))).collect()],
            opponents: true,
        },
        cells: CellTallies {
            tallies,
            extent: Extent::default(),
        },
        climbs: Vec::new(),
        together: Climb::new(HANDICAPS.len()),
        batches,
    }
}

/// Returns the share of ladders that report the even handicap, and the share of correct reports among them.
fn evened(even_at: f64, blocks: u64, ladders: u64) -> (f64, f64) {
    let said = (0..ladders).filter_map(|seed| {
        let found = even(&planted(even_at, blocks, seed)).unwrap();
        match found.bots[0] {
            Crossing::At(_, range) | Crossing::Open(range) => Some(range.holds(even_at)),
            Crossing::Above => Some(even_at > found.tried[1]),
            Crossing::Below => Some(even_at < found.tried[0]),
            Crossing::Unclear => None,
        }
    });
    let said: Vec<bool> = said.collect();
    let held = said.iter().filter(|&&held| held).count() as f64;
    let (named, held) = (said.len() as f64 / ladders as f64, held / said.len() as f64);
    println!(
        "even at {even_at}, handicaps 0 to 30, {blocks} blocks: said in {:.1} %, true in {:.1} % of these",
        100.0 * named,
        100.0 * held
    );
    (named, held)
}

#[test]
#[ignore = "nightly: 1,000 ladders of 36 kinds"]
fn even_handicap_interval_covers_the_handicap() {
    for even_at in [
        -20.0, -2.0, 0.0, 1.0, 5.0, 15.0, 22.0, 29.0, 30.0, 31.0, 35.0, 60.0,
    ] {
        for blocks in [12, 60, 300] {
            let (named, held) = evened(even_at, blocks, 1_000);
            // 93 % minus two standard errors of the simulation.
            assert!(
                named > 0.1 && held > 0.914,
                "{even_at}, {blocks}: {named}, {held}"
            );
        }
    }
}

/// Tests even handicaps inside the range of the ladder, at its ends and outside.
#[test]
fn even_handicap_interval_covers_the_handicap_in_short_run() {
    for even_at in [-10.0, 1.0, 15.0, 29.0, 31.0, 45.0] {
        let (named, held) = evened(even_at, 60, 80);
        assert!(named > 0.3 && held > 0.9, "{even_at}: {named}, {held}");
    }
}
