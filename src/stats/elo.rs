//! Conversion of a share of wins between two players to a difference in Elo (Elo, *The Rating of Chessplayers, Past and
//! Present*, 1978).

/// Returns the difference in Elo at which a share of wins is expected, where a tie counts as half a win; infinite for 0
/// and 1.
///
/// ```
/// use portolan_stats::elo::difference;
/// assert_eq!(difference(0.5), 0.0);
/// assert!((difference(0.64) - 99.95).abs() < 0.01);
/// ```
pub fn difference(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odds of 3 to 1 correspond to 400 log₁₀ 3 points, odds of 10 to 1 to 400 points.
    #[test]
    fn elo_difference_follows_from_the_odds() {
        for (share, elo) in [(0.75, 190.848_5), (0.25, -190.848_5), (10.0 / 11.0, 400.0)] {
            assert!((difference(share) - elo).abs() < 1e-3, "{share}");
        }
        assert_eq!(difference(1.0), f64::INFINITY);
        assert_eq!(difference(0.0), f64::NEG_INFINITY);
    }
}
