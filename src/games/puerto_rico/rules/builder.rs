//! Builder (PR-6): constructing buildings.

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State, ending};
use crate::game::{Chance, EventLog};
use crate::puerto_rico::components::{
    Building, Buildings, CITY, LARGE, QUARRY, VIOLET, good_of, only,
};

impl Ruleset {
    /// Returns the set of buildings that a player may build (PR-6.3). `owner` is true if the player
    /// took the builder card.
    #[inline]
    pub(crate) fn buildable(&self, state: &State, player: &Player, owner: bool) -> Buildings {
        let quarries = player.workers[QUARRY];
        let affordable = self.prices.affordable(quarries, player.doubloons, owner);
        let open = affordable & state.in_stock & !player.owned;
        let large = (player.owned & LARGE).count_ones();
        match CITY - player.city() {
            0 => 0,
            1 => open & !LARGE,
            _ if large >= self.options.most_large => open & !LARGE,
            _ => open,
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Gives the turn to the next player who can build (PR-6.1).
    #[inline]
    pub fn builder(&mut self) {
        loop {
            let state = &*self.state;
            if self.game.buildable(state, state.player(), state.is_owner()) != 0 {
                self.state.phase = Phase::Build;
                return;
            }
            if !self.state.advance() {
                self.end_phase();
                return;
            }
        }
    }

    #[inline]
    fn build_next(&mut self) {
        if self.state.advance() {
            self.builder();
        } else {
            self.end_phase();
        }
    }

    /// Builds one building, or passes (PR-6.1).
    #[inline]
    pub fn build(&mut self, action: Action) {
        if action.kind == ActionKind::Pass {
            self.build_next();
            return;
        }
        let building = Building::from(action.a);
        let state = &mut *self.state;
        let owner = state.is_owner();
        let player = state.player_mut();
        let price = self.game.prices.of(building, player.workers[QUARRY], owner);
        // The university must have been staffed before the purchase (PR-6.6).
        let university = player.has(self.game.functions.university);
        player.doubloons -= u16::from(price);
        player.owned |= only(building);
        player.vp_buildings += self.game.components.buildings[building].vp;
        let full = player.city() >= CITY;
        state.stock[building] -= 1;
        if state.stock[building] == 0 {
            state.in_stock &= !only(building);
        }
        self.event(EventKind::Built, building as u16, price.into());
        if full {
            self.ends(ending::CITY);
        }
        if university && self.game.extra_colonist(self.state) {
            self.state.scratch = building as u8;
            self.state.phase = Phase::University;
            if !self.game.options.optional_bonuses {
                self.university(true);
            }
            return;
        }
        self.build_next();
    }

    /// Places a colonist in the new building if `wanted` (PR-6.6).
    pub fn university(&mut self, wanted: bool) {
        if wanted {
            let building = Building::from(self.state.scratch);
            self.state.take_extra_colonist();
            let player = self.state.player_mut();
            match good_of(building) {
                Some(good) => player.artisans[good] += 1,
                None => player.staffed |= only(building) & VIOLET,
            }
        }
        self.build_next();
    }
}
