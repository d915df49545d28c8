//! Card benefits by kind, so that a network can generalise between similar cards.

use crate::encoding::{Fill, Layout, Numbers};
use crate::maracaibo::components::{Card, CardId, Components, EffectKind, Immediate, Ongoing};

/// Names of the benefits, in the order of [`Facts`].
const FACT_NAMES: [&str; 20] = [
    "vp",
    "doubloon income",
    "vp income",
    "income with synergy",
    "synergy",
    "discount",
    "compass",
    "explorer steps",
    "object",
    "combat",
    "village action",
    "influence",
    "marker",
    "disc",
    "figures",
    "quest",
    "vp for what is owned",
    "visitor",
    "assistant",
    "assistant with village actions",
];
/// Amount of each kind of benefit that a card gives.
type Facts = [u8; FACT_NAMES.len()];

fn facts(card: &Card, components: &Components) -> Facts {
    let conditional = (card.conditional.iter())
        .map(|income| income.doubloons.saturating_add(income.vp))
        .fold(0, u8::saturating_add);
    let mut facts = [0; FACT_NAMES.len()];
    let [
        vp,
        income_doubloons,
        income_vp,
        with_synergy,
        synergy,
        discount,
        compass,
        steps,
        object,
        combat,
        village_action,
        influence,
        marker,
        disc,
        figures,
        quest,
        counting,
        visitor,
        assistant,
        with_village_actions,
    ] = &mut facts;
    *vp = card.vp;
    *income_doubloons = card.income_doubloons;
    *income_vp = card.income_vp;
    *with_synergy = conditional;
    *synergy = u8::from(card.synergy.is_some());
    *combat = u8::from(card.combat_action.is_some());
    *village_action = u8::from(card.village_action.is_some());
    match card.ongoing {
        Ongoing::None => {}
        Ongoing::Object(_) => *object = 1,
        Ongoing::Discount(n) => *discount = n,
        Ongoing::Compass(n) => *compass = n,
        Ongoing::ExplorePlus(n) | Ongoing::JumpSteal(n) => *steps = n,
        Ongoing::Visitor => *visitor = 1,
        Ongoing::CpBeforeCombat(_)
        | Ongoing::FigureToCp(_)
        | Ongoing::AllyCp(..)
        | Ongoing::ExpelVp(_) => *combat += 1,
    }
    let add = |sum: &mut u8, n: u8| *sum = sum.saturating_add(n);
    for effect in card.immediates() {
        match effect {
            Immediate::None => {}
            Immediate::Influence(_, n) | Immediate::InfluenceAny(n) => add(influence, n),
            Immediate::MarkerEmptyVillage => *marker += 1,
            Immediate::MarkerVillageNextRank => {
                *marker += 1;
                *influence += 2;
            }
            Immediate::Discs(n) => add(disc, n),
            Immediate::QuestOnCard => *quest += 1,
            Immediate::Figures(n) => add(figures, n),
            Immediate::SynergyChoice => *synergy += 1,
            Immediate::FiguresOnCardIncome(n) => add(income_doubloons, n),
            Immediate::Gain(effect) => {
                let n = effect.amount;
                match effect.kind {
                    EffectKind::Vp => add(vp, n),
                    EffectKind::Cp | EffectKind::Combat => add(combat, 1),
                    EffectKind::Influence
                    | EffectKind::InfluenceFrance
                    | EffectKind::InfluenceSpain
                    | EffectKind::InfluenceEngland => add(influence, n),
                    EffectKind::Figures => add(figures, n),
                    EffectKind::Discs => add(disc, n),
                    EffectKind::Explore => add(steps, n),
                    EffectKind::VillageActions => add(village_action, 1),
                    EffectKind::VpPerAssistant | EffectKind::VpPerCombatToken => add(counting, 1),
                    EffectKind::Doubloons | EffectKind::SailAndMain | EffectKind::SkullTiles => {}
                }
            }
            Immediate::Cp(_) => *combat += 1,
            Immediate::VpPer(..) => *counting += 1,
        }
    }
    if let Some(action) = card.assistant_action {
        let action = &components.assistant_actions[usize::from(action)];
        *assistant = 1;
        let village = |kind| matches!(kind, EffectKind::VillageActions | EffectKind::SailAndMain);
        *with_village_actions = u8::from(action.effects.iter().any(|effect| village(effect.kind)));
    }
    facts
}

/// The benefits of all cards.
#[derive(Clone, Debug)]
pub struct CardFacts(Vec<Facts>);

impl CardFacts {
    /// Computes the benefits of all cards.
    pub fn new(components: &Components) -> CardFacts {
        let all = components.cards.iter();
        CardFacts(all.map(|card| facts(card, components)).collect())
    }
}

/// Inputs for the sums of the benefits of a set of cards.
#[derive(Clone, Debug)]
pub struct FactInputs(Numbers);

impl FactInputs {
    /// Adds the inputs to the layout, with names that start with `name`.
    pub fn new(layout: &mut Layout, name: &str) -> FactInputs {
        FactInputs(layout.numbers(name, FACT_NAMES, 2.0))
    }

    /// Fills the inputs with the sums over these cards.
    #[inline]
    pub fn fill(
        &self,
        inputs: &mut impl Fill,
        facts: &CardFacts,
        cards: impl Iterator<Item = CardId>,
    ) {
        let mut sums: Facts = [0; FACT_NAMES.len()];
        cards.for_each(|card| {
            for (sum, amount) in sums.iter_mut().zip(facts.0[usize::from(card)]) {
                *sum = sum.saturating_add(amount);
            }
        });
        self.0.fill(inputs, sums);
    }
}
