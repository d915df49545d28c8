//! Lookup of cards, quests and tokens by id, with a check that every component has only one place.

use crate::entering::Part;
use crate::maracaibo::components::{
    CardId, CardSet, CareerId, CityTileId, Components, LocationId, NATION_NAMES, Nation, QuestId,
    SpaceId, TokenId,
};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::MAX_PLAYERS;

/// Places of all components of a kind.
pub struct Lying {
    what: &'static str,
    places: Vec<Option<String>>,
}

impl Lying {
    fn new(what: &'static str, pieces: usize) -> Lying {
        Lying {
            what,
            places: vec![None; pieces],
        }
    }

    /// Returns the place of a component, if it has one.
    pub fn at(&self, piece: usize) -> Option<&str> {
        self.places[piece].as_deref()
    }

    /// Returns the components without a place.
    pub fn missing(&self) -> impl Iterator<Item = usize> + '_ {
        let pieces = self.places.iter().enumerate();
        pieces
            .filter(|(_, place)| place.is_none())
            .map(|(piece, _)| piece)
    }

    fn lay(&mut self, piece: usize, part: &Part) -> Result<(), String> {
        let what = self.what;
        match &mut self.places[piece] {
            Some(other) => Err(part.wrong(&format!("a {what} that is not already at \"{other}\""))),
            place => {
                *place = Some(part.path().to_string());
                Ok(())
            }
        }
    }
}

/// The components of a position parsed so far.
pub struct Pieces<'g> {
    pub game: &'g Ruleset,
    /// Places of the cards.
    pub cards: Lying,
    /// Places of the quests.
    pub quests: Lying,
    /// Places of the combat tokens.
    pub tokens: Lying,
    /// Number of hidden hand cards by seat and pile: from the first pile, from the pile of the
    /// first shuffle, and so on.
    pub unseen: [Vec<u8>; MAX_PLAYERS],
    /// Cards that the observing seat does not see.
    pub hidden: CardSet,
}

impl<'g> Pieces<'g> {
    /// Creates the lookup without any places.
    pub fn new(game: &'g Ruleset) -> Pieces<'g> {
        let components = &game.components;
        Pieces {
            game,
            cards: Lying::new("card", components.cards.len()),
            quests: Lying::new("quest", components.quests.len()),
            tokens: Lying::new("combat token", components.tokens.len()),
            unseen: [const { Vec::new() }; MAX_PLAYERS],
            hidden: CardSet::EMPTY,
        }
    }

    fn components(&self) -> &'g Components {
        &self.game.components
    }

    /// Parses a card in the game.
    pub fn card(&self, part: &Part) -> Result<CardId, String> {
        let place = named(part, "card", &self.components().labels.cards)?;
        let card = CardId::new(place);
        match self.game.board.cards.contains(card) {
            true => Ok(card),
            false => Err(part.wrong("a card that takes part with this scenario")),
        }
    }

    /// Parses a card and records its place; the card must not have another place.
    pub fn lay_card(&mut self, part: &Part) -> Result<CardId, String> {
        let card = self.card(part)?;
        self.cards.lay(usize::from(card), part)?;
        Ok(card)
    }

    /// Parses a list of cards and records their place; the cards must not have another place.
    pub fn lay_cards(&mut self, list: &Part) -> Result<CardSet, String> {
        let cards = list.list()?.into_iter();
        cards.map(|part| self.lay_card(&part)).collect()
    }

    /// Parses a quest and records its place; the quest must not have another place.
    pub fn lay_quest(&mut self, part: &Part) -> Result<QuestId, String> {
        let place = named(part, "quest", &self.components().labels.quests)?;
        self.quests.lay(usize::from(place), part)?;
        Ok(QuestId::new(place))
    }

    /// Parses a combat token and records its place; the token must not have another place.
    pub fn lay_token(&mut self, part: &Part) -> Result<TokenId, String> {
        let place = named(part, "combat token", &self.components().labels.tokens)?;
        self.tokens.lay(usize::from(place), part)?;
        Ok(TokenId::new(place))
    }

    /// Parses a career card.
    pub fn career(&self, part: &Part) -> Result<CareerId, String> {
        let place = named(part, "career card", &self.components().labels.careers)?;
        Ok(CareerId::new(place))
    }

    /// Parses a city tile.
    pub fn city_tile(&self, part: &Part) -> Result<CityTileId, String> {
        let place = named(part, "city tile", &self.components().labels.city_tiles)?;
        Ok(CityTileId::new(place))
    }

    /// Parses a prestige building.
    pub fn building(&self, part: &Part) -> Result<u8, String> {
        named(
            part,
            "prestige building",
            &self.components().labels.prestige,
        )
    }

    /// Parses a location.
    pub fn location(&self, part: &Part) -> Result<LocationId, String> {
        let place = named(part, "location", &self.components().labels.locations)?;
        Ok(LocationId::new(place))
    }

    /// Parses a space of the explorer track.
    pub fn space(&self, part: &Part) -> Result<SpaceId, String> {
        let spaces = &self.components().labels.spaces;
        Ok(SpaceId::new(named(part, "space of the track", spaces)?))
    }

    /// Parses an automa card.
    pub fn automa(&self, part: &Part) -> Result<u8, String> {
        named(part, "automa card", &self.components().labels.automa)
    }

    /// Parses a list of automa cards and returns them as bits.
    pub fn automa_cards(&self, list: &Part) -> Result<u16, String> {
        let mut cards = 0;
        for part in list.list()? {
            let card = 1 << self.automa(&part)?;
            if cards & card != 0 {
                return Err(part.wrong("every card once"));
            }
            cards |= card;
        }
        Ok(cards)
    }

    /// Returns the id of a card.
    pub fn called(&self, card: CardId) -> &'g str {
        &self.components().labels.cards[usize::from(card)]
    }
}

/// Parses a nation.
pub fn nation(part: &Part) -> Result<Nation, String> {
    Ok(Nation::ALL[part.place_in(&NATION_NAMES)?])
}

/// Parses a list of names and returns their indices in `names` as bits.
pub fn bits_of(list: &Part, names: &[&str]) -> Result<u32, String> {
    let mut bits = 0;
    for part in list.list()? {
        bits |= 1 << part.place_in(names)?;
    }
    Ok(bits)
}

fn named(part: &Part, what: &str, ids: &[String]) -> Result<u8, String> {
    let place = part.named(what, ids.iter().map(String::as_str))?;
    // No kind has more than 255 components.
    Ok(place as u8)
}
