//! Builder (PR-6): new buildings.

use super::PuertoRico;
use super::action::{Action, ActionKind};
use super::components::{
    BUILDINGS, Building, Buildings, CITY, LARGE, VIOLET, good_of, only, violet,
};
use super::events::EventKind;
use super::play::Play;
use super::state::{Phase, Player, State, ending};
use crate::game::{Chance, EventLog};

/// Quarries that save anything: the most that a column allows.
pub const MOST_DISCOUNT: u8 = 4;
/// Money with which everything can be bought.
pub const ENOUGH: u8 = 31;

/// What can be bought, by the privilege, staffed quarries and money.
pub type Affordable = [[[Buildings; ENOUGH as usize + 1]; MOST_DISCOUNT as usize + 1]; 2];

impl PuertoRico {
    /// PR-6.1, PR-6.2: what a building costs.
    #[inline]
    pub fn price(&self, building: Building, quarries: u8, owner: bool) -> u8 {
        let card = &self.components.buildings[building];
        let saved = quarries.min(card.discount) + u8::from(owner);
        self.costs[building].saturating_sub(saved)
    }

    /// The table of what can be bought.
    pub(super) fn affordable(&self) -> Affordable {
        std::array::from_fn(|owner| {
            std::array::from_fn(|quarries| {
                std::array::from_fn(|money| {
                    (0..BUILDINGS)
                        .filter(|&building| {
                            usize::from(self.price(building, quarries as u8, owner == 1)) <= money
                        })
                        .fold(0, |set, building| set | only(building))
                })
            })
        })
    }

    /// PR-6.3: what a player may build.
    #[inline]
    pub(super) fn buildable(&self, state: &State, player: &Player, owner: bool) -> Buildings {
        let quarries = player.workers[super::components::QUARRY].min(MOST_DISCOUNT);
        let money = player.doubloons.min(ENOUGH.into());
        let affordable = &self.affordable[usize::from(owner)][usize::from(quarries)];
        let open = affordable[usize::from(money)] & state.in_stock & !player.owned;
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
    /// The next player who can build anything is asked (PR-6.1).
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

    /// PR-6.1: one building, or none.
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
        let price = self
            .game
            .price(building, player.workers[super::components::QUARRY], owner);
        // PR-6.6: staffed before the purchase.
        let university = player.has(violet::UNIVERSITY);
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

    /// PR-6.6: one colonist on the new building, or none.
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
