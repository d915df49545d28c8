//! The complete set of components.

use std::ops::Index;

use super::automa::{AutomaCard, AutomaTrack};
use super::board::{CityTile, CombatToken, ExplorerSpace, Location, Market, QuestTile};
use super::card::{AssistantAction, Card, CardLetter, CombatAction, VillageAction};
use super::ids::{CardId, CareerId, LocationId, QuestId, SpaceId};
use super::story::StoryCard;
use super::tables::{Career, LegacyTile, Prestige, Scenario, Tracks};

/// All components that the rules look up.
#[derive(Clone, Debug)]
pub struct Components {
    /// Project cards; C cards come last.
    pub cards: Vec<Card>,
    /// Distinct assistant actions.
    pub assistant_actions: Vec<AssistantAction>,
    /// Distinct village actions that cards add.
    pub village_actions: Vec<VillageAction>,
    /// Combat actions that cards add, one entry per card.
    pub combat_actions: Vec<CombatAction>,
    /// Locations of the map, including those of L4 and L7.
    pub locations: Vec<Location>,
    pub city_tiles: Vec<CityTile>,
    pub tokens: Vec<CombatToken>,
    pub quests: Vec<QuestTile>,
    /// Spaces of the explorer track.
    pub explorer: Vec<ExplorerSpace>,
    pub careers: Vec<Career>,
    /// Prestige buildings, in the order of [`PrestigeKind`](super::PrestigeKind).
    pub prestige: Vec<Prestige>,
    pub tracks: Tracks,
    pub scenarios: Vec<Scenario>,
    pub legacy: Vec<LegacyTile>,
    /// Story cards, in ascending order of their numbers.
    pub story: Vec<StoryCard>,
    /// Automa cards.
    pub automa: Vec<AutomaCard>,
    /// Disc track of the automa board.
    pub automa_track: AutomaTrack,
    pub places: Places,
    pub labels: Labels,
}

/// Locations and explorer spaces that the rules refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Location 0.
    pub havana: LocationId,
    /// Locations 4, 5, 13 and 14, which receive the four drawn city tiles.
    pub tile_cities: [LocationId; 4],
    /// Location 11.
    pub maracaibo: LocationId,
    /// Location 21a.
    pub round_end: LocationId,
    /// Location 22.
    pub game_end: LocationId,
    /// Villages that get a marker in a 2-player game: 6, 7 and 8 (Spain, England, France).
    pub starting_markers: [LocationId; 3],
    /// Explorer space 4, which opens L4.
    pub explorer_4: SpaceId,
    /// Explorer space 5, which opens L9.
    pub explorer_5: SpaceId,
    /// Explorer space 11, which opens L7.
    pub explorer_11: SpaceId,
    pub explorer_end: SpaceId,
}

/// Ids and names of components for display; the rules do not use them.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    pub cards: Vec<String>,
    pub card_names: Vec<String>,
    /// Design ids of the project cards; copies of a card share one design.
    pub card_designs: Vec<String>,
    /// Numbers of the locations, as text such as `9a`.
    pub locations: Vec<String>,
    pub location_names: Vec<String>,
    pub city_tiles: Vec<String>,
    pub city_tile_names: Vec<String>,
    pub tokens: Vec<String>,
    pub quests: Vec<String>,
    pub spaces: Vec<String>,
    pub careers: Vec<String>,
    pub career_names: Vec<String>,
    pub prestige: Vec<String>,
    pub prestige_names: Vec<String>,
    pub automa: Vec<String>,
}

impl Components {
    /// Returns the ids of all project cards, in order.
    pub fn card_ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u8).map(CardId::new)
    }

    /// Returns the number of A and B cards, which is the index of the first C card.
    pub fn main_cards(&self) -> usize {
        self.cards.partition_point(|card| card.set != CardLetter::C)
    }

    /// Returns a copy of the components without C cards and without actions that only C cards add.
    #[must_use]
    pub fn without_c_cards(&self) -> Components {
        let mut others = self.clone();
        let main = self.main_cards();
        others.cards.truncate(main);
        let labels = &mut others.labels;
        for list in [
            &mut labels.cards,
            &mut labels.card_names,
            &mut labels.card_designs,
        ] {
            list.truncate(main);
        }
        others
            .combat_actions
            .retain(|action| usize::from(action.card) < main);
        let of_cards = others.cards.iter().filter_map(|card| card.village_action);
        let village_actions = of_cards.max().map_or(0, |last| usize::from(last) + 1);
        others.village_actions.truncate(village_actions);
        others
    }

    /// Returns the ids of all careers, in order.
    pub fn career_ids(&self) -> impl Iterator<Item = CareerId> + use<> {
        (0..self.careers.len() as u8).map(CareerId::new)
    }

    /// Returns the ids of all locations, in order.
    pub fn location_ids(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len() as u8).map(LocationId::new)
    }

    /// Returns the maximum number of spaces of a market.
    pub fn largest_market(&self) -> usize {
        let spaces = self.markets().map(|market| usize::from(market.spaces));
        spaces.max().unwrap_or(0)
    }

    /// Returns the maximum number of spaces of a market that accepts different goods, or 0 if every
    /// market accepts only one good.
    pub fn largest_mixed_market(&self) -> usize {
        let mixed = self.markets().filter(|market| market.only_good().is_none());
        let spaces = mixed.map(|market| usize::from(market.spaces));
        spaces.max().unwrap_or(0)
    }

    /// Returns the markets of cities, city tiles and legacy tiles.
    fn markets(&self) -> impl Iterator<Item = Market> {
        let printed = self.locations.iter().filter_map(|place| place.market);
        let tiles = self.city_tiles.iter().map(|tile| tile.market);
        let legacy = self.legacy.iter().filter_map(|tile| tile.market);
        printed.chain(tiles).chain(legacy)
    }

    /// Returns a space of the explorer track.
    #[inline]
    pub fn space(&self, space: SpaceId) -> &ExplorerSpace {
        &self.explorer[usize::from(space)]
    }

    /// Returns a quest tile.
    #[inline]
    pub fn quest(&self, quest: QuestId) -> &QuestTile {
        &self.quests[usize::from(quest)]
    }
}

impl Index<CardId> for Components {
    type Output = Card;

    #[inline]
    fn index(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card)]
    }
}
