//! All components together.

use std::ops::Index;

use super::automa::{AutomaCard, AutomaTrack};
use super::board::{CityTile, CombatToken, ExplorerSpace, Location, Market, QuestTile};
use super::card::{AssistantAction, Card, CardLetter, CombatAction, VillageAction};
use super::ids::{CardId, CareerId, LocationId, QuestId, SpaceId};
use super::story::StoryCard;
use super::tables::{Career, LegacyTile, Prestige, Scenario, Tracks};

/// Everything that the rules look up.
#[derive(Clone, Debug)]
pub struct Components {
    /// Project cards, C cards behind the others.
    pub cards: Vec<Card>,
    /// Distinct assistant actions.
    pub assistant_actions: Vec<AssistantAction>,
    /// Distinct village actions of cards.
    pub village_actions: Vec<VillageAction>,
    /// Combat actions, one entry per card that has one.
    pub combat_actions: Vec<CombatAction>,
    /// Locations of the map, those of L4 and L7 included.
    pub locations: Vec<Location>,
    /// City tiles.
    pub city_tiles: Vec<CityTile>,
    /// Combat tokens.
    pub tokens: Vec<CombatToken>,
    /// Quest tiles.
    pub quests: Vec<QuestTile>,
    /// Explorer track.
    pub explorer: Vec<ExplorerSpace>,
    /// Careers.
    pub careers: Vec<Career>,
    /// Prestige buildings, in the order of [`PrestigeKind`](super::PrestigeKind).
    pub prestige: Vec<Prestige>,
    /// Tracks.
    pub tracks: Tracks,
    /// Scenario cards.
    pub scenarios: Vec<Scenario>,
    /// Legacy tiles.
    pub legacy: Vec<LegacyTile>,
    /// Story cards, in ascending order of their numbers.
    pub story: Vec<StoryCard>,
    /// Cards of the automa.
    pub automa: Vec<AutomaCard>,
    /// Disc track of the automa.
    pub automa_track: AutomaTrack,
    /// Well-known places.
    pub places: Places,
    /// Ids and names.
    pub labels: Labels,
}

/// Locations and explorer spaces that rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Havana, 0.
    pub havana: LocationId,
    /// The spaces of the four drawn city tiles: 4, 5, 13, 14.
    pub tile_cities: [LocationId; 4],
    /// Maracaibo, 11.
    pub maracaibo: LocationId,
    /// 21a.
    pub round_end: LocationId,
    /// 22.
    pub game_end: LocationId,
    /// Villages that get a marker with 2 players: 6, 7, 8 (Spain, England, France).
    pub starting_markers: [LocationId; 3],
    /// Explorer space 4: threshold of L4.
    pub explorer_4: SpaceId,
    /// Explorer space 5: threshold of L9.
    pub explorer_5: SpaceId,
    /// Explorer space 11: threshold of L7.
    pub explorer_11: SpaceId,
    /// Last explorer space.
    pub explorer_end: SpaceId,
}

/// Ids and names for people; the rules never look at them.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Ids of the project cards.
    pub cards: Vec<String>,
    /// Names of the project cards.
    pub card_names: Vec<String>,
    /// Designs of the project cards: copies share one.
    pub card_designs: Vec<String>,
    /// Numbers of the locations, as text.
    pub locations: Vec<String>,
    /// Names of the locations.
    pub location_names: Vec<String>,
    /// Ids of the city tiles.
    pub city_tiles: Vec<String>,
    /// Names of the city tiles.
    pub city_tile_names: Vec<String>,
    /// Ids of the combat tokens.
    pub tokens: Vec<String>,
    /// Ids of the quest tiles.
    pub quests: Vec<String>,
    /// Ids of the explorer spaces.
    pub spaces: Vec<String>,
    /// Ids of the careers.
    pub careers: Vec<String>,
    /// Names of the careers.
    pub career_names: Vec<String>,
    /// Ids of the prestige buildings.
    pub prestige: Vec<String>,
    /// Names of the prestige buildings.
    pub prestige_names: Vec<String>,
    /// Ids of the automa cards.
    pub automa: Vec<String>,
}

impl Components {
    /// The ids of all cards, in order.
    pub fn card_ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u8).map(CardId::new)
    }

    /// Number of A and B cards: the index of the first C card.
    pub fn main_cards(&self) -> usize {
        self.cards.partition_point(|card| card.set != CardLetter::C)
    }

    /// The same without C cards and what they alone add.
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

    /// The ids of all careers, in order.
    pub fn career_ids(&self) -> impl Iterator<Item = CareerId> + use<> {
        (0..self.careers.len() as u8).map(CareerId::new)
    }

    /// The ids of all locations, in order.
    pub fn location_ids(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len() as u8).map(LocationId::new)
    }

    /// Most spaces of a market.
    pub fn largest_market(&self) -> usize {
        let spaces = self.markets().map(|market| usize::from(market.spaces));
        spaces.max().unwrap_or(0)
    }

    /// Most spaces of a market that takes different goods; 0 if all take one.
    pub fn largest_mixed_market(&self) -> usize {
        let mixed = self.markets().filter(|market| market.only_good().is_none());
        let spaces = mixed.map(|market| usize::from(market.spaces));
        spaces.max().unwrap_or(0)
    }

    /// The markets of cities, city tiles and legacy tiles.
    fn markets(&self) -> impl Iterator<Item = Market> {
        let printed = self.locations.iter().filter_map(|place| place.market);
        let tiles = self.city_tiles.iter().map(|tile| tile.market);
        let legacy = self.legacy.iter().filter_map(|tile| tile.market);
        printed.chain(tiles).chain(legacy)
    }

    /// A space of the explorer track.
    #[inline]
    pub fn space(&self, space: SpaceId) -> &ExplorerSpace {
        &self.explorer[usize::from(space)]
    }

    /// What a quest tile asks for and gives.
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
