//! The difference in Elo that a share of wins between two players stands for (Elo, *The Rating of Chessplayers, Past and
//! Present*, 1978), as match tools print it.

use super::estimate::{Estimate, Unit};
use super::interval::{CONFIDENCE, Interval};
use super::share::Shares;

/// The difference in Elo at which a share of wins, a tie being half of one, is to be expected; infinite at 0 and 1.
///
/// ```
/// use portolan::stats::elo::difference;
/// assert_eq!(difference(0.5), 0.0);
/// assert!((difference(0.64) - 99.95).abs() < 0.01);
/// ```
pub fn difference(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The difference in Elo of somebody who won these shares of the games of deals against one opponent, from the ends of
/// their interval. `None` where all games or none were won; without an interval where it has no end.
pub fn of_shares(shares: &Shares) -> Option<Estimate> {
    let value = Some(difference(shares.mean()?)).filter(|value| value.is_finite())?;
    let interval = shares.interval(CONFIDENCE).map(|interval| Interval {
        low: difference(interval.low),
        high: difference(interval.high),
    });
    let bounded = |interval: &Interval| interval.low.is_finite() && interval.high.is_finite();
    Some(Estimate::new(value, interval.filter(bounded), Unit::Elo))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(blocks: &[f64]) -> Shares {
        let mut shares = Shares::default();
        blocks.iter().for_each(|&share| shares.push(share, 2));
        shares
    }

    /// They take the mean share of pairs of games and the ends of its normal interval, and print half of what is between
    /// these behind the ±.
    #[test]
    fn it_is_what_match_tools_print() {
        let pairs = [[1.0; 110].as_slice(), &[0.5; 220], &[0.75; 120], &[0.0; 50]].concat();
        // As they come, not sorted.
        let pairs: Vec<f64> = (0..500).map(|pair| pairs[pair * 207 % 500]).collect();
        let found = of_shares(&shares(&pairs)).unwrap();
        let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
        assert!((found.value - difference(mean)).abs() < 1e-9);
        let spread = pairs
            .iter()
            .map(|share| (share - mean).powi(2))
            .sum::<f64>();
        let error = (spread / 499.0 / 500.0).sqrt();
        let ends = [-1.96, 1.96].map(|z| difference(mean + z * error));
        let half = (ends[1] - ends[0]) / 2.0;
        assert!((found.interval().unwrap().half_width() - half).abs() < 0.1);
    }

    #[test]
    fn who_won_all_has_no_elo() {
        assert_eq!(of_shares(&shares(&[1.0; 20])), None);
        assert_eq!(of_shares(&shares(&[])), None);
        assert!(of_shares(&shares(&[0.5])).unwrap().interval().is_none());
    }
}
