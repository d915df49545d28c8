//! Drawing cards (EN-6.15 to EN-6.18), abolition (EN-6.19) and the Discard phase (EN-7).

use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{NONE, Phase, State};
use crate::endeavor::components::{
    ABOLITION, ASSETS, Bits, CardSet, DECKS, EUROPE, GOVERNORS, INFLUENCE, SLAVERY, SLAVERY_DECK,
    deck_area, deck_of, deck_size, deck_start,
};
use crate::game::{EventLog, Seat};

/// Maximum number of cards in the ordinary spaces (EN-7.1).
pub(crate) const SLOTS: u32 = 5;

impl Ruleset {
    /// Returns the cards that a player may draw: the tops of decks (EN-6.15) and cards in the
    /// discard pile (EN-6.16).
    #[inline]
    pub(crate) fn drawable(&self, state: &State, seat: Seat) -> CardSet {
        let player = &state.players[seat];
        let mut cards = self.tops_within(state, seat);
        if state.pile != 0 {
            let discs = usize::from(player.discs[EUROPE]).min(5);
            cards |= state.pile & self.lookups.up_to_number[discs];
        }
        cards & self.options.may_draw[seat] & !self.forbidden[seat].1
    }

    /// Returns the top cards of the decks that have a draw number of at most the owner's number of
    /// discs in the area of the deck.
    #[inline]
    pub(crate) fn tops_within(&self, state: &State, owner: usize) -> CardSet {
        let discs = &state.players[owner].discs;
        let mut cards = 0;
        for deck in 0..DECKS {
            let (drawn, size) = (usize::from(state.drawn[deck]), deck_size(deck));
            let number = 6 - size + drawn;
            if drawn < size && number <= usize::from(discs[deck_area(deck)]) {
                cards |= 1 << (deck_start(deck) + drawn);
            }
        }
        cards
    }

    /// Returns the card limit from the Influence track (EN-7.1).
    #[inline]
    fn card_limit(&self, state: &State, seat: Seat) -> u32 {
        let level = self.components.level_of[state.step(seat, INFLUENCE)];
        u32::from(self.components.card_limit[usize::from(level)])
    }

    /// Returns the card limit that applies to the active seat in the Discard phase (EN-A15).
    #[inline]
    pub(crate) fn limit_read(&self, state: &State) -> u32 {
        match self.options.limit_once {
            true => u32::from(state.left),
            false => self.card_limit(state, Seat::from(state.active)),
        }
    }

    /// Returns the seat's cards in the ordinary spaces if there are more than the limit, and `None`
    /// otherwise (EN-7.1, EN-A15).
    #[inline]
    pub(crate) fn excess(&self, state: &State) -> Option<CardSet> {
        let player = state.player();
        let mut cards = player.cards;
        if player.governor != NONE {
            cards &= !(1 << player.governor);
        }
        let slavery = u32::from(cards & SLAVERY != 0);
        let kept = SLOTS.min(self.limit_read(state) + slavery);
        (cards.count_ones() > kept).then_some(cards)
    }
}

impl<L: EventLog> Play<'_, L> {
    /// Draws a card from the top of its deck or from the discard pile (EN-6.15, EN-6.16).
    #[inline]
    pub fn draw(&mut self, card: usize) {
        let state = &mut *self.state;
        let from_pile = state.pile >> card & 1 == 1;
        if from_pile {
            state.pile &= !(1 << card);
        } else {
            state.drawn[deck_of(card)] += 1;
        }
        let drawn = &self.game.components.cards[card];
        let player = state.player_mut();
        player.cards |= 1 << card;
        player.gain(&drawn.icons);
        // A card with a plus sign also moves a disc to the harbor (EN-6.18).
        player.grow(drawn.plus.into());
        self.event(EventKind::Drawn, card as u16, from_pile.into());
        if card == ABOLITION {
            self.abolish();
        }
    }

    /// Abolishes slavery when Europe 5 leaves its deck for the first time: all slavery cards are
    /// set aside, and the rest of their deck leaves the game (EN-6.19, EN-A14).
    #[cold]
    pub fn abolish(&mut self) {
        if self.state.abolished || !self.game.options.abolition {
            return;
        }
        self.state.abolished = true;
        let start = deck_start(SLAVERY_DECK);
        let drawn = usize::from(self.state.drawn[SLAVERY_DECK]);
        let rest = (start + drawn)..(start + deck_size(SLAVERY_DECK));
        for card in rest {
            self.state.removed |= 1 << card;
        }
        self.state.drawn[SLAVERY_DECK] = deck_size(SLAVERY_DECK) as u8;
        for seat in 0..usize::from(self.state.seats) {
            let held = self.state.players[seat].cards & SLAVERY;
            for card in Bits(held) {
                self.set_aside(seat, card);
            }
            let number = held.count_ones() as i32;
            self.event_of(seat, EventKind::Abolished, 0, number);
        }
    }

    /// Sets a slavery card aside face down. The player loses its icons.
    fn set_aside(&mut self, seat: Seat, card: usize) {
        let icons = &self.game.components.cards[card].icons;
        let player = &mut self.state.players[seat];
        player.cards &= !(1 << card);
        player.set_aside |= 1 << card;
        player.lose(icons);
    }

    /// Runs the Discard phase, starting with seat `first`, then ends the round.
    pub fn discard_from(&mut self, first: u8) {
        let mut seat = first;
        loop {
            let limit = self.game.card_limit(self.state, Seat::from(seat));
            let state = &mut *self.state;
            state.active = seat;
            // With `limit_read=once`, this limit applies to all discards: see `Ruleset::limit_read`.
            state.left = limit as u8;
            let player = state.player_mut();
            player.governor = NONE;
            if player.cards & GOVERNORS != 0 {
                state.phase = Phase::Governor;
                return;
            }
            if self.game.excess(self.state).is_some() {
                self.state.phase = Phase::Discard;
                return;
            }
            seat = self.state.next_seat(seat);
            if seat == self.state.crown {
                break;
            }
        }
        self.end_round();
    }

    /// Places a card in the governor space, or leaves the space empty (EN-7.2).
    pub fn keep_governor(&mut self, card: u8) {
        self.state.player_mut().governor = card;
        self.state.phase = Phase::Discard;
        self.discard_or_go_on();
    }

    /// Discards one card (EN-7.3, EN-7.4).
    pub fn discard(&mut self, card: usize) {
        let seat = self.seat();
        if SLAVERY >> card & 1 == 1 {
            self.set_aside(seat, card);
        } else {
            let state = &mut *self.state;
            let player = state.player_mut();
            player.cards &= !(1 << card);
            player.lose(&self.game.components.cards[card].icons);
            // Governors leave the game (EN-A16).
            if card < ASSETS {
                state.pile |= 1 << card;
            } else {
                state.removed |= 1 << card;
            }
        }
        self.event(EventKind::Discarded, card as u16, 0);
        self.discard_or_go_on();
    }

    fn discard_or_go_on(&mut self) {
        if self.game.excess(self.state).is_some() {
            return;
        }
        let next = self.state.next_seat(self.state.active);
        if next == self.state.crown {
            self.end_round();
        } else {
            self.discard_from(next);
        }
    }
}
