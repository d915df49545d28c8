//! Jean's seat and the components that only she has.

use serde::{Deserialize, Serialize};

use super::super::categories::JEAN_CATEGORY_NAMES;
use crate::maracaibo::components::{AUTOMA_SPACES, CardSet};

/// Jean's seat; the player is in seat 0.
pub const SEAT: u8 = 1;

/// The components that only Jean has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jean {
    /// Project cards next to Jean's board, which came from the display and are public.
    pub cards: CardSet,
    /// VP in the categories that only Jean has, indexed by `JeanCategory`.
    pub points: [i16; JEAN_CATEGORY_NAMES.len()],
    /// Automa cards in the deck, as bits; cards are drawn at random.
    pub deck: u16,
    /// Automa cards turned up since the deck was last shuffled, as bits.
    pub discards: u16,
    /// Automa cards that the player knows to be in the game, as bits: all cards ever turned up.
    pub known: u16,
    /// Number of discs left on Jean's board.
    pub discs: u8,
}

impl Jean {
    /// The value in games without Jean.
    pub const ABSENT: Jean = Jean {
        cards: CardSet::EMPTY,
        points: [0; JEAN_CATEGORY_NAMES.len()],
        deck: 0,
        discards: 0,
        known: 0,
        discs: 0,
    };

    /// Returns the number of discs removed from Jean's board.
    #[inline]
    pub fn discs_gone(&self) -> usize {
        AUTOMA_SPACES - usize::from(self.discs)
    }
}
