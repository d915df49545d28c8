//! Ratings fitted again and again on resampled blocks: how sure they are, and any function of them.

use statrs::distribution::{ContinuousCDF, Normal};

use super::bootstrap::percentile_interval;
use super::interval::{Interval, t_quantile};

/// Ratings together with those of bootstrap resamples.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// Ratings of the games as they are.
    pub ratings: Vec<f64>,
    /// By resample: ratings.
    pub(super) draws: Vec<Vec<f64>>,
    /// Ratings without one of the batches, each in turn.
    pub(super) left_out: Vec<Vec<f64>>,
    /// What was drawn from: one batch drawn again and again says nothing of chance.
    pub(super) batches: usize,
    /// Whether so few resamples have no ratings that the others are not a selection.
    pub(super) sound: bool,
}

impl Resampled {
    /// Interval of a player's rating.
    pub fn interval(&self, player: usize, confidence: f64) -> Option<Interval> {
        self.interval_of(confidence, |draw| draw[player])
    }

    /// Interval of any function of the ratings. `None` below two blocks, or if too many resamples have
    /// no ratings.
    ///
    /// The percentile interval of few blocks is too narrow: a resample spreads as if the variance of n
    /// blocks were (n − 1)/n of what it is, and its percentiles are as if that were known. So the
    /// distances of the percentiles from the estimate are stretched by √(n/(n − 1)) and by Student's
    /// quantile over the normal one (Hesterberg, *What teachers should know about the bootstrap*, 2015,
    /// section 5.3, where the percentiles themselves are moved). Where a few blocks decide, because in most
    /// of them two players win one game each, the variance is known as badly as from those few alone: the
    /// degrees of freedom are those of what leaving out each block changes, and
    /// the interval reaches as far as the jackknife's at least, each side by the blocks that count on it.
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

    /// The share of resamples in which nobody is rated above this player.
    pub fn first_share(&self, player: usize) -> Option<f64> {
        let first = |draw: &&Vec<f64>| draw.iter().all(|&rating| rating <= draw[player]);
        (self.sound && self.batches > 1 && !self.draws.is_empty())
            .then(|| self.draws.iter().filter(first).count() as f64 / self.draws.len() as f64)
    }
}

/// What the squares of one side are multiplied by: 2 would be right where both sides are alike, 1 where all
/// of the spread is on one side.
const ONE_SIDED: f64 = 1.5;

/// How well the variance of a sum of n independent parts is known from the parts: twice the square of
/// their variance over the variance of that estimate, at least 1 and at most n − 1, which it is of
/// parts with normal tails.
fn degrees_of_freedom(parts: &[f64]) -> f64 {
    let number = parts.len() as f64;
    let most = (number - 1.0).max(1.0);
    let mean = parts.iter().sum::<f64>() / number;
    let moment = |power: i32| {
        let powers = parts.iter().map(|part| (part - mean).powi(power));
        powers.sum::<f64>() / number
    };
    // Of few parts with normal tails it is too small by this factor.
    let kurtosis = moment(4) / moment(2).powi(2) * (number + 1.0) / (number - 1.0);
    let degrees = 2.0 * number / (kurtosis - (number - 3.0) / (number - 1.0));
    match degrees.is_finite() && degrees > 0.0 {
        true => degrees.clamp(1.0, most),
        false => most,
    }
}
