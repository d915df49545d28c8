//! The campaign (M-22, M-25.3): story cards, what they bring into play, and how the group decides.
//!
//! One game of a campaign is a game like any other: the rule options say which story cards are
//! active at its start, and [`sequel`] says with which options the next game begins.
//!
//! Story cards are no hidden information: their texts are component data, as those of project cards
//! are.

pub mod pieces;
mod reading;
mod rewards;
mod sequel;
mod start;
mod tiles;
mod words;

use super::components::{
    CardSet, Choice, Components, Instruction, QuestId, QuestTile, StoryCard, StoryId,
    StoryRequirement,
};
use super::ruleset::Ruleset;
use super::state::State;
pub(super) use start::Story;
pub(super) use tiles::c_bit;

/// Story tiles (M-C2).
pub const STORY_TILES: usize = 4;
/// The person of a solo game, who reads and decides alone (M-C13).
const PERSON: u8 = 0;

impl Ruleset {
    /// A story card.
    pub(super) fn story_card(&self, card: StoryId) -> &StoryCard {
        &self.components.story[usize::from(card)]
    }

    /// What a quest asks for and gives: a quest tile's own, or that of the story card to which a
    /// story tile belongs.
    #[inline]
    pub(super) fn quest<'a>(&'a self, state: &State, quest: QuestId) -> &'a QuestTile {
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

    /// The quest that stands for a story tile, 0 for the first.
    pub(super) fn story_tile_quest(&self, tile: u8) -> QuestId {
        QuestId::new(self.board.quest_tiles + tile)
    }

    /// The project cards that are in the game: dealt, in the pile or beyond.
    pub(super) fn cards_in_play(&self, state: &State) -> CardSet {
        match &self.story {
            None => self.board.cards,
            Some(story) => self.board.cards.union(story.cards_of(state.story.c_cards)),
        }
    }

    /// The choices of the group on the back of a card.
    pub(super) fn story_choices(&self, card: StoryId) -> &[Choice] {
        &self.story_card(card).choices
    }
}

/// The legacy tiles that a list of instructions brings, as bits.
pub(super) fn tiles_of(instructions: &[Instruction]) -> u32 {
    let bits = instructions.iter().map(|one| match one {
        Instruction::AddTile(tile) => 1 << tile,
        _ => 0,
    });
    bits.fold(0, |bits, bit| bits | bit)
}

/// The legacy tiles that a card wants while it is active (M-C9): those that it brings, and the one
/// that has to be filled.
fn wanted_tiles(card: &StoryCard) -> u32 {
    let filled = match card.requirement {
        StoryRequirement::FullTile(tile) => 1 << tile,
        _ => 0,
    };
    tiles_of(&card.front) | filled
}

/// Every list of instructions on a card.
fn all_instructions(card: &StoryCard) -> impl Iterator<Item = &[Instruction]> {
    let choices = card.choices.iter().map(|choice| choice.follow.as_slice());
    [card.front.as_slice(), card.back.as_slice()]
        .into_iter()
        .chain(choices)
}

/// The card with a number, if the data has it.
pub(super) fn card_numbered(components: &Components, number: u8) -> Option<StoryId> {
    let index = (components.story.iter()).position(|card| card.number == number)?;
    Some(StoryId::new(index as u8))
}
