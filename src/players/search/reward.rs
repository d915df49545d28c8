//! Objectives as reward vectors for max^n, with one reward per seat.

use super::settings::Objective;
use crate::game::{Game, MAX_SEATS, Seat};
use crate::stats::lead;

/// One reward per seat; entries beyond the number of seats are 0.
pub type Rewards = [f64; MAX_SEATS];

/// Returns the reward of each seat from the value of its position and its place (1 is best).
pub fn rewards(objective: Objective, worths: &[f64], places: &[u8]) -> Rewards {
    let seats = worths.len();
    let mut rewards = [0.0; MAX_SEATS];
    for seat in 0..seats {
        rewards[seat] = match objective {
            Objective::Score => worths[seat],
            // In a solo game the lead is the score.
            Objective::Lead => lead(worths, seat).unwrap_or(worths[seat]),
            Objective::Win if places[seat] > 1 => 0.0,
            Objective::Win => 1.0 / sharing(places, seat),
            Objective::Rank if seats == 1 => 1.0,
            Objective::Rank => {
                // Tied seats share the mean of the places that they occupy.
                let mean = f64::from(places[seat]) + (sharing(places, seat) - 1.0) / 2.0;
                (seats as f64 - mean) / (seats as f64 - 1.0)
            }
        };
    }
    rewards
}

/// Returns the number of seats that share a seat's place.
fn sharing(places: &[u8], seat: Seat) -> f64 {
    places
        .iter()
        .filter(|&&place| place == places[seat])
        .count() as f64
}

/// Sets the place of every seat by its value.
pub fn places_by_worth(worths: &[f64], places: &mut [u8]) {
    for (place, own) in places.iter_mut().zip(worths) {
        *place = 1 + worths.iter().filter(|&other| other > own).count() as u8;
    }
}

/// Sets the place of every seat in a finished game.
pub fn final_places<G: Game>(game: &G, state: &G::State, places: &mut [u8]) {
    if game.capped(state) {
        // A game that reaches its length limit has no winner, even with one seat.
        places.fill(places.len().max(2) as u8);
    } else {
        game.fill_ranks(state, places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_worth(objective: Objective, worths: &[f64]) -> Vec<f64> {
        let mut places = vec![0; worths.len()];
        places_by_worth(worths, &mut places);
        rewards(objective, worths, &places)[..worths.len()].to_vec()
    }

    #[test]
    fn rewards_of_each_objective_match_hand_computation() {
        let worths = [10.0, 40.0, 25.0];
        assert_eq!(by_worth(Objective::Win, &worths), [0.0, 1.0, 0.0]);
        assert_eq!(by_worth(Objective::Rank, &worths), [0.0, 1.0, 0.5]);
        assert_eq!(by_worth(Objective::Score, &worths), worths);
        assert_eq!(by_worth(Objective::Lead, &worths), [-30.0, 15.0, -15.0]);
    }

    #[test]
    fn tied_seats_share_rewards() {
        let worths = [40.0, 40.0, 25.0, 25.0];
        assert_eq!(by_worth(Objective::Win, &worths), [0.5, 0.5, 0.0, 0.0]);
        let [high, low] = [2.5 / 3.0, 0.5 / 3.0];
        assert_eq!(by_worth(Objective::Rank, &worths), [high, high, low, low]);
    }

    #[test]
    fn solo_lead_is_the_score() {
        assert_eq!(by_worth(Objective::Lead, &[12.0]), [12.0]);
        assert_eq!(by_worth(Objective::Rank, &[12.0]), [1.0]);
    }

    #[test]
    fn ranks_come_from_the_game_rather_than_the_score() {
        let tie_broken = rewards(Objective::Win, &[9.0, 9.0], &[2, 1]);
        assert_eq!(tie_broken[..2], [0.0, 1.0]);
    }
}
