//! The Black Magician: powers of the cards (CA-8) and what they mean beside other modules (CA-11).

use super::action::{Action, ActionKind, NO_CARD};
use super::cards::{Cards, Kind};
use super::components::{EMPTY, RUM, SNAKE};
use super::events::EventKind;
use super::path::{Place, START, bit};
use super::play::Play;
use super::state::Phase;
use crate::game::{Chance, EventLog, Purpose, Seat};

/// Random numbers for the chest tiles.
pub const CHEST_TILES: Purpose = Purpose(2);

/// CA-8.3: cards that a lantern draws, and that rum's player keeps.
const LANTERN_CARDS: u8 = 4;
const RUM_KEPT: u8 = 2;

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// The power of a card that is already discarded.
    pub fn power(&mut self, action: Action) {
        let symbol = action.symbol().expect("a power is that of a card");
        self.event(EventKind::Power, symbol.into(), 0);
        match action.kind {
            ActionKind::Pistol => self.look_at(action.a),
            ActionKind::Rum => self.draw_rum(),
            ActionKind::Lantern => self.draw_lantern(),
            ActionKind::Parrots => self.move_by_parrots(action.a, action.b),
            ActionKind::Hook => self.move_pair(action),
            _ => self.open_chest(action.b),
        }
    }

    /// What is chosen after an action.
    pub fn choose(&mut self, action: Action) {
        match action.kind {
            ActionKind::Take => self.take(action.a),
            ActionKind::Give => self.give(action.a),
            ActionKind::Put => self.put_back(action.a),
            ActionKind::Discard => self.hindered(action.a),
            _ => self.keep(action.a, action.b),
        }
    }

    /// Pistol: the whole hand is seen (CA-A34).
    fn look_at(&mut self, other: u8) {
        self.state.phase = Phase::Pistol;
        self.state.other = other;
        self.state.show_hand();
    }

    /// Pistol: one card changes hands, and its owner draws another.
    fn take(&mut self, card: Kind) {
        let (seat, victim) = (self.active(), Seat::from(self.state.other));
        let state = &mut *self.state;
        state.hands[victim].remove(card);
        state.hands[seat].add(card);
        for observer in 0..usize::from(state.seats) {
            let knowledge = &mut state.knowledge[observer];
            if observer == seat {
                knowledge.hands[victim].remove(card);
                knowledge.together.remove(card);
            } else if observer == victim {
                knowledge.hands[seat].add(card);
                knowledge.together.add(card);
            } else {
                // Any one of the cards known to be there may be the one that has gone.
                let known = &mut knowledge.hands[victim];
                *known = known.less_each(1);
            }
        }
        self.draw_cards(self.state.other, 1);
        self.finish_action();
    }

    /// Cards that are drawn but have no place yet, as many as there are (CA-A20).
    fn draw_openly(&mut self, number: u8) {
        for _ in 0..number {
            match self.draw() {
                Some(card) => self.state.drawn.add(card),
                None => break,
            }
        }
    }

    fn draw_rum(&mut self) {
        self.draw_openly(self.state.seats + 1);
        if self.state.drawn.len() > RUM_KEPT {
            self.state.phase = Phase::RumKeep;
        } else {
            self.keep_drawn();
            self.finish_action();
        }
    }

    fn draw_lantern(&mut self) {
        self.draw_openly(LANTERN_CARDS);
        // The card played lies in the discards, so at least that one was drawn.
        self.state.phase = Phase::LanternKeep;
    }

    /// All drawn cards go to the hand of the player whose turn it is.
    fn keep_drawn(&mut self) {
        let seat = self.active();
        let drawn = std::mem::replace(&mut self.state.drawn, Cards::NONE);
        self.state.hands[seat] = self.state.hands[seat].plus(&drawn);
    }

    /// Two cards after rum, one after lantern.
    fn keep(&mut self, first: Kind, second: Kind) {
        let seat = self.active();
        for card in [first, second].into_iter().filter(|&card| card != NO_CARD) {
            self.state.drawn.remove(card);
            self.state.hands[seat].add(card);
        }
        if self.state.phase == Phase::LanternKeep {
            // Whatever order another player knew, its cards have been drawn.
            self.state.top_len = 0;
            self.state.top_known_to = self.state.active;
            self.state.phase = Phase::LanternPut;
            self.put_alike();
        } else {
            self.state.phase = Phase::RumGive;
            self.state.other = self.state.next_seat(self.state.active);
            self.give_alike();
        }
    }

    /// CA-A20: clockwise, one card each. Without a choice there is no decision.
    fn give_alike(&mut self) {
        while let Some(card) = only_kind(&self.state.drawn) {
            self.hand_over(card);
        }
        if self.state.drawn.is_empty() {
            self.finish_action();
        }
    }

    fn give(&mut self, card: Kind) {
        self.hand_over(card);
        self.give_alike();
    }

    fn hand_over(&mut self, card: Kind) {
        let (seat, other) = (self.active(), Seat::from(self.state.other));
        let state = &mut *self.state;
        state.drawn.remove(card);
        state.hands[other].add(card);
        state.knowledge[seat].hands[other].add(card);
        state.knowledge[seat].together.add(card);
        state.other = state.next_seat(state.other);
    }

    /// The last card put back lies on top. Without a choice there is no decision.
    fn put_alike(&mut self) {
        while let Some(card) = only_kind(&self.state.drawn) {
            self.put_on_top(card);
        }
        if self.state.drawn.is_empty() {
            self.finish_action();
        }
    }

    fn put_back(&mut self, card: Kind) {
        self.put_on_top(card);
        self.put_alike();
    }

    fn put_on_top(&mut self, card: Kind) {
        let state = &mut *self.state;
        state.drawn.remove(card);
        state.top[usize::from(state.top_len)] = card;
        state.top_len += 1;
    }

    /// CA-A33: two parrots as a card of any other symbol.
    fn move_by_parrots(&mut self, symbol: u8, place: Place) {
        let seat = self.active();
        let target = self
            .game
            .forward(self.state, seat, place, symbol, 1)
            .expect("the move is legal");
        self.state.shift(seat, place, target);
        self.arrived(seat);
    }

    /// CA-A15, CA-A16: two pirates of one space go to the same space.
    fn move_pair(&mut self, action: Action) {
        let (seat, place) = (self.active(), action.b);
        let other = action.payment.other_pirate().map_or(seat, Seat::from);
        let pirates = if other == seat { 2 } else { 1 };
        let target = self
            .game
            .forward(self.state, seat, place, action.a, pirates)
            .expect("the move is legal");
        self.state.shift(seat, place, target);
        self.state.shift(other, place, target);
        // If both owners are complete, the one whose turn it is has won.
        if !self.won(seat) {
            self.arrived(other);
        }
    }

    /// CA-8.4: the tile on a space is a random one of those not turned up (CA-A31).
    fn open_chest(&mut self, place: Place) {
        self.state.chests &= !bit(place);
        let tile = self.chance.piece(CHEST_TILES, &self.state.closed_tiles);
        self.state.closed_tiles[tile] -= 1;
        self.event(EventKind::Chest, tile as u16, 0);
        match tile {
            EMPTY => {}
            SNAKE => self.flee(place),
            cards => self.draw_cards(self.state.active, cards as u8 + 1),
        }
        self.finish_action();
    }

    /// CA-8.5, CA-A14: an own pirate retreats, and all tiles are laid again.
    fn flee(&mut self, place: Place) {
        let (seat, path) = (self.active(), &self.game.path);
        let state = &mut *self.state;
        let behind = path.behind(place);
        let last = |spaces: u64| (u64::BITS - 1 - spaces.leading_zeros()) as Place;
        let rum = state.symbols[usize::from(RUM)] & !state.crowd.taken() & behind;
        let room = behind & !state.crowd.0[2];
        let target = if rum != 0 {
            last(rum)
        } else if !path.on_island(place) {
            START
        } else if room != 0 {
            last(room)
        } else {
            place
        };
        state.shift(seat, place, target);
        self.game.lay_tiles(state);
    }
}

/// The kind of the cards if they are all of one kind.
fn only_kind(cards: &Cards) -> Option<Kind> {
    let mut kinds = cards.kinds();
    let first = kinds.next();
    first.filter(|_| kinds.next().is_none())
}
