//! What is found while a position that is entered as data is read: every card once, and the tokens that lie on the board.

use super::components::CardSet;
use super::state::TOKENS;
use crate::placing::Part;

/// What was found while the data were read.
pub(super) struct Found {
    /// Cards that were placed.
    pub cards: CardSet,
    /// Kinds of token that lie on the board, by space; [`super::state::NONE`] where none lies.
    pub tokens: [u8; TOKENS],
    /// Ids, by number.
    pub names: Names,
}

/// Ids, by number.
pub(super) struct Names {
    pub buildings: Vec<String>,
    pub cards: Vec<String>,
    pub tokens: Vec<String>,
    pub action_tokens: Vec<String>,
}

/// The place of an id.
pub(super) fn numbered(part: &Part, names: &[String]) -> Result<usize, String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    part.place_in(&names)
}

impl Found {
    /// A card that was placed nowhere before.
    pub fn card(&mut self, id: &Part) -> Result<usize, String> {
        let card = numbered(id, &self.names.cards)?;
        if self.cards >> card & 1 == 1 {
            return Err(id.wrong("another card: this one lies elsewhere in the position, too"));
        }
        self.cards |= 1 << card;
        Ok(card)
    }

    /// Cards that were placed nowhere before.
    pub fn set(&mut self, cards: &Part) -> Result<CardSet, String> {
        let mut set = 0;
        for card in cards.list()? {
            set |= 1 << self.card(&card.key("id")?)?;
        }
        Ok(set)
    }

    /// A kind of token.
    pub fn token(&self, part: &Part) -> Result<u8, String> {
        Ok(numbered(part, &self.names.tokens)? as u8)
    }
}
