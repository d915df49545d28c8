//! Craftsman (PR-7): production.

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, State, set_of};
use crate::game::{Chance, EventLog};
use crate::puerto_rico::components::GOODS;

/// Doubloons that a factory pays, by number of kinds produced (PR-7.4).
pub const FACTORY: [u8; GOODS + 1] = [0, 0, 1, 2, 3, 5];

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Lets all players produce, then offers the owner of the role an extra good (PR-7.1, PR-7.5).
    #[inline]
    pub fn craftsman(&mut self) {
        self.state.active = self.game.first_producer(self.state);
        self.produce_next();
    }

    /// Lets all players produce, starting with the active seat. With PR-A31, stops at each player
    /// who can choose whether to produce.
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

    /// Carries out the choice of the active seat to produce or not (PR-A31).
    pub fn production(&mut self, wanted: bool) {
        if self.produced(wanted) {
            self.produce_next();
        }
    }

    /// Ends the turn of the active seat, which produces if `wanted`. Returns true if another seat
    /// follows.
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

    /// Produces for one player (PR-7.1 to PR-7.4). Returns the kinds produced, as a set.
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

    /// Takes the extra good of the privilege, or passes (PR-7.5).
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
    /// Returns the number of barrels of each good that the active player would produce now (PR-7.1,
    /// PR-7.3).
    #[inline]
    pub(crate) fn coming(&self) -> [u8; GOODS] {
        let player = self.player();
        std::array::from_fn(|good| player.output(good).min(self.supply[good]))
    }
}

impl Ruleset {
    /// Returns the seat that produces first (PR-7.1): the owner of the role or, with
    /// `craftsman_by_seat`, seat 1.
    #[inline]
    fn first_producer(&self, state: &State) -> u8 {
        match self.options.craftsman_by_seat {
            true => 0,
            false => state.owner,
        }
    }

    /// Returns the set of goods that the owner of the role may choose from (PR-7.5).
    #[inline]
    pub(crate) fn bonus_goods(&self, state: &State) -> u8 {
        state.scratch & set_of(&state.supply)
    }
}
