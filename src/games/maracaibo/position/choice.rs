//! What is being decided, and the open tasks below it.

use serde_json::{Map, Value, json};

use super::super::categories::CATEGORY_NAMES;
use super::super::combat::USED_NAMES;
use super::super::components::{GOOD_NAMES, NATION_NAMES, Nation, OBJECT_NAMES, Shown, TokenId};
use super::super::state::Phase;
use super::super::task::{Combat, DiscTarget, Task, TaskKind, UsedActions, Work};
use super::super::texts::cards::{assistant_action_words, village_action_words};
use super::super::texts::terms::{OF_CHOICE, effect};
use super::view::View;

/// What a kind of task is called.
fn task_name(kind: TaskKind) -> &'static str {
    match kind {
        TaskKind::SetupCareer => "career",
        TaskKind::SetupPlan => "plan",
        TaskKind::SetupDiscard => "set_aside",
        TaskKind::Sail => "sail",
        TaskKind::DiscTile => "disc_tile",
        TaskKind::Main => "main",
        TaskKind::City => "city",
        TaskKind::Village => "village",
        TaskKind::Free => "free",
        TaskKind::Draw => "draw",
        TaskKind::Nation => "nation",
        TaskKind::Combat => "combat",
        TaskKind::PayCombat => "pay_combat",
        TaskKind::PayCards => "pay_cards",
        TaskKind::SameGoods => "same_goods",
        TaskKind::Influence => "influence",
        TaskKind::Disc => "disc",
        TaskKind::Explore => "explore",
        TaskKind::TrackQuest => "track_quest",
        TaskKind::MarkerVillage => "marker_village",
        TaskKind::MarkerNation => "marker_nation",
        TaskKind::Upgrade11 => "upgrade_11",
        TaskKind::SynergyChoice => "synergy",
        TaskKind::FiguresOnCard => "figures_on_card",
        TaskKind::DiscardHand => "discard_hand",
        TaskKind::DoubloonsOrAssistants => "doubloons_or_assistants",
        TaskKind::FigureForVp => "figure_for_vp",
        TaskKind::Visitor => "visitor",
        TaskKind::Interim => "interim",
        TaskKind::Final => "final",
        TaskKind::FinalAfter => "final_after",
        TaskKind::Arrive => "arrive",
        TaskKind::Effect => "effect",
        TaskKind::CombatResolve => "combat_action",
        TaskKind::QuestReward => "quest_reward",
        TaskKind::QuestTile => "quest_tile",
        TaskKind::CardResolve => "card",
        TaskKind::Immediate => "card_effect",
        TaskKind::ExplorerArrive => "explorer_arrives",
        TaskKind::AssistantEffects => "assistant",
        TaskKind::VillageEffects => "village_action",
        TaskKind::Upgrade9Effects => "upgrade_9",
        TaskKind::DiscTileReward => "disc_tile_reward",
        TaskKind::EndPhaseB => "end_of_phase_b",
        TaskKind::DrawCards => "draw_cards",
        TaskKind::EndTurn => "end_of_turn",
        TaskKind::EndSetup => "end_of_setup",
        TaskKind::InterimRest => "interim_scoring",
        TaskKind::FinalRest => "final_scoring",
        TaskKind::JeanArrive => "jean_arrives",
        TaskKind::NextRound => "next_round",
        TaskKind::EndGame => "end_of_game",
        TaskKind::StoryNext => "story_cards_due",
        TaskKind::StoryCount => "story_count",
        TaskKind::SkullTile => "skull_tile",
        TaskKind::StoryVote => "story_vote",
        TaskKind::StoryTie => "story_tie",
    }
}

fn nation_name(nation: Nation) -> &'static str {
    NATION_NAMES[usize::from(nation)]
}

fn disc_tile_id(tile: u8) -> String {
    format!("L{}", 10 + tile)
}

impl View<'_> {
    /// What is being decided.
    pub fn phase(&self) -> &'static str {
        self.state
            .top()
            .map_or("over", |task| task_name(task.kind()))
    }

    /// What there is to know of the decision, and the tasks that wait, the next first; nothing when the game is
    /// over.
    pub fn choice(&self) -> Option<Value> {
        let open = &self.state.stack[..usize::from(self.state.stack_len)];
        let (top, below) = open.split_last()?;
        let mut choice = self.arguments(top);
        let then = below.iter().rev().map(|task| {
            let mut told = self.arguments(task);
            told.insert("task".to_string(), json!(task_name(task.kind())));
            told.insert("seat".to_string(), json!(task.seat + 1));
            Value::Object(told)
        });
        choice.insert("then".to_string(), then.collect());
        if self.state.phase == Phase::Turn {
            choice.insert("turn".to_string(), self.turn());
        }
        Some(Value::Object(choice))
    }

    /// What the turn under way keeps in mind.
    fn turn(&self) -> Value {
        let state = self.state;
        let assistants = state.players[usize::from(state.active)].assistants();
        let those = |bits: u8| {
            let set = assistants.iter().enumerate();
            let set = set.filter(|(index, _)| bits >> index & 1 == 1);
            self.card_ids(set.map(|(_, &card)| card))
        };
        let mut turn = json!({
            "points_spent": state.points_spent,
            "compasses_at_start": state.compasses_at_start,
            "cp_before_combat_paid": state.cp_before_combat_paid,
            "assistants_here": those(state.assistants_here),
            "assistants_used": those(state.assistants_used),
        });
        let used = self.combat_actions(state.combat_actions_used);
        if !used.is_empty() {
            turn["combat_actions_used"] = json!(used);
        }
        turn
    }

    /// The arguments of a task by name.
    fn arguments(&self, task: &Task) -> Map<String, Value> {
        match self.argument_data(task) {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        }
    }

    fn argument_data(&self, task: &Task) -> Value {
        match task.work {
            Work::SetupDiscard { left } | Work::Village { left } | Work::SkullTile { left } => {
                json!({"left": left})
            }
            Work::StoryVote { card } | Work::StoryTie { card } | Work::StoryCount { card } => {
                self.story_choice(card)
            }
            Work::Sail { points, extra } | Work::Main { points, extra } => {
                json!({"points": points, "extra": extra})
            }
            Work::DiscTile { tile } | Work::DiscTileReward { tile } => {
                json!({"legacy_tile": disc_tile_id(tile)})
            }
            Work::Nation { token } => self.token_data(token),
            Work::Combat(combat) => self.combat_data(combat),
            Work::PayCombat {
                fewest,
                most,
                missing,
            } => {
                json!({"missing": missing, "fewest_figures": fewest, "most_figures": most})
            }
            Work::PayCards { shown, count } => {
                let shown = match shown {
                    Shown::Good(good) => GOOD_NAMES[usize::from(good)],
                    Shown::Object(object) => OBJECT_NAMES[usize::from(object)],
                };
                json!({"left": count, "shows": shown})
            }
            Work::SameGoods { count } => json!({"left": count}),
            Work::Influence { steps } | Work::Explore { steps } => json!({"left": steps}),
            Work::Disc { count, target } => {
                let onto = match target {
                    DiscTarget::Box => Value::Null,
                    DiscTarget::Market(city, _) => json!(self.place(city)),
                    DiscTarget::Tile(tile) => json!(disc_tile_id(tile)),
                };
                json!({"left": count, "onto": onto})
            }
            Work::MarkerVillage { with_rank } => json!({"with_rank": with_rank}),
            Work::MarkerNation { village, with_rank } => {
                let village = village.map(|village| self.place(village));
                json!({"village": village, "with_rank": with_rank})
            }
            Work::FiguresOnCard { income_each } => json!({"income_for_each": income_each}),
            Work::Effect {
                effect: term,
                category,
            } => json!({
                "effect": effect(&term, OF_CHOICE),
                "category": CATEGORY_NAMES[category as usize],
            }),
            Work::CombatResolve { action, nation } => {
                let mut notation = String::new();
                self.game.write_notation(self.state, action, &mut notation);
                json!({"action": notation, "nation": nation_name(nation)})
            }
            Work::QuestReward { quest } | Work::QuestTile { quest } => {
                json!({"quest": self.quest_id(quest)})
            }
            Work::CardResolve { card } | Work::Immediate { card, .. } => {
                json!({"card": self.card_id(card)})
            }
            Work::AssistantEffects { action } => {
                let action = &self.game.components.assistant_actions[usize::from(action)];
                json!({"effect": assistant_action_words(action)})
            }
            Work::VillageEffects { action } => {
                let action = &self.game.components.village_actions[usize::from(action)];
                json!({"effect": village_action_words(action)})
            }
            Work::JeanArrive { card } => {
                json!({"card": self.game.components.labels.automa[usize::from(card)]})
            }
            Work::SetupCareer
            | Work::SetupPlan
            | Work::City
            | Work::Free
            | Work::Draw
            | Work::TrackQuest
            | Work::Upgrade11
            | Work::SynergyChoice
            | Work::DiscardHand
            | Work::DoubloonsOrAssistants
            | Work::FigureForVp
            | Work::Visitor
            | Work::Interim
            | Work::Final
            | Work::FinalAfter
            | Work::Arrive
            | Work::ExplorerArrive
            | Work::Upgrade9Effects
            | Work::EndPhaseB
            | Work::DrawCards
            | Work::EndTurn
            | Work::EndSetup
            | Work::InterimRest
            | Work::NextRound
            | Work::EndGame
            | Work::StoryNext
            | Work::FinalRest => Value::Null,
        }
    }

    /// The token that was turned up, and what every nation's combat value is now.
    fn token_data(&self, token: Option<TokenId>) -> Value {
        let values = Nation::ALL.into_iter().map(|nation| {
            let value = self.game.combat_value(self.state, token, nation);
            (nation_name(nation), value)
        });
        json!({
            "token": token.map(|token| self.token_id(token)),
            "text": token.map(|token| self.game.token_words(token)),
            "combat_values": values.collect::<Value>(),
        })
    }

    fn combat_data(&self, combat: Combat) -> Value {
        json!({
            "nation": nation_name(combat.nation),
            "combat_value": combat.value,
            "token": combat.token.map(|token| self.token_id(token)),
            "used": self.combat_actions(combat.used),
        })
    }

    /// Kinds of combat action by name.
    fn combat_actions(&self, used: UsedActions) -> Vec<&str> {
        let cards = self.game.components.combat_actions.iter();
        let cards = cards.map(|action| self.card_id(action.card));
        let kinds = USED_NAMES.into_iter().chain(cards).enumerate();
        kinds
            .filter(|(index, _)| used.bits() >> index & 1 == 1)
            .map(|(_, kind)| kind)
            .collect()
    }
}
