//! Do the 95 % intervals hold what they promise? Bots of known strength are simulated, every
//! procedure is asked, and the truth is known. The figures in `docs/statistics.md` come from
//!
//! `cargo test --test coverage -- --ignored --nocapture`

use portolan::random::{Rng, below, stream, unit};
use portolan::stats::bootstrap::{resample, weighted_mean};
use portolan::stats::{
    Encounter, Interval, Moments, Paired, PlackettLuce, Rasch, Sprt, SprtBounds, Verdict,
    bca_interval, clopper_pearson_interval, mean_interval, percentile_interval, wilson_interval,
};

const REPLICATIONS: u64 = 2_000;
const TESTS: u64 = 20_000;
const STRENGTHS: [f64; 4] = [1.0, 1.5, 0.7, 1.0];

/// Share of replications whose interval holds the truth.
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

/// A block: one game per seating, each seat with the same luck in all of them, so that games of a
/// block depend on each other while each alone is a Plackett–Luce game. Players by rank.
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

/// Share of the block's games that the player won.
fn share(block: &[Vec<(usize, u32)>], player: usize) -> f64 {
    block.iter().filter(|game| game[0].0 == player).count() as f64 / block.len() as f64
}

fn win_chance(player: usize) -> f64 {
    STRENGTHS[player] / STRENGTHS.iter().sum::<f64>()
}

fn shares(rng: &mut Rng, blocks: usize, player: usize) -> Vec<f64> {
    (0..blocks).map(|_| share(&block(rng), player)).collect()
}

fn mean_of_blocks(rng: &mut Rng) -> (Interval, f64) {
    let moments: Moments = shares(rng, 100, 1).into_iter().collect();
    (mean_interval(&moments, 0.95).unwrap(), win_chance(1))
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn block_means() {
    holds("Student t of 100 block means", 1, mean_of_blocks);
}

#[test]
fn block_means_in_short() {
    let share = coverage("Student t, short", 1, 400, mean_of_blocks);
    assert!((0.91..=0.985).contains(&share), "{share}");
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn wilson_of_independent_games() {
    holds("Wilson, 400 games", 2, |rng| {
        let won = (0..400).filter(|_| unit(rng) < 0.3).count();
        (wilson_interval(won as f64, 400.0, 0.95).unwrap(), 0.3)
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn clopper_pearson_of_independent_games() {
    holds("Clopper-Pearson, 2,000 games", 3, |rng| {
        let won = (0..2_000).filter(|_| unit(rng) < 0.3).count() as u64;
        (clopper_pearson_interval(won, 2_000, 0.95).unwrap(), 0.3)
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn bootstrap_percentiles() {
    holds("cluster bootstrap, percentile, 100 blocks", 4, |rng| {
        let shares = shares(rng, 100, 1);
        let means = resample(
            100,
            1_000,
            |bound| below(rng, bound),
            |counts| weighted_mean(&shares, counts),
        );
        (percentile_interval(&means, 0.95).unwrap(), win_chance(1))
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn bootstrap_bca() {
    holds("cluster bootstrap, BCa, 100 blocks", 5, |rng| {
        let shares = shares(rng, 100, 1);
        let sum: f64 = shares.iter().sum();
        let means = resample(
            100,
            1_000,
            |bound| below(rng, bound),
            |counts| weighted_mean(&shares, counts),
        );
        let without: Vec<f64> = shares.iter().map(|share| (sum - share) / 99.0).collect();
        let interval = bca_interval(&means, sum / 100.0, &without, 0.95).unwrap();
        (interval, win_chance(1))
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn paired_differences() {
    holds("paired t, 100 blocks", 6, |rng| {
        let pairs: Vec<(f64, f64)> = (0..100)
            .map(|_| {
                let block = block(rng);
                (share(&block, 1), share(&block, 2))
            })
            .collect();
        let truth = win_chance(1) - win_chance(2);
        (Paired::new(pairs, 0.95).interval.unwrap(), truth)
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn plackett_luce_ratings() {
    holds(
        "Plackett-Luce, bootstrap, 100 blocks of 4 games",
        7,
        |rng| {
            let blocks: Vec<_> = (0..100).map(|_| block(rng)).collect();
            let model = PlackettLuce::new(4, Some(0), 0.1, &blocks).unwrap();
            let ratings = model
                .fit_with_intervals(0.95, 1_000, |bound| below(rng, bound))
                .unwrap();
            (ratings[1].interval.unwrap(), STRENGTHS[1].ln())
        },
    );
}

fn rasch_scale(rng: &mut Rng) -> Rasch {
    let (abilities, difficulties) = ([0.5, -0.5, 1.5], [-1.0, 0.0, 1.0]);
    let mut met = Vec::new();
    for (bot, ability) in abilities.iter().enumerate() {
        for (level, difficulty) in difficulties.iter().enumerate() {
            let chance = 1.0 / (1.0 + f64::exp(difficulty - ability));
            let wins = (0..200).filter(|_| unit(rng) < chance).count() as f64;
            met.push(Encounter {
                bot,
                level,
                wins,
                games: 200.0,
            });
        }
    }
    Rasch::fit(3, 3, &met, 10.0).unwrap()
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn rasch_abilities_and_steps() {
    holds("Rasch ability, 200 games per cell", 8, |rng| {
        (rasch_scale(rng).ability(2).unwrap().interval(0.95), 1.5)
    });
    holds("Rasch step, 200 games per cell", 9, |rng| {
        (rasch_scale(rng).step(0).unwrap().interval(0.95), 1.0)
    });
}

/// Share of tests that pass a bot exactly as strong as one of the bounds, and mean number of blocks.
/// Two players draw three games in ten; at larger tables a block has as many games as players, and
/// each is won or lost.
fn passes(
    purpose: u64,
    replications: u64,
    players: u32,
    strong: bool,
    bounds: SprtBounds,
) -> (f64, f64) {
    let elo = if strong { bounds.elo1 } else { bounds.elo0 };
    let t = elo / portolan::stats::sprt::ELO_PER_DEVIATION;
    let (baseline, draws) = match players {
        2 => (0.5, 0.3),
        more => (1.0 / f64::from(more), 0.0),
    };
    // The mean of one game has to lie t standard deviations above the baseline: a fixed point.
    let mut mean = baseline;
    for _ in 0..200 {
        mean = baseline + t * (mean * (1.0 - mean) - draws / 4.0).sqrt();
    }
    let (mut passed, mut blocks) = (0u64, 0u64);
    for replication in 0..replications {
        let mut rng = stream(2027, &[purpose, replication]);
        let mut test = match players {
            2 => Sprt::pentanomial(bounds),
            more => Sprt::block_scores(bounds, baseline, more),
        }
        .unwrap();
        let verdict = loop {
            let score: f64 = (0..players)
                .map(|_| match unit(&mut rng) {
                    luck if luck < mean - draws / 2.0 => 1.0,
                    luck if luck < mean + draws / 2.0 => 0.5,
                    _ => 0.0,
                })
                .sum();
            if let Some(verdict) = test.push(score / f64::from(players)) {
                break verdict;
            }
        };
        passed += u64::from(verdict == Verdict::Passed);
        blocks += test.blocks();
    }
    (
        passed as f64 / replications as f64,
        blocks as f64 / replications as f64,
    )
}

const WIDE: SprtBounds = SprtBounds {
    elo0: 0.0,
    elo1: 50.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
#[ignore = "nightly: 20,000 tests per row"]
fn sprt_error_rates() {
    for players in [2, 4] {
        let seed = 10 + u64::from(players);
        let (wrong, length) = passes(seed, TESTS, players, false, WIDE);
        println!(
            "SPRT, {players} players, elo0: {:.1} % pass, {length:.0} blocks",
            100.0 * wrong
        );
        let (right, length) = passes(seed + 20, TESTS, players, true, WIDE);
        println!(
            "SPRT, {players} players, elo1: {:.1} % fail, {length:.0} blocks",
            100.0 - 100.0 * right
        );
        // The nominal 5 % with three standard errors of the simulation on top.
        assert!(wrong < 0.055 && right > 0.945, "{wrong} {right}");
    }
}

#[test]
fn sprt_error_rates_in_short() {
    let bounds = SprtBounds {
        elo1: 150.0,
        ..WIDE
    };
    let (wrong, _) = passes(50, 100, 2, false, bounds);
    let (right, _) = passes(51, 100, 2, true, bounds);
    assert!(wrong < 0.12 && right > 0.88, "{wrong} {right}");
}
