//! Components found while an entered position is parsed: cards, each of which may appear only once, and tokens on the
//! board.

use crate::endeavor::components::{CardSet, TOKENS};
use crate::entering::Part;

/// Components found so far in an entered position.
pub(crate) struct Found {
    /// Cards that already have a place.
    pub cards: CardSet,
    /// Kind of token on each space, or [`crate::endeavor::rules::state::NONE`] for an empty space.
    pub tokens: [u8; TOKENS],
    /// Ids of the components, in index order.
    pub names: Names,
}

/// Ids of the components, in index order.
pub(crate) struct Names {
    pub buildings: Vec<String>,
    pub cards: Vec<String>,
    pub tokens: Vec<String>,
    pub action_tokens: Vec<String>,
}

/// Returns the index of an id in `names`.
pub(crate) fn numbered(part: &Part, names: &[String]) -> Result<usize, String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    part.place_in(&names)
}

impl Found {
    /// Parses a card and rejects a card that already has a place.
    pub fn card(&mut self, id: &Part) -> Result<usize, String> {
        let card = numbered(id, &self.names.cards)?;
        if self.cards >> card & 1 == 1 {
            return Err(id.wrong("another card: this card is also elsewhere in the position"));
        }
        self.cards |= 1 << card;
        Ok(card)
    }

    /// Parses a list of cards and rejects cards that already have a place.
    pub fn set(&mut self, cards: &Part) -> Result<CardSet, String> {
        let mut set = 0;
        for card in cards.list()? {
            set |= 1 << self.card(&card.key("id")?)?;
        }
        Ok(set)
    }

    /// Parses a kind of token.
    pub fn token(&self, part: &Part) -> Result<u8, String> {
        Ok(numbered(part, &self.names.tokens)? as u8)
    }
}
