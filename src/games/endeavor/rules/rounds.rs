//! Rounds (EN-3) and their first three phases: Build, Growth, Salary (EN-4).

use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{COAST, Phase, ROUNDS, State};
use crate::endeavor::components::{Bits, CULTURE, INDUSTRY, Kinds, WEALTH};
use crate::game::{EventLog, Seat};

impl Ruleset {
    /// Returns the build level of a seat (EN-4.1).
    #[inline]
    fn build_level(&self, state: &State, seat: Seat) -> usize {
        let level = self.components.level_of[state.step(seat, INDUSTRY)];
        usize::from(self.components.build_level[usize::from(level)])
    }

    /// Returns the kinds of building that a seat may build now (EN-4.1, EN-A3).
    #[inline]
    pub(crate) fn buildable(&self, state: &State, seat: Seat) -> Kinds {
        let level = self.build_level(state, seat);
        let supply = state.in_supply & self.options.may_build[seat];
        let within = supply & self.lookups.up_to_level[level];
        if within == 0 && self.options.build_fallback && level < 5 {
            return supply & self.lookups.up_to_level[level + 1] & !self.forbidden[seat].0;
        }
        within & !self.forbidden[seat].0
    }

    /// Returns the kinds of building that a seat may remove from the game (EN-11.7, EN-A26).
    #[inline]
    pub(crate) fn scrappable(&self, state: &State, seat: Seat) -> Kinds {
        state.in_supply & self.lookups.up_to_level[self.build_level(state, seat)]
    }

    /// Returns the kinds of building whose disc may be paid next (EN-4.5). Discs are paid in
    /// ascending order of kinds, so that each set of discs can be paid in exactly one way.
    #[inline]
    pub(crate) fn salaries(&self, state: &State) -> Kinds {
        let player = state.player();
        let mut discs = [0u8; COAST];
        let mut number = 0;
        for slot in Bits(player.busy.into()) {
            let kind = player.buildings[slot];
            if kind >= state.paid {
                discs[number] = kind;
                number += 1;
            }
        }
        let discs = &discs[..number];
        discs
            .iter()
            .filter(|&&kind| {
                let rest = discs.iter().filter(|&&other| other >= kind).count();
                rest >= usize::from(state.left)
            })
            .fold(0, |kinds, &kind| kinds | 1 << kind)
    }
}

impl<L: EventLog> Play<'_, L> {
    /// Starts a round. With scarce buildings, a tile is removed from the game first.
    pub fn begin_round(&mut self) {
        if self.game.options.scarce_buildings {
            let seat = self.state.next_seat(self.state.crown);
            if self.game.scrappable(self.state, Seat::from(seat)) != 0 {
                self.state.active = seat;
                self.state.phase = Phase::Scarce;
                return;
            }
        }
        self.build_from(self.state.crown);
    }

    /// Removes a tile from the game (EN-11.7).
    pub fn scrap(&mut self, kind: usize) {
        self.take_from_supply(kind);
        self.event(EventKind::Scrapped, kind as u16, 0);
        self.build_from(self.state.crown);
    }

    fn take_from_supply(&mut self, kind: usize) {
        let state = &mut *self.state;
        state.supply[kind] -= 1;
        if state.supply[kind] == 0 {
            state.in_supply &= !(1 << kind);
        }
    }

    /// Runs the Build phase, starting with seat `first`, then Growth and Salary.
    fn build_from(&mut self, first: u8) {
        let mut seat = first;
        loop {
            self.state.active = seat;
            if self.game.buildable(self.state, Seat::from(seat)) != 0 {
                self.state.phase = Phase::Build;
                return;
            }
            self.event(EventKind::BuiltNothing, 0, 0);
            seat = self.state.next_seat(seat);
            if seat == self.state.crown {
                break;
            }
        }
        self.grow();
    }

    /// Builds the chosen tile (EN-4.1).
    pub fn build(&mut self, kind: usize) {
        let seat = self.seat();
        let level = self.game.components.buildings[kind].level;
        if usize::from(level) > self.game.build_level(self.state, seat) {
            self.event(EventKind::Fallback, kind as u16, level.into());
        }
        self.take_from_supply(kind);
        self.put_building(seat, kind);
        self.event(EventKind::Built, kind as u16, level.into());
        let next = self.state.next_seat(self.state.active);
        if next == self.state.crown {
            self.grow();
        } else {
            self.build_from(next);
        }
    }

    /// Moves discs from the supply to the harbor for all players, then starts the Salary phase
    /// (EN-4.4).
    fn grow(&mut self) {
        for seat in 0..usize::from(self.state.seats) {
            let level = self.game.components.level_of[self.state.step(seat, CULTURE)];
            let discs = self.game.components.growth[usize::from(level)];
            self.state.players[seat].grow(discs);
        }
        self.salary_from(self.state.crown);
    }

    /// Runs the Salary phase, starting with seat `first`, then starts the Action phase.
    fn salary_from(&mut self, first: u8) {
        let mut seat = first;
        loop {
            let state = &mut *self.state;
            let level = self.game.components.level_of[state.step(Seat::from(seat), WEALTH)];
            state.active = seat;
            state.left = self.game.components.payments[usize::from(level)];
            state.paid = 0;
            if self.pay_without_choice() {
                self.state.phase = Phase::Salary;
                return;
            }
            seat = self.state.next_seat(seat);
            if seat == self.state.crown {
                break;
            }
        }
        self.begin_actions();
    }

    /// Pays all discs for which there is no choice (EN-A5). Returns true if a choice remains.
    fn pay_without_choice(&mut self) -> bool {
        let state = &mut *self.state;
        let player = state.player_mut();
        let discs = player.busy.count_ones() as u8;
        if discs <= state.left {
            let player = state.player_mut();
            player.harbor += discs;
            player.busy = 0;
            return false;
        }
        while self.state.left > 0 {
            let kinds = self.game.salaries(self.state);
            if kinds.count_ones() > 1 {
                return true;
            }
            self.take_salary(kinds.trailing_zeros() as usize);
        }
        false
    }

    fn take_salary(&mut self, kind: usize) {
        self.free(kind);
        self.state.left -= 1;
        self.state.paid = kind as u8;
    }

    /// Pays the chosen disc (EN-4.5).
    pub fn pay_salary(&mut self, kind: usize) {
        self.take_salary(kind);
        if self.pay_without_choice() {
            return;
        }
        let next = self.state.next_seat(self.state.active);
        if next == self.state.crown {
            self.begin_actions();
        } else {
            self.salary_from(next);
        }
    }

    /// Ends the round: passes the crown on or ends the game (EN-3.4).
    pub fn end_round(&mut self) {
        let state = &mut *self.state;
        if state.round == ROUNDS {
            state.phase = Phase::Over;
            return;
        }
        state.round += 1;
        state.crown = state.next_seat(state.crown);
        self.begin_round();
    }
}
