//! Text for the current decision and the tasks below it.

use super::super::action::Action;
use super::super::components::Nation;
use super::super::ruleset::Ruleset;
use super::super::state::{Phase, State};
use super::super::task::{DiscTarget, Task, Work};
use super::super::texts::cards::{assistant_action_words, immediate_words};
use super::super::texts::terms::{
    OF_CHOICE, bargain, count, effect as effect_words, effects, exploration, shown as shown_words,
};
use super::page::Page;
use super::{TABLE, View, bits, listed, nation_name, seat_name};

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
            let compasses = compasses(state.compasses_at_start);
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

/// Formats a number of compasses.
pub(super) fn compasses(number: u8) -> String {
    match number {
        1 => "1 compass".to_string(),
        _ => format!("{number} compasses"),
    }
}

/// Returns false for the tasks that end every turn, which are not shown.
fn tells_something(task: &Task) -> bool {
    !matches!(
        task.work,
        Work::EndTurn | Work::EndPhaseB | Work::Free | Work::NextRound | Work::EndGame
    )
}

impl Ruleset {
    /// Describes an open task, either as the current decision or as a task that waits.
    pub(in super::super) fn task_words(&self, state: &State, task: &Task) -> String {
        let labels = &self.components.labels;
        let player = &state.players[usize::from(task.seat)];
        match task.work {
            Work::SetupCareer => "chooses one of two careers".to_string(),
            Work::SetupPlan => "plans a card".to_string(),
            Work::SetupDiscard { left } => format!("discards {}", count(left, "card")),
            Work::Sail {
                points,
                extra: true,
            } => format!("may sail up to {points} spaces further for an extra main action"),
            Work::Sail { points, .. } => format!("sails up to {points}"),
            Work::DiscTile { tile } => format!("may use {}", self.disc_tile_words(tile)),
            Work::Main { points, extra } => {
                let extra = if extra { "extra " } else { "" };
                match points {
                    0 => format!("{extra}main action"),
                    _ => format!("{extra}main action, after {points} movement points"),
                }
            }
            Work::City => format!("city action of {}", self.location_name(player.ship)),
            Work::Village { left } => count(left, "village action"),
            Work::Free => "free actions that end the turn".to_string(),
            Work::Draw => "draws a card".to_string(),
            Work::Nation { .. } => "chooses the nation to fight for".to_string(),
            Work::Combat(combat) => {
                let nation = nation_name(combat.nation);
                format!("combat for {nation}, {} combat value left", combat.value)
            }
            Work::PayCombat {
                fewest,
                most,
                missing,
            } => format!(
                "pays the missing combat value of {missing} with {fewest} to {most} figures and the \
                 rest with CP"
            ),
            Work::PayCards { shown, count: left } => {
                format!(
                    "discards {} with {}",
                    count(left, "card"),
                    shown_words(shown)
                )
            }
            Work::SameGoods { count: left } => {
                format!("chooses a good and discards {left} cards with it")
            }
            Work::Influence { steps } => format!("{steps} influence with any nation"),
            Work::Disc {
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
            Work::Explore { steps } => exploration(steps),
            Work::TrackQuest => "the quest under the explorer".to_string(),
            Work::MarkerVillage { with_rank } => {
                format!("a marker onto an empty village{}", and_rank(with_rank))
            }
            Work::MarkerNation {
                village: Some(village),
                with_rank,
            } => format!(
                "chooses the nation of a marker onto {}{}",
                self.location_name(village),
                and_rank(with_rank)
            ),
            Work::MarkerNation { with_rank, .. } => {
                format!("a nation{}", and_rank(with_rank))
            }
            Work::Upgrade11 => self.upgrade_words(11),
            Work::SynergyChoice => "any synergy token".to_string(),
            Work::FiguresOnCard { income_each } => format!(
                "figures onto the card, +{} income for each",
                count(income_each, "doubloon")
            ),
            Work::DiscardHand => "may discard the whole hand for 4 doubloons".to_string(),
            Work::DoubloonsOrAssistants => {
                "4 doubloons, or 2 VP for each of their assistants on the map".to_string()
            }
            Work::FigureForVp => "may return a figure for 5 VP".to_string(),
            Work::Visitor => "one of their assistants is visited: 1 VP or 2 doubloons".to_string(),
            Work::Interim => "buys and draws cards, or takes 2 VP".to_string(),
            Work::Final => "last purchase, or 2 VP".to_string(),
            Work::FinalAfter => "last career tasks".to_string(),
            Work::Arrive => "effects at the location of the ship".to_string(),
            Work::Effect { effect, .. } => effect_words(&effect, OF_CHOICE),
            Work::CombatResolve { action, nation } => self.resolved_words(state, action, nation),
            Work::QuestReward { quest } => {
                format!("reward of quest {}", labels.quests[usize::from(quest)])
            }
            Work::QuestTile { quest } => {
                format!("tile of quest {}", labels.quests[usize::from(quest)])
            }
            Work::CardResolve { card } => format!("effects of {}", self.card_name(card)),
            Work::Immediate { card, number } => {
                let name = self.card_name(card);
                let effect = self.components[card].immediate[usize::from(number)];
                match number {
                    0 => format!("immediate effects of {name}"),
                    _ => format!(
                        "immediate effects of {name}, next: {}",
                        immediate_words(effect)
                    ),
                }
            }
            Work::ExplorerArrive => "effects at the space of the explorer".to_string(),
            Work::AssistantEffects { action } => {
                let action = &self.components.assistant_actions[usize::from(action)];
                format!("assistant: {}", assistant_action_words(action))
            }
            Work::VillageEffects { action } => {
                let action = &self.components.village_actions[usize::from(action)];
                format!(
                    "village action: {}",
                    bargain(action.cost, &effects(&action.effects))
                )
            }
            Work::Upgrade9Effects => "2 doubloons and 2 VP of U9".to_string(),
            Work::DiscTileReward { tile } => {
                format!("the reward of {}", self.disc_tile_words(tile))
            }
            Work::EndPhaseB | Work::DrawCards => "drawing cards".to_string(),
            Work::EndTurn => "end of the turn".to_string(),
            Work::EndSetup => "end of set-up".to_string(),
            Work::InterimRest => "income and the next round".to_string(),
            Work::FinalRest => "the rest of the final scoring".to_string(),
            Work::NextRound => "the ships return".to_string(),
            Work::EndGame => "the end of the game".to_string(),
            Work::StoryNext => "story cards that are due".to_string(),
            Work::StoryCount { card } => {
                format!("further instructions of {}", self.story_name(card))
            }
            Work::SkullTile { left } => {
                format!(
                    "removes {} with a skull from the game",
                    count(left, "legacy tile")
                )
            }
            Work::StoryVote { card } => {
                format!(
                    "votes on {}{}",
                    self.story_name(card),
                    self.votes_words(state, card)
                )
            }
            Work::StoryTie { card } => {
                format!(
                    "decides the tie on {}{}",
                    self.story_name(card),
                    self.votes_words(state, card)
                )
            }
            Work::JeanArrive { card } => {
                let card = &labels.automa[usize::from(card)];
                format!("the rest of Jean's turn with {card}")
            }
        }
    }

    /// Formats a disc tile with its cost and reward.
    pub(in super::super) fn disc_tile_words(&self, tile: u8) -> String {
        let number = 10 + u16::from(tile);
        match self.board.disc_tiles[usize::from(tile)] {
            None => format!("L{number}"),
            Some(tile) => format!("L{number}: {}", bargain(tile.cost, &effects(&tile.reward))),
        }
    }

    /// Formats a combat action that is being paid for.
    fn resolved_words(&self, state: &State, action: Action, nation: Nation) -> String {
        let mut text = String::new();
        self.write_notation(state, action, &mut text);
        format!("{text} for {}", nation_name(nation))
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
