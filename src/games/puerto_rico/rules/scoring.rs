//! Scoring at the end of the game (PR-13).

use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::Seat;
use crate::puerto_rico::components::{LARGE_PRODUCTION, SMALL_PRODUCTION, violet};

/// Names of the score categories (PR-13.5).
pub const CATEGORIES: [&str; 9] = [
    "goods",
    "harbor",
    "captain",
    "buildings",
    "guild_hall",
    "residence",
    "fortress",
    "customs_house",
    "city_hall",
];

impl Player {
    /// Returns the bonuses that the large buildings give if they are built and staffed (PR-13.3):
    /// guild hall, residence, fortress, customs house, city hall.
    #[inline]
    pub fn large_bonuses(&self) -> [u16; 5] {
        let count = |set: u32| (self.owned & set).count_ones() as u16;
        [
            count(SMALL_PRODUCTION) + 2 * count(LARGE_PRODUCTION),
            u16::from(self.island().clamp(9, 12) - 5),
            u16::from(self.colonists() / 3),
            self.chips() / 4,
            self.violet().count_ones() as u16,
        ]
    }

    /// Returns the points in each category (PR-13.1).
    #[inline]
    pub fn points(&self) -> [u16; CATEGORIES.len()] {
        let bonuses = self.large_bonuses();
        let bonus = |building, index: usize| match self.has(building) {
            true => bonuses[index],
            false => 0,
        };
        [
            self.vp_goods,
            self.vp_harbor,
            self.vp_captain.into(),
            self.vp_buildings.into(),
            bonus(violet::GUILD_HALL, 0),
            bonus(violet::RESIDENCE, 1),
            bonus(violet::FORTRESS, 2),
            bonus(violet::CUSTOMS_HOUSE, 3),
            bonus(violet::CITY_HALL, 4),
        ]
    }

    /// Returns the total score (PR-13.1).
    #[inline]
    pub fn score(&self) -> u16 {
        self.points().iter().sum()
    }

    /// Returns the sum of doubloons and goods, which breaks ties (PR-13.4).
    #[inline]
    pub fn tie_break(&self) -> u16 {
        let goods: u8 = self.goods.iter().sum();
        self.doubloons + u16::from(goods)
    }
}

impl Ruleset {
    /// Ranks the players by score, then by doubloons and goods (PR-13.4). The best rank is 1.
    pub(crate) fn fill_places(&self, state: &State, ranks: &mut [u8]) {
        let key = |seat: Seat| {
            let player = &state.players[seat];
            let tie = match self.options.tie_break {
                true => player.tie_break(),
                false => 0,
            };
            (player.score(), tie)
        };
        for (seat, rank) in ranks.iter_mut().enumerate() {
            let own = key(seat);
            let better = (0..self.players).filter(|&other| key(other) > own);
            *rank = 1 + better.count() as u8;
        }
    }
}
