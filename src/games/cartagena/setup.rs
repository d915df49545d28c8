//! Set-up (CA-2.2 to CA-2.4, CA-5.1, CA-8.2).

use super::cards::{Cards, kind};
use super::components::{CHEST, Components, SYMBOLS, Side, Symbol};
use super::draw::PILE;
use super::options::{Layout, Story};
use super::path::{Place, Spaces, bit};
use super::play::ACTIONS;
use super::ruleset::Ruleset;
use super::state::{Crowd, Phase, Pirates, State};
use crate::game::{Chance, MAX_SEATS, Purpose};

/// Random numbers for the order and direction of the strips.
pub const STRIP_ORDER: Purpose = Purpose(0);

impl Ruleset {
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

    /// CA-2.2, CA-A1: lays the strips; the spaces of every symbol.
    pub(super) fn lay_strips<C: Chance>(&self, chance: &mut C) -> [Spaces; SYMBOLS] {
        let mut symbols = [0; SYMBOLS];
        let mut lay = |number: usize, side: Side| {
            for (position, symbol) in side.into_iter().enumerate() {
                symbols[usize::from(symbol)] |= bit((number * SYMBOLS + position + 1) as Place);
            }
        };
        let (first, second) = (self.options.strips, self.options.island_strips);
        let mut order: [u8; 8] = std::array::from_fn(|strip| strip as u8);
        if self.options.layout == Layout::ShuffledStrips {
            chance.shuffle(STRIP_ORDER, &mut order);
        }
        for number in 0..first + second {
            let on_island = number >= first || self.options.story == Story::Tortuga;
            let face = usize::from(on_island);
            let mut side = match self.options.layout {
                Layout::Fixed => {
                    let [path, tunnel, island] = &self.components.fixed;
                    let strip = match (self.path.full_escape, number >= first) {
                        (false, _) => path[number],
                        (true, false) => tunnel[number],
                        (true, true) => island[number - first],
                    };
                    self.components.strips[usize::from(strip)][face]
                }
                _ => self.components.strips[usize::from(order[number])][face],
            };
            match self.options.layout {
                Layout::Fixed => {}
                Layout::ShuffledStrips => {
                    if chance.below(STRIP_ORDER, 2) == 1 {
                        side.reverse();
                    }
                }
                Layout::RandomSymbols => {
                    chance.shuffle(STRIP_ORDER, &mut side);
                }
            }
            lay(number, side);
        }
        symbols
    }

    /// CA-8.2, CA-8.5: a closed tile on every chest space, and all eight shuffled.
    pub(super) fn lay_tiles(&self, state: &mut State) {
        state.chests = state.symbols[usize::from(CHEST)];
        state.closed_tiles = self.components.tiles;
    }

    /// CA-1.3: all cards. A black background counts only with hindrance.
    pub(super) fn all_cards(components: &Components, hindrance: bool) -> Cards {
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
