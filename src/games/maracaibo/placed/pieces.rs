//! Cards, quests and tokens by their ids: none lies in two places.

use super::super::components::{
    CardId, CardSet, CareerId, CityTileId, Components, LocationId, NATION_NAMES, Nation, QuestId,
    SpaceId, TokenId,
};
use super::super::ruleset::Ruleset;
use super::super::state::MAX_PLAYERS;
use crate::placing::Part;

/// Where each piece of a kind lies.
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

    /// The place of a piece, if it lies somewhere.
    pub fn at(&self, piece: usize) -> Option<&str> {
        self.places[piece].as_deref()
    }

    /// The pieces that lie nowhere.
    pub fn missing(&self) -> impl Iterator<Item = usize> + '_ {
        let pieces = self.places.iter().enumerate();
        pieces
            .filter(|(_, place)| place.is_none())
            .map(|(piece, _)| piece)
    }

    fn lay(&mut self, piece: usize, part: &Part) -> Result<(), String> {
        let what = self.what;
        match &mut self.places[piece] {
            Some(other) => Err(part.wrong(&format!("a {what} that is not at \"{other}\" already"))),
            place => {
                *place = Some(part.path().to_string());
                Ok(())
            }
        }
    }
}

/// What has been read of a position.
pub struct Pieces<'g> {
    /// The rules.
    pub game: &'g Ruleset,
    /// Where cards lie.
    pub cards: Lying,
    /// Where quests lie.
    pub quests: Lying,
    /// Where combat tokens lie.
    pub tokens: Lying,
    /// By seat: how many cards of the hand that not everybody has seen are of the first pile, of that of the first
    /// shuffle, and so on.
    pub unseen: [Vec<u8>; MAX_PLAYERS],
    /// Cards that the seat whose view this is does not see.
    pub hidden: CardSet,
}

impl<'g> Pieces<'g> {
    /// Nothing lies anywhere.
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

    /// A card that takes part.
    pub fn card(&self, part: &Part) -> Result<CardId, String> {
        let place = named(part, "card", &self.components().labels.cards)?;
        let card = CardId::new(place);
        match self.game.board.cards.contains(card) {
            true => Ok(card),
            false => Err(part.wrong("a card that takes part with this scenario")),
        }
    }

    /// A card that lies here and nowhere else.
    pub fn lay_card(&mut self, part: &Part) -> Result<CardId, String> {
        let card = self.card(part)?;
        self.cards.lay(usize::from(card), part)?;
        Ok(card)
    }

    /// Cards that lie in this list and nowhere else.
    pub fn lay_cards(&mut self, list: &Part) -> Result<CardSet, String> {
        let cards = list.list()?.into_iter();
        cards.map(|part| self.lay_card(&part)).collect()
    }

    /// A quest that lies here and nowhere else.
    pub fn lay_quest(&mut self, part: &Part) -> Result<QuestId, String> {
        let place = named(part, "quest", &self.components().labels.quests)?;
        self.quests.lay(usize::from(place), part)?;
        Ok(QuestId::new(place))
    }

    /// A combat token that lies here and nowhere else.
    pub fn lay_token(&mut self, part: &Part) -> Result<TokenId, String> {
        let place = named(part, "combat token", &self.components().labels.tokens)?;
        self.tokens.lay(usize::from(place), part)?;
        Ok(TokenId::new(place))
    }

    /// A career card.
    pub fn career(&self, part: &Part) -> Result<CareerId, String> {
        let place = named(part, "career card", &self.components().labels.careers)?;
        Ok(CareerId::new(place))
    }

    /// A city tile.
    pub fn city_tile(&self, part: &Part) -> Result<CityTileId, String> {
        let place = named(part, "city tile", &self.components().labels.city_tiles)?;
        Ok(CityTileId::new(place))
    }

    /// A prestige building.
    pub fn building(&self, part: &Part) -> Result<u8, String> {
        named(
            part,
            "prestige building",
            &self.components().labels.prestige,
        )
    }

    /// A location.
    pub fn location(&self, part: &Part) -> Result<LocationId, String> {
        let place = named(part, "location", &self.components().labels.locations)?;
        Ok(LocationId::new(place))
    }

    /// A space of the explorer track.
    pub fn space(&self, part: &Part) -> Result<SpaceId, String> {
        let spaces = &self.components().labels.spaces;
        Ok(SpaceId::new(named(part, "space of the track", spaces)?))
    }

    /// An automa card.
    pub fn automa(&self, part: &Part) -> Result<u8, String> {
        named(part, "automa card", &self.components().labels.automa)
    }

    /// Automa cards of a list, as bits.
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

    /// What a card is called.
    pub fn called(&self, card: CardId) -> &'g str {
        &self.components().labels.cards[usize::from(card)]
    }
}

/// A nation.
pub fn nation(part: &Part) -> Result<Nation, String> {
    Ok(Nation::ALL[part.place_in(&NATION_NAMES)?])
}

/// Those of these names that are listed, as bits.
pub fn bits_of(list: &Part, names: &[&str]) -> Result<u32, String> {
    let mut bits = 0;
    for part in list.list()? {
        bits |= 1 << part.place_in(names)?;
    }
    Ok(bits)
}

fn named(part: &Part, what: &str, ids: &[String]) -> Result<u8, String> {
    let place = part.named(what, ids.iter().map(String::as_str))?;
    // No kind has more than 255 pieces.
    Ok(place as u8)
}
