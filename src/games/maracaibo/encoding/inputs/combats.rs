//! Inputs about combats in progress: token, nation, remaining combat value and pending payments.

use super::blocks::{Steps, numbers};
use super::view::View;
use crate::encoding::{Flags, Inputs, Layout, Number};
use crate::maracaibo::components::{Components, NATION_NAMES, Nation, TokenId};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::combat::USED_NAMES;
use crate::maracaibo::rules::pending::{Pending, PendingStep};

/// Largest combat value with a flag of its own.
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

/// Inputs of one combat.
#[derive(Clone, Debug)]
struct CombatInputs {
    nation: Flags,
    value: Steps,
    used: Flags,
}

/// Returns the names of the kinds of combat action, in the order of the bits of used kinds.
pub fn combat_kinds(components: &Components) -> Vec<&str> {
    let cards = (components.combat_actions.iter())
        .map(|action| components.labels.cards[usize::from(action.card)].as_str());
    USED_NAMES.into_iter().chain(cards).collect()
}

/// Inputs of all combats in progress.
#[derive(Clone, Debug)]
pub struct CombatsInputs {
    combats: Vec<CombatInputs>,
    token: Flags,
    no_token: usize,
    values: Vec<Number>,
    figures: [Steps; 2],
    missing: Steps,
    resolved: Flags,
    resolved_at: Flags,
    strike: Flags,
}

impl CombatsInputs {
    /// Adds the inputs to the layout.
    pub fn new(layout: &mut Layout, components: &Components) -> CombatsInputs {
        let labels = &components.labels;
        let kinds = combat_kinds(components);
        let cards = &kinds[USED_NAMES.len()..];
        let tokens = labels.tokens.iter().map(String::as_str);
        CombatsInputs {
            combats: (["combat", "outer combat"].iter())
                .map(|name| CombatInputs {
                    nation: layout.flags(&format!("{name} for"), NATION_NAMES),
                    value: Steps::new(layout, &format!("{name} value"), VALUE),
                    used: layout.flags(&format!("{name} used"), &kinds),
                })
                .collect(),
            token: layout.flags("token", tokens.chain(["none"])),
            no_token: labels.tokens.len(),
            values: numbers(layout, "combat value", NATION_NAMES, 4.0),
            figures: ["fewest", "most"]
                .map(|which| Steps::new(layout, &format!("{which} figures to pay"), 8)),
            missing: Steps::new(layout, "combat value to pay", VALUE),
            resolved: layout.flags("pays for", RESOLVED),
            resolved_at: layout.flags("pays for marker at", &labels.locations),
            strike: layout.flags("pays for strike", cards),
        }
    }

    /// Fills the inputs from the open tasks; the task on top of the stack is last.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>, open: &[Pending]) {
        let mut combats = self.combats.iter();
        let mut tokens = 0u64;
        for task in open.iter().rev() {
            match task.work {
                PendingStep::Nation { token } => {
                    tokens |= self.token_bit(token);
                    for (nation, number) in Nation::ALL.into_iter().zip(&self.values) {
                        let value = view.game.combat_value(view.state, token, nation);
                        number.fill(inputs, value);
                    }
                }
                PendingStep::Combat(combat) => {
                    tokens |= self.token_bit(combat.token);
                    if let Some(told) = combats.next() {
                        told.nation.fill(inputs, combat.nation);
                        told.value.fill(inputs, combat.value);
                        told.used.fill_bits(inputs, u64::from(combat.used.bits()));
                    }
                }
                PendingStep::PayCombat {
                    fewest,
                    most,
                    missing,
                } => {
                    self.figures[0].fill(inputs, fewest);
                    self.figures[1].fill(inputs, most);
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
                if let Some(action) = view.game.components[card].combat_action {
                    self.strike.fill(inputs, action);
                }
            }
            _ => {}
        }
    }
}
