//! Rounds and roles (PR-3, PR-10, PR-12), and dispatch of actions to the phases.

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::ruleset::Ruleset;
use super::state::{Members, Phase, State};
use crate::game::{Chance, Event, EventLog, Seat};
use crate::puerto_rico::components::{ROLE_CARDS, role};

/// Context in which one action is carried out.
pub struct Play<'a, C, L> {
    pub game: &'a Ruleset,
    pub state: &'a mut State,
    pub chance: &'a mut C,
    pub log: &'a mut L,
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Carries out a legal action and all consequences up to the next decision.
    #[inline]
    pub fn apply(&mut self, action: Action) {
        match self.state.phase {
            Phase::Role => self.take_role(action.a),
            Phase::Hacienda => self.hacienda(action.kind == ActionKind::Yes),
            Phase::Plantation => self.plantation(action),
            Phase::Hospice => self.hospice(action.kind == ActionKind::Yes),
            Phase::Privilege => self.mayor_privilege(action.kind == ActionKind::Yes),
            Phase::Staff => self.staff(action.b),
            Phase::Build => self.build(action),
            Phase::University => self.university(action.kind == ActionKind::Yes),
            Phase::Bonus => self.bonus(action),
            Phase::Sell => self.sell(action),
            Phase::Load => self.load(action),
            Phase::Store => self.store(action),
            Phase::Keep => self.keep(action.a),
            Phase::Produce => self.production(action.kind == ActionKind::Yes),
            Phase::Over | Phase::Capped => {}
        }
    }

    /// Takes a role card and its doubloons and starts its phase (PR-3.1, PR-3.2).
    #[inline]
    fn take_role(&mut self, card: u8) {
        let state = &mut *self.state;
        let gold = std::mem::take(&mut state.role_doubloons[usize::from(card)]);
        state.roles_taken |= 1 << card;
        state.role = card;
        state.owner = state.active;
        state.player_mut().doubloons += u16::from(gold);
        self.event(EventKind::Role, card.into(), gold.into());
        match card {
            role::SETTLER => self.settler(),
            role::MAYOR => self.mayor(),
            role::BUILDER => self.builder(),
            role::CRAFTSMAN => self.craftsman(),
            role::TRADER => self.trader(),
            role::CAPTAIN => self.captain(),
            _ => {
                // Prospector (PR-10.1).
                self.state.player_mut().doubloons += 1;
                self.end_phase();
            }
        }
    }

    /// Ends the phase of a role and gives the turn to the next player to take a card, or ends the
    /// round (PR-3.1, PR-14.2).
    #[inline]
    pub fn end_phase(&mut self) {
        let state = &mut *self.state;
        state.scratch = 0;
        state.active = state.next_seat(state.owner);
        if state.picks + 1 < self.game.picks_per_round() {
            state.picks += 1;
            state.phase = Phase::Role;
        } else {
            self.end_round();
        }
    }

    /// Ends the round (PR-3.6, PR-3.7).
    fn end_round(&mut self) {
        let state = &mut *self.state;
        let left = self.game.roles & !state.roles_taken;
        for card in Members(left.into()) {
            state.role_doubloons[card] += 1;
        }
        state.roles_taken = 0;
        if state.endings != 0 {
            state.phase = Phase::Over;
            return;
        }
        if state.round == self.game.options.round_cap {
            state.phase = Phase::Capped;
            return;
        }
        state.governor = state.next_seat(state.governor);
        state.round += 1;
        state.picks = 0;
        state.active = state.governor;
        state.phase = Phase::Role;
    }

    /// Records a condition that ends the game (PR-12.1). Play continues until the end of the round.
    pub fn ends(&mut self, ending: u8) {
        if self.state.endings & ending == 0 {
            self.state.endings |= ending;
            self.event(EventKind::End, ending.into(), 0);
        }
    }

    /// Logs an event of the active seat.
    #[inline]
    pub fn event(&mut self, kind: EventKind, item: u16, value: i32) {
        self.event_of(self.state.active, kind, item, value);
    }

    /// Logs an event of a seat.
    #[inline]
    pub fn event_of(&mut self, seat: u8, kind: EventKind, item: u16, value: i32) {
        let event = Event {
            seat,
            round: self.state.round,
            turn: self.game.turns_begun(self.state, Seat::from(seat)) as u16,
            kind: kind as u8,
            item,
            value,
        };
        self.log.push(event);
    }
}

impl Ruleset {
    /// Returns the number of role cards taken in a round by all players together.
    #[inline]
    pub(crate) fn picks_per_round(&self) -> u8 {
        self.components.setup.roles_each * self.players as u8
    }

    /// Returns the number of role cards that a seat still has to take in this round, or `None` if
    /// the game is over.
    pub(crate) fn roles_to_take(&self, state: &State, seat: Seat) -> Option<usize> {
        let under_way = match state.phase {
            Phase::Over | Phase::Capped => return None,
            Phase::Role => 0,
            _ => 1,
        };
        let chooses = match under_way {
            0 => state.active,
            _ => state.next_seat(state.owner),
        };
        let left = usize::from(self.picks_per_round() - state.picks - under_way);
        // Cards are taken in seat order, starting with the seat that chooses next.
        let before = (seat + self.players - usize::from(chooses)) % self.players;
        Some(left.saturating_sub(before).div_ceil(self.players))
    }

    /// Returns the set of role cards that may be taken. Two prospectors with equal money are
    /// represented by the first (PR-A21).
    #[inline]
    pub(crate) fn free_roles(&self, state: &State) -> u8 {
        let free = self.roles & !state.roles_taken;
        let both = 0b11 << role::PROSPECTOR;
        let gold = |card: u8| state.role_doubloons[usize::from(card)];
        if free & both == both && gold(role::PROSPECTOR) == gold(role::PROSPECTOR + 1) {
            free & !(1 << (ROLE_CARDS - 1))
        } else {
            free
        }
    }

    /// Returns the number of role cards that a seat has taken or is about to take in this game.
    #[inline]
    pub(crate) fn turns_begun(&self, state: &State, seat: Seat) -> u32 {
        let players = self.players as u32;
        let (seat, governor) = (seat as u32, u32::from(state.governor));
        let offset = match seat < governor {
            true => seat + players - governor,
            false => seat - governor,
        };
        let complete = (u32::from(state.round) - 1) * u32::from(self.components.setup.roles_each);
        let begun = u32::from(state.picks) + players - offset;
        // A division that could panic would prevent the compiler from removing this code when
        // events are not logged.
        complete + begun.checked_div(players).unwrap_or(0)
    }
}
