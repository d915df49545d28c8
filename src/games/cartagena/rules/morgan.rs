//! Morgan: moving the pirates of opponents to draw cards (CA-6).

use super::events::EventKind;
use super::path::{Place, START, Spaces, bit};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::State;
use crate::game::{Chance, EventLog, Seat};

/// Number of cards for moving a pirate to the end of its path (CA-6.2).
const CARDS_AT_END: u8 = 2;

impl Ruleset {
    /// Returns the places from which Morgan can move a pirate of this seat (CA-6.1 to CA-6.3).
    #[inline]
    pub(crate) fn morgan_from(&self, state: &State, other: Seat) -> Spaces {
        let mut movable = self.movable(state, other);
        // Without this option, Morgan cannot move pirates out of the jail (CA-A11).
        if !self.options.morgan_jail {
            movable &= !bit(START);
        }
        self.movable_to(state, other, movable, state.crowd.open())
    }

    /// Returns the destination of a pirate moved by Morgan (CA-6.1).
    #[inline]
    pub(crate) fn morgan_target(&self, state: &State, place: Place) -> Place {
        let joined = self.joins_ahead(state, place);
        joined.unwrap_or_else(|| self.path.end(place))
    }

    /// Returns the number of cards for moving a pirate to this place (CA-6.2).
    #[inline]
    pub(crate) fn morgan_cards(state: &State, target: Place) -> u8 {
        state.crowd_at(target).unwrap_or(CARDS_AT_END)
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Moves a pirate of another player and draws cards.
    pub fn morgan(&mut self, other: u8, place: Place) {
        let owner = Seat::from(other);
        let target = self.game.morgan_target(self.state, place);
        let cards = Ruleset::morgan_cards(self.state, target);
        self.state.shift(owner, place, target);
        self.event(EventKind::Morgan, u16::from(other), cards.into());
        // The owner of the pirate may win with this move (CA-A12).
        if !self.won(owner) {
            self.draw_cards(self.state.active, cards);
            self.finish_action();
        }
    }
}
