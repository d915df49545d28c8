//! What of the story lies on the table.

use super::super::components::{FIRST_C_CARD, StoryId};

/// Story tiles (M-C2).
pub const STORY_TILES: usize = 4;

/// Active story cards that a position has room for.
pub const ACTIVE_ROOM: usize = 12;
/// Story cards that a position has room to draw in one game.
pub const DRAWN_ROOM: usize = 32;
/// Numbers that C cards can have: 90 to 99.
pub const C_NUMBERS: usize = 10;
/// Times in one game that C cards are shuffled into the pile and told apart by it.
pub const MIXES: usize = 3;
/// Most choices on the back of a card.
pub const MAX_CHOICES: usize = 4;

/// The story of a game; nothing outside a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoryPieces {
    /// The active cards, in no order.
    pub active: [Option<StoryId>; ACTIVE_ROOM],
    /// Those whose back has still to be read in the scoring under way, as bits over `active`.
    pub due: u16,
    /// The card to which each story tile belongs that has come into play.
    pub tile_card: [Option<StoryId>; STORY_TILES],
    /// Story tiles that have come into play; they do so in ascending order.
    pub tiles_used: u8,
    /// Cards drawn from the story deck in this game, in order.
    pub drawn: [Option<StoryId>; DRAWN_ROOM],
    /// Votes for each choice of the group so far.
    pub votes: [u8; MAX_CHOICES],
    /// C cards that are among the project cards, by number; 90 is bit 0.
    pub c_cards: u16,
    /// How many times C cards were shuffled into the pile in this game, up to [`MIXES`].
    pub mixes: u8,
    /// By number, the time at which a C card was shuffled into the pile; 0 for never.
    pub mixed_at: [u8; C_NUMBERS],
}

impl StoryPieces {
    /// No story.
    pub const NONE: StoryPieces = StoryPieces {
        active: [None; ACTIVE_ROOM],
        due: 0,
        tile_card: [None; STORY_TILES],
        tiles_used: 0,
        drawn: [None; DRAWN_ROOM],
        votes: [0; MAX_CHOICES],
        c_cards: 0,
        mixes: 0,
        mixed_at: [0; C_NUMBERS],
    };

    /// The active cards, in ascending order of their ids, which is that of their numbers.
    pub fn active(&self) -> impl Iterator<Item = StoryId> {
        let mut cards = self.active;
        cards.sort_unstable();
        cards.into_iter().flatten()
    }

    /// The cards drawn in this game, in order.
    pub fn drawn(&self) -> impl Iterator<Item = StoryId> + '_ {
        self.drawn.iter().copied().flatten()
    }

    /// Puts a card on a free place.
    pub fn activate(&mut self, card: StoryId) {
        if let Some(place) = self.active.iter_mut().find(|place| place.is_none()) {
            *place = Some(card);
        }
    }

    /// Takes a card away.
    pub fn leave(&mut self, card: StoryId) {
        for (index, place) in self.active.iter_mut().enumerate() {
            if *place == Some(card) {
                *place = None;
                self.due &= !(1 << index);
            }
        }
    }
}

/// The number of a C card as a bit: 90 is bit 0.
pub fn c_bit(number: u8) -> Option<u16> {
    let index = number.checked_sub(FIRST_C_CARD)?;
    (index < C_NUMBERS as u8).then(|| 1 << index)
}
