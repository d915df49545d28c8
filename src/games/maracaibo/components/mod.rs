//! The components of Maracaibo, compiled from the data files into small tables that the rules
//! index: cards, locations, tiles, tokens, tracks.
//!
//! Everything the rules touch while a game runs is `Copy` and lies in flat arrays; what people
//! read (ids, names) lies beside it in [`Labels`].

mod automa;
mod board;
mod card;
mod card_set;
mod effect;
mod tables;

use std::ops::Index;

pub use automa::*;
pub use board::*;
pub use card::*;
pub use card_set::*;
pub use effect::*;
pub use tables::*;

/// Index of a project card in [`Components::cards`], in the order of the data file.
pub type CardId = u8;
/// Index of a location in [`Components::locations`], in order of their numbers (9 < 9a < 10).
pub type LocationId = u8;
/// Index of a quest tile in [`Components::quests`].
pub type QuestId = u8;
/// Index of a space of the explorer track in [`Components::explorer`]; a space comes after every
/// space from which it can be reached.
pub type SpaceId = u8;

/// "None" in a field that otherwise holds an index.
pub const NONE: u8 = u8::MAX;

/// Most project cards that a data set may have.
pub const MAX_CARDS: usize = 192;
/// Most locations, legacy cities included.
pub const MAX_LOCATIONS: usize = 32;
/// Most quest tiles.
pub const MAX_QUESTS: usize = 32;
/// Most combat tokens.
pub const MAX_TOKENS: usize = 32;
/// Most spaces of the explorer track.
pub const MAX_SPACES: usize = 64;
/// Most cards with a combat action: each is a kind of its own (M-A10).
pub const MAX_COMBAT_CARDS: usize = 19;
/// Most quests that lie on the cards of one player.
pub const MAX_CARD_QUESTS: usize = 2;
/// Kinds of goods, and of objects.
pub const GOODS: usize = 4;
/// Nations.
pub const NATIONS: usize = 3;
/// Kinds of synergy tokens.
pub const SYNERGIES: usize = 5;
/// Ship-upgrade areas (M-17); area `i` is U(i+1).
pub const UPGRADES: usize = 12;

/// Names of the nations as the data files and the notation write them.
pub const NATION_NAMES: [&str; NATIONS] = ["france", "spain", "england"];
/// Names of the goods.
pub const GOOD_NAMES: [&str; GOODS] = ["sugar", "tobacco", "corn", "cocoa"];
/// Names of the objects.
pub const OBJECT_NAMES: [&str; GOODS] = ["map", "book", "herb", "sextant"];
/// Index of the herb among the objects.
pub const HERB: u8 = 2;
/// Names of the synergy kinds.
pub const SYNERGY_NAMES: [&str; SYNERGIES] = ["anchor", "tools", "medal", "house", "crown"];
/// Names of the borders on the explorer track; their index is [`ExplorerSpace::border_before`].
pub const BORDER_NAMES: [&str; 3] = ["blue", "red", "green"];
/// Index of the red border, which gives influence (M-9.6).
pub const RED_BORDER: u8 = 1;

/// Everything that the rules look up.
#[derive(Clone, Debug)]
pub struct Components {
    /// Project cards.
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
    /// Prestige buildings, in the order of [`PrestigeKind`].
    pub prestige: Vec<Prestige>,
    /// Tracks.
    pub tracks: Tracks,
    /// Scenario cards.
    pub scenarios: Vec<Scenario>,
    /// Legacy tiles.
    pub legacy: Vec<LegacyTile>,
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

impl Index<CardId> for Components {
    type Output = Card;

    #[inline]
    fn index(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card)]
    }
}
