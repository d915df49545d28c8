//! Text for Jean's components. All of them are public, except for the automa cards in her deck that
//! were never revealed: only the number of these cards of each letter is known.

use super::Text;
use super::lists::{bits, listed};
use crate::maracaibo::components::{AUTOMA_LETTERS, AutomaId, automa_cards_of};

impl Text<'_> {
    /// Returns Jean's nonzero bonuses in final scoring.
    pub(super) fn bonuses(&self) -> impl Iterator<Item = (&'static str, i32)> {
        let names = [
            "quest tiles",
            "more quest tiles",
            "more upgrades",
            "explorer ahead",
        ];
        let bonuses = names.into_iter().zip(self.game.jean_bonuses(self.state));
        bonuses.filter(|(_, points)| *points != 0)
    }

    /// Lists the cards of Jean's deck, with `?` for unknown cards, and describes the known and discarded cards.
    pub(super) fn automa_deck(&self) -> (String, Vec<String>) {
        let jean = &self.state.jean;
        let components = &self.game.components;
        let id = |card: usize| components.labels.automa[card].clone();
        let mut open = jean.deck & jean.known;
        let mut deck: Vec<String> = bits(open).map(id).collect();
        for (index, letter) in AUTOMA_LETTERS.into_iter().enumerate() {
            let never_turned = automa_cards_of(&components.automa, index) & !jean.known;
            let hidden = never_turned & jean.deck;
            // If the deck contains all unrevealed cards of a letter, the player can infer them.
            if self.observer.is_none() || hidden == never_turned {
                deck.extend(bits(hidden).map(id));
                open |= hidden;
            } else {
                let unknown = hidden.count_ones() as usize;
                deck.extend(std::iter::repeat_n(format!("{letter}?"), unknown));
            }
        }
        let actions = bits(open | jean.discards).map(|card| {
            let words = self.game.automa_words(AutomaId::new(card as u8));
            format!("{}: {words}", id(card))
        });
        (listed(deck), actions.collect())
    }
}
