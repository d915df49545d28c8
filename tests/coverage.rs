//! Do the 95 % intervals hold what they promise? Bots of known strength are simulated, every
//! procedure is asked, and the truth is known. The figures in `docs/statistics.md` come from
//!
//! `cargo test --test coverage -- --ignored --nocapture`

use portolan::random::{Rng, below, stream, unit};
use portolan::stats::bootstrap::{resample, weighted_mean};
use portolan::stats::{
    CrossedBlocks, Encounter, Interval, Layout, Moments, Paired, PlackettLuce, Rasch, Sprt,
    SprtBounds, VarianceSource, Verdict, bca_interval, clopper_pearson_interval, mean_interval,
    percentile_interval, wilson_interval,
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

/// Blocks whose games depend on each other: the deal shifts the focal bot's chance by what it gives to
/// the seats, which sums to zero over a block, and by what it gives to the bot, up or down alike.
struct Dealt {
    seats: &'static [f64],
    bot: f64,
}

impl Dealt {
    /// Variance of the block score of a bot that wins this share of games.
    fn variance(&self, mean: f64) -> f64 {
        let games = self.seats.len() as f64;
        let of_game = |seat: &f64| mean * (1.0 - mean) - seat * seat - self.bot * self.bot;
        self.seats.iter().map(of_game).sum::<f64>() / (games * games) + self.bot * self.bot
    }

    /// As [`passes`], of blocks like this.
    fn passes(&self, purpose: u64, replications: u64, players: u32, strong: bool) -> (f64, f64) {
        let games = self.seats.len() as u32;
        let elo = if strong { WIDE.elo1 } else { WIDE.elo0 };
        let t = elo / portolan::stats::sprt::ELO_PER_DEVIATION * f64::from(games).sqrt();
        let baseline = 1.0 / f64::from(players);
        let mean = (0..200).fold(baseline, |mean, _| {
            baseline + t * self.variance(mean).sqrt()
        });
        let (mut passed, mut blocks) = (0u64, 0u64);
        for replication in 0..replications {
            let mut rng = stream(2028, &[purpose, replication]);
            let mut test = match players {
                2 => Sprt::pentanomial(WIDE),
                _ => Sprt::block_scores(WIDE, baseline, games),
            }
            .unwrap();
            let verdict = loop {
                let mut sign = || if unit(&mut rng) < 0.5 { 1.0 } else { -1.0 };
                let (seats, bot) = (sign(), sign() * self.bot);
                let won = self
                    .seats
                    .iter()
                    .filter(|&seat| unit(&mut rng) < mean + seats * seat + bot)
                    .count();
                if let Some(verdict) = test.push(won as f64 / f64::from(games)) {
                    break verdict;
                }
            };
            passed += u64::from(verdict == Verdict::Passed);
            blocks += test.blocks();
        }
        let tests = replications as f64;
        (passed as f64 / tests, blocks as f64 / tests)
    }
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

/// The unit is the block, so neither luck that its games share nor luck that they exchange may
/// change the error rates.
#[test]
#[ignore = "nightly: 20,000 tests per row"]
fn sprt_error_rates_of_dependent_games() {
    let rows = [
        (
            "2 players, deals favour a seat",
            2,
            Dealt {
                seats: &[0.3, -0.3],
                bot: 0.0,
            },
        ),
        (
            "2 players, deals favour a bot",
            2,
            Dealt {
                seats: &[0.0; 2],
                bot: 0.25,
            },
        ),
        (
            "3 players, both",
            3,
            Dealt {
                seats: &[0.15, 0.15, 0.0, 0.0, -0.15, -0.15],
                bot: 0.1,
            },
        ),
        (
            "4 players, both",
            4,
            Dealt {
                seats: &[0.1, 0.05, -0.05, -0.1],
                bot: 0.1,
            },
        ),
    ];
    for (index, (name, players, dealt)) in (0..).zip(rows) {
        let (wrong, length) = dealt.passes(2 * index, TESTS, players, false);
        println!(
            "SPRT, {name}, elo0: {:.1} % pass, {length:.0} blocks",
            100.0 * wrong
        );
        let (right, length) = dealt.passes(2 * index + 1, TESTS, players, true);
        let failed = 1.0 - right;
        println!(
            "SPRT, {name}, elo1: {:.1} % fail, {length:.0} blocks",
            100.0 * failed
        );
        assert!(wrong < 0.055 && failed < 0.055, "{name}: {wrong} {failed}");
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

/// A standard normal number (Box & Muller, *A note on the generation of random normal deviates*,
/// 1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - unit(rng)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(rng)).cos()
}

/// Numbers around zero that sum to zero.
fn centred(rng: &mut Rng, count: usize, spread: f64) -> Vec<f64> {
    let drawn: Vec<f64> = (0..count).map(|_| spread * normal(rng)).collect();
    let mean = drawn.iter().sum::<f64>() / count as f64;
    drawn.iter().map(|value| value - mean).collect()
}

/// Who sits where at tables of two, three and four, as runs have it.
fn seatings(bots: usize) -> Vec<Vec<usize>> {
    let rotations = |order: &[usize]| -> Vec<Vec<usize>> {
        (0..bots)
            .map(|first| (0..bots).map(|seat| order[(first + seat) % bots]).collect())
            .collect()
    };
    let mut all = rotations(&(0..bots).collect::<Vec<_>>());
    if bots == 3 {
        all.extend(rotations(&[0, 2, 1]));
    }
    all
}

const BOT_EFFECTS: [[f64; 4]; 3] = [
    [2.0, -2.0, 0.0, 0.0],
    [3.0, -1.0, -2.0, 0.0],
    [3.0, 1.0, -1.0, -3.0],
];
const DEAL_SPREAD: f64 = 5.0;
const SEAT_SPREAD: f64 = 4.0;
const SUIT_SPREAD: f64 = 3.0;
const GAME_SPREAD: f64 = 2.0;
const OWN_SPREAD: f64 = 6.0;

/// Scores of a table with planted effects of bot, deal, deal and seat, deal and bot, and game; those
/// of two bots leave out what a deal gives to a bot. Seats are equal.
fn planted(rng: &mut Rng, bots: usize, blocks: usize) -> CrossedBlocks {
    let seatings = seatings(bots);
    let mut crossed = CrossedBlocks::new(Layout::new(&seatings).unwrap());
    for _ in 0..blocks {
        let deal = 50.0 + DEAL_SPREAD * normal(rng);
        let seats = centred(rng, bots, SEAT_SPREAD);
        let suits = centred(rng, bots, if bots > 2 { SUIT_SPREAD } else { 0.0 });
        let mut block = Vec::new();
        for game in &seatings {
            let all = deal + GAME_SPREAD * normal(rng);
            for (seat, &bot) in game.iter().enumerate() {
                let own = BOT_EFFECTS[bots - 2][bot] + suits[bot] + seats[seat];
                block.push(all + own + OWN_SPREAD * normal(rng));
            }
        }
        assert!(crossed.push(&block));
    }
    crossed
}

/// The planted parts of the variance of a single score.
fn planted_parts(bots: usize) -> Vec<(VarianceSource, f64)> {
    let count = bots as f64;
    let effects = BOT_EFFECTS[bots - 2].iter();
    let square = |spread: f64| spread * spread;
    // A sum of zero takes one degree of freedom.
    let centred = |spread: f64| square(spread) * (count - 1.0) / count;
    let mut parts = vec![
        (
            VarianceSource::Bot,
            effects.map(|&effect| square(effect)).sum::<f64>() / count,
        ),
        (VarianceSource::Seat, 0.0),
        (VarianceSource::Seating, 0.0),
        (VarianceSource::Deal, square(DEAL_SPREAD)),
        (VarianceSource::DealSeat, centred(SEAT_SPREAD)),
    ];
    if bots > 2 {
        parts.push((VarianceSource::DealBot, centred(SUIT_SPREAD)));
    }
    parts.push((
        VarianceSource::Rest,
        square(GAME_SPREAD) + square(OWN_SPREAD),
    ));
    parts
}

#[test]
fn planted_parts_of_the_variance_are_found() {
    for bots in 2..=4 {
        let truth = planted_parts(bots);
        let mut found = vec![Moments::default(); truth.len()];
        for replication in 0..200 {
            let mut rng = stream(2029, &[bots as u64, replication]);
            let split = planted(&mut rng, bots, 60).split(0.95).unwrap();
            assert_eq!(split.components.len(), truth.len());
            for (moments, part) in found.iter_mut().zip(&split.components) {
                moments.push(part.variance);
            }
        }
        for ((source, variance), moments) in truth.iter().zip(&found) {
            let (mean, error) = (moments.mean().unwrap(), moments.standard_error().unwrap());
            assert!(
                (mean - variance).abs() < 4.0 * error,
                "{bots} {source:?}: {mean} {variance}"
            );
        }
    }
}

/// Games without anything dealt: whoever wins is tossed up. Two games of two bots say nothing of
/// chance but by the bots' results, and the deal must come out as nothing all the same.
#[test]
fn games_that_are_tossed_up_have_no_deal() {
    for bots in 2..=4 {
        let seatings = seatings(bots);
        let mut crossed = CrossedBlocks::new(Layout::new(&seatings).unwrap());
        let mut rng = stream(2030, &[bots as u64]);
        for _ in 0..20_000 {
            let mut block = vec![0.0; bots * seatings.len()];
            for game in block.chunks_mut(bots) {
                game[below(&mut rng, bots as u32) as usize] = 1.0;
            }
            assert!(crossed.push(&block));
        }
        let split = crossed.split(0.95).unwrap();
        assert!(split.dealt.abs() < 0.015, "{bots}: {split:?}");
        let gain = crossed.pairing(0, 1, 0.99).unwrap();
        let interval = gain.interval.unwrap();
        assert!(
            interval.low < 1.0 && interval.high > 1.0,
            "{bots}: {gain:?}"
        );
    }
}

/// Shares of replications whose intervals hold the planted shares, by component, then that of all
/// that is dealt.
fn share_coverage(bots: usize, blocks: usize, replications: u64) -> Vec<(String, f64)> {
    let truth = planted_parts(bots);
    let total: f64 = truth.iter().map(|part| part.1).sum();
    let mut hits = vec![0u64; truth.len() + 1];
    for replication in 0..replications {
        let mut rng = stream(2031, &[bots as u64, replication]);
        let split = planted(&mut rng, bots, blocks).split(0.95).unwrap();
        let intervals = split.components.iter().map(|part| part.interval);
        let dealt: f64 = truth[3..truth.len() - 1].iter().map(|part| part.1).sum();
        let wanted = truth.iter().map(|part| part.1).chain([dealt]);
        let found = intervals.chain([split.dealt_interval]);
        for (hits, (interval, variance)) in hits.iter_mut().zip(found.zip(wanted)) {
            let interval: Interval = interval.unwrap();
            let share = variance / total;
            *hits += u64::from(interval.low <= share && share <= interval.high);
        }
    }
    let names = truth.iter().map(|part| format!("{:?}", part.0));
    let names = names.chain(["dealt".to_string()]);
    names
        .zip(hits.iter().map(|&hits| hits as f64 / replications as f64))
        .collect()
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn variance_shares() {
    for bots in 2..=4 {
        for (name, share) in share_coverage(bots, 300, REPLICATIONS) {
            println!(
                "share of variance, {bots} bots, {name}: {:.1} %",
                100.0 * share
            );
            // Where there is nothing, an interval that ends at zero holds it more often.
            let most = match name.as_str() {
                "Seat" | "Seating" => 1.0,
                _ => 0.97,
            };
            assert!((0.93..=most).contains(&share), "{bots} {name}: {share}");
        }
    }
}

#[test]
fn variance_shares_in_short() {
    for (name, share) in share_coverage(3, 100, 200) {
        assert!(share > 0.88, "{name}: {share}");
    }
}

/// The gain of pairing that follows from what was planted: a block's games share what suits a bot,
/// and what a seat gets cancels out.
#[test]
#[ignore = "nightly: 2,000 replications"]
fn gain_of_pairing() {
    for bots in 2..=4 {
        let square = |spread: f64| spread * spread;
        let games = seatings(bots).len() as f64;
        let suits = if bots > 2 { square(SUIT_SPREAD) } else { 0.0 };
        let own = square(OWN_SPREAD);
        let apart = 2.0 * (own + suits + square(SEAT_SPREAD)) / games;
        let paired = 2.0 * (own / games + suits);
        holds(
            &format!("gain of pairing, {bots} bots, 300 blocks"),
            20 + bots as u64,
            |rng| {
                let pairing = planted(rng, bots, 300).pairing(0, 1, 0.95).unwrap();
                (pairing.interval.unwrap(), apart / paired)
            },
        );
    }
}
