//! Parsing of the components that only Jean has.

use super::pieces::Pieces;
use crate::entering::Part;
use crate::maracaibo::components::{AUTOMA_LETTERS, AUTOMA_SPACES, automa_cards_of};
use crate::maracaibo::rules::jean::opponent::Opponent;
use crate::maracaibo::rules::jean::pieces::Jean;
use crate::maracaibo::rules::state::Player;

impl Pieces<'_> {
    /// Parses Jean's seat.
    pub fn jean(&mut self, view: &Part, opponent: &Opponent) -> Result<(Player, Jean), String> {
        let (player, points) = self.seat(view)?;
        let mut jean = Jean {
            cards: self.lay_cards(&view.key("taken_cards")?)?,
            points: points.1,
            discards: self.automa_cards(&view.key("turned")?)?,
            known: self.automa_cards(&view.key("ever_turned")?)?,
            discs: view.key("discs")?.within(0..=AUTOMA_SPACES as u8)?,
            ..Jean::ABSENT
        };
        if jean.discards & !jean.known != 0 {
            let known = view.key("ever_turned")?;
            return Err(known.wrong("also all cards of \"turned\""));
        }
        jean.deck = match view.optional("deck_cards") {
            Some(deck) => self.automa_cards(&deck)?,
            None => self.guessed_deck(view, &jean)?,
        };
        self.deck_is_right(view, &jean, opponent)?;
        Ok((player, jean))
    }

    /// Returns a deck consistent with the player's knowledge of it.
    fn guessed_deck(&self, view: &Part, jean: &Jean) -> Result<u16, String> {
        let mut deck = self.automa_cards(&view.key("deck")?)?;
        let letters = AUTOMA_LETTERS.map(String::from);
        let letters = letters.each_ref().map(String::as_str);
        for (letter, part) in view.key("deck_unknown")?.by_name(&letters)? {
            let mut left = automa_cards_of(&self.game.components.automa, letter);
            left &= !jean.known & !deck;
            let most = left.count_ones();
            for _ in 0..part.within(0..=most)? {
                deck |= left & left.wrapping_neg();
                left &= left - 1;
            }
        }
        Ok(deck)
    }

    /// M-24.2: checks that the deck and the discards together are the cards in the game.
    fn deck_is_right(&self, view: &Part, jean: &Jean, opponent: &Opponent) -> Result<(), String> {
        let all = jean.deck | jean.discards;
        let components = &self.game.components;
        let agrees = match opponent.exactly {
            0 => (opponent.counts.iter().enumerate()).all(|(letter, &count)| {
                (all & automa_cards_of(&components.automa, letter)).count_ones() == u32::from(count)
            }),
            exactly => all == exactly && jean.known == exactly,
        };
        let known_are_there = jean.known & !all == 0;
        if jean.deck & jean.discards != 0 || !agrees || !known_are_there {
            let counts = opponent.counts.iter().zip(AUTOMA_LETTERS);
            let expected: String = counts
                .filter(|&(&count, _)| opponent.exactly == 0 && count > 0)
                .map(|(count, letter)| format!("{count}{letter}"))
                .collect();
            return Err(format!(
                "{}: deck and turned cards are not those of {}; expected {}, each once, and all that were ever turned",
                view.path(),
                opponent.name,
                match expected.as_str() {
                    "" => "the cards of jean_cards",
                    counts => counts,
                }
            ));
        }
        Ok(())
    }
}
