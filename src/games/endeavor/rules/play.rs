//! Carries out actions and their consequences up to the next decision.

use super::action::{Action, ActionKind};
use super::events::{self, EventKind};
use super::ruleset::Ruleset;
use super::state::{NONE, Phase, State};
use crate::endeavor::components::{ATTACK, DRAW, OCCUPY, PAY, SHIP, START_SIDES};
use crate::game::{EventLog, Seat};

/// Context in which one action is carried out.
pub struct Play<'a, L> {
    pub game: &'a Ruleset,
    pub state: &'a mut State,
    pub log: &'a mut L,
}

impl<L: EventLog> Play<'_, L> {
    /// Carries out a legal action and all consequences up to the next decision.
    #[inline]
    pub fn apply(&mut self, action: Action) {
        let target = usize::from(action.target);
        match action.kind {
            ActionKind::Use => self.activate(target),
            ActionKind::Token => self.use_token(target),
            ActionKind::Pass => self.pass(),
            ActionKind::ShipTrack => {
                self.ship_track(self.seat(), target);
                self.performed(SHIP);
            }
            ActionKind::ShipFleet => {
                self.ship_fleet(target);
                self.performed(SHIP);
            }
            ActionKind::ShipSeas => {
                self.ship_seas(target);
                self.performed(SHIP);
            }
            ActionKind::Occupy => {
                self.occupy(target);
                self.performed(OCCUPY);
            }
            ActionKind::Attack => {
                self.attack(target);
                self.performed(ATTACK);
            }
            ActionKind::Pay => {
                self.pay(target);
                self.performed(PAY);
            }
            ActionKind::Draw => {
                self.draw(target);
                self.performed(DRAW);
            }
            ActionKind::Stop => self.end_turn(),
            ActionKind::Casualty => self.place_casualty(target),
            ActionKind::FleetsTrack
            | ActionKind::FleetsFleet
            | ActionKind::FleetsOccupy
            | ActionKind::FleetsRemove
            | ActionKind::FleetsRest => self.react(action),
            ActionKind::Salary => self.pay_salary(target),
            ActionKind::Build => self.build(target),
            ActionKind::Scrap => self.scrap(target),
            ActionKind::Governor => self.keep_governor(action.target),
            ActionKind::Discard => self.discard(target),
            ActionKind::Start => self.start(target),
        }
    }

    /// Places a side of the start tile, with a disc on it (EN-2.9, EN-2.10).
    fn start(&mut self, side: usize) {
        debug_assert!(side < START_SIDES);
        let seat = self.seat();
        self.put_building(seat, side);
        let player = self.state.player_mut();
        player.supply -= 1;
        player.busy = 1;
        self.event(EventKind::Start, side as u16, 0);
        self.state.active = self.state.next_seat(self.state.active);
        if self.state.active == self.state.crown {
            self.begin_round();
        }
    }

    /// Places a tile on the leftmost empty coast space (EN-4.1, EN-4.2). Its icons count
    /// immediately.
    pub fn put_building(&mut self, seat: Seat, kind: usize) {
        let player = &mut self.state.players[seat];
        player.buildings[usize::from(player.built)] = kind as u8;
        player.built += 1;
        player.kinds |= 1 << kind;
        player.gain(&self.game.components.buildings[kind].icons);
    }

    /// Returns the seat whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat::from(self.state.active)
    }

    /// Logs an event of the seat whose turn it is.
    #[inline]
    pub fn event(&mut self, kind: EventKind, item: u16, value: i32) {
        self.event_of(self.seat(), kind, item, value);
    }

    /// Logs an event of a seat.
    #[inline]
    pub fn event_of(&mut self, seat: Seat, kind: EventKind, item: u16, value: i32) {
        let event = events::event(self.state, seat, kind, item, value);
        self.log.push(event);
    }

    /// Starts the Action phase (EN-5.1).
    pub fn begin_actions(&mut self) {
        self.state.passed = 0;
        self.begin_turn(self.state.crown);
    }

    /// Starts the turn of a seat.
    #[inline]
    fn begin_turn(&mut self, seat: u8) {
        let state = &mut *self.state;
        state.active = seat;
        state.player_mut().turns += 1;
        state.phase = Phase::Turn;
    }

    /// Starts the turn of the next seat that has not passed, or ends the phase (EN-5.1).
    #[inline]
    pub fn next_turn(&mut self) {
        let state = &mut *self.state;
        if state.passed == (1 << state.seats) - 1 {
            self.discard_from(self.state.crown);
            return;
        }
        let mut seat = state.next_seat(state.active);
        while state.passed >> seat & 1 == 1 {
            seat = state.next_seat(seat);
        }
        self.begin_turn(seat);
    }

    /// Passes. The player is skipped for the rest of the phase (EN-5.2).
    #[inline]
    fn pass(&mut self) {
        let harbor = i32::from(self.state.player().harbor);
        self.event(EventKind::Passed, 0, harbor);
        self.state.passed |= 1 << self.state.active;
        self.next_turn();
    }

    /// Moves a disc from the harbor to an empty activation space (EN-5.3).
    #[inline]
    fn activate(&mut self, kind: usize) {
        let player = self.state.player_mut();
        let slot = player
            .coast()
            .iter()
            .enumerate()
            .position(|(slot, &own)| usize::from(own) == kind && player.busy >> slot & 1 == 0)
            .expect("the building is free");
        player.harbor -= 1;
        player.busy |= 1 << slot;
        self.event(EventKind::Used, kind as u16, 0);
        let either = self.game.lookups.either >> kind & 1 == 1;
        self.open_menu(self.game.lookups.deeds[kind], either, false);
    }

    /// Removes a token from the game and offers one of its actions (EN-5.4).
    #[inline]
    fn use_token(&mut self, token: usize) {
        self.state.player_mut().actions[token] -= 1;
        self.state.tokens_gone += 1;
        self.event(EventKind::Token, token as u16, 0);
        self.open_menu(self.game.lookups.token_deeds[token], true, true);
    }

    #[inline]
    fn open_menu(&mut self, menu: u8, either: bool, by_token: bool) {
        let state = &mut *self.state;
        state.menu = menu;
        state.either = either;
        state.by_token = by_token;
        state.done = 0;
        state.occupied = NONE;
        state.phase = Phase::Act;
    }

    /// Completes an action except for its casualties.
    #[inline]
    fn performed(&mut self, deed: u8) {
        let state = &mut *self.state;
        state.done |= deed;
        state.menu = if state.either { 0 } else { state.menu & !deed };
        if state.casualties != 0 {
            state.phase = Phase::Casualty;
        } else {
            self.go_on();
        }
    }

    /// Offers another action of the building if one is possible (EN-5.5). Otherwise ends the turn.
    #[inline]
    pub fn go_on(&mut self) {
        let state = &mut *self.state;
        if self.game.possible(state, state.menu) != 0 {
            state.phase = Phase::Act;
        } else {
            self.end_turn();
        }
    }

    /// Ends the turn. The silent fleets may react.
    #[inline]
    fn end_turn(&mut self) {
        if self.game.options.silent_fleets && self.game.reacts(self.state) {
            self.state.phase = Phase::Reaction;
        } else {
            self.next_turn();
        }
    }

    /// Moves a disc from a building without the no-pay mark to the harbor (EN-6.14).
    #[inline]
    fn pay(&mut self, kind: usize) {
        self.free(kind);
        self.event(EventKind::Paid, kind as u16, 0);
    }

    /// Moves a disc from a building of this kind to the harbor.
    #[inline]
    pub fn free(&mut self, kind: usize) {
        let player = self.state.player_mut();
        let slot = player
            .coast()
            .iter()
            .enumerate()
            .position(|(slot, &own)| usize::from(own) == kind && player.busy >> slot & 1 == 1)
            .expect("there is a disc on the building");
        player.busy &= !(1 << slot);
        player.harbor += 1;
    }
}
