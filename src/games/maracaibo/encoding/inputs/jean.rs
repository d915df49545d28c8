//! Inputs that only the automa Jean has: her discs, her cards and the known part of her deck.

use super::view::View;
use crate::encoding::{Flags, Inputs, Number, Numbers, StepGroup, Steps};
use crate::maracaibo::components::{AUTOMA_LETTERS, Components, automa_cards_of};
use crate::maracaibo::rules::jean::pieces::SEAT;
use portolan_core::inputs;

/// Quantities that Jean's bonuses count, in the order of
/// [`Ruleset::jean_bonuses`](crate::maracaibo::rules::ruleset::Ruleset::jean_bonuses).
const BONUS_NAMES: [&str; 4] = ["quests", "quest lead", "upgrade lead", "explorer lead"];

inputs! {
    /// Inputs of Jean in addition to the inputs of her seat.
    pub struct JeanInputs {
        new(layout, components: &Components) { let labels = &components.labels; }
        discs_gone: Steps = layout.steps("jean discs gone", 22);
        income: Number = layout.number("jean income", 20.0);
        cards: Flags = layout.flags("jean took", &labels.cards);
        card_count: Number = layout.number("jean cards", 5.0);
        bonuses: Numbers = layout.numbers("jean bonus", BONUS_NAMES, 20.0);
        leads: Numbers = layout.numbers("jean ahead", &BONUS_NAMES[1..], 5.0);
        deck: Flags = layout.flags("jean deck", &labels.automa);
        unknown: StepGroup = layout.step_group("jean unknown", AUTOMA_LETTERS.map(String::from), 6);
        turned: Flags = layout.flags("jean turned", &labels.automa);
        letters: [u16; AUTOMA_LETTERS.len()] =
            std::array::from_fn(|letter| automa_cards_of(&components.automa, letter));
    }
}

impl JeanInputs {
    /// Fills the inputs in a solo game.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>) {
        let (game, state) = (view.game, view.state);
        let jean = &state.jean;
        let gone = jean.discs_gone();
        self.discs_gone.fill(inputs, gone);
        let track = &game.components.automa_track;
        self.income.fill(inputs, track.income[gone]);
        self.cards.fill_each(inputs, jean.cards.iter());
        self.card_count.fill(inputs, jean.cards.len() as u8);
        let bonuses = game.jean_bonuses(state);
        self.bonuses
            .fill(inputs, bonuses.map(|points| points as f32));
        let [own, hers] = [&state.players[0], &state.players[usize::from(SEAT)]];
        let ahead = |hers: u8, own: u8| f32::from(hers) - f32::from(own);
        let leads = [
            ahead(hers.quest_count, own.quest_count),
            ahead(track.upgrades[gone], own.upgrade_count()),
            game.jean_explorer_lead(state) as f32,
        ];
        self.leads.fill(inputs, leads);
        self.turned.fill_bits(inputs, u64::from(jean.discards));
        // Encodes the number of cards of each letter in the deck that were never revealed. If these
        // are all unrevealed cards of the letter, their identities are known.
        let mut known = jean.deck & jean.known;
        for (letter, cards) in self.letters.into_iter().enumerate() {
            let never_turned = cards & !jean.known;
            let hidden = never_turned & jean.deck;
            if hidden == never_turned {
                known |= hidden;
            } else {
                self.unknown[letter].fill(inputs, hidden.count_ones() as usize);
            }
        }
        self.deck.fill_bits(inputs, u64::from(known));
    }
}
