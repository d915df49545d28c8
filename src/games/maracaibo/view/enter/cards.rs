//! Parses piles, discards and hands, and draws the cards that the viewer does not see.

use super::super::position::{Own, Position, Seated};
use super::pieces::Pieces;
use crate::entering::{number_of, within};
use crate::game::{Chance, Purpose, Seat};
use crate::maracaibo::components::{CardId, CardSet};
use crate::maracaibo::rules::setup::{B_CARDS, B_CARDS_IN_PILE, DEAL};
use crate::maracaibo::rules::state::State;

/// Maximum number of shuffles, far above the number in any game.
const MOST_SHUFFLES: u8 = 60;
const UNSEEN: &str = "supplies, unseen_cards";

impl Pieces<'_> {
    /// Sets the discards, the hidden hands and the pile. The cards of each pile are drawn
    /// separately, so a card can only be where the viewer expects cards of its pile.
    pub fn set_cards<C: Chance>(
        &mut self,
        state: &mut State,
        view: &Position,
        viewer: Option<Seat>,
        chance: &mut C,
    ) -> Result<(), String> {
        let supplies = &view.supplies;
        state.shuffles = within("supplies, shuffles", supplies.shuffles, 0..=MOST_SHUFFLES)?;
        let discards = self
            .cards
            .take_all("supplies, discards", &supplies.discards)?;
        state.discards = discards.into_iter().collect();
        self.set_origins(state, view, viewer)?;
        let shown = supplies.pile_cards.as_ref();
        let shown = shown.map(|pile| {
            let cards = pile.iter();
            cards
                .map(|id| self.cards.find("supplies, pile_cards", id))
                .collect::<Result<CardSet, _>>()
        });
        let shown = shown.transpose()?;
        for number in 0..=state.shuffles {
            let recycled = &state.recycled;
            let unseen = self.cards.left();
            let mut left = unseen
                .filter(|&card| recycled[usize::from(card)] == number)
                .collect();
            if number == 0 {
                self.leave_out_unused(&mut left, shown, chance)?;
            }
            self.draw_hands(state, view, number, &mut left, chance)?;
            if number == state.shuffles {
                set_pile(state, left);
            } else if let Some(card) = left.iter().next() {
                let id = &self.game.components.labels.cards[usize::from(card)];
                return Err(format!(
                    "{UNSEEN}, {}: \"{id}\": expected as many cards as hands have of this pile",
                    number + 1
                ));
            }
        }
        self.count_hands(state)
    }

    /// Sets the shuffle by which each unseen card last came into a pile. For the viewer's hand, the
    /// position contains only the numbers of cards from each pile, which the other players also know.
    /// A cards are assigned to the deal first.
    fn set_origins(
        &self,
        state: &mut State,
        view: &Position,
        viewer: Option<Seat>,
    ) -> Result<(), String> {
        state.recycled.fill(0);
        let lists = &view.supplies.unseen_cards;
        if !lists.is_empty() {
            number_of(UNSEEN, lists.len(), usize::from(state.shuffles) + 1)?;
        }
        for (number, list) in (0..).zip(lists) {
            for id in list {
                let card = self.cards.find(UNSEEN, id)?;
                state.recycled[usize::from(card)] = number;
            }
        }
        let viewer = viewer.map(|viewer| (&view.players[viewer].seated, &state.players[viewer]));
        let Some((Seated::Player(own), player)) = viewer else {
            return Ok(());
        };
        let hidden = player.hand.minus(player.hand_public);
        let later = hidden.minus(self.game.board.a_cards);
        let mut cards = hidden.minus(later).iter().chain(later.iter());
        for (number, &count) in (0..).zip(&own.unseen_by_pile) {
            for card in cards.by_ref().take(count) {
                state.recycled[usize::from(card)] = number;
            }
        }
        Ok(())
    }

    /// Removes the B cards that are out of the game (M-1.5): if the view shows the pile, the B cards
    /// without a place, otherwise random B cards.
    fn leave_out_unused<C: Chance>(
        &self,
        left: &mut CardSet,
        shown: Option<CardSet>,
        chance: &mut C,
    ) -> Result<(), String> {
        let b_cards = self.game.board.b_cards;
        let unused = b_cards.len().saturating_sub(B_CARDS_IN_PILE);
        let mut out = match shown {
            Some(pile) => both(*left, b_cards).minus(pile),
            None if unused == 0 => CardSet::EMPTY,
            None => both(*left, b_cards),
        };
        if out.len() < unused || (shown.is_some() && out.len() > unused) {
            return Err(format!(
                "supplies: {} B cards have no place in the position; expected {unused}, which are out of the game",
                out.len()
            ));
        }
        while out.len() > unused {
            out.remove(draw(&mut out.iter().collect(), B_CARDS, chance));
        }
        *left = left.minus(out);
        Ok(())
    }

    /// Draws the cards from one pile in hidden hands, starting with the cards that are certainly A
    /// cards. The remaining cards form the pile, so a different hand card changes only the pile.
    fn draw_hands<C: Chance>(
        &self,
        state: &mut State,
        view: &Position,
        number: u8,
        left: &mut CardSet,
        chance: &mut C,
    ) -> Result<(), String> {
        let hands: Vec<(Seat, &Own)> = (0..)
            .zip(&view.players)
            .filter_map(|(seat, player)| match &player.seated {
                Seated::Player(own) if own.hand.is_none() => Some((seat, &**own)),
                _ => None,
            })
            .collect();
        let kept = |own: &Own| match number {
            0 => usize::from(own.a_cards_kept),
            _ => 0,
        };
        let mut deal = |seat: Seat, a_card: bool| {
            let among = match a_card {
                true => both(*left, self.game.board.a_cards),
                false => *left,
            };
            if among.is_empty() {
                return Err(format!(
                    "players, {}, unseen_by_pile, {}: expected fewer cards: the position has too few unseen cards",
                    seat + 1,
                    number + 1
                ));
            }
            let card = draw(&mut among.iter().collect(), DEAL, chance);
            left.remove(card);
            state.players[seat].hand.insert(card);
            Ok(())
        };
        for &(seat, own) in &hands {
            for _ in 0..kept(own) {
                deal(seat, true)?;
            }
        }
        for &(seat, own) in &hands {
            for _ in kept(own)..hidden_cards(own, number) {
                deal(seat, false)?;
            }
        }
        Ok(())
    }

    /// Counts the cards of the hands, and checks that they contain the A cards that were certainly
    /// kept.
    fn count_hands(&self, state: &mut State) -> Result<(), String> {
        for seat in 0..self.game.players {
            let player = &mut state.players[seat];
            player.hand_len = player.hand.len() as u8;
            self.game.recount_hand(player);
            let hidden = player.hand.minus(player.hand_public);
            let a_cards = both(hidden, self.game.board.a_cards).iter();
            let from_deal = a_cards.filter(|&card| state.recycled[usize::from(card)] == 0);
            let place = format!("players, {}, a_cards_kept", seat + 1);
            within(place, player.kept_a_cards.into(), 0..=from_deal.count())?;
        }
        Ok(())
    }
}

/// Returns the number of hidden cards in a hand that are from this pile.
fn hidden_cards(own: &Own, number: u8) -> usize {
    match own.unseen_by_pile.get(usize::from(number)) {
        Some(cards) => *cards,
        // Before the first shuffle there is only one pile.
        None if number == 0 => usize::from(own.hand_size).saturating_sub(own.known_cards.len()),
        None => 0,
    }
}

fn set_pile(state: &mut State, cards: CardSet) {
    state.pile.fill(CardId::FIRST);
    for (place, card) in state.pile.iter_mut().zip(cards.iter()) {
        *place = card;
    }
    state.pile_len = cards.len() as u8;
}

/// Returns the cards that are in both sets.
fn both(one: CardSet, other: CardSet) -> CardSet {
    one.minus(one.minus(other))
}

/// Removes a random component from a list and returns it. A single component is returned without
/// a random draw.
///
/// # Panics
/// If the list is empty.
pub fn draw<T: Copy + Into<u16>, C: Chance>(
    left: &mut Vec<T>,
    purpose: Purpose,
    chance: &mut C,
) -> T {
    let index = match left.len() {
        1 => 0,
        number => chance.pick(purpose, number as u32, |index| left[index as usize].into()),
    };
    left.remove(index as usize)
}
