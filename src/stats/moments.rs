//! Running mean and variance in one pass, without storing the values.

/// Running count, mean and sum of squared deviations (Welford, *Note on a method for calculating
/// corrected sums of squares and products*, 1962).
///
/// ```
/// let moments: portolan_stats::Moments = [2.0, 4.0, 9.0].into_iter().collect();
/// assert_eq!(moments.count(), 3);
/// assert_eq!(moments.mean(), Some(5.0));
/// assert_eq!(moments.variance(), Some(13.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds all values of another accumulator (Chan, Golub & LeVeque, *Updating formulae and a
    /// pairwise algorithm for computing sample variances*, 1979).
    pub fn merge(&mut self, other: Moments) {
        if other.count == 0 {
            return;
        }
        let count = self.count + other.count;
        let apart = other.mean - self.mean;
        let share = other.count as f64 / count as f64;
        self.squares += other.squares + apart * apart * self.count as f64 * share;
        self.mean += apart * share;
        self.count = count;
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Returns the sample variance (divisor n − 1); `None` for fewer than two values.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Returns the sample standard deviation; `None` for fewer than two values.
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard error of the mean; `None` for fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance()
            .map(|variance| (variance / self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Moments {
        let mut moments = Moments::default();
        for value in values {
            moments.push(value);
        }
        moments
    }
}

/// Running means and sum of products of deviations of pairs of values, in one pass (Bennett et al.,
/// *Numerically stable, single-pass, parallel statistics algorithms*, 2009).
///
/// ```
/// let mut pairs = portolan_stats::CoMoments::default();
/// pairs.push(1.0, 2.0);
/// pairs.push(2.0, 4.0);
/// pairs.push(3.0, 9.0);
/// assert_eq!(pairs.covariance(), Some(3.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CoMoments {
    count: u64,
    means: (f64, f64),
    products: f64,
}

impl CoMoments {
    /// Adds a pair of values.
    pub fn push(&mut self, one: f64, other: f64) {
        self.count += 1;
        let before = one - self.means.0;
        self.means.0 += before / self.count as f64;
        self.means.1 += (other - self.means.1) / self.count as f64;
        self.products += before * (other - self.means.1);
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the sample covariance (divisor n − 1); `None` for fewer than two pairs.
    pub fn covariance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.products / (self.count - 1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covariance_with_a_linear_function_matches_its_slope() {
        let values = [2.0, 4.0, 9.0, -3.0, 8.5];
        let moments: Moments = values.into_iter().collect();
        let mut pairs = CoMoments::default();
        for value in values {
            pairs.push(value, -2.0 * value + 1e6);
        }
        let ratio = pairs.covariance().unwrap() / moments.variance().unwrap();
        assert!((ratio + 2.0).abs() < 1e-9);
        assert_eq!(CoMoments::default().covariance(), None);
    }

    #[test]
    fn mean_needs_one_value_and_variance_needs_two() {
        let mut moments = Moments::default();
        assert_eq!(moments.mean(), None);
        moments.push(3.0);
        assert_eq!((moments.mean(), moments.variance()), (Some(3.0), None));
    }

    #[test]
    fn merged_moments_match_sequential_moments() {
        let values = [2.0, 4.0, 9.0, -3.0, 8.5];
        let all: Moments = values.into_iter().collect();
        for cut in 0..=values.len() {
            let mut merged: Moments = values[..cut].iter().copied().collect();
            merged.merge(values[cut..].iter().copied().collect());
            assert_eq!(merged.count(), 5);
            assert!((merged.mean().unwrap() - all.mean().unwrap()).abs() < 1e-12);
            assert!((merged.variance().unwrap() - all.variance().unwrap()).abs() < 1e-12);
        }
    }

    /// NIST Statistical Reference Datasets, univariate, NumAcc2: mean 1.2, standard deviation 0.1
    /// (1001 numbers: 1.2 once, then 1.1 and 1.3 alternating).
    #[test]
    fn moments_match_nist_numacc2() {
        let moments: Moments = (0..1001)
            .map(|index| match index {
                0 => 1.2,
                odd if odd % 2 == 1 => 1.1,
                _ => 1.3,
            })
            .collect();
        assert!((moments.mean().unwrap() - 1.2).abs() < 1e-13);
        assert!((moments.standard_deviation().unwrap() - 0.1).abs() < 1e-13);
    }

    /// NIST StRD NumAcc3: numbers around 1,000,000, for which the naive one-pass sum of squares
    /// fails.
    #[test]
    fn moments_match_nist_numacc3() {
        let moments: Moments = (0..1001)
            .map(|index| match index {
                0 => 1_000_000.2,
                odd if odd % 2 == 1 => 1_000_000.1,
                _ => 1_000_000.3,
            })
            .collect();
        assert!((moments.mean().unwrap() - 1_000_000.2).abs() < 1e-8);
        assert!((moments.standard_deviation().unwrap() - 0.1).abs() < 1e-8);
    }
}
