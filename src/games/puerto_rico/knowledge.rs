//! What a player cannot know (PR-1.8, PR-A19, PR-A20).
//!
//! Everything is open but the order of the plantations face down, which is drawn when it is needed,
//! and, with `vp_visibility=hidden`, the VP chips of the others. An observer who has not kept count
//! still sees the pool, and so knows how many the others have together: in a world of his each of
//! these is as likely to be any other player's.

use super::ruleset::Ruleset;
use super::state::State;
use crate::game::{Rng, Seat};
use crate::random::below;

impl Ruleset {
    /// Replaces what `observer` cannot know by a random world that fits what it knows.
    pub(super) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
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

    /// VP chips of the others together.
    pub(super) fn others_chips(&self, state: &State, observer: Seat) -> u16 {
        let given = i16::from(self.components.setup.vp_chips) - state.pool;
        given as u16 - state.players[observer].chips()
    }
}
