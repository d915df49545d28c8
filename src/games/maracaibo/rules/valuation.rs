//! A rough value model: estimated values of effects, costs and cards in the middle of a game, in VP.

use crate::maracaibo::components::{
    AssistantAction, Card, Components, Cost, Effect, EffectKind, Effects, Immediate, MAX_IMMEDIATE,
    Ongoing, QuestTile, TokenEffect,
};
use crate::maracaibo::rules::state::Player;

pub(crate) const DOUBLOON: f32 = 0.6;
pub(crate) const CP: f32 = 0.8;
pub(crate) const FIGURE: f32 = 1.3;
pub(crate) const INFLUENCE: f32 = 2.0;
pub(crate) const DISC: f32 = 2.5;
pub(crate) const STEP: f32 = 1.0;
pub(crate) const VILLAGE_ACTION: f32 = 0.9;
pub(crate) const COMBAT: f32 = 4.5;
pub(crate) const QUEST_TILE: f32 = 1.0;
pub(crate) const CARD: f32 = 0.7;
pub(crate) const DOUBLOON_INCOME: f32 = 0.5;
pub(crate) const VP_INCOME: f32 = 1.0;
const NEW_SYNERGY: f32 = 1.3;

/// Parts of the estimated value of a card that do not depend on the player or the time.
///
/// The look-ahead of a rollout needs the value of every hand card after every action it tries, so
/// these parts are computed once, when the rules are created.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardWorth {
    /// VP printed on the card.
    vp: f32,
    /// Value of unconditional income, per payout.
    income: f32,
    /// Value of income that needs a synergy token, per payout.
    conditional: [f32; 2],
    /// Value of the lasting effect, per round.
    ongoing: f32,
    /// Value of the assistant's action, per round; 0 if it depends on the player.
    assistant: f32,
    /// Value of the village and combat actions that the card adds, per round.
    own_actions: f32,
    /// Value of the immediate effects that do not depend on the player.
    immediate: f32,
    /// Value of the figures that the card costs.
    figures: f32,
    /// Synergy tokens that `conditional` needs, as bits.
    needed: [u8; 2],
    /// Synergy token that the card gives, as a bit.
    synergy: u8,
    /// Price in doubloons, without discount.
    cost: u8,
    /// The assistant's action, if its value depends on the player.
    assistant_action: Option<u8>,
    /// Immediate effects whose value depends on the player; unused entries are last.
    counting: [Immediate; MAX_IMMEDIATE],
}

impl CardWorth {
    /// Returns the value of every card, indexed by card id.
    pub fn of_all(components: &Components) -> Vec<CardWorth> {
        let worth = |card| CardWorth::of(card, components);
        components.cards.iter().map(worth).collect()
    }

    fn of(card: &Card, components: &Components) -> CardWorth {
        let bit = |synergy: Option<u8>| synergy.map_or(0, |synergy| 1 << synergy);
        let mut assistant = 0.0;
        let mut assistant_action = None;
        if let Some(index) = card.assistant_action {
            let action = &components.assistant_actions[usize::from(index)];
            if action.effects.iter().any(|effect| counts(effect.kind)) {
                assistant_action = card.assistant_action;
            } else {
                assistant = assistant_worth(&Player::EMPTY, action);
            }
        }
        let mut immediate = 0.0;
        let mut counting = [Immediate::None; MAX_IMMEDIATE];
        let mut places = counting.iter_mut();
        for effect in card.immediates() {
            if let Some(worth) = immediate_worth(effect) {
                immediate += worth;
            } else if let Some(place) = places.next() {
                *place = effect;
            }
        }
        let has_own_actions = card.village_action.is_some() || card.combat_action.is_some();
        CardWorth {
            vp: f32::from(card.vp),
            income: income_worth(card.income_doubloons, card.income_vp),
            conditional: card.conditional.map(|income| match income.synergy {
                None => 0.0,
                Some(_) => income_worth(income.doubloons, income.vp),
            }),
            ongoing: match card.ongoing {
                Ongoing::None => 0.0,
                Ongoing::Discount(n) => 1.3 * f32::from(n),
                Ongoing::Compass(n) => 1.2 * f32::from(n),
                Ongoing::ExplorePlus(n) => 1.5 * f32::from(n),
                Ongoing::Visitor => 1.5,
                _ => 0.8,
            },
            assistant,
            own_actions: f32::from(u8::from(has_own_actions)),
            immediate,
            figures: FIGURE * f32::from(card.figures),
            needed: card.conditional.map(|income| bit(income.synergy)),
            synergy: bit(card.synergy),
            cost: card.cost,
            assistant_action,
            counting,
        }
    }

    /// Returns the estimated value of buying the card in VP, minus its price.
    #[inline]
    pub fn beyond_price(
        &self,
        components: &Components,
        player: &Player,
        payouts: f32,
        rounds: f32,
    ) -> f32 {
        let mut income = self.income;
        for (needed, conditional) in self.needed.into_iter().zip(self.conditional) {
            let sure = if player.synergies & needed != 0 {
                1.0
            } else {
                0.5
            };
            income += sure * conditional;
        }
        let mut worth = self.vp + income * payouts;
        if self.synergy & !player.synergies != 0 {
            worth += NEW_SYNERGY;
        }
        worth += self.ongoing * rounds;
        let mut assistant = self.assistant;
        if let Some(action) = self.assistant_action {
            let action = &components.assistant_actions[usize::from(action)];
            assistant = assistant_worth(player, action);
        }
        worth += assistant * (rounds - 0.5).max(0.0);
        worth += self.own_actions * rounds;
        worth += self.immediate;
        for counting in self.counting {
            worth += match counting {
                Immediate::FiguresOnCardIncome(_) => 1.5 * payouts,
                Immediate::Gain(effect) => effect_worth(player, effect),
                Immediate::VpPer(thing, n) => f32::from(n) * f32::from(player.number_of(thing)),
                _ => break,
            };
        }
        worth - self.figures - DOUBLOON * f32::from(player.price(self.cost))
    }
}

/// Returns true if the value of an effect depends on the player.
fn counts(kind: EffectKind) -> bool {
    matches!(
        kind,
        EffectKind::Explore | EffectKind::VpPerAssistant | EffectKind::VpPerCombatToken
    )
}

/// Returns the estimated value of effects, in VP.
pub(crate) fn effects_worth(player: &Player, effects: &Effects) -> f32 {
    let effects = effects.iter();
    effects.map(|&effect| effect_worth(player, effect)).sum()
}

/// Returns the estimated value of one term of an effect, in VP.
fn effect_worth(player: &Player, effect: Effect) -> f32 {
    let n = f32::from(effect.amount);
    match effect.kind {
        EffectKind::Doubloons => DOUBLOON * n,
        EffectKind::Vp => n,
        EffectKind::Cp => CP * n,
        EffectKind::Influence
        | EffectKind::InfluenceFrance
        | EffectKind::InfluenceSpain
        | EffectKind::InfluenceEngland => INFLUENCE * n,
        EffectKind::SkullTiles => 0.0,
        EffectKind::Figures => FIGURE * n,
        EffectKind::Discs => DISC * n,
        EffectKind::Explore => STEP * (n + f32::from(player.explore_plus)),
        EffectKind::VillageActions => VILLAGE_ACTION * n,
        EffectKind::Combat => COMBAT,
        EffectKind::SailAndMain => 3.5,
        EffectKind::VpPerAssistant => n * f32::from(player.assistant_count),
        EffectKind::VpPerCombatToken => n * f32::from(player.token_count),
    }
}

/// Returns the estimated value of a quest's reward in VP, excluding the cost and the value of the tile itself.
pub(crate) fn quest_worth(player: &Player, quest: &QuestTile) -> f32 {
    let per_compass =
        f32::from(quest.vp_per_compass) + DOUBLOON * f32::from(quest.doubloons_per_compass);
    per_compass * f32::from(player.compasses) + effects_worth(player, &quest.effects)
}

/// Returns the estimated value of the effect of a combat token, in VP.
pub(crate) fn token_worth(effect: TokenEffect) -> f32 {
    match effect {
        TokenEffect::None => 0.0,
        TokenEffect::Pay(n) => -DOUBLOON * f32::from(n),
        TokenEffect::Doubloons(n) => DOUBLOON * f32::from(n),
        TokenEffect::Vp(n) => f32::from(n),
        TokenEffect::Figures(n) => FIGURE * f32::from(n),
        TokenEffect::Influence(n) => INFLUENCE * f32::from(n),
    }
}

/// Returns the estimated value of an assistant's action per round, in VP.
fn assistant_worth(player: &Player, action: &AssistantAction) -> f32 {
    (effects_worth(player, &action.effects) - cost_worth(action.cost)).max(2.0)
}

/// Returns the estimated value of an immediate effect in VP, or `None` if it depends on the player
/// or on the remaining payouts.
fn immediate_worth(immediate: Immediate) -> Option<f32> {
    Some(match immediate {
        Immediate::None => 0.0,
        Immediate::Influence(_, n) | Immediate::InfluenceAny(n) => INFLUENCE * f32::from(n),
        Immediate::MarkerEmptyVillage => 1.0,
        Immediate::MarkerVillageNextRank => 6.0,
        Immediate::Discs(n) => DISC * f32::from(n),
        Immediate::QuestOnCard => 3.0,
        Immediate::Figures(n) => FIGURE * f32::from(n),
        Immediate::SynergyChoice => 2.0,
        Immediate::Cp(n) => CP * f32::from(n),
        Immediate::FiguresOnCardIncome(_) | Immediate::VpPer(..) | Immediate::Gain(_) => {
            return None;
        }
    })
}

/// Returns the estimated value of income per payout, in VP.
fn income_worth(doubloons: u8, vp: u8) -> f32 {
    DOUBLOON_INCOME * f32::from(doubloons) + VP_INCOME * f32::from(vp)
}

/// Returns the estimated value of a cost, in VP.
pub(crate) fn cost_worth(cost: Cost) -> f32 {
    match cost {
        Cost::Free | Cost::Moved(_) => 0.0,
        Cost::Doubloons(n) => DOUBLOON * f32::from(n),
        Cost::Cp(n) => CP * f32::from(n),
        Cost::Figures(n) => FIGURE * f32::from(n),
        Cost::Goods(_, n) | Cost::Objects(_, n) | Cost::SameGoods(n) => CARD * f32::from(n),
        Cost::Two([(_, one), (_, other)]) => CARD * (f32::from(one) + f32::from(other)),
    }
}
