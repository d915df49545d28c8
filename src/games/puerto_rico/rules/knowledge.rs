//! Hidden information (PR-1.8, PR-A19, PR-A20).
//!
//! All information is open except for the order of the face-down plantations, which is drawn only
//! when needed, and, with `vp_visibility=hidden`, the VP chips of the opponents. The pool is public,
//! so even an observer who has not counted the chips knows the total of the opponents. In a sampled
//! world, each of these chips belongs to any opponent with equal probability.

use super::ruleset::Ruleset;
use super::state::State;
use crate::game::{Rng, Seat};
use crate::random::below;

impl Ruleset {
    /// Replaces the information hidden from `observer` by a random sample that is consistent with
    /// the observer's information.
    pub(crate) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        if !self.options.vp_hidden {
            return;
        }
        let chips = self.others_chips(state, observer);
        for (seat, player) in state.players[..self.players].iter_mut().enumerate() {
            if seat != observer {
                (player.vp_goods, player.vp_harbor, player.vp_captain) = (0, 0, 0);
            }
        }
        let others = self.players as u32 - 1;
        for _ in 0..chips {
            let other = below(rng, others) as usize;
            let seat = other + usize::from(other >= observer);
            state.players[seat].vp_goods += 1;
        }
    }

    /// Returns the total number of VP chips of the opponents.
    pub(crate) fn others_chips(&self, state: &State, observer: Seat) -> u16 {
        let given = i16::from(self.components.setup.vp_chips) - state.pool;
        given as u16 - state.players[observer].chips()
    }
}
