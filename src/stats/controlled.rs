//! Variance reduction of a mean with a control variate: a quantity that accompanies each result and has a known
//! expectation of zero (Glasserman, *Monte Carlo methods in financial engineering*, 2003, ch. 4.1).
//!
//! A multiple of the control is subtracted from each result. The weight is estimated from the other half of the blocks,
//! so that it is independent of the control that it multiplies. The mean therefore remains unbiased for any value of the
//! weight.

use serde::Serialize;

use super::interval::{CONFIDENCE, Interval, t_interval};
use super::moments::{CoMoments, Moments};
use super::share::Shares;

/// Minimum number of blocks in each half: a weight estimated from fewer blocks adds more variance than it removes.
const FEWEST_IN_HALF: u64 = 10;

/// A control whose variance relative to the variance of the values is below this threshold consists only of rounding
/// errors.
const ROUNDING: f64 = 1e-9;

/// Statistics of the even or odd blocks.
#[derive(Clone, Debug, Default, PartialEq)]
struct Half {
    values: Moments,
    controls: Moments,
    together: CoMoments,
}

impl Half {
    /// Returns the weight that minimizes the variance in this half; 0 if the control does not vary by more than
    /// rounding.
    fn weight(&self) -> f64 {
        let (Some(covariance), Some(variance), Some(values)) = (
            self.together.covariance(),
            self.controls.variance(),
            self.values.variance(),
        ) else {
            return 0.0;
        };
        match variance > ROUNDING * values {
            true => covariance / variance,
            false => 0.0,
        }
    }

    /// Returns count, mean and sum of squared deviations of the values minus `weight` times the controls; `None` for
    /// fewer than two blocks.
    fn less(&self, weight: f64) -> Option<(f64, f64, f64)> {
        let count = self.values.count() as f64;
        let variance = self.values.variance()? - 2.0 * weight * self.together.covariance()?
            + weight * weight * self.controls.variance()?;
        let mean = self.values.mean()? - weight * self.controls.mean()?;
        Some((count, mean, variance.max(0.0) * (count - 1.0)))
    }
}

/// Accumulates blocks, each with its value and its control.
///
/// ```
/// let mut luck = portolan_stats::Controlled::default();
/// for block in 0..40 {
///     // The value varies by half of its control and a little of its own.
///     let control = f64::from(block as u32 % 8) - 3.5;
///     let own = 0.001 * (f64::from(block as u32 % 5) - 2.0);
///     luck.push(block, 10.0 + 0.5 * control + own, control);
/// }
/// let found = luck.adjusted().unwrap();
/// assert!((found.value - 10.0).abs() < 1e-3 && found.high - found.low < 0.01);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Controlled {
    halves: [Half; 2],
}

/// A mean with and without its control variate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// The unadjusted mean.
    pub plain: f64,
    /// Lower end of the 95 % interval of the unadjusted mean (Student t over blocks).
    pub plain_low: f64,
    /// Upper end of the 95 % interval of the unadjusted mean.
    pub plain_high: f64,
    /// The mean after subtracting the weighted control, which does not change its expectation.
    pub value: f64,
    /// Lower end of the 95 % interval of `value`.
    pub low: f64,
    /// Upper end of the 95 % interval of `value`.
    pub high: f64,
    /// Weight of the control: the mean over both halves.
    pub weight: f64,
    /// Variance of the unadjusted mean divided by the variance of the adjusted mean: the factor by which the number
    /// of games would have to increase to make the unadjusted interval equally narrow. `None` if the adjusted values
    /// do not vary.
    pub times: Option<f64>,
}

impl Adjusted {
    /// Returns true if the control reduces the variance.
    pub fn pays(&self) -> bool {
        self.times.is_none_or(|times| times > 1.0)
    }
}

impl Controlled {
    /// Adds a block. Its number determines the half to which it belongs.
    pub fn push(&mut self, block: u64, value: f64, control: f64) {
        let half = &mut self.halves[(block % 2) as usize];
        half.values.push(value);
        half.controls.push(control);
        half.together.push(value, control);
    }

    /// Returns the moments of the controls of all blocks; their mean differs from zero only by chance.
    pub fn controls(&self) -> Moments {
        let mut all = self.halves[0].controls;
        all.merge(self.halves[1].controls);
        all
    }

    /// Returns both means, or `None` if there are too few blocks or the values do not vary.
    pub fn adjusted(&self) -> Option<Adjusted> {
        let few = |half: &Half| half.values.count() < FEWEST_IN_HALF;
        if self.halves.iter().any(few) {
            return None;
        }
        let weights = [self.halves[1].weight(), self.halves[0].weight()];
        let plain = self.mean([0.0; 2])?;
        let less = self.mean(weights)?;
        if plain.squares <= 0.0 {
            return None;
        }
        let (plain_interval, interval) = (plain.interval()?, less.interval()?);
        Some(Adjusted {
            plain: plain.value,
            plain_low: plain_interval.low,
            plain_high: plain_interval.high,
            value: less.value,
            low: interval.low,
            high: interval.high,
            weight: (weights[0] + weights[1]) / 2.0,
            times: (less.squares > 0.0).then(|| plain.squares / less.squares),
        })
    }

    /// Returns the mean of all values minus the weighted controls, with one weight for each half.
    fn mean(&self, weights: [f64; 2]) -> Option<Mean> {
        let (one, first, first_squares) = self.halves[0].less(weights[0])?;
        let (other, second, second_squares) = self.halves[1].less(weights[1])?;
        let count = one + other;
        let apart = second - first;
        Some(Mean {
            count,
            value: first + apart * other / count,
            squares: first_squares + second_squares + apart * apart * one * other / count,
        })
    }
}

/// Shares of games by block, each with its control. The adjusted share and both intervals are within 0..=1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlledShares {
    blocks: Controlled,
    shares: Shares,
}

impl ControlledShares {
    /// Adds a block: its number, the share of its games, its control, and its number of games.
    pub fn push(&mut self, block: u64, share: f64, control: f64, games: u64) {
        self.blocks.push(block, share, control);
        self.shares.push(share, games);
    }

    /// Returns the moments of the controls of all blocks.
    pub fn controls(&self) -> Moments {
        self.blocks.controls()
    }

    /// Returns the unadjusted and the adjusted share, or `None` if there are too few blocks or the shares do not vary.
    ///
    /// The unadjusted interval is [`Shares::interval`]. The adjusted interval treats the data as a larger number of
    /// games, according to the variance reduction. Near 0 and 1 the adjusted value may fall outside 0..=1 and is then
    /// clamped.
    pub fn adjusted(&self) -> Option<Adjusted> {
        let found = self.blocks.adjusted()?;
        let plain = self.shares.interval(CONFIDENCE)?;
        let value = found.value.clamp(0.0, 1.0);
        let interval = match found.times {
            Some(times) => self
                .shares
                .interval_around(value, 1.0 / times, CONFIDENCE)?,
            None => Interval {
                low: value,
                high: value,
            },
        };
        Some(Adjusted {
            plain_low: plain.low,
            plain_high: plain.high,
            value,
            low: interval.low,
            high: interval.high,
            ..found
        })
    }
}

/// A mean with its count and sum of squared deviations.
struct Mean {
    count: f64,
    value: f64,
    squares: f64,
}

impl Mean {
    /// Returns the 95 % interval, or `None` if the values do not vary.
    fn interval(&self) -> Option<Interval> {
        let degrees = self.count - 1.0;
        let error = (self.squares / degrees / self.count).sqrt();
        t_interval(self.value, error, degrees, CONFIDENCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's MMIX generator; each number is a sum of four uniform numbers, with mean 0 and variance 1.
    fn generator(mut state: u64) -> impl FnMut() -> f64 {
        let mut uniform = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        move || (0..4).map(|_| uniform()).sum::<f64>() * 3f64.sqrt()
    }

    /// Draws blocks in which the control explains the given share of the variance.
    fn drawn(seed: u64, blocks: u64, share: f64) -> Controlled {
        let mut next = generator(seed);
        let mut found = Controlled::default();
        for block in 0..blocks {
            let (control, rest) = (next(), next());
            found.push(
                block,
                1.0 + share.sqrt() * control + (1.0 - share).sqrt() * rest,
                control,
            );
        }
        found
    }

    #[test]
    fn control_variate_removes_the_explained_variance() {
        for (share, times) in [(0.0, 1.0), (0.5, 2.0), (0.75, 4.0)] {
            let found = drawn(3, 20_000, share).adjusted().unwrap();
            assert!(
                (found.times.unwrap() / times - 1.0).abs() < 0.05,
                "{found:?}"
            );
            assert!((found.weight - share.sqrt()).abs() < 0.03, "{found:?}");
            assert!((found.low..found.high).contains(&1.0), "{found:?}");
            assert_eq!(found.pays(), found.times.unwrap() > 1.0);
        }
        assert!(drawn(3, 400, 0.5).adjusted().unwrap().pays());
    }

    /// With few blocks, a weight estimated from the same blocks would make intervals too narrow.
    #[test]
    fn adjusted_means_are_unbiased_and_intervals_cover() {
        for share in [0.0, 0.5] {
            let runs = 4000;
            let (mut covered, mut means) = (0, Moments::default());
            for seed in 0..runs {
                let found = drawn(seed, 24, share).adjusted().unwrap();
                covered += u32::from((found.low..found.high).contains(&1.0));
                means.push(found.value);
            }
            // Three standard errors of a 95 % share in 4,000 runs.
            let covered = f64::from(covered) / runs as f64;
            assert!((covered - 0.95).abs() < 0.0104, "{covered}");
            let error = means.standard_error().unwrap();
            assert!((means.mean().unwrap() - 1.0).abs() < 3.0 * error);
        }
    }

    #[test]
    fn plain_mean_uses_all_values() {
        let mut found = Controlled::default();
        let mut all = Moments::default();
        let mut next = generator(9);
        for block in 0..31 {
            let value = next();
            all.push(value);
            found.push(block, value, 0.0);
        }
        let adjusted = found.adjusted().unwrap();
        let interval = super::super::mean_interval(&all, CONFIDENCE).unwrap();
        assert!((adjusted.plain - all.mean().unwrap()).abs() < 1e-12);
        assert!((adjusted.plain_low - interval.low).abs() < 1e-12);
        assert!((adjusted.plain_high - interval.high).abs() < 1e-12);
        // A control that does not vary has the weight 0.
        assert_eq!((adjusted.weight, adjusted.times), (0.0, Some(1.0)));
        assert_eq!(
            (adjusted.value, adjusted.high),
            (adjusted.plain, adjusted.plain_high)
        );
        assert!(!adjusted.pays());
    }

    /// If one bot plays every seat, its luck and the luck of its opponents cancel up to rounding.
    #[test]
    fn rounding_noise_is_not_a_control_variate() {
        let mut next = generator(5);
        let mut found = Controlled::default();
        for block in 0..60 {
            let value = next();
            found.push(block, value, 1e-7 * value);
        }
        let found = found.adjusted().unwrap();
        assert_eq!((found.weight, found.value), (0.0, found.plain));
    }

    /// Returns the share of 1,000 runs in which the adjusted interval covers the true win probability, for deals that
    /// favour a bot by the amount of the control. All intervals must be within 0..=1.
    fn coverage(chance: f64, blocks: u64) -> f64 {
        const RUNS: u64 = 1000;
        let mut covered = 0;
        for seed in 0..RUNS {
            let mut state = seed;
            let mut uniform = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005);
                state = state.wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1u64 << 53) as f64
            };
            (0..9).for_each(|_| _ = uniform());
            let mut found = ControlledShares::default();
            for block in 0..blocks {
                let luck = if uniform() < 0.5 { 0.8 } else { -0.8 } * chance.min(1.0 - chance);
                let won = [(); 2].map(|()| f64::from(u8::from(uniform() < chance + luck)));
                found.push(block, (won[0] + won[1]) / 2.0, luck, 2);
            }
            let Some(found) = found.adjusted() else {
                covered += 1;
                continue;
            };
            assert!(0.0 <= found.low && found.low <= found.value, "{found:?}");
            assert!(found.value <= found.high && found.high <= 1.0, "{found:?}");
            covered += u64::from(found.low <= chance && chance <= found.high);
        }
        covered as f64 / RUNS as f64
    }

    /// With Student's t, 94 % of the intervals for 1.1 % would extend below 0.
    #[test]
    fn intervals_of_extreme_shares_cover() {
        for (chance, blocks) in [
            (0.011, 200),
            (0.011, 1000),
            (0.989, 200),
            (0.05, 100),
            (0.5, 100),
        ] {
            let found = coverage(chance, blocks);
            assert!(found >= 0.93, "{chance}, {blocks} blocks: {found}");
        }
    }

    #[test]
    fn few_blocks_or_equal_values_have_no_adjusted_mean() {
        assert_eq!(drawn(1, 18, 0.5).adjusted(), None);
        let mut same = Controlled::default();
        (0..40).for_each(|block| same.push(block, 2.0, block as f64));
        assert_eq!(same.adjusted(), None);
    }
}
