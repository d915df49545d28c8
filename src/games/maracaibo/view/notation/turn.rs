//! Effects of journeys, main actions, purchases and career tasks.

use super::Decision;
use crate::maracaibo::components::{
    CardId, CityAction, GOOD_NAMES, LocationId, LocationKind, QuestId, SYNERGY_NAMES,
};
use crate::maracaibo::rules::careers::{ALL_DONE, ALL_TASKS};
use crate::maracaibo::rules::cities::{DOUBLOONS_OR_VP, HAND_IN_CITY};
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::prestige::FIRST_INVESTOR;
use crate::maracaibo::rules::quests::{FOURTH_TILE, LATER_TILE};
use crate::maracaibo::rules::roads::Journey;
use crate::maracaibo::rules::state::Phase;
use crate::maracaibo::view::describe::doubloons;
use crate::maracaibo::view::texts::board::city_action_words;
use crate::maracaibo::view::texts::terms::{bargain, count, effects, listed, market_state};

impl Decision<'_> {
    /// Describes the destination of a journey.
    pub(super) fn destination(&self, journey: &Journey) -> String {
        let (game, state, to) = (self.game, self.state, journey.to);
        let mut parts = Vec::new();
        if let Some(market) = game.market_at(state, to) {
            let market = market_state(market, state.market[usize::from(to)]);
            parts.push(format!("city, {market}"));
        }
        match game.location(state, to).kind {
            LocationKind::Village if game.has_village_actions(state, to) => {
                let extra = matches!(self.work, PendingStep::Sail { extra: true, .. });
                parts.push(self.village_actions(journey.points, extra));
            }
            LocationKind::Village => parts.push("no village actions".to_string()),
            _ => {
                let action = self.action_at(to);
                parts.push(action.unwrap_or_else(|| "no city action".to_string()));
            }
        }
        parts.extend(state.quests_at(to).map(|quest| game.quest_label(quest)));
        let here = game.assistants_at(self.player, to).count_ones() as u8;
        parts.extend((here > 0).then(|| count(here, "own assistant")));
        let toll = game.toll(state, journey);
        parts.extend((toll > 0).then(|| format!("toll {toll}")));
        parts.join("; ")
    }

    /// Describes the action of a city. Returns `None` if the city takes its action from a tile that is missing.
    fn action_at(&self, location: LocationId) -> Option<String> {
        match self.game.city_action_at(self.state, location) {
            CityAction::Tile => None,
            action => city_action_words(action),
        }
    }

    pub(super) fn village_actions(&self, points: u8, extra: bool) -> String {
        let actions = self.game.village_action_count(self.player, points, extra);
        count(actions, "village action")
    }

    pub(super) fn delivery(&self, card: CardId) -> String {
        let good = GOOD_NAMES[usize::from(self.game.components[card].good)];
        let action = self.action_at(self.player.ship);
        let then = action.map_or(String::new(), |action| format!(", then {action}"));
        format!("{good} → 1 disc{then}")
    }

    /// Describes the action at the location of the ship, with its current amounts.
    pub(super) fn city_action(&self) -> String {
        let player = self.player;
        match self.game.city_action_at(self.state, player.ship) {
            CityAction::CombatOrExplore(steps) => {
                format!("explorer up to {}", steps + player.explore_plus)
            }
            CityAction::VillageActionPerCompass => {
                count(self.state.compasses_at_start, "village action")
            }
            CityAction::VpPerTokenThenDiscardHand => format!(
                "{} VP, then the hand can be discarded for {HAND_IN_CITY} doubloons",
                player.token_count
            ),
            CityAction::DoubloonsOrVpPerAssistant => {
                let [money, each] = DOUBLOONS_OR_VP;
                format!("{money} doubloons or {} VP", each * player.assistant_count)
            }
            action => city_action_words(action).unwrap_or_default(),
        }
    }

    /// Returns the kind and id of a quest.
    pub(super) fn quest_id(&self, quest: QuestId) -> (&'static str, &str) {
        let quest = usize::from(quest);
        let id = &self.game.components.labels.quests[quest];
        match quest < usize::from(self.game.board.quest_tiles) {
            true => ("quest", id),
            false => ("story tile", id),
        }
    }

    /// Describes the cost of a quest, and its reward with the current compasses of the player.
    pub(super) fn quest(&self, quest: QuestId) -> String {
        let tile = self.game.quest(self.state, quest);
        let [vp, money] = [tile.vp_per_compass, tile.doubloons_per_compass]
            .map(|each| each.saturating_mul(self.player.compasses));
        let extra = match self.player.quest_count {
            0..=2 => 0,
            3 => FOURTH_TILE,
            _ => LATER_TILE,
        };
        let gains = [
            (vp > 0).then(|| format!("{vp} VP")),
            (money > 0).then(|| count(money, "doubloon")),
            (tile.effects.len > 0).then(|| effects(&tile.effects)),
            (extra > 0).then(|| format!("{extra} VP for the tile")),
        ];
        bargain(tile.cost, &listed(gains.into_iter().flatten()))
    }

    pub(super) fn career_task(&self, index: u8) -> String {
        let Some(career) = self.player.career else {
            return String::new();
        };
        let career = &self.game.components.careers[usize::from(career)];
        let task = &career.tasks[usize::from(index)];
        let vp = match self.game.progress(self.player)[task.kind as usize] >= task.upper {
            true => format!(", {} VP", task.vp),
            false => format!(" (and {} VP with {})", task.vp, task.upper),
        };
        let all = match self.player.tasks_done | 1 << index {
            ALL_TASKS => format!("; for all three tasks, {ALL_DONE} doubloons and {ALL_DONE} VP"),
            _ => String::new(),
        };
        format!("1 figure, {}{vp}{all}", count(task.doubloons, "doubloon"))
    }

    /// Describes the options that a player gives up with the action `end`.
    pub(super) fn end(&self) -> String {
        match self.work {
            PendingStep::Village { left } => format!("{} not used", count(left, "village action")),
            PendingStep::Combat(combat) => {
                format!("combat ends, {} combat value lost", combat.value)
            }
            _ if self.state.phase == Phase::Turn => "no more free actions".to_string(),
            _ => "nothing more".to_string(),
        }
    }

    /// Describes the price and effects of a card.
    pub(super) fn purchase(&self, card: CardId) -> String {
        let shown = &self.game.components[card];
        let figures = match shown.figures {
            0 => String::new(),
            figures => format!(", {}", count(figures, "figure")),
        };
        let price = doubloons(self.player.price(shown.cost));
        let gains = self.game.card_gains(card).join("; ");
        format!("for {price}{figures}: {gains}")
    }

    pub(super) fn investment(&self, building: u8) -> String {
        let shown = &self.game.components.prestige[usize::from(building)];
        let first = match self.state.prestige_invested >> building & 1 {
            0 => format!(", {FIRST_INVESTOR} VP for the first investment"),
            _ => String::new(),
        };
        format!(
            "for {}, 1 figure: {}{first}; currently {} VP",
            doubloons(self.player.price(shown.cost)),
            SYNERGY_NAMES[usize::from(shown.synergy)],
            self.game.prestige_points(self.player, shown.kind)
        )
    }
}
