//! The story of a campaign.

use serde_json::{Value, json};

use super::super::components::{FIRST_C_CARD, StoryId};
use super::super::texts::board::quest_tile_words;
use super::view::View;

impl View<'_> {
    /// Active story cards, the deck and C cards; null outside a campaign.
    pub fn story(&self) -> Option<Value> {
        let story = self.game.story.as_ref()?;
        let pieces = &self.state.story;
        let card = |card: StoryId| {
            let shown = self.game.story_card(card);
            let tile = pieces
                .tile_card
                .iter()
                .position(|other| *other == Some(card));
            json!({
                "id": shown.number,
                "name": shown.name,
                "text": self.game.story_words(card),
                "quest": shown.quest.as_ref().map(quest_tile_words),
                "story_tile": tile.map(|tile| tile + 1),
            })
        };
        let drawn: Vec<StoryId> = pieces.drawn().collect();
        let deck = story.deck.iter().filter(|card| !drawn.contains(card));
        let c_cards = (0..16).filter(|bit| pieces.c_cards >> bit & 1 == 1);
        Some(json!({
            "active": pieces.active().map(card).collect::<Vec<Value>>(),
            "deck": deck.map(|card| self.game.story_card(*card).number).collect::<Vec<u8>>(),
            "c_cards": c_cards.map(|bit| FIRST_C_CARD + bit).collect::<Vec<u8>>(),
        }))
    }

    /// A decision of the group: the card, and its choices with the votes so far.
    pub fn story_choice(&self, card: StoryId) -> Value {
        let choices = self
            .game
            .story_choices(card)
            .iter()
            .zip(self.state.story.votes);
        let choices = choices.map(|(choice, votes)| json!({"text": choice.words, "votes": votes}));
        json!({
            "story_card": self.game.story_card(card).number,
            "choices": choices.collect::<Vec<Value>>(),
        })
    }
}
