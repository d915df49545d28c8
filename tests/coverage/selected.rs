//! Estimates selected as the largest of many, rare events with a control variate, and the influence of luck measured with
//! bots that always play alike.

use portolan::random::{Rng, below, standard_normal, stream, unit};
use portolan::results::record::Record;
use portolan::stats::ControlledShares;
use portolan::stats::shrinkage::{Measured, rank_intervals, shrunk, variance_between};
use portolan::study::luck::Luck;

/// Number of items in a family.
const ITEMS: usize = 23;

/// Returns the mean error of the largest of 23 estimates and of its shrunken value, in standard errors of an estimate,
/// and the share of families in which the wrong item is named the strongest. The true values have a standard deviation of
/// `spread` standard errors.
fn selected(spread: f64, families: u64) -> (f64, f64, f64) {
    let (mut raw, mut pulled, mut wrong) = (0.0, 0.0, 0);
    for family in 0..families {
        let mut rng = stream(2040, &[spread.to_bits(), family]);
        let truths: Vec<f64> = (0..ITEMS)
            .map(|_| spread * standard_normal(&mut rng))
            .collect();
        let estimate = |&truth: &f64| Measured {
            value: truth + standard_normal(&mut rng),
            error: 1.0,
        };
        let found: Vec<Measured> = truths.iter().map(estimate).collect();
        let largest = |values: &mut dyn Iterator<Item = f64>| {
            let mut numbered: Vec<(usize, f64)> = values.enumerate().collect();
            numbered.sort_by(|one, other| other.1.total_cmp(&one.1));
            numbered[0].0
        };
        let first = largest(&mut found.iter().map(|one| one.value));
        raw += found[first].value - truths[first];
        pulled += shrunk(found[first], variance_between(&found)).value - truths[first];
        let ranks = rank_intervals(&found, &mut || standard_normal(&mut rng));
        let named = ranks.iter().position(|&ranks| ranks == (1, 1));
        let best = largest(&mut truths.iter().copied());
        wrong += u64::from(named.is_some_and(|named| named != best));
    }
    let mean = |sum: f64| sum / families as f64;
    let (raw, pulled, wrong) = (mean(raw), mean(pulled), mean(wrong as f64));
    println!(
        "largest of {ITEMS}, spread {spread}: {raw:+.2} standard errors too large, shrunk {pulled:+.2}; a wrong item is \
         called the strongest in {:.1} %",
        100.0 * wrong
    );
    (raw, pulled, wrong)
}

fn check_selected(families: u64) {
    for spread in [0.0, 0.3, 1.0, 3.0] {
        let (raw, pulled, wrong) = selected(spread, families);
        assert!(
            pulled.abs() < 0.5 && pulled < raw,
            "{spread}: {raw}, {pulled}"
        );
        assert!(wrong <= 0.05, "{spread}: {wrong}");
    }
}

#[test]
fn shrinkage_reduces_bias_of_largest_estimate_in_short_run() {
    check_selected(60);
}

#[test]
#[ignore = "nightly: 2,000 families of each spread"]
fn shrinkage_reduces_bias_of_largest_estimate() {
    check_selected(2000);
}

/// Returns the coverage of the interval for a win rate, where luck explains much, little or none of the results.
fn rare(chance: f64, blocks: u64, luck: f64, runs: u64) -> f64 {
    let mut covered = 0;
    for run in 0..runs {
        let mut rng = stream(2041, &[chance.to_bits(), blocks, luck.to_bits(), run]);
        let mut found = ControlledShares::default();
        for block in 0..blocks {
            let reach = chance.min(1.0 - chance);
            let control = if unit(&mut rng) < 0.5 { reach } else { -reach };
            let won = |rng: &mut Rng| f64::from(u8::from(unit(rng) < chance + luck * control));
            let share = (won(&mut rng) + won(&mut rng)) / 2.0;
            found.push(block, share, control, 2);
        }
        // Without a single win there is no adjusted win rate.
        covered += u64::from(found.adjusted().is_none_or(|found| {
            assert!(0.0 <= found.low && found.high <= 1.0, "{found:?}");
            found.low <= chance && chance <= found.high
        }));
    }
    let share = covered as f64 / runs as f64;
    println!(
        "share with a control, {:.1} %, {blocks} blocks, luck {luck}: {:.1} %",
        100.0 * chance,
        100.0 * share
    );
    share
}

#[test]
fn control_variate_interval_covers_rare_share_in_short_run() {
    for (chance, blocks) in [(0.011, 200), (0.3, 60)] {
        assert!(rare(chance, blocks, 0.9, 200) >= 0.9);
    }
}

#[test]
#[ignore = "nightly: 2,000 runs of each chance, size and share of luck"]
fn control_variate_interval_covers_rare_share() {
    for chance in [0.002, 0.011, 0.05, 0.3, 0.5, 0.989] {
        for blocks in [30, 200, 1000] {
            for luck in [0.0, 0.5, 0.9] {
                let found = rare(chance, blocks, luck, 2000);
                assert!(found >= 0.93, "{chance}, {blocks} blocks, {luck}: {found}");
            }
        }
    }
}

/// Returns the share of runs that report that the games of a deal are identical. One bot plays both seats and repeats the
/// first game of the deal with probability `alike`.
fn one_game(alike: f64, runs: u64) -> f64 {
    let mut called = 0;
    for run in 0..runs {
        let mut rng = stream(2042, &[alike.to_bits(), run]);
        let mut luck = Luck::default();
        for block in 0..100 {
            let mut played = || [0, 1].map(|_| 20 + below(&mut rng, 40) as i32);
            let (first, other) = (played(), played());
            let second = if unit(&mut rng) < alike { first } else { other };
            let rows = [first, second]
                .into_iter()
                .enumerate()
                .flat_map(|(game, scores)| {
                    scores
                        .into_iter()
                        .enumerate()
                        .map(move |(seat, score)| Record {
                            game_id: 2 * block + game as u64 + 1,
                            seat,
                            bot: "one",
                            score,
                            win: [0.0, 0.5, 1.0][(score.cmp(&scores[1 - seat]) as i8 + 1) as usize],
                            ..Record::default()
                        })
                });
            luck.add_block(&rows.collect::<Vec<_>>());
        }
        called += u64::from(luck.split().unwrap().is_one_game());
    }
    let share = called as f64 / runs as f64;
    println!(
        "{:.0} % of games alike: one game in {:.1} %",
        100.0 * alike,
        100.0 * share
    );
    share
}

fn check_deterministic(runs: u64) {
    assert_eq!(one_game(1.0, runs), 1.0);
    assert_eq!(one_game(0.5, runs), 0.0);
    assert_eq!(one_game(0.0, runs), 0.0);
}

#[test]
fn identical_games_of_a_deal_are_detected_in_short_run() {
    check_deterministic(10);
}

#[test]
#[ignore = "nightly: 1,000 runs of each"]
fn identical_games_of_a_deal_are_detected() {
    check_deterministic(1000);
}
