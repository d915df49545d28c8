//! Scoring (EN-10), both at the end of the game and for intermediate positions.

use super::ruleset::Ruleset;
use super::state::{NONE, State};
use crate::endeavor::components::Bits;
use crate::game::Seat;

/// Names of the score categories (EN-10.7).
pub const CATEGORIES: [&str; 11] = [
    "industry",
    "culture",
    "wealth",
    "influence",
    "cities",
    "links",
    "buildings",
    "cards",
    "governor_space",
    "population",
    "slavery",
];
/// Index of the category for an empty governor space.
pub const GOVERNOR_SPACE: usize = 8;

/// Glory for an empty governor space (EN-7.5).
pub(crate) const EMPTY_GOVERNOR_SPACE: i32 = 3;
/// Number of discs in the harbor that score 1 glory (EN-10.4).
const DISCS_PER_GLORY: u8 = 3;

impl Ruleset {
    /// Returns the glory of a seat in each category.
    pub(crate) fn glory(&self, state: &State, seat: Seat) -> [i32; CATEGORIES.len()] {
        let player = &state.players[seat];
        let attribute = |attribute: usize| {
            i32::from(
                self.components
                    .attribute_glory(player.attributes[attribute]),
            )
        };
        let cards = Bits(player.cards).map(|card| i32::from(self.components.cards[card].glory));
        [
            attribute(0),
            attribute(1),
            attribute(2),
            attribute(3),
            self.city_glory(state, seat),
            self.controlled_links(state, seat),
            self.building_glory(state, seat),
            cards.sum(),
            if player.governor == NONE {
                EMPTY_GOVERNOR_SPACE
            } else {
                0
            },
            i32::from(player.harbor / DISCS_PER_GLORY),
            -(player.set_aside.count_ones() as i32),
        ]
    }

    /// Returns the total score of a seat.
    #[inline]
    pub(crate) fn score_of(&self, state: &State, seat: Seat) -> i32 {
        self.glory(state, seat).iter().sum()
    }

    /// Returns the glory of a seat's cities (EN-10.2).
    fn city_glory(&self, state: &State, seat: Seat) -> i32 {
        let cities = state.players[seat].sites & self.board.cities;
        (cities.count_ones() + (cities & self.board.rich).count_ones()) as i32
    }

    /// Returns the number of links with a seat's discs at both ends (EN-6.9).
    pub(crate) fn controlled_links(&self, state: &State, seat: Seat) -> i32 {
        let own = state.players[seat].sites;
        let ends: u32 = Bits(own)
            .map(|site| (self.board.neighbours[site] & own).count_ones())
            .sum();
        (ends / 2) as i32
    }

    /// Returns the glory icons of a seat's buildings, including one per draw icon for the Town Hall
    /// (EN-10.3, EN-8.2).
    fn building_glory(&self, state: &State, seat: Seat) -> i32 {
        let player = &state.players[seat];
        let coast = player.coast().iter().map(|&kind| usize::from(kind));
        let icons: i32 = coast
            .clone()
            .map(|kind| i32::from(self.components.buildings[kind].glory))
            .sum();
        let in_set =
            |kinds: u32| coast.clone().filter(|kind| kinds >> kind & 1 == 1).count() as i32;
        icons + in_set(self.lookups.town_hall) * in_set(self.lookups.draws)
    }
}
