//! Piles and discards, and what is known of hidden cards: which came back into the pile and have not been seen since
//! (`knowledge.rs`).

use serde_json::{Value, json};

use super::super::components::{CardId, CardSet};
use super::view::{View, members};

impl View<'_> {
    /// What lies beside the board.
    pub fn supplies(&self) -> Value {
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
        let mut supplies = json!({
            "pile": state.pile_len,
            "shuffles": state.shuffles,
            "discards": self.card_ids(state.discards.iter()),
            "unseen_cards": by_pile.collect::<Vec<Value>>(),
            "combat_tokens": members(tokens.into(), &labels.tokens),
            "next_quest": state.quest_top.map(|quest| self.quest(quest)),
            "quest_pile": members(quests.into(), &labels.quests),
            "discs_out_of_game": state.discs_gone,
            "prestige_face_down": state.prestige.len() - usize::from(state.prestige_shown),
        });
        if self.observer.is_none() {
            let pile: CardSet =
                (state.pile[..usize::from(state.pile_len)].iter().copied()).collect();
            supplies["pile_cards"] = self.card_ids(pile.iter());
            let hidden = state.prestige[usize::from(state.prestige_shown)..].iter();
            let hidden = hidden.map(|&building| labels.prestige[usize::from(building)].as_str());
            supplies["prestige_cards"] = hidden.collect();
        }
        supplies
    }

    /// The shuffle by which a card came into the pile where it was last; 0 for the first pile and the deal.
    pub fn pile_of(&self, card: CardId) -> u8 {
        self.state.recycled[usize::from(card)]
    }

    /// The cards that the observer does not see; for `None` those that not everybody sees.
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
