//! Jean's seat, and what only she has.

use super::super::categories::JEAN_CATEGORY_NAMES;
use super::super::components::{AUTOMA_SPACES, CardSet};

/// Her seat: the player is in seat 0.
pub const SEAT: u8 = 1;

/// What only Jean has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jean {
    /// Project cards beside her board; everybody has seen them in the display.
    pub cards: CardSet,
    /// VP by her own categories.
    pub points: [i16; JEAN_CATEGORY_NAMES.len()],
    /// Automa cards in the deck, as bits: a card is drawn at random.
    pub deck: u16,
    /// Automa cards turned since the deck was last shuffled, as bits.
    pub discards: u16,
    /// Automa cards that the player knows to take part, as bits: all that were ever turned.
    pub known: u16,
    /// Discs left on her board.
    pub discs: u8,
}

impl Jean {
    /// Nothing: there is no Jean in the game.
    pub const ABSENT: Jean = Jean {
        cards: CardSet::EMPTY,
        points: [0; JEAN_CATEGORY_NAMES.len()],
        deck: 0,
        discards: 0,
        known: 0,
        discs: 0,
    };

    /// Discs that have left her board.
    #[inline]
    pub fn discs_gone(&self) -> usize {
        AUTOMA_SPACES - usize::from(self.discs)
    }
}
