//! Test of whether a selected finding is confirmed by repetitions: an estimate is selected because it
//! stands out, and is then repeated under other conditions on the same blocks.
//!
//! Two effects make repetitions agree with a finding that is not true. A selected estimate is too large
//! on average, and repetitions on the same blocks share its random error. The first estimate is
//! therefore excluded from the mean, and the test accounts for the correlation that arises from shared
//! blocks.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::moments::Moments;

/// Sampling errors of a first estimate and of its repetitions, and their covariance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SharedErrors {
    /// Variance of the error of the first estimate.
    pub first: f64,
    /// Mean variance of the errors of the repetitions.
    pub each: f64,
    /// Variance of the error of the mean of the repetitions; shared blocks make it larger than for
    /// independent repetitions.
    pub mean: f64,
    /// Covariance between the error of this mean and the error of the first estimate.
    pub with_first: f64,
    /// Degrees of freedom of these variances.
    pub degrees: f64,
}

/// Returns the probability that the mean of the repetitions is at least as far from zero in the
/// direction of the first estimate as observed, if the true mean is zero and the first estimate was
/// selected because its two-sided p-value was below `chosen_below`. `None` for fewer than two
/// repetitions.
///
/// The variance of the mean is the variance between repetitions divided by their number, plus the
/// contribution of shared blocks; the variance between repetitions is never assumed to be lower than
/// sampling alone makes it. Its few degrees of freedom are combined with the remaining ones by
/// Satterthwaite's method (1946). The probability is computed for two correlated normal variables,
/// conditional on the first estimate exceeding its threshold.
pub fn p_of_repetition(
    first: f64,
    repetitions: &[f64],
    errors: SharedErrors,
    chosen_below: f64,
) -> Option<f64> {
    let moments: Moments = repetitions.iter().copied().collect();
    let (mean, spread) = (moments.mean()?, moments.variance()?);
    let mean = if first < 0.0 { -mean } else { mean };
    let count = repetitions.len() as f64;
    // If c is the mean covariance between two repetitions, the error variance of the mean is (each +
    // (count − 1) · c) / count.
    let shared = (count * errors.mean - errors.each) / (count - 1.0);
    let between = spread.max(errors.each - shared).max(0.0) / count;
    let variance = between + shared.max(0.0);
    if variance <= 0.0 {
        return Some(if mean > 0.0 { 0.0 } else { 1.0 });
    }
    let rest = variance - between;
    let degrees = variance * variance
        / (between * between / (count - 1.0) + rest * rest / errors.degrees.max(1.0));
    let t = mean / variance.sqrt();
    let p = StudentsT::new(0.0, 1.0, degrees).ok()?.sf(t);
    let correlation = if errors.first > 0.0 {
        errors.with_first / (errors.first * variance).sqrt()
    } else {
        0.0
    };
    Some(given_choice(p, correlation, chosen_below))
}

/// Returns the upper tail probability `p` of a normal variable, conditional on a correlated variable
/// exceeding the upper threshold of a two-sided test at `chosen_below`. Negative correlations are
/// treated as zero.
fn given_choice(p: f64, correlation: f64, chosen_below: f64) -> f64 {
    const STEPS: u32 = 1000;
    let normal = Normal::standard();
    let correlation = correlation.clamp(0.0, 0.999_999);
    if p <= 0.0 || p >= 1.0 || correlation == 0.0 {
        return p;
    }
    let tail = (chosen_below / 2.0).clamp(1e-300, 0.5);
    let value = -normal.inverse_cdf(p);
    let spread = (1.0 - correlation * correlation).sqrt();
    // The mean over equally probable quantiles beyond the threshold.
    let beyond = |step: u32| {
        let share = (f64::from(step) + 0.5) / f64::from(STEPS);
        let other = -normal.inverse_cdf(tail * share);
        normal.sf((value - correlation * other) / spread)
    };
    (0..STEPS).map(beyond).sum::<f64>() / f64::from(STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(first: f64, each: f64, mean: f64, with_first: f64) -> SharedErrors {
        SharedErrors {
            first,
            each,
            mean,
            with_first,
            degrees: 1000.0,
        }
    }

    /// For repetitions on separate blocks, with no error other than the spread between them, the test is
    /// Student's t.
    #[test]
    fn repetitions_on_separate_blocks_give_students_t_test() {
        let repetitions = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4];
        let none = errors(1.0, 0.0, 0.0, 0.0);
        let found = p_of_repetition(2.0, &repetitions, none, 0.01).unwrap();
        let moments: Moments = repetitions.into_iter().collect();
        let two_sided = super::super::mean_test(&moments, 0.0).unwrap();
        assert!((found - two_sided / 2.0).abs() < 1e-9, "{found}");
        // If the first estimate has the opposite sign, the other tail applies.
        let other = p_of_repetition(-2.0, &repetitions, none, 0.01).unwrap();
        assert!((other - (1.0 - found)).abs() < 1e-9);
        assert_eq!(p_of_repetition(2.0, &[1.0], none, 0.01), None);
    }

    /// Three repetitions that agree by chance more closely than their errors suggest: the errors
    /// determine the result.
    #[test]
    fn chance_agreement_does_not_reduce_the_error() {
        let alike = [1.0, 1.0, 1.0];
        let independent = errors(1.0, 1.0, 1.0 / 3.0, 0.0);
        let found = p_of_repetition(3.0, &alike, independent, 0.01).unwrap();
        // t = √3 with two degrees of freedom.
        let student = StudentsT::new(0.0, 1.0, 2.0).unwrap().sf(3f64.sqrt());
        assert!((found - student).abs() < 1e-9, "{found}");
    }

    /// Exact copies of the first estimate add no information: the p-value is the probability of a more extreme value
    /// among all values that would have been selected.
    #[test]
    fn copies_of_the_first_estimate_add_no_information() {
        let normal = Normal::standard();
        let copies = SharedErrors {
            degrees: 1e9,
            ..errors(1.0, 1.0, 1.0, 1.0)
        };
        for value in [2.6, 3.0, 4.0, 8.0] {
            let found = p_of_repetition(value, &[value; 4], copies, 0.01).unwrap();
            let wanted = normal.sf(value) / 0.005;
            assert!((found - wanted).abs() < 5e-3, "{value}: {found} {wanted}");
        }
    }

    /// Compares the result with a simulation of the definition, which draws pairs of normal numbers. Among the
    /// pairs whose first number exceeds the threshold, it counts the share whose second number exceeds the value.
    #[test]
    fn selection_correction_matches_simulation() {
        let mut state = 5u64;
        let mut unit = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
        };
        let normal = Normal::standard();
        let (correlation, limit, value) = (0.6f64, 1.6449, 1.2);
        let (mut chosen, mut beyond) = (0.0, 0.0);
        for _ in 0..400_000 {
            let first = normal.inverse_cdf(unit());
            let own = normal.inverse_cdf(unit());
            if first > limit {
                chosen += 1.0;
                let second = correlation * first + (1.0 - correlation * correlation).sqrt() * own;
                beyond += f64::from(u8::from(second > value));
            }
        }
        let found = given_choice(normal.sf(value), correlation, 0.1);
        // 20,000 selected pairs: the standard error is 0.35 percentage points.
        assert!((found - beyond / chosen).abs() < 0.012, "{found}");
    }
}
