//! The story of a campaign in the data view of a position.

use serde::Serialize;

use super::super::texts::board::quest_tile_words;
use super::view::View;
use crate::maracaibo::components::{FIRST_C_CARD, StoryId};

/// The story of a campaign.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Story {
    /// active story cards
    pub active: Vec<StoryCardView>,
    /// numbers of the cards in the story deck
    pub deck: Vec<u8>,
    /// numbers of the C cards among the project cards
    pub c_cards: Vec<u8>,
}

/// An active story card.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoryCardView {
    /// number of the card
    pub id: u8,
    /// printed name
    pub name: String,
    /// effect of the card, in words
    pub text: String,
    /// quest of the card in words, or null
    pub quest: Option<String>,
    /// number of the story tile, from 1 to 4; null without a tile
    pub story_tile: Option<usize>,
}

/// A choice that the group votes on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoryChoice {
    /// the choice in words
    pub text: String,
    /// number of votes so far
    pub votes: u8,
}

impl View<'_> {
    /// Describes the active story cards, the deck and the C cards; returns `None` outside a
    /// campaign.
    pub fn story(&self) -> Option<Story> {
        let story = self.game.story.as_ref()?;
        let pieces = &self.state.story;
        let card = |card: StoryId| {
            let shown = self.game.story_card(card);
            let tile = pieces
                .tile_card
                .iter()
                .position(|other| *other == Some(card));
            StoryCardView {
                id: shown.number,
                name: shown.name.clone(),
                text: self.game.story_words(card),
                quest: shown.quest.as_ref().map(quest_tile_words),
                story_tile: tile.map(|tile| tile + 1),
            }
        };
        let drawn: Vec<StoryId> = pieces.drawn().collect();
        let deck = story.deck.iter().filter(|card| !drawn.contains(card));
        let c_cards = (0..16).filter(|bit| pieces.c_cards >> bit & 1 == 1);
        Some(Story {
            active: pieces.active().map(card).collect(),
            deck: deck
                .map(|card| self.game.story_card(*card).number)
                .collect(),
            c_cards: c_cards.map(|bit| FIRST_C_CARD + bit).collect(),
        })
    }

    /// Describes the choices on a story card with the votes so far.
    pub fn story_choices(&self, card: StoryId) -> Vec<StoryChoice> {
        let choices = self.game.story_choices(card).iter();
        let choices = choices.zip(self.state.story.votes);
        let choices = choices.map(|(choice, votes)| StoryChoice {
            text: choice.words.clone(),
            votes,
        });
        choices.collect()
    }
}
