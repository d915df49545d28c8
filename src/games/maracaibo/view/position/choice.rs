//! The current decision and the open tasks below it in the data view of a position.

use serde::{Deserialize, Serialize};

use super::super::texts::cards::assistant_action_words;
use super::super::texts::terms::{OF_CHOICE, effect};
use super::board::nation_name;
use super::story::StoryChoice;
use super::view::{View, members};
use crate::maracaibo::components::{GOOD_NAMES, Nation, OBJECT_NAMES, Shown, TokenId};
use crate::maracaibo::rules::categories::CATEGORY_NAMES;
use crate::maracaibo::rules::combat::USED_NAMES;
use crate::maracaibo::rules::pending::{Combat, DiscTarget, Pending, PendingStep, UsedActions};
use crate::maracaibo::rules::state::Phase;
use crate::view::ByName;

/// Details of the current decision.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    #[serde(flatten, skip_deserializing)]
    pub arguments: Arguments,
    /// the tasks that wait below the decision, next task first, each with the keys of `choice`
    #[serde(skip_deserializing)]
    pub then: Vec<Waiting>,
    /// in a turn: the state of the turn
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
}

/// A pending task.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// name of the task
    pub task: &'static str,
    /// the seat that the task belongs to
    pub seat: u8,
    #[serde(flatten)]
    pub arguments: Arguments,
}

/// State of the current turn.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// number of movement points spent
    pub points_spent: u8,
    /// number of compasses at the start of the turn
    #[serde(skip_deserializing)]
    pub compasses_at_start: u8,
    /// CP that cards have given before combats in this turn
    #[serde(skip_deserializing)]
    pub cp_before_combat_paid: u8,
    /// with `combat_actions=turn`: kinds of combat action used this turn; omitted if there are none
    #[serde(skip_serializing_if = "Vec::is_empty", skip_deserializing)]
    pub combat_actions_used: Vec<String>,
    /// assistants of the seat at the location where the ship stopped, by card
    #[serde(skip_deserializing)]
    pub assistants_here: Vec<String>,
    /// assistants in `assistants_here` that were already used, by card
    #[serde(skip_deserializing)]
    pub assistants_used: Vec<String>,
}

/// Details of a task in addition to its name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Arguments {
    /// of `set_aside`, `village`, `skull_tile`, `same_goods`, `influence`, `explore`
    Left {
        /// number of cards, village actions, tiles or steps left
        left: u8,
    },
    /// of `story_vote`, `story_tie`, `story_count`
    Story {
        /// number of the story card
        story_card: u8,
        /// the choices, with their votes so far
        choices: Vec<StoryChoice>,
    },
    /// of `sail`, `main`
    Points {
        /// movement points to sail, or spent before the main action
        points: u8,
        /// true for the extra sail and main action that an assistant gives
        extra: bool,
    },
    /// of `disc_tile`, `disc_tile_reward`
    DiscTile {
        /// the disc tile
        legacy_tile: String,
    },
    /// of `nation`
    Token {
        /// the combat token; null if no token was left
        token: Option<String>,
        /// text of the combat token; null if no token was left
        text: Option<String>,
        /// combat value of each nation, including modifiers
        combat_values: ByName,
    },
    /// of `combat`
    Combat {
        /// the nation for which the seat fights
        nation: &'static str,
        /// remaining combat value
        combat_value: u8,
        /// the combat token; null if no token was left
        token: Option<String>,
        /// kinds of action used: `influence`, `flag`, `village`, `silver fleet`, `gold mine`, or a card
        used: Vec<String>,
    },
    /// of `pay_combat`
    PayCombat {
        /// missing combat value to be paid
        missing: u8,
        /// minimum number of figures in the payment
        fewest_figures: u8,
        /// maximum number of figures in the payment
        most_figures: u8,
    },
    /// of `pay_cards`
    PayCards {
        /// number of cards left to pay
        left: u8,
        /// the good or object that the cards must show
        shows: &'static str,
    },
    /// of `disc`
    Disc {
        /// number of discs left to remove
        left: u8,
        /// destination of the next disc: a location or a disc tile; null if the disc leaves the game
        onto: Option<String>,
    },
    /// of `marker_village`
    MarkerVillage {
        /// true if the influence also rises to the next noble rank
        with_rank: bool,
    },
    /// of `marker_nation`
    MarkerNation {
        /// location of the marker; null without a marker
        village: Option<String>,
        /// true if the influence also rises to the next noble rank
        with_rank: bool,
    },
    /// of `figures_on_card`
    Figures {
        /// doubloon income for each figure on the card
        income_for_each: u8,
    },
    /// of `effect`
    Effect {
        /// the effect, in words
        effect: String,
        /// score category of its points
        category: &'static str,
    },
    /// of `combat_action`
    CombatAction {
        /// the combat action, which is being paid for
        action: String,
        /// the nation for which the seat fights
        nation: &'static str,
    },
    /// of `quest_reward`, `quest_tile`
    Quest {
        /// the quest that is being fulfilled
        quest: String,
    },
    /// of `card`, `card_effect`, `jean_arrives`
    Card {
        /// the card that has the effect
        card: String,
    },
    /// of `assistant`, `village_action`
    Action {
        /// the action, in words
        effect: String,
    },
    /// All other tasks have no details.
    Nothing {},
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments::Nothing {}
    }
}

fn disc_tile_id(tile: u8) -> String {
    format!("L{}", 10 + tile)
}

impl View<'_> {
    /// Returns the name of the current decision, or `over`.
    pub fn phase(&self) -> &'static str {
        self.state.top().map_or("over", |task| task.kind().name())
    }

    /// Describes the current decision and the tasks below it, from the top of the stack. Returns
    /// `None` when the game is over.
    pub fn choice(&self) -> Option<Choice> {
        let open = &self.state.stack[..usize::from(self.state.stack_len)];
        let (top, below) = open.split_last()?;
        let then = below.iter().rev().map(|task| Waiting {
            task: task.kind().name(),
            seat: task.seat + 1,
            arguments: self.arguments(task),
        });
        Some(Choice {
            arguments: self.arguments(top),
            then: then.collect(),
            turn: (self.state.phase == Phase::Turn).then(|| self.turn()),
        })
    }

    /// Describes the state of the current turn.
    fn turn(&self) -> Turn {
        let state = self.state;
        let assistants = state.players[usize::from(state.active)].assistants();
        let those = |bits: u8| {
            let set = assistants.iter().enumerate();
            let set = set.filter(|(index, _)| bits >> index & 1 == 1);
            self.card_ids(set.map(|(_, &card)| card))
        };
        Turn {
            points_spent: state.points_spent,
            compasses_at_start: state.compasses_at_start,
            cp_before_combat_paid: state.cp_before_combat_paid,
            combat_actions_used: self.combat_actions(state.combat_actions_used),
            assistants_here: those(state.assistants_here),
            assistants_used: those(state.assistants_used),
        }
    }

    fn arguments(&self, task: &Pending) -> Arguments {
        match task.work {
            PendingStep::SetupDiscard { left }
            | PendingStep::Village { left }
            | PendingStep::SkullTile { left }
            | PendingStep::SameGoods { count: left }
            | PendingStep::Influence { steps: left }
            | PendingStep::Explore { steps: left } => Arguments::Left { left },
            PendingStep::StoryVote { card }
            | PendingStep::StoryTie { card }
            | PendingStep::StoryCount { card } => Arguments::Story {
                story_card: self.game.story_card(card).number,
                choices: self.story_choices(card),
            },
            PendingStep::Sail { points, extra } | PendingStep::Main { points, extra } => {
                Arguments::Points { points, extra }
            }
            PendingStep::DiscTile { tile } | PendingStep::DiscTileReward { tile } => {
                Arguments::DiscTile {
                    legacy_tile: disc_tile_id(tile),
                }
            }
            PendingStep::Nation { token } => self.token_up(token),
            PendingStep::Combat(combat) => self.combat_under_way(combat),
            PendingStep::PayCombat {
                fewest,
                most,
                missing,
            } => Arguments::PayCombat {
                missing,
                fewest_figures: fewest,
                most_figures: most,
            },
            PendingStep::PayCards { shown, count } => Arguments::PayCards {
                left: count,
                shows: match shown {
                    Shown::Good(good) => GOOD_NAMES[usize::from(good)],
                    Shown::Object(object) => OBJECT_NAMES[usize::from(object)],
                },
            },
            PendingStep::Disc { count, target } => Arguments::Disc {
                left: count,
                onto: match target {
                    DiscTarget::Box => None,
                    DiscTarget::Market(city, _) => Some(self.place(city).to_string()),
                    DiscTarget::Tile(tile) => Some(disc_tile_id(tile)),
                },
            },
            PendingStep::MarkerVillage { with_rank } => Arguments::MarkerVillage { with_rank },
            PendingStep::MarkerNation { village, with_rank } => Arguments::MarkerNation {
                village: village.map(|village| self.place(village).to_string()),
                with_rank,
            },
            PendingStep::FiguresOnCard { income_each } => Arguments::Figures {
                income_for_each: income_each,
            },
            PendingStep::Effect {
                effect: term,
                category,
            } => Arguments::Effect {
                effect: effect(&term, OF_CHOICE),
                category: CATEGORY_NAMES[category as usize],
            },
            PendingStep::CombatResolve { action, nation } => Arguments::CombatAction {
                action: self.game.notation(self.state, action),
                nation: nation_name(nation),
            },
            PendingStep::QuestReward { quest } | PendingStep::QuestTile { quest } => {
                Arguments::Quest {
                    quest: self.quest_id(quest).to_string(),
                }
            }
            PendingStep::CardResolve { card } | PendingStep::Immediate { card, .. } => {
                Arguments::Card {
                    card: self.card_id(card).to_string(),
                }
            }
            PendingStep::JeanArrive { card } => Arguments::Card {
                card: self.game.components.labels.automa[usize::from(card)].clone(),
            },
            PendingStep::AssistantEffects { action } => {
                let action = &self.game.components.assistant_actions[usize::from(action)];
                Arguments::Action {
                    effect: assistant_action_words(action),
                }
            }
            PendingStep::VillageEffects { action } => {
                let action = &self.game.components.village_actions[usize::from(action)];
                Arguments::Action {
                    effect: self.game.village_action_words(action),
                }
            }
            _ => Arguments::Nothing {},
        }
    }

    /// Describes the revealed token and the current combat value of every nation.
    fn token_up(&self, token: Option<TokenId>) -> Arguments {
        let values = Nation::ALL.into_iter().map(|nation| {
            let value = self.game.combat_value(self.state, token, nation);
            (nation_name(nation), value)
        });
        Arguments::Token {
            token: token.map(|token| self.token_id(token).to_string()),
            text: token.map(|token| self.game.token_words(token)),
            combat_values: values.collect(),
        }
    }

    fn combat_under_way(&self, combat: Combat) -> Arguments {
        Arguments::Combat {
            nation: nation_name(combat.nation),
            combat_value: combat.value,
            token: combat.token.map(|token| self.token_id(token).to_string()),
            used: self.combat_actions(combat.used),
        }
    }

    /// Returns the names of kinds of combat action.
    fn combat_actions(&self, used: UsedActions) -> Vec<String> {
        let cards = self.game.components.combat_actions.iter();
        let cards = cards.map(|action| self.card_id(action.card));
        members(used.bits().into(), USED_NAMES.into_iter().chain(cards))
    }
}
