//! The draw pile (CA-2.16).
//!
//! The pile is a multiset from which random cards are drawn, which is equivalent to a shuffled
//! pile. Only the cards that a lantern put back on top have a fixed order.

use super::cards::{Cards, Kind};
use super::play::Play;
use crate::game::{Chance, EventLog, Purpose, Seat};

/// Random draws from the pile.
pub const PILE: Purpose = Purpose(1);

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Draws `number` cards for a seat, or fewer if the pile and the discards run out (CA-A30).
    #[inline]
    pub fn draw_cards(&mut self, seat: u8, number: u8) {
        let seat = Seat::from(seat);
        for _ in 0..number {
            let from_top = self.state.top_len > 0;
            let Some(card) = self.draw() else {
                return;
            };
            self.state.hands[seat].add(card);
            let seer = Seat::from(self.state.top_known_to);
            if from_top && seer != seat {
                self.state.knowledge[seer].hands[seat].add(card);
                self.state.knowledge[seer].together.add(card);
            }
        }
    }

    /// Draws a card from the pile. Returns `None` if both the pile and the discards are empty.
    #[inline]
    pub fn draw(&mut self) -> Option<Kind> {
        let state = &mut *self.state;
        if state.top_len > 0 {
            state.top_len -= 1;
            return Some(std::mem::take(&mut state.top[usize::from(state.top_len)]));
        }
        let mut cards = state.pile.len();
        if cards == 0 {
            self.reshuffle();
            cards = self.state.pile.len();
            if cards == 0 {
                return None;
            }
        }
        let pile = &mut self.state.pile;
        let number = |index| pile.at(index).into();
        let index = self.chance.pick(PILE, u32::from(cards), number);
        let card = pile.at(index);
        pile.remove(card);
        Some(card)
    }

    /// Turns the discards into the pile (CA-2.16). The discards are public, so each player can then
    /// infer the total of the cards in the opponents' hands.
    #[cold]
    fn reshuffle(&mut self) {
        let state = &mut *self.state;
        state.pile = std::mem::replace(&mut state.discards, Cards::NONE);
        let seats = usize::from(state.seats);
        for observer in 0..seats {
            let mut together = Cards::NONE;
            for seat in (0..seats).filter(|&seat| seat != observer) {
                together = together.plus(&state.hands[seat]);
            }
            // The other players also do not see drawn cards that the active player has not yet
            // kept, given or put back.
            if observer != Seat::from(state.active) && !state.drawn.is_empty() {
                let sure = state.knowledge[observer].each_hand();
                together = together
                    .plus(&state.drawn)
                    .less_each(state.drawn.len())
                    .at_least(&sure);
            }
            state.knowledge[observer].together = together;
        }
    }
}
