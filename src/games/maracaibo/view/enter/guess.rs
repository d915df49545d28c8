//! Random completion of the information hidden from a seat, consistent with everything that the
//! seat knows.

use super::pieces::Pieces;
use crate::game::{Chance, Purpose, Seat};
use crate::maracaibo::components::{
    AUTOMA_LETTERS, AutomaId, CardId, CardSet, CareerId, automa_cards_of,
};
use crate::maracaibo::rules::setup::{AUTOMA_CARDS, B_CARDS, CAREERS, DEAL, PRESTIGE};
use crate::maracaibo::rules::state::State;

impl Pieces<'_> {
    /// Draws the other players' hands, the B cards of the pile, the careers not chosen, the
    /// face-down buildings and Jean's deck.
    pub fn guess<C: Chance>(&self, state: &mut State, observer: Seat, chance: &mut C) {
        for number in 0..=state.shuffles {
            let recycled = &state.recycled;
            let cards = self.hidden.iter();
            let of_pile = cards.filter(|&card| recycled[usize::from(card)] == number);
            let left = of_pile.collect();
            self.guess_cards(state, (observer, number), left, chance);
        }
        for player in &mut state.players[..self.game.players] {
            self.game.recount_hand(player);
        }
        self.guess_careers(state, observer, chance);
        self.guess_prestige(state, chance);
        self.guess_deck(state, chance);
    }

    /// Distributes the hidden cards of one pile. First the B cards in the game are drawn, as at the
    /// deal, then the hands, starting with the cards that are certainly A cards. The remaining
    /// cards form the pile, so a different hand card changes nothing else.
    fn guess_cards<C: Chance>(
        &self,
        state: &mut State,
        (observer, number): (Seat, u8),
        mut left: CardSet,
        chance: &mut C,
    ) {
        let board = &self.game.board;
        let both = |one: CardSet, other: CardSet| one.minus(one.minus(other));
        let others: Vec<Seat> = (0..usize::from(state.seats))
            .filter(|&seat| seat != observer && !self.unseen[seat].is_empty())
            .collect();
        for &seat in &others {
            let player = &mut state.players[seat];
            let hidden = player.hand.minus(player.hand_public);
            for card in both(hidden, left).iter() {
                player.hand.remove(card);
            }
        }
        if number == 0 && self.unused() > 0 {
            let mut b_cards = both(left, board.b_cards);
            left = left.minus(b_cards);
            while b_cards.len() > self.unused() {
                let card = drawn(b_cards, B_CARDS, chance);
                b_cards.remove(card);
                left.insert(card);
            }
        }
        let kept = |state: &State, seat: Seat| match number {
            0 => state.players[seat].kept_a_cards,
            _ => 0,
        };
        for &seat in &others {
            for _ in 0..kept(state, seat) {
                let card = drawn(both(left, board.a_cards), DEAL, chance);
                left.remove(card);
                state.players[seat].hand.insert(card);
            }
        }
        for &seat in &others {
            for _ in kept(state, seat)..self.unseen[seat][usize::from(number)] {
                let card = drawn(left, DEAL, chance);
                left.remove(card);
                state.players[seat].hand.insert(card);
            }
        }
        if number == state.shuffles {
            self.lay_pile(state, left.iter());
        }
    }

    /// Draws the other players' careers that were dealt but not chosen.
    fn guess_careers<C: Chance>(&self, state: &mut State, observer: Seat, chance: &mut C) {
        let people = &state.players[..self.game.players];
        let known = people.iter().map(|player| player.career);
        let mut known: Vec<Option<CareerId>> = known.collect();
        known.extend(people[observer].careers_dealt);
        let all = self.game.components.career_ids();
        let mut left: Vec<CareerId> = all
            .filter(|career| !known.contains(&Some(*career)))
            .collect();
        for seat in (0..self.game.players).filter(|&seat| seat != observer) {
            let number = |index: u32| usize::from(left[index as usize]) as u16;
            let index = pick(chance, CAREERS, left.len(), number);
            let other = left.remove(index);
            let player = &mut state.players[seat];
            player.careers_dealt = [player.career, Some(other)];
        }
    }

    fn guess_prestige<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let (open, hidden) = state
            .prestige
            .split_at_mut(usize::from(state.prestige_shown));
        let all = 0..self.game.components.prestige.len() as u8;
        let mut left: Vec<u8> = all.filter(|building| !open.contains(building)).collect();
        for space in hidden {
            let number = |index: u32| u16::from(left[index as usize]);
            let index = pick(chance, PRESTIGE, left.len(), number);
            *space = left.remove(index);
        }
    }

    /// Draws the cards of Jean's deck that were never turned up, letter by letter.
    fn guess_deck<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if self.game.opponent.is_none() {
            return;
        }
        for letter in 0..AUTOMA_LETTERS.len() {
            let mut left = automa_cards_of(&self.game.components.automa, letter);
            left &= !state.jean.known;
            let wanted = (state.jean.deck & left).count_ones();
            state.jean.deck &= !left;
            // If the deck contains all remaining cards of a letter, they are known.
            let all = left.count_ones() == wanted;
            for _ in 0..wanted {
                let cards: Vec<AutomaId> = (0..u16::BITS as u8)
                    .map(AutomaId::new)
                    .filter(|card| left & card.bit() != 0)
                    .collect();
                let number = |index: u32| usize::from(cards[index as usize]) as u16;
                let index = match all {
                    true => 0,
                    false => pick(chance, AUTOMA_CARDS, cards.len(), number),
                };
                left &= !cards[index].bit();
                state.jean.deck |= cards[index].bit();
            }
        }
    }
}

/// Draws one of these cards.
///
/// # Panics
///
/// Panics if the set is empty.
fn drawn<C: Chance>(cards: CardSet, purpose: Purpose, chance: &mut C) -> CardId {
    let list: Vec<CardId> = cards.iter().collect();
    let number = |index: u32| usize::from(list[index as usize]) as u16;
    list[pick(chance, purpose, list.len(), number)]
}

/// Returns the index of a random item. A single item is returned without a random draw.
fn pick<C: Chance>(
    chance: &mut C,
    purpose: Purpose,
    things: usize,
    number: impl Fn(u32) -> u16,
) -> usize {
    match things {
        1 => 0,
        things => chance.pick(purpose, things as u32, number) as usize,
    }
}
