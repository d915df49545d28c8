//! The reward that only quests of story cards have: removing skull tiles (M-C12).

use super::super::action::Action;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::state::State;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::story_cards::SKULL_TILES;
use crate::maracaibo::rules::pending::{Pending, PendingStep};

impl Ruleset {
    /// Returns the skull tiles in play, as bits.
    pub(crate) fn skull_tiles(&self, state: &State) -> u32 {
        state.legacy & SKULL_TILES
    }

    /// Adds the skull tiles that can be removed.
    pub(crate) fn legal_skulls(&self, state: &State, actions: &mut Vec<Action>) {
        let mut tiles = self.skull_tiles(state);
        while tiles != 0 {
            actions.push(Action::RemoveTile(tiles.trailing_zeros() as u8));
            tiles &= tiles - 1;
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Lets a seat remove this many skull tiles of its choice, or all skull tiles if there are fewer.
    pub fn skull_tiles(&mut self, seat: u8, left: u8) {
        if left > 0 {
            self.push(Pending::new(seat, PendingStep::SkullTile { left }));
        }
    }
}
