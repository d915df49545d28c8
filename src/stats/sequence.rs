//! Confidence sequence of a mean: intervals that are jointly valid at all looks while values come in.

use statrs::function::beta::ln_beta;

use super::estimate::{Estimate, Unit};
use super::interval::{CONFIDENCE, Interval, mean_interval, t_quantile};
use super::moments::Moments;
use super::paired::ENOUGH_FOR_T;

/// Number of values at which the interval is narrowest relative to other intervals that are valid at every look.
const NARROWEST: f64 = 400.0;

/// Minimum number of values for an interval.
pub const FEWEST: u64 = 20;

/// Part of the error probability that is spent on the share of values that differ from zero.
const FOR_RARITY: f64 = 0.2;

/// Values closer to zero than this are rounding errors: shares and points are sums of far larger parts.
const ROUNDING: f64 = 1e-9;

/// A mean with a confidence sequence: with the given confidence, the intervals of all looks contain the true mean, so
/// that a study may stop at any look because of its results.
///
/// The width follows from a normal mixture (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, *Time-uniform central limit
/// theory and asymptotic confidence sequences*, 2024, theorem 2.2). Its variance is not the sample variance alone,
/// which misses effects that are too rare to have occurred. Two sums of squares are added to it:
///
/// - for each value that may differ from zero although it has not been observed, the mean square of the observed
///   nonzero values. The number of such values comes from an upper confidence sequence for their share ([`share_bound`]);
/// - for one more value, the square of the range, which no value can exceed.
///
/// The range is a known constant or the range of all levels so far. The levels are the quantities whose difference is
/// the value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sequence {
    moments: Moments,
    /// Number of values other than zero.
    differing: u64,
    squares: f64,
    /// Lowest and highest level.
    levels: Option<[f64; 2]>,
    known_range: Option<f64>,
}

impl Sequence {
    /// Creates an empty sequence of differences of levels that span at most `range`, which is 1 for shares of wins.
    pub fn with_range(range: f64) -> Sequence {
        Sequence {
            known_range: Some(range),
            ..Sequence::default()
        }
    }

    /// Adds a value, which is independent of the previous values, and the levels whose difference it is. If the value
    /// is not a difference, pass the value itself as its level.
    pub fn push(&mut self, value: f64, levels: &[f64]) {
        self.moments.push(value);
        if value.abs() > ROUNDING {
            self.differing += 1;
            self.squares += value * value;
        }
        for &level in levels {
            let [low, high] = self.levels.unwrap_or([level; 2]);
            self.levels = Some([low.min(level), high.max(level)]);
        }
    }

    /// Returns count, mean and spread of the values.
    pub fn moments(&self) -> Moments {
        self.moments
    }

    /// Returns the interval at this look; `None` below [`FEWEST`] values, or if all values and levels are equal.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let alpha = 1.0 - confidence;
        let deviation = self.deviation(FOR_RARITY * alpha)?;
        let count = self.moments.count() as f64;
        self.around(deviation * half_width(count, (1.0 - FOR_RARITY) * alpha))
    }

    /// Returns the interval for a number of values that was fixed in advance; `None` as for [`Sequence::interval`].
    pub fn fixed_interval(&self, confidence: f64) -> Option<Interval> {
        let deviation = self.deviation(FOR_RARITY * (1.0 - confidence))?;
        let count = self.moments.count() as f64;
        self.around(t_quantile(count - 1.0, confidence) * deviation / count.sqrt())
    }

    /// Returns true if fewer than [`ENOUGH_FOR_T`] values differ from zero, and most do not. Student's t then misses effects that
    /// are too rare to have occurred.
    pub fn is_rare(&self) -> bool {
        self.differing < ENOUGH_FOR_T && 2 * self.differing < self.moments.count()
    }

    /// Returns the interval of differences for a number of deals that was fixed in advance: Student's t or, if
    /// [`Sequence::is_rare`], the wider [`Sequence::fixed_interval`]. `None` if all values are equal.
    pub fn paired_interval(&self, confidence: f64) -> Option<Interval> {
        let student = mean_interval(&self.moments, confidence)?;
        match self.is_rare() {
            true => self.fixed_interval(confidence),
            false => Some(student),
        }
    }

    /// Returns the mean with its [`Sequence::paired_interval`]; `None` without a value.
    pub fn paired_estimate(&self, unit: Unit) -> Option<Estimate> {
        let interval = self.paired_interval(CONFIDENCE);
        Some(Estimate::new(self.moments.mean()?, interval, unit))
    }

    fn around(&self, half: f64) -> Option<Interval> {
        let mean = self.moments.mean()?;
        Some(Interval {
            low: mean - half,
            high: mean + half,
        })
    }

    /// Returns the standard deviation of the values, with an allowance for values that have not occurred.
    fn deviation(&self, alpha: f64) -> Option<f64> {
        let count = self.moments.count();
        if count < FEWEST {
            return None;
        }
        let spanned = self.levels.map_or(0.0, |[low, high]| high - low);
        let range = self.known_range.unwrap_or(spanned);
        let range_squared = range * range;
        let (all, differing) = (count as f64, self.differing as f64);
        let unseen = (all * share_bound(self.differing, count, alpha) - differing).max(0.0);
        let mean_square = (range_squared + self.squares) / (1.0 + differing);
        let variance = self.moments.variance()? + (unseen * mean_square + range_squared) / all;
        (range > 0.0 || variance > 0.0).then(|| variance.sqrt())
    }
}

/// Conclusion about a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The mean is above zero.
    Above,
    /// The mean is below zero.
    Below,
    /// The mean is closer to zero than the smallest difference that matters.
    Negligible,
    /// No conclusion yet.
    Open,
}

impl Shown {
    /// Returns the conclusion from an interval, if the smallest difference from zero that matters is `interest`.
    pub fn of(interval: Option<Interval>, interest: f64) -> Shown {
        match interval {
            Some(interval) if interval.low > 0.0 => Shown::Above,
            Some(interval) if interval.high < 0.0 => Shown::Below,
            Some(interval) if interval.low > -interest && interval.high < interest => {
                Shown::Negligible
            }
            _ => Shown::Open,
        }
    }
}

/// Returns an upper bound of the share of values that differ from zero, given that `differing` of `count` values do.
/// The bounds of all looks are jointly valid with probability 1 − `alpha`: the mixture of likelihood ratios over a
/// Beta(1/2, 1/2) prior exceeds 1/`alpha` with a probability of at most `alpha` (Robbins, *Statistical methods
/// related to the law of the iterated logarithm*, 1970).
pub fn share_bound(differing: u64, count: u64, alpha: f64) -> f64 {
    if differing >= count {
        return 1.0;
    }
    let (seen, equal) = (differing as f64, (count - differing) as f64);
    let least = libm::log(alpha) + ln_beta(seen + 0.5, equal + 0.5) - ln_beta(0.5, 0.5);
    let likelihood = |share: f64| {
        let of_seen = if seen > 0.0 {
            seen * libm::log(share)
        } else {
            0.0
        };
        of_seen + equal * libm::log1p(-share)
    };
    let (mut low, mut high) = (seen / (seen + equal), 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        match likelihood(middle) >= least {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// Returns the half-width of the interval after `count` values, in standard deviations.
fn half_width(count: f64, alpha: f64) -> f64 {
    // Mixture variance that makes the interval narrowest at `NARROWEST` values (appendix B.2 of the paper).
    let log = -2.0 * libm::log(alpha);
    let rho = (log + libm::log(log) + 1.0) / NARROWEST;
    let scaled = count * rho + 1.0;
    let bound = libm::log(scaled.sqrt() / alpha);
    (2.0 * scaled / (count * count * rho) * bound).sqrt()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn shows(sequence: &Sequence, interest: f64, confidence: f64) -> Shown {
        Shown::of(sequence.interval(confidence), interest)
    }

    /// Returns non-normal values: four of five values equal `mean`, and the others are 10 above or below it, like the
    /// effect of a card that is rarely taken. Each value comes with the two levels whose difference it is.
    fn sequence(seed: u64, mean: f64) -> impl Iterator<Item = (f64, [f64; 2])> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let large = rng.random::<f64>() < 0.2;
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let value = mean + if large { 10.0 * sign } else { 0.0 };
            let before = 40.0 + 10.0 * rng.random::<f64>();
            (value, [before, before + value])
        })
    }

    #[test]
    fn repeated_looks_miss_the_mean_in_at_most_5_percent_of_runs() {
        let runs = 1000;
        let misses = (0..runs).filter(|&seed| {
            let mut sequence_of = Sequence::default();
            sequence(seed, 3.0).take(2000).any(|(value, levels)| {
                sequence_of.push(value, &levels);
                let interval = sequence_of.interval(0.95);
                interval.is_some_and(|interval| !(interval.low..=interval.high).contains(&3.0))
            })
        });
        let misses = misses.count();
        assert!(misses <= 50, "{misses} of {runs}");
    }

    #[test]
    fn verdict_is_decided_by_the_sequential_interval() {
        let mut up = Sequence::default();
        let mut none = Sequence::default();
        assert_eq!(shows(&up, 1.0, 0.95), Shown::Open);
        for (above, level) in sequence(1, 2.0).zip(sequence(2, 0.0)).take(3000) {
            up.push(above.0, &above.1);
            none.push(level.0, &level.1);
        }
        assert_eq!(shows(&up, 1.0, 0.95), Shown::Above);
        assert_eq!(shows(&none, 1.0, 0.95), Shown::Negligible);
        assert_eq!(shows(&none, 0.01, 0.95), Shown::Open);
        let width = |interval: Option<Interval>| 2.0 * interval.unwrap().half_width();
        let student = 2.0 * 1.96 * up.moments().standard_error().unwrap();
        let sequential = width(up.interval(0.95)) / student;
        assert!((1.2..2.0).contains(&sequential), "{sequential}");
        let fixed = width(up.fixed_interval(0.95)) / student;
        assert!((1.0..1.05).contains(&fixed), "{fixed}");
    }

    #[test]
    fn twenty_equal_deals_still_have_a_wide_interval() {
        let mut equal = Sequence::default();
        for deal in 0..20 {
            let level = f64::from(40 + deal);
            equal.push(0.0, &[level, level]);
        }
        // The bound on the share of deals that differ is 0.30, and a deal may differ by the range of the levels, 19.
        let interval = equal.interval(0.95).unwrap();
        assert!(interval.high > 0.30 * 19.0, "{interval:?}");
        assert!((interval.low + interval.high).abs() < 1e-12);
        assert_eq!(shows(&equal, 1.0, 0.95), Shown::Open);
        assert!(equal.fixed_interval(0.95).unwrap().high > 1.0);
        // Without any spread there is no interval.
        let mut constant = Sequence::default();
        (0..50).for_each(|_| constant.push(0.0, &[7.0, 7.0]));
        assert_eq!(constant.interval(0.95), None);
        assert_eq!(constant.fixed_interval(0.95), None);
        assert_eq!(shows(&constant, 1.0, 0.95), Shown::Open);
        let mut shares = Sequence::with_range(1.0);
        (0..50).for_each(|_| shares.push(0.0, &[0.5, 0.5]));
        assert!(shares.interval(0.95).unwrap().high > 0.1);
    }

    /// With a difference of 1 in 5 % and of 10 in 1 % of 100 deals, Student's t misses the mean if no large one
    /// occurs.
    #[test]
    fn intervals_of_few_differing_deals_contain_the_mean() {
        let runs = 500;
        let mut missed = [0; 2];
        for seed in 0..runs {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut rare = Sequence::default();
            for _ in 0..100 {
                let before = 40.0 + 10.0 * rng.random::<f64>();
                let value = match rng.random::<f64>() {
                    draw if draw < 0.01 => 10.0,
                    draw if draw < 0.06 => 1.0,
                    _ => 0.0,
                };
                rare.push(value, &[before, before + value]);
            }
            assert!(rare.is_rare());
            let student = mean_interval(&rare.moments(), 0.95);
            for (missed, interval) in missed.iter_mut().zip([student, rare.paired_interval(0.95)]) {
                let misses = |found: Interval| found.low > 0.15 || found.high < 0.15;
                *missed += u64::from(interval.is_some_and(misses));
            }
        }
        let [student, paired] = missed;
        assert!(student > runs / 4 && paired <= runs / 40, "{missed:?}");
        let mut many = Sequence::default();
        sequence(4, 1.0)
            .take(50)
            .for_each(|(value, levels)| many.push(value, &levels));
        assert!(!many.is_rare());
        assert_eq!(
            many.paired_interval(0.95),
            mean_interval(&many.moments(), 0.95)
        );
        let mut equal = Sequence::default();
        (0..50).for_each(|deal| equal.push(0.0, &[f64::from(deal)]));
        assert_eq!(equal.paired_interval(0.95), None);
    }

    #[test]
    fn enough_equal_deals_show_a_negligible_difference() {
        let mut shares = Sequence::with_range(1.0);
        let mut deals = 0;
        while shows(&shares, 0.02, 0.95) != Shown::Negligible {
            shares.push(0.0, &[1.0, 1.0]);
            deals += 1;
        }
        // The rule of three gives 150 for a single look.
        assert!((300..700).contains(&deals), "{deals}");
    }

    /// For no differing value in 20: (1 − p)²⁰ = 0.01 · B(1/2, 41/2) / B(1/2, 1/2) = 0.01 · 0.12537.
    #[test]
    fn share_bound_solves_its_equation() {
        let expected = 1.0 - (0.01f64 * 0.125_370_687_619_579_26).powf(1.0 / 20.0);
        assert!((share_bound(0, 20, 0.01) - expected).abs() < 1e-9);
        assert_eq!(share_bound(20, 20, 0.01), 1.0);
        let clopper = super::super::clopper_pearson_interval(10, 200, 0.95).unwrap();
        let bound = share_bound(10, 200, 0.025);
        assert!(bound > clopper.high && bound < 0.15, "{bound}");
    }

    #[test]
    fn few_values_have_no_interval() {
        let mut sequence_of = Sequence::default();
        let mut values = sequence(3, 0.0);
        for (value, levels) in values.by_ref().take(FEWEST as usize - 1) {
            sequence_of.push(value, &levels);
        }
        assert_eq!(sequence_of.interval(0.95), None);
        assert_eq!(sequence_of.fixed_interval(0.95), None);
        sequence_of.push(1.0, &[1.0]);
        assert!(sequence_of.interval(0.95).is_some());
    }
}
