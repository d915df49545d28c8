//! VP that final scoring would give for the nations now.

use super::view::View;
use crate::maracaibo::components::NATIONS;
use crate::maracaibo::rules::state::Player;

/// VP for the most influence with a nation (M-15, step 4).
const MOST_INFLUENCE: i32 = 3;

/// Weighting and maximum influence of every nation.
pub struct NationValues {
    /// Weighting of the noble ranks (M-15, step 5).
    pub weighting: [i32; NATIONS],
    /// Maximum influence of any seat.
    pub most: [u8; NATIONS],
}

impl NationValues {
    /// Computes the values in a state.
    pub fn new(view: View<'_>) -> NationValues {
        let seated = view.state.seated();
        NationValues {
            weighting: std::array::from_fn(|nation| view.game.weighting(view.state, nation)),
            most: std::array::from_fn(|nation| {
                let steps = seated.iter().map(|player| player.influence[nation]);
                steps.max().unwrap_or(0)
            }),
        }
    }

    /// Returns the nations with which a player has the most influence, including ties, as bits.
    #[inline]
    pub fn majorities(&self, player: &Player) -> u64 {
        (0..NATIONS)
            .filter(|&nation| {
                let step = player.influence[nation];
                step > 0 && step == self.most[nation]
            })
            .fold(0, |bits, nation| bits | 1 << nation)
    }

    /// Returns the VP for a player's noble ranks and majorities.
    #[inline]
    pub fn points(&self, view: View<'_>, player: &Player) -> i32 {
        let ranks = player.influence.iter().zip(self.weighting);
        let ranks: i32 = ranks
            .map(|(&step, weighting)| i32::from(view.game.noble_rank(step)) * weighting)
            .sum();
        ranks + MOST_INFLUENCE * self.majorities(player).count_ones() as i32
    }
}
