//! Online ratings for the progress line; they are not used for results.
//!
//! Weng & Lin, *A Bayesian approximation method for online ranking*, 2011, algorithm 1
//! (Bradley–Terry, full pairs), as implemented in the crate `skillratings`. The ratings depend on
//! the order of games and ignore blocks; results come from
//! [`PlackettLuce`](super::plackett_luce::PlackettLuce).

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Ratings that are updated after every game.
///
/// ```
/// let mut live = portolan_stats::LiveRatings::new(2);
/// live.push(&[(0, 1), (1, 2)]);
/// assert!(live.rating(0).unwrap() > live.rating(1).unwrap());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LiveRatings(Vec<WengLinRating>);

impl LiveRatings {
    /// Creates ratings of 25 ± 25/3 for all players.
    pub fn new(players: usize) -> LiveRatings {
        LiveRatings(vec![WengLinRating::new(); players])
    }

    /// Adds a game: (player, rank) for each seat, where a lower rank is better and equal ranks are
    /// ties. A game with an unknown player, or with one player in two seats, is ignored.
    pub fn push(&mut self, game: &[(usize, u32)]) {
        let distinct = game
            .iter()
            .enumerate()
            .all(|(seat, one)| game[..seat].iter().all(|other| other.0 != one.0));
        if !distinct || game.iter().any(|&(player, _)| player >= self.0.len()) {
            return;
        }
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = game
            .iter()
            .map(|&(player, rank)| {
                let outcome = MultiTeamOutcome::new(rank as usize);
                (std::slice::from_ref(&self.0[player]), outcome)
            })
            .collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (&(player, _), team) in game.iter().zip(after) {
            if let Some(&rating) = team.first() {
                self.0[player] = rating;
            }
        }
    }

    /// Returns the mean of the player's estimated strength. `None` for an unknown player.
    pub fn rating(&self, player: usize) -> Option<f64> {
        self.0.get(player).map(|rating| rating.rating)
    }

    /// Returns the standard deviation of the estimate. `None` for an unknown player.
    pub fn uncertainty(&self, player: usize) -> Option<f64> {
        self.0.get(player).map(|rating| rating.uncertainty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weng & Lin 2011, algorithm 1, evaluated for three new players.
    #[test]
    fn ratings_of_three_new_players_match_the_paper() {
        let mut live = LiveRatings::new(3);
        live.push(&[(2, 1), (0, 2), (1, 2)]);
        let (variance, beta): (f64, f64) = ((25.0f64 / 3.0).powi(2), 25.0 / 6.0);
        let c = (2.0 * variance + 2.0 * beta * beta).sqrt();
        // All probabilities are one half; a win adds ½ variance / c, a loss subtracts it, and a tie
        // changes nothing.
        let moved = variance / c / 2.0;
        let delta = 2.0 * (variance.sqrt() / c) * (variance / (c * c)) * 0.25;
        for (player, expected) in [
            (0, 25.0 - moved),
            (1, 25.0 - moved),
            (2, 25.0 + 2.0 * moved),
        ] {
            assert!((live.rating(player).unwrap() - expected).abs() < 1e-9);
            let uncertainty = live.uncertainty(player).unwrap();
            assert!((uncertainty - (variance * (1.0 - delta)).sqrt()).abs() < 1e-9);
        }
    }

    #[test]
    fn invalid_games_do_not_change_ratings() {
        let mut live = LiveRatings::new(2);
        live.push(&[(0, 1), (2, 2)]);
        live.push(&[(0, 1), (0, 2)]);
        live.push(&[]);
        assert_eq!(live, LiveRatings::new(2));
        assert_eq!((live.rating(2), live.uncertainty(2)), (None, None));
    }
}
