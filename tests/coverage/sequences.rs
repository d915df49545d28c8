//! Confidence sequences: the share of simulated studies in which the interval of any look misses the true mean.

use portolan::random::{Rng, stream, unit};
use portolan::stats::Sequence;

/// Distribution of the values of deals.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// A share of the deals differs, always by the same amount.
    Rare { share: f64, size: f64 },
    /// A share of the deals differs, by an exponentially distributed amount with this mean.
    RareVaried { share: f64, size: f64 },
    /// Normal distribution.
    Normal { mean: f64, deviation: f64 },
    /// Exponential distribution with this mean.
    Skewed { mean: f64 },
    /// Normal noise, plus a large amount in a share of the deals.
    Jumps { share: f64, size: f64, noise: f64 },
}

impl Effect {
    fn mean(self) -> f64 {
        match self {
            Effect::Rare { share, size }
            | Effect::RareVaried { share, size }
            | Effect::Jumps { share, size, .. } => share * size,
            Effect::Normal { mean, .. } | Effect::Skewed { mean } => mean,
        }
    }

    fn draw(self, rng: &mut Rng) -> f64 {
        match self {
            Effect::Rare { share, size } => {
                if unit(rng) < share {
                    size
                } else {
                    0.0
                }
            }
            Effect::RareVaried { share, size } => match unit(rng) < share {
                true => size * exponential(rng),
                false => 0.0,
            },
            Effect::Normal { mean, deviation } => mean + deviation * normal(rng),
            Effect::Skewed { mean } => mean * exponential(rng),
            Effect::Jumps { share, size, noise } => {
                let jump = if unit(rng) < share { size } else { 0.0 };
                jump + noise * normal(rng)
            }
        }
    }
}

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - unit(rng)).ln()
}

fn normal(rng: &mut Rng) -> f64 {
    (2.0 * exponential(rng)).sqrt() * (std::f64::consts::TAU * unit(rng)).cos()
}

/// Returns the share of studies in which the interval of any look misses the mean. Sizes are in standard deviations of
/// the scores of deals. There is a look after every deal up to 200, and after every tenth deal from there on.
fn misses(effect: Effect, studies: u64, deals: u64) -> f64 {
    let missed = (0..studies).filter(|&study| {
        let mut rng = stream(61, &[study]);
        let mut sequence = Sequence::default();
        (1..=deals).any(|deal| {
            let (before, value) = (normal(&mut rng), effect.draw(&mut rng));
            sequence.push(value, &[before, before + value]);
            let looks = deal <= 200 || deal % 10 == 0;
            let interval = if looks { sequence.interval(0.95) } else { None };
            interval.is_some_and(|it| !(it.low..=it.high).contains(&effect.mean()))
        })
    });
    let share = missed.count() as f64 / studies as f64;
    println!(
        "{effect:?}: {:.1} % of {studies} studies miss",
        100.0 * share
    );
    share
}

#[test]
fn confidence_sequence_covers_rare_effects_in_short_run() {
    for share in [0.2, 0.1, 0.05, 0.02, 0.01] {
        let missed = misses(Effect::Rare { share, size: 3.0 }, 200, 400);
        assert!(missed <= 0.05, "{share}: {missed}");
    }
}

#[test]
#[ignore = "nightly: 1,000 studies of 2,000 deals for each of 34 effects"]
fn confidence_sequence_has_at_least_95_percent_coverage() {
    let mut effects = Vec::new();
    for share in [0.2, 0.1, 0.05, 0.02, 0.01] {
        effects.extend([0.5, 2.0, 4.0, 8.0].map(|size| Effect::Rare { share, size }));
        effects.extend([2.0, 4.0].map(|size| Effect::RareVaried { share, size }));
    }
    effects.extend([0.3, 1.0, 1.4].map(|deviation| Effect::Normal {
        mean: 0.2,
        deviation,
    }));
    effects.push(Effect::Skewed { mean: 1.0 });
    effects.extend([0.1, 0.05, 0.02].map(|share| Effect::Jumps {
        share,
        size: 3.0,
        noise: 0.3,
    }));
    for effect in effects {
        // The standard error is 0.7 percentage points at 5 %.
        assert!(misses(effect, 1000, 2000) <= 0.05, "{effect:?}");
    }
}

#[test]
#[ignore = "nightly: 4,000 studies for each of 32 effects and sizes"]
fn fixed_interval_has_at_least_94_percent_coverage() {
    for deals in [20, 50, 200, 1000] {
        for effect in [
            Effect::Rare {
                share: 0.2,
                size: 2.0,
            },
            Effect::Rare {
                share: 0.05,
                size: 4.0,
            },
            Effect::Rare {
                share: 0.01,
                size: 8.0,
            },
            Effect::RareVaried {
                share: 0.1,
                size: 4.0,
            },
            Effect::RareVaried {
                share: 0.02,
                size: 4.0,
            },
            Effect::Normal {
                mean: 0.2,
                deviation: 0.5,
            },
            Effect::Normal {
                mean: 0.2,
                deviation: 1.4,
            },
            Effect::Skewed { mean: 1.0 },
        ] {
            let covered = (0..4000).filter(|&study| {
                let mut rng = stream(62, &[study, deals]);
                let mut sequence = Sequence::default();
                for _ in 0..deals {
                    let (before, value) = (normal(&mut rng), effect.draw(&mut rng));
                    sequence.push(value, &[before, before + value]);
                }
                let interval = sequence.fixed_interval(0.95).unwrap();
                (interval.low..=interval.high).contains(&effect.mean())
            });
            let covered = covered.count() as f64 / 4000.0;
            println!(
                "{effect:?}, {deals} deals: {:.1} % covered",
                100.0 * covered
            );
            assert!(covered >= 0.94, "{effect:?}, {deals} deals: {covered}");
        }
    }
}

/// Compares the bias of the mean at the stop with the bias of the mean of twice as many deals, which a trial prints.
#[test]
fn doubling_the_deals_at_the_stop_halves_the_bias() {
    let effect = Effect::Normal {
        mean: 0.3,
        deviation: 1.0,
    };
    let (mut stopped, mut doubled, studies) = (0.0, 0.0, 300);
    for study in 0..studies {
        let mut rng = stream(63, &[study]);
        let mut sequence = Sequence::default();
        let mut push = |sequence: &mut Sequence| {
            let (before, value) = (normal(&mut rng), effect.draw(&mut rng));
            sequence.push(value, &[before, before + value]);
        };
        while sequence
            .interval(0.95)
            .is_none_or(|interval| interval.low <= 0.0)
        {
            push(&mut sequence);
        }
        stopped += sequence.moments().mean().unwrap() / studies as f64;
        (0..sequence.moments().count()).for_each(|_| push(&mut sequence));
        doubled += sequence.moments().mean().unwrap() / studies as f64;
    }
    println!("true mean 0.3: {stopped:.3} at the stop, {doubled:.3} with twice the deals");
    let bias = [stopped - 0.3, doubled - 0.3];
    assert!(bias[0] > 0.03 && bias[1] < 0.6 * bias[0], "{bias:?}");
}
