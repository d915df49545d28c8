//! Jean's components in the data view of a position. They are public, except for the order of her
//! deck and the cards of each letter that were never turned up (M-A71).

use serde::{Deserialize, Serialize};

use super::view::{View, labelled};
use crate::maracaibo::components::{AUTOMA_LETTERS, automa_cards_of};
use crate::view::ByName;

/// Names of Jean's bonuses in final scoring (M-24.9).
const BONUS_NAMES: [&str; 4] = ["quests", "quest_lead", "upgrade_lead", "explorer_lead"];

/// Components that only Jean has.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct JeanView {
    /// Jean's name, such as `jean:normal`
    #[serde(skip_deserializing)]
    pub automa: Option<String>,
    /// number of discs left on Jean's board
    pub discs: u8,
    /// number of emptied yellow spaces
    #[serde(skip_deserializing)]
    pub upgrade_spaces: u8,
    /// VP that Jean's disc track gives in every income phase
    #[serde(skip_deserializing)]
    pub vp_income: u8,
    /// cards next to Jean's board
    pub taken_cards: Vec<String>,
    /// cards that are known to be in Jean's deck
    pub deck: Vec<String>,
    /// number of other cards in Jean's deck by letter: `A`, `B` and `C`
    pub deck_unknown: ByName<u32, char>,
    /// cards turned up since the last shuffle
    pub turned: Vec<String>,
    /// all cards that are known to be in the game
    pub ever_turned: Vec<String>,
    /// Jean's bonuses if the game ended now: `quests`, `quest_lead`, `upgrade_lead`, `explorer_lead`
    #[serde(skip_deserializing)]
    pub bonuses: ByName<i32>,
    /// if everything is shown: the deck
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck_cards: Option<Vec<String>>,
}

impl View<'_> {
    /// Describes Jean's board, cards and deck.
    pub fn jean(&self) -> JeanView {
        let (state, components) = (self.state, &self.game.components);
        let jean = &state.jean;
        let gone = jean.discs_gone();
        let track = &components.automa_track;
        let automa = |cards: u16| labelled(cards.into(), &components.labels.automa);
        let (known, unknown) = self.deck();
        let opponent = self.game.opponent.as_ref();
        let bonuses = BONUS_NAMES.into_iter().zip(self.game.jean_bonuses(state));
        JeanView {
            automa: opponent.map(|opponent| opponent.name.clone()),
            discs: jean.discs,
            upgrade_spaces: track.upgrades[gone],
            vp_income: track.income[gone],
            taken_cards: self.card_ids(jean.cards.iter()),
            deck: automa(known),
            deck_unknown: unknown,
            turned: automa(jean.discards),
            ever_turned: automa(jean.known),
            bonuses: bonuses.collect(),
            deck_cards: self.observer.is_none().then(|| automa(jean.deck)),
        }
    }

    /// Returns the cards known to be in Jean's deck, and the number of other cards of each letter.
    fn deck(&self) -> (u16, ByName<u32, char>) {
        let jean = &self.state.jean;
        let mut known = jean.deck & jean.known;
        let mut unknown = ByName(Vec::new());
        for (index, letter) in AUTOMA_LETTERS.into_iter().enumerate() {
            let never_turned = automa_cards_of(&self.game.components.automa, index) & !jean.known;
            let hidden = never_turned & jean.deck;
            // If the deck contains all remaining cards of a letter, their identities are known.
            if hidden == never_turned {
                known |= hidden;
            } else if hidden != 0 {
                unknown.0.push((letter, hidden.count_ones()));
            }
        }
        (known, unknown)
    }
}
