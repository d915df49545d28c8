//! The state of the story in a campaign game.

use serde::{Deserialize, Serialize};

use crate::maracaibo::components::{C_NUMBERS, MAX_CHOICES, StoryId};

/// Number of story tiles (M-C2).
pub const STORY_TILES: usize = 4;

/// Maximum number of active story cards.
pub const ACTIVE_ROOM: usize = 12;
/// Maximum number of story cards drawn in one game.
pub const DRAWN_ROOM: usize = 32;
/// Maximum number of shuffles of C cards into the pile that a game distinguishes.
pub const MIXES: usize = 3;

/// State of the story; [`StoryPieces::NONE`] outside a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryPieces {
    /// Active cards, in no particular order.
    pub active: [Option<StoryId>; ACTIVE_ROOM],
    /// Active cards whose back is still to be read in the current scoring, as bits over `active`.
    pub due: u16,
    /// Card that each story tile in play belongs to.
    pub tile_card: [Option<StoryId>; STORY_TILES],
    /// Number of story tiles that have come into play, in ascending order.
    pub tiles_used: u8,
    /// Cards drawn from the story deck in this game, in order.
    pub drawn: [Option<StoryId>; DRAWN_ROOM],
    /// Votes for each choice so far.
    pub votes: [u8; MAX_CHOICES],
    /// C cards among the project cards, by number; card 90 is bit 0.
    pub c_cards: u16,
    /// Number of times that C cards were shuffled into the pile in this game, up to [`MIXES`].
    pub mixes: u8,
    /// Number of the shuffle in which each C card joined the pile, from 1; 0 for never.
    pub mixed_at: [u8; C_NUMBERS],
}

impl StoryPieces {
    /// The value in games without a story.
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

    /// Returns the active cards in ascending order of their ids, which is the order of their
    /// numbers.
    pub fn active(&self) -> impl Iterator<Item = StoryId> {
        let mut cards = self.active;
        cards.sort_unstable();
        cards.into_iter().flatten()
    }

    /// Returns the cards drawn in this game, in order.
    pub fn drawn(&self) -> impl Iterator<Item = StoryId> + '_ {
        self.drawn.iter().copied().flatten()
    }

    /// Adds a card to the active cards if there is a free entry.
    pub fn activate(&mut self, card: StoryId) {
        if let Some(place) = self.active.iter_mut().find(|place| place.is_none()) {
            *place = Some(card);
        }
    }

    /// Removes a card from the active cards.
    pub fn leave(&mut self, card: StoryId) {
        for (index, place) in self.active.iter_mut().enumerate() {
            if *place == Some(card) {
                *place = None;
                self.due &= !(1 << index);
            }
        }
    }
}
