//! Text for Jean's cards.

use super::terms::{count, title};
use crate::maracaibo::components::{
    AutomaAction, AutomaActionKind, AutomaId, LATER_ROUNDS, NATION_NAMES,
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
        parts.join("; ")
    }
}

/// Describes an action of an automa card, with its amounts before round 3 and from round 3 on.
pub fn automa_action_words(action: &AutomaAction) -> String {
    let words = |amount: u8| match action.kind {
        AutomaActionKind::Influence(nation) => {
            let nation = title(NATION_NAMES[usize::from(nation)]);
            format!("{amount} influence with {nation}")
        }
        AutomaActionKind::RemoveDisc => "removes her leftmost disc".to_string(),
        AutomaActionKind::Vp => format!("{amount} VP"),
        AutomaActionKind::Explore => format!("explores {amount}"),
        AutomaActionKind::Quest => "takes the top quest of the pile".to_string(),
        AutomaActionKind::Combat => format!("combat for {amount} influence"),
        AutomaActionKind::CombatAndVillage => {
            format!("combat for {amount} influence, with a marker onto one more village")
        }
    };
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
