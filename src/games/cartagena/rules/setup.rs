//! Set-up (CA-2.2 to CA-2.4, CA-5.1, CA-8.2).

use super::cards::{Cards, kind};
use super::draw::PILE;
use super::options::{Layout, Story};
use super::path::{Place, Spaces, bit};
use super::play::ACTIONS;
use super::ruleset::Ruleset;
use super::state::{Crowd, Phase, Pirates, State};
use crate::cartagena::components::{CHEST, Components, SYMBOLS, Side, Symbol};
use crate::game::{Chance, MAX_SEATS, Purpose};

/// Random order and direction of the strips.
pub const STRIP_ORDER: Purpose = Purpose(0);
/// Index of the first strip direction among the random draws for the layout. The strips have smaller
/// indices.
pub(crate) const FIRST_WAY: u16 = 8;
/// Index of the first symbol among the random draws for the layout.
pub(crate) const FIRST_SYMBOL: u16 = 10;

impl Ruleset {
    /// Returns the position at the start of a game.
    pub(crate) fn deal<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = State {
            seats: self.players as u8,
            phase: Phase::Turn,
            active: 0,
            actions_left: ACTIONS,
            fresh: true,
            acted: false,
            black_played: false,
            // The sloop starts at Cartagena (CA-A24).
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
        for (hand, &cards) in state.hands.iter_mut().zip(&self.start_cards) {
            for _ in 0..cards.min(state.pile.len()) {
                let pile = &mut state.pile;
                let number = |index| pile.at(index).into();
                let card = pile.at(chance.pick(PILE, pile.len().into(), number));
                pile.remove(card);
                hand.add(card);
            }
        }
        if self.options.magician {
            self.lay_tiles(&mut state);
        }
        state.turns[0] = 1;
        state
    }

    /// Places the strips and returns the spaces with each symbol (CA-2.2, CA-A1).
    pub(crate) fn lay_strips<C: Chance>(&self, chance: &mut C) -> [Spaces; SYMBOLS] {
        let mut symbols = [0; SYMBOLS];
        let mut lay = |number: usize, side: Side| {
            for (position, symbol) in side.into_iter().enumerate() {
                symbols[usize::from(symbol)] |= bit((number * SYMBOLS + position + 1) as Place);
            }
        };
        let (first, second) = (self.options.strips, self.options.island_strips);
        let mut order: [u8; 8] = std::array::from_fn(|strip| strip as u8);
        if self.options.layout == Layout::ShuffledStrips {
            chance.shuffle(STRIP_ORDER, &mut order, |&strip| strip.into());
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
                    if chance.pick(STRIP_ORDER, 2, |way| FIRST_WAY + way as u16) == 1 {
                        side.reverse();
                    }
                }
                Layout::RandomSymbols => {
                    chance.shuffle(STRIP_ORDER, &mut side, |&symbol| {
                        FIRST_SYMBOL + u16::from(symbol)
                    });
                }
            }
            lay(number, side);
        }
        symbols
    }

    /// Shuffles all eight chest tiles and places a closed tile on every chest space (CA-8.2, CA-8.5).
    pub(crate) fn lay_tiles(&self, state: &mut State) {
        state.chests = state.symbols[usize::from(CHEST)];
        state.closed_tiles = self.components.tiles;
    }

    /// Returns all cards (CA-1.3). Black backgrounds count only with hindrance.
    pub(crate) fn all_cards(components: &Components, hindrance: bool) -> Cards {
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
