//! Prices of buildings, and tables of affordable buildings (PR-6.1, PR-6.2).

use crate::puerto_rico::components::{BUILDINGS, Building, BuildingCard, Buildings, only};

/// Maximum discount from quarries, in doubloons, over all columns.
pub const MOST_DISCOUNT: u8 = 4;
/// Number of doubloons that pays for any building.
pub const ENOUGH: u8 = 31;

/// Sets of affordable buildings, indexed by owner of the role (0 or 1), staffed quarries and
/// doubloons.
type Affordable = [[[Buildings; ENOUGH as usize + 1]; MOST_DISCOUNT as usize + 1]; 2];

/// Prices of all buildings, including house rules.
#[derive(Clone, Debug)]
pub struct Prices {
    /// Costs before the discounts of quarries and the builder.
    pub costs: [u8; BUILDINGS],
    /// Set of buildings whose cost differs from the printed cost.
    pub changed: Buildings,
    /// Maximum discount from quarries for each building.
    discounts: [u8; BUILDINGS],
    affordable: Affordable,
}

impl Prices {
    /// Computes the tables for these buildings and costs.
    pub fn new(buildings: &[BuildingCard; BUILDINGS], costs: [u8; BUILDINGS]) -> Prices {
        let mut prices = Prices {
            costs,
            changed: (0..BUILDINGS)
                .filter(|&building| costs[building] != buildings[building].cost)
                .fold(0, |set, building| set | only(building)),
            discounts: buildings.each_ref().map(|card| card.discount),
            affordable: [[[0; ENOUGH as usize + 1]; MOST_DISCOUNT as usize + 1]; 2],
        };
        prices.affordable = std::array::from_fn(|owner| {
            std::array::from_fn(|quarries| {
                std::array::from_fn(|money| {
                    (0..BUILDINGS)
                        .filter(|&building| {
                            usize::from(prices.of(building, quarries as u8, owner == 1)) <= money
                        })
                        .fold(0, |set, building| set | only(building))
                })
            })
        });
        prices
    }

    /// Returns the price of a building (PR-6.1, PR-6.2). `owner` is true if the player took the
    /// builder card.
    #[inline]
    pub fn of(&self, building: Building, quarries: u8, owner: bool) -> u8 {
        let saved = quarries.min(self.discounts[building]) + u8::from(owner);
        self.costs[building].saturating_sub(saved)
    }

    /// Returns the set of buildings that a player with these staffed quarries and this money can
    /// pay for.
    #[inline]
    pub fn affordable(&self, quarries: u8, money: u16, owner: bool) -> Buildings {
        let quarries = usize::from(quarries.min(MOST_DISCOUNT));
        let money = usize::from(money.min(ENOUGH.into()));
        self.affordable[usize::from(owner)][quarries][money]
    }
}
