//! Tests for a trend over ordered levels, and the best monotone curve.
//!
//! | function | data |
//! | --- | --- |
//! | [`cochran_armitage`] | wins of independent games at ordered levels |
//! | [`jonckheere_terpstra`] | any values of independent games at ordered levels |
//! | [`page`] | every level on the same deals: one row per block |
//! | [`isotonic`] | a nondecreasing curve, with its pooled levels |
//! | [`meeting`] | location at which such a curve reaches a value |
//!
//! A trend test can be significant although some steps go in the other direction, so test adjacent steps as
//! well, with [`Paired`](super::paired::Paired) and [`holm`](super::multiplicity::holm).

use statrs::distribution::{ContinuousCDF, Normal};

/// Result of a trend test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// Test statistic.
    pub statistic: f64,
    /// Standardized statistic: its distance from the mean without a trend, in standard deviations. Positive if
    /// values increase with the level.
    pub z: f64,
}

impl Trend {
    /// Returns the two-sided p-value of the normal approximation.
    pub fn two_sided(&self) -> f64 {
        (2.0 * Normal::standard().sf(self.z.abs())).min(1.0)
    }

    /// Returns the one-sided p-value for an increase.
    pub fn rising(&self) -> f64 {
        Normal::standard().sf(self.z)
    }

    fn new(statistic: f64, mean: f64, variance: f64) -> Option<Trend> {
        (variance > 0.0 && variance.is_finite() && statistic.is_finite()).then(|| Trend {
            statistic,
            z: (statistic - mean) / variance.sqrt(),
        })
    }
}

/// Cochran–Armitage test for a trend in proportions (Cochran 1954; Armitage, *Tests for linear trends in
/// proportions and frequencies*, 1955). Each level is given as wins and games, and the levels have the scores 0,
/// 1, 2 … `None` if all or no games were won, or if only one level was played.
pub fn cochran_armitage(levels: &[(f64, f64)]) -> Option<Trend> {
    let wins: f64 = levels.iter().map(|level| level.0).sum();
    let games: f64 = levels.iter().map(|level| level.1).sum();
    let share = wins / games;
    let (mut statistic, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (score, &(won, played)) in levels.iter().enumerate() {
        let score = score as f64;
        statistic += score * (won - played * share);
        sum += score * played;
        squares += score * score * played;
    }
    Trend::new(
        statistic,
        0.0,
        share * (1.0 - share) * (squares - sum * sum / games),
    )
}

/// Jonckheere–Terpstra test (Terpstra 1952; Jonckheere, *A distribution-free k-sample test against ordered
/// alternatives*, 1954) with the variance corrected for ties (Lehmann, *Nonparametrics*, 1975). The statistic
/// counts the pairs from two levels in which the higher level has the higher value; ties count half. `None` if
/// there is nothing to compare or a value is not finite.
pub fn jonckheere_terpstra(levels: &[Vec<f64>]) -> Option<Trend> {
    let mut all: Vec<f64> = levels.iter().flatten().copied().collect();
    if all.iter().any(|value| !value.is_finite()) {
        return None;
    }
    all.sort_by(f64::total_cmp);
    let sizes: Vec<f64> = levels.iter().map(|level| level.len() as f64).collect();
    let ties: Vec<f64> = all
        .chunk_by(|a, b| a == b)
        .map(|tied| tied.len() as f64)
        .collect();
    let count = all.len() as f64;

    let mut statistic = 0.0;
    let mut lower: Vec<f64> = Vec::new();
    for level in levels {
        for value in level {
            let below = lower.partition_point(|other| other < value);
            let up_to = lower.partition_point(|other| other <= value);
            statistic += (below + up_to) as f64 / 2.0;
        }
        lower.extend(level);
        lower.sort_by(f64::total_cmp);
    }

    let over = |terms: &[f64], term: fn(f64) -> f64| terms.iter().map(|&t| term(t)).sum::<f64>();
    let first = |t: f64| t * (t - 1.0) * (2.0 * t + 5.0);
    let second = |t: f64| t * (t - 1.0) * (t - 2.0);
    let third = |t: f64| t * (t - 1.0);
    let mut variance = (first(count) - over(&sizes, first) - over(&ties, first)) / 72.0;
    if count > 2.0 {
        variance += over(&sizes, second) * over(&ties, second) / (36.0 * second(count));
        variance += over(&sizes, third) * over(&ties, third) / (8.0 * third(count));
    }
    let mean = (count * count - over(&sizes, |size| size * size)) / 4.0;
    Trend::new(statistic, mean, variance)
}

/// Page's test (Page, *Ordered hypotheses for multiple treatments: a significance test for linear ranks*, 1963),
/// updated block by block with the values of every level on the same deal. L is the sum over levels of the level
/// number, from 1, times the ranks within blocks (mean ranks for ties). Its variance is the variance under
/// permutations of the values in each block, so ties are taken into account.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageTest {
    blocks: u64,
    statistic: f64,
    mean: f64,
    variance: f64,
}

impl PageTest {
    /// Adds the values of one block, one per level. A block with a value that is not finite is ignored.
    pub fn push(&mut self, block: &[f64]) {
        if block.iter().any(|value| !value.is_finite()) {
            return;
        }
        let levels = block.len() as f64;
        let middle = (levels + 1.0) / 2.0;
        let spread: f64 = (1..=block.len())
            .map(|level| (level as f64 - middle).powi(2))
            .sum();
        let ranks = mean_ranks(block);
        for (level, rank) in ranks.iter().enumerate() {
            self.statistic += (level + 1) as f64 * rank;
        }
        self.blocks += 1;
        self.mean += levels * middle * middle;
        self.variance +=
            spread * ranks.iter().map(|r| (r - middle).powi(2)).sum::<f64>() / (levels - 1.0);
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the trend, or `None` if no values differ.
    pub fn trend(&self) -> Option<Trend> {
        Trend::new(self.statistic, self.mean, self.variance)
    }
}

/// Performs [`PageTest`] on all blocks at once. `None` if the blocks have different lengths, a value is not
/// finite, or no values differ.
pub fn page(blocks: &[Vec<f64>]) -> Option<Trend> {
    let levels = blocks.first()?.len();
    let mut test = PageTest::default();
    for block in blocks {
        test.push(block);
    }
    let whole = blocks.iter().all(|block| block.len() == levels);
    (whole && test.blocks == blocks.len() as u64)
        .then(|| test.trend())
        .flatten()
}

/// Returns ranks from 1; ties share their mean rank.
fn mean_ranks(values: &[f64]) -> Vec<f64> {
    values
        .iter()
        .map(|value| {
            let below = values.iter().filter(|&other| other < value).count();
            let level = values.iter().filter(|&other| other == value).count();
            below as f64 + (level as f64 + 1.0) / 2.0
        })
        .collect()
}

/// The nondecreasing curve closest to the values, by pooling adjacent violators (Ayer et al., *An empirical
/// distribution function for sampling with incomplete information*, 1955; Barlow et al., *Statistical inference
/// under order restrictions*, 1972).
#[derive(Clone, Debug, PartialEq)]
pub struct Isotonic {
    /// Fitted values, one per level.
    pub fitted: Vec<f64>,
    /// Index of the pool of each level: two levels in one pool show no increase.
    pub pool: Vec<usize>,
}

/// Returns the nondecreasing least-squares curve through `(value, weight)` per level; weights are positive, such
/// as numbers of games. For a nonincreasing curve, pass negated values.
///
/// ```
/// let curve = portolan_stats::isotonic(&[(1.0, 1.0), (3.0, 1.0), (2.0, 1.0)]);
/// assert_eq!(curve.fitted, [1.0, 2.5, 2.5]);
/// assert_eq!(curve.pool, [0, 1, 1]);
/// ```
pub fn isotonic(levels: &[(f64, f64)]) -> Isotonic {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in levels {
        let (mut value, mut weight, mut size) = (value, weight, 1);
        while let Some(&(before, heavier, length)) = pools.last() {
            if before <= value {
                break;
            }
            pools.pop();
            value = (before * heavier + value * weight) / (heavier + weight);
            weight += heavier;
            size += length;
        }
        pools.push((value, weight, size));
    }
    let mut curve = Isotonic {
        fitted: Vec::new(),
        pool: Vec::new(),
    };
    for (number, &(value, _, size)) in pools.iter().enumerate() {
        curve.fitted.extend(std::iter::repeat_n(value, size));
        curve.pool.extend(std::iter::repeat_n(number, size));
    }
    curve
}

/// Location at which a curve reaches a value, relative to the measured range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meeting {
    /// Below the range: the curve is above the value everywhere.
    Before,
    /// Within the range, at this location.
    At(f64),
    /// Above the range: the curve is below the value everywhere.
    Behind,
}

/// Returns the location at which the nondecreasing curve ([`isotonic`] with equal weights) through these values
/// reaches `level`. `places` are the increasing locations of the values. The curve is linear between
/// neighbouring locations; if it equals `level` over a range, the result is the middle of the locations in that
/// range.
///
/// ```
/// use portolan_stats::trend::{Meeting, meeting};
/// assert_eq!(meeting(&[0.0, 10.0, 20.0], &[0.1, 0.4, 0.6], 0.45), Meeting::At(12.5));
/// assert_eq!(meeting(&[0.0, 10.0], &[0.1, 0.4], 0.5), Meeting::Behind);
/// ```
pub fn meeting(places: &[f64], values: &[f64], level: f64) -> Meeting {
    let levels: Vec<(f64, f64)> = values.iter().map(|&value| (value, 1.0)).collect();
    let curve = isotonic(&levels).fitted;
    let below = curve.partition_point(|&value| value < level);
    let not_above = curve.partition_point(|&value| value <= level);
    if below == curve.len() {
        Meeting::Behind
    } else if not_above > below {
        Meeting::At((places[below] + places[not_above - 1]) / 2.0)
    } else if below == 0 {
        Meeting::Before
    } else {
        let (low, high) = (curve[below - 1], curve[below]);
        let (before, after) = (places[below - 1], places[below]);
        Meeting::At(before + (after - before) * (level - low) / (high - low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_is_interpolated_between_neighbouring_points() {
        let places = [0.0, 10.0, 20.0, 30.0];
        // Between 10 (40 %) and 20 (60 %), a quarter of the distance corresponds to 45 %.
        assert_eq!(
            meeting(&places, &[0.1, 0.4, 0.6, 0.7], 0.45),
            Meeting::At(12.5)
        );
        // A dip is pooled: 10 and 20 share 50 %, and the result is their midpoint.
        assert_eq!(
            meeting(&places, &[0.1, 0.55, 0.45, 0.7], 0.5),
            Meeting::At(15.0)
        );
        assert_eq!(
            meeting(&places, &[0.1, 0.4, 0.6, 0.7], 0.7),
            Meeting::At(30.0)
        );
        assert_eq!(
            meeting(&places, &[0.1, 0.4, 0.6, 0.7], 0.8),
            Meeting::Behind
        );
        assert_eq!(
            meeting(&places, &[0.1, 0.4, 0.6, 0.7], 0.05),
            Meeting::Before
        );
    }

    /// R, `?prop.trend.test`: smokers among patients, X² = 8.2249, p = 0.004132.
    #[test]
    fn cochran_armitage_of_smokers_matches_r() {
        let trend =
            cochran_armitage(&[(83.0, 86.0), (90.0, 93.0), (129.0, 136.0), (70.0, 82.0)]).unwrap();
        assert!((trend.z * trend.z - 8.2249).abs() < 5e-5, "{trend:?}");
        assert!((trend.two_sided() - 0.004_132).abs() < 5e-7, "{trend:?}");
        assert!(trend.z < 0.0);
    }

    /// Insomnia by age class; `CochranArmitageTest` of the R package DescTools, as printed in the
    /// notes of the course P8120 (msph-p8120.github.io/cochran_armitage.html): Z = 11.297.
    #[test]
    fn cochran_armitage_of_insomnia_matches_desctools() {
        let yes = [150.0, 250.0, 264.0, 302.0, 238.0, 176.0];
        let no = [384.0, 496.0, 520.0, 403.0, 205.0, 123.0];
        let levels: Vec<_> = yes.iter().zip(no).map(|(y, n)| (*y, y + n)).collect();
        assert!((cochran_armitage(&levels).unwrap().z - 11.297).abs() < 5e-4);
    }

    /// Data of Jonckheere 1954; the R package npordtests gives the statistic 71, z = 2.147876 and
    /// a one-sided p of 0.0158618 (drcHelper, *Verification which JT*).
    #[test]
    fn jonckheere_test_matches_published_result() {
        let levels = [
            vec![19.0, 20.0, 60.0, 130.0],
            vec![21.0, 61.0, 80.0, 129.0],
            vec![40.0, 99.0, 100.0, 149.0],
            vec![49.0, 110.0, 151.0, 160.0],
        ];
        let trend = jonckheere_terpstra(&levels).unwrap();
        assert_eq!(trend.statistic, 71.0);
        assert!((trend.z - 2.147_876).abs() < 1e-6);
        assert!((trend.rising() - 0.015_861_8).abs() < 1e-7);
    }

    /// Scores of three groups with ties; the Python package jonckheere-test prints JT = 79.0 and
    /// p = 0.0207 in its README.
    #[test]
    fn jonckheere_test_with_ties_matches_python() {
        let levels = [
            vec![40.0, 35.0, 38.0, 43.0, 44.0, 41.0],
            vec![38.0, 40.0, 47.0, 44.0, 40.0, 42.0],
            vec![48.0, 40.0, 45.0, 43.0, 46.0, 44.0],
        ];
        let trend = jonckheere_terpstra(&levels).unwrap();
        assert_eq!(trend.statistic, 79.0);
        assert!((trend.rising() - 0.0207).abs() < 5e-5, "{trend:?}");
    }

    /// Ten students' ratings of three teaching methods; SciPy's `page_trend_test` gives L = 133.5 and an exact p
    /// of 0.00182. The normal approximation is close to it; the mean 120 is exact.
    #[test]
    fn page_test_of_teaching_methods_is_close_to_scipy() {
        let rows = [
            [3, 4, 3],
            [2, 2, 4],
            [3, 3, 5],
            [1, 3, 2],
            [2, 3, 2],
            [2, 4, 5],
            [1, 2, 4],
            [3, 4, 4],
            [2, 4, 5],
            [1, 3, 4],
        ];
        let blocks: Vec<Vec<f64>> = rows.iter().map(|r| r.map(f64::from).to_vec()).collect();
        let trend = page(&blocks).unwrap();
        assert_eq!(trend.statistic, 133.5);
        assert!((trend.rising() - 0.0018).abs() < 1.5e-3, "{trend:?}");
    }

    /// Compares mean and variance with those over all permutations of every row, including ties: both are exact.
    #[test]
    fn page_test_moments_match_all_permutations() {
        let blocks = vec![vec![1.0, 2.0, 2.0], vec![5.0, 1.0, 9.0]];
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let mut moments = crate::Moments::default();
        for one in orders {
            for two in orders {
                let mut sum = 0.0;
                for (level, (&a, &b)) in one.iter().zip(&two).enumerate() {
                    sum += (level + 1) as f64 * ([1.0, 2.5, 2.5][a] + [2.0, 1.0, 3.0][b]);
                }
                moments.push(sum);
            }
        }
        let variance = moments.variance().unwrap() * 35.0 / 36.0;
        let trend = page(&blocks).unwrap();
        let z = (trend.statistic - moments.mean().unwrap()) / variance.sqrt();
        assert!((trend.z - z).abs() < 1e-12, "{trend:?} {z}");
    }

    /// Compares the fit with its characterization (Barlow et al. 1972): the fit at i is the maximum, over starts at or
    /// before i, of the minimum, over ends at or after i, of the weighted means between them.
    #[test]
    fn isotonic_fit_is_the_max_min_of_means() {
        let levels = [
            (1.0, 1.0),
            (0.0, 2.0),
            (4.0, 1.0),
            (3.0, 3.0),
            (3.0, 1.0),
            (5.0, 1.0),
            (4.0, 0.5),
            (2.0, 1.0),
            (0.0, 1.0),
        ];
        let mean = |from: usize, to: usize| {
            let part = &levels[from..=to];
            part.iter().map(|(v, w)| v * w).sum::<f64>() / part.iter().map(|l| l.1).sum::<f64>()
        };
        let curve = isotonic(&levels);
        for (index, &fitted) in curve.fitted.iter().enumerate() {
            let expected = (0..=index)
                .map(|from| {
                    (index..levels.len())
                        .map(|to| mean(from, to))
                        .fold(f64::INFINITY, f64::min)
                })
                .fold(f64::NEG_INFINITY, f64::max);
            assert!((fitted - expected).abs() < 1e-12, "{index}: {fitted}");
        }
    }

    #[test]
    fn trend_tests_require_varying_data() {
        assert_eq!(cochran_armitage(&[]), None);
        assert_eq!(cochran_armitage(&[(3.0, 3.0), (4.0, 4.0)]), None);
        assert_eq!(cochran_armitage(&[(3.0, 5.0)]), None);
        assert_eq!(jonckheere_terpstra(&[]), None);
        assert_eq!(jonckheere_terpstra(&[vec![1.0], vec![1.0]]), None);
        assert_eq!(jonckheere_terpstra(&[vec![1.0], vec![f64::NAN]]), None);
        assert_eq!(page(&[]), None);
        assert_eq!(page(&[vec![1.0]]), None);
        assert_eq!(page(&[vec![1.0, 1.0]]), None);
        assert_eq!(page(&[vec![1.0, 2.0], vec![1.0]]), None);
        assert_eq!(page(&[vec![1.0, 2.0], vec![1.0, f64::NAN]]), None);
        let mut test = PageTest::default();
        test.push(&[1.0, f64::NAN, 2.0]);
        assert_eq!(test, PageTest::default());
        assert!(isotonic(&[]).fitted.is_empty());
    }
}
