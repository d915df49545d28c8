//! Inputs that only the automa Jean has: her discs, her cards and the known part of her deck.

use super::blocks::{Steps, numbers};
use super::view::View;
use crate::encoding::{Flags, Inputs, Layout, Number};
use crate::maracaibo::components::{AUTOMA_LETTERS, CardSet, Components, automa_cards_of};
use crate::maracaibo::rules::jean::pieces::SEAT;

/// Quantities that Jean's bonuses count, in the order of
/// [`Ruleset::jean_bonuses`](crate::maracaibo::rules::ruleset::Ruleset::jean_bonuses).
const BONUS_NAMES: [&str; 4] = ["quests", "quest lead", "upgrade lead", "explorer lead"];

/// Inputs of Jean in addition to the inputs of her seat.
#[derive(Clone, Debug)]
pub struct JeanInputs {
    discs_gone: Steps,
    income: Number,
    cards: Flags,
    card_count: Number,
    bonuses: Vec<Number>,
    leads: Vec<Number>,
    deck: Flags,
    unknown: Vec<Steps>,
    turned: Flags,
    letters: [u16; AUTOMA_LETTERS.len()],
}

impl JeanInputs {
    /// Adds the inputs to the layout.
    pub fn new(layout: &mut Layout, components: &Components) -> JeanInputs {
        let labels = &components.labels;
        JeanInputs {
            discs_gone: Steps::new(layout, "jean discs gone", 22),
            income: layout.number("jean income", 20.0),
            cards: layout.flags("jean took", &labels.cards),
            card_count: layout.number("jean cards", 5.0),
            bonuses: numbers(layout, "jean bonus", BONUS_NAMES, 20.0),
            leads: numbers(layout, "jean ahead", &BONUS_NAMES[1..], 5.0),
            deck: layout.flags("jean deck", &labels.automa),
            unknown: (AUTOMA_LETTERS.iter())
                .map(|letter| Steps::new(layout, &format!("jean unknown {letter}"), 6))
                .collect(),
            turned: layout.flags("jean turned", &labels.automa),
            letters: std::array::from_fn(|letter| automa_cards_of(&components.automa, letter)),
        }
    }

    /// Fills the inputs in a solo game.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>) {
        let (game, state) = (view.game, view.state);
        let jean = &state.jean;
        let gone = jean.discs_gone();
        self.discs_gone.fill(inputs, gone);
        let track = &game.components.automa_track;
        self.income.fill(inputs, track.income[gone]);
        self.fill_cards(inputs, jean.cards);
        for (number, points) in self.bonuses.iter().zip(game.jean_bonuses(state)) {
            number.fill(inputs, points as f32);
        }
        let [own, hers] = [&state.players[0], &state.players[usize::from(SEAT)]];
        let ahead = |hers: u8, own: u8| f32::from(hers) - f32::from(own);
        let leads = [
            ahead(hers.quest_count, own.quest_count),
            ahead(track.upgrades[gone], own.upgrade_count()),
            game.jean_explorer_lead(state) as f32,
        ];
        for (number, lead) in self.leads.iter().zip(leads) {
            number.fill(inputs, lead);
        }
        self.turned.fill_bits(inputs, u64::from(jean.discards));
        // Encodes the number of cards of each letter in the deck that were never revealed. If these
        // are all unrevealed cards of the letter, their identities are known.
        let mut known = jean.deck & jean.known;
        for (steps, cards) in self.unknown.iter().zip(self.letters) {
            let never_turned = cards & !jean.known;
            let hidden = never_turned & jean.deck;
            if hidden == never_turned {
                known |= hidden;
            } else {
                steps.fill(inputs, hidden.count_ones() as usize);
            }
        }
        self.deck.fill_bits(inputs, u64::from(known));
    }

    fn fill_cards(&self, inputs: &mut Inputs, cards: CardSet) {
        for card in cards.iter() {
            self.cards.fill(inputs, card);
        }
        self.card_count.fill(inputs, cards.len() as u8);
    }
}
