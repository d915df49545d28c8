//! Morgan: moving the pirates of others for cards (CA-6).

use super::Cartagena;
use super::events::EventKind;
use super::path::{Place, START};
use super::play::Play;
use super::state::State;
use crate::game::{Chance, EventLog, Seat};

/// CA-6.2: cards for bringing a pirate to the end of its path.
const CARDS_AT_END: u8 = 2;

impl Cartagena {
    /// CA-6.1 to CA-6.3: where Morgan brings a pirate of another player, if anywhere.
    #[inline]
    pub(super) fn morgan_target(&self, state: &State, other: Seat, place: Place) -> Option<Place> {
        //
        if place == START && !self.options.morgan_jail {
            return None;
        }
        self.joins_ahead(state, place)
            .or_else(|| self.goes_to_end(state, other, place, 1))
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Moves a pirate of another player and draws.
    pub fn morgan(&mut self, other: u8, place: Place) {
        let owner = Seat::from(other);
        let target = self
            .game
            .morgan_target(self.state, owner, place)
            .expect("the move is legal");
        let cards = match self.state.crowd_at(target) {
            Some(pirates) => pirates,
            None => CARDS_AT_END,
        };
        self.state.shift(owner, place, target);
        self.event(EventKind::Morgan, u16::from(other), cards.into());
        // its owner may win by it.
        if !self.won(owner) {
            self.draw_cards(self.state.active, cards);
            self.finish_action();
        }
    }
}
