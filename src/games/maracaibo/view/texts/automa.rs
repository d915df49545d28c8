//! Text for Jean's cards.

use super::terms::{count, fill};
use crate::game::Event;
use crate::maracaibo::components::{
    AUTOMA_ACTIONS, AutomaAction, AutomaActionKind, AutomaId, LATER_ROUNDS,
};
use crate::maracaibo::rules::ruleset::Ruleset;

impl Ruleset {
    /// Describes an automa card from top to bottom (M-24.3 to M-24.7).
    pub fn automa_words(&self, card: AutomaId) -> String {
        let card = &self.components.automa[usize::from(card)];
        let fork = if card.upper { "upper" } else { "lower" };
        let steps = count(card.steps, "space");
        let mut parts = vec![
            format!("sails {steps}, {fork} branch at forks"),
            format!("takes display card {}", card.display + 1),
        ];
        parts.extend(card.actions().iter().map(automa_action_words));
        let explores = |action: &AutomaAction| action.kind == AutomaActionKind::Explore;
        if self.options.jean_quest_ends_turn && card.actions().iter().any(explores) {
            parts.push("a quest of her explorer ends her turn".to_string());
        }
        parts.join("; ")
    }

    /// Describes the automa card that Jean turned up, with its actions in this round.
    pub fn turned_up_words(&self, card: AutomaId, event: &Event) -> String {
        let id = &self.components.labels.automa[usize::from(card)];
        if event.value == 0 {
            return format!("Jean's card was {id}: the quest there ends her turn");
        }
        let actions = self.components.automa[usize::from(card)].actions().iter();
        let now = actions.map(|action| {
            let is_late = event.round >= LATER_ROUNDS;
            let amount = if is_late { action.later } else { action.early };
            AutomaAction {
                early: amount,
                later: amount,
                ..*action
            }
        });
        let now = now.filter(|action| action.early > 0);
        let words: Vec<String> = now.map(|action| automa_action_words(&action)).collect();
        match words.is_empty() {
            true => format!("Jean's card is {id}: no action"),
            false => format!("Jean's card is {id}: {}", words.join("; ")),
        }
    }
}

/// Describes an action of an automa card, with its amounts before round 3 and from round 3 on.
fn automa_action_words(action: &AutomaAction) -> String {
    let mut rows = AUTOMA_ACTIONS.iter();
    let row = rows.find(|(kind, ..)| *kind == action.kind);
    let words = |amount: u8| row.map_or(String::new(), |(_, _, words)| fill(words, amount, ""));
    match (action.early, action.later) {
        (early, later) if early == later => words(early),
        (0, later) => format!("from round {LATER_ROUNDS} on {}", words(later)),
        (early, later) => format!(
            "{}, from round {LATER_ROUNDS} on {}",
            words(early),
            words(later)
        ),
    }
}
