//! Carries out actions: turns (CA-2.4 to CA-2.15) and all consequences of a choice.

use super::action::{Action, ActionKind};
use super::cards::{Kind, is_black};
use super::events::{self, EventKind};
use super::legal::HOOK_ACTIONS;
use super::path::{HOME, Place};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::cartagena::components::Symbol;
use crate::game::{Chance, EventLog, Seat};

/// Number of actions in a turn (CA-2.5).
pub const ACTIONS: u8 = 3;

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
        match action.kind {
            ActionKind::Take
            | ActionKind::Keep
            | ActionKind::Give
            | ActionKind::Put
            | ActionKind::Discard => self.choose(action),
            ActionKind::Captain => self.captain(),
            ActionKind::Rest => self.rest(),
            ActionKind::End => self.next_turn(),
            _ => self.act(action),
        }
    }

    /// Carries out one of the actions of a turn.
    #[inline]
    fn act(&mut self, action: Action) {
        let state = &mut *self.state;
        state.fresh = false;
        state.acted = true;
        state.actions_left -= match action.kind {
            ActionKind::Hook => HOOK_ACTIONS,
            _ => 1,
        };
        match action.kind {
            ActionKind::Back => self.back(action.b),
            ActionKind::Morgan => self.morgan(action.a, action.b),
            ActionKind::Sail => {
                self.sail(EventKind::Sailed);
                self.finish_action();
            }
            _ => {
                action.cards(|card| self.discard(card));
                match action.kind {
                    ActionKind::Play => self.play(action.a, action.b),
                    _ => self.power(action),
                }
            }
        }
    }

    /// Discards a card that the active player uses. Cards are discarded before they take effect
    /// (CA-A26).
    #[inline]
    fn discard(&mut self, card: Kind) {
        let seat = self.active();
        self.state.black_played |= is_black(card);
        self.discard_from(seat, card);
    }

    /// Moves a card from a hand to the public discards.
    #[inline]
    pub fn discard_from(&mut self, seat: Seat, card: Kind) {
        let state = &mut *self.state;
        state.hands[seat].remove(card);
        state.discards.add(card);
        let seats = usize::from(state.seats);
        for (observer, knowledge) in state.knowledge[..seats].iter_mut().enumerate() {
            if observer != seat {
                knowledge.hands[seat].forget(card);
                knowledge.together.forget(card);
            }
        }
    }

    /// Moves a pirate forward (CA-2.7, CA-2.8).
    #[inline]
    fn play(&mut self, symbol: Symbol, place: Place) {
        let seat = self.active();
        let target = self
            .game
            .forward(self.state, seat, place, symbol, 1)
            .expect("the move is legal");
        self.state.shift(seat, place, target);
        let path = &self.game.path;
        let spaces = path.progress(target) - path.progress(place);
        self.event(EventKind::Played, symbol.into(), spaces.into());
        self.arrived(seat);
    }

    /// Ends the game or the action after a pirate has moved forward.
    #[inline]
    pub fn arrived(&mut self, seat: Seat) {
        if !self.won(seat) {
            self.finish_action();
        }
    }

    /// Moves a pirate backward and draws cards (CA-2.10, CA-2.11).
    #[inline]
    fn back(&mut self, place: Place) {
        let seat = self.active();
        let target = self
            .game
            .backward(self.state, place)
            .expect("the move is legal");
        let pirates = self.state.crowd.on(target);
        self.state.shift(seat, place, target);
        self.event(EventKind::Back, 0, pirates.into());
        self.draw_cards(self.state.active, pirates);
        self.finish_action();
    }

    /// Moves the sloop to the other harbor (CA-5.3).
    fn sail(&mut self, kind: EventKind) {
        self.state.at_tortuga = !self.state.at_tortuga;
        self.event(kind, u16::from(self.state.at_tortuga), 0);
    }

    /// Sails as captain before the first action (CA-5.9).
    fn captain(&mut self) {
        self.state.fresh = false;
        self.sail(EventKind::Captain);
    }

    /// Gives up the whole turn to draw one card (CA-2.15).
    fn rest(&mut self) {
        self.event(EventKind::Rested, 0, 0);
        self.draw_cards(self.state.active, 1);
        self.next_turn();
    }

    /// Ends the game and returns true if all pirates of a seat are at the goal (CA-2.6).
    #[inline]
    pub fn won(&mut self, seat: Seat) -> bool {
        let won = self.state.pirates[seat].home == self.game.options.pirates;
        if won {
            self.state.phase = Phase::Won;
            let turns = i32::from(self.state.turns[seat]);
            let event = events::event(self.state, seat, EventKind::Won, 0, turns);
            self.log.push(event);
        }
        won
    }

    /// Completes an action. Hindrance may follow.
    #[inline]
    pub fn finish_action(&mut self) {
        if self.state.black_played {
            self.state.black_played = false;
            // Cards count as black only with hindrance.
            self.state.other = self.state.active;
            self.state.discarded = 0;
            if self.next_to_discard() {
                return;
            }
        }
        self.go_on();
    }

    /// Continues with the next action or the next turn after an action and its consequences.
    #[inline]
    pub fn go_on(&mut self) {
        self.state.phase = Phase::Turn;
        if self.state.actions_left == 0 {
            self.next_turn();
        }
    }

    /// Starts the turn of the next player (CA-2.4), or stops the game if this player has reached
    /// the turn cap (CA-A35).
    #[inline]
    fn next_turn(&mut self) {
        let state = &mut *self.state;
        state.active = state.next_seat(state.active);
        let seat = usize::from(state.active);
        if state.turns[seat] == self.game.options.turn_cap {
            self.cap();
            return;
        }
        state.turns[seat] += 1;
        state.actions_left = ACTIONS;
        state.fresh = true;
        state.acted = false;
        state.phase = Phase::Turn;
    }

    #[cold]
    fn cap(&mut self) {
        self.state.phase = Phase::Capped;
        for seat in 0..usize::from(self.state.seats) {
            let home = i32::from(self.state.pirates[seat].at(HOME));
            let event = events::event(self.state, seat, EventKind::Capped, 0, home);
            self.log.push(event);
        }
    }

    /// Returns the seat whose turn it is.
    #[inline]
    pub fn active(&self) -> Seat {
        Seat::from(self.state.active)
    }

    /// Logs an event of the seat whose turn it is.
    #[inline]
    pub fn event(&mut self, kind: EventKind, item: u16, value: i32) {
        let event = events::event(self.state, self.active(), kind, item, value);
        self.log.push(event);
    }
}
