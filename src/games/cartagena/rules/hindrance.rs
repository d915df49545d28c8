//! Hindrance: discarding down to seven cards (CA-7).

use super::cards::{Kind, symbol};
use super::events::EventKind;
use super::play::Play;
use super::state::Phase;
use crate::game::{Chance, EventLog, Seat};

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Advances to the next player after `other` with too many cards (CA-7.3). Returns false if there
    /// is no such player before the active player, who used the black card.
    pub fn next_to_discard(&mut self) -> bool {
        let state = &mut *self.state;
        let mut seat = state.next_seat(state.other);
        while seat != state.active {
            if state.hands[Seat::from(seat)].len() > self.game.components.hand_limit {
                state.other = seat;
                state.discarded = 0;
                state.phase = Phase::Hindrance;
                return true;
            }
            seat = state.next_seat(seat);
        }
        false
    }

    /// Discards one card above the limit.
    pub fn hindered(&mut self, card: Kind) {
        let seat = Seat::from(self.state.other);
        self.discard_from(seat, card);
        let item = u16::from(symbol(card));
        let event = super::events::event(self.state, seat, EventKind::Discarded, item, 0);
        self.log.push(event);
        self.state.discarded = card;
        let enough = self.state.hands[seat].len() <= self.game.components.hand_limit;
        if enough && !self.next_to_discard() {
            self.go_on();
        }
    }
}
