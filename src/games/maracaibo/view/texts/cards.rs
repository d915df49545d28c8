//! Text for project cards (M-18 to M-21).

use super::terms::{bargain, count, effect, effects, listed};
use crate::maracaibo::components::load::card_words::{
    ONGOING, REQUIREMENTS, immediate_text, text_of,
};
use crate::maracaibo::components::{
    AssistantAction, Card, CardId, CombatAction, ConditionalIncome, Effects, GOOD_NAMES, Immediate,
    OBJECT_NAMES, Ongoing, SYNERGY_NAMES, VillageAction,
};
use crate::maracaibo::rules::ruleset::Ruleset;

impl Ruleset {
    /// Describes a card: its cost, its good and object, and its effects after the purchase.
    pub fn card_words(&self, card: CardId) -> String {
        let shown = &self.components[card];
        let mut parts = vec![price_words(shown), shown_words(shown)];
        parts.extend(self.card_gains(card));
        parts.join("; ")
    }

    /// Describes the effects of a card after its purchase, one entry per effect.
    pub fn card_gains(&self, card: CardId) -> Vec<String> {
        let card = &self.components[card];
        let mut parts = Vec::new();
        parts.extend(
            card.synergy
                .map(|kind| format!("synergy token {}", SYNERGY_NAMES[usize::from(kind)])),
        );
        parts.extend(income_words(card));
        parts.extend(self.assistant_words(card));
        let ongoing = text_of(&ONGOING, card.ongoing).into_iter();
        let combats = match card.ongoing {
            Ongoing::CpBeforeCombat(_) if self.options.cp_every_combat => ", in every combat",
            _ => "",
        };
        parts.extend(ongoing.map(|words| words + combats));
        parts.extend(immediates_words(card));
        let marker_and_rank = Immediate::MarkerVillageNextRank;
        if card.immediates().any(|effect| effect == marker_and_rank) {
            let options = &self.options;
            let readings = [
                (
                    options.rank_without_marker_lost,
                    "without a marker, no rank",
                ),
                (
                    options.declined_marker_rank,
                    "without the marker, the rank alone",
                ),
                (
                    options.nation_without_marker_rank,
                    "any nation for the rank alone",
                ),
            ];
            let readings = readings.into_iter().filter(|(applies, _)| *applies);
            parts.extend(readings.map(|(_, words)| words.to_string()));
        }
        let (village, combat) = (card.village_action, card.combat_action);
        let components = &self.components;
        let village = village.map(|index| &components.village_actions[usize::from(index)]);
        parts.extend(village.map(|action| self.village_action_words(action)));
        let combat = combat.map(|index| &components.combat_actions[usize::from(index)]);
        parts.extend(combat.map(|action| self.combat_action_words(action)));
        parts.extend((card.vp > 0).then(|| format!("{} VP at the end", card.vp)));
        parts
    }

    /// Describes the assistant of a card: its location and action (M-12, M-21.6).
    pub fn assistant_words(&self, card: &Card) -> Option<String> {
        let place = usize::from(card.assistant_location?);
        let action = usize::from(card.assistant_action?);
        let number = &self.components.labels.locations[place];
        let name = &self.components.labels.location_names[place];
        let action = assistant_action_words(&self.components.assistant_actions[action]);
        Some(format!("assistant at {number} {name}: {action}"))
    }

    /// Describes the village action of a card (M-A53).
    pub fn village_action_words(&self, action: &VillageAction) -> String {
        let when = match (action.last, self.options.last_ends_own_only) {
            (true, false) => "last village action",
            (true, true) => "last village action of its sequence",
            (false, _) => "village action",
        };
        let what = bargain(action.cost, &effects(&action.effects));
        format!("{when}: {what}")
    }

    /// Describes the combat action of a card (M-A44).
    pub fn combat_action_words(&self, action: &CombatAction) -> String {
        let gains = |effects: &Effects| {
            let nation = "with the nation that you fight for";
            listed(effects.iter().map(|term| effect(term, nation)))
        };
        let when = match self.options.combat_actions_per_turn {
            true => "combat action, once in a turn",
            false => "combat action",
        };
        let gained = gains(&action.effects);
        let mut text = format!("{when}: {} combat value for {gained}", action.combat_value);
        if let Some(kind) = action.bonus_synergy {
            let kind = SYNERGY_NAMES[usize::from(kind)];
            text += &format!(", and {} with the token {kind}", gains(&action.bonus));
        }
        text
    }
}

/// Describes the action of an assistant. The player may decline the cost, which ends the action.
pub fn assistant_action_words(action: &AssistantAction) -> String {
    bargain(action.cost, &effects(&action.effects))
}

/// Describes the price of a card: doubloons, figures and further requirements (M-18.2).
fn price_words(card: &Card) -> String {
    let mut parts = vec![count(card.cost, "doubloon")];
    parts.extend((card.figure_cost > 0).then(|| count(card.figure_cost, "figure")));
    parts.extend(text_of(&REQUIREMENTS, card.requirement));
    format!("costs {}", parts.join(", "))
}

/// Describes the good and object that a hand card shows (M-18.1).
pub fn shown_words(card: &Card) -> String {
    let good = GOOD_NAMES[usize::from(card.good)];
    let object = OBJECT_NAMES[usize::from(card.object)];
    format!("shows {good} and a {object}")
}

/// Describes the income of a card, with and without required synergy tokens (M-21.1).
fn income_words(card: &Card) -> Vec<String> {
    let income = |doubloons: u8, vp: u8, synergy: Option<u8>| {
        let doubloons = (doubloons > 0).then(|| format!("+{}", count(doubloons, "doubloon")));
        let vp = (vp > 0).then(|| format!("+{vp} VP"));
        let amounts: Vec<String> = doubloons.into_iter().chain(vp).collect();
        let with = synergy.map_or(String::new(), |kind| {
            format!(" with the token {}", SYNERGY_NAMES[usize::from(kind)])
        });
        (!amounts.is_empty()).then(|| format!("{} income{with}", amounts.join(" and ")))
    };
    let free = income(card.income_doubloons, card.income_vp, None);
    let waiting = card.conditional.iter();
    let waiting = waiting.filter_map(
        |&ConditionalIncome {
             synergy,
             doubloons,
             vp,
         }| { income(doubloons, vp, Some(synergy?)) },
    );
    free.into_iter().chain(waiting).collect()
}

/// Describes the immediate effects of a purchase (M-21.5).
fn immediates_words(card: &Card) -> Option<String> {
    let words = listed(card.immediates().map(immediate_text));
    (!words.is_empty()).then(|| format!("at once: {words}"))
}
