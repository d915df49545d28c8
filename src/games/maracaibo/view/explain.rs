//! Descriptions of actions, shown next to their notation.

use super::describe::{doubloons, nation_name, seat_name};
use super::texts::board::city_action_words;
use super::texts::cards::{assistant_action_words, shown_words};
use super::texts::terms::{bargain, count, effect, effects};
use crate::maracaibo::components::load::effects::token_effect_words;
use crate::maracaibo::components::{
    BORDER_NAMES, CardId, CityAction, Effects, GOOD_NAMES, GOODS, LocationId, LocationKind, Nation,
    QuestId, RED_BORDER, SYNERGY_NAMES, SpaceId, SpaceKind,
};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::careers::{ALL_DONE, ALL_TASKS};
use crate::maracaibo::rules::explorer::ARRIVALS;
use crate::maracaibo::rules::pending::{Combat, Pending, PendingStep};
use crate::maracaibo::rules::quests::{FOURTH_TILE, LATER_TILE};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{Phase, Player, State};

impl Ruleset {
    /// Describes the effect of an action at the current decision for readers who do not know its
    /// notation.
    pub(crate) fn explain_action(&self, state: &State, action: Action) -> String {
        let Some(&task) = state.top() else {
            return String::new();
        };
        let player = &state.players[usize::from(task.seat)];
        match action {
            Action::Career(career) => {
                let name = &self.components.labels.career_names[usize::from(career)];
                format!("{name}: {}", self.career_words(career))
            }
            Action::Plan(card) => {
                let price = doubloons(player.price(self.components[card].cost));
                format!("{}, can be bought for {price}", self.name_of(card))
            }
            Action::Discard(card) => {
                let shown = shown_words(&self.components[card]);
                format!("{}, {shown}", self.name_of(card))
            }
            Action::Sail(journey) => self.explain_journey(state, task, journey),
            Action::Stay => "no extra sail".to_string(),
            Action::Deliver(card) => self.explain_delivery(state, player, card),
            Action::City | Action::Combat | Action::Expedition => {
                self.explain_city(state, player, action)
            }
            Action::Village => match task.work {
                PendingStep::Main { points, extra } => {
                    let actions = self.village_action_count(player, points, extra);
                    count(actions, "village action")
                }
                _ => String::new(),
            },
            Action::Quest(quest) => self.explain_quest(state, player, quest),
            Action::Assistant(card) => {
                let words = assistant_action_words(self.assistant(card));
                format!("{}: {words}", self.name_of(card))
            }
            Action::Pass => "no main action".to_string(),
            Action::Task(index) => self.explain_task(player, index),
            Action::FigureToCp => format!("1 figure for {} CP", player.figure_to_cp),
            Action::End => self.explain_end(state, task),
            Action::Buy(card) => self.explain_purchase(player, card),
            Action::Invest(building) => self.explain_investment(state, player, building),
            Action::Doubloon => "1 doubloon".to_string(),
            Action::DiscardHand => {
                let cards = count(player.hand_len, "card");
                let price = match task.work {
                    PendingStep::DiscardHand => 4,
                    _ => 2,
                };
                format!("{cards} for {price} doubloons")
            }
            Action::UseCard(card) => {
                let index = self.components[card].village_action.unwrap_or_default();
                let action = &self.components.village_actions[usize::from(index)];
                let last = if action.last {
                    "; ends the village actions"
                } else {
                    ""
                };
                let words = bargain(action.cost, &effects(&action.effects));
                format!("{}: {words}{last}", self.name_of(card))
            }
            Action::Upgrade8 => "1 CP, 1 doubloon".to_string(),
            Action::Upgrade9 => "3 cards with the same good: 2 doubloons, 2 VP".to_string(),
            Action::Upgrade10(_) => {
                let place = self.name_at(player.ship);
                format!("marker onto {place}: 1 influence, 1 doubloon")
            }
            Action::Draw => "a card from the pile".to_string(),
            Action::Take(card) => {
                let price = match Ruleset::display_price(player) {
                    0 => "free".to_string(),
                    price => doubloons(price),
                };
                let shown = shown_words(&self.components[card]);
                format!("{}, {price}: {shown}", self.name_of(card))
            }
            Action::Fight(nation) => self.explain_nation(state, player, task, nation),
            Action::FightNone => "no nation is affordable".to_string(),
            Action::GainInfluence(_)
            | Action::Annex(_)
            | Action::Expel(_)
            | Action::Occupy(_)
            | Action::SilverFleet(_)
            | Action::GoldMine
            | Action::Strike(_) => self.explain_combat_action(state, player, task, action),
            Action::PayFigures(figures) => match task.work {
                PendingStep::PayCombat { missing, .. } => format!("and {} CP", missing - figures),
                _ => String::new(),
            },
            Action::SpendCp | Action::SpendFigure => "1 more combat value".to_string(),
            Action::Influence(nation) => match task.work {
                PendingStep::Influence { steps } => self.steps_with(player, nation, steps),
                _ => String::new(),
            },
            Action::Disc(area) => {
                let number = area + 1;
                let step = match player.discs[usize::from(area)] {
                    1 => "completes the upgrade",
                    _ => "first of 2 discs",
                };
                let (name, words) = (self.upgrade_name(number), self.upgrade_words(number));
                let is_named = name
                    .split_once(": ")
                    .is_some_and(|(_, effect)| words.ends_with(effect));
                match is_named {
                    true => step.to_string(),
                    false => format!("{step}: {words}"),
                }
            }
            Action::Advance { space, robbed } => self.explain_advance(state, player, space, robbed),
            Action::Skip => self.explain_waiver(task),
            Action::Accept => match task.work {
                PendingStep::DiscTile { tile } => self.disc_tile_words(tile),
                _ => "1 figure for 5 VP".to_string(),
            },
            Action::Good(_) => match task.work {
                PendingStep::SameGoods { count: cards } => {
                    format!("{} with it", count(cards, "card"))
                }
                _ => String::new(),
            },
            Action::MarkerVillage(village) => self.name_at(village),
            Action::MarkerNation(nation) | Action::RewardRank(nation) => {
                self.explain_marker(state, player, task, nation)
            }
            Action::RewardExplore => "explorer up to 3".to_string(),
            Action::RewardDoubloons => "4 doubloons and 4 VP".to_string(),
            Action::Synergy(kind) => {
                let kind = usize::from(kind);
                income(player.waiting_doubloons[kind], player.waiting_vp[kind])
            }
            Action::Figures(figures) => match task.work {
                PendingStep::FiguresOnCard { income_each } => income(figures * income_each, 0),
                _ => String::new(),
            },
            Action::TakeDoubloons | Action::TakeVp => explain_choice(player, task, action),
            Action::Vote(choice) => match task.work {
                PendingStep::StoryVote { card } | PendingStep::StoryTie { card } => {
                    // As on the card, the consequences are read after the choice.
                    self.story_choices(card)[usize::from(choice)].words.clone()
                }
                _ => String::new(),
            },
            Action::RemoveTile(tile) => {
                let tiles = self.components.legacy.iter();
                let tile = tiles.into_iter().find(|other| other.number == tile);
                tile.map_or(String::new(), |tile| self.legacy_words(tile))
            }
        }
    }

    /// Returns the name of a card.
    fn name_of(&self, card: CardId) -> &str {
        &self.components.labels.card_names[usize::from(card)]
    }

    /// Returns the name of a location.
    fn name_at(&self, location: LocationId) -> String {
        self.components.labels.location_names[usize::from(location)].clone()
    }

    /// Describes the destination of a journey.
    fn explain_journey(&self, state: &State, task: Pending, journey: u8) -> String {
        let player = &state.players[usize::from(task.seat)];
        let journey = &self.journeys(state, player.ship)[usize::from(journey)];
        let place = self.location(state, journey.to);
        let mut parts = vec![self.name_at(journey.to)];
        if let Some(market) = self.market_at(state, journey.to) {
            let full = state.market[usize::from(journey.to)];
            parts[0] += ", city";
            for good in 0..GOODS as u8 {
                if market.takes[usize::from(good)] != 0 {
                    let free = market.free_for(full, good).is_some();
                    let full = if free { "" } else { " (full)" };
                    parts[0] += &format!(", {}{full}", GOOD_NAMES[usize::from(good)]);
                }
            }
        }
        match place.kind {
            LocationKind::Village if self.has_village_actions(state, journey.to) => {
                let extra = matches!(task.work, PendingStep::Sail { extra: true, .. });
                let actions = self.village_action_count(player, journey.points, extra);
                parts.push(count(actions, "village action"));
            }
            LocationKind::Village => parts.push("no village actions".to_string()),
            _ => match self.city_action_at(state, journey.to) {
                CityAction::Tile => {}
                action => parts.extend(city_action_words(action)),
            },
        }
        let quests = state.quests_at(journey.to);
        parts.extend(quests.map(|quest| self.quest_label(quest)));
        let assistants = player.assistants().iter();
        let here = assistants
            .filter(|&&card| self.components[card].assistant_location == Some(journey.to));
        match here.count() {
            0 => {}
            number => parts.push(count(number as u8, "own assistant")),
        }
        let toll = self.toll(state, journey);
        if toll > 0 {
            parts.push(format!("toll {toll}"));
        }
        parts.join("; ")
    }

    fn explain_delivery(&self, state: &State, player: &Player, card: CardId) -> String {
        let good = GOOD_NAMES[usize::from(self.components[card].good)];
        let action = match self.city_action_at(state, player.ship) {
            CityAction::Tile | CityAction::None => None,
            action => city_action_words(action),
        };
        let then = action.map_or(String::new(), |action| format!(", then {action}"));
        format!("{}, {good} → 1 disc{then}", self.name_of(card))
    }

    /// Describes the action of the city or homeward space.
    fn explain_city(&self, state: &State, player: &Player, action: Action) -> String {
        match self.city_action_at(state, player.ship) {
            CityAction::CombatOrExplore(steps) => match action {
                Action::Combat => "a combat token is revealed".to_string(),
                _ => format!("explorer up to {}", steps + player.explore_plus),
            },
            CityAction::VillageActionPerCompass => {
                count(state.compasses_at_start, "village action")
            }
            CityAction::VpPerTokenThenDiscardHand => {
                format!(
                    "{} VP, then the hand can be discarded for 4 doubloons",
                    player.token_count
                )
            }
            CityAction::DoubloonsOrVpPerAssistant => {
                format!("4 doubloons or {} VP", 2 * player.assistant_count)
            }
            action => city_action_words(action).unwrap_or_default(),
        }
    }

    /// Describes a quest's cost, and its reward with the player's current compasses.
    fn explain_quest(&self, state: &State, player: &Player, quest: QuestId) -> String {
        let tile = self.quest(state, quest);
        let vp = tile.vp_per_compass * player.compasses;
        let money = tile.doubloons_per_compass * player.compasses;
        let extra = match player.quest_count {
            0..=2 => 0,
            3 => FOURTH_TILE,
            _ => LATER_TILE,
        };
        let mut gains = Vec::new();
        gains.extend((vp > 0).then(|| format!("{vp} VP")));
        gains.extend((money > 0).then(|| count(money, "doubloon")));
        gains.extend((tile.effects.len > 0).then(|| effects(&tile.effects)));
        gains.extend((extra > 0).then(|| format!("{extra} VP for the tile")));
        bargain(tile.cost, &gains.join(", "))
    }

    fn explain_task(&self, player: &Player, index: u8) -> String {
        let Some(career) = player.career else {
            return String::new();
        };
        let task = &self.components.careers[usize::from(career)].tasks[usize::from(index)];
        let money = count(task.doubloons, "doubloon");
        let vp = match self.progress(player)[task.kind as usize] >= task.upper {
            true => format!(", {} VP", task.vp),
            false => format!(" (and {} VP with {})", task.vp, task.upper),
        };
        let all = match player.tasks_done | 1 << index {
            ALL_TASKS => format!("; for all three tasks, {ALL_DONE} doubloons and {ALL_DONE} VP"),
            _ => String::new(),
        };
        format!("1 figure, {money}{vp}{all}")
    }

    /// Describes the actions or combat value lost by ending.
    fn explain_end(&self, state: &State, task: Pending) -> String {
        match task.work {
            PendingStep::Village { left } => format!("{} not used", count(left, "village action")),
            PendingStep::Combat(combat) => {
                format!("combat ends, {} combat value lost", combat.value)
            }
            _ if state.phase == Phase::Turn => "no more free actions".to_string(),
            _ => "nothing more".to_string(),
        }
    }

    /// Describes the price and effects of a card.
    fn explain_purchase(&self, player: &Player, card: CardId) -> String {
        let shown = &self.components[card];
        let mut price = doubloons(player.price(shown.cost));
        if shown.figures > 0 {
            price += &format!(", {}", count(shown.figures, "figure"));
        }
        let gains = self.card_gains(card).join("; ");
        format!("{} for {price}: {gains}", self.name_of(card))
    }

    fn explain_investment(&self, state: &State, player: &Player, building: u8) -> String {
        let index = usize::from(building);
        let shown = &self.components.prestige[index];
        let first = match state.prestige_invested >> building & 1 {
            0 => ", 2 VP for the first investment",
            _ => "",
        };
        let points = self.prestige_points(player, shown.kind);
        format!(
            "{} for {}, 1 figure: {}{first}; currently {points} VP",
            self.components.labels.prestige_names[index],
            doubloons(player.price(shown.cost)),
            SYNERGY_NAMES[usize::from(shown.synergy)],
        )
    }

    fn explain_nation(
        &self,
        state: &State,
        player: &Player,
        task: Pending,
        nation: Nation,
    ) -> String {
        let PendingStep::Nation { token } = task.work else {
            return String::new();
        };
        let value = self.combat_value(state, token, nation);
        let effect = token_effect_words(self.token_effect(token, nation));
        let cp = match player.ally_cp[usize::from(nation)] {
            0 => String::new(),
            cp => format!(", {cp} CP from cards"),
        };
        format!("combat value {value}{effect}{cp}")
    }

    /// Describes the combat value that an action costs and its reward.
    fn explain_combat_action(
        &self,
        state: &State,
        player: &Player,
        task: Pending,
        action: Action,
    ) -> String {
        let PendingStep::Combat(Combat { nation, value, .. }) = task.work else {
            return String::new();
        };
        let (cost, _) = self.combat_cost(state, action);
        let missing = match cost.saturating_sub(value) {
            0 => String::new(),
            missing => format!(" ({missing} from CP and figures)"),
        };
        let expelled = |place: LocationId| match state.markers[usize::from(place)] {
            Some(old) if player.expel_vp > 0 => {
                format!(", {} leaves, {} VP", nation_name(old), player.expel_vp)
            }
            Some(old) => format!(", {} leaves", nation_name(old)),
            None => String::new(),
        };
        let gains = match action {
            Action::GainInfluence(steps) => self.steps_with(player, nation, steps),
            Action::Annex(city) | Action::Expel(city) => {
                let reward = effects(&self.location(state, city).flag_reward);
                let (name, expelled) = (self.name_at(city), expelled(city));
                format!("{name}{expelled}, 1 influence, {reward}")
            }
            Action::Occupy(village) => {
                let (name, expelled) = (self.name_at(village), expelled(village));
                let money = self.occupation_money(state, task.seat, village);
                let money = match money {
                    0 => String::new(),
                    money => format!(", {}", count(money, "doubloon")),
                };
                format!("{name}{expelled}, 1 influence{money}")
            }
            Action::SilverFleet(_) => {
                let influence = self.options.silver_fleet_influence;
                format!("{influence} influence, 8 doubloons")
            }
            Action::GoldMine => "12 doubloons".to_string(),
            Action::Strike(card) => {
                let index = self.components[card].combat_action.unwrap_or_default();
                let strike = &self.components.combat_actions[usize::from(index)];
                let bonus = (strike.bonus_synergy)
                    .filter(|&synergy| player.has_synergy(synergy))
                    .map(|_| effects_with(&strike.bonus, nation));
                let gains = effects_with(&strike.effects, nation);
                let gains: Vec<String> = [gains].into_iter().chain(bonus).collect();
                format!("{}, {}", self.name_of(card), gains.join(", "))
            }
            _ => String::new(),
        };
        format!("{cost} combat value{missing}: {gains}")
    }

    /// Formats influence steps with a nation: the steps before and after, and VP beyond the end.
    fn steps_with(&self, player: &Player, nation: Nation, steps: u8) -> String {
        let from = player.influence[usize::from(nation)];
        let to = (from + steps).min(self.components.tracks.influence_end);
        let beyond = match from + steps - to {
            0 => String::new(),
            beyond => format!(", {} VP", 2 * beyond),
        };
        format!(
            "{} {from} → {to}{}{beyond}",
            nation_name(nation),
            self.rank_gained(from, to)
        )
    }

    /// Formats the noble rank if the step reaches a higher one.
    fn rank_gained(&self, from: u8, to: u8) -> String {
        let rank = self.noble_rank(to);
        if rank > self.noble_rank(from) {
            format!(", rank {rank}")
        } else {
            String::new()
        }
    }

    /// Describes the explorer's gains on the way and the space where it stops.
    fn explain_advance(
        &self,
        state: &State,
        player: &Player,
        space: SpaceId,
        robbed: u8,
    ) -> String {
        let shown = self.components.space(space);
        let before = self.components.space(player.explorer).borders_crossed;
        let crossed = shown.borders_crossed & !before;
        let mut parts = Vec::new();
        for (border, name) in BORDER_NAMES.into_iter().enumerate() {
            if crossed >> border & 1 == 0 {
                continue;
            }
            let gain = match (border as u8, state.borders_crossed >> border & 1) {
                (RED_BORDER, _) => "3 influence".to_string(),
                (_, 0) => "4 VP".to_string(),
                _ => "2 VP".to_string(),
            };
            parts.push(format!("{name} border: {gain}"));
        }
        let stolen = (0..state.seats).filter(|seat| robbed >> seat & 1 == 1);
        parts.extend(stolen.map(|seat| format!("steals from {}", seat_name(seat))));
        match shown.kind {
            SpaceKind::Start => {}
            SpaceKind::Reward => parts.push(effects(&shown.reward)),
            SpaceKind::Quest => parts.push(match self.track_quest_at(state, space) {
                Some(quest) => self.quest_line(state, quest),
                None => "its quest is gone".to_string(),
            }),
            SpaceKind::End => {
                let place = usize::from(state.explorers_at_end);
                let points = ARRIVALS.get(place).copied().unwrap_or_default();
                parts.push(format!("the end: {points} VP, 1 village action"));
            }
        }
        parts.join("; ")
    }

    fn explain_waiver(&self, task: Pending) -> String {
        let what = match task.work {
            PendingStep::Explore { .. } => "the explorer stays",
            PendingStep::TrackQuest => "the quest stays",
            PendingStep::City => "no city action",
            PendingStep::DiscTile { .. } => "the tile is not used",
            PendingStep::MarkerVillage { with_rank: true } if self.options.declined_marker_rank => {
                "no marker, only the next noble rank"
            }
            PendingStep::MarkerVillage { .. } => "no marker",
            PendingStep::DiscardHand => "the hand stays",
            PendingStep::FigureForVp => "the figure stays",
            PendingStep::Draw => "no card",
            _ => "not used",
        };
        what.to_string()
    }

    /// Describes a marker of a nation, a step to the next noble rank, or both.
    fn explain_marker(
        &self,
        state: &State,
        player: &Player,
        task: Pending,
        nation: Nation,
    ) -> String {
        let from = player.influence[usize::from(nation)];
        let to = self.components.tracks.next_rank[usize::from(from)];
        let rank = format!("influence {from} → {to}{}", self.rank_gained(from, to));
        let left = format!(
            "{} left",
            count(state.supply[usize::from(nation)], "marker")
        );
        match task.work {
            PendingStep::MarkerNation {
                village: Some(_),
                with_rank: true,
            } => format!("{left}, {rank}"),
            PendingStep::MarkerNation {
                village: Some(_), ..
            } => left,
            _ => rank,
        }
    }

    /// Returns the doubloons for the assistants in an occupied village (M-17.1).
    fn occupation_money(&self, state: &State, seat: u8, village: LocationId) -> u8 {
        let players = state.seated().iter().zip(0..);
        let money = players.map(|(player, owner)| {
            let assistants = player.assistants().iter();
            let there = assistants
                .filter(|&&card| self.components[card].assistant_location == Some(village));
            let each = if owner == seat { 3 } else { 1 };
            each * there.count() as u8
        });
        money.sum()
    }
}

/// Describes a choice between doubloons and VP.
fn explain_choice(player: &Player, task: Pending, action: Action) -> String {
    let (money, vp) = match task.work {
        PendingStep::Visitor => (2, 1),
        PendingStep::DoubloonsOrAssistants => (4, 2 * player.assistant_count),
        _ => (0, 2),
    };
    match action {
        Action::TakeDoubloons => count(money, "doubloon"),
        _ if matches!(task.work, PendingStep::Interim) => format!("{vp} VP, no purchase, no cards"),
        _ if matches!(task.work, PendingStep::Final) => format!("{vp} VP, no purchase"),
        _ => format!("{vp} VP"),
    }
}

/// Formats the terms of an effect; influence is with this nation.
fn effects_with(effects: &Effects, nation: Nation) -> String {
    let nation = format!("with {}", nation_name(nation));
    let terms: Vec<String> = effects.iter().map(|term| effect(term, &nation)).collect();
    terms.join(", ")
}

/// Formats an income of doubloons and VP.
fn income(money: u8, vp: u8) -> String {
    let money = (money > 0).then(|| format!("+{}", count(money, "doubloon")));
    let vp = (vp > 0).then(|| format!("+{vp} VP"));
    let parts: Vec<String> = money.into_iter().chain(vp).collect();
    match parts.is_empty() {
        true => "no income".to_string(),
        false => format!("{} income", parts.join(", ")),
    }
}
