//! What buildings cost, and what can be bought for so much (PR-6.1, PR-6.2).

use super::components::{BUILDINGS, Building, BuildingCard, Buildings, only};

/// Quarries that save anything: the most that a column allows.
pub const MOST_DISCOUNT: u8 = 4;
/// Money with which everything can be bought.
pub const ENOUGH: u8 = 31;

/// What can be bought, by the privilege, staffed quarries and money.
type Affordable = [[[Buildings; ENOUGH as usize + 1]; MOST_DISCOUNT as usize + 1]; 2];

/// The prices of all buildings, house rules included.
#[derive(Clone, Debug)]
pub struct Prices {
    /// What buildings cost without quarries and privilege.
    pub costs: [u8; BUILDINGS],
    /// Buildings that do not cost what is printed, as a set.
    pub changed: Buildings,
    /// Quarries that each column allows.
    discounts: [u8; BUILDINGS],
    affordable: Affordable,
}

impl Prices {
    /// The prices of these buildings if they cost so much.
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

    /// PR-6.1, PR-6.2: what a building costs.
    #[inline]
    pub fn of(&self, building: Building, quarries: u8, owner: bool) -> u8 {
        let saved = quarries.min(self.discounts[building]) + u8::from(owner);
        self.costs[building].saturating_sub(saved)
    }

    /// What can be bought with so many staffed quarries and so much money.
    #[inline]
    pub fn affordable(&self, quarries: u8, money: u16, owner: bool) -> Buildings {
        let quarries = usize::from(quarries.min(MOST_DISCOUNT));
        let money = usize::from(money.min(ENOUGH.into()));
        self.affordable[usize::from(owner)][quarries][money]
    }
}
