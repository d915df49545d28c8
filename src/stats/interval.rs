//! Confidence intervals and tests for means and proportions.

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

use super::moments::Moments;

/// Confidence level of all intervals that are displayed.
pub const CONFIDENCE: f64 = 0.95;

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval clamped to a range, such as `[0, 1]` for a win rate.
    pub fn clipped(self, least: f64, most: f64) -> Interval {
        Interval {
            low: self.low.clamp(least, most),
            high: self.high.clamp(least, most),
        }
    }

    /// Returns the interval multiplied by a factor, which may be negative.
    pub fn times(self, factor: f64) -> Interval {
        let (one, other) = (self.low * factor, self.high * factor);
        Interval {
            low: one.min(other),
            high: one.max(other),
        }
    }

    /// Returns half the width: the number after ±.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the value that a Student t variable with `degrees` degrees of freedom exceeds in absolute value with
/// probability 1 − `confidence`.
pub fn t_quantile(degrees: f64, confidence: f64) -> f64 {
    if degrees > 500.0 {
        // The inverse of the distribution loses digits to cancellation here; the expansion around the normal quantile
        // (Abramowitz & Stegun 26.7.5) is accurate to 1e-9.
        let z = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
        return z
            + (z.powi(3) + z) / (4.0 * degrees)
            + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * degrees * degrees);
    }
    // The constructor requires only finite and positive parameters, which is the case here.
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |distribution| {
        distribution.inverse_cdf(0.5 + confidence / 2.0)
    })
}

/// Returns the Student t interval of the mean of independent values, such as block means (Student, *The probable error of
/// a mean*, 1908). `None` for fewer than two values or if all are equal, because equal values provide no information
/// about the spread.
///
/// ```
/// let blocks: portolan_stats::Moments = [10.0, 12.0, 14.0].into_iter().collect();
/// let interval = portolan_stats::mean_interval(&blocks, 0.95).unwrap();
/// assert!((interval.half_width() - 4.968).abs() < 1e-3);
/// ```
pub fn mean_interval(values: &Moments, confidence: f64) -> Option<Interval> {
    let (mean, error) = (values.mean()?, values.standard_error()?);
    let degrees = (values.count() - 1) as f64;
    t_interval(mean, error, degrees, confidence)
}

/// Returns the Student t interval of an estimate whose standard error has `degrees` degrees of freedom. `None` if the
/// error is not positive, as for a few equal values, or is NaN.
pub fn t_interval(estimate: f64, error: f64, degrees: f64, confidence: f64) -> Option<Interval> {
    (error > 0.0).then(|| {
        let reach = t_quantile(degrees, confidence) * error;
        Interval {
            low: estimate - reach,
            high: estimate + reach,
        }
    })
}

/// Returns the two-sided p-value of Student's t test that the true value is zero; the counterpart of [`t_interval`]. 1 if
/// the error is not positive.
pub fn t_test(estimate: f64, error: f64, degrees: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, degrees) {
        Ok(student) if error > 0.0 => (2.0 * student.sf((estimate / error).abs())).min(1.0),
        _ => 1.0,
    }
}

/// Returns the p-value of the hypothesis that the true value is not within ±`bound`: the larger p-value of two one-sided
/// t tests (Schuirmann, *A comparison of the two one-sided tests procedure and the power approach for assessing the
/// equivalence of average bioavailability*, 1987). 1 if the error is not positive.
pub fn equivalence_test(estimate: f64, error: f64, degrees: f64, bound: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, degrees) {
        Ok(student) if error > 0.0 => student.sf((bound - estimate.abs()) / error),
        _ => 1.0,
    }
}

/// Returns the two-sided p-value of Student's t test that independent values, such as block means, have the given mean;
/// the counterpart of [`mean_interval`]. `None` for fewer than two values or if all are equal.
pub fn mean_test(values: &Moments, mean: f64) -> Option<f64> {
    let error = values.standard_error().filter(|&error| error > 0.0)?;
    let degrees = (values.count() - 1) as f64;
    Some(t_test(values.mean()? - mean, error, degrees))
}

/// Returns the p-value of the two-sided test that belongs to an interval: the smallest level, down to 1e-6, at which the
/// interval of confidence 1 − level excludes `value`. NaN without an interval.
pub fn inverted_test(value: f64, interval: impl Fn(f64) -> Option<Interval>) -> f64 {
    let excludes = |level: f64| {
        let found = interval(1.0 - level)?;
        Some(value < found.low || value > found.high)
    };
    let (mut low, mut high) = (1e-6, 1.0);
    match excludes(low) {
        None => return f64::NAN,
        Some(true) => return low,
        Some(false) => {}
    }
    for _ in 0..24 {
        let middle = f64::sqrt(low * high);
        match excludes(middle) {
            Some(true) => high = middle,
            _ => low = middle,
        }
    }
    high
}

/// Returns the Wilson interval of a proportion of *independent* trials (Wilson, *Probable inference, the law of
/// succession, and statistical inference*, 1927). `successes` may be fractional (shared wins). `None` without trials.
pub fn wilson_interval(successes: f64, trials: f64, confidence: f64) -> Option<Interval> {
    if trials <= 0.0 {
        return None;
    }
    let z = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
    let share = successes / trials;
    let shrink = 1.0 + z * z / trials;
    let centre = (share + z * z / (2.0 * trials)) / shrink;
    let reach =
        z / shrink * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    Some(
        Interval {
            low: centre - reach,
            high: centre + reach,
        }
        .clipped(0.0, 1.0),
    )
}

/// Returns the Clopper–Pearson interval of a proportion of *independent* trials (Clopper & Pearson, *The use of
/// confidence or fiducial limits illustrated in the case of the binomial*, 1934). Its coverage is never below the nominal
/// level, so it is wider than [`wilson_interval`]. Suitable for counts of rare events. `None` without trials or with more
/// successes than trials.
pub fn clopper_pearson_interval(successes: u64, trials: u64, confidence: f64) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let tail = (1.0 - confidence) / 2.0;
    let (won, lost) = (successes as f64, (trials - successes) as f64);
    Some(Interval {
        low: if successes == 0 {
            0.0
        } else {
            beta_quantile(won, lost + 1.0, tail)?
        },
        high: if successes == trials {
            1.0
        } else {
            beta_quantile(won + 1.0, lost, 1.0 - tail)?
        },
    })
}

/// Returns a quantile of a beta variable with positive parameters, by bisection of its distribution function to full
/// precision.
pub(super) fn beta_quantile(a: f64, b: f64, probability: f64) -> Option<f64> {
    let beta = Beta::new(a, b).ok()?;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if beta.cdf(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2, upper 0.025 and 0.005.
    /// The test at 5 % agrees with the 90 % interval.
    #[test]
    fn equivalence_requires_the_interval_within_the_bound() {
        for (estimate, error, is_within) in [(0.2, 0.3, true), (-0.2, 0.3, true), (0.6, 0.3, false)]
        {
            let interval = t_interval(estimate, error, 20.0, 0.9).unwrap();
            assert_eq!(interval.low > -1.0 && interval.high < 1.0, is_within);
            assert_eq!(
                equivalence_test(estimate, error, 20.0, 1.0) < 0.05,
                is_within
            );
        }
        assert_eq!(equivalence_test(0.0, 0.0, 20.0, 1.0), 1.0);
    }

    #[test]
    fn t_quantiles_match_the_nist_table() {
        for (degrees, confidence, value) in [
            (1.0, 0.95, 12.706),
            (2.0, 0.95, 4.303),
            (5.0, 0.95, 2.571),
            (10.0, 0.95, 2.228),
            (30.0, 0.95, 2.042),
            (100.0, 0.95, 1.984),
            (10.0, 0.99, 3.169),
        ] {
            let found = t_quantile(degrees, confidence);
            assert!((found - value).abs() < 6e-4, "{degrees}: {found}");
        }
    }

    /// R: `qt(0.975, c(500, 1000, 10000, 1e6))`.
    #[test]
    fn t_quantiles_of_many_degrees_match_r() {
        for (degrees, value) in [
            (500.0, 1.964_720),
            (1_000.0, 1.962_339),
            (10_000.0, 1.960_201),
            (1e6, 1.959_966),
        ] {
            let found = t_quantile(degrees, 0.95);
            assert!((found - value).abs() < 1e-6, "{degrees}: {found}");
        }
    }

    #[test]
    fn t_quantile_expansion_is_continuous_with_the_distribution() {
        let (below, above) = (t_quantile(499.9, 0.99), t_quantile(500.1, 0.99));
        assert!((below - above).abs() < 1e-5, "{below} {above}");
    }

    /// Student's sleep data (1908), differences of the two drugs; R: `t.test(extra ~ group, data =
    /// sleep, paired = TRUE)` gives 1.58 with the 95 % interval 0.7001142 to 2.4598858.
    #[test]
    fn mean_interval_of_sleep_data_matches_r() {
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let interval = mean_interval(&differences.into_iter().collect(), 0.95).unwrap();
        assert!((interval.low - 0.700_114_2).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 2.459_885_8).abs() < 1e-6, "{interval:?}");
    }

    /// For the sleep data, t = 4.0621 with 9 degrees of freedom and p = 0.002833.
    #[test]
    fn mean_test_of_sleep_data_matches_r() {
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let moments: Moments = differences.into_iter().collect();
        let p = mean_test(&moments, 0.0).unwrap();
        assert!((p - 0.002_833).abs() < 1e-6, "{p}");
        let level: Moments = [1.0, 1.0].into_iter().collect();
        assert_eq!(mean_test(&level, 0.0), None);
        // A test against a mean of 1 equals a test of the values minus 1 against 0.
        let lower: Moments = differences.iter().map(|number| number - 1.0).collect();
        let (one, other) = (mean_test(&moments, 1.0), mean_test(&lower, 0.0));
        assert!(
            (one.unwrap() - other.unwrap()).abs() < 1e-9,
            "{one:?} {other:?}"
        );
    }

    /// The inverted t interval is the t test.
    #[test]
    fn inverted_interval_has_the_p_value_of_its_test() {
        let moments: Moments = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
            .into_iter()
            .collect();
        for mean in [0.0, 1.0, 1.5, 3.0] {
            let p = inverted_test(mean, |confidence| mean_interval(&moments, confidence));
            let test = mean_test(&moments, mean).unwrap();
            assert!((p - test).abs() < 1e-4, "{mean}: {p} {test}");
        }
        assert_eq!(
            inverted_test(9.0, |_| Some(Interval {
                low: 0.0,
                high: 1.0
            })),
            1e-6
        );
        assert!(inverted_test(9.0, |_| None).is_nan());
    }

    #[test]
    fn equal_numbers_have_no_interval() {
        let of = |values: &[f64]| values.iter().copied().collect::<Moments>();
        assert_eq!(mean_interval(&of(&[3.0]), 0.95), None);
        assert_eq!(mean_interval(&of(&[0.1; 20]), 0.95), None);
        assert_eq!(t_interval(1.0, 0.0, 10.0, 0.95), None);
        assert_eq!(t_test(1.0, 0.0, 10.0), 1.0);
    }

    /// 50 of 100: 0.4038 to 0.5962 (R: `prop.test(50, 100, correct = FALSE)`).
    #[test]
    fn wilson_interval_of_one_half_matches_r() {
        let interval = wilson_interval(50.0, 100.0, 0.95).unwrap();
        assert!((interval.low - 0.403_832).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.596_168).abs() < 1e-6, "{interval:?}");
    }

    /// Newcombe, *Two-sided confidence intervals for the single proportion*, 1998, table I,
    /// method 3: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
    #[test]
    fn wilson_interval_matches_newcombe() {
        for (successes, trials, low, high) in
            [(81.0, 263.0, 0.2553, 0.3662), (0.0, 20.0, 0.0, 0.1611)]
        {
            let interval = wilson_interval(successes, trials, 0.95).unwrap();
            assert!((interval.low - low).abs() < 6e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 6e-5, "{interval:?}");
        }
    }

    #[test]
    fn wilson_interval_requires_trials() {
        assert_eq!(wilson_interval(0.0, 0.0, 0.95), None);
    }

    /// R, `?binom.test`: Mendel's peas, `binom.test(682, 925)` gives 0.7076683 to 0.7654066.
    #[test]
    fn clopper_pearson_of_mendels_peas_matches_r() {
        let interval = clopper_pearson_interval(682, 925, 0.95).unwrap();
        assert!((interval.low - 0.707_668_3).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.765_406_6).abs() < 1e-6, "{interval:?}");
    }

    /// Newcombe 1998, table I, method 5: 81 of 263 gives 0.2527 to 0.3676; 0 of 20 gives 0 to
    /// 0.1684; 1 of 29 gives 0.0009 to 0.1776.
    #[test]
    fn clopper_pearson_interval_matches_newcombe() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2527, 0.3676),
            (0, 20, 0.0, 0.1684),
            (1, 29, 0.0009, 0.1776),
        ] {
            let interval = clopper_pearson_interval(successes, trials, 0.95).unwrap();
            assert!((interval.low - low).abs() < 6e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 6e-5, "{interval:?}");
        }
    }

    /// Checks the definition: each end leaves 2.5 % of the binomial distribution beyond it.
    #[test]
    fn clopper_pearson_ends_leave_equal_binomial_tails() {
        let upper_tail = |p: f64, from: i32, trials: i32| -> f64 {
            let mut term = (1.0 - p).powi(trials);
            let mut sum = 0.0;
            for k in 0..=trials {
                if k >= from {
                    sum += term;
                }
                term *= f64::from(trials - k) / f64::from(k + 1) * p / (1.0 - p);
            }
            sum
        };
        let interval = clopper_pearson_interval(7, 30, 0.95).unwrap();
        assert!((upper_tail(interval.low, 7, 30) - 0.025).abs() < 1e-9);
        assert!((1.0 - upper_tail(interval.high, 8, 30) - 0.025).abs() < 1e-9);
    }

    #[test]
    fn clopper_pearson_interval_requires_valid_counts() {
        assert_eq!(clopper_pearson_interval(0, 0, 0.95), None);
        assert_eq!(clopper_pearson_interval(3, 2, 0.95), None);
        let all = clopper_pearson_interval(5, 5, 0.95).unwrap();
        assert!(all.high == 1.0 && all.low > 0.4);
    }
}
