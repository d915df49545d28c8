//! Look-up of story cards, and the quests of story tiles (M-C2).

use super::super::ruleset::Ruleset;
use super::super::state::State;
use crate::maracaibo::components::{CardSet, Choice, QuestId, QuestTile, StoryCard, StoryId};

/// Seat of the human player in a solo game, who reads and decides alone (M-C13).
pub(super) const PERSON: u8 = 0;

impl Ruleset {
    /// Returns a story card.
    pub(crate) fn story_card(&self, card: StoryId) -> &StoryCard {
        &self.components.story[usize::from(card)]
    }

    /// Returns the cost and reward of a quest. A story tile has the cost and reward of the story card
    /// to which it belongs.
    #[inline]
    pub(crate) fn quest<'a>(&'a self, state: &State, quest: QuestId) -> &'a QuestTile {
        match quest.index().checked_sub(self.board.quest_tiles) {
            None => self.components.quest(quest),
            Some(tile) => self.story_quest(state, tile),
        }
    }

    #[cold]
    fn story_quest(&self, state: &State, tile: u8) -> &QuestTile {
        let card = state.story.tile_card[usize::from(tile)];
        let quest = card.and_then(|card| self.story_card(card).quest.as_ref());
        quest.expect("a story tile lies there for the quest of its card")
    }

    /// Returns the quest id of a story tile, counted from 0.
    pub(crate) fn story_tile_quest(&self, tile: u8) -> QuestId {
        QuestId::new(self.board.quest_tiles + tile)
    }

    /// Returns all project cards in the game, in any place.
    pub(crate) fn cards_in_play(&self, state: &State) -> CardSet {
        match &self.story {
            None => self.board.cards,
            Some(story) => self.board.cards.union(story.cards_of(state.story.c_cards)),
        }
    }

    /// Returns the choices on the back of a card.
    pub(crate) fn story_choices(&self, card: StoryId) -> &[Choice] {
        &self.story_card(card).choices
    }
}
