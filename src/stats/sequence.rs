//! A mean that is looked at while its numbers come in: intervals that hold at every look at once.

use super::estimate::{Estimate, Unit};
use super::interval::Interval;
use super::moments::Moments;

/// The number of values at which the interval is narrowest beside others that hold at every look.
const NARROWEST: f64 = 400.0;

/// Fewest values before an interval is given: the sequence holds for means that are near enough to normal.
pub const FEWEST: u64 = 20;

/// A mean with an asymptotic confidence sequence: with the confidence that is asked, the mean in truth is in the
/// intervals of all looks together, so that a study may stop at any of them because of what it shows
/// (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, *Time-uniform central limit theory and asymptotic confidence
/// sequences*, 2024, theorem 2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sequence {
    moments: Moments,
}

impl Sequence {
    /// Takes one number; numbers are independent of each other.
    pub fn push(&mut self, value: f64) {
        self.moments.push(value);
    }

    /// Count, mean and spread of the numbers.
    pub fn moments(&self) -> Moments {
        self.moments
    }

    /// The interval of this look; `None` below [`FEWEST`] numbers.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let count = self.moments.count();
        if count < FEWEST {
            return None;
        }
        let (mean, deviation) = (self.moments.mean()?, self.moments.standard_deviation()?);
        let half = deviation * half_width(count as f64, 1.0 - confidence);
        Some(Interval {
            low: mean - half,
            high: mean + half,
        })
    }

    /// The mean with the 95% interval of this look; `None` without a number.
    pub fn estimate(&self, unit: Unit) -> Option<Estimate> {
        let interval = self.interval(super::interval::CONFIDENCE);
        Some(Estimate::new(self.moments.mean()?, interval, unit))
    }

    /// What this look shows, if the smallest difference from zero that matters is `interest`.
    pub fn shows(&self, interest: f64, confidence: f64) -> Shown {
        match self.interval(confidence) {
            Some(interval) if interval.low > 0.0 => Shown::Above,
            Some(interval) if interval.high < 0.0 => Shown::Below,
            Some(interval) if interval.low > -interest && interval.high < interest => {
                Shown::Negligible
            }
            _ => Shown::Open,
        }
    }
}

/// What a mean is shown to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Above zero.
    Above,
    /// Below zero.
    Below,
    /// Nearer to zero than what matters.
    Negligible,
    /// None of these yet.
    Open,
}

/// Half the width of the interval after so many numbers, in standard deviations.
fn half_width(count: f64, alpha: f64) -> f64 {
    // The variance of the mixture that makes it narrowest there (their appendix B.2).
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

    /// Numbers that are far from normal: mostly zero, at times large, as the effect of a card that is hardly ever taken.
    fn sequence(seed: u64, mean: f64) -> impl Iterator<Item = f64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let large = rng.random::<f64>() < 0.2;
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            mean + if large { 10.0 * sign } else { 0.0 }
        })
    }

    #[test]
    fn every_look_of_a_study_together_misses_at_most_one_time_in_twenty() {
        let runs = 1000;
        let misses = (0..runs).filter(|&seed| {
            let mut sequence_of = Sequence::default();
            sequence(seed, 3.0).take(2000).any(|value| {
                sequence_of.push(value);
                let interval = sequence_of.interval(0.95);
                interval.is_some_and(|interval| !(interval.low..=interval.high).contains(&3.0))
            })
        });
        let misses = misses.count();
        // 50 expected at most; a fixed 95% interval looked at as often misses several times as often.
        assert!(misses <= 65, "{misses} of {runs}");
    }

    #[test]
    fn the_interval_closes_and_the_verdict_follows_it() {
        let mut up = Sequence::default();
        let mut none = Sequence::default();
        assert_eq!(up.shows(1.0, 0.95), Shown::Open);
        for (above, level) in sequence(1, 2.0).zip(sequence(2, 0.0)).take(3000) {
            up.push(above);
            none.push(level);
        }
        assert_eq!(up.shows(1.0, 0.95), Shown::Above);
        assert_eq!(none.shows(1.0, 0.95), Shown::Negligible);
        assert_eq!(none.shows(0.01, 0.95), Shown::Open);
        let width = |sequence: &Sequence| {
            let interval = sequence.interval(0.95).unwrap();
            interval.high - interval.low
        };
        let fixed = 2.0 * 1.96 * up.moments().standard_error().unwrap();
        assert!(
            (1.2..2.0).contains(&(width(&up) / fixed)),
            "{}",
            width(&up) / fixed
        );
    }

    #[test]
    fn few_numbers_have_no_interval() {
        let few: Vec<f64> = sequence(3, 0.0).take(FEWEST as usize - 1).collect();
        let mut sequence = Sequence::default();
        few.into_iter().for_each(|value| sequence.push(value));
        assert_eq!(sequence.interval(0.95), None);
        sequence.push(1.0);
        assert!(sequence.interval(0.95).is_some());
    }
}
