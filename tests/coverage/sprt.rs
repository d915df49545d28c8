//! Error rates of the sequential test.

use portolan::random::{stream, unit};
use portolan::stats::{Moments, Sprt, SprtBounds, Verdict, mean_interval};

const TESTS: u64 = 20_000;

/// Returns the share of tests passed by a bot whose strength equals one of the bounds, and the mean
/// number of deal groups. With two players, three of ten games are draws; with more players, a deal
/// group has one game per player, and there are no draws.
fn passes(
    purpose: u64,
    replications: u64,
    players: u32,
    strong: bool,
    bounds: SprtBounds,
) -> (f64, f64) {
    let elo = if strong { bounds.elo1 } else { bounds.elo0 };
    let t = elo / portolan::stats::sprt::ELO_PER_DEVIATION;
    let (baseline, most_draws) = match players {
        2 => (0.5, 0.3),
        more => (1.0 / f64::from(more), 0.0),
    };
    // A bot that almost always wins or loses has few draws.
    let draws_of = |mean: f64| mean.min(1.0 - mean).min(most_draws);
    // The mean result of a game is t standard deviations above the baseline.
    let (mut low, mut high) = match t < 0.0 {
        true => (0.0, baseline),
        false => (baseline, 1.0),
    };
    for _ in 0..100 {
        let mean = f64::midpoint(low, high);
        let deviation = (mean * (1.0 - mean) - draws_of(mean) / 4.0).sqrt();
        match mean < baseline + t * deviation {
            true => low = mean,
            false => high = mean,
        }
    }
    let (mean, draws) = (low, draws_of(low));
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

/// Deal groups with correlated games. A deal shifts the winning probability of the focal bot by an
/// amount per seat, which sums to zero over the group, and by an amount for the bot in all seats, in
/// either direction.
struct Dealt {
    seats: &'static [f64],
    bot: f64,
}

impl Dealt {
    /// Returns the variance of the group score of a bot with this win rate.
    fn variance(&self, mean: f64) -> f64 {
        let games = self.seats.len() as f64;
        let of_game = |seat: &f64| mean * (1.0 - mean) - seat * seat - self.bot * self.bot;
        self.seats.iter().map(of_game).sum::<f64>() / (games * games) + self.bot * self.bot
    }

    /// Like [`passes`], for these deal groups.
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
fn sprt_error_rates_stay_near_the_nominal_rate() {
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
        // The nominal 5 % plus three standard errors of the simulation.
        assert!(wrong < 0.055 && right > 0.945, "{wrong} {right}");
    }
}

/// The unit of the test is the deal group, so neither positive nor negative correlations within a group
/// may change the error rates.
#[test]
#[ignore = "nightly: 20,000 tests per row"]
fn sprt_error_rates_of_dependent_games_stay_near_nominal() {
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
fn sprt_error_rates_stay_near_the_nominal_rate_in_short_run() {
    let bounds = SprtBounds {
        elo1: 150.0,
        ..WIDE
    };
    let (wrong, _) = passes(50, 100, 2, false, bounds);
    let (right, _) = passes(51, 100, 2, true, bounds);
    assert!(wrong < 0.12 && right > 0.88, "{wrong} {right}");
}

/// Bounds far from equality, close to each other or far apart.
const FAR: [(f64, f64); 12] = [
    (0.0, 100.0),
    (0.0, 240.0),
    (0.0, 500.0),
    (0.0, 1000.0),
    (-80.0, 0.0),
    (-200.0, 0.0),
    (-500.0, 0.0),
    (-1000.0, 0.0),
    (-240.0, 240.0),
    (-1000.0, 1000.0),
    (300.0, 450.0),
    (-450.0, -300.0),
];

/// Returns the maximum share of wrong verdicts at these bounds, for bots at either bound, and the
/// maximum mean number of deal groups.
fn far_bounds(players: u32, bounds: &[(f64, f64)], replications: u64) -> (f64, f64) {
    let mut most = (0.0_f64, 0.0_f64);
    for (number, &(elo0, elo1)) in (0..).zip(bounds) {
        let bounds = SprtBounds { elo0, elo1, ..WIDE };
        let purpose = 100 + 1000 * u64::from(players) + 2 * number;
        let (wrong, short) = passes(purpose, replications, players, false, bounds);
        let (right, long) = passes(purpose + 1, replications, players, true, bounds);
        println!(
            "SPRT, {players} players, {elo0} to {elo1}: {:.1} % pass at elo0, {short:.0} blocks; {:.1} % fail \
             at elo1, {long:.0} blocks",
            100.0 * wrong,
            100.0 - 100.0 * right
        );
        most.0 = most.0.max(wrong).max(1.0 - right);
        most.1 = most.1.max(short).max(long);
    }
    most
}

#[test]
#[ignore = "nightly: 5,000 tests of 96 cases"]
fn sprt_error_rates_stay_near_nominal_for_distant_bounds() {
    for players in 2..=5 {
        let (wrong, blocks) = far_bounds(players, &FAR, 5_000);
        // The maximum measured is 5.5 %; three standard errors of the simulation are added.
        assert!(wrong < 0.065 && blocks < 1_000.0, "{wrong} {blocks}");
    }
}

/// Every test ends, because `passes` continues until there is a verdict.
#[test]
fn sprt_error_rates_stay_low_for_distant_bounds_in_short_run() {
    for players in 2..=5 {
        let bounds = [(0.0, 240.0), (0.0, 1000.0), (-240.0, 0.0), (-1000.0, 0.0)];
        let (wrong, blocks) = far_bounds(players, &bounds, 100);
        assert!(wrong < 0.12 && blocks < 40.0, "{wrong} {blocks}");
    }
}

/// Shows why a duel report has no interval: Student's interval over the deal groups of a stopped test has too
/// low a coverage, because it treats their number as fixed in advance.
#[test]
#[ignore = "nightly: 20,000 tests"]
fn naive_interval_after_a_verdict_has_low_coverage() {
    let t = WIDE.elo1 / portolan::stats::sprt::ELO_PER_DEVIATION;
    let mut figures = Vec::new();
    for (strong, mean) in [(false, 0.5), (true, 0.5 + t / 2.0)] {
        let (mut held, mut wrong, mut wrong_held) = (0u32, 0u32, 0u32);
        let mut off = Moments::default();
        for replication in 0..TESTS {
            let mut rng = stream(2039, &[u64::from(strong), replication]);
            let mut test = Sprt::pentanomial(WIDE).unwrap();
            let mut scores = Moments::default();
            let verdict = loop {
                let won = (0..2).filter(|_| unit(&mut rng) < mean).count() as f64 / 2.0;
                scores.push(won);
                if let Some(verdict) = test.push(won) {
                    break verdict;
                }
            };
            let interval = mean_interval(&scores, 0.95).unwrap();
            let holds = interval.low <= mean && mean <= interval.high;
            held += u32::from(holds);
            off.push(scores.mean().unwrap() - mean);
            if (verdict == Verdict::Passed) != strong {
                wrong += 1;
                wrong_held += u32::from(holds);
            }
        }
        let share = f64::from(held) / TESTS as f64;
        println!(
            "naive interval after a verdict, bot as strong as {}: {:.1} %; after a wrong one {:.1} %; \
             mean share off by {:+.2} points",
            if strong { "elo1" } else { "elo0" },
            100.0 * share,
            100.0 * f64::from(wrong_held) / f64::from(wrong),
            100.0 * off.mean().unwrap()
        );
        figures.push(share);
    }
    assert!(figures.iter().all(|&share| share < 0.93), "{figures:?}");
}
