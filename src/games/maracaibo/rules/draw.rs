//! Phase C and the card piles (M-5).

use super::action::Action;
use super::events::{EventKind, Money};
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::setup::PILE;
use super::state::State;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{CardId, CardSet, DISPLAY};

/// Price of a display card in doubloons (M-5.1).
const DISPLAY_PRICE: u16 = 1;

impl Ruleset {
    /// Returns true if a card can be drawn from the pile, possibly after shuffling the discards.
    #[inline]
    fn pile_has_cards(state: &State) -> bool {
        state.pile_len > 0 || !state.discards.is_empty()
    }

    /// Returns the price of a display card for a player, in doubloons (M-5.1, U3).
    #[inline]
    pub(crate) fn display_price(player: &super::state::Player) -> u16 {
        if player.has_upgrade(3) {
            0
        } else {
            DISPLAY_PRICE
        }
    }

    /// Returns true if the player's hand is below the limit and a card can be drawn or taken.
    pub(crate) fn draw_is_open(&self, state: &State, seat: u8) -> bool {
        let player = &state.players[usize::from(seat)];
        let can_take =
            state.display != [None; DISPLAY] && player.doubloons >= Self::display_price(player);
        let limit = self.options.hand_limit + player.more_hand_cards();
        player.hand_len < limit && (Self::pile_has_cards(state) || can_take)
    }

    pub(crate) fn legal_draw(&self, state: &State, seat: u8, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(seat)];
        let price = Self::display_price(player);
        if Self::pile_has_cards(state) {
            actions.push(Action::Draw);
        } else if price > 0 {
            // M-A72: a player does not have to pay for a display card, but must take a free one.
            actions.push(Action::Skip);
        }
        if player.doubloons >= price {
            for (index, card) in state.display.into_iter().enumerate() {
                let Some(card) = card else { continue };
                let offered = || {
                    state.display[..index]
                        .iter()
                        .flatten()
                        .any(|&other| self.are_twins(card, other))
                };
                if !(self.twins().contains(card) && offered()) {
                    actions.push(Action::Take(card));
                }
            }
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    pub fn decide_draw(&mut self, seat: u8, action: Action) {
        let game = self.game;
        match action {
            Action::Draw => {
                let card = self.draw_card().expect("drawing is legal");
                self.player(seat).take(card, &game.components);
                self.event(seat, EventKind::Drawn, card, 0);
            }
            Action::Take(card) => {
                let price = Ruleset::display_price(self.player(seat));
                let mut spaces = self.state.display.iter_mut();
                if let Some(space) = spaces.find(|space| **space == Some(card)) {
                    *space = None;
                }
                let player = self.player(seat);
                player.take(card, &game.components);
                player.hand_public.insert(card);
                self.spend(seat, Money::Display, price);
                self.event(seat, EventKind::Taken, card, i32::from(price));
            }
            _ => {
                self.refill_display();
                return;
            }
        }
        // M-5.2: the display is refilled only after the last card has been drawn.
        if self.game.draw_is_open(self.state, seat) {
            self.push(Pending::new(seat, PendingStep::Draw));
        } else {
            self.refill_display();
        }
    }

    /// Draws a random card from the pile; returns `None` if the pile and the discards are empty
    /// (M-A25).
    pub fn draw_card(&mut self) -> Option<CardId> {
        let state = &mut *self.state;
        if state.pile_len == 0 {
            // M-5.3: the discards become the new pile. All players have seen these cards.
            state.shuffles = state.shuffles.saturating_add(1);
            for card in state.discards.iter() {
                state.pile[usize::from(state.pile_len)] = card;
                state.pile_len += 1;
                state.recycled[usize::from(card)] = state.shuffles;
            }
            state.discards = CardSet::EMPTY;
        }
        if state.pile_len == 0 {
            return None;
        }
        let pile = &state.pile;
        let number = |index| usize::from(pile[index as usize]) as u16;
        let index = self.chance.pick(PILE, u32::from(state.pile_len), number) as usize;
        let card = state.pile[index];
        state.pile_len -= 1;
        state.pile[index] = state.pile[usize::from(state.pile_len)];
        Some(card)
    }

    /// M-A68: fills the gaps of the display in place, from left to right.
    pub fn refill_display(&mut self) {
        for space in 0..DISPLAY {
            if self.state.display[space].is_none() {
                self.state.display[space] = self.draw_card();
            }
        }
    }

    /// Starts phase C, or the draws of interim scoring. Refills the display immediately if the
    /// player does not draw a card.
    pub fn start_draws(&mut self, seat: u8) {
        if self.game.draw_is_open(self.state, seat) {
            self.push(Pending::new(seat, PendingStep::Draw));
        } else {
            self.refill_display();
        }
    }
}
