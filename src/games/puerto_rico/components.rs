//! Goods, island tiles, buildings, roles and the set-up numbers, as read from the data.
//!
//! Buildings are numbered in the order of the rulebook's price list; what they do is bound to that
//! number, what they cost and are worth is data.

use crate::game::MAX_SEATS;

/// Kinds of goods (PR-1.2).
pub const GOODS: usize = 5;
/// Names of the goods, by price.
pub const GOOD_NAMES: [&str; GOODS] = ["corn", "indigo", "sugar", "tobacco", "coffee"];
/// Corn, the only good without a production building.
pub const CORN: usize = 0;

/// Kinds of island tiles: a plantation for each good, and quarries.
pub const TILES: usize = 6;
/// The island tile that is no plantation.
pub const QUARRY: usize = 5;
/// Names of the island tiles.
pub const TILE_NAMES: [&str; TILES] = ["corn", "indigo", "sugar", "tobacco", "coffee", "quarry"];

/// Spaces of an island (PR-1.1).
pub const ISLAND: u8 = 12;
/// Spaces of a city (PR-1.1).
pub const CITY: u8 = 12;
/// Spaces of the trading house (PR-2.4).
pub const HOUSE: u8 = 4;
/// Most barrels that a wharf takes (PR-9.9).
pub const WHARF_CAPACITY: u8 = 11;
/// Most cargo ships in play (PR-2.1).
pub const SHIPS: usize = 3;
/// Most spaces that a cargo ship may have.
pub const LARGEST_SHIP: u8 = 11;
/// Most circles that a building may have.
pub const MOST_SLOTS: u8 = 4;
/// Most tiles of a building that may be in the stock.
pub const MOST_COPIES: u8 = 5;
/// Most role cards that a player may take in a round.
pub const MOST_ROLES_EACH: u8 = 4;

/// A building, as its number in [`BUILDING_IDS`].
pub type Building = usize;
/// A set of buildings.
pub type Buildings = u32;

/// Kinds of buildings.
pub const BUILDINGS: usize = 23;
/// Ids of the buildings.
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

/// The set that holds one building.
#[inline]
pub const fn only(building: Building) -> Buildings {
    1 << building
}

/// The small indigo plant and the small sugar mill.
pub const SMALL_PRODUCTION: Buildings = 0b11;
/// The other four production buildings.
pub const LARGE_PRODUCTION: Buildings = 0b11_1100;
/// Number of the first violet building.
pub const FIRST_VIOLET: Building = 6;
/// Number of the first large building.
pub const FIRST_LARGE: Building = 18;
/// All violet buildings.
pub const VIOLET: Buildings = LARGE | (only(FIRST_LARGE) - only(FIRST_VIOLET));
/// The five large buildings (PR-11.1).
pub const LARGE: Buildings = only(BUILDINGS) - only(FIRST_LARGE);

/// The good that a building makes; `None` for violet buildings.
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

/// What the data says of a building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildingCard {
    /// Printed cost.
    pub cost: u8,
    /// Printed victory points.
    pub vp: u8,
    /// Circles.
    pub slots: u8,
    /// Column of the board.
    pub column: u8,
    /// Most doubloons that quarries save (PR-6.2).
    pub discount: u8,
    /// In the stock with two players, and with more (PR-2.1).
    pub quantity: [u8; 2],
}

/// Role cards (PR-2.1): six with an action, then the prospectors.
pub const ROLE_CARDS: usize = 8;
/// Names of the role cards in notation.
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

/// Numbers of the role cards.
pub mod role {
    /// PR-4.
    pub const SETTLER: u8 = 0;
    /// PR-5.
    pub const MAYOR: u8 = 1;
    /// PR-6.
    pub const BUILDER: u8 = 2;
    /// PR-7.
    pub const CRAFTSMAN: u8 = 3;
    /// PR-8.
    pub const TRADER: u8 = 4;
    /// PR-9.
    pub const CAPTAIN: u8 = 5;
    /// PR-10; the second prospector is the next number.
    pub const PROSPECTOR: u8 = 6;
}

/// One line of the table of PR-2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupRow {
    /// Doubloons of every player.
    pub doubloons: u8,
    /// The plantation that each seat starts with.
    pub plantations: [u8; MAX_SEATS],
    /// Victory points in the pool.
    pub vp_chips: u8,
    /// Colonists in the supply, without those on the ship.
    pub colonists: u8,
    /// Colonists on the ship.
    pub colonist_ship: u8,
    /// Capacities of the cargo ships; 0 for a ship that is not in play.
    pub ships: [u8; SHIPS],
    /// Plantations face up.
    pub face_up: u8,
    /// Quarries.
    pub quarries: u8,
    /// Plantation tiles, those of the start included.
    pub tiles: [u8; GOODS],
    /// Barrels of each good.
    pub goods: [u8; GOODS],
    /// Prospector cards.
    pub prospectors: u8,
    /// Role cards that each player takes in a round.
    pub roles_each: u8,
}

/// Everything that the data says, for one profile and number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// By number.
    pub buildings: [BuildingCard; BUILDINGS],
    /// Names of the buildings and what they do, by number.
    pub building_texts: Vec<(String, String)>,
    /// Price of each good in the trading house.
    pub prices: [u8; GOODS],
    /// The line of the set-up table.
    pub setup: SetupRow,
}
