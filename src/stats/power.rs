//! Sample size: the number of blocks needed to detect an effect.

use statrs::distribution::{ContinuousCDF, Normal};

/// Returns the number of blocks after which a two-sided test at level `alpha` detects an effect with
/// probability `power`, given the variance of an estimate from one block:
/// `(z(1 − α/2) + z(power))² · variance / effect²`, rounded up. `None` if the effect is zero or an
/// argument is out of range.
///
/// ```
/// // The textbook case: half a standard deviation at 5% and 80%.
/// assert_eq!(portolan_stats::power::blocks_needed(1.0, 0.5, 0.05, 0.8), Some(32));
/// ```
pub fn blocks_needed(variance: f64, effect: f64, alpha: f64, power: f64) -> Option<u64> {
    let valid = variance > 0.0 && effect != 0.0 && effect.is_finite() && variance.is_finite();
    let share = |value: f64| value > 0.0 && value < 1.0;
    if !valid || !share(alpha) || !share(power) {
        return None;
    }
    let normal = Normal::standard();
    let quantiles = normal.inverse_cdf(1.0 - alpha / 2.0) + normal.inverse_cdf(power);
    let blocks = quantiles * quantiles * variance / (effect * effect);
    (blocks < 1e15).then(|| blocks.ceil().max(2.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_the_effect_requires_four_times_as_many_blocks() {
        // (1.959964 + 0.841621)² = 7.848879.
        assert_eq!(blocks_needed(100.0, 1.0, 0.05, 0.8), Some(785));
        assert_eq!(blocks_needed(100.0, 0.5, 0.05, 0.8), Some(3140));
        // At level 0.05 / 157: (3.604 + 0.842)².
        let strict = blocks_needed(100.0, 1.0, 0.05 / 157.0, 0.8).unwrap();
        assert!((1970..1985).contains(&strict), "{strict}");
        assert_eq!(blocks_needed(100.0, 0.0, 0.05, 0.8), None);
        assert_eq!(blocks_needed(0.0, 1.0, 0.05, 0.8), None);
        assert_eq!(blocks_needed(1.0, 1.0, 0.0, 0.8), None);
        assert_eq!(blocks_needed(f64::NAN, 1.0, 0.05, 0.8), None);
        assert_eq!(blocks_needed(1.0, f64::NAN, 0.05, 0.8), None);
        assert_eq!(blocks_needed(f64::INFINITY, 1.0, 0.05, 0.8), None);
        assert_eq!(blocks_needed(1.0, f64::INFINITY, 0.05, 0.8), None);
    }
}
