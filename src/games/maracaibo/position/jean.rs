//! What only Jean has: everything lies open but the order of her deck, and which cards of a letter are in it until
//! they have been turned once (M-A71).

use serde_json::{Map, Value, json};

use super::super::components::{AUTOMA_LETTERS, automa_cards_of};
use super::players::object;
use super::view::{View, members};

/// What her bonuses of final scoring are for (M-24.9).
const BONUS_NAMES: [&str; 4] = ["quests", "quest_lead", "upgrade_lead", "explorer_lead"];

impl View<'_> {
    /// Her board, cards and deck.
    pub fn jean(&self) -> Map<String, Value> {
        let (state, components) = (self.state, &self.game.components);
        let jean = &state.jean;
        let gone = jean.discs_gone();
        let track = &components.automa_track;
        let automa = |cards: u16| members(cards.into(), &components.labels.automa);
        let (known, unknown) = self.deck();
        let name = self.game.opponent.as_ref().map(|opponent| &*opponent.name);
        let bonuses = BONUS_NAMES.into_iter().zip(self.game.jean_bonuses(state));
        let mut told = object(json!({
            "automa": name,
            "discs": jean.discs,
            "upgrade_spaces": track.upgrades[gone],
            "vp_income": track.income[gone],
            "taken_cards": self.card_ids(jean.cards.iter()),
            "deck": automa(known),
            "deck_unknown": unknown,
            "turned": automa(jean.discards),
            "ever_turned": automa(jean.known),
            "bonuses": bonuses.collect::<Value>(),
        }));
        if self.observer.is_none() {
            told.insert("deck_cards".to_string(), automa(jean.deck));
        }
        told
    }

    /// The cards that are known to be in her deck, and how many others of each letter are.
    fn deck(&self) -> (u16, Value) {
        let jean = &self.state.jean;
        let mut known = jean.deck & jean.known;
        let mut unknown = Map::new();
        for (index, letter) in AUTOMA_LETTERS.into_iter().enumerate() {
            let never_turned = automa_cards_of(&self.game.components.automa, index) & !jean.known;
            let hidden = never_turned & jean.deck;
            // All that there are of a letter cannot be others.
            if hidden == never_turned {
                known |= hidden;
            } else if hidden != 0 {
                unknown.insert(letter.to_string(), json!(hidden.count_ones()));
            }
        }
        (known, Value::Object(unknown))
    }
}
