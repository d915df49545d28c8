//! Adjusted p-values for multiple comparisons.
//!
//! | function | controls | use case |
//! | --- | --- | --- |
//! | [`holm`] | probability of any false finding | a few planned comparisons |
//! | [`weighted_holm`] | probability of any false finding | comparisons of different importance |
//! | [`benjamini_hochberg`] | false discovery rate | many cards or bots: q-values |
//! | [`benjamini_yekutieli`] | false discovery rate under any dependence | negatively correlated tests |
//!
//! All functions return adjusted p-values in input order; compare them with the level, such as 0.05. A NaN
//! remains NaN and does not count as a test.

use ordered_float::OrderedFloat;

/// Holm's procedure (*A simple sequentially rejective multiple test procedure*, 1979).
///
/// ```
/// let adjusted = portolan_stats::holm(&[0.01, 0.04, 0.03]);
/// assert!((adjusted[0] - 0.03).abs() < 1e-12 && (adjusted[1] - 0.06).abs() < 1e-12);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    weighted_holm(p_values, &vec![1.0; p_values.len()])
}

/// Holm's procedure with positive weights (Holm 1979, section 4). Each test initially gets a share of the
/// level proportional to its weight; the share of a rejected hypothesis passes to the remaining tests.
///
/// ```
/// let adjusted = portolan_stats::weighted_holm(&[0.02, 0.03, 0.5], &[2.0, 1.0, 1.0]);
/// assert!((adjusted[0] - 0.04).abs() < 1e-12 && (adjusted[1] - 0.06).abs() < 1e-12);
/// ```
pub fn weighted_holm(p_values: &[f64], weights: &[f64]) -> Vec<f64> {
    let ratios: Vec<f64> = p_values.iter().zip(weights).map(|(p, w)| p / w).collect();
    let order = ascending(&ratios);
    let mut left: f64 = order.iter().map(|&index| weights[index]).sum();
    let mut adjusted = vec![f64::NAN; p_values.len()];
    let mut least = 0.0f64;
    for index in order {
        least = least.max(left * ratios[index]);
        adjusted[index] = least.min(1.0);
        left -= weights[index];
    }
    adjusted
}

/// Benjamini–Hochberg q-values (*Controlling the false discovery rate*, 1995).
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    step_up(p_values, 1.0)
}

/// Benjamini–Yekutieli q-values (*The control of the false discovery rate in multiple testing under
/// dependency*, 2001).
pub fn benjamini_yekutieli(p_values: &[f64]) -> Vec<f64> {
    let tests = p_values.iter().filter(|p| !p.is_nan()).count();
    step_up(p_values, (1..=tests).map(|i| 1.0 / i as f64).sum())
}

fn step_up(p_values: &[f64], factor: f64) -> Vec<f64> {
    let order = ascending(p_values);
    let mut adjusted = vec![f64::NAN; p_values.len()];
    let mut most = 1.0f64;
    for (place, &index) in order.iter().enumerate().rev() {
        most = most.min(factor * order.len() as f64 / (place + 1) as f64 * p_values[index]);
        adjusted[index] = most;
    }
    adjusted
}

fn ascending(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len())
        .filter(|&index| !p_values[index].is_nan())
        .collect();
    order.sort_by_key(|&index| OrderedFloat(p_values[index]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9, "{found:?}");
        }
    }

    /// Examples from the documentation of `@stdlib/stats-padjust` (stdlib-js), which follows R's
    /// `p.adjust`.
    #[test]
    fn adjusted_p_values_match_stdlib() {
        close(
            &holm(&[0.319, 0.201, 0.4, 0.374, 0.113]),
            &[0.957, 0.804, 0.957, 0.957, 0.565],
        );
        close(
            &benjamini_hochberg(&[0.008, 0.03, 0.123, 0.6, 0.2]),
            &[0.04, 0.075, 0.205, 0.6, 0.25],
        );
        close(
            &benjamini_hochberg(&[0.319, 0.201, 0.4, 0.374, 0.113]),
            &[0.4; 5],
        );
    }

    /// Benjamini & Hochberg 1995, §4.1: fifteen endpoints of a thrombolysis trial. At 0.05 their procedure
    /// finds four effects; Bonferroni and Holm find three.
    #[test]
    fn thrombolysis_trial_has_the_published_discoveries() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0000,
        ];
        let found = |adjusted: Vec<f64>| adjusted.iter().filter(|&&q| q <= 0.05).count();
        assert_eq!(found(benjamini_hochberg(&p)), 4);
        assert_eq!(found(holm(&p)), 3);
    }

    /// Compares the result with the definition, without sorting: the q-value of a test is the minimum of factor · m ·
    /// threshold / (number of tests at or below the threshold) over all thresholds at or above its
    /// p-value.
    #[test]
    fn step_up_procedures_match_their_definition() {
        let p = [0.02, 0.5, 0.011, 0.02, 0.9, 0.04, 0.3];
        let harmonic: f64 = (1..=7).map(|i| 1.0 / f64::from(i)).sum();
        for (factor, adjusted) in [
            (1.0, benjamini_hochberg(&p)),
            (harmonic, benjamini_yekutieli(&p)),
        ] {
            for (index, q) in adjusted.iter().enumerate() {
                let expected = p
                    .iter()
                    .filter(|&&threshold| threshold >= p[index])
                    .map(|&threshold| {
                        let passed = p.iter().filter(|&&other| other <= threshold).count();
                        factor * 7.0 * threshold / passed as f64
                    })
                    .fold(1.0, f64::min);
                assert!((q - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn missing_p_values_stay_missing() {
        let adjusted = holm(&[f64::NAN, 0.02]);
        assert!(adjusted[0].is_nan() && (adjusted[1] - 0.02).abs() < 1e-12);
        for adjust in [holm, benjamini_hochberg, benjamini_yekutieli] {
            let adjusted = adjust(&[0.01, f64::NAN, 0.03, f64::NAN, 0.02]);
            assert!(adjusted[1].is_nan() && adjusted[3].is_nan());
            let whole = [adjusted[0], adjusted[2], adjusted[4]];
            assert_eq!(whole.to_vec(), adjust(&[0.01, 0.03, 0.02]));
        }
        assert!(benjamini_yekutieli(&[]).is_empty());
    }
}
