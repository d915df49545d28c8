//! Effects of combats, influence and markers.

use super::Decision;
use crate::maracaibo::components::load::effects::token_effect_words;
use crate::maracaibo::components::{Effects, LocationId, Nation};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::combat::{GOLD_DOUBLOONS, SILVER_DOUBLOONS};
use crate::maracaibo::rules::pending::{Combat, PendingStep};
use crate::maracaibo::rules::play::BEYOND_VP;
use crate::maracaibo::view::describe::nation_name;
use crate::maracaibo::view::texts::terms::{count, effect, effects, listed};

impl Decision<'_> {
    pub(super) fn combat_value(&self, nation: Nation) -> String {
        let PendingStep::Nation { token } = self.work else {
            return String::new();
        };
        let value = self.game.combat_value(self.state, token, nation);
        let effect = token_effect_words(self.game.token_effect(token, nation));
        let cp = match self.player.ally_cp[usize::from(nation)] {
            0 => String::new(),
            cp => format!(", {cp} CP from cards"),
        };
        format!("combat value {value}{effect}{cp}")
    }

    /// Describes the cost of an action in combat value, and its reward.
    pub(super) fn combat_action(&self, action: Action) -> String {
        let PendingStep::Combat(Combat { nation, value, .. }) = self.work else {
            return String::new();
        };
        let game = self.game;
        let with_nation = format!("with {}", nation_name(nation));
        let effects_with =
            |gained: &Effects| listed(gained.iter().map(|term| effect(term, &with_nation)));
        let gains = match action {
            Action::GainInfluence(steps) => {
                format!("{} {}", nation_name(nation), self.influence(nation, steps))
            }
            Action::Annex(city) | Action::Expel(city) => {
                let reward = effects(&game.location(self.state, city).flag_reward);
                format!("{}1 influence, {reward}", self.expelled(city))
            }
            Action::Occupy(village) => {
                let owners = 0..self.state.seats;
                let money = owners
                    .map(|owner| game.occupation_money(self.state, self.seat, owner, village));
                let money = match money.sum() {
                    0 => String::new(),
                    money => format!(", {}", count(money, "doubloon")),
                };
                format!("{}1 influence{money}", self.expelled(village))
            }
            Action::SilverFleet(_) => {
                let influence = game.options.silver_fleet_influence;
                format!("{influence} influence, {SILVER_DOUBLOONS} doubloons")
            }
            Action::GoldMine => format!("{GOLD_DOUBLOONS} doubloons"),
            Action::Strike(card) => {
                let index = game.components[card].combat_action.unwrap_or_default();
                let strike = &game.components.combat_actions[usize::from(index)];
                let bonus = strike.bonus_synergy;
                let bonus = bonus.filter(|&synergy| self.player.has_synergy(synergy));
                let bonus = bonus.map(|_| effects_with(&strike.bonus));
                listed([effects_with(&strike.effects)].into_iter().chain(bonus))
            }
            _ => String::new(),
        };
        let (cost, _) = game.combat_cost(self.state, action);
        let missing = match cost.saturating_sub(value) {
            0 => String::new(),
            missing => format!(" ({missing} from CP and figures)"),
        };
        format!("{cost} combat value{missing}: {gains}")
    }

    /// Describes the marker that leaves a location, followed by a comma; empty if there is none.
    fn expelled(&self, place: LocationId) -> String {
        match (self.state.markers[usize::from(place)], self.player.expel_vp) {
            (None, _) => String::new(),
            (Some(old), 0) => format!("{} leaves, ", nation_name(old)),
            (Some(old), vp) => format!("{} leaves, {vp} VP, ", nation_name(old)),
        }
    }

    /// Formats influence steps with a nation: the steps before and after, and VP beyond the end.
    pub(super) fn influence(&self, nation: Nation, steps: u8) -> String {
        let from = self.player.influence[usize::from(nation)];
        let to = (from + steps).min(self.game.components.tracks.influence_end);
        let beyond = match from + steps - to {
            0 => String::new(),
            beyond => format!(", {} VP", BEYOND_VP * beyond),
        };
        format!("{}{beyond}", self.steps(from, to))
    }

    /// Formats influence before and after, and the noble rank if it increases.
    fn steps(&self, from: u8, to: u8) -> String {
        match self.game.noble_rank(to) {
            rank if rank > self.game.noble_rank(from) => format!("{from} → {to}, rank {rank}"),
            _ => format!("{from} → {to}"),
        }
    }

    /// Describes a marker of a nation, a step to the next noble rank, or both.
    pub(super) fn marker(&self, nation: Nation) -> String {
        let nation = usize::from(nation);
        let from = self.player.influence[nation];
        let to = self.game.components.tracks.next_rank[usize::from(from)];
        let rank = format!("influence {}", self.steps(from, to));
        let left = format!("{} left", count(self.state.supply[nation], "marker"));
        match self.work {
            PendingStep::MarkerNation {
                village: Some(_),
                with_rank,
            } => match with_rank {
                true => format!("{left}, {rank}"),
                false => left,
            },
            _ => rank,
        }
    }
}
