//! Test of agreement between several measurements of one quantity.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Returns the p-value of Cochran's Q test that independent measurements, each given as (value, standard
/// error), estimate the same quantity (Cochran, *The combination of estimates from different experiments*,
/// 1954). Returns NaN for fewer than two measurements or for a standard error that is not positive.
///
/// ```
/// // Two measurements that differ by 1.96 standard errors of their difference.
/// let p = portolan_stats::agreement(&[(0.0, 1.0), (1.96 * 2f64.sqrt(), 1.0)]);
/// assert!((p - 0.05).abs() < 1e-3);
/// ```
pub fn agreement(measured: &[(f64, f64)]) -> f64 {
    let usable = measured.iter().all(|&(_, error)| error > 0.0);
    if measured.len() < 2 || !usable {
        return f64::NAN;
    }
    let weight = |error: f64| error.powi(-2);
    let weights: f64 = measured.iter().map(|&(_, error)| weight(error)).sum();
    let mean = measured
        .iter()
        .map(|&(value, error)| weight(error) * value)
        .sum::<f64>()
        / weights;
    let q: f64 = measured
        .iter()
        .map(|&(value, error)| weight(error) * (value - mean).powi(2))
        .sum();
    let freedom = (measured.len() - 1) as f64;
    ChiSquared::new(freedom).map_or(f64::NAN, |chi_squared| chi_squared.sf(q))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_of_four_values_has_three_degrees_of_freedom() {
        // Q = (1.5² + 0.5² + 0.5² + 1.5²) / 0.64 = 7.8125, just below the 5 % critical value of 7.8147.
        let measured = [1.0, 2.0, 3.0, 4.0].map(|value| (value, 0.8));
        assert!((agreement(&measured) - 0.05005).abs() < 2e-5);
    }

    #[test]
    fn agreement_weights_values_by_their_precision() {
        let sure = agreement(&[(0.0, 0.1), (0.3, 0.1), (5.0, 10.0)]);
        let alone = agreement(&[(0.0, 0.1), (0.3, 0.1)]);
        // Q barely changes (4.74 and 4.5), but the degrees of freedom do.
        assert!(alone < 0.035 && sure > 0.09, "{alone} {sure}");
    }

    #[test]
    fn agreement_of_a_single_value_is_undefined() {
        assert!(agreement(&[(1.0, 0.1)]).is_nan());
        assert!(agreement(&[(1.0, 0.0), (2.0, 0.1)]).is_nan());
    }
}
