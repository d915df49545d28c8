//! Morgan: moving the pirates of others for cards (CA-6).

use super::events::EventKind;
use super::path::{Place, START, Spaces, bit};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::State;
use crate::game::{Chance, EventLog, Seat};

/// CA-6.2: cards for bringing a pirate to the end of its path.
const CARDS_AT_END: u8 = 2;

impl Ruleset {
    /// CA-6.1 to CA-6.3: the places from which Morgan can move a pirate of this seat.
    #[inline]
    pub(super) fn morgan_from(&self, state: &State, other: Seat) -> Spaces {
        let mut movable = self.movable(state, other);
        // CA-A11.
        if !self.options.morgan_jail {
            movable &= !bit(START);
        }
        self.movable_to(state, other, movable, state.crowd.open())
    }

    /// CA-6.1: where Morgan brings a pirate.
    #[inline]
    pub(super) fn morgan_target(&self, state: &State, place: Place) -> Place {
        let joined = self.joins_ahead(state, place);
        joined.unwrap_or_else(|| self.path.end(place))
    }

    /// CA-6.2: cards for bringing a pirate there.
    #[inline]
    pub(super) fn morgan_cards(state: &State, target: Place) -> u8 {
        state.crowd_at(target).unwrap_or(CARDS_AT_END)
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Moves a pirate of another player and draws.
    pub fn morgan(&mut self, other: u8, place: Place) {
        let owner = Seat::from(other);
        let target = self.game.morgan_target(self.state, place);
        let cards = Ruleset::morgan_cards(self.state, target);
        self.state.shift(owner, place, target);
        self.event(EventKind::Morgan, u16::from(other), cards.into());
        // CA-A12: its owner may win by it.
        if !self.won(owner) {
            self.draw_cards(self.state.active, cards);
            self.finish_action();
        }
    }
}
