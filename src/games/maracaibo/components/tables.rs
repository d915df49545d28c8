//! Careers, prestige buildings, tracks, scenario cards and legacy tiles.

use super::board::Market;
use super::card_set::CardSet;
use super::effect::{Cost, Effects};
use super::ids::LocationId;

/// The quantity that a career task counts (M-16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    CombatTokens,
    Quests,
    /// Influence with one nation.
    OneNation,
    /// Influence with each of two nations.
    TwoNations,
    Upgrades,
    /// Borders crossed. `lower` and `upper` are the numbers of borders up to and including the
    /// border that the card shows.
    Explorer,
    Synergies,
    Assistants,
}

impl Counted {
    /// All quantities in the order of the variants, with their words in tasks, their names in network inputs, and their
    /// texts for people.
    #[rustfmt::skip]
    pub const ALL: [(Counted, &str, &str, &str); 8] = [
        (Counted::CombatTokens, "combat_tokens", "combat tokens", "{n combat token}"),
        (Counted::Quests, "quests", "quests", "{n quest tile}"),
        (Counted::OneNation, "one_nation", "one nation", "{n} influence with one nation"),
        (Counted::TwoNations, "two_nations", "two nations", "{n} influence with each of two nations"),
        (Counted::Upgrades, "upgrades", "upgrades", "{n completed upgrade}"),
        (Counted::Explorer, "explorer", "explorer", "{n border} crossed by the explorer"),
        (Counted::Synergies, "synergy", "synergies", "{n synergy token}"),
        (Counted::Assistants, "assistants", "assistants", "{n assistant} on the map"),
    ];
}

const _: () = {
    let mut index = 0;
    while index < Counted::ALL.len() {
        assert!(Counted::ALL[index].0 as usize == index);
        index += 1;
    }
};

/// A task of a career card (M-16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareerTask {
    /// Quantity that the task counts.
    pub kind: Counted,
    /// Value needed for the lower level.
    pub lower: u8,
    /// Value needed for the upper level.
    pub upper: u8,
    /// Doubloons at either level.
    pub doubloons: u8,
    /// VP at the upper level.
    pub vp: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Career {
    pub tasks: [CareerTask; 3],
}

/// Scoring of a prestige building at the end of the game (M-20.2), in the order P1 to P8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrestigeKind {
    /// 4 VP per border passed.
    Monastery,
    /// 2 VP per quest tile.
    Palace,
    /// 4 VP per assistant of the player, up to 16 VP.
    Basilica,
    /// 2 VP per figure in the player's supply and per CP.
    Fortress,
    /// 3 VP per synergy token.
    Minster,
    /// 2 VP per combat token.
    MilitaryBase,
    /// 2 VP per completed ship upgrade.
    Academy,
    /// Twice the VP shown at the player's doubloon income marker.
    Cathedral,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prestige {
    pub kind: PrestigeKind,
    /// Price in doubloons; each investment also costs 1 figure.
    pub cost: u8,
    /// Kind of the synergy token gained.
    pub synergy: u8,
}

/// Maximum number of cards in a game: 157 A and B cards and the 8 C cards, plus a reserve.
pub const DECK_ROOM: usize = 168;
/// Number of figures of one colour, and therefore the maximum number of assistants of one player
/// (M-1.11).
pub const FIGURES: usize = 8;
/// Number of cards in the display.
pub const DISPLAY: usize = 4;
/// Movement points per turn (M-3.1).
pub const MOVEMENT_POINTS: u8 = 7;
/// Maximum number of CP on the ship board (M-7.10).
pub const MAX_CP: u8 = 8;
/// Maximum step of an influence track; tracks start at step 0.
pub const MAX_INFLUENCE: usize = 31;
/// Number of spaces in a nation's marker supply.
pub const SUPPLY_SPACES: usize = 7;
/// Last position of the doubloon income track (M-19.3).
pub const DOUBLOON_INCOME_END: u8 = 34;
/// Last position of the VP income track (M-19.4).
pub const VP_INCOME_END: u8 = 20;

/// Influence, supply and income tracks; every nation has the same tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracks {
    /// Last step of an influence track.
    pub influence_end: u8,
    /// Noble rank by step: the number under the last red space reached.
    pub rank: [u8; MAX_INFLUENCE + 1],
    /// The step that "next noble rank" leads to, by step; beyond the last rank it is the end of the
    /// track (M-A13).
    pub next_rank: [u8; MAX_INFLUENCE + 1],
    /// Number of markers on each supply space, from left to right.
    pub supply: [u8; SUPPLY_SPACES],
    /// Value of each supply space once it is empty (M-A1).
    pub supply_value: [u8; SUPPLY_SPACES],
    /// VP printed along the doubloon income track, by position.
    pub doubloon_vp: [u8; DOUBLOON_INCOME_END as usize + 1],
}

/// A quest that a scenario card places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestPlacement {
    /// 0 at set-up; 1 to 3 after that round.
    pub after_round: u8,
    /// Location of the quest.
    pub location: LocationId,
    /// Minimum number of players for the quest (solo counts as 2).
    pub min_players: u8,
}

/// Scenario card 75, 76 or 77.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Card number: `75`, `76` or `77`.
    pub id: String,
    /// Quests in the order in which they are placed.
    pub quests: Vec<QuestPlacement>,
    /// Legacy tiles that the scenario adds, as bits: tile Ln is bit n.
    pub legacy: u32,
    /// C cards that the scenario adds.
    pub cards: CardSet,
}

/// Kind of a legacy tile, which determines the columns that it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegacyKind {
    /// L1: a village of the map becomes a city.
    Settled,
    /// L4, L7: a new city next to the map.
    NewCity,
    /// L2, L8, L18: a road.
    Route,
    /// L3: covers a city with a city tile.
    Closed,
    /// L5: gives a figure for stopping at its location.
    Figure,
    /// L20–L23: closes a village.
    Skull,
    /// L6: next to the map, without a location.
    SilverFleet,
    /// L9: next to the map, without a location.
    GoldMine,
    /// L10–L17: has disc spaces.
    Discs,
    /// L25: gives a reward.
    Gift,
}

impl LegacyKind {
    /// Returns the kind of the tile with this number.
    pub fn of(tile: u8) -> LegacyKind {
        match tile {
            1 => LegacyKind::Settled,
            4 | 7 => LegacyKind::NewCity,
            2 | 8 | 18 => LegacyKind::Route,
            3 => LegacyKind::Closed,
            5 => LegacyKind::Figure,
            6 => LegacyKind::SilverFleet,
            9 => LegacyKind::GoldMine,
            10..=17 => LegacyKind::Discs,
            25 => LegacyKind::Gift,
            _ => LegacyKind::Skull,
        }
    }
}

/// A legacy tile with data-driven properties (M-22). Fields that do not apply to a tile are `None`,
/// 0 or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyTile {
    /// Tile number: 1 for L1.
    pub number: u8,
    /// The tile's location, the location it adds (L4, L7), or the start of its route (L2, L8, L18).
    pub location: Option<LocationId>,
    /// End of the route that costs 3 points (L2, L8, L18).
    pub route_to: Option<LocationId>,
    /// Number of disc spaces (L10–L17).
    pub spaces: u8,
    /// Cost of placing a disc (L10–L17).
    pub cost: Cost,
    /// Reward (L10–L17, L25) or flag reward (L1, L4, L7).
    pub reward: Effects,
    /// Market (L1, L4, L7).
    pub market: Option<Market>,
}
