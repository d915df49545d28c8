//! Comparison of the seat fairness of two settings.
//!
//! The largest observed difference between seats overestimates unfairness, because noise alone makes
//! seats differ; the minimum over several settings underestimates it. Therefore distances from the fair
//! share are squared, which allows the noise to be subtracted, and settings are compared with each other
//! deal by deal. The largest difference itself has the interval that follows from intervals of all seats.

use super::interval::{Interval, t_test};
use super::moments::{CoMoments, Moments};

/// Shares of wins by seat under a setting and under a reference, for blocks with the same deals.
#[derive(Clone, Debug)]
pub struct Fairness {
    seats: usize,
    /// Moments of the shares: first the setting by seat, then the reference by seat.
    shares: Vec<Moments>,
    /// Co-moments of all pairs of these shares (i, j) with i ≤ j.
    pairs: Vec<CoMoments>,
}

/// Distance of the seats from their fair share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unfairness {
    /// Root mean square distance of a seat's share of wins from the fair share under the setting, with
    /// the noise subtracted; 0 if the distance is no larger than the noise.
    pub setting: f64,
    /// Root mean square distance under the reference, with the noise subtracted.
    pub reference: f64,
    /// Mean square distance under the reference minus the mean square distance under the setting; both
    /// include noise.
    pub gain: f64,
    /// Two-sided p-value of the hypothesis that both are equally fair.
    pub p: f64,
}

/// Minimum number of blocks for a comparison.
const FEWEST_BLOCKS: u64 = 25;

impl Fairness {
    /// Creates an empty comparison for this number of seats.
    pub fn new(seats: usize) -> Fairness {
        let sides = 2 * seats;
        Fairness {
            seats,
            shares: vec![Moments::default(); sides],
            pairs: vec![CoMoments::default(); sides * (sides + 1) / 2],
        }
    }

    /// Adds a block: the share of wins by seat under the setting and under the reference.
    pub fn push(&mut self, setting: &[f64], reference: &[f64]) {
        let both: Vec<f64> = setting.iter().chain(reference).copied().collect();
        for (moments, &share) in self.shares.iter_mut().zip(&both) {
            moments.push(share);
        }
        let all = (0..both.len()).flat_map(|one| (one..both.len()).map(move |other| (one, other)));
        for (pair, (one, other)) in self.pairs.iter_mut().zip(all) {
            pair.push(both[one], both[other]);
        }
    }

    /// Returns the comparison, or `None` for a single seat or too few blocks.
    ///
    /// The gain, Σ (rᵢ − f)² − Σ (sᵢ − f)² over the seats, where f is the fair share, is tested by the
    /// delta method: its slopes are 2 (rᵢ − f) and −2 (sᵢ − f), and its error is the error of the
    /// corresponding sum over single blocks. If all seats are fair under both settings, the slopes
    /// consist of noise and the test is conservative. Noise is not subtracted from the gain, because it
    /// affects both settings.
    pub fn compare(&self) -> Option<Unfairness> {
        let blocks = self.shares.first()?.count();
        if self.seats < 2 || blocks < FEWEST_BLOCKS {
            return None;
        }
        let fair = 1.0 / self.seats as f64;
        let off: Vec<f64> = (self.shares.iter())
            .map(|share| Some(share.mean()? - fair))
            .collect::<Option<_>>()?;
        let squared = |off: &[f64]| off.iter().map(|off| off * off).sum::<f64>();
        let noise = |shares: &[Moments]| -> Option<f64> {
            let noise = shares.iter().map(|share| share.variance());
            Some(noise.sum::<Option<f64>>()? / blocks as f64)
        };
        let (setting, reference) = off.split_at(self.seats);
        let (of_setting, of_reference) = self.shares.split_at(self.seats);
        let gain = squared(reference) - squared(setting);
        let slope = |side: usize| match side < self.seats {
            true => -2.0 * off[side],
            false => 2.0 * off[side],
        };
        let sides = 0..off.len();
        let all = sides.flat_map(|one| (one..off.len()).map(move |other| (one, other)));
        let mut variance = 0.0;
        for (pair, (one, other)) in self.pairs.iter().zip(all) {
            let times = if one == other { 1.0 } else { 2.0 };
            variance += times * slope(one) * slope(other) * pair.covariance()?;
        }
        let error = (variance.max(0.0) / blocks as f64).sqrt();
        let root = |square: f64| (square.max(0.0) * fair).sqrt();
        Some(Unfairness {
            setting: root(squared(setting) - noise(of_setting)?),
            reference: root(squared(reference) - noise(of_reference)?),
            gain: gain * fair,
            p: t_test(gain, error, (blocks - 1) as f64),
        })
    }
}

/// Returns intervals of the largest gap between a seat's share of wins and the fair share: before a change, after it,
/// and after minus before. `seats` contains, for each seat, the intervals of its share before and after the change
/// and of the difference. If all intervals in `seats` contain the true values, so do the returned intervals.
pub fn largest_gaps(fair: f64, seats: &[[Interval; 3]]) -> [Interval; 3] {
    let gap = |share: Interval| {
        let (low, high) = (share.low.max(0.0) - fair, share.high.min(1.0) - fair);
        Interval {
            low: low.max(-high).max(0.0),
            high: high.max(-low),
        }
    };
    let largest = |side: usize| {
        let gaps = || seats.iter().map(|seat| gap(seat[side]));
        Interval {
            low: gaps().map(|gap| gap.low).fold(0.0, f64::max),
            high: gaps().map(|gap| gap.high).fold(0.0, f64::max),
        }
    };
    let gaps = [largest(0), largest(1)];
    // On the other side, the gap of the seat with the largest gap on this side is at most the largest gap. The
    // largest gap therefore grows by at most the growth of this seat's gap: the increase of its share if the share is
    // above the fair share, otherwise the decrease.
    let growth = |side: usize, sign: f64| {
        let growth = |seat: &[Interval; 3]| {
            let change = seat[2].times(sign);
            let up = (seat[side].high >= fair).then_some(change.high);
            let down = (seat[side].low <= fair).then_some(-change.low);
            let most = up.into_iter().chain(down).fold(f64::NEG_INFINITY, f64::max);
            most.min(gap(seat[side]).high - gaps[1 - side].low)
        };
        let seats = seats.iter();
        let may_be_largest = seats.filter(|seat| gap(seat[side]).high >= gaps[side].low);
        may_be_largest.map(growth).fold(f64::NEG_INFINITY, f64::max)
    };
    let change = Interval {
        low: -growth(0, -1.0),
        high: growth(1, 1.0),
    };
    [gaps[0], gaps[1], change]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's MMIX generator, uniform between 0 and 1.
    fn generator(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    /// Draws the share of a block's two games that each seat wins, given its win probability.
    fn block(next: &mut impl FnMut() -> f64, chances: &[f64]) -> Vec<f64> {
        let mut shares = vec![0.0; chances.len()];
        for _ in 0..2 {
            let mut left = next();
            let winner = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            shares[winner.unwrap_or(chances.len() - 1)] += 0.5;
        }
        shares
    }

    fn compared(seed: u64, blocks: usize, setting: &[f64], reference: &[f64]) -> Unfairness {
        let mut next = generator(seed);
        let mut fairness = Fairness::new(setting.len());
        for _ in 0..blocks {
            fairness.push(&block(&mut next, setting), &block(&mut next, reference));
        }
        fairness.compare().unwrap()
    }

    #[test]
    fn fairness_gain_is_unbiased() {
        // Win probabilities of 0.6 and 0.4 are 0.1 from fair, which is 0.01 squared. For fair seats, the expectation
        // is 0.
        let count = 400;
        let found: Vec<Unfairness> = (0..count)
            .map(|seed| compared(seed, 100, &[0.5, 0.5], &[0.6, 0.4]))
            .collect();
        let gain: Moments = found.iter().map(|one| one.gain).collect();
        let off = (gain.mean().unwrap() - 0.01) / gain.standard_error().unwrap();
        assert!(off.abs() < 3.0, "{off} errors from 0.01");
        // An uncorrected distance would include noise of 0.035.
        let none = found.iter().filter(|one| one.setting == 0.0).count();
        assert!((200..330).contains(&none), "{none}");
    }

    #[test]
    fn fairer_setting_is_significant_and_an_equal_one_is_not() {
        let fairer = compared(1, 4000, &[0.5, 0.5], &[0.57, 0.43]);
        assert!(fairer.gain > 0.0 && fairer.p < 1e-3, "{fairer:?}");
        let worse = compared(2, 4000, &[0.3, 0.4, 0.3], &[0.34, 0.33, 0.33]);
        assert!(worse.gain < 0.0 && worse.p < 1e-3, "{worse:?}");
        // Equally far from fair in the opposite direction.
        let mirrored = compared(3, 4000, &[0.43, 0.57], &[0.57, 0.43]);
        assert!(mirrored.p > 0.01, "{mirrored:?}");
        for (setting, reference) in [
            (vec![0.5, 0.5], vec![0.5, 0.5]),
            (vec![0.55, 0.45], vec![0.55, 0.45]),
            (vec![0.3, 0.4, 0.3], vec![0.3, 0.4, 0.3]),
        ] {
            let told = (0..400)
                .map(|seed| compared(seed, 200, &setting, &reference))
                .filter(|found| found.p < 0.05);
            let told = told.count();
            // 5 % of 400 is 20, with a standard deviation of 4.4.
            assert!(told <= 31, "{told} of {setting:?}");
        }
    }

    #[test]
    fn fairness_comparison_requires_enough_blocks() {
        let mut fairness = Fairness::new(2);
        (0..24).for_each(|_| fairness.push(&[0.5, 0.5], &[1.0, 0.0]));
        assert_eq!(fairness.compare(), None);
        fairness.push(&[0.5, 0.5], &[1.0, 0.0]);
        assert!(fairness.compare().is_some());
        assert_eq!(Fairness::new(1).compare(), None);
    }
}
