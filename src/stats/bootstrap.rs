//! Cluster bootstrap: confidence intervals of a statistic by resampling whole blocks.
//!
//! Games of a block share their deal, so the bootstrap draws blocks, never single games (Efron &
//! Tibshirani, *An introduction to the bootstrap*, 1993; Davison & Hinkley, *Bootstrap methods and
//! their application*, 1997, §2.4 and 3.8). A resample is represented by a count per block instead
//! of a copy of its rows.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::Interval;

/// Draws `counts.len()` blocks with replacement and stores how often each block was drawn
/// (multinomial weights). `below(bound)` returns a uniform integer below `bound`.
pub fn multinomial_weights(counts: &mut [u32], below: &mut impl FnMut(u32) -> u32) {
    counts.fill(0);
    for _ in 0..counts.len() {
        counts[below(counts.len() as u32) as usize] += 1;
    }
}

/// Returns the statistic of `resamples` bootstrap resamples of `blocks` blocks, in drawing order.
/// The closure receives a count per block; resamples for which it returns `None` or a value that is
/// not finite are omitted. The result is empty if there are no blocks.
pub fn resample(
    blocks: usize,
    resamples: usize,
    mut below: impl FnMut(u32) -> u32,
    mut statistic: impl FnMut(&[u32]) -> Option<f64>,
) -> Vec<f64> {
    if blocks == 0 {
        return Vec::new();
    }
    let mut counts = vec![0; blocks];
    (0..resamples)
        .filter_map(|_| {
            multinomial_weights(&mut counts, &mut below);
            statistic(&counts).filter(|value| value.is_finite())
        })
        .collect()
}

/// Returns the mean of values weighted by counts, or `None` if the counts sum to zero.
pub fn weighted_mean(values: &[f64], counts: &[u32]) -> Option<f64> {
    let (mut total, mut sum) = (0.0, 0.0);
    for (&value, &count) in values.iter().zip(counts) {
        total += f64::from(count);
        sum += f64::from(count) * value;
    }
    (total > 0.0).then(|| sum / total)
}

/// Returns a quantile of sorted values with linear interpolation (Hyndman & Fan, *Sample quantiles
/// in statistical packages*, 1996, type 7, the default in R), or `None` for an empty slice.
pub fn quantile(sorted: &[f64], probability: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = probability.clamp(0.0, 1.0) * last as f64;
    let below = (place.floor() as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// Returns the percentile interval: the central part of the resampled statistics. `None` for fewer
/// than two replicates.
pub fn percentile_interval(replicates: &[f64], confidence: f64) -> Option<Interval> {
    let sorted = sorted(replicates)?;
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval {
        low: quantile(&sorted, tail)?,
        high: quantile(&sorted, 1.0 - tail)?,
    })
}

/// Returns the bias-corrected and accelerated interval (Efron, *Better bootstrap confidence
/// intervals*, 1987), which is suitable for skewed statistics. `estimate` is the statistic of the
/// original data, and `leave_one_out` contains its values with one block omitted at a time. `None`
/// if the values do not vary, or if all replicates lie on the same side of the estimate.
pub fn bca_interval(
    replicates: &[f64],
    estimate: f64,
    leave_one_out: &[f64],
    confidence: f64,
) -> Option<Interval> {
    let sorted = sorted(replicates)?;
    let normal = Normal::standard();
    let count = sorted.len() as f64;
    let under = sorted.iter().filter(|&&value| value < estimate).count() as f64;
    let level = sorted.iter().filter(|&&value| value == estimate).count() as f64;
    let share = (under + level / 2.0) / count;
    if share <= 0.0 || share >= 1.0 {
        return None;
    }
    let bias = normal.inverse_cdf(share);
    let acceleration = acceleration(leave_one_out)?;
    let end = |probability: f64| {
        let shifted = bias + normal.inverse_cdf(probability);
        quantile(
            &sorted,
            normal.cdf(bias + shifted / (1.0 - acceleration * shifted)),
        )
    };
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval {
        low: end(tail)?,
        high: end(1.0 - tail)?,
    })
}

/// Returns the acceleration from the jackknife (Efron & Tibshirani 1993, equation 14.15).
fn acceleration(leave_one_out: &[f64]) -> Option<f64> {
    let mean = leave_one_out.iter().sum::<f64>() / leave_one_out.len() as f64;
    let (mut squares, mut cubes) = (0.0, 0.0);
    for value in leave_one_out {
        squares += (mean - value).powi(2);
        cubes += (mean - value).powi(3);
    }
    (squares > 0.0).then(|| cubes / (6.0 * squares.powf(1.5)))
}

fn sorted(replicates: &[f64]) -> Option<Vec<f64>> {
    if replicates.len() < 2 || replicates.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut sorted = replicates.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's MMIX generator, which is good enough for tests.
    fn generator(mut state: u64) -> impl FnMut(u32) -> u32 {
        move |bound| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((u64::from((state >> 32) as u32) * u64::from(bound)) >> 32) as u32
        }
    }

    /// Efron & Tibshirani 1993, tables 2.1 and 2.2: survival of the seven treated mice. The
    /// bootstrap standard error of the mean is 23.36 for an infinite number of resamples.
    const MICE: [f64; 7] = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];

    #[test]
    fn bootstrap_error_of_mouse_data_matches_published_value() {
        let means = resample(7, 40_000, generator(1), |counts| {
            weighted_mean(&MICE, counts)
        });
        let moments: crate::Moments = means.iter().copied().collect();
        assert!((moments.mean().unwrap() - 86.857).abs() < 0.6);
        assert!((moments.standard_deviation().unwrap() - 23.36).abs() < 0.35);
    }

    #[test]
    fn multinomial_weights_sum_to_the_number_of_blocks() {
        let mut counts = [0; 13];
        let mut below = generator(3);
        for _ in 0..100 {
            multinomial_weights(&mut counts, &mut below);
            assert_eq!(counts.iter().sum::<u32>(), 13);
        }
    }

    /// R: `quantile(c(1, 2, 4, 8), c(.1, .5, .9))` is 1.3, 3.0, 6.8.
    #[test]
    fn bootstrap_quantiles_match_r() {
        let numbers = [1.0, 2.0, 4.0, 8.0];
        for (probability, value) in [(0.1, 1.3), (0.5, 3.0), (0.9, 6.8), (1.0, 8.0)] {
            assert!((quantile(&numbers, probability).unwrap() - value).abs() < 1e-12);
        }
        assert_eq!(quantile(&[], 0.5), None);
    }

    /// Without bias and acceleration, BCa equals the percentile interval by definition.
    #[test]
    fn bca_equals_the_percentile_interval_under_symmetry() {
        let replicates: Vec<f64> = (-500..=500).map(f64::from).collect();
        let bca = bca_interval(&replicates, 0.0, &[-1.0, 0.0, 1.0], 0.95).unwrap();
        let plain = percentile_interval(&replicates, 0.95).unwrap();
        assert!((bca.low - plain.low).abs() < 1e-6, "{bca:?} {plain:?}");
        assert!((bca.high - plain.high).abs() < 1e-6, "{bca:?} {plain:?}");
    }

    /// For a mean, the acceleration is skewness / (6 √n) (Efron & Tibshirani 1993, §14.3); here it
    /// is computed directly from the values instead of from the jackknife.
    #[test]
    fn acceleration_of_a_mean_follows_from_its_skewness() {
        let sum: f64 = MICE.iter().sum();
        let without: Vec<f64> = MICE.iter().map(|value| (sum - value) / 6.0).collect();
        let mean = sum / 7.0;
        let moment = |power| MICE.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / 7.0;
        let skewness = moment(3) / moment(2).powf(1.5);
        let found = acceleration(&without).unwrap();
        assert!((found - skewness / (6.0 * 7f64.sqrt())).abs() < 1e-12);
    }

    #[test]
    fn unusable_resamples_give_no_interval() {
        assert!(resample(0, 100, generator(1), |_| Some(1.0)).is_empty());
        assert!(resample(3, 100, generator(1), |_| Some(f64::NAN)).is_empty());
        let mut number = 0.0;
        let kept = resample(3, 4, generator(1), |_| {
            number += 1.0;
            Some(if number == 2.0 { f64::INFINITY } else { number })
        });
        assert_eq!(kept, [1.0, 3.0, 4.0]);
        assert_eq!(percentile_interval(&[1.0], 0.95), None);
        assert_eq!(percentile_interval(&[1.0, f64::NAN], 0.95), None);
        assert_eq!(bca_interval(&[1.0, 2.0], 5.0, &[1.0, 2.0, 3.0], 0.95), None);
        assert_eq!(bca_interval(&[1.0, 2.0], 1.5, &[1.0, 1.0], 0.95), None);
    }
}
