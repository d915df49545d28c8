//! All components that can occur in an entered position.

use crate::entering::Kind;
use crate::maracaibo::components::{
    AutomaId, CardId, CareerId, CityTileId, LocationId, QuestId, SpaceId, TokenId,
};
use crate::maracaibo::rules::ruleset::Ruleset;

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
            // M-1.4: the tiles for this number of players, except for the tile that covers a city.
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
