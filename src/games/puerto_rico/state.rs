//! One position: a flat value.

use super::components::{
    BUILDINGS, Buildings, CORN, GOODS, LARGE, ROLE_CARDS, SHIPS, TILES, VIOLET,
};
use crate::game::{MAX_SEATS, Seat};
use schemars::JsonSchema;
use serde::Serialize;

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    /// Which role card (PR-3.1).
    Role,
    /// Settler: whether the hacienda draws (PR-4.6).
    Hacienda,
    /// Settler: which tile (PR-4.1).
    Plantation,
    /// Settler: whether the hospice puts a colonist on it (PR-4.8).
    Hospice,
    /// Mayor: whether to take the colonist of the privilege (PR-5.1).
    Privilege,
    /// Mayor: how many colonists one class of circles gets (PR-5.3).
    Staff,
    /// Builder: which building (PR-6.1).
    Build,
    /// Builder: whether the university puts a colonist on it (PR-6.6).
    University,
    /// Craftsman: the good of the privilege (PR-7.5).
    Bonus,
    /// Trader: which good (PR-8.1).
    Sell,
    /// Captain: what is loaded where (PR-9.1).
    Load,
    /// Captain: a kind that a warehouse keeps (PR-9.12).
    Store,
    /// Captain: the kind of the single barrel (PR-9.12).
    Keep,
    /// Craftsman: whether to produce (PR-A31).
    Produce,
    /// The game is over (PR-12.1).
    Over,
    /// Stopped by the cap on rounds.
    Capped,
}

/// Why the game ends after this round (PR-12.1), as a set.
pub mod ending {
    /// The colonist ship could not be filled.
    pub const COLONISTS: u8 = 1;
    /// Somebody has filled his city.
    pub const CITY: u8 = 2;
    /// The last victory point was taken.
    pub const VP: u8 = 4;
}

/// In [`Ship::good`]: the ship is empty.
pub const NO_GOOD: u8 = u8::MAX;

/// A cargo ship; its capacity is in the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship {
    /// What it carries, or [`NO_GOOD`].
    pub good: u8,
    /// How many barrels.
    pub barrels: u8,
}

impl Ship {
    /// A ship without barrels.
    pub const EMPTY: Ship = Ship {
        good: NO_GOOD,
        barrels: 0,
    };
}

/// One player's board and windrose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Buildings in the city.
    pub owned: Buildings,
    /// Violet buildings with a colonist.
    pub staffed: Buildings,
    /// Money.
    pub doubloons: u16,
    /// VP chips for barrels loaded (PR-9.6).
    pub vp_goods: u16,
    /// VP chips from the harbor (PR-9.8).
    pub vp_harbor: u16,
    /// VP chips from the captain's privilege (PR-9.7).
    pub vp_captain: u8,
    /// Printed VP of the buildings.
    pub vp_buildings: u8,
    /// Barrels on the windrose.
    pub goods: [u8; GOODS],
    /// Island tiles.
    pub tiles: [u8; TILES],
    /// Colonists on island tiles, by kind of tile.
    pub workers: [u8; TILES],
    /// Colonists in production buildings, by good; small and large ones together, as nothing
    /// depends on which of them a colonist is in (PR-7.2). None for corn.
    pub artisans: [u8; GOODS],
    /// Colonists in San Juan; while this player places colonists, those not placed yet.
    pub san_juan: u8,
}

impl Player {
    /// VP chips, those noted on paper included.
    #[inline]
    pub fn chips(&self) -> u16 {
        self.vp_goods + self.vp_harbor + u16::from(self.vp_captain)
    }

    /// Island spaces filled.
    #[inline]
    pub fn island(&self) -> u8 {
        self.tiles.iter().sum()
    }

    /// City spaces filled (PR-1.6).
    #[inline]
    pub fn city(&self) -> u8 {
        (self.owned.count_ones() + (self.owned & LARGE).count_ones()) as u8
    }

    /// All colonists on the board, San Juan included.
    #[inline]
    pub fn colonists(&self) -> u8 {
        let island: u8 = self.workers.iter().sum();
        let production: u8 = self.artisans.iter().sum();
        self.san_juan + island + production + self.staffed.count_ones() as u8
    }

    /// Whether a violet building has a colonist.
    #[inline]
    pub fn has(&self, building: Buildings) -> bool {
        self.staffed & building != 0
    }

    /// What a craftsman phase would bring of a good, if the supply lasts (PR-7.1).
    #[inline]
    pub fn output(&self, good: usize) -> u8 {
        let workers = self.workers[good];
        match good {
            CORN => workers,
            _ => workers.min(self.artisans[good]),
        }
    }

    /// Kinds of goods on the windrose, as a set.
    #[inline]
    pub fn held(&self) -> u8 {
        set_of(&self.goods)
    }

    /// Violet buildings, staffed or not.
    #[inline]
    pub fn violet(&self) -> Buildings {
        self.owned & VIOLET
    }
}

/// The kinds of which there are some, as a set.
#[inline]
pub fn set_of(counts: &[u8; GOODS]) -> u8 {
    let mut set = 0;
    for (good, &count) in counts.iter().enumerate() {
        set |= u8::from(count > 0) << good;
    }
    set
}

/// The members of a set, in ascending order.
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

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// By seat.
    pub players: [Player; MAX_SEATS],
    /// Buildings of which there are some in the stock.
    pub in_stock: Buildings,
    /// Victory points in the pool; below 0 once they are noted on paper (PR-9.11).
    pub pool: i16,
    /// Number of players.
    pub seats: u8,
    /// What is being decided.
    pub phase: Phase,
    /// Round, from 1.
    pub round: u8,
    /// Seat with the governor card.
    pub governor: u8,
    /// Roles whose phase is over in this round.
    pub picks: u8,
    /// Role cards taken in this round, as a set.
    pub roles_taken: u8,
    /// The role card whose phase is under way.
    pub role: u8,
    /// The seat that took it.
    pub owner: u8,
    /// The seat that decides.
    pub active: u8,
    /// Doubloons on each role card.
    pub role_doubloons: [u8; ROLE_CARDS],
    /// Buildings in the stock.
    pub stock: [u8; BUILDINGS],
    /// Goods in the supply.
    pub supply: [u8; GOODS],
    /// Cargo ships.
    pub ships: [Ship; SHIPS],
    /// Goods in the trading house.
    pub house: [u8; GOODS],
    /// Plantations face down; their order is drawn when they are.
    pub stack: [u8; GOODS],
    /// Plantations discarded.
    pub discards: [u8; GOODS],
    /// Plantations face up.
    pub row: [u8; GOODS],
    /// Quarries.
    pub quarries: u8,
    /// Colonists in the supply.
    pub colonists: u8,
    /// Colonists on the colonist ship.
    pub colonist_ship: u8,
    /// What ends the game, as a set of [`ending`].
    pub endings: u8,
    /// Settler and builder: what was placed last. Craftsman: kinds that the owner produced, as a
    /// set. Captain: kinds that warehouses keep, as a set.
    pub scratch: u8,
    /// Mayor: the class of circles that is being staffed.
    pub class: u8,
    /// Mayor: circles in the classes after it.
    pub later: u8,
    /// Captain: turns in a row in which nobody loaded (PR-A11).
    pub idle: u8,
    /// Captain: seats that have used their wharf, as a set.
    pub wharves_used: u8,
    /// Captain: whether the owner has his privilege still to come (PR-9.7).
    pub privilege: bool,
}

impl State {
    /// The players in seats.
    #[inline]
    pub fn seated(&self) -> &[Player] {
        &self.players[..usize::from(self.seats)]
    }

    /// The seat that decides.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over | Phase::Capped => None,
            _ => Some(Seat::from(self.active)),
        }
    }

    /// The player who decides.
    #[inline]
    pub fn player(&self) -> &Player {
        &self.players[usize::from(self.active)]
    }

    /// The same, to change.
    #[inline]
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.active)]
    }

    /// Whether the owner of the role is deciding.
    #[inline]
    pub fn is_owner(&self) -> bool {
        self.active == self.owner
    }

    /// The next seat clockwise.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// Goes on to the next seat in phase order; `false` if all have had their turn (PR-3.4).
    #[inline]
    pub fn advance(&mut self) -> bool {
        self.active = self.next_seat(self.active);
        self.active != self.owner
    }
}
