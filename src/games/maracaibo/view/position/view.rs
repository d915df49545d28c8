//! The observer of a position, and the description of components by id or with name and text.

use crate::game::Seat;
use crate::maracaibo::components::{CardId, LocationId, QuestId, SpaceId, TokenId};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{Phase, State};
use crate::view::Described;

/// A state and its observer.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub game: &'a Ruleset,
    /// The complete state, including hidden parts.
    pub state: &'a State,
    /// Seat of the observer; `None` sees everything.
    pub observer: Option<Seat>,
}

/// Returns the names of the set bits.
pub fn members<'n>(bits: u64, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let set = names.into_iter().enumerate();
    let set = set.filter(|(index, _)| bits >> index & 1 == 1);
    set.map(|(_, name)| name.to_string()).collect()
}

/// Returns the labels of the set bits.
pub fn labelled(bits: u64, labels: &[String]) -> Vec<String> {
    members(bits, labels.iter().map(String::as_str))
}

impl<'a> View<'a> {
    /// Returns true if the observer can see the secret information of this seat.
    pub fn sees(&self, seat: Seat) -> bool {
        self.observer.is_none_or(|observer| observer == seat)
    }

    /// Returns true if the choices of a seat are still hidden from the observer (M-1.14, M-1.15).
    pub fn is_secret(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && !self.sees(seat)
    }

    /// Returns the id of a card.
    pub fn card_id(&self, card: CardId) -> &'a str {
        &self.game.components.labels.cards[usize::from(card)]
    }

    /// Returns the id of a location.
    pub fn place(&self, location: LocationId) -> &'a str {
        &self.game.components.labels.locations[usize::from(location)]
    }

    /// Returns the id of a quest.
    pub fn quest_id(&self, quest: QuestId) -> &'a str {
        &self.game.components.labels.quests[usize::from(quest)]
    }

    /// Returns the id of an explorer space.
    pub fn space_id(&self, space: SpaceId) -> &'a str {
        &self.game.components.labels.spaces[usize::from(space)]
    }

    /// Returns the id of a combat token.
    pub fn token_id(&self, token: TokenId) -> &'a str {
        &self.game.components.labels.tokens[usize::from(token)]
    }

    /// Describes a card with name and text.
    pub fn card(&self, card: CardId) -> Described {
        let name = &self.game.components.labels.card_names[usize::from(card)];
        Described::new(self.card_id(card), name, &self.game.card_words(card))
    }

    /// Describes cards with names and texts.
    pub fn cards(&self, cards: impl Iterator<Item = CardId>) -> Vec<Described> {
        cards.map(|card| self.card(card)).collect()
    }

    /// Returns the ids of cards.
    pub fn card_ids(&self, cards: impl Iterator<Item = CardId>) -> Vec<String> {
        cards.map(|card| self.card_id(card).to_string()).collect()
    }

    /// Describes a quest tile with its text.
    pub fn quest(&self, quest: QuestId) -> Described {
        let id = self.quest_id(quest);
        Described::new(id, id, &self.game.quest_words(self.state, quest))
    }

    /// Describes a prestige building with name and text.
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
