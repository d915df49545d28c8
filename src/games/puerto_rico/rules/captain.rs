//! Captain (PR-9): shipping and storage.

use super::action::{Action, ActionKind, waived};
use super::events::EventKind;
use super::offers::Offers;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Members, NO_GOOD, Phase, Player, Ship, State, ending};
use crate::game::{Chance, EventLog, Seat};
use crate::puerto_rico::components::{GOODS, SHIPS, WHARF_CAPACITY};

impl Ruleset {
    /// Returns the set of goods that at least one cargo ship accepts (PR-9.2).
    #[inline]
    fn taken_aboard(&self, state: &State) -> u8 {
        let (mut aboard, mut open, mut empty) = (0u8, 0u8, 0u8);
        for (ship, &capacity) in state.ships.iter().zip(&self.components.setup.ships) {
            if ship.good == NO_GOOD {
                empty |= u8::from(capacity > 0).wrapping_neg();
            } else {
                aboard |= 1 << ship.good;
                open |= u8::from(ship.barrels < capacity) << ship.good;
            }
        }
        open | empty & !aboard
    }

    /// Returns true if a seat can still use a wharf in this phase (PR-9.9).
    #[inline]
    pub(crate) fn wharf_free(&self, state: &State, seat: Seat) -> bool {
        state.players[seat].has(self.functions.wharf) && state.wharves_used >> seat & 1 == 0
    }

    /// Offers all legal loads (PR-9.1 to PR-9.5, PR-9.9, PR-9.10).
    #[inline]
    pub(crate) fn list_loads(&self, state: &State, offers: &mut impl Offers) {
        let player = state.player();
        let held = player.held();
        let loadable = held & self.taken_aboard(state);
        let waivable = self.waivable(state);
        for good in Members(loadable.into()) {
            self.list_ships(state, good, player.goods[good], waivable, offers);
        }
        if self.wharf_free(state, state.active.into()) {
            for good in Members(held.into()) {
                offer_load(ActionKind::Wharf, good, 0, waivable, offers);
            }
            if loadable == 0 && self.options.wharf_pass {
                offers.offer(Action::PASS);
            }
        }
    }

    /// Returns the bonus VP that the next load may waive (PR-A31), as a set of [`waived`] bits.
    #[inline]
    fn waivable(&self, state: &State) -> u8 {
        match self.options.everything_optional {
            true => self.bonuses(state),
            false => 0,
        }
    }

    /// Offers a load for each ship that may carry `barrels` barrels of a good (PR-9.2, PR-9.4,
    /// PR-A10).
    #[inline]
    fn list_ships(
        &self,
        state: &State,
        good: usize,
        barrels: u8,
        waivable: u8,
        offers: &mut impl Offers,
    ) {
        let mut offer = |ship: usize| offer_load(ActionKind::Load, good, ship, waivable, offers);
        if let Some(ship) = (0..SHIPS).find(|&ship| usize::from(state.ships[ship].good) == good) {
            offer(ship);
            return;
        }
        let capacity = &self.components.setup.ships;
        let empty = |ship: &usize| state.ships[*ship].good == NO_GOOD && capacity[*ship] > 0;
        let fits = |ship: usize| match self.options.any_empty_ship {
            true => 1,
            false => barrels.min(capacity[ship]),
        };
        let most = (0..SHIPS).filter(empty).map(fits).max();
        for ship in (0..SHIPS).filter(empty) {
            if Some(fits(ship)) == most {
                offer(ship);
            }
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Starts the phase with its owner (PR-9.1).
    #[inline]
    pub fn captain(&mut self) {
        let state = &mut *self.state;
        state.privilege = true;
        state.wharves_used = 0;
        state.idle = 0;
        self.next_load();
    }

    /// Gives the turn to the next player who can load. Loading ends when every player has had a turn
    /// since the last load (PR-A11).
    #[inline]
    fn next_load(&mut self) {
        let aboard = self.game.taken_aboard(self.state);
        let state = &mut *self.state;
        while state.idle < state.seats {
            let held = state.player().held();
            if held & aboard != 0
                || held != 0 && self.game.wharf_free(state, Seat::from(state.active))
            {
                state.phase = Phase::Load;
                return;
            }
            state.idle += 1;
            state.active = state.next_seat(state.active);
        }
        self.finish_loading();
    }

    /// Loads one kind of good onto a ship or ships it with the wharf, or passes (PR-9.3, PR-9.6 to
    /// PR-9.11).
    #[inline]
    pub fn load(&mut self, action: Action) {
        if action.kind == ActionKind::Pass {
            self.state.idle += 1;
        } else {
            self.load_barrels(action);
        }
        self.state.active = self.state.next_seat(self.state.active);
        self.next_load();
    }

    #[inline]
    fn load_barrels(&mut self, action: Action) {
        let good = usize::from(action.a);
        let state = &mut *self.state;
        let due = self.game.bonuses(state);
        let paid = due & !action.waived();
        let seat = usize::from(state.active);
        let player = &mut state.players[seat];
        let number = if action.kind == ActionKind::Wharf {
            let number = player.goods[good].min(WHARF_CAPACITY);
            state.wharves_used |= 1 << seat;
            state.supply[good] += number;
            number
        } else {
            let place = action.ship();
            let ship = &mut state.ships[place];
            let room = self.game.components.setup.ships[place] - ship.barrels;
            let number = player.goods[good].min(room);
            ship.good = good as u8;
            ship.barrels += number;
            number
        };
        player.goods[good] -= number;
        player.vp_goods += u16::from(number);
        let harbor = match paid & waived::HARBOR {
            0 => 0,
            _ => self.game.functions.load.of(player.staffed),
        };
        let privilege = u8::from(paid & waived::PRIVILEGE != 0);
        player.vp_harbor += u16::from(harbor);
        player.vp_captain += privilege;
        let vp = number + harbor + privilege;
        state.pool -= i16::from(vp);
        // The privilege applies only to the first load, even if the player waives its VP (PR-9.7).
        state.privilege &= due & waived::PRIVILEGE == 0;
        state.idle = 0;
        let kind = match action.kind {
            ActionKind::Wharf => EventKind::Wharf,
            _ => EventKind::Loaded,
        };
        self.event(kind, good as u16, vp.into());
    }

    /// Ends loading, checks whether the game ends (PR-12.1) and starts storage (PR-9.12).
    #[inline]
    fn finish_loading(&mut self) {
        if self.state.pool <= 0 {
            // The event belongs to the owner of the role (PR-A12).
            self.state.active = self.state.owner;
            self.ends(ending::VP);
        }
        self.state.active = self.state.owner;
        self.store_goods();
    }

    /// Gives the turn to the next player who has a choice in storage (PR-9.12, PR-A24).
    #[inline]
    fn store_goods(&mut self) {
        loop {
            if self.ask_what_to_keep() {
                return;
            }
            if !self.state.advance() {
                self.finish_captain();
                return;
            }
        }
    }

    /// Starts the storage of the active player. Returns true if the player has a choice.
    #[inline]
    fn ask_what_to_keep(&mut self) -> bool {
        let state = &mut *self.state;
        state.scratch = 0;
        let player = state.player();
        let kinds = player.held().count_ones();
        let slots = self.game.warehouse_slots(player);
        if slots > 0 && self.game.options.everything_optional {
            return self.ask_for_kind();
        }
        let single = player.goods.contains(&1);
        if kinds <= slots || kinds == slots + 1 && single {
            return false;
        }
        if slots == 0 {
            self.ask_for_barrel()
        } else {
            state.phase = Phase::Store;
            true
        }
    }

    /// Offers the player another kind for a warehouse while a warehouse is free and barrels can be
    /// lost, and then the single barrel (PR-A31). Returns true if the player has a choice.
    fn ask_for_kind(&mut self) -> bool {
        let state = &mut *self.state;
        let player = state.player();
        let left = self.game.warehouse_slots(player) - state.scratch.count_ones();
        let unnamed = Members(u32::from(player.held() & !state.scratch));
        let barrels: u8 = unnamed.map(|good| player.goods[good]).sum();
        if left > 0 && barrels > 1 && later_kinds(state) != 0 {
            state.phase = Phase::Store;
            return true;
        }
        self.ask_for_barrel()
    }

    /// Stores a kind in a warehouse (PR-9.12). With PR-A31, a player may pass instead.
    pub fn store(&mut self, action: Action) {
        let asks = match action.kind {
            ActionKind::Pass => self.ask_for_barrel(),
            _ if self.game.options.everything_optional => {
                self.state.scratch |= 1 << action.a;
                self.ask_for_kind()
            }
            _ => return self.store_kind(action.a),
        };
        if !asks {
            self.store_next();
        }
    }

    /// Stores a kind in a warehouse. The player chooses kinds in ascending order; when no choice
    /// remains, the rest is stored automatically.
    fn store_kind(&mut self, good: u8) {
        self.state.scratch |= 1 << good;
        let left = self.game.warehouse_slots(self.state.player()) - self.state.scratch.count_ones();
        let later = later_kinds(self.state);
        if left > 0 && later.count_ones() > left {
            return;
        }
        if left > 0 {
            self.state.scratch |= later;
        }
        if !self.ask_for_barrel() {
            self.store_next();
        }
    }

    fn store_next(&mut self) {
        if self.state.advance() {
            self.store_goods();
        } else {
            self.finish_captain();
        }
    }

    /// Lets the player choose the single barrel if several kinds remain, and returns true in that
    /// case. Otherwise keeps a barrel of the remaining kind.
    fn ask_for_barrel(&mut self) -> bool {
        let left = self.state.player().held() & !self.state.scratch;
        if left.count_ones() > 1 {
            self.state.phase = Phase::Keep;
            return true;
        }
        self.throw_away(left);
        false
    }

    /// Keeps a single barrel of a kind (PR-9.12).
    pub fn keep(&mut self, good: u8) {
        self.throw_away(1 << good);
        self.store_next();
    }

    /// Keeps one barrel of each kind in the set `single` and discards all other barrels that are not
    /// in a warehouse.
    fn throw_away(&mut self, single: u8) {
        let stored = self.state.scratch;
        let seat = usize::from(self.state.active);
        for good in 0..GOODS {
            let held = self.state.players[seat].goods[good];
            if held == 0 || stored >> good & 1 == 1 {
                continue;
            }
            let lost = held - (single >> good & 1);
            self.state.players[seat].goods[good] -= lost;
            self.state.supply[good] += lost;
            if lost > 0 {
                self.event(EventKind::Lost, good as u16, lost.into());
            }
        }
    }

    /// Unloads full ships and ends the phase (PR-9.13).
    #[inline]
    fn finish_captain(&mut self) {
        let state = &mut *self.state;
        for (ship, &capacity) in state
            .ships
            .iter_mut()
            .zip(&self.game.components.setup.ships)
        {
            if ship.good != NO_GOOD && ship.barrels == capacity {
                state.supply[usize::from(ship.good)] += ship.barrels;
                *ship = Ship::EMPTY;
            }
        }
        state.idle = 0;
        state.wharves_used = 0;
        state.privilege = false;
        self.end_phase();
    }
}

/// Returns the kinds on the player's windrose with a higher index than any kind already in a
/// warehouse, as a set.
#[inline]
fn later_kinds(state: &State) -> u8 {
    let named = 8 - state.scratch.leading_zeros();
    state.player().held() >> named << named
}

/// Offers a load, once for each subset of the VP that may be waived.
#[inline]
fn offer_load(kind: ActionKind, good: usize, ship: usize, waivable: u8, offers: &mut impl Offers) {
    for without in 0..=waivable {
        if without & !waivable == 0 {
            offers.offer(Action::load(kind, good as u8, ship as u8, without));
        }
    }
}

impl Ruleset {
    /// Returns the number of kinds that the player's staffed warehouses can store (PR-9.12).
    #[inline]
    fn warehouse_slots(&self, player: &Player) -> u32 {
        u32::from(self.functions.keep.of(player.staffed))
    }

    /// Returns the bonus VP that a load by the active player scores (PR-9.7, PR-9.8), as a set of
    /// [`waived`] bits.
    #[inline]
    pub(crate) fn bonuses(&self, state: &State) -> u8 {
        let harbors = self.functions.load.buildings();
        let harbor = u8::from(state.player().has(harbors));
        let privilege = u8::from(state.is_owner() && state.privilege);
        (harbor * waived::HARBOR) | (privilege * waived::PRIVILEGE)
    }

    /// Returns the set of kinds that may be stored next. If the warehouses must be filled, excludes
    /// kinds that would leave too few later kinds.
    #[inline]
    pub(crate) fn storable(&self, state: &State, optional: bool) -> u8 {
        if optional {
            return later_kinds(state);
        }
        let mut left = self.warehouse_slots(state.player()) - state.scratch.count_ones();
        let mut kinds = later_kinds(state);
        let mut last = kinds;
        // Leave enough of the highest kinds to fill the other warehouses.
        while left > 1 {
            last &= !(1 << (7 - last.leading_zeros()));
            left -= 1;
        }
        kinds &= last;
        kinds
    }
}
