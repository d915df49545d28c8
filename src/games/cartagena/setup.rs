//! Set-up (CA-2.2 to CA-2.4, CA-5.1, CA-8.2).

use super::Cartagena;
use super::cards::{Cards, kind};
use super::components::{CHEST, SYMBOLS, Symbol};
use super::draw::PILE;
use super::play::ACTIONS;
use super::state::{Crowd, Phase, Pirates, State};
use crate::game::{Chance, MAX_SEATS};

impl Cartagena {
    /// A new game.
    pub(super) fn deal<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = State {
            seats: self.players as u8,
            phase: Phase::Turn,
            active: 0,
            actions_left: ACTIONS,
            fresh: true,
            acted: false,
            black_played: false,
            // CA-A24.
            at_tortuga: false,
            other: 0,
            discarded: 0,
            turns: [0; MAX_SEATS],
            symbols: self.lay_strips(chance),
            crowd: Crowd::default(),
            pirates: [Pirates::default(); MAX_SEATS],
            hands: [Cards::NONE; MAX_SEATS],
            pile: self.deck,
            top: [0; 3],
            top_len: 0,
            top_known_to: 0,
            discards: Cards::NONE,
            drawn: Cards::NONE,
            chests: 0,
            closed_tiles: self.components.tiles,
            knowledge: Default::default(),
        };
        for pirates in &mut state.pirates[..self.players] {
            pirates.start = self.options.pirates;
        }
        for hand in &mut state.hands[..self.players] {
            for _ in 0..self.components.starting_hand {
                let card = state.pile.at(chance.below(PILE, state.pile.len().into()));
                state.pile.remove(card);
                hand.add(card);
            }
        }
        if self.options.magician {
            self.lay_tiles(&mut state);
        }
        state.turns[0] = 1;
        state
    }

    /// CA-8.2, CA-8.5: a closed tile on every chest space, and all eight shuffled.
    pub(super) fn lay_tiles(&self, state: &mut State) {
        state.chests = state.symbols[usize::from(CHEST)];
        state.closed_tiles = self.components.tiles;
    }

    /// CA-1.3: all cards. A black background counts only with hindrance.
    pub(super) fn all_cards(components: &super::components::Components, hindrance: bool) -> Cards {
        let mut cards = Cards::NONE;
        let black = if hindrance {
            components.black_per_symbol
        } else {
            0
        };
        for symbol in 0..SYMBOLS as Symbol {
            cards.add_many(kind(symbol, false), components.cards_per_symbol - black);
            cards.add_many(kind(symbol, true), black);
        }
        cards
    }
}
