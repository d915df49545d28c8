//! Dealing Jean's deck and drawing from it (M-24.2).

use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::setup::{AUTOMA_CARDS, AUTOMA_DECK};
use super::super::state::State;
use super::opponent::Opponent;
use crate::game::{Chance, EventLog, Rng};
use crate::maracaibo::components::{AUTOMA_LETTERS, AutomaId, automa_cards_of};
use crate::random::shuffle;

/// Returns the card of the set bit with this index, counted from the lowest bit.
fn nth(cards: u16, index: u32) -> AutomaId {
    let mut left = cards;
    for _ in 0..index {
        left &= left - 1;
    }
    AutomaId::new(left.trailing_zeros() as u8)
}

impl Ruleset {
    /// Resamples the cards of the deck that the player cannot know. Replaces the unrevealed cards of
    /// each letter by equally many random unrevealed cards of this letter.
    pub(crate) fn resample_automa(&self, state: &mut State, rng: &mut Rng) {
        let jean = &mut state.jean;
        let unknown = jean.deck & !jean.known;
        jean.deck &= jean.known;
        for letter in 0..AUTOMA_LETTERS.len() {
            let cards = automa_cards_of(&self.components.automa, letter);
            let wanted = (unknown & cards).count_ones() as usize;
            let never_turned = cards & !jean.known;
            let mut choice: Vec<AutomaId> = (0..never_turned.count_ones())
                .map(|index| nth(never_turned, index))
                .collect();
            shuffle(rng, &mut choice);
            for card in &choice[..wanted] {
                jean.deck |= card.bit();
            }
        }
    }
}

/// Returns the number of an automa card for recording chance events.
fn number(card: AutomaId) -> u16 {
    usize::from(card) as u16
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-24.2: deals the automa cards that take part, at random within each letter.
    ///
    /// The cards of every letter are put in a random order, and the first cards are dealt. On one
    /// deal, two decks with different numbers of cards of a letter therefore have as many cards in
    /// common as possible.
    pub(super) fn deal_automa(&mut self, opponent: &Opponent) {
        if opponent.exactly != 0 {
            self.state.jean.deck = opponent.exactly;
            self.state.jean.known = opponent.exactly;
            return;
        }
        for (letter, count) in opponent.counts.into_iter().enumerate() {
            let mut left = automa_cards_of(&self.game.components.automa, letter);
            for drawn in 0..left.count_ones() {
                let cards = left.count_ones();
                let index = match drawn < u32::from(count) {
                    true => self
                        .chance
                        .pick(AUTOMA_CARDS, cards, |n| number(nth(left, n))),
                    // The card stays out of the game, face down.
                    false => self.chance.below(AUTOMA_CARDS, cards),
                };
                let card = nth(left, index);
                left &= !card.bit();
                if drawn < u32::from(count) {
                    self.state.jean.deck |= card.bit();
                }
            }
        }
    }

    /// M-24.2: draws the next card and puts it on the discards. An empty deck is refilled from the
    /// discards.
    pub(super) fn draw_automa(&mut self) -> AutomaId {
        let jean = &mut self.state.jean;
        if jean.deck == 0 {
            jean.deck = std::mem::take(&mut jean.discards);
        }
        let (deck, cards) = (jean.deck, jean.deck.count_ones());
        let index = self
            .chance
            .pick(AUTOMA_DECK, cards, |index| number(nth(deck, index)));
        let card = nth(deck, index);
        jean.deck &= !card.bit();
        jean.discards |= card.bit();
        jean.known |= card.bit();
        card
    }
}
