//! Paired comparison of two bots or two settings on the same deals: one difference per block.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::interval::{Interval, mean_interval, mean_test, t_quantile};
use super::moments::Moments;
use super::share::{FEW_BLOCKS, smoothed_effect};

/// Minimum number of differing blocks for the t test; the mean of fewer nonzero differences is not close enough to a
/// normal distribution.
pub const ENOUGH_FOR_T: u64 = 25;

/// Accumulates differences, one per block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differences {
    /// Moments of the differences.
    pub moments: Moments,
    /// Number of blocks in which A did better.
    pub better: u64,
    /// Number of blocks in which B did better.
    pub worse: u64,
    /// Sum of the absolute differences.
    apart: f64,
}

/// Smaller differences are rounding errors: shares and points of a block are sums of far larger terms.
const ROUNDING: f64 = 1e-9;

impl Differences {
    /// Adds A − B of one block; values that are not finite are ignored. Rounding errors count as 0, so that equal
    /// shares from different sums count as equal.
    pub fn push(&mut self, difference: f64) {
        if !difference.is_finite() {
            return;
        }
        let difference = if difference.abs() < ROUNDING {
            0.0
        } else {
            difference
        };
        self.moments.push(difference);
        self.better += u64::from(difference > 0.0);
        self.worse += u64::from(difference < 0.0);
        self.apart += difference.abs();
    }

    /// Returns the interval of the mean difference of shares, where each side has `games` games per block on
    /// the same deals. The interval is Student's t. If fewer than 30 blocks differ, two outcomes are added to
    /// the observed ones, one for A and one for B (Bonett & Price, *Adjusted Wald confidence interval for a
    /// difference of binomial proportions based on paired data*, 2012). The size of each added outcome is the
    /// number of games of a block that tend to end alike: all of them if no block differs, and the observed
    /// number if many blocks differ. `None` for fewer than two blocks.
    pub fn share_interval(&self, games: f64, confidence: f64) -> Option<Interval> {
        let (mean, variance) = (self.moments.mean()?, self.moments.variance()?);
        let blocks = self.moments.count() as f64;
        let telling = (self.better + self.worse) as f64;
        let weight = (1.0 - telling / FEW_BLOCKS).max(0.0);
        let seen = variance * (blocks - 1.0);
        let squares = seen + blocks * mean * mean;
        let observed = if self.apart > 0.0 {
            games * squares / self.apart
        } else {
            0.0
        };
        let together = smoothed_effect(observed, games, telling) / games;
        let outcomes = self.apart / together + 2.0 * weight;
        let spread = (outcomes * together * together - blocks * mean * mean).max(seen);
        let variance = if weight > 0.0 {
            spread / (blocks - 1.0)
        } else {
            variance
        };
        let reach = t_quantile(blocks - 1.0, confidence) * (variance / blocks).sqrt();
        Some(
            Interval {
                low: mean - reach,
                high: mean + reach,
            }
            .clipped(-1.0, 1.0),
        )
    }

    /// Returns the two-sided p-value of the exact sign test on the differing blocks (for wins, McNemar's exact
    /// test). 1 if no blocks differ.
    pub fn sign_test(&self) -> f64 {
        let blocks = self.better + self.worse;
        let Ok(coin) = Binomial::new(0.5, blocks) else {
            return 1.0;
        };
        (2.0 * coin.cdf(self.better.min(self.worse))).min(1.0)
    }

    /// Returns the two-sided p-value of no difference: Student's t test if enough blocks differ and the
    /// differences vary, otherwise the exact sign test.
    pub fn p_value(&self) -> f64 {
        if self.better + self.worse < ENOUGH_FOR_T {
            return self.sign_test();
        }
        mean_test(&self.moments, 0.0).unwrap_or_else(|| self.sign_test())
    }
}

/// Summary of the differences A − B per block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Moments of the differences.
    pub differences: Moments,
    /// Student t interval of the mean difference; `None` for fewer than two blocks.
    pub interval: Option<Interval>,
    /// Number of blocks in which A did better.
    pub better: u64,
    /// Number of blocks in which B did better.
    pub worse: u64,
    /// Number of blocks without a difference.
    pub level: u64,
    /// Variance of the differences relative to independent deals, var(A − B) / (var A + var B): 0.25 means
    /// that pairing is equivalent to four times as many games. `None` if neither side varies.
    pub variance_kept: Option<f64>,
}

impl Paired {
    /// Summarizes block values of A and B on the same deals, one pair per block. Blocks in which either value
    /// is not finite are ignored.
    ///
    /// ```
    /// let paired = portolan_stats::Paired::new([(5.0, 3.0), (9.0, 6.0), (4.0, 4.0)], 0.95);
    /// assert_eq!((paired.better, paired.worse, paired.level), (2, 0, 1));
    /// ```
    pub fn new(blocks: impl IntoIterator<Item = (f64, f64)>, confidence: f64) -> Paired {
        let (mut ours, mut theirs) = (Moments::default(), Moments::default());
        let mut differences = Differences::default();
        for (a, b) in blocks {
            if !a.is_finite() || !b.is_finite() {
                continue;
            }
            ours.push(a);
            theirs.push(b);
            differences.push(a - b);
        }
        let apart = ours.variance().zip(theirs.variance()).map(|(a, b)| a + b);
        let Differences {
            moments,
            better,
            worse,
            ..
        } = differences;
        Paired {
            differences: moments,
            interval: mean_interval(&moments, confidence),
            better,
            worse,
            level: moments.count() - better - worse,
            variance_kept: apart
                .filter(|&sum| sum > 0.0)
                .and_then(|sum| Some(moments.variance()? / sum)),
        }
    }

    /// Returns the two-sided p-value of the exact sign test (see [`Differences::sign_test`]).
    pub fn sign_test(&self) -> f64 {
        let differences = Differences {
            moments: self.differences,
            better: self.better,
            worse: self.worse,
            ..Differences::default()
        };
        differences.sign_test()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_errors_do_not_count_as_differences() {
        let mut differences = Differences::default();
        let left = 0.1 + 0.2 - 0.3;
        assert!(left > 0.0);
        for _ in 0..20 {
            differences.push(left);
        }
        assert_eq!((differences.better, differences.worse), (0, 0));
        assert_eq!(differences.moments.mean(), Some(0.0));
        differences.push(1e-6);
        assert_eq!(differences.better, 1);
    }

    /// Student's sleep data (1908); R: `t.test(extra ~ group, data = sleep, paired = TRUE)` gives a mean of
    /// 1.58 and 0.7001142 to 2.4598858. All nine nonzero differences have the same sign: `binom.test(9, 9)`
    /// gives p = 2 · 2⁻⁹ = 0.00390625.
    #[test]
    fn paired_sleep_data_matches_r() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let paired = Paired::new(second.into_iter().zip(first), 0.95);
        let interval = paired.interval.unwrap();
        assert!((paired.differences.mean().unwrap() - 1.58).abs() < 1e-12);
        assert!((interval.low - 0.700_114_2).abs() < 1e-6);
        assert!((interval.high - 2.459_885_8).abs() < 1e-6);
        assert_eq!((paired.better, paired.worse, paired.level), (9, 0, 1));
        assert!((paired.sign_test() - 0.003_906_25).abs() < 1e-12);
    }

    /// var(A − B) = var A + var B − 2 cov(A, B), here 1 + 4 − 2 · 2 over 5.
    #[test]
    fn pairing_removes_the_shared_variance() {
        let paired = Paired::new([(0.0, 0.0), (1.0, 2.0), (2.0, 4.0)], 0.95);
        assert!((paired.variance_kept.unwrap() - 0.2).abs() < 1e-12);
    }

    /// Four of a hundred blocks differ, all in the same direction: the t test gives p = 0.045, McNemar's exact
    /// test 2 · 2⁻⁴.
    #[test]
    fn few_differing_blocks_are_tested_exactly() {
        let mut rare = Differences::default();
        for block in 0..100 {
            rare.push(f64::from(u8::from(block < 4)));
        }
        assert!((rare.p_value() - 0.125).abs() < 1e-12);
        let mut many = Differences::default();
        for block in 0..100 {
            many.push(f64::from(block % 5) - 1.0);
        }
        assert_eq!(Some(many.p_value()), mean_test(&many.moments, 0.0));
        let mut always = Differences::default();
        (0..40).for_each(|_| always.push(0.5));
        assert_eq!(always.p_value(), always.sign_test());
    }

    fn of_shares(blocks: impl IntoIterator<Item = f64>) -> Differences {
        let mut differences = Differences::default();
        blocks.into_iter().for_each(|block| differences.push(block));
        differences
    }

    #[test]
    fn equal_blocks_still_have_an_interval_of_positive_width() {
        for games in [1.0, 6.0] {
            let found = of_shares([0.0; 100]).share_interval(games, 0.95).unwrap();
            // Student's quantile times √(2 / (99 · 100)).
            assert!((found.high - 0.0282).abs() < 1e-4, "{found:?}");
            assert_eq!(found.low, -found.high);
        }
    }

    #[test]
    fn many_differing_blocks_have_the_t_interval() {
        let many = of_shares((0..90).map(|block| [0.5, -0.5, 0.0][block % 3]));
        let student = mean_interval(&many.moments, 0.95).unwrap();
        assert_eq!(many.share_interval(2.0, 0.95), Some(student));
        // The few differing blocks show how many of their games end alike: all six, or one.
        let one = of_shares((0..100).map(|block| f64::from(u8::from(block < 6)) / 6.0));
        let six = of_shares((0..100).map(|block| f64::from(u8::from(block < 6))));
        let reach = |found: &Differences| {
            let student = mean_interval(&found.moments, 0.95).unwrap().half_width();
            found.share_interval(6.0, 0.95).unwrap().half_width() / student
        };
        assert!((1.1..2.0).contains(&reach(&one)), "{}", reach(&one));
        assert!((1.1..1.3).contains(&reach(&six)), "{}", reach(&six));
    }

    #[test]
    fn empty_and_non_finite_pairs_are_ignored() {
        let none = Paired::new([], 0.95);
        assert_eq!((none.interval, none.variance_kept), (None, None));
        assert_eq!(none.sign_test(), 1.0);
        let seen = of_shares([0.5, f64::NAN, -0.25, f64::INFINITY]);
        assert_eq!(seen, of_shares([0.5, -0.25]));
        let half = Paired::new([(f64::NAN, 1.0), (1.0, 1.0)], 0.95);
        assert_eq!((half.differences.count(), half.level), (1, 1));
        assert_eq!(half.sign_test(), 1.0);
    }
}
