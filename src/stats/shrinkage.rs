//! Shrinkage of many estimates of one kind: the variance between true values, shrunk estimates, and
//! intervals of ranks.

use super::bootstrap::quantile;
use super::estimate::Estimate;
use super::interval::{CONFIDENCE, Interval, t_quantile, t_test};

/// Number of draws for intervals of ranks.
const DRAWS: usize = 1000;

/// A measured value and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// The measured value.
    pub value: f64,
    /// Standard error; 0 if the value is known exactly.
    pub error: f64,
}

impl Measured {
    /// Returns the value of an estimate and the standard error of a normal 95 % interval of the same width; the error
    /// is 0 without an interval.
    pub fn of(estimate: &Estimate) -> Measured {
        let half = estimate.interval().map_or(0.0, Interval::half_width);
        Measured {
            value: estimate.value,
            error: half / t_quantile(f64::INFINITY, CONFIDENCE),
        }
    }

    /// Returns the 95 % interval of a normal distribution with this mean and standard deviation; `None` if the value is
    /// known exactly.
    pub fn interval(&self) -> Option<Interval> {
        let half = self.error * t_quantile(f64::INFINITY, CONFIDENCE);
        let (low, high) = (self.value - half, self.value + half);
        (half > 0.0).then_some(Interval { low, high })
    }

    /// Returns the mean of measurements under different circumstances, as a random-effects estimate: the error
    /// includes the spread between the circumstances. A single measurement is returned unchanged.
    pub fn mean_of(measured: &[Measured]) -> Measured {
        let number = measured.len() as f64;
        let value = measured.iter().map(|one| one.value).sum::<f64>() / number.max(1.0);
        let squares =
            |of: &dyn Fn(&Measured) -> f64| measured.iter().map(|one| of(one).powi(2)).sum::<f64>();
        let within = squares(&|one| one.error) / number.max(1.0);
        let spread = squares(&|one| one.value - value) / (number - 1.0).max(1.0);
        Measured {
            value,
            error: (within.max(spread) / number.max(1.0)).sqrt(),
        }
    }

    /// Returns the probability of a value within ±`bound`, for a normal distribution with this mean and standard
    /// deviation.
    pub fn probability_within(&self, bound: f64) -> f64 {
        if self.error <= 0.0 {
            return f64::from(u8::from(self.value.abs() <= bound));
        }
        // Probability that a standard normal number is at most `z`.
        let below = |z: f64| {
            let both = t_test(z, 1.0, f64::INFINITY);
            if z > 0.0 {
                1.0 - both / 2.0
            } else {
                both / 2.0
            }
        };
        below((bound - self.value) / self.error) - below((-bound - self.value) / self.error)
    }

    /// Returns the posterior distribution after a measurement, with this distribution as the prior (Bayes' theorem
    /// for normal distributions).
    #[must_use]
    pub fn updated(&self, measured: Measured) -> Measured {
        let (before, noise) = (self.error * self.error, measured.error * measured.error);
        if before + noise <= 0.0 {
            return measured;
        }
        let weight = before / (before + noise);
        Measured {
            value: self.value + weight * (measured.value - self.value),
            error: (weight * noise).sqrt(),
        }
    }
}

/// Returns each estimate shrunk by the variance between all of them, for sentences that quote the largest estimate. A
/// single estimate was not selected and is returned unchanged.
pub fn shrunk_among(estimates: &[Measured]) -> Vec<f64> {
    if let [single] = estimates {
        return vec![single.value];
    }
    let between = variance_between(estimates);
    let values = estimates.iter().map(|&one| shrunk(one, between).value);
    values.collect()
}

/// Returns the variance between true values, which are distributed around zero, for shrinking the
/// estimates.
///
/// The base estimate is the estimate of Paule & Mandel (*Consensus values and weighting factors*, 1982), as
/// recommended by Veroniki et al. (*Methods to estimate the between-study variance and its uncertainty in
/// meta-analysis*, 2016): the variance for which the squared estimates, each divided by its expected variance, sum to
/// the number of estimates. Estimates with an error of 0 are excluded.
///
/// This estimate assumes that the spread of the true values does not depend on the precision of the
/// estimates. In practice, important items often have larger values and larger errors, and would be
/// shrunk too much because of the many unimportant items. If Stein's unbiased estimate of the risk is
/// lowest at a larger variance, that variance is used instead (Xie, Kou & Brown, *SURE estimates for a
/// heteroscedastic hierarchical model*, 2012).
pub fn variance_between(estimates: &[Measured]) -> f64 {
    let uncertain = uncertain(estimates);
    guarded(
        variance_at(&uncertain, uncertain.len() as f64),
        variance_of_least_risk(&uncertain),
    )
}

/// Returns the squares of value and error, for estimates with a positive error.
fn uncertain(estimates: &[Measured]) -> Vec<(f64, f64)> {
    let uncertain = estimates.iter().filter(|one| one.error > 0.0);
    uncertain
        .map(|one| (one.value * one.value, one.error * one.error))
        .collect()
}

/// Returns 0 if the base estimate is 0, and otherwise at least the variance of least risk.
fn guarded(between: f64, of_least_risk: f64) -> f64 {
    if between > 0.0 {
        between.max(of_least_risk)
    } else {
        0.0
    }
}

/// Returns the variance between true values at which the standardized squares sum to `wanted`; 0 if they
/// do not reach it. Their sum decreases with the variance.
fn variance_at(uncertain: &[(f64, f64)], wanted: f64) -> f64 {
    let sum = |between: f64| -> f64 {
        let standardised = uncertain
            .iter()
            .map(|(square, noise)| square / (between + noise));
        standardised.sum()
    };
    if wanted <= 0.0 || sum(0.0) <= wanted {
        return 0.0;
    }
    let squares: f64 = uncertain.iter().map(|(square, _)| square).sum();
    let (mut low, mut high) = (0.0, squares / wanted);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if sum(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns the variance between true values for which the shrunk estimates have the smallest expected sum
/// of squared errors according to Stein's unbiased estimate.
fn variance_of_least_risk(uncertain: &[(f64, f64)]) -> f64 {
    let risk = |between: f64| -> f64 {
        let risks = uncertain.iter().map(|(square, noise)| {
            let sum = between + noise;
            noise * (noise * square / sum + between - noise) / sum
        });
        risks.sum()
    };
    let noises = uncertain.iter().map(|(_, noise)| *noise);
    let least = noises.clone().fold(f64::MAX, f64::min) / 16.0;
    let squares = uncertain.iter().map(|(square, _)| *square);
    let most = 1e3 * noises.chain(squares).fold(0.0, f64::max);
    // The risk may have several local minima: a search in steps of √2 finds the lowest one, which is then
    // refined.
    let steps = std::iter::successors(Some(least), |step| Some(step * std::f64::consts::SQRT_2));
    let lowest = steps
        .take_while(|&step| step <= most)
        .min_by(|&one, &other| risk(one).total_cmp(&risk(other)));
    let Some(lowest) = lowest else {
        return 0.0;
    };
    let (mut low, mut high) = (lowest / 1.5, lowest * 1.5);
    for _ in 0..80 {
        let third = (high - low) / 3.0;
        if risk(low + third) < risk(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}

/// Returns the estimate shrunk towards zero in proportion to its noise (empirical Bayes: Efron & Morris
/// 1973), with the posterior standard deviation. Exactly known values are returned unchanged.
pub fn shrunk(estimate: Measured, between: f64) -> Measured {
    let noise = estimate.error * estimate.error;
    if noise == 0.0 {
        return estimate;
    }
    let kept = between / (between + noise);
    Measured {
        value: kept * estimate.value,
        error: (kept * noise).sqrt(),
    }
}

/// Prior distribution of many true values around zero: a mixture of a point mass at zero and normal distributions of
/// different widths. Unlike a single normal prior, it hardly shrinks a few large values among many small ones (Stephens,
/// *False discovery rates: a new deal*, 2017).
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    /// Weight and variance of each component.
    components: Vec<(f64, f64)>,
}

/// Number of steps of the expectation–maximization algorithm.
const STEPS: usize = 400;

impl Mixture {
    /// Fits the weights to the estimates by maximum likelihood. The variances are fixed: zero, and a sequence that
    /// doubles from a hundredth of the smallest error variance up to four times the largest squared estimate.
    pub fn fit(estimates: &[Measured]) -> Mixture {
        let uncertain = uncertain(estimates);
        let least = uncertain.iter().map(|(_, noise)| *noise);
        let least = least.fold(f64::INFINITY, f64::min) / 100.0;
        let squares = uncertain.iter().map(|(square, _)| *square);
        let most = 4.0 * squares.fold(0.0, f64::max);
        let mut variances = vec![0.0];
        let mut variance = least;
        while variance <= most {
            variances.push(variance);
            variance *= 2.0;
        }
        let mut weights = vec![1.0 / variances.len() as f64; variances.len()];
        for _ in 0..STEPS {
            let mut sums = vec![0.0; variances.len()];
            for &(square, noise) in &uncertain {
                let shares = shares(&weights, &variances, square, noise);
                sums.iter_mut()
                    .zip(shares)
                    .for_each(|(sum, share)| *sum += share);
            }
            let number = uncertain.len().max(1) as f64;
            weights = sums.iter().map(|sum| sum / number).collect();
        }
        let components = weights.into_iter().zip(variances);
        Mixture {
            components: components.filter(|(weight, _)| *weight > 0.0).collect(),
        }
    }

    /// Returns the posterior distribution of a true value as weighted normal distributions.
    fn posterior(&self, estimate: Measured) -> Vec<(f64, Measured)> {
        let noise = estimate.error * estimate.error;
        if noise <= 0.0 || self.components.is_empty() {
            return vec![(1.0, estimate)];
        }
        let (weights, variances): (Vec<f64>, Vec<f64>) = self.components.iter().copied().unzip();
        let shares = shares(&weights, &variances, estimate.value * estimate.value, noise);
        let shrunk = variances.iter().map(|&variance| shrunk(estimate, variance));
        shares.into_iter().zip(shrunk).collect()
    }

    /// Returns the mean and the standard deviation of the posterior distribution of a true value.
    pub fn shrunk(&self, estimate: Measured) -> Measured {
        let posterior = self.posterior(estimate);
        let mean = |of: &dyn Fn(&Measured) -> f64| -> f64 {
            posterior.iter().map(|(weight, one)| weight * of(one)).sum()
        };
        let value = mean(&|one| one.value);
        let squares = mean(&|one| one.error * one.error + (one.value - value).powi(2));
        Measured {
            value,
            error: squares.sqrt(),
        }
    }

    /// Returns the posterior probability that a true value is not within ±`bound`.
    pub fn probability_outside(&self, estimate: Measured, bound: f64) -> f64 {
        let posterior = self.posterior(estimate);
        let outside = posterior
            .iter()
            .map(|(weight, one)| weight * (1.0 - one.probability_within(bound)));
        outside.sum()
    }
}

/// Returns the posterior weights of normal distributions around zero, given the squared estimate and its error variance.
fn shares(weights: &[f64], variances: &[f64], square: f64, noise: f64) -> Vec<f64> {
    let exponent = |variance: f64| -0.5 * (square / (variance + noise) + (variance + noise).ln());
    let exponents = variances.iter().map(|&variance| exponent(variance));
    let most = exponents.clone().fold(f64::NEG_INFINITY, f64::max);
    let likely = weights.iter().zip(exponents);
    let likely: Vec<f64> = likely
        .map(|(weight, one)| weight * (one - most).exp())
        .collect();
    let sum: f64 = likely.iter().sum();
    likely.into_iter().map(|one| one / sum).collect()
}

/// Returns 95 % intervals of ranks, where 1 is the largest value; `normal` draws standard normal numbers. All values
/// are drawn jointly from their posterior distributions, because separate intervals would not be jointly valid
/// (Klein, Wright & Wieczorek, *A joint confidence region for an overall ranking of populations*, 2020). Every draw
/// has its own variance between true values, at which the standardized squares sum to a chi-squared number
/// (Viechtbauer, *Confidence intervals for the amount of heterogeneity in meta-analysis*, 2007). If this variance is
/// 0, all items are equal and share every rank.
pub fn rank_intervals(
    estimates: &[Measured],
    normal: &mut impl FnMut() -> f64,
) -> Vec<(usize, usize)> {
    let uncertain = uncertain(estimates);
    let of_least_risk = variance_of_least_risk(&uncertain);
    let mut best = vec![Vec::with_capacity(DRAWS); estimates.len()];
    let mut worst = best.clone();
    for _ in 0..DRAWS {
        let chi_squared: f64 = uncertain.iter().map(|_| normal().powi(2)).sum();
        let between = guarded(variance_at(&uncertain, chi_squared), of_least_risk);
        let values: Vec<f64> = estimates
            .iter()
            .map(|&estimate| {
                let posterior = shrunk(estimate, between);
                // An error of 0 needs no draw, and adding 0.0 turns −0.0 into 0.0.
                match posterior.error {
                    error if error > 0.0 => posterior.value + error * normal(),
                    _ => posterior.value + 0.0,
                }
            })
            .collect();
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        for (item, value) in values.iter().enumerate() {
            let larger = sorted.len() - sorted.partition_point(|other| other <= value);
            let smaller = sorted.partition_point(|other| other < value);
            best[item].push(larger as f64 + 1.0);
            worst[item].push((sorted.len() - smaller) as f64);
        }
    }
    let end = |mut ranks: Vec<f64>, share: f64| {
        ranks.sort_by(f64::total_cmp);
        quantile(&ranks, share).unwrap_or(1.0)
    };
    (best.into_iter().zip(worst))
        .map(|(best, worst)| {
            let (low, high) = (end(best, 0.025), end(worst, 0.975));
            (low.floor() as usize, high.ceil() as usize)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Unit;

    /// Standard normal numbers from Knuth's MMIX generator and the polar method.
    fn generator(mut state: u64) -> impl FnMut() -> f64 {
        let mut unit = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        move || loop {
            let (one, other) = (unit(), unit());
            let square = one * one + other * other;
            if square > 0.0 && square < 1.0 {
                return one * (-2.0 * square.ln() / square).sqrt();
            }
        }
    }

    fn estimates(pairs: &[(f64, f64)]) -> Vec<Measured> {
        let estimate = |&(value, error): &(f64, f64)| Measured { value, error };
        pairs.iter().map(estimate).collect()
    }

    /// Two estimates of ±3 with error 1 and two of ±1 with error 2: 9/(1 + τ²) + 1/(4 + τ²) = 2, so 2τ⁴ =
    /// 29. Exactly known values do not affect the result.
    #[test]
    fn mean_of_measurements_includes_their_spread() {
        let measured = |value: f64, error: f64| Measured { value, error };
        let single = Measured::mean_of(&[measured(2.0, 0.5)]);
        assert_eq!((single.value, single.error), (2.0, 0.5));
        let alike = Measured::mean_of(&[measured(1.0, 0.5); 4]);
        assert_eq!((alike.value, alike.error), (1.0, 0.25));
        // Values 0 and 4 have a standard deviation of sqrt(8), so their mean has an error of 2.
        let apart = Measured::mean_of(&[measured(0.0, 0.1), measured(4.0, 0.1)]);
        assert_eq!(apart.value, 2.0);
        assert!((apart.error - 2.0).abs() < 1e-12);
    }

    #[test]
    fn between_variance_solves_its_moment_equation() {
        let pairs = [(3.0, 1.0), (-3.0, 1.0), (1.0, 2.0), (-1.0, 2.0)];
        let wanted = 14.5f64.sqrt();
        let found = variance_between(&estimates(&pairs));
        assert!((found - wanted).abs() < 1e-9, "{found} and not {wanted}");
        let beside = [&pairs[..], &[(0.0, 0.0), (7.0, 0.0)]].concat();
        assert_eq!(variance_between(&estimates(&beside)), found);
        assert_eq!(
            variance_between(&estimates(&[(1.0, 1.0), (-0.9, 1.0)])),
            0.0
        );
        assert_eq!(variance_between(&[]), 0.0);
    }

    /// In half of the 400 families, the value of an item and its error both increase with its frequency:
    /// many unimportant items are measured precisely, and a few important ones imprecisely. In the other
    /// half, errors are unrelated to values. In both halves, the shrunk values are closer to the truth
    /// than the raw ones.
    #[test]
    fn shrunk_values_are_closer_to_the_truth() {
        let mut normal = generator(11);
        for proportional in [false, true] {
            let (mut raw, mut pulled) = (0.0, 0.0);
            for family in 0..200 {
                let items: Vec<(f64, Measured)> = (0..16)
                    .map(|item| {
                        let error = 0.02 * 10f64.powf(2.0 * f64::from(item) / 15.0);
                        let spread = if proportional {
                            3.0 * error
                        } else {
                            0.5 + 0.02 * f64::from(family)
                        };
                        let truth = spread * normal();
                        let value = truth + error * normal();
                        (truth, Measured { value, error })
                    })
                    .collect();
                let all: Vec<Measured> = items.iter().map(|&(_, estimate)| estimate).collect();
                let between = variance_between(&all);
                for (truth, estimate) in items {
                    raw += (estimate.value - truth).powi(2);
                    pulled += (shrunk(estimate, between).value - truth).powi(2);
                }
            }
            assert!(pulled < 0.99 * raw, "{pulled} beside {raw}");
        }
    }

    /// ±3 with error 1 and ±1 with error 2: the variance between them is √14.5.
    #[test]
    fn normal_probabilities_and_updates_match_tables() {
        let standard = Measured {
            value: 0.0,
            error: 1.0,
        };
        assert!((standard.probability_within(1.0) - 0.682_689).abs() < 1e-5);
        let moved = Measured {
            value: 2.0,
            error: 0.5,
        };
        assert!((moved.probability_within(1.0) - 0.022_750).abs() < 1e-5);
        let known = Measured {
            value: 1.0,
            error: 0.0,
        };
        assert_eq!(
            [known.probability_within(1.0), known.probability_within(0.9)],
            [1.0, 0.0]
        );
        let updated = standard.updated(Measured {
            value: 2.0,
            error: 1.0,
        });
        assert!(
            (updated.value - 1.0).abs() < 1e-12 && (updated.error - 0.5f64.sqrt()).abs() < 1e-12
        );
    }

    #[test]
    fn several_estimates_are_shrunk_but_a_single_one_is_not() {
        let half = t_quantile(f64::INFINITY, CONFIDENCE);
        let measured = |value: f64, error: f64| {
            let (low, high) = (value - half * error, value + half * error);
            let interval = Some(Interval { low, high });
            Measured::of(&Estimate::new(value, interval, Unit::PointsDifference))
        };
        let all = [(3.0, 1.0), (-3.0, 1.0), (1.0, 2.0), (-1.0, 2.0)];
        let all = all.map(|(value, error)| measured(value, error));
        let between = 14.5f64.sqrt();
        let wanted = [3.0, -3.0].map(|value| value * between / (between + 1.0));
        let found = shrunk_among(&all);
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-6, "{found} and not {wanted}");
        }
        assert_eq!(shrunk_among(&all[..1]), [3.0]);
    }

    /// The largest value, with a correspondingly large error, next to items without any spread.
    #[test]
    fn clearly_largest_value_is_hardly_shrunk() {
        let mut pairs = vec![(18.0, 1.5), (10.0, 1.2), (1.7, 0.6), (-0.8, 0.3)];
        pairs.extend([(0.002, 0.01), (-0.004, 0.008), (0.0, 0.0), (0.0, 0.0)]);
        let all = estimates(&pairs);
        let between = variance_between(&all);
        let first = shrunk(all[0], between).value;
        assert!((16.5..18.0).contains(&first), "{first}");
        assert_eq!(shrunk(all[6], between), all[6]);
    }

    /// True value of an item.
    type Truth = dyn Fn(usize, &mut dyn FnMut() -> f64) -> f64;

    /// The true values of 157 items are normal, zero except for one or eight outliers of 1.3 to 1.9, or heavy-tailed
    /// (Student's t with 3 degrees of freedom). The standard error is 0.15 and the bound is 1. The expected number of items
    /// outside must match the true number on average.
    #[test]
    fn expected_number_outside_is_calibrated() {
        let mut normal = generator(3);
        let truths: [(&str, &Truth); 4] = [
            ("normal", &|_, normal| 0.5 * normal()),
            ("one outlier", &|item, _| if item == 7 { 1.5 } else { 0.0 }),
            ("eight outliers", &|item, _| {
                if item % 19 == 3 {
                    1.3 + 0.01 * item as f64 / 3.0
                } else {
                    0.0
                }
            }),
            ("heavy tails", &|_, normal| {
                let squares: f64 = (0..3).map(|_| normal().powi(2)).sum();
                0.3 * normal() / (squares / 3.0).sqrt()
            }),
        ];
        for (name, truth) in truths {
            let (mut outside, mut expected) = (0.0, 0.0);
            for _ in 0..60 {
                let mut all = Vec::new();
                for item in 0..157 {
                    let value = truth(item, &mut normal);
                    outside += f64::from(u8::from(value.abs() > 1.0));
                    all.push(Measured {
                        value: value + 0.15 * normal(),
                        error: 0.15,
                    });
                }
                let prior = Mixture::fit(&all);
                let probabilities = all.iter().map(|&one| prior.probability_outside(one, 1.0));
                expected += probabilities.sum::<f64>();
            }
            let difference = (expected - outside) / 60.0;
            let tolerance = 0.25f64.max(0.1 * outside / 60.0);
            assert!(
                difference.abs() < tolerance,
                "{name}: expected {expected}, outside {outside}"
            );
        }
    }

    /// A single normal prior would shrink three outliers among 154 equal items towards the other items.
    #[test]
    fn outliers_among_equal_items_are_hardly_shrunk() {
        let mut normal = generator(9);
        let value = |item: usize| if item < 3 { 1.5 } else { 0.0 };
        let all: Vec<Measured> = (0..157)
            .map(|item| Measured {
                value: value(item) + 0.15 * normal(),
                error: 0.15,
            })
            .collect();
        let prior = Mixture::fit(&all);
        for one in &all[..3] {
            let shrunk = prior.shrunk(*one);
            assert!((shrunk.value / one.value) > 0.9, "{one:?} {shrunk:?}");
            assert!((0.1..0.2).contains(&shrunk.error), "{shrunk:?}");
        }
        let rest = all[3..].iter().map(|&one| prior.shrunk(one).value.abs());
        assert!(rest.fold(0.0, f64::max) < 0.25);
        let known = Measured {
            value: 2.0,
            error: 0.0,
        };
        assert_eq!(prior.shrunk(known), known);
        assert_eq!(Mixture::fit(&[]).shrunk(all[0]), all[0]);
    }

    #[test]
    fn rank_intervals_of_pure_noise_span_all_ranks() {
        // Quantiles of the normal distribution: no more spread than noise.
        let quantiles = [1.645, 1.036, 0.674, 0.385, 0.126];
        let pairs: Vec<(f64, f64)> = quantiles
            .iter()
            .flat_map(|&value| [(value, 1.0), (-value, 1.0)])
            .collect();
        let mut normal = generator(5);
        let ranks = rank_intervals(&estimates(&pairs), &mut normal);
        assert_eq!(ranks, vec![(1, 10); 10]);
        // Exactly known items share ranks only with items of equal value.
        let known = estimates(&[(2.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0)]);
        let ranks = rank_intervals(&known, &mut normal);
        assert_eq!(ranks, [(1, 1), (2, 3), (2, 3), (4, 4)]);
    }

    #[test]
    fn rank_intervals_narrow_with_clearer_differences() {
        let clear: Vec<(f64, f64)> = (0..10).map(|item| (f64::from(item), 0.05)).collect();
        let ranks = rank_intervals(&estimates(&clear), &mut generator(7));
        assert!(
            ranks
                .iter()
                .enumerate()
                .all(|(item, &rank)| rank == (10 - item, 10 - item))
        );
        let vague: Vec<(f64, f64)> = (0..10).map(|item| (f64::from(item), 2.0)).collect();
        let ranks = rank_intervals(&estimates(&vague), &mut generator(7));
        let widths = ranks.iter().map(|(low, high)| high - low);
        assert!(widths.clone().min() >= Some(2) && widths.max() <= Some(9));
    }
}
