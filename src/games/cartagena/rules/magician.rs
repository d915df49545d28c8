//! The Black Magician: powers of the cards (CA-8) and their interaction with other modules (CA-11).

use super::action::{Action, ActionKind, NO_CARD};
use super::cards::{Cards, Kind};
use super::events::EventKind;
use super::path::{Place, START, bit};
use super::play::Play;
use super::state::Phase;
use crate::cartagena::components::{EMPTY, RUM, SNAKE};
use crate::game::{Chance, EventLog, Purpose, Seat};

/// Random draws of the chest tiles.
pub const CHEST_TILES: Purpose = Purpose(2);

/// Number of cards that a lantern draws, and number of cards that a player keeps after rum
/// (CA-8.3).
pub(crate) const LANTERN_CARDS: u8 = 4;
pub(crate) const RUM_KEPT: u8 = 2;

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Carries out the power of a card that has already been discarded.
    pub fn power(&mut self, action: Action) {
        let symbol = action.symbol().expect("every power belongs to a card");
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

    /// Carries out a choice that completes an action.
    pub fn choose(&mut self, action: Action) {
        match action.kind {
            ActionKind::Take => self.take(action.a),
            ActionKind::Give => self.give(action.a),
            ActionKind::Put => self.put_back(action.a),
            ActionKind::Discard => self.hindered(action.a),
            _ => self.keep(action.a, action.b),
        }
    }

    /// Pistol: reveals a whole hand to the active player (CA-A34).
    fn look_at(&mut self, other: u8) {
        self.state.phase = Phase::Pistol;
        self.state.other = other;
        self.state.show_hand();
    }

    /// Pistol: takes one card. The owner of the hand draws another card.
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
                // Any card known to be in this hand may be the card that was taken.
                let known = &mut knowledge.hands[victim];
                *known = known.less_each(1);
            }
        }
        self.draw_cards(self.state.other, 1);
        self.finish_action();
    }

    /// Draws up to `number` cards for the active player to distribute (CA-A20).
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
        // The discarded lantern can be reshuffled, so at least one card was drawn.
        self.state.phase = Phase::LanternKeep;
    }

    /// Moves all drawn cards to the active player's hand.
    fn keep_drawn(&mut self) {
        let seat = self.active();
        let drawn = std::mem::replace(&mut self.state.drawn, Cards::NONE);
        self.state.hands[seat] = self.state.hands[seat].plus(&drawn);
    }

    /// Keeps two cards after rum, or one card after a lantern.
    fn keep(&mut self, first: Kind, second: Kind) {
        let seat = self.active();
        for card in [first, second].into_iter().filter(|&card| card != NO_CARD) {
            self.state.drawn.remove(card);
            self.state.hands[seat].add(card);
        }
        if self.state.phase == Phase::LanternKeep {
            // All cards in a known order on top of the pile have now been drawn.
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

    /// Gives one drawn card to each player in clockwise order (CA-A20), until the active player has a choice.
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

    /// Puts drawn cards back until the active player has a choice. The last card put back is on top.
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

    /// Moves a pirate with two parrots as a card of any other symbol (CA-A33).
    fn move_by_parrots(&mut self, symbol: u8, place: Place) {
        let seat = self.active();
        let target = self
            .game
            .forward(self.state, seat, place, symbol, 1)
            .expect("the move is legal");
        self.state.shift(seat, place, target);
        self.arrived(seat);
    }

    /// Moves two pirates from one space to another (CA-A15, CA-A16).
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
        // If all pirates of both owners are then at the goal, the active player wins.
        if !self.won(seat) {
            self.arrived(other);
        }
    }

    /// Turns up a chest tile (CA-8.4), drawn at random from the closed tiles (CA-A31).
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

    /// Moves a pirate of the active player back and replaces all chest tiles (CA-8.5, CA-A14).
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

/// Returns the kind of the cards if all cards are of one kind, otherwise `None`.
fn only_kind(cards: &Cards) -> Option<Kind> {
    let mut kinds = cards.kinds();
    let first = kinds.next();
    first.filter(|_| kinds.next().is_none())
}
