//! Features of a position for a player, weighted by the one-step look-ahead bot.
//!
//! The features form three groups: assets that are already scored or owned; gains pending in the
//! middle of an action (village actions, combat value, explorer steps, discs …), which show a
//! look-ahead the benefit of starting that action; and, before a main action, the estimated VP of
//! the best action that the ship's location offers.

use crate::maracaibo::components::{CardId, CityAction, EffectKind, LocationKind, NATIONS};
use crate::maracaibo::rules::pending::{Pending, PendingKind, PendingStep};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{Phase, Player, State};
use crate::maracaibo::rules::valuation::{
    CARD, COMBAT, CP, DISC, DOUBLOON, DOUBLOON_INCOME, FIGURE, INFLUENCE, QUEST_TILE, STEP,
    VILLAGE_ACTION, VP_INCOME, cost_worth, effects_worth, quest_worth,
};

macro_rules! features {
    ($($name:ident: $meaning:literal,)*) => {
        /// Features; the discriminant is the index in the list of values.
        #[allow(non_camel_case_types, reason = "the names are those of the weight files")]
        #[derive(Clone, Copy)]
        #[repr(usize)]
        enum Feature { $(#[doc = $meaning] $name,)* }

        /// Names of the features in weight files.
        pub(crate) static FEATURE_NAMES: [&str; [$(stringify!($name)),*].len()] =
            [$(stringify!($name)),*];
    };
}

features! {
    score: "VP so far.",
    doubloons: "Money, which counts less towards the end of the last round.",
    income_doubloons: "Doubloon income above 8, times the remaining payouts.",
    income_vp: "VP income, times the remaining payouts.",
    card_vp: "VP printed on bought cards.",
    prestige_vp: "VP that prestige buildings, or Jean's bonuses, would give now.",
    nation_vp: "VP that noble ranks would give now.",
    influence: "Steps on the influence tracks.",
    most_influence: "Nations with most influence, ties included.",
    cp: "Combat points.",
    figures: "Figures in the supply of the player.",
    combat_tokens: "Combat tokens.",
    explorer: "Steps of the explorer towards the last space.",
    discs: "Discs removed from the ship.",
    upgrades: "Completed upgrades.",
    quests: "Quest tiles.",
    assistants: "Assistants on the map, times the remaining rounds, including this one.",
    synergies: "Synergy tokens.",
    waiting_income: "Income waiting for a synergy token, in VP, times the remaining payouts.",
    compasses: "Compasses beyond the first, times the remaining rounds.",
    discount: "Discount, times the remaining rounds.",
    explore_plus: "Extra explorer steps, times the remaining rounds.",
    objects: "Permanent objects, times the remaining rounds.",
    combat_effects: "Lasting effects for combats, times the remaining rounds.",
    other_effects: "Other lasting effects, times the remaining rounds.",
    hand: "Cards in hand.",
    hand_worth: "Value of the best card in hand beyond its price.",
    planned_worth: "Value of planned cards beyond their price.",
    tasks_ready: "Career tasks that can be completed.",
    tasks_done: "Career tasks completed.",
    distance: "Position of the ship on its route, 0 to 22.",
    pending_village_actions: "Village actions still to come.",
    pending_combat_value: "Combat value not yet spent.",
    pending_combat_rank: "Influence with the nation that the player fights for.",
    pending_explore: "Explorer steps offered.",
    pending_discs: "Discs to be removed.",
    pending_influence: "Influence to be chosen.",
    pending_vp: "VP or value of other choices to come.",
    prospect_village: "Prospect of the best main action here, if it is a series of village actions.",
    prospect_combat: "Prospect of the best main action here, if it is a combat.",
    prospect_explore: "Prospect of the best main action here, if it is an exploration.",
    prospect_city: "Prospect of the best main action here, if it is another city action.",
    prospect_quest: "Prospect of the best main action here, if it is a quest.",
    prospect_assistant: "Prospect of the best main action here, if it is an assistant.",
    prospect_delivery: "Prospect of a delivery here.",
    prospect_home: "VP of the homeward space here.",
}

/// The values of all features; most values are written only once.
struct Values<'a>(&'a mut [f32; FEATURE_NAMES.len()]);

impl Values<'_> {
    #[inline]
    fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    #[inline]
    fn add(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] += value;
    }
}

impl Ruleset {
    /// Computes the features of a position for a player.
    ///
    /// # Panics
    ///
    /// Panics if `values` does not have one entry per feature.
    pub(crate) fn fill_features(&self, state: &State, seat: usize, values: &mut [f32]) {
        let player = &state.players[seat];
        let values = values.try_into().expect("one value for each feature");
        let mut values = Values(values);
        values.0.fill(0.0);
        values.set(Feature::score, self.score_of(state, seat as u8) as f32);
        let over = state.phase == Phase::Over;
        if over {
            return;
        }
        self.track_features(state, player, &mut values);
        if self.is_jean(seat as u8) {
            self.jean_features(state, &mut values);
            return;
        }
        let payouts = 5.0 - f32::from(state.round);
        let money_payouts = 4.0 - f32::from(state.round);
        let rounds = self.rounds_left(state, seat);
        values.set(
            Feature::doubloons,
            f32::from(player.doubloons) * rounds.clamp(0.0, 1.0),
        );
        values.set(
            Feature::income_doubloons,
            (f32::from(player.income_doubloons) - 8.0) * money_payouts,
        );
        values.set(Feature::income_vp, f32::from(player.income_vp) * payouts);
        let card_vp: u32 = player
            .bought
            .iter()
            .map(|card| u32::from(self.components[card].vp))
            .sum();
        let track_vp = self.doubloon_track_points(player);
        values.set(Feature::card_vp, card_vp as f32 + f32::from(track_vp));
        let mut prestige = 0;
        for (index, building) in self.components.prestige.iter().enumerate() {
            if player.prestige >> index & 1 == 1 {
                prestige += self.prestige_points(player, building.kind);
            }
        }
        values.set(Feature::prestige_vp, prestige as f32);
        values.set(Feature::cp, f32::from(player.cp));
        values.set(Feature::figures, f32::from(player.figures));
        let discs: u8 = player.discs.iter().sum();
        values.set(Feature::discs, 24.0 - f32::from(discs));
        values.set(Feature::upgrades, f32::from(player.upgrade_count()));
        values.set(
            Feature::assistants,
            f32::from(player.assistant_count) * rounds,
        );
        values.set(Feature::synergies, f32::from(player.synergy_count()));
        let sum = |amounts: &[u8]| amounts.iter().map(|&amount| u16::from(amount)).sum::<u16>();
        let waiting = f32::from(sum(&player.waiting_doubloons)) * DOUBLOON_INCOME
            + f32::from(sum(&player.waiting_vp)) * VP_INCOME;
        values.set(Feature::waiting_income, waiting * payouts);
        values.set(
            Feature::compasses,
            (f32::from(player.compasses) - 1.0) * rounds,
        );
        values.set(Feature::discount, f32::from(player.discount) * rounds);
        values.set(
            Feature::explore_plus,
            f32::from(player.explore_plus) * rounds,
        );
        let objects: u8 = player.permanent_objects.iter().sum();
        values.set(Feature::objects, f32::from(objects) * rounds);
        let combat_effects = u32::from(player.cp_before_combat)
            + player.combat_actions.count_ones()
            + u32::from(sum(&player.ally_cp) / 2)
            + u32::from(player.expel_vp / 3);
        values.set(Feature::combat_effects, combat_effects as f32 * rounds);
        let other_effects = u32::from(player.visitor)
            + player.village_actions.count_ones()
            + u32::from(player.jump_steal)
            + u32::from(player.figure_to_cp / 2);
        values.set(Feature::other_effects, other_effects as f32 * rounds);
        values.set(Feature::hand, f32::from(player.hand_len));
        values.set(
            Feature::hand_worth,
            self.best_in_hand(player, seat as u8, payouts, rounds),
        );
        let planned = player.planned.into_iter().flatten();
        let planned_worth = planned
            .filter(|&card| !self.forbids_card(seat as u8, card))
            .map(|card| self.beyond_price(player, card, payouts, rounds).max(0.0));
        values.set(Feature::planned_worth, planned_worth.sum());
        values.set(
            Feature::tasks_ready,
            self.tasks_ready(player).count_ones() as f32,
        );
        values.set(Feature::tasks_done, player.tasks_done.count_ones() as f32);
        let open = &state.stack[..usize::from(state.stack_len)];
        // Before phase A, the main action is still to come, but not at the current location of
        // the ship (M-3.1).
        let ashore = open
            .last()
            .is_none_or(|top| !matches!(top.work, PendingStep::Sail { extra: false, .. }));
        let own = |task: &&Pending| {
            usize::from(task.seat) == seat && (ashore || task.kind() != PendingKind::Main)
        };
        for task in open.iter().filter(own) {
            self.pending(state, player, task, &mut values);
        }
    }

    /// Returns the number of rounds left for a seat. The current round counts in proportion to the
    /// distance that the ship has left.
    pub(crate) fn rounds_left(&self, state: &State, seat: usize) -> f32 {
        let after = 4.0 - f32::from(state.round);
        match state.phase {
            Phase::Scoring | Phase::Over => after,
            _ => {
                let ship = state.players[seat].ship;
                let rank = self.components.locations[usize::from(ship)].number;
                1.0 + after - f32::from(rank) / 22.0
            }
        }
    }

    /// Sets the features of tracks, tokens and tiles, which apply to every seat including Jean's.
    fn track_features(&self, state: &State, player: &Player, values: &mut Values<'_>) {
        let (mut nation_vp, mut influence, mut most) = (0.0, 0.0, 0.0);
        for nation in 0..NATIONS {
            let step = player.influence[nation];
            let rank = f32::from(self.noble_rank(step));
            nation_vp += rank * self.weighting(state, nation) as f32;
            influence += f32::from(step);
            let others = state.seated().iter().map(|other| other.influence[nation]);
            if step > 0 && others.max() == Some(step) {
                most += 1.0;
            }
        }
        values.set(Feature::nation_vp, nation_vp);
        values.set(Feature::influence, influence);
        values.set(Feature::most_influence, most);
        values.set(Feature::combat_tokens, f32::from(player.token_count));
        let track = &self.components.explorer;
        let walked = track[0].steps_to_end - self.components.space(player.explorer).steps_to_end;
        values.set(Feature::explorer, f32::from(walked));
        values.set(Feature::quests, f32::from(player.quest_count));
        let place = self.components.locations[usize::from(player.ship)].number;
        values.set(Feature::distance, f32::from(place));
    }

    /// Sets the features that only Jean has: her discs, upgrade spaces, income and bonuses.
    fn jean_features(&self, state: &State, values: &mut Values<'_>) {
        let gone = state.jean.discs_gone();
        let track = &self.components.automa_track;
        values.set(Feature::discs, gone as f32);
        values.set(Feature::upgrades, f32::from(track.upgrades[gone]));
        let income = f32::from(track.income[gone]) + state.jean.cards.len() as f32;
        values.set(Feature::income_vp, income * (5.0 - f32::from(state.round)));
        let bonuses: i32 = self.jean_bonuses(state).iter().sum();
        values.set(Feature::prestige_vp, bonuses as f32);
    }

    /// Adds the gains that an open task will bring.
    fn pending(&self, state: &State, player: &Player, task: &Pending, values: &mut Values<'_>) {
        match task.work {
            PendingStep::Village { left } => {
                values.add(Feature::pending_village_actions, f32::from(left));
            }
            PendingStep::Explore { steps } => {
                values.add(Feature::pending_explore, f32::from(steps));
            }
            PendingStep::Disc { count, .. } => values.add(Feature::pending_discs, f32::from(count)),
            PendingStep::Influence { steps } => {
                values.add(Feature::pending_influence, f32::from(steps));
            }
            PendingStep::Nation { .. } => values.add(Feature::pending_combat_value, 4.0),
            PendingStep::Combat(combat) => {
                values.add(Feature::pending_combat_value, f32::from(combat.value));
                let step = player.influence[usize::from(combat.nation)];
                values.add(Feature::pending_combat_rank, f32::from(step));
            }
            PendingStep::CombatResolve { .. } => values.add(Feature::pending_vp, INFLUENCE),
            PendingStep::Main { points, .. } => {
                self.prospects(state, player, task.seat, points, values);
            }
            PendingStep::City => {
                let action = self.city_action_at(state, player.ship);
                let (feature, worth) = self.city_prospect(state, task.seat, action);
                values.add(feature, worth);
            }
            PendingStep::QuestReward { quest } => {
                let quest = self.quest(state, quest);
                let worth = quest_worth(player, quest);
                values.add(Feature::pending_vp, worth);
                values.add(Feature::quests, 1.0);
            }
            PendingStep::QuestTile { .. } => values.add(Feature::quests, 1.0),
            PendingStep::AssistantEffects { action } => {
                let action = &self.components.assistant_actions[usize::from(action)];
                let worth = effects_worth(player, &action.effects);
                values.add(Feature::pending_vp, worth);
            }
            PendingStep::VillageEffects { action } => {
                let action = &self.components.village_actions[usize::from(action)];
                let worth = effects_worth(player, &action.effects);
                values.add(Feature::pending_vp, worth);
            }
            PendingStep::Effect { effect, .. } => {
                let amount = f32::from(effect.amount);
                match effect.kind {
                    EffectKind::VillageActions => {
                        values.add(Feature::pending_village_actions, amount);
                    }
                    EffectKind::Explore => values.add(Feature::pending_explore, amount),
                    EffectKind::Discs => values.add(Feature::pending_discs, amount),
                    EffectKind::Influence => values.add(Feature::pending_influence, amount),
                    EffectKind::Combat => values.add(Feature::pending_combat_value, 4.0),
                    _ => values.add(Feature::pending_vp, amount),
                }
            }
            PendingStep::MarkerVillage { with_rank: false } => values.add(Feature::pending_vp, 1.0),
            PendingStep::MarkerVillage { with_rank: true } | PendingStep::MarkerNation { .. } => {
                values.add(Feature::pending_vp, 4.0);
            }
            PendingStep::Upgrade11 => values.add(Feature::pending_vp, 6.0),
            PendingStep::SynergyChoice => values.add(Feature::synergies, 1.0),
            PendingStep::DoubloonsOrAssistants => values.add(
                Feature::pending_vp,
                (4.0 * DOUBLOON).max(2.0 * f32::from(player.assistant_count)),
            ),
            PendingStep::Visitor => values.add(Feature::pending_vp, 1.0),
            PendingStep::Upgrade9Effects => values.add(Feature::pending_vp, 2.0 + 2.0 * DOUBLOON),
            PendingStep::FigureForVp => values.add(Feature::pending_vp, 2.0),
            PendingStep::Sail { extra: true, .. } => values.add(Feature::pending_vp, 3.0),
            PendingStep::CardResolve { card } => {
                let card = &self.components[card];
                values.add(Feature::pending_vp, 3.0 * f32::from(card.income_vp));
            }
            _ => {}
        }
    }

    /// Sets the prospect features: the best main action at the ship's location, and a delivery if
    /// the best action is the city.
    fn prospects(
        &self,
        state: &State,
        player: &Player,
        seat: u8,
        points: u8,
        values: &mut Values<'_>,
    ) {
        let ship = player.ship;
        let bit = ship.bit();
        let mut best = (Feature::prospect_city, 0.0f32);
        let mut offer = |feature: Feature, worth: f32| {
            if worth > best.1 {
                best = (feature, worth);
            }
        };
        let mut delivery = 0.0;
        if self.has_village_actions(state, ship) {
            let better = player.has_upgrade(1);
            let (two, three) = if better { (2, 5) } else { (4, 7) };
            let count = 1 + u8::from(points >= two) + u8::from(points >= three);
            offer(
                Feature::prospect_village,
                self.village_worth(state, seat, count),
            );
        }
        let location = self.location(state, ship);
        if self.chart(state).cities & bit != 0 {
            let action = self.city_action_at(state, ship);
            let (feature, worth) = self.city_prospect(state, seat, action);
            delivery = self.delivery_worth(state, player);
            offer(feature, worth + delivery);
        } else if location.kind == LocationKind::Homeward {
            if let CityAction::Vp(points) = location.action {
                values.add(Feature::prospect_home, f32::from(points));
            } else {
                let (feature, worth) = self.city_prospect(state, seat, location.action);
                offer(feature, worth);
            }
        }
        if state.quest_locations & bit != 0 {
            for quest in state.quests_at(ship) {
                let tile = self.quest(state, quest);
                if self.can_pay(state, player, tile.cost) {
                    let gain = quest_worth(player, tile) + QUEST_TILE;
                    offer(Feature::prospect_quest, gain - cost_worth(tile.cost));
                }
            }
        }
        let here = state.assistants_here & !player.assistants_new;
        for (index, &card) in player.assistants().iter().enumerate() {
            let arrived = self.components[card].assistant_location == Some(ship);
            if (here >> index & 1 == 1 || arrived)
                && self.can_pay(state, player, self.assistant(card).cost)
            {
                let action = self.assistant(card);
                let gain = effects_worth(player, &action.effects) - cost_worth(action.cost);
                offer(Feature::prospect_assistant, gain);
            }
        }
        let (feature, worth) = best;
        let in_city = matches!(
            feature,
            Feature::prospect_city | Feature::prospect_combat | Feature::prospect_explore
        );
        if in_city && delivery > 0.0 {
            values.add(feature, worth - delivery);
            values.add(Feature::prospect_delivery, delivery);
        } else {
            values.add(feature, worth);
        }
    }

    fn delivery_worth(&self, state: &State, player: &Player) -> f32 {
        let possible = (self.market_at(state, player.ship)).is_some_and(|market| {
            market.takes_any(state.market[usize::from(player.ship)], &player.hand_goods)
                && self.removable_discs(player) != 0
        });
        if possible { DISC - CARD } else { 0.0 }
    }

    /// Returns the prospect feature of a city action and its estimated value in VP.
    fn city_prospect(&self, state: &State, seat: u8, action: CityAction) -> (Feature, f32) {
        if self.forbids_city(state, seat) {
            return (Feature::prospect_city, 0.0);
        }
        let player = &state.players[usize::from(seat)];
        let at_end = player.explorer == self.components.places.explorer_end;
        let steps = |n: u8| {
            if at_end {
                0.0
            } else {
                STEP * f32::from(n.saturating_add(player.explore_plus)) + 1.0
            }
        };
        let village = |count| self.village_worth(state, seat, count);
        let combat = COMBAT + 0.4 * f32::from(player.cp + player.figures);
        let worth = match action {
            CityAction::None | CityAction::Tile | CityAction::QuestHere => 0.0,
            CityAction::Combat => return (Feature::prospect_combat, combat),
            CityAction::ThreeCpThenCombat => {
                return (Feature::prospect_combat, combat + 3.0 * CP);
            }
            CityAction::Exploration(n) => return (Feature::prospect_explore, steps(n)),
            CityAction::CombatOrExplore(n) => {
                return if steps(n) > combat {
                    (Feature::prospect_explore, steps(n))
                } else {
                    (Feature::prospect_combat, combat)
                };
            }
            CityAction::InfluenceThenVillageAction => INFLUENCE + village(1),
            CityAction::CpThenDisc => CP + DISC,
            CityAction::ThreeCp => 3.0 * CP,
            CityAction::DoubloonsThenVillageAction => 2.0 * DOUBLOON + village(1),
            CityAction::CpAndInfluence => CP + INFLUENCE,
            CityAction::VillageActionPerCompass => village(player.compasses),
            CityAction::VpPerTokenThenDiscardHand => f32::from(player.token_count) + 0.5,
            CityAction::DoubloonsOrVpPerAssistant => {
                (4.0 * DOUBLOON).max(2.0 * f32::from(player.assistant_count))
            }
            CityAction::PayCpForInfluenceAndDoubloons => {
                if player.cp >= 2 {
                    INFLUENCE + 6.0 * DOUBLOON - 2.0 * CP
                } else {
                    0.0
                }
            }
            CityAction::FigureThenVillageAction => FIGURE + village(1),
            CityAction::TwoVillageActionsAndFigureForVp => village(2) + 2.0,
            CityAction::Vp(n) => f32::from(n),
            CityAction::Effects(effects) => effects_worth(player, &effects),
        };
        (Feature::prospect_city, worth)
    }

    /// Estimates the value of village actions in VP: the best affordable purchase, plus doubloons.
    fn village_worth(&self, state: &State, seat: u8, count: u8) -> f32 {
        let player = &state.players[usize::from(seat)];
        let payouts = 5.0 - f32::from(state.round);
        let rounds = payouts;
        let mut best = 0.0f32;
        let planned = player.planned.into_iter().flatten();
        for card in player.hand.iter().chain(planned) {
            if self.can_buy(state, player, card) && !self.forbids_card(seat, card) {
                best = best.max(self.beyond_price(player, card, payouts, rounds));
            }
        }
        best + VILLAGE_ACTION * f32::from(count)
    }

    fn best_in_hand(&self, player: &Player, seat: u8, payouts: f32, rounds: f32) -> f32 {
        player
            .hand
            .iter()
            .filter(|&card| !self.forbids_card(seat, card))
            .map(|card| self.beyond_price(player, card, payouts, rounds))
            .fold(0.0, f32::max)
    }
    /// Estimates the value of buying a card in VP, minus its price.
    #[inline]
    fn beyond_price(&self, player: &Player, card: CardId, payouts: f32, rounds: f32) -> f32 {
        let worth = &self.card_worths[usize::from(card)];
        worth.beyond_price(&self.components, player, payouts, rounds)
    }
}
