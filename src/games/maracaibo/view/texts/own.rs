//! Text for the components in front of a player, and for scenario cards.

use super::terms::{count, fill, listed};
use crate::maracaibo::components::{
    CareerId, CareerTask, Counted, PrestigeKind, QuestPlacement, SYNERGY_NAMES,
};
use crate::maracaibo::rules::ruleset::Ruleset;

impl Ruleset {
    /// Describes the prerequisites and reward of an upgrade (M-17).
    pub fn upgrade_words(&self, number: u8) -> String {
        match number {
            1 => {
                "more village actions as a main action: 2 with at least 2 movement points, 3 with \
                  at least 5"
                    .to_string()
            }
            2 => format!("hand limit {}", self.options.hand_limit + 2),
            3 => "3 VP; cards of the display are free".to_string(),
            4 => "5 doubloons".to_string(),
            5 => "3 VP".to_string(),
            6 => "after U5: 6 VP".to_string(),
            7 => {
                "combat action: a marker onto a village for 2 combat value if it is empty, or 5 if \
                  the marker of another nation is expelled; 1 influence, 3 doubloons for each of \
                  your assistants there, 1 for each assistant of others"
                    .to_string()
            }
            8 => "village action: 1 CP, 1 doubloon".to_string(),
            9 => "after U8: village action: pay 3 cards with the same good: 2 doubloons, 2 VP"
                .to_string(),
            10 => {
                "after 4 other upgrades: village action: a marker of any nation onto the village \
                   of your ship if it has none, 1 influence with this nation, 1 doubloon"
                    .to_string()
            }
            11 => "after 4 other upgrades: an exploration of up to 3, or 4 doubloons and 4 VP, or \
                   your influence with one nation to its next noble rank"
                .to_string(),
            _ => "after 6 other upgrades: 10 VP".to_string(),
        }
    }

    /// Returns the id of an upgrade with its effect in a few words; upgrades have no printed names.
    pub fn upgrade_name(&self, number: u8) -> String {
        let effect = match number {
            1 => "more village actions",
            2 | 4 | 5 => return format!("U{number}: {}", self.upgrade_words(number)),
            3 => "3 VP, free display",
            6 => "6 VP",
            7 => "combat in villages",
            8 => "1 CP and 1 doubloon",
            9 => "sale of 3 goods",
            10 => "marker in a village",
            11 => "explore, money or rank",
            _ => "10 VP",
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
        let worth = match building.kind {
            PrestigeKind::Monastery => "4 VP for each border that your explorer has crossed",
            PrestigeKind::Palace => "2 VP for each quest tile",
            PrestigeKind::Basilica => "4 VP for each of your assistants on the map, at most 16",
            PrestigeKind::Fortress => "2 VP for each figure in your supply and each CP",
            PrestigeKind::Minster => "3 VP for each synergy token",
            PrestigeKind::MilitaryBase => "2 VP for each combat token",
            PrestigeKind::Academy => "2 VP for each completed upgrade",
            PrestigeKind::Cathedral => "twice the VP printed at your doubloon income marker",
        };
        let price = count(building.cost, "doubloon");
        format!("costs {price}, 1 figure; synergy token {synergy}; at the end: {worth}")
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
