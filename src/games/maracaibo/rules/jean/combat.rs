//! Jean's special combat (M-24.7).

use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::state::State;
use super::pieces::SEAT;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{LocationId, Nation, TokenId};

impl Ruleset {
    /// Returns the nation that Jean fights for: the nation with the highest modified value, then
    /// with the highest printed value, then in the order France, Spain, England. Values may be
    /// negative in the comparison (M-A67).
    pub(super) fn jean_nation(&self, state: &State, token: Option<TokenId>) -> Nation {
        let rank = |seat: usize, nation: Nation| {
            i32::from(self.noble_rank(state.players[seat].influence[usize::from(nation)]))
        };
        let value = |nation: Nation| {
            let printed = i32::from(self.printed_value(token, nation));
            let ranks = rank(usize::from(SEAT), nation) - rank(0, nation);
            let modifier = i32::from(self.modifier(state, token, nation));
            (printed + ranks + modifier, printed)
        };
        let mut best = Nation::France;
        for nation in [Nation::Spain, Nation::England] {
            if value(nation) > value(best) {
                best = nation;
            }
        }
        best
    }

    /// Returns the lowest-numbered city with an empty flag (M-A31) that is open to Jean.
    fn jean_empty_city(&self, state: &State) -> Option<LocationId> {
        let explorer = state.players[usize::from(SEAT)].explorer;
        let empty = |city: &LocationId| {
            state.markers[usize::from(*city)].is_none() && self.city_is_open(*city, state, explorer)
        };
        self.chart(state).flags.iter().copied().find(empty)
    }

    /// Returns the lowest-numbered village without a marker.
    fn jean_empty_village(&self, state: &State) -> Option<LocationId> {
        let empty = |village: &LocationId| state.markers[usize::from(*village)].is_none();
        self.chart(state).villages.iter().copied().find(empty)
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-24.7: carries out the special combat for this much influence, with or without an
    /// additional village.
    pub(super) fn jean_fights(&mut self, influence: u8, village: bool) {
        let token = self.reveal_token();
        let nation = self.game.jean_nation(self.state, token);
        let city = self.game.jean_empty_city(self.state);
        self.jean_annexes(nation, city);
        if village {
            self.jean_annexes(nation, None);
        }
        self.influence(SEAT, nation, influence);
        self.end_combat(SEAT, token, Some(nation));
    }

    /// Places a marker of the nation in the city or, without one, in an empty village. If there is
    /// no empty village, removes the marker from the game. Does nothing if the nation has no marker
    /// left (M-A67). Jean gains neither influence nor the reward of the flag.
    fn jean_annexes(&mut self, nation: Nation, city: Option<LocationId>) {
        if self.state.supply[usize::from(nation)] == 0 {
            return;
        }
        match city.or_else(|| self.game.jean_empty_village(self.state)) {
            Some(location) => {
                self.place_marker(nation, location);
                self.event(SEAT, EventKind::JeanMarked, location, nation as i32 + 1);
            }
            None => self.state.supply[usize::from(nation)] -= 1,
        }
    }
}
