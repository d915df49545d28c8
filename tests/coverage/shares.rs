//! Win rates near 0, near 1 and in between, from deal groups with positively or negatively correlated
//! games.

use portolan::random::{Rng, stream, unit};
use portolan::stats::{Differences, Moments, Shares, mean_interval};

const REPLICATIONS: u64 = 3_000;

/// Dependence between the games of a deal.
#[derive(Clone, Copy, Debug)]
enum Deal {
    /// Independent games.
    Apart,
    /// With this probability a game has the common result of its deal, so that two games have a
    /// correlation of its square.
    Together(f64),
    /// In one deal of ten, the rarer result is up to eight times as likely.
    Heaped,
    /// A deal that favours one seat disadvantages the next one.
    Against,
}

const DEALS: [Deal; 5] = [
    Deal::Apart,
    Deal::Together(0.5),
    Deal::Together(0.9),
    Deal::Heaped,
    Deal::Against,
];

impl Deal {
    /// Returns the win rate of a bot in one deal, given its overall win rate.
    fn share(self, rng: &mut Rng, rate: f64, games: u32) -> f64 {
        let common = unit(rng) < rate;
        let good = unit(rng) < 0.1;
        let sign = if unit(rng) < 0.5 { 1.0 } else { -1.0 };
        let won = (0..games).filter(|game| match self {
            Deal::Apart => unit(rng) < rate,
            Deal::Together(tie) if unit(rng) < tie => common,
            Deal::Together(_) => unit(rng) < rate,
            Deal::Heaped => {
                let rarer = rate.min(1.0 - rate);
                let high = (8.0 * rarer).min(0.9);
                let low = (rarer - 0.1 * high) / 0.9;
                (unit(rng) < if good { high } else { low }) == (rate <= 0.5)
            }
            Deal::Against => {
                let side = if game % 2 == 0 { sign } else { -sign };
                unit(rng) < rate + side * rate.min(1.0 - rate)
            }
        });
        won.count() as f64 / f64::from(games)
    }

    fn shares(self, rng: &mut Rng, rate: f64, blocks: u32, games: u32) -> Shares {
        let mut shares = Shares::default();
        for _ in 0..blocks {
            shares.push(self.share(rng, rate, games), u64::from(games));
        }
        shares
    }
}

/// Returns the coverage of the interval, and the mean widths of this interval and of Student's.
fn held(deal: Deal, rate: f64, blocks: u32, games: u32, replications: u64) -> (f64, f64, f64) {
    let mut hits = 0;
    let (mut width, mut student) = (Moments::default(), Moments::default());
    for replication in 0..replications {
        let seed = [
            u64::from(blocks),
            u64::from(games),
            rate.to_bits(),
            replication,
        ];
        let shares = deal.shares(&mut stream(2032, &seed), rate, blocks, games);
        let interval = shares.interval(0.95).unwrap();
        hits += u64::from(interval.low <= rate && rate <= interval.high);
        width.push(interval.half_width());
        // Equal rates have no Student interval.
        if let Some(plain) = mean_interval(&shares.moments(), 0.95) {
            student.push(plain.half_width());
        }
    }
    let mean = |moments: Moments| moments.mean().unwrap();
    (
        hits as f64 / replications as f64,
        mean(width),
        student.mean().unwrap_or(f64::NAN),
    )
}

/// Returns the minimum and the mean coverage over all deals and rates.
fn worst(blocks: u32, games: u32, rates: &[f64], replications: u64) -> (f64, f64) {
    let mut all = Vec::new();
    for deal in DEALS {
        for &rate in rates {
            let (share, ..) = held(deal, rate, blocks, games, replications);
            // 93 % minus two standard errors of the simulation.
            assert!(
                share >= 0.921,
                "{deal:?}, {rate}, {blocks} × {games}: {share}"
            );
            all.push(share);
        }
    }
    let least = all.iter().copied().fold(1.0, f64::min);
    (least, all.iter().sum::<f64>() / all.len() as f64)
}

#[test]
#[ignore = "nightly: 3,000 replications of 360 cases"]
fn interval_covers_rare_win_rates() {
    for blocks in [30, 100, 400, 2_000] {
        for games in [2, 6, 24] {
            let rates = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05];
            let (least, mean) = worst(blocks, games, &rates, REPLICATIONS);
            println!(
                "share of wins, rates 0.1 to 5 %, {blocks} blocks of {games}: least {:.1} %, mean \
                 {:.1} %",
                100.0 * least,
                100.0 * mean
            );
        }
    }
}

/// Includes a win rate of 0.7 % over 150 deals, for which Student's interval has a coverage of two thirds.
#[test]
fn interval_covers_rare_win_rates_in_short_run() {
    let (share, _, student) = held(Deal::Together(0.5), 0.007, 150, 2, 400);
    assert!(share > 0.95, "{share}");
    assert!(student > 0.0);
    let (share, ..) = held(Deal::Together(0.9), 0.01, 60, 6, 400);
    assert!(share > 0.95, "{share}");
    let (share, ..) = held(Deal::Heaped, 0.99, 60, 6, 400);
    assert!(share > 0.95, "{share}");
}

#[test]
#[ignore = "nightly: 3,000 replications of 120 cases"]
fn interval_covers_ordinary_win_rates() {
    for blocks in [30, 100, 400] {
        for games in [2, 6, 24] {
            let rates = [0.2, 0.35, 0.5, 0.8];
            let (least, mean) = worst(blocks, games, &rates, REPLICATIONS);
            let mut ratios = Moments::default();
            for deal in [Deal::Apart, Deal::Together(0.5), Deal::Heaped] {
                for rate in rates {
                    let (_, width, student) = held(deal, rate, blocks, games, 500);
                    ratios.push(width / student);
                }
            }
            let wider = ratios.mean().unwrap();
            println!(
                "share of wins, rates 20 to 80 %, {blocks} blocks of {games}: least {:.1} %, mean \
                 {:.1} %, {:.1} % wider than Student's t",
                100.0 * least,
                100.0 * mean,
                100.0 * (wider - 1.0)
            );
            assert!(
                (0.999..1.35).contains(&wider),
                "{blocks} × {games}: {wider}"
            );
            assert!(blocks < 400 || wider < 1.01, "{blocks} × {games}: {wider}");
        }
    }
}

#[test]
fn interval_covers_ordinary_win_rates_in_short_run() {
    for (deal, games) in [
        (Deal::Apart, 6),
        (Deal::Against, 2),
        (Deal::Together(0.5), 6),
    ] {
        let (share, width, student) = held(deal, 0.35, 100, games, 400);
        assert!((0.92..0.99).contains(&share), "{deal:?}: {share}");
        assert!(
            (0.999..1.06).contains(&(width / student)),
            "{deal:?}: {width} {student}"
        );
    }
}

/// Returns the minimum and the mean coverage of win rates from few deals, and the mean width relative to
/// an equal number of independent games, over all kinds of deals and these rates.
fn few_deals(blocks: u32, games: u32, rates: &[f64], replications: u64) -> [f64; 3] {
    let mut all = Vec::new();
    let mut widths = Vec::new();
    for deal in DEALS.into_iter().chain([Deal::Together(1.0)]) {
        for &rate in rates {
            let (share, width, _) = held(deal, rate, blocks, games, replications);
            let (whole, of_deals, _) = held(Deal::Together(1.0), rate, blocks, 1, replications);
            assert!(whole > 0.93, "{rate}, {blocks}: {whole}");
            all.push(share);
            widths.push(width / of_deals);
        }
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let least = all.iter().copied().fold(1.0, f64::min);
    println!(
        "share of wins, rates {} to {} %, {blocks} blocks of {games}: least {:.1} %, mean {:.1} %, {:.2} times \
         as wide as of whole deals",
        100.0 * rates[0],
        100.0 * rates[rates.len() - 1],
        100.0 * least,
        100.0 * mean(&all),
        mean(&widths)
    );
    [least, mean(&all), mean(&widths)]
}

#[test]
#[ignore = "nightly: 1,000 replications of 672 cases"]
fn interval_of_few_deals_covers_the_win_rate() {
    for blocks in [3, 5, 10, 20] {
        for games in [1, 2, 6, 24] {
            let rates = [0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5];
            let [least, _, width] = few_deals(blocks, games, &rates, 1_000);
            assert!(
                least > 0.93 && width < 1.01,
                "{blocks} × {games}: {least}, {width}"
            );
        }
    }
}

#[test]
fn interval_of_few_deals_covers_the_win_rate_in_short_run() {
    for (blocks, games) in [(5, 6), (10, 2)] {
        let [least, _, width] = few_deals(blocks, games, &[0.02, 0.2, 0.5], 200);
        assert!(
            least > 0.92 && width < 1.01,
            "{blocks} × {games}: {least}, {width}"
        );
    }
}

/// Returns the coverage of intervals for differences between two bots on the same deals. A deal shifts the
/// winning probabilities of both in the same direction.
fn difference_held(deal: Deal, rates: (f64, f64), blocks: u32, games: u32, times: u64) -> f64 {
    let truth = rates.0 - rates.1;
    let mut hits = 0;
    for replication in 0..times {
        let path = [
            u64::from(blocks),
            u64::from(games),
            rates.0.to_bits(),
            replication,
        ];
        let mut differences = Differences::default();
        for block in 0..u64::from(blocks) {
            // Both bots have the same luck, so they win the same games as far as their rates allow.
            let mut luck = stream(2033, &[path.as_slice(), &[block]].concat());
            let mut same = luck.clone();
            let (one, other) = (
                deal.share(&mut luck, rates.0, games),
                deal.share(&mut same, rates.1, games),
            );
            differences.push(one - other);
        }
        let interval = differences.share_interval(f64::from(games), 0.95).unwrap();
        let slack = 1e-12;
        hits += u64::from(interval.low <= truth + slack && truth <= interval.high + slack);
    }
    hits as f64 / times as f64
}

const PAIRS: [(f64, f64); 6] = [
    (0.0, 0.002),
    (0.01, 0.0),
    (0.03, 0.01),
    (0.99, 1.0),
    (0.2, 0.1),
    (0.5, 0.4),
];

#[test]
#[ignore = "nightly: 1,000 replications of 144 cases"]
fn interval_covers_paired_difference_of_shares() {
    for blocks in [30, 100, 400] {
        for games in [2, 6] {
            let mut all = Vec::new();
            for deal in [
                Deal::Apart,
                Deal::Together(0.5),
                Deal::Heaped,
                Deal::Against,
            ] {
                for rates in PAIRS {
                    let share = difference_held(deal, rates, blocks, games, 1_000);
                    // If one bot never wins, the difference has a skewed distribution.
                    assert!(
                        share >= 0.915,
                        "{deal:?} {rates:?} {blocks} × {games}: {share}"
                    );
                    all.push(share);
                }
            }
            println!(
                "difference of shares on the same deals, {blocks} blocks of {games}: least {:.1} %, \
                 mean {:.1} %",
                100.0 * all.iter().copied().fold(1.0, f64::min),
                100.0 * all.iter().sum::<f64>() / all.len() as f64
            );
        }
    }
}

#[test]
fn interval_covers_paired_difference_of_shares_in_short_run() {
    for rates in [(0.01, 0.0), (0.0, 0.002), (0.99, 1.0)] {
        let share = difference_held(Deal::Apart, rates, 60, 2, 300);
        assert!(share > 0.93, "{rates:?}: {share}");
    }
}
