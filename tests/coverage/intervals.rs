//! Coverage of intervals for means, proportions, differences and ratings.

use portolan::random::{Rng, below, unit};
use portolan::stats::bootstrap::{resample, weighted_mean};
use portolan::stats::{
    Encounter, Interval, Moments, Paired, PlackettLuce, Rasch, bca_interval,
    clopper_pearson_interval, mean_interval, percentile_interval, wilson_interval,
};

use super::{STRENGTHS, block, coverage, holds, share, shares, win_chance};

fn mean_of_blocks(rng: &mut Rng) -> (Interval, f64) {
    let moments: Moments = shares(rng, 100, 1).into_iter().collect();
    (mean_interval(&moments, 0.95).unwrap(), win_chance(1))
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn deal_group_mean_interval_covers_the_mean() {
    holds("Student t of 100 block means", 1, mean_of_blocks);
}

#[test]
fn deal_group_mean_interval_covers_the_mean_in_short_run() {
    let share = coverage("Student t, short", 1, 400, mean_of_blocks);
    assert!((0.91..=0.985).contains(&share), "{share}");
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn wilson_interval_covers_the_win_rate() {
    holds("Wilson, 400 games", 2, |rng| {
        let won = (0..400).filter(|_| unit(rng) < 0.3).count();
        (wilson_interval(won as f64, 400.0, 0.95).unwrap(), 0.3)
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn clopper_pearson_interval_covers_the_win_rate() {
    holds("Clopper-Pearson, 2,000 games", 3, |rng| {
        let won = (0..2_000).filter(|_| unit(rng) < 0.3).count() as u64;
        (clopper_pearson_interval(won, 2_000, 0.95).unwrap(), 0.3)
    });
}

#[test]
#[ignore = "nightly: 2,000 replications"]
fn percentile_bootstrap_interval_covers_the_win_rate() {
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
fn bca_bootstrap_interval_covers_the_win_rate() {
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
fn paired_t_interval_covers_the_difference() {
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
fn plackett_luce_interval_covers_the_rating() {
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
fn rasch_intervals_cover_abilities_and_steps() {
    holds("Rasch ability, 200 games per cell", 8, |rng| {
        (rasch_scale(rng).ability(2).unwrap().interval(0.95), 1.5)
    });
    holds("Rasch step, 200 games per cell", 9, |rng| {
        (rasch_scale(rng).step(0).unwrap().interval(0.95), 1.0)
    });
}
