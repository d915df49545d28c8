//! State of a game, as a flat value without pointers.

use crate::game::{MAX_SEATS, Seat};
use crate::puerto_rico::components::{
    BUILDINGS, Buildings, CORN, GOODS, LARGE, ROLE_CARDS, SHIPS, TILES, VIOLET,
};
use serde::{Deserialize, Serialize};

/// Current decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    /// A role card (PR-3.1).
    Role,
    /// Settler: use of the hacienda (PR-4.6).
    Hacienda,
    /// Settler: the tile to place (PR-4.1).
    Plantation,
    /// Settler: the colonist of the hospice for the new tile (PR-4.8).
    Hospice,
    /// Mayor: the colonist of the privilege (PR-5.1).
    Privilege,
    /// Mayor: the number of colonists in a class of circles (PR-5.3).
    Staff,
    /// Builder: the building to build (PR-6.1).
    Build,
    /// Builder: the colonist of the university for the new building (PR-6.6).
    University,
    /// Craftsman: the good of the privilege (PR-7.5).
    Bonus,
    /// Trader: the good to sell (PR-8.1).
    Sell,
    /// Captain: the good to load, and its ship (PR-9.1).
    Load,
    /// Captain: a kind of good to store in a warehouse (PR-9.12).
    Store,
    /// Captain: the kind of the single barrel (PR-9.12).
    Keep,
    /// Craftsman: the decision to produce (PR-A31).
    Produce,
    /// The game is over (PR-12.1).
    Over,
    /// The cap on rounds has ended the game.
    Capped,
}

/// Bit set of the reasons why the game ends after this round (PR-12.1).
pub mod ending {
    /// The colonist ship could not be filled.
    pub const COLONISTS: u8 = 1;
    /// A player has filled the city.
    pub const CITY: u8 = 2;
    /// The VP pool is empty.
    pub const VP: u8 = 4;
}

/// Value of [`Ship::good`] for an empty ship.
pub const NO_GOOD: u8 = u8::MAX;

/// A cargo ship. Its capacity is part of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    /// Index of the good, or [`NO_GOOD`].
    pub good: u8,
    /// Number of barrels.
    pub barrels: u8,
}

impl Ship {
    pub const EMPTY: Ship = Ship {
        good: NO_GOOD,
        barrels: 0,
    };
}

/// Board and windrose of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Set of buildings in the city.
    pub owned: Buildings,
    /// Set of violet buildings with a colonist.
    pub staffed: Buildings,
    pub doubloons: u16,
    /// VP chips for loaded barrels (PR-9.6).
    pub vp_goods: u16,
    /// VP chips from the harbor (PR-9.8).
    pub vp_harbor: u16,
    /// VP chips from the captain's privilege (PR-9.7).
    pub vp_captain: u8,
    /// Sum of the VP printed on the buildings.
    pub vp_buildings: u8,
    /// Number of barrels of each good on the windrose.
    pub goods: [u8; GOODS],
    /// Number of island tiles of each kind.
    pub tiles: [u8; TILES],
    /// Number of colonists on island tiles of each kind.
    pub workers: [u8; TILES],
    /// Number of colonists in production buildings, by good; always 0 for corn. Small and large
    /// buildings are counted together because the rules do not distinguish them (PR-7.2).
    pub artisans: [u8; GOODS],
    /// Number of colonists in San Juan. While the player places colonists, number of colonists not
    /// placed yet.
    pub san_juan: u8,
}

impl Player {
    /// Returns the number of VP chips, including VP noted on paper.
    #[inline]
    pub fn chips(&self) -> u16 {
        self.vp_goods + self.vp_harbor + u16::from(self.vp_captain)
    }

    /// Returns the number of filled island spaces.
    #[inline]
    pub fn island(&self) -> u8 {
        self.tiles.iter().sum()
    }

    /// Returns the number of filled city spaces (PR-1.6).
    #[inline]
    pub fn city(&self) -> u8 {
        (self.owned.count_ones() + (self.owned & LARGE).count_ones()) as u8
    }

    /// Returns the number of colonists on the board, including San Juan.
    #[inline]
    pub fn colonists(&self) -> u8 {
        let island: u8 = self.workers.iter().sum();
        let production: u8 = self.artisans.iter().sum();
        self.san_juan + island + production + self.staffed.count_ones() as u8
    }

    /// Returns true if at least one building of the set has a colonist.
    #[inline]
    pub fn has(&self, building: Buildings) -> bool {
        self.staffed & building != 0
    }

    /// Returns the number of barrels of a good that a craftsman phase produces if the supply is
    /// large enough (PR-7.1).
    #[inline]
    pub fn output(&self, good: usize) -> u8 {
        let workers = self.workers[good];
        match good {
            CORN => workers,
            _ => workers.min(self.artisans[good]),
        }
    }

    /// Returns the kinds of goods on the windrose, as a set.
    #[inline]
    pub fn held(&self) -> u8 {
        set_of(&self.goods)
    }

    /// Returns the violet buildings in the city, staffed or not, as a set.
    #[inline]
    pub fn violet(&self) -> Buildings {
        self.owned & VIOLET
    }
}

/// Returns the set of kinds with a count above zero.
#[inline]
pub fn set_of(counts: &[u8; GOODS]) -> u8 {
    let mut set = 0;
    for (good, &count) in counts.iter().enumerate() {
        set |= u8::from(count > 0) << good;
    }
    set
}

/// Iterator over the members of a bit set, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Members(pub u32);

impl Iterator for Members {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let member = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(member)
    }
}

/// State of a game after any number of decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Boards by seat. Entries from `seats` on are unused.
    pub players: [Player; MAX_SEATS],
    /// Set of buildings with at least one copy in the stock.
    pub in_stock: Buildings,
    /// Victory points in the pool; negative if VP have been noted on paper (PR-9.11).
    pub pool: i16,
    pub seats: u8,
    /// Current decision, or the way in which the game ended.
    pub phase: Phase,
    /// Round, counted from 1.
    pub round: u8,
    /// Seat with the governor card.
    pub governor: u8,
    /// Number of roles in this round whose phase is over.
    pub picks: u8,
    /// Set of role cards taken in this round.
    pub roles_taken: u8,
    /// Role card of the current phase.
    pub role: u8,
    /// Seat that took the current role card.
    pub owner: u8,
    /// Seat that decides.
    pub active: u8,
    /// Doubloons on each role card.
    pub role_doubloons: [u8; ROLE_CARDS],
    /// Number of copies of each building in the stock.
    pub stock: [u8; BUILDINGS],
    /// Number of barrels of each good in the supply.
    pub supply: [u8; GOODS],
    pub ships: [Ship; SHIPS],
    /// Number of barrels of each good in the trading house.
    pub house: [u8; GOODS],
    /// Number of face-down plantations of each kind. Their order is determined when they are drawn.
    pub stack: [u8; GOODS],
    /// Number of discarded plantations of each kind.
    pub discards: [u8; GOODS],
    /// Number of face-up plantations of each kind.
    pub row: [u8; GOODS],
    /// Number of quarries in the supply.
    pub quarries: u8,
    /// Number of colonists in the supply.
    pub colonists: u8,
    /// Number of colonists on the colonist ship.
    pub colonist_ship: u8,
    /// Reasons why the game ends after this round, as a set of [`ending`] bits.
    pub endings: u8,
    /// Settler and builder: tile or building placed last. Craftsman: set of goods that the owner of
    /// the role produced. Captain: set of goods stored in warehouses.
    pub scratch: u8,
    /// Mayor: class of circles for which the player is placing colonists.
    pub class: u8,
    /// Mayor: number of circles in later classes.
    pub later: u8,
    /// Captain: number of turns in a row in which no player loaded (PR-A11).
    pub idle: u8,
    /// Captain: set of seats that have used their wharf.
    pub wharves_used: u8,
    /// Captain: true if the owner's privilege has not been used (PR-9.7).
    pub privilege: bool,
}

impl State {
    /// Returns the boards of the players in the game.
    #[inline]
    pub fn seated(&self) -> &[Player] {
        &self.players[..usize::from(self.seats)]
    }

    /// Returns the seat that decides, or `None` if the game is over.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over | Phase::Capped => None,
            _ => Some(Seat::from(self.active)),
        }
    }

    /// Returns the board of the active player.
    #[inline]
    pub fn player(&self) -> &Player {
        &self.players[usize::from(self.active)]
    }

    /// Returns the board of the active player for modification.
    #[inline]
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.active)]
    }

    /// Returns true if the active player is the owner of the role.
    #[inline]
    pub fn is_owner(&self) -> bool {
        self.active == self.owner
    }

    /// Returns the next seat in clockwise order.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// Advances to the next seat in phase order. Returns false if all seats have had their turn
    /// (PR-3.4).
    #[inline]
    pub fn advance(&mut self) -> bool {
        self.active = self.next_seat(self.active);
        self.active != self.owner
    }
}
