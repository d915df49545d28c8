//! Ratings fitted on bootstrap resamples of blocks, with intervals for the ratings and for any function of
//! them.

use statrs::distribution::{ContinuousCDF, Normal};

use super::bootstrap::percentile_interval;
use super::interval::{Interval, t_quantile};

/// Ratings together with the ratings of bootstrap resamples.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// Ratings fitted to the original games.
    pub ratings: Vec<f64>,
    /// Ratings of each resample.
    pub(super) draws: Vec<Vec<f64>>,
    /// Ratings with each batch omitted in turn.
    pub(super) left_out: Vec<Vec<f64>>,
    /// Number of batches from which resamples are drawn; intervals need at least two.
    pub(super) batches: usize,
    /// True if so few resamples lack finite ratings that the others are not a biased selection.
    pub(super) sound: bool,
}

impl Resampled {
    /// Returns the interval of a player's rating.
    pub fn interval(&self, player: usize, confidence: f64) -> Option<Interval> {
        self.interval_of(confidence, |draw| draw[player])
    }

    /// Returns the interval of any function of the ratings. `None` for fewer than two blocks, or if too many
    /// resamples lack finite ratings.
    ///
    /// The percentile interval of a few blocks is too narrow, for two reasons: the variance of a resample of n
    /// blocks is only (n − 1)/n of the true variance, and the percentiles ignore that this variance is
    /// estimated. The distances between the percentiles and the estimate are therefore multiplied by √(n/(n −
    /// 1)) and by the ratio of Student's quantile to the normal quantile (Hesterberg, *What teachers should
    /// know about the bootstrap*, 2015, section 5.3, where the percentiles themselves are adjusted). If a few
    /// blocks dominate, because two players win one game each in most of them, the variance is known only as
    /// precisely as those few blocks allow. The degrees of freedom are therefore computed from the changes
    /// when each block is omitted. Each side of the interval also extends at least as far as the jackknife
    /// interval based on the blocks that affect that side.
    pub fn interval_of(&self, confidence: f64, value: impl Fn(&[f64]) -> f64) -> Option<Interval> {
        if !self.sound || self.batches < 2 {
            return None;
        }
        let values: Vec<f64> = self.draws.iter().map(|draw| value(draw)).collect();
        let found = percentile_interval(&values, confidence)?;
        let estimate = value(&self.ratings);
        let blocks = self.batches as f64;
        let normal = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
        let changes: Vec<f64> = self.left_out.iter().map(|ratings| value(ratings)).collect();
        let student = t_quantile(degrees_of_freedom(&changes), confidence);
        let stretch = (blocks / (blocks - 1.0)).sqrt() * student / normal;
        let mean = changes.iter().sum::<f64>() / changes.len() as f64;
        let least = |sign: f64| {
            let far = changes
                .iter()
                .map(|change| (sign * (change - mean)).max(0.0));
            let squares: f64 = far.map(|far| ONE_SIDED * far * far).sum();
            student * (squares * (blocks - 1.0) / blocks).sqrt()
        };
        Some(Interval {
            low: estimate - (stretch * (estimate - found.low)).max(least(-1.0)),
            high: estimate + (stretch * (found.high - estimate)).max(least(1.0)),
        })
    }

    /// Returns the share of resamples in which no player is rated above this one.
    pub fn first_share(&self, player: usize) -> Option<f64> {
        let first = |draw: &&Vec<f64>| draw.iter().all(|&rating| rating <= draw[player]);
        (self.sound && self.batches > 1 && !self.draws.is_empty())
            .then(|| self.draws.iter().filter(first).count() as f64 / self.draws.len() as f64)
    }
}

/// Factor for the sum of squares of one side: 2 is correct if the spread is equal on both sides, and 1 if the entire
/// spread is on one side.
const ONE_SIDED: f64 = 1.5;

/// Returns the effective degrees of freedom of the variance of a sum of n independent parts, estimated from
/// the parts: twice the squared variance divided by the variance of its estimate. The result is between 1 and
/// n − 1, the value for normally distributed parts.
fn degrees_of_freedom(parts: &[f64]) -> f64 {
    let number = parts.len() as f64;
    let most = (number - 1.0).max(1.0);
    let mean = parts.iter().sum::<f64>() / number;
    let moment = |power: i32| {
        let powers = parts.iter().map(|part| (part - mean).powi(power));
        powers.sum::<f64>() / number
    };
    // Correction of the kurtosis for a small number of normally distributed parts.
    let kurtosis = moment(4) / moment(2).powi(2) * (number + 1.0) / (number - 1.0);
    let degrees = 2.0 * number / (kurtosis - (number - 3.0) / (number - 1.0));
    match degrees.is_finite() && degrees > 0.0 {
        true => degrees.clamp(1.0, most),
        false => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rating of 0 whose resamples are uniform between −1 and 1, so that 95 % of them lie within ±0.95.
    fn even(left_out: &[f64]) -> Resampled {
        Resampled {
            ratings: vec![0.0],
            draws: (-500..=500).map(|n| vec![f64::from(n) / 500.0]).collect(),
            left_out: left_out.iter().map(|&rating| vec![rating]).collect(),
            batches: left_out.len(),
            sound: true,
        }
    }

    fn assert_ends(found: Option<Interval>, low: f64, high: f64) {
        let found = found.unwrap();
        assert!((found.low - low).abs() < 1e-5, "{found:?}");
        assert!((found.high - high).abs() < 1e-5, "{found:?}");
    }

    /// Hesterberg 2015, section 5.3: for ten blocks, √(10 / 9) times Student's quantile for nine degrees of
    /// freedom, 2.262157, divided by the normal quantile, 1.959964.
    #[test]
    fn percentile_intervals_of_few_blocks_are_widened() {
        let reach = 0.95 * (10.0f64 / 9.0).sqrt() * 2.262_157 / 1.959_964;
        assert_ends(even(&[0.0; 10]).interval(0, 0.95), -reach, reach);
        let twice = even(&[0.0; 10]).interval_of(0.95, |ratings| 2.0 * ratings[0] + 1.0);
        assert_ends(twice, 1.0 - 2.0 * reach, 1.0 + 2.0 * reach);
    }

    /// Half of ten blocks move the rating up, and half move it down by the same amount. The kurtosis is 1, and
    /// the degrees of freedom are nine, the maximum. The jackknife variance is 9 / 10 of the sum of squares;
    /// each side uses one and a half times its own squares.
    #[test]
    fn interval_extends_as_far_as_the_jackknife() {
        let moved = [5.0, -5.0].repeat(5);
        let reach = 2.262_157 * (1.5 * 5.0 * 25.0 * 9.0 / 10.0f64).sqrt();
        assert_ends(even(&moved).interval(0, 0.95), -reach, reach);
        // The distances are relative to the mean change, regardless of its value.
        let shifted: Vec<f64> = moved.iter().map(|change| change + 3.0).collect();
        assert_ends(even(&shifted).interval(0, 0.95), -reach, reach);
    }

    /// One of ten blocks dominates: the central moments are 0.09 and 0.0657, which gives a kurtosis of 0.0657
    /// / 0.0081, a correction of 11 / 9 for ten blocks, and 2 · 10 / (kurtosis − 7 / 9) degrees of freedom.
    #[test]
    fn dominant_block_reduces_the_degrees_of_freedom() {
        let mut moved = [0.0; 10];
        moved[3] = 10.0;
        let degrees = 20.0 / (0.0657 / 0.0081 * 11.0 / 9.0 - 7.0 / 9.0);
        let student = t_quantile(degrees, 0.95);
        let stretched = 0.95 * (10.0f64 / 9.0).sqrt() * student / 1.959_964;
        let far = |squares: f64| student * (1.5 * squares * 9.0 / 10.0).sqrt();
        let (low, high) = (far(9.0).max(stretched), far(81.0).max(stretched));
        assert_ends(even(&moved).interval(0, 0.95), -low, high);
    }

    #[test]
    fn few_blocks_or_selected_resamples_have_no_interval() {
        assert_eq!(even(&[0.0]).interval(0, 0.95), None);
        assert_eq!(even(&[0.0]).first_share(0), None);
        assert!(even(&[0.0; 2]).interval(0, 0.95).is_some());
        let selected = Resampled {
            sound: false,
            ..even(&[0.0; 10])
        };
        assert_eq!(selected.interval(0, 0.95), None);
        assert_eq!(selected.first_share(0), None);
        let undrawn = Resampled {
            draws: Vec::new(),
            ..even(&[0.0; 10])
        };
        assert_eq!(undrawn.first_share(0), None);
    }

    #[test]
    fn tied_first_places_count_for_both_players() {
        let ratings = Resampled {
            ratings: vec![0.0; 3],
            draws: vec![
                vec![1.0, 0.0, 0.0],
                vec![1.0, 1.0, 0.0],
                vec![0.0, 2.0, 1.0],
                vec![3.0, 0.0, 2.0],
            ],
            left_out: vec![vec![0.0; 3]; 2],
            batches: 2,
            sound: true,
        };
        let first = [0, 1, 2].map(|player| ratings.first_share(player));
        assert_eq!(first, [Some(0.75), Some(0.5), Some(0.0)]);
    }
}
