//! Piles, discards and the known part of hidden cards in the data view of a position. Known cards
//! have returned to the pile and have not been seen since (`knowledge.rs`).

use serde::{Deserialize, Serialize};

use super::view::{View, labelled};
use crate::maracaibo::components::{CardId, CardSet};
use crate::view::Described;

/// Components next to the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supplies {
    /// number of cards in the pile
    #[serde(skip_deserializing)]
    pub pile: u8,
    /// number of times that the discards became the pile
    pub shuffles: u8,
    /// discarded cards
    pub discards: Vec<String>,
    /// cards that the observer does not see, in lists: first the cards never seen, including B cards out of the game,
    /// then for every shuffle the unseen cards that it brought into the pile; if everything is shown: the cards that at
    /// least one seat does not see
    #[serde(default)]
    pub unseen_cards: Vec<Vec<String>>,
    /// remaining combat tokens
    #[serde(skip_deserializing)]
    pub combat_tokens: Vec<String>,
    /// the quest on top of the pile, or null
    pub next_quest: Option<Described>,
    /// quests below the top of the pile
    #[serde(skip_deserializing)]
    pub quest_pile: Vec<String>,
    /// number of discs out of the game
    #[serde(skip_deserializing)]
    pub discs_out_of_game: u8,
    /// number of face-down prestige buildings
    #[serde(skip_deserializing)]
    pub prestige_face_down: usize,
    /// if everything is shown: the cards of the pile
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pile_cards: Option<Vec<String>>,
    /// if everything is shown: the face-down prestige buildings
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prestige_cards: Option<Vec<String>>,
}

impl View<'_> {
    /// Describes the components next to the board.
    pub fn supplies(&self) -> Supplies {
        let (state, labels) = (self.state, &self.game.components.labels);
        let unseen = self.unseen();
        let by_pile = (0..=state.shuffles).map(|pile| {
            let cards = unseen.iter();
            self.card_ids(cards.filter(|&card| self.pile_of(card) == pile))
        });
        let tokens = &state.tokens[..usize::from(state.tokens_len)];
        let tokens = tokens.iter().fold(0, |tokens, token| tokens | token.bit());
        let quests = &state.quest_pile[..usize::from(state.quest_pile_len)];
        let quests = quests.iter().fold(0, |quests, quest| quests | quest.bit());
        let everything = self.observer.is_none();
        Supplies {
            pile: state.pile_len,
            shuffles: state.shuffles,
            discards: self.card_ids(state.discards.iter()),
            unseen_cards: by_pile.collect(),
            combat_tokens: labelled(tokens.into(), &labels.tokens),
            next_quest: state.quest_top.map(|quest| self.quest(quest)),
            quest_pile: labelled(quests.into(), &labels.quests),
            discs_out_of_game: state.discs_gone,
            prestige_face_down: state.prestige.len() - usize::from(state.prestige_shown),
            pile_cards: everything.then(|| {
                let pile = &state.pile[..usize::from(state.pile_len)];
                let pile: CardSet = pile.iter().copied().collect();
                self.card_ids(pile.iter())
            }),
            prestige_cards: everything.then(|| {
                let hidden = state.prestige[usize::from(state.prestige_shown)..].iter();
                let hidden = hidden.map(|&building| &labels.prestige[usize::from(building)]);
                hidden.cloned().collect()
            }),
        }
    }

    /// Returns the shuffle by which a card last came into the pile; 0 for the first pile and the
    /// deal.
    pub fn pile_of(&self, card: CardId) -> u8 {
        self.state.recycled[usize::from(card)]
    }

    /// Returns the cards that the observer does not see; for `None`, the cards that at least one
    /// player does not see.
    fn unseen(&self) -> CardSet {
        let state = self.state;
        let display: CardSet = state.display.into_iter().flatten().collect();
        let mut seen = state.discards.union(state.jean.cards).union(display);
        for (seat, player) in state.seated().iter().enumerate() {
            let own = self.observer == Some(seat);
            seen = seen.union(player.bought);
            seen = seen.union(if own { player.hand } else { player.hand_public });
            if !self.is_secret(seat) {
                seen = seen.union(player.planned.into_iter().flatten().collect());
                seen = seen.union(player.set_aside.into_iter().flatten().collect());
            }
        }
        self.game.cards_in_play(state).minus(seen)
    }
}
