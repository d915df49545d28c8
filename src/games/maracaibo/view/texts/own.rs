//! Text for the components in front of a player, and for scenario cards.

use super::terms::{count, fill, listed};
use crate::maracaibo::components::{
    CareerId, CareerTask, Counted, PrestigeKind, QuestPlacement, SYNERGY_NAMES,
};
use crate::maracaibo::rules::combat::{OCCUPATION, OCCUPY_EMPTY, OCCUPY_EXPEL};
use crate::maracaibo::rules::prestige::BASILICA_LIMIT;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::upgrades::{
    FOR_10_AND_11, FOR_12, UPGRADE_4, UPGRADE_9, UPGRADE_11, UPGRADE_11_STEPS, upgrade_vp,
};
use crate::maracaibo::rules::villages::{POINTS, UPGRADE_9_GOODS};

impl Ruleset {
    /// Describes the prerequisites and reward of an upgrade (M-17).
    #[rustfmt::skip]
    pub fn upgrade_words(&self, number: u8) -> String {
        let vp = upgrade_vp(number);
        let [_, [two, three]] = POINTS;
        let [own, others] = OCCUPATION;
        let ([sale, sale_vp], [choice, choice_vp]) = (UPGRADE_9, UPGRADE_11);
        let extra = if self.options.extra_main_u1 { "" } else { ", but not as an extra main action" };
        match number {
            1 => format!(
                "more village actions as a main action{extra}: 2 with at least {two} movement points, 3 with at least {three}"
            ),
            2 => format!("hand limit {}", self.options.hand_limit + 2),
            3 => format!("{vp} VP; cards from the display are free"),
            4 => count(UPGRADE_4, "doubloon"),
            5 => format!("{vp} VP"),
            6 => format!("after U5: {vp} VP"),
            7 => format!(
                "combat action: a marker onto a village for {OCCUPY_EMPTY} combat value if it is empty, or {OCCUPY_EXPEL} \
                 if the marker of another nation is expelled; 1 influence, {own} doubloons for each of your assistants \
                 there, {others} for each assistant of others"
            ),
            8 => "village action: 1 CP, 1 doubloon".into(),
            9 => format!(
                "after U8: village action: pay {UPGRADE_9_GOODS} cards with the same good: {sale} doubloons, {sale_vp} VP"
            ),
            10 => format!(
                "after {FOR_10_AND_11} other upgrades: village action: a marker of any nation onto the village of your \
                 ship if it has none, 1 influence with this nation, 1 doubloon"
            ),
            11 => format!(
                "after {FOR_10_AND_11} other upgrades: an exploration of up to {UPGRADE_11_STEPS}, or {choice} doubloons \
                 and {choice_vp} VP, or your influence with one nation to its next noble rank"
            ),
            _ => format!("after {FOR_12} other upgrades: {vp} VP"),
        }
    }

    /// Returns the id of an upgrade with its effect in a few words; upgrades have no printed names.
    pub fn upgrade_name(&self, number: u8) -> String {
        let vp = upgrade_vp(number);
        let effect = match number {
            1 => "more village actions",
            2 | 4 | 5 => &self.upgrade_words(number),
            3 => &format!("{vp} VP, free display"),
            7 => "combat in villages",
            8 => "1 CP and 1 doubloon",
            9 => &format!("sale of {UPGRADE_9_GOODS} goods"),
            10 => "marker in a village",
            11 => "explore, money or rank",
            _ => &format!("{vp} VP"),
        };
        format!("U{number}: {effect}")
    }

    /// Describes an upgrade and when it takes effect.
    pub fn upgrade_about(&self, number: u8) -> String {
        let words = self.upgrade_words(number);
        format!("{words}; complete when both of its discs are off the ship")
    }

    /// Describes the tasks of a career.
    pub fn career_words(&self, career: CareerId) -> String {
        let tasks = self.components.careers[usize::from(career)].tasks;
        tasks.map(|task| task_words(&task)).join("; ")
    }

    /// Describes the price, synergy token and scoring of a prestige building (M-20).
    pub fn prestige_words(&self, building: u8) -> String {
        let building = &self.components.prestige[usize::from(building)];
        let synergy = SYNERGY_NAMES[usize::from(building.synergy)];
        let vp = building.kind.vp();
        let each = match building.kind {
            PrestigeKind::Monastery => "border that your explorer has crossed",
            PrestigeKind::Palace => "quest tile",
            PrestigeKind::Basilica => {
                &format!("of your assistants on the map, at most {BASILICA_LIMIT}")
            }
            PrestigeKind::Fortress => "figure in your supply and each CP",
            PrestigeKind::Minster => "synergy token",
            PrestigeKind::MilitaryBase => "combat token",
            PrestigeKind::Academy => "completed upgrade",
            PrestigeKind::Cathedral => "VP printed at your doubloon income marker",
        };
        let price = count(building.cost, "doubloon");
        format!(
            "costs {price}, 1 figure; synergy token {synergy}; at the end: {vp} VP for each {each}"
        )
    }

    /// Describes a scenario card: the locations of its quests, and the legacy tiles and C cards
    /// that it adds.
    pub fn scenario_words(&self, card: usize) -> String {
        let card = &self.components.scenarios[card];
        let labels = &self.components.labels;
        let quest = |quest: &QuestPlacement| {
            let place = &labels.locations[usize::from(quest.location)];
            match quest.min_players {
                0..=2 => place.clone(),
                players => format!("{place} ({players} players or more)"),
            }
        };
        let after = (0..4).map(|round| {
            let quests = card
                .quests
                .iter()
                .filter(|quest| quest.after_round == round);
            let when = match round {
                0 => "quests at the start".to_string(),
                _ => format!("after round {round}"),
            };
            format!("{when} at {}", listed(quests.map(quest)))
        });
        let tiles = (1..32).filter(|tile| card.legacy >> tile & 1 == 1);
        let tiles: Vec<String> = tiles.map(|tile| format!("L{tile}")).collect();
        let mut parts: Vec<String> = after.collect();
        parts.extend((!tiles.is_empty()).then(|| format!("legacy tiles {}", tiles.join(", "))));
        let cards = card.cards.iter();
        let cards: Vec<&str> = cards
            .map(|card| labels.cards[usize::from(card)].as_str())
            .collect();
        parts.extend((!cards.is_empty()).then(|| format!("C cards {}", cards.join(", "))));
        parts.join("; ")
    }
}

/// Describes a task of a career (M-16).
pub fn task_words(task: &CareerTask) -> String {
    let (lower, upper) = (task.lower, task.upper);
    let (_, _, _, words) = Counted::ALL[task.kind as usize];
    let what = fill(words, lower, "");
    let money = count(task.doubloons, "doubloon");
    format!("{what} for {money}, {upper} for {} VP as well", task.vp)
}
