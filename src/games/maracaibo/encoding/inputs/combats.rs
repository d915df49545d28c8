//! Inputs about combats in progress: token, nation, remaining combat value and pending payments.

use super::view::View;
use crate::encoding::{Flags, Inputs, Numbers, Steps};
use crate::maracaibo::components::{Components, NATION_NAMES, Nation, TokenId};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::combat::USED_NAMES;
use crate::maracaibo::rules::pending::{Combat, Pending, PendingStep};
use portolan_core::inputs;

/// Largest combat value that has a separate flag.
const VALUE: usize = 12;
/// Combat actions that wait for their payment, in the order of [`CombatsInputs::fill_resolve`].
const RESOLVED: [&str; 9] = [
    "gain 1",
    "gain 2",
    "annex",
    "expel",
    "occupy",
    "silver 10",
    "silver 11",
    "gold",
    "strike",
];

inputs! {
    /// Inputs of one combat.
    struct CombatInputs {
        new(layout, name: &str, kinds: &[&str])
        fill(inputs, combat: Combat)
        nation: Flags = layout.flags(&format!("{name} for"), NATION_NAMES) => fill(combat.nation);
        value: Steps = layout.steps(&format!("{name} value"), VALUE) => fill(combat.value);
        used: Flags = layout.flags(&format!("{name} used"), kinds)
            => fill_bits(combat.used.bits().into());
    }
}

/// Returns the names of the kinds of combat action, in the order of the bits of used kinds.
pub fn combat_kinds(components: &Components) -> Vec<&str> {
    let cards = (components.combat_actions.iter())
        .map(|action| components.labels.cards[usize::from(action.card)].as_str());
    USED_NAMES.into_iter().chain(cards).collect()
}

inputs! {
    /// Inputs of all combats in progress.
    pub struct CombatsInputs {
        new(layout, components: &Components) {
            let labels = &components.labels;
            let kinds = &combat_kinds(components);
            let tokens = labels.tokens.iter().map(String::as_str);
        }
        combats: [CombatInputs; 2] =
            ["combat", "outer combat"].map(|name| CombatInputs::new(layout, name, kinds));
        token: Flags = layout.flags("token", tokens.chain(["none"]));
        no_token: usize = labels.tokens.len();
        values: Numbers = layout.numbers("combat value", NATION_NAMES, 4.0);
        fewest: Steps = layout.steps("fewest figures to pay", 8);
        most: Steps = layout.steps("most figures to pay", 8);
        missing: Steps = layout.steps("combat value to pay", VALUE);
        resolved: Flags = layout.flags("pays for", RESOLVED);
        resolved_at: Flags = layout.flags("pays for marker at", &labels.locations);
        strike: Flags = layout.flags("pays for strike", &kinds[USED_NAMES.len()..]);
    }
}

impl CombatsInputs {
    /// Fills the inputs from the open tasks; the task on top of the stack is last.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>, open: &[Pending]) {
        let mut combats = self.combats.iter();
        let mut tokens = 0u64;
        for task in open.iter().rev() {
            match task.work {
                PendingStep::Nation { token } => {
                    tokens |= self.token_bit(token);
                    let value = |nation| view.game.combat_value(view.state, token, nation);
                    self.values.fill(inputs, Nation::ALL.map(value));
                }
                PendingStep::Combat(combat) => {
                    tokens |= self.token_bit(combat.token);
                    if let Some(told) = combats.next() {
                        told.fill(inputs, combat);
                    }
                }
                PendingStep::PayCombat {
                    fewest,
                    most,
                    missing,
                } => {
                    self.fewest.fill(inputs, fewest);
                    self.most.fill(inputs, most);
                    self.missing.fill(inputs, missing);
                }
                PendingStep::CombatResolve { action, .. } => {
                    self.fill_resolve(inputs, view, action)
                }
                _ => {}
            }
        }
        self.token.fill_bits(inputs, tokens);
    }

    fn token_bit(&self, token: Option<TokenId>) -> u64 {
        1 << token.map_or(self.no_token, usize::from)
    }

    /// Fills the combat action that is carried out after its payment.
    fn fill_resolve(&self, inputs: &mut Inputs, view: View<'_>, action: Action) {
        let resolved = match action {
            Action::GainInfluence(steps) => steps - 1,
            Action::Annex(_) => 2,
            Action::Expel(_) => 3,
            Action::Occupy(_) => 4,
            Action::SilverFleet(space) => 5 + space,
            Action::GoldMine => 7,
            _ => 8,
        };
        self.resolved.fill(inputs, resolved);
        match action {
            Action::Annex(place) | Action::Expel(place) | Action::Occupy(place) => {
                self.resolved_at.fill(inputs, place);
            }
            Action::Strike(card) => {
                let action = view.game.components[card].combat_action;
                self.strike.fill_each(inputs, action);
            }
            _ => {}
        }
    }
}
