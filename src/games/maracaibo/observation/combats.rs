//! Combats under way: token, nation, combat value left, and what is being paid for.

use super::super::action::ActionKind;
use super::super::combat::USED_NAMES;
use super::super::components::{Components, NATION_NAMES, NATIONS, NONE};
use super::super::task::{Task, TaskKind};
use super::blocks::{Steps, numbers};
use super::view::View;
use crate::observation::{Flags, Inputs, Layout, Number};

/// Combat value up to which every number has its own flag.
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

/// One combat.
#[derive(Clone, Debug)]
struct CombatInputs {
    nation: Flags,
    value: Steps,
    used: Flags,
}

/// The inputs of combats.
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
    /// Lays them out.
    pub fn new(layout: &mut Layout, components: &Components) -> CombatsInputs {
        let labels = &components.labels;
        let cards: Vec<&str> = (components.combat_actions.iter())
            .map(|action| labels.cards[usize::from(action.card)].as_str())
            .collect();
        let tokens = labels.tokens.iter().map(String::as_str);
        CombatsInputs {
            combats: (["combat", "outer combat"].iter())
                .map(|name| CombatInputs {
                    nation: layout.flags(&format!("{name} for"), NATION_NAMES),
                    value: Steps::new(layout, &format!("{name} value"), VALUE),
                    used: layout.flags(&format!("{name} used"), USED_NAMES.iter().chain(&cards)),
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
            strike: layout.flags("pays for strike", &cards),
        }
    }

    /// Fills them for these open tasks, the next last.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>, open: &[Task]) {
        let mut combats = self.combats.iter();
        let mut tokens = 0u64;
        for task in open.iter().rev() {
            match task.kind {
                TaskKind::Nation => {
                    tokens |= self.token_bit(task.a);
                    for nation in 0..NATIONS {
                        let value = view.game.combat_value(view.state, task.a, nation as u8);
                        self.values[nation].fill(inputs, value);
                    }
                }
                TaskKind::Combat => {
                    tokens |= self.token_bit(task.token());
                    if let Some(combat) = combats.next() {
                        combat.nation.fill(inputs, task.a);
                        combat.value.fill(inputs, task.b);
                        combat.used.fill_bits(inputs, u64::from(task.used()));
                    }
                }
                TaskKind::PayCombat => {
                    self.figures[0].fill(inputs, task.a);
                    self.figures[1].fill(inputs, task.b);
                    self.missing.fill(inputs, task.c as usize);
                }
                TaskKind::CombatResolve => self.fill_resolve(inputs, view, task),
                _ => {}
            }
        }
        self.token.fill_bits(inputs, tokens);
    }

    fn token_bit(&self, token: u8) -> u64 {
        match token {
            NONE => 1 << self.no_token,
            token => 1 << token,
        }
    }

    /// The combat action that is carried out once it is paid.
    fn fill_resolve(&self, inputs: &mut Inputs, view: View<'_>, task: &Task) {
        let argument = usize::from(task.b);
        let is = |kind: ActionKind| task.a == kind as u8;
        if is(ActionKind::GainInfluence) {
            self.resolved.fill(inputs, argument - 1);
        } else if is(ActionKind::SilverFleet) {
            self.resolved.fill(inputs, 5 + argument);
        } else if is(ActionKind::GoldMine) {
            self.resolved.fill(inputs, 7usize);
        } else if is(ActionKind::Strike) {
            self.resolved.fill(inputs, 8usize);
            let action = view.game.components[task.b].combat_action;
            self.strike.fill(inputs, action);
        } else {
            let conquest = [ActionKind::Annex, ActionKind::Expel, ActionKind::Occupy];
            for (index, _) in (conquest.iter().enumerate()).filter(|(_, kind)| is(**kind)) {
                self.resolved.fill(inputs, 2 + index);
            }
            self.resolved_at.fill(inputs, argument);
        }
    }
}
