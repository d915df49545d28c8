//! Who is told, and components as they are told: ids alone, or with name and text.

use super::super::components::{CardId, LocationId, QuestId, SpaceId, TokenId};
use super::super::ruleset::Ruleset;
use super::super::state::{Phase, State};
use crate::game::Seat;
use crate::position::Described;

/// A position and who is told of it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub game: &'a Ruleset,
    /// The position, hidden parts included.
    pub state: &'a State,
    /// Who is told; everything for `None`.
    pub observer: Option<Seat>,
}

/// The things of a set of bits, by the names in their order.
pub fn members<'n>(bits: u64, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let set = names.into_iter().enumerate();
    let set = set.filter(|(index, _)| bits >> index & 1 == 1);
    set.map(|(_, name)| name.to_string()).collect()
}

/// The same by labels.
pub fn labelled(bits: u64, labels: &[String]) -> Vec<String> {
    members(bits, labels.iter().map(String::as_str))
}

impl<'a> View<'a> {
    /// Whether the observer sees what only this seat sees.
    pub fn sees(&self, seat: Seat) -> bool {
        self.observer.is_none_or(|observer| observer == seat)
    }

    /// Whether the choices of a seat are still secret to the observer (M-1.14, M-1.15).
    pub fn is_secret(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && !self.sees(seat)
    }

    /// The id of a card.
    pub fn card_id(&self, card: CardId) -> &'a str {
        &self.game.components.labels.cards[usize::from(card)]
    }

    /// The id of a location.
    pub fn place(&self, location: LocationId) -> &'a str {
        &self.game.components.labels.locations[usize::from(location)]
    }

    /// The id of a quest.
    pub fn quest_id(&self, quest: QuestId) -> &'a str {
        &self.game.components.labels.quests[usize::from(quest)]
    }

    /// The id of an explorer space.
    pub fn space_id(&self, space: SpaceId) -> &'a str {
        &self.game.components.labels.spaces[usize::from(space)]
    }

    /// The id of a combat token.
    pub fn token_id(&self, token: TokenId) -> &'a str {
        &self.game.components.labels.tokens[usize::from(token)]
    }

    /// A card with name and text.
    pub fn card(&self, card: CardId) -> Described {
        let name = &self.game.components.labels.card_names[usize::from(card)];
        Described::new(self.card_id(card), name, &self.game.card_words(card))
    }

    /// Cards with names and texts.
    pub fn cards(&self, cards: impl Iterator<Item = CardId>) -> Vec<Described> {
        cards.map(|card| self.card(card)).collect()
    }

    /// Cards by their ids.
    pub fn card_ids(&self, cards: impl Iterator<Item = CardId>) -> Vec<String> {
        cards.map(|card| self.card_id(card).to_string()).collect()
    }

    /// A quest tile with its text.
    pub fn quest(&self, quest: QuestId) -> Described {
        let id = self.quest_id(quest);
        Described::new(id, id, &self.game.quest_words(self.state, quest))
    }

    /// A prestige building with name and text.
    pub fn building(&self, building: u8) -> Described {
        let labels = &self.game.components.labels;
        let index = usize::from(building);
        let text = self.game.prestige_words(building);
        Described::new(
            &labels.prestige[index],
            &labels.prestige_names[index],
            &text,
        )
    }
}
