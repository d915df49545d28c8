//! What a player knows of hidden cards, and worlds that fit it (CA-1.6, CA-A17, CA-A34).
//!
//! Open: pirates, discards, the number of cards in every hand, chest tiles turned up. Hidden: hands,
//! the draw pile, closed tiles. Beyond its own hand a player is sure of
//! * cards of another hand: seen with a pistol, given with rum, drawn from where the player had put
//!   them with a lantern, or taken from the player;
//! * cards of the other hands together: when the discards become the pile, everybody sees which
//!   cards are in no hand;
//! * the cards that it put back with a lantern, in their order.
//!
//! Cards of a kind cannot be told apart, so a card that leaves a hand takes the knowledge of one such
//! card with it. When a third player takes a card unseen, one card of every kind is no longer sure.
//! The worlds leave unused what would have to be concluded further: of several hands, which were
//! filled before a reshuffle; and cards known to a player that another one drew for rum or a lantern.
//!
//! The tile on a chest space is drawn when it is turned up, so that there is nothing to resample.

use super::cards::{Cards, Kind, all_kinds};
use super::ruleset::Ruleset;
use super::state::{Knowledge, Phase, State};
use crate::game::{MAX_SEATS, Rng, Seat};
use crate::random::below;

impl Ruleset {
    /// Replaces what `observer` cannot know by a random world that fits what it knows.
    pub(super) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let seats = usize::from(state.seats);
        let own_choice = observer == Seat::from(state.active);
        let own_top = observer == Seat::from(state.top_known_to);
        let knowledge = state.knowledge[observer];

        // Everything the observer cannot place.
        let mut unseen = self
            .deck
            .minus(&state.hands[observer])
            .minus(&state.discards);
        if own_choice {
            unseen = unseen.minus(&state.drawn);
        }
        let top_len = usize::from(state.top_len);
        if own_top {
            for &card in &state.top[..top_len] {
                unseen.remove(card);
            }
        }

        // Hands: first what is sure for each, then what is sure for all together, then any card.
        let mut missing = [0u8; MAX_SEATS];
        for seat in (0..seats).filter(|&seat| seat != observer) {
            missing[seat] = state.hands[seat].len() - knowledge.hands[seat].len();
            state.hands[seat] = knowledge.hands[seat];
        }
        let each = knowledge.each_hand();
        let mut bag = knowledge.together.minus(&each);
        unseen = unseen.minus(&each).minus(&bag);
        let any = missing.iter().sum::<u8>() - bag.len();
        move_random(&mut unseen, &mut bag, any, rng);
        for seat in (0..seats).filter(|&seat| seat != observer) {
            move_random(&mut bag, &mut state.hands[seat], missing[seat], rng);
        }

        if !own_choice {
            let number = state.drawn.len();
            state.drawn = Cards::NONE;
            move_random(&mut unseen, &mut state.drawn, number, rng);
        }
        if !own_top {
            for card in &mut state.top[..top_len] {
                *card = take_random(&mut unseen, rng);
            }
        }
        state.pile = unseen;

        // What the others know is theirs; only who is looking at a hand certainly sees it.
        for (seat, others) in state.knowledge.iter_mut().enumerate() {
            if seat != observer {
                *others = Knowledge::default();
            }
        }
        if state.phase == Phase::Pistol && !own_choice {
            state.show_hand();
        }
    }
}

fn take_random(cards: &mut Cards, rng: &mut Rng) -> Kind {
    let card = cards.at(below(rng, u32::from(cards.len())));
    cards.remove(card);
    card
}

/// Moves so many random cards.
fn move_random(from: &mut Cards, to: &mut Cards, number: u8, rng: &mut Rng) {
    if number == from.len() {
        *to = to.plus(from);
        *from = Cards::NONE;
        return;
    }
    for _ in 0..number {
        to.add(take_random(from, rng));
    }
}

impl State {
    /// Pistol: the player whose turn it is sees a hand.
    pub(super) fn show_hand(&mut self) {
        let (seat, victim) = (Seat::from(self.active), Seat::from(self.other));
        let knowledge = &mut self.knowledge[seat];
        knowledge.hands[victim] = self.hands[victim];
        knowledge.together = knowledge.together.at_least(&knowledge.each_hand());
    }

    /// The cards of a hand that `observer` is sure of, and the number of the others.
    pub(super) fn known_hand(&self, seat: Seat, observer: Seat) -> (Cards, u8) {
        let hand = self.hands[seat];
        let known = if seat == observer {
            hand
        } else {
            self.knowledge[observer].hands[seat]
        };
        debug_assert!(all_kinds().all(|kind| known.of(kind) <= hand.of(kind)));
        (known, hand.len() - known.len())
    }
}
