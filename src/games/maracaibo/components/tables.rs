//! Careers, prestige buildings, tracks, scenario cards and legacy tiles.

use super::board::Market;
use super::card_set::CardSet;
use super::effect::{Cost, Effects};
use super::ids::LocationId;

/// What a career task counts (M-16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Combat tokens.
    CombatTokens,
    /// Quest tiles.
    Quests,
    /// Influence with one nation.
    OneNation,
    /// Influence with each of two nations.
    TwoNations,
    /// Completed ship upgrades.
    Upgrades,
    /// Borders crossed: `lower` and `upper` are how many, up to the border that the card shows.
    Explorer,
    /// Synergy tokens.
    Synergies,
    /// Own assistants on the map.
    Assistants,
}

/// A task of a career card (M-16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareerTask {
    /// What is counted.
    pub kind: Counted,
    /// Lower requirement.
    pub lower: u8,
    /// Upper requirement.
    pub upper: u8,
    /// Doubloons at either level.
    pub doubloons: u8,
    /// VP at the upper level.
    pub vp: u8,
}

/// A career card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Career {
    /// Its tasks.
    pub tasks: [CareerTask; 3],
}

/// What a prestige building counts at the end (M-20.2), in the order P1 … P8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrestigeKind {
    /// 4 VP per border passed.
    Monastery,
    /// 2 VP per quest tile.
    Palace,
    /// 4 VP per own assistant, at most 16.
    Basilica,
    /// 2 VP per figure in own supply and per CP.
    Fortress,
    /// 3 VP per synergy token.
    Minster,
    /// 2 VP per combat token.
    MilitaryBase,
    /// 2 VP per completed ship upgrade.
    Academy,
    /// Twice the VP of the own doubloon income marker.
    Cathedral,
}

/// A prestige building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prestige {
    /// What it scores.
    pub kind: PrestigeKind,
    /// Price in doubloons; 1 figure always comes on top.
    pub cost: u8,
    /// Synergy token.
    pub synergy: u8,
}

/// CP that the ship board holds (M-7.10).
pub const MAX_CP: u8 = 8;
/// Steps of an influence track beyond 0.
pub const MAX_INFLUENCE: usize = 31;
/// Spaces of a nation's marker supply.
pub const SUPPLY_SPACES: usize = 7;
/// Last position of the doubloon income track (M-19.3).
pub const DOUBLOON_INCOME_END: u8 = 34;
/// Last position of the VP income track (M-19.4).
pub const VP_INCOME_END: u8 = 20;

/// Influence, supply and income tracks; the same for every nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracks {
    /// Last step of an influence track.
    pub influence_end: u8,
    /// Noble rank by step: the number under the last red space reached.
    pub rank: [u8; MAX_INFLUENCE + 1],
    /// The step that "next noble rank" leads to, by step; the end beyond the last rank (M-A13).
    pub next_rank: [u8; MAX_INFLUENCE + 1],
    /// Markers on each supply space, left to right.
    pub supply: [u8; SUPPLY_SPACES],
    /// Value of each supply space once emptied (M-A1).
    pub supply_value: [u8; SUPPLY_SPACES],
    /// VP printed along the doubloon income track, by position.
    pub doubloon_vp: [u8; DOUBLOON_INCOME_END as usize + 1],
}

/// Where quests are placed by a scenario card: location and the fewest players for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestPlacement {
    /// 0 at set-up, 1 to 3 after that round.
    pub after_round: u8,
    /// Location.
    pub location: LocationId,
    /// Placed with at least so many players (solo counts as 2).
    pub min_players: u8,
}

/// A scenario card: 75, 76 or 77.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// `75`, `76`, `77`.
    pub id: String,
    /// Quests, in the order of placement.
    pub quests: Vec<QuestPlacement>,
    /// Legacy tiles it brings, as bits: tile Ln is bit n.
    pub legacy: u32,
    /// C cards it brings.
    pub cards: CardSet,
}

/// A legacy tile of the kinds that have numbers in the data (M-22); fields that a kind does not
/// use are `None`, 0 or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyTile {
    /// Its number: 1 for L1.
    pub number: u8,
    /// Location it lies on, or that it adds (L4, L7), or where its route starts (L2, L8, L18).
    pub location: Option<LocationId>,
    /// End of the route that costs 3 points (L2, L8, L18).
    pub route_to: Option<LocationId>,
    /// Disc spaces (L10–L17).
    pub spaces: u8,
    /// Cost (L10–L17).
    pub cost: Cost,
    /// Reward (L10–L17, L25) or flag reward (L1, L4, L7).
    pub reward: Effects,
    /// Market (L1, L4, L7).
    pub market: Option<Market>,
}
