//! Lookup of components by id, with a check that every component has only one place.

use std::fmt::Display;

use crate::maracaibo::components::{
    AutomaId, CardId, CareerId, CityTileId, LocationId, QuestId, SpaceId, TokenId,
};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::suggestion::did_you_mean;

/// The components of a kind.
pub struct Kind<'g, T> {
    what: &'static str,
    ids: &'g [String],
    new: fn(u8) -> T,
    /// Whether each component takes part and has no place yet.
    free: Vec<bool>,
}

impl<'g, T> Kind<'g, T> {
    fn new(what: &'static str, ids: &'g [String], new: fn(u8) -> T) -> Kind<'g, T> {
        Kind {
            what,
            ids,
            new,
            free: vec![true; ids.len()],
        }
    }

    /// Returns the kind with only those components that take part.
    fn with(mut self, takes_part: impl Fn(u8) -> bool) -> Kind<'g, T> {
        for (index, free) in (0..).zip(&mut self.free) {
            *free = takes_part(index);
        }
        self
    }

    fn index(&self, place: &impl Display, id: &str) -> Result<usize, String> {
        let found = self.ids.iter().position(|known| known == id);
        found.ok_or_else(|| {
            let example = self.ids.first().map_or("", String::as_str);
            let suggestion = did_you_mean(id, self.ids.iter().map(String::as_str));
            format!(
                "{place}: \"{id}\": expected the id of a {}, such as {example}{suggestion}",
                self.what
            )
        })
    }

    /// Returns the component with this id.
    pub fn find(&self, place: impl Display, id: &str) -> Result<T, String> {
        // No kind has more than 255 components.
        Ok((self.new)(self.index(&place, id)? as u8))
    }

    /// Returns the component with this id, which must not have another place.
    pub fn take(&mut self, place: impl Display, id: &str) -> Result<T, String> {
        let index = self.index(&place, id)?;
        match std::mem::take(&mut self.free[index]) {
            true => Ok((self.new)(index as u8)),
            false => Err(format!(
                "{place}: \"{id}\": expected a {} that takes part and is not elsewhere in the position",
                self.what
            )),
        }
    }

    /// Returns the components with these ids, which must not have other places.
    pub fn take_all<'i>(
        &mut self,
        place: impl Display,
        ids: impl IntoIterator<Item = &'i String>,
    ) -> Result<Vec<T>, String> {
        let ids = (1..).zip(ids);
        ids.map(|(number, id)| self.take(format!("{place}, {number}"), id))
            .collect()
    }

    /// Returns the components that take part and have no place.
    pub fn left(&self) -> impl Iterator<Item = T> {
        let all = (0..).zip(&self.free);
        all.filter(|(_, free)| **free)
            .map(|(index, _)| (self.new)(index))
    }
}

/// All components, by kind.
pub struct Pieces<'g> {
    pub game: &'g Ruleset,
    pub cards: Kind<'g, CardId>,
    pub quests: Kind<'g, QuestId>,
    pub tokens: Kind<'g, TokenId>,
    pub careers: Kind<'g, CareerId>,
    pub city_tiles: Kind<'g, CityTileId>,
    pub buildings: Kind<'g, u8>,
    pub automa: Kind<'g, AutomaId>,
    pub locations: Kind<'g, LocationId>,
    pub spaces: Kind<'g, SpaceId>,
}

impl<'g> Pieces<'g> {
    /// Creates the components without any places.
    pub fn new(game: &'g Ruleset) -> Pieces<'g> {
        let components = &game.components;
        let labels = &components.labels;
        let two_players = game.seats() <= 2;
        Pieces {
            game,
            cards: Kind::new("card", &labels.cards, CardId::new)
                .with(|card| game.board.cards.contains(CardId::new(card))),
            quests: Kind::new("quest", &labels.quests, QuestId::new),
            tokens: Kind::new("combat token", &labels.tokens, TokenId::new),
            careers: Kind::new("career card", &labels.careers, CareerId::new),
            // M-1.4: the tiles for this number of players, without the one that covers a city.
            city_tiles: Kind::new("city tile", &labels.city_tiles, CityTileId::new).with(|tile| {
                let tile = &components.city_tiles[usize::from(tile)];
                tile.two_players == two_players && !tile.cover
            }),
            buildings: Kind::new("prestige building", &labels.prestige, u8::from),
            automa: Kind::new("automa card", &labels.automa, AutomaId::new),
            locations: Kind::new("location", &labels.locations, LocationId::new),
            spaces: Kind::new("space of the track", &labels.spaces, SpaceId::new),
        }
    }
}
