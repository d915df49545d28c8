//! Craftsman (PR-7): production.

use super::action::{Action, ActionKind};
use super::components::GOODS;
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, State, set_of};
use crate::game::{Chance, EventLog};

/// PR-7.4: doubloons of a factory by kinds produced.
pub const FACTORY: [u8; GOODS + 1] = [0, 0, 1, 2, 3, 5];

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// PR-7.1, PR-7.5: everybody produces, then the owner may choose a good.
    #[inline]
    pub fn craftsman(&mut self) {
        self.state.active = self.game.first_producer(self.state);
        self.produce_next();
    }

    /// Everybody from the seat whose turn it is on produces; with PR-A31 who can is asked.
    #[inline]
    fn produce_next(&mut self) {
        loop {
            if self.game.options.everything_optional && self.state.coming() != [0; GOODS] {
                self.state.phase = Phase::Produce;
                return;
            }
            if !self.produced(true) {
                return;
            }
        }
    }

    /// PR-A31: the seat that was asked produces, or not.
    pub fn production(&mut self, wanted: bool) {
        if self.produced(wanted) {
            self.produce_next();
        }
    }

    /// The seat whose turn it is has produced, or not; whether another one follows.
    #[inline]
    fn produced(&mut self, wanted: bool) -> bool {
        let seat = self.state.active;
        let kinds = if wanted { self.produce(seat) } else { 0 };
        if self.state.is_owner() {
            self.state.scratch = kinds;
        }
        self.state.active = self.state.next_seat(seat);
        if self.state.active != self.game.first_producer(self.state) {
            return true;
        }
        self.state.active = self.state.owner;
        if self.game.bonus_goods(self.state) != 0 {
            self.state.phase = Phase::Bonus;
        } else {
            self.end_phase();
        }
        false
    }

    /// PR-7.1 to PR-7.4: what one player gets; the kinds as a set.
    #[inline]
    fn produce(&mut self, seat: u8) -> u8 {
        let mut kinds = 0u8;
        for good in 0..GOODS {
            let player = &mut self.state.players[usize::from(seat)];
            let number = player.output(good).min(self.state.supply[good]);
            if number > 0 {
                player.goods[good] += number;
                self.state.supply[good] -= number;
                kinds |= 1 << good;
                self.event_of(seat, EventKind::Produced, good as u16, number.into());
            }
        }
        let player = &mut self.state.players[usize::from(seat)];
        if player.has(self.game.functions.factory) {
            let doubloons = FACTORY[kinds.count_ones() as usize];
            player.doubloons += u16::from(doubloons);
            if doubloons > 0 {
                self.event_of(seat, EventKind::Factory, 0, doubloons.into());
            }
        }
        kinds
    }

    /// PR-7.5: one more of a good, or none.
    pub fn bonus(&mut self, action: Action) {
        if action.kind == ActionKind::Take {
            let good = usize::from(action.a);
            self.state.supply[good] -= 1;
            self.state.player_mut().goods[good] += 1;
            self.event(EventKind::Produced, good as u16, 1);
        }
        self.end_phase();
    }
}

impl State {
    /// PR-7.1, PR-7.3: what the seat that decides would produce now, by good.
    #[inline]
    pub(super) fn coming(&self) -> [u8; GOODS] {
        let player = self.player();
        std::array::from_fn(|good| player.output(good).min(self.supply[good]))
    }
}

impl Ruleset {
    /// PR-7.1: who produces first; in the other profile seat 1.
    #[inline]
    fn first_producer(&self, state: &State) -> u8 {
        match self.options.craftsman_by_seat {
            true => 0,
            false => state.owner,
        }
    }

    /// PR-7.5: the goods to choose from, as a set.
    #[inline]
    pub(super) fn bonus_goods(&self, state: &State) -> u8 {
        state.scratch & set_of(&state.supply)
    }
}
