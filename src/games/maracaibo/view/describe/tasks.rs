//! Text for the current decision and the tasks below it.

use super::super::texts::cards::assistant_action_words;
use super::super::texts::terms::{
    OF_CHOICE, bargain, count, effect as effect_words, effects, exploration, shown as shown_words,
};
use super::page::Page;
use super::{TABLE, View, bits, listed, nation_name, seat_name};
use crate::maracaibo::components::load::card_words::immediate_text;
use crate::maracaibo::rules::assistants::VISITOR;
use crate::maracaibo::rules::cities::{DOUBLOONS_OR_VP, FIGURE_VP, HAND_IN_CITY};
use crate::maracaibo::rules::pending::{DiscTarget, Pending, PendingStep};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::scoring::NO_PURCHASE;
use crate::maracaibo::rules::state::{Phase, State};
use crate::maracaibo::rules::upgrades::UPGRADE_9;

impl View<'_> {
    /// Adds the round and phase, the deciding seat and its decision, and the tasks that follow.
    pub(super) fn decision(&self, page: &mut Page) {
        let state = self.state;
        let phase = match state.phase {
            Phase::Setup => "set-up".to_string(),
            Phase::Turn => format!("turn of {}", seat_name(state.active)),
            Phase::Scoring => format!("scoring, round ended by {}", seat_name(state.active)),
            Phase::Over => "game over".to_string(),
        };
        page.line(0, &format!("Round {}, {phase}", state.round));
        let open = &state.stack[..usize::from(state.stack_len)];
        if let Some((top, below)) = open.split_last() {
            let decides = seat_name(top.seat);
            let what = self.game.task_words(state, top);
            page.entry(TABLE, "decides", &format!("{decides}: {what}"));
            let waiting = below.iter().rev().filter(|task| tells_something(task));
            let waiting: Vec<String> = waiting
                .map(|task| {
                    let what = self.game.task_words(state, task);
                    if task.seat == top.seat {
                        what
                    } else {
                        format!("{}: {what}", seat_name(task.seat))
                    }
                })
                .collect();
            page.list(TABLE, "then", &waiting);
        }
        let turn = self.this_turn();
        if !turn.is_empty() {
            page.entry(TABLE, "this turn", &listed(turn));
        }
    }

    /// Formats the facts about the current turn that the rules use later.
    fn this_turn(&self) -> Vec<String> {
        let state = self.state;
        let player = &state.players[usize::from(state.active)];
        let mut parts = Vec::new();
        if state.points_spent > 0 {
            parts.push(count(state.points_spent, "movement point"));
        }
        if state.compasses_at_start != player.compasses && state.phase == Phase::Turn {
            let compasses = count(state.compasses_at_start, "compass");
            parts.push(format!("began with {compasses}"));
        }
        if state.cp_before_combat_paid > 0 {
            let paid = state.cp_before_combat_paid;
            parts.push(format!("{paid} CP before a combat already received"));
        }
        let used = self.used(state.combat_actions_used);
        if !used.is_empty() {
            parts.push(format!(
                "combat actions used this turn: {}",
                used.join(", ")
            ));
        }
        for (set, what) in [
            (state.assistants_here, "assistant here"),
            (state.assistants_used, "assistant used"),
        ] {
            let cards = bits(set).filter_map(|index| player.assistants().get(index));
            let cards: Vec<String> = cards.map(|&card| self.game.card_name(card)).collect();
            if !cards.is_empty() {
                parts.push(format!("{what}: {}", cards.join(" and ")));
            }
        }
        parts
    }
}

/// Returns false for the tasks that end every turn, which are not shown.
fn tells_something(task: &Pending) -> bool {
    !matches!(
        task.work,
        PendingStep::EndTurn
            | PendingStep::EndPhaseB
            | PendingStep::Free
            | PendingStep::NextRound
            | PendingStep::EndGame
    )
}

impl Ruleset {
    /// Describes an open task, either as the current decision or as a task that waits.
    pub(crate) fn task_words(&self, state: &State, task: &Pending) -> String {
        let labels = &self.components.labels;
        let player = &state.players[usize::from(task.seat)];
        match task.work {
            PendingStep::SetupCareer => "chooses one of two careers".to_string(),
            PendingStep::SetupPlan => "plans a card".to_string(),
            PendingStep::SetupDiscard { left } => format!("discards {}", count(left, "card")),
            PendingStep::Sail {
                points,
                extra: true,
            } => format!("may sail up to {points} spaces further for an extra main action"),
            PendingStep::Sail { points, .. } => format!("sails up to {points}"),
            PendingStep::DiscTile { tile } => format!("may use {}", self.disc_tile_words(tile)),
            PendingStep::Main { points, extra } => {
                let extra = if extra { "extra " } else { "" };
                match points {
                    0 => format!("{extra}main action"),
                    _ => format!("{extra}main action, after {points} movement points"),
                }
            }
            PendingStep::City => format!("city action of {}", self.location_name(player.ship)),
            PendingStep::Village { left } => count(left, "village action"),
            PendingStep::Free => "free actions that end the turn".to_string(),
            PendingStep::Draw => "draws a card".to_string(),
            PendingStep::Nation { .. } => "chooses the nation to fight for".to_string(),
            PendingStep::Combat(combat) => {
                let nation = nation_name(combat.nation);
                format!("combat for {nation}, {} combat value left", combat.value)
            }
            PendingStep::PayCombat {
                fewest,
                most,
                missing,
            } => format!(
                "pays the missing combat value of {missing} with {fewest} to {most} figures and the \
                 rest with CP"
            ),
            PendingStep::PayCards { shown, count: left } => {
                format!(
                    "discards {} with {}",
                    count(left, "card"),
                    shown_words(shown)
                )
            }
            PendingStep::SameGoods { count: left } => {
                format!("chooses a good and discards {left} cards with it")
            }
            PendingStep::Influence { steps } => format!("{steps} influence with any nation"),
            PendingStep::Disc {
                count: left,
                target,
            } => {
                let discs = count(left, "disc");
                match target {
                    DiscTarget::Box => format!("{discs} off the ship"),
                    DiscTarget::Market(city, _) => {
                        format!(
                            "{discs} off the ship to the market of {}",
                            self.location_name(city)
                        )
                    }
                    DiscTarget::Tile(tile) => {
                        format!("{discs} off the ship onto L{}", 10 + u16::from(tile))
                    }
                }
            }
            PendingStep::Explore { steps } => exploration(steps),
            PendingStep::TrackQuest => "the quest under the explorer".to_string(),
            PendingStep::MarkerVillage { with_rank } => {
                format!("a marker onto an empty village{}", and_rank(with_rank))
            }
            PendingStep::MarkerNation {
                village: Some(village),
                with_rank,
            } => format!(
                "chooses the nation of a marker onto {}{}",
                self.location_name(village),
                and_rank(with_rank)
            ),
            PendingStep::MarkerNation { with_rank, .. } => {
                format!("a nation{}", and_rank(with_rank))
            }
            PendingStep::Upgrade11 => self.upgrade_words(11),
            PendingStep::SynergyChoice => "any synergy token".to_string(),
            PendingStep::FiguresOnCard { income_each } => format!(
                "figures onto the card, +{} income for each",
                count(income_each, "doubloon")
            ),
            PendingStep::DiscardHand => {
                format!("may discard the whole hand for {HAND_IN_CITY} doubloons")
            }
            PendingStep::DoubloonsOrAssistants => {
                let [money, each] = DOUBLOONS_OR_VP;
                format!("{money} doubloons, or {each} VP for each of their assistants on the map")
            }
            PendingStep::FigureForVp => format!("may return a figure for {FIGURE_VP} VP"),
            PendingStep::Visitor => {
                let [money, vp] = VISITOR;
                format!("one of their assistants is visited: {vp} VP or {money} doubloons")
            }
            PendingStep::Interim => format!("buys and draws cards, or takes {NO_PURCHASE} VP"),
            PendingStep::Final => format!("last purchase, or {NO_PURCHASE} VP"),
            PendingStep::FinalAfter => "last career tasks".to_string(),
            PendingStep::Arrive => "effects at the location of the ship".to_string(),
            PendingStep::Effect { effect, .. } => effect_words(&effect, OF_CHOICE),
            PendingStep::CombatResolve { action, nation } => {
                format!(
                    "{} for {}",
                    self.notation(state, action),
                    nation_name(nation)
                )
            }
            PendingStep::QuestReward { quest } => {
                format!("reward of quest {}", labels.quests[usize::from(quest)])
            }
            PendingStep::QuestTile { quest } => {
                format!("tile of quest {}", labels.quests[usize::from(quest)])
            }
            PendingStep::CardResolve { card } => format!("effects of {}", self.card_name(card)),
            PendingStep::Immediate { card, number } => {
                let name = self.card_name(card);
                let effect = self.components[card].immediate[usize::from(number)];
                match number {
                    0 => format!("immediate effects of {name}"),
                    _ => format!(
                        "immediate effects of {name}, next: {}",
                        immediate_text(effect)
                    ),
                }
            }
            PendingStep::ExplorerArrive => "effects at the space of the explorer".to_string(),
            PendingStep::AssistantEffects { action } => {
                let action = &self.components.assistant_actions[usize::from(action)];
                format!("assistant: {}", assistant_action_words(action))
            }
            PendingStep::VillageEffects { action } => {
                let action = &self.components.village_actions[usize::from(action)];
                format!(
                    "village action: {}",
                    bargain(action.cost, &effects(&action.effects))
                )
            }
            PendingStep::Upgrade9Effects => {
                let [money, vp] = UPGRADE_9;
                format!("{money} doubloons and {vp} VP of U9")
            }
            PendingStep::DiscTileReward { tile } => {
                format!("the reward of {}", self.disc_tile_words(tile))
            }
            PendingStep::EndPhaseB | PendingStep::DrawCards => "drawing cards".to_string(),
            PendingStep::EndTurn => "end of the turn".to_string(),
            PendingStep::EndSetup => "end of set-up".to_string(),
            PendingStep::InterimRest => "income and the next round".to_string(),
            PendingStep::FinalRest => "the rest of the final scoring".to_string(),
            PendingStep::NextRound => "the ships return".to_string(),
            PendingStep::EndGame => "the end of the game".to_string(),
            PendingStep::StoryNext => "story cards that are due".to_string(),
            PendingStep::StoryCount { card } => {
                format!("further instructions of {}", self.story_name(card))
            }
            PendingStep::SkullTile { left } => {
                format!(
                    "removes {} with a skull from the game",
                    count(left, "legacy tile")
                )
            }
            PendingStep::StoryVote { card } => {
                format!(
                    "votes on {}{}{}",
                    self.story_name(card),
                    self.votes_words(state, card),
                    self.back_words(card)
                )
            }
            PendingStep::StoryTie { card } => {
                format!(
                    "decides the tie on {}{}{}",
                    self.story_name(card),
                    self.votes_words(state, card),
                    self.back_words(card)
                )
            }
            PendingStep::JeanArrive { card } => {
                let card = &labels.automa[usize::from(card)];
                format!("the rest of Jean's turn with {card}")
            }
        }
    }

    /// Formats a disc tile with its cost and reward.
    pub(crate) fn disc_tile_words(&self, tile: u8) -> String {
        let number = 10 + u16::from(tile);
        match self.board.disc_tiles[usize::from(tile)] {
            None => format!("L{number}"),
            Some(tile) => format!("L{number}: {}", bargain(tile.cost, &effects(&tile.reward))),
        }
    }
}

/// Formats the step to the next noble rank that may accompany a marker.
fn and_rank(with_rank: bool) -> &'static str {
    if with_rank {
        ", and their influence with it to its next noble rank"
    } else {
        ""
    }
}
