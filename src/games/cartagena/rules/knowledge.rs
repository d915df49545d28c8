//! Hidden information, and random samples of it that are consistent with a player's information
//! (CA-1.6, CA-A17, CA-A34).
//!
//! Public information: pirates, discards, the number of cards in each hand, and chest tiles turned
//! up. Hidden information: hands, the draw pile, and closed tiles. In addition to its own hand, a
//! player can know
//! * cards in another hand: seen with a pistol, given with rum, drawn from cards that the player had
//!   put back with a lantern, or taken from the player;
//! * the total of the cards in the other hands: when the discards become the pile, each player sees
//!   the cards that are in no hand;
//! * the cards that the player put back with a lantern, in order.
//!
//! Cards of one kind are indistinguishable, so a card that leaves a hand also removes the knowledge
//! about one card of this kind. When a third player takes a card unseen, one card of each kind is no
//! longer certain. The samples ignore two further inferences: the hands that were filled before a
//! reshuffle, and known cards that another player drew with rum or a lantern.
//!
//! The tile on a chest space is drawn when it is turned up, so tiles need no resampling.

use super::cards::{Cards, Kind, all_kinds};
use super::ruleset::Ruleset;
use super::state::{Knowledge, Phase, State};
use crate::game::{MAX_SEATS, Rng, Seat};
use crate::random::below;

impl Ruleset {
    /// Replaces the information hidden from `observer` by a random sample that is consistent with the
    /// observer's information.
    pub(crate) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let seats = usize::from(state.seats);
        let own_choice = observer == Seat::from(state.active);
        let own_top = observer == Seat::from(state.top_known_to);
        let knowledge = state.knowledge[observer];

        // Cards whose location the observer does not know.
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

        // Fill the hands with the cards known for each hand, then with cards known for all hands
        // together, then with other cards.
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

        // The observer does not see the knowledge of the opponents, except that a player who is
        // looking at a hand knows this hand.
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

/// Moves `number` random cards.
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
    /// Records that the active player has seen a hand with a pistol.
    pub(crate) fn show_hand(&mut self) {
        let (seat, victim) = (Seat::from(self.active), Seat::from(self.other));
        let knowledge = &mut self.knowledge[seat];
        knowledge.hands[victim] = self.hands[victim];
        knowledge.together = knowledge.together.at_least(&knowledge.each_hand());
    }

    /// Returns the cards of a hand that `observer` knows, and the number of its unknown cards.
    pub(crate) fn known_hand(&self, seat: Seat, observer: Seat) -> (Cards, u8) {
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
