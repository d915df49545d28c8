//! Goods, island tiles, buildings, roles and set-up values, as read from the data set.
//!
//! Buildings are numbered in the order of the rulebook's price list. The number determines the
//! function of a building; costs and victory points come from the data set.

pub mod functions;
pub mod load;
pub mod violet;

use crate::game::MAX_SEATS;

/// Maximum cost of a building, in doubloons.
pub const HIGHEST_COST: u8 = 20;

/// Number of kinds of goods (PR-1.2).
pub const GOODS: usize = 5;
/// Names of the goods, in ascending order of price.
pub const GOOD_NAMES: [&str; GOODS] = ["corn", "indigo", "sugar", "tobacco", "coffee"];
/// Index of corn, the only good that needs no production building.
pub const CORN: usize = 0;

/// Number of kinds of island tiles: one plantation per good, and quarries.
pub const TILES: usize = 6;
/// Index of the quarry tile.
pub const QUARRY: usize = 5;
pub const TILE_NAMES: [&str; TILES] = ["corn", "indigo", "sugar", "tobacco", "coffee", "quarry"];

/// Number of spaces on an island (PR-1.1).
pub const ISLAND: u8 = 12;
/// Number of spaces in a city (PR-1.1).
pub const CITY: u8 = 12;
/// Number of spaces in the trading house (PR-2.4).
pub const HOUSE: u8 = 4;
/// Maximum number of barrels shipped with a wharf (PR-9.9).
pub const WHARF_CAPACITY: u8 = 11;
/// Maximum number of cargo ships in play (PR-2.1).
pub const SHIPS: usize = 3;
/// Maximum capacity of a cargo ship, in barrels.
pub const LARGEST_SHIP: u8 = 11;
/// Maximum number of circles on a building.
pub const MOST_SLOTS: u8 = 4;
/// Maximum number of copies of a building in the stock.
pub const MOST_COPIES: u8 = 5;
/// Maximum number of role cards that a player takes in a round.
pub const MOST_ROLES_EACH: u8 = 4;

/// A building, as an index into [`BUILDING_IDS`].
pub type Building = usize;
/// Bit set of buildings.
pub type Buildings = u32;

/// Number of different buildings.
pub const BUILDINGS: usize = 23;
/// Ids of the buildings, in the order of the price list.
pub const BUILDING_IDS: [&str; BUILDINGS] = [
    "small_indigo_plant",
    "small_sugar_mill",
    "indigo_plant",
    "sugar_mill",
    "tobacco_storage",
    "coffee_roaster",
    "small_market",
    "hacienda",
    "construction_hut",
    "small_warehouse",
    "hospice",
    "office",
    "large_market",
    "large_warehouse",
    "factory",
    "university",
    "harbor",
    "wharf",
    "guild_hall",
    "residence",
    "fortress",
    "customs_house",
    "city_hall",
];

/// Returns the set that contains only this building.
#[inline]
pub const fn only(building: Building) -> Buildings {
    1 << building
}

/// Set of the small indigo plant and the small sugar mill.
pub const SMALL_PRODUCTION: Buildings = 0b11;
/// Set of the four production buildings except the small indigo plant and the small sugar mill.
pub const LARGE_PRODUCTION: Buildings = 0b11_1100;
/// Index of the first violet building.
pub const FIRST_VIOLET: Building = 6;
/// Index of the first large building.
pub const FIRST_LARGE: Building = 18;
/// Set of all violet buildings, including the large buildings.
pub const VIOLET: Buildings = LARGE | (only(FIRST_LARGE) - only(FIRST_VIOLET));
/// Set of the five large buildings (PR-11.1).
pub const LARGE: Buildings = only(BUILDINGS) - only(FIRST_LARGE);

/// Returns the good that a building produces, or `None` for a violet building.
#[inline]
pub fn good_of(building: Building) -> Option<usize> {
    match building {
        0 | 2 => Some(1),
        1 | 3 => Some(2),
        4 => Some(3),
        5 => Some(4),
        _ => None,
    }
}

/// Data of one building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildingCard {
    /// Printed cost, in doubloons.
    pub cost: u8,
    pub vp: u8,
    /// Number of circles for colonists.
    pub slots: u8,
    /// Column of the main board, counted from 1.
    pub column: u8,
    /// Maximum discount from quarries, in doubloons (PR-6.2).
    pub discount: u8,
    /// Number of copies in the stock with two players and with three or more players (PR-2.1).
    pub quantity: [u8; 2],
}

/// Number of role cards (PR-2.1): six roles with an action, followed by the prospectors.
pub const ROLE_CARDS: usize = 8;
/// Names of the role cards in the notation.
pub const ROLE_NAMES: [&str; ROLE_CARDS] = [
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "prospector",
    "prospector 2",
];

/// Indices of the role cards.
pub mod role {
    /// Settler (PR-4).
    pub const SETTLER: u8 = 0;
    /// Mayor (PR-5).
    pub const MAYOR: u8 = 1;
    /// Builder (PR-6).
    pub const BUILDER: u8 = 2;
    /// Craftsman (PR-7).
    pub const CRAFTSMAN: u8 = 3;
    /// Trader (PR-8).
    pub const TRADER: u8 = 4;
    /// Captain (PR-9).
    pub const CAPTAIN: u8 = 5;
    /// First prospector (PR-10). The second prospector has the next index.
    pub const PROSPECTOR: u8 = 6;
}

/// One row of the set-up table in PR-2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupRow {
    /// Doubloons of each player.
    pub doubloons: u8,
    /// First plantation of each seat, as an index of a good.
    pub plantations: [u8; MAX_SEATS],
    /// Number of victory points in the pool.
    pub vp_chips: u8,
    /// Number of colonists in the supply, without the colonist ship.
    pub colonists: u8,
    /// Number of colonists on the colonist ship.
    pub colonist_ship: u8,
    /// Capacities of the cargo ships, in barrels; 0 for a ship that is not in play.
    pub ships: [u8; SHIPS],
    /// Number of plantations face up.
    pub face_up: u8,
    /// Number of quarries.
    pub quarries: u8,
    /// Number of plantation tiles for each good, including the first plantations of the players.
    pub tiles: [u8; GOODS],
    /// Number of barrels of each good.
    pub goods: [u8; GOODS],
    /// Number of prospector cards.
    pub prospectors: u8,
    /// Number of role cards that each player takes in a round.
    pub roles_each: u8,
}

/// All values from the data set, for one profile and number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Data of the buildings, by index.
    pub buildings: [BuildingCard; BUILDINGS],
    /// Names and effect texts of the buildings, by index.
    pub building_texts: Vec<(String, String)>,
    /// Price of each good in the trading house, in doubloons.
    pub prices: [u8; GOODS],
    /// The matching row of the set-up table.
    pub setup: SetupRow,
}

/// Set of rules that a game follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Rulebook,
    /// Rules as implemented by the TAG framework.
    Tag,
}

impl Profile {
    /// Returns the name in options and data.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Rulebook => "rulebook",
            Profile::Tag => "tag",
        }
    }
}
