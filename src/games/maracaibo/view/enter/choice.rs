//! Parsing of the current decision and the open tasks below it.

use super::super::position::task_name;
use super::super::texts::cards::{assistant_action_words, village_action_words};
use super::super::texts::terms::{OF_CHOICE, effect};
use super::pieces::{Pieces, nation};
use crate::entering::Part;
use crate::maracaibo::components::{
    AutomaId, CardId, CityAction, Effect, Effects, GOOD_NAMES, Nation, OBJECT_NAMES, Shown,
};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::categories::{CATEGORIES, CATEGORY_NAMES};
use crate::maracaibo::rules::combat::USED_NAMES;
use crate::maracaibo::rules::pending::{
    Combat, DiscTarget, Pending, PendingKind, PendingStep, UsedActions,
};
use crate::maracaibo::rules::state::{DISC_TILES, STACK_ROOM, State};

/// Hint for positions that cannot be entered.
pub const INSTEAD: &str = "enter the position at the start of a turn (phase \"sail\")";
/// Maximum number of open tasks in an entered position, which is more than in any observed game.
const MOST_OPEN: usize = 14;
/// Maximum of the `left` values of a task.
const MOST_LEFT: u8 = 30;

impl Pieces<'_> {
    /// Parses the open tasks and the state of the turn.
    pub fn choice(&mut self, state: &mut State, whole: &Part) -> Result<(), String> {
        let phase = whole.key("phase")?;
        if phase.is_text("over") {
            return Err(phase.wrong("a position in which a seat has a decision"));
        }
        let choice = whole.key("choice")?;
        let people = self.game.players;
        let seat = whole.key("active")?.seat(people)?;
        let waiting = choice.key("then")?;
        let below = waiting.list()?;
        if below.len() >= MOST_OPEN.min(STACK_ROOM) {
            return Err(format!(
                "{}: {} open tasks; expected fewer than {MOST_OPEN}: {INSTEAD}",
                waiting.path(),
                below.len()
            ));
        }
        if let Some(turn) = choice.optional("turn") {
            self.turn(state, &turn)?;
        }
        let mut tasks = Vec::new();
        for task in below.iter().rev() {
            let seat = task.key("seat")?.seat(self.game.seats())?;
            let work = self.work(state, &task.key("task")?, task)?;
            tasks.push(Pending::new(seat, work));
        }
        let work = self.work(state, &phase, &choice)?;
        tasks.push(Pending::new(seat, work));
        self.number_effects(&mut tasks)?;
        state.stack[..tasks.len()].copy_from_slice(&tasks);
        state.stack_len = tasks.len() as u8;
        Ok(())
    }

    fn turn(&self, state: &mut State, turn: &Part) -> Result<(), String> {
        state.points_spent = turn.key("points_spent")?.within(0..=MOST_LEFT)?;
        state.compasses_at_start = turn.key("compasses_at_start")?.within(0..=MOST_LEFT)?;
        let paid = turn.key("cp_before_combat_paid")?;
        state.cp_before_combat_paid = paid.within(0..=MOST_LEFT)?;
        if let Some(used) = turn.optional("combat_actions_used") {
            state.combat_actions_used = self.used(&used)?;
        }
        let those = |key: &str| -> Result<u8, String> {
            let assistants = state.players[usize::from(state.active)].assistants();
            let mut bits = 0;
            for part in turn.key(key)?.list()? {
                let card = self.card(&part)?;
                let index = assistants.iter().position(|&other| other == card);
                bits |= 1 << index.ok_or_else(|| part.wrong("an assistant of the turn's seat"))?;
            }
            Ok(bits)
        };
        let (here, used) = (those("assistants_here")?, those("assistants_used")?);
        (state.assistants_here, state.assistants_used) = (here, used);
        Ok(())
    }

    /// Parses kinds of combat action.
    fn used(&self, list: &Part) -> Result<UsedActions, String> {
        let cards = self.game.components.combat_actions.iter();
        let cards = cards.map(|action| self.called(action.card));
        let names: Vec<&str> = USED_NAMES.into_iter().chain(cards).collect();
        let mut used = UsedActions::default();
        for part in list.list()? {
            let kind = part.named("kind of combat action", names.iter().copied())?;
            used = used.with(1 << kind);
        }
        Ok(used)
    }

    fn work(&mut self, state: &State, name: &Part, view: &Part) -> Result<PendingStep, String> {
        let names = PendingKind::ALL.iter().map(|kind| task_name(*kind));
        let kind = PendingKind::ALL[name.named("task", names)?];
        let left = || -> Result<u8, String> { view.key("left")?.within(1..=MOST_LEFT) };
        let components = &self.game.components;
        Ok(match kind {
            PendingKind::SetupCareer => PendingStep::SetupCareer,
            PendingKind::SetupPlan => PendingStep::SetupPlan,
            PendingKind::SetupDiscard => PendingStep::SetupDiscard { left: left()? },
            PendingKind::Sail | PendingKind::Main => {
                let points = view.key("points")?.within(0..=MOST_LEFT)?;
                let extra = view.key("extra")?.flag()?;
                match kind {
                    PendingKind::Sail => PendingStep::Sail { points, extra },
                    _ => PendingStep::Main { points, extra },
                }
            }
            PendingKind::DiscTile => PendingStep::DiscTile {
                tile: self.disc_tile(state, &view.key("legacy_tile")?)?,
            },
            PendingKind::DiscTileReward => PendingStep::DiscTileReward {
                tile: self.disc_tile(state, &view.key("legacy_tile")?)?,
            },
            PendingKind::City => PendingStep::City,
            // Tasks with nothing left may be on the stack (M-A53).
            PendingKind::Village => PendingStep::Village {
                left: view.key("left")?.within(0..=MOST_LEFT)?,
            },
            PendingKind::Free => PendingStep::Free,
            PendingKind::Draw => PendingStep::Draw,
            PendingKind::Nation => {
                let token = view.optional("token");
                let token = token.map(|token| self.lay_token(&token)).transpose()?;
                PendingStep::Nation { token }
            }
            PendingKind::Combat => {
                let token = view.optional("token");
                PendingStep::Combat(Combat {
                    nation: nation(&view.key("nation")?)?,
                    value: view.key("combat_value")?.within(0..=MOST_LEFT)?,
                    token: token.map(|token| self.lay_token(&token)).transpose()?,
                    used: self.used(&view.key("used")?)?,
                })
            }
            PendingKind::PayCombat => PendingStep::PayCombat {
                fewest: view.key("fewest_figures")?.within(0..=MOST_LEFT)?,
                most: view.key("most_figures")?.within(0..=MOST_LEFT)?,
                missing: view.key("missing")?.within(1..=MOST_LEFT)?,
            },
            PendingKind::PayCards => {
                let shows = view.key("shows")?;
                let names: Vec<&str> = GOOD_NAMES.into_iter().chain(OBJECT_NAMES).collect();
                let place = shows.place_in(&names)?;
                let shown = match place.checked_sub(GOOD_NAMES.len()) {
                    None => Shown::Good(place as u8),
                    Some(object) => Shown::Object(object as u8),
                };
                PendingStep::PayCards {
                    shown,
                    count: left()?,
                }
            }
            PendingKind::SameGoods => PendingStep::SameGoods { count: left()? },
            PendingKind::Influence => PendingStep::Influence { steps: left()? },
            PendingKind::Disc => PendingStep::Disc {
                count: left()?,
                target: self.disc_target(state, view)?,
            },
            PendingKind::Explore => PendingStep::Explore { steps: left()? },
            PendingKind::TrackQuest => PendingStep::TrackQuest,
            PendingKind::MarkerVillage => PendingStep::MarkerVillage {
                with_rank: view.key("with_rank")?.flag()?,
            },
            PendingKind::MarkerNation => {
                let village = view.optional("village");
                PendingStep::MarkerNation {
                    village: village.map(|place| self.location(&place)).transpose()?,
                    with_rank: view.key("with_rank")?.flag()?,
                }
            }
            PendingKind::Upgrade11 => PendingStep::Upgrade11,
            PendingKind::SynergyChoice => PendingStep::SynergyChoice,
            PendingKind::FiguresOnCard => PendingStep::FiguresOnCard {
                income_each: view.key("income_for_each")?.within(0..=MOST_LEFT)?,
            },
            PendingKind::DiscardHand => PendingStep::DiscardHand,
            PendingKind::DoubloonsOrAssistants => PendingStep::DoubloonsOrAssistants,
            PendingKind::FigureForVp => PendingStep::FigureForVp,
            PendingKind::Visitor => PendingStep::Visitor,
            PendingKind::Interim => PendingStep::Interim,
            PendingKind::Final => PendingStep::Final,
            PendingKind::FinalAfter => PendingStep::FinalAfter,
            PendingKind::Effect => {
                let words = view.key("effect")?;
                let found = self.effect_of(state, &words)?;
                let category = view.key("category")?.place_in(&CATEGORY_NAMES)?;
                PendingStep::Effect {
                    effect: found,
                    category: CATEGORIES[category],
                }
            }
            PendingKind::CombatResolve => PendingStep::CombatResolve {
                action: self.combat_action(state, &view.key("action")?)?,
                nation: nation(&view.key("nation")?)?,
            },
            PendingKind::QuestReward => PendingStep::QuestReward {
                quest: self.lay_quest(&view.key("quest")?)?,
            },
            PendingKind::QuestTile => PendingStep::QuestTile {
                quest: self.lay_quest(&view.key("quest")?)?,
            },
            PendingKind::CardResolve => PendingStep::CardResolve {
                card: self.card(&view.key("card")?)?,
            },
            PendingKind::Immediate => PendingStep::Immediate {
                card: self.card(&view.key("card")?)?,
                number: 0,
            },
            PendingKind::ExplorerArrive => PendingStep::ExplorerArrive,
            PendingKind::AssistantEffects => {
                let actions = components.assistant_actions.iter();
                let words: Vec<String> = actions.map(assistant_action_words).collect();
                PendingStep::AssistantEffects {
                    action: worded(&view.key("effect")?, &words)?,
                }
            }
            PendingKind::VillageEffects => {
                let actions = components.village_actions.iter();
                let words: Vec<String> = actions.map(village_action_words).collect();
                PendingStep::VillageEffects {
                    action: worded(&view.key("effect")?, &words)?,
                }
            }
            PendingKind::Upgrade9Effects => PendingStep::Upgrade9Effects,
            PendingKind::EndPhaseB => PendingStep::EndPhaseB,
            PendingKind::DrawCards => PendingStep::DrawCards,
            PendingKind::EndTurn => PendingStep::EndTurn,
            PendingKind::EndSetup => PendingStep::EndSetup,
            PendingKind::InterimRest => PendingStep::InterimRest,
            PendingKind::FinalRest => PendingStep::FinalRest,
            PendingKind::JeanArrive => PendingStep::JeanArrive {
                card: AutomaId::new(self.automa(&view.key("card")?)?),
            },
            PendingKind::Arrive
            | PendingKind::NextRound
            | PendingKind::EndGame
            | PendingKind::StoryNext
            | PendingKind::StoryCount
            | PendingKind::SkullTile
            | PendingKind::StoryVote
            | PendingKind::StoryTie => {
                return Err(name.wrong(&format!("a task that can be entered; {INSTEAD}")));
            }
        })
    }

    /// Parses a disc tile in play; returns 0 for L10.
    fn disc_tile(&self, state: &State, part: &Part) -> Result<u8, String> {
        let names: Vec<String> = (10..10 + DISC_TILES)
            .map(|number| format!("L{number}"))
            .collect();
        let tile = part.named("disc tile", names.iter().map(String::as_str))?;
        let lies = self.game.board.disc_tiles[tile].is_some() && state.has_legacy(10 + tile as u8);
        match lies {
            true => Ok(tile as u8),
            false => Err(part.wrong("a disc tile that is in play")),
        }
    }

    /// Parses the destination of a disc.
    fn disc_target(&self, state: &State, view: &Part) -> Result<DiscTarget, String> {
        let Some(onto) = view.optional("onto") else {
            return Ok(DiscTarget::Box);
        };
        if let Ok(tile) = self.disc_tile(state, &onto) {
            return Ok(DiscTarget::Tile(tile));
        }
        let city = self.location(&onto)?;
        let market = self.game.market_at(state, city);
        let market = market.filter(|market| market.only_good().is_some());
        let free = market.and_then(|market| market.first_free(state.market[usize::from(city)]));
        let space = free.ok_or_else(|| {
            onto.wrong(&format!(
                "a city with a free space in a market of one good, or a disc tile; otherwise {INSTEAD}"
            ))
        })?;
        Ok(DiscTarget::Market(city, space))
    }

    /// Returns the effect term with this text.
    fn effect_of(&self, state: &State, words: &Part) -> Result<Effect, String> {
        let components = &self.game.components;
        let city = |action: CityAction| match action {
            CityAction::Effects(effects) => effects,
            _ => Effects::NOTHING,
        };
        let locations = || self.game.chart(state).locations.iter();
        let cities = locations().map(|place| city(place.action));
        let all = (components.assistant_actions.iter().map(|has| has.effects))
            .chain(components.village_actions.iter().map(|has| has.effects))
            .chain(components.combat_actions.iter().map(|has| has.effects))
            .chain(components.combat_actions.iter().map(|has| has.bonus))
            .chain(components.quests.iter().map(|has| has.effects))
            .chain(components.explorer.iter().map(|has| has.reward))
            .chain(locations().map(|has| has.flag_reward))
            .chain(cities)
            .chain(components.city_tiles.iter().map(|has| city(has.action)))
            .chain(components.legacy.iter().map(|has| has.reward));
        let terms: Vec<Effect> = all
            .flat_map(|effects| effects.iter().copied().collect::<Vec<_>>())
            .collect();
        let texts: Vec<String> = terms.iter().map(|term| effect(term, OF_CHOICE)).collect();
        Ok(terms[words.named("effect", texts.iter().map(String::as_str))?])
    }

    /// Returns the combat action with this notation.
    fn combat_action(&self, state: &State, notation: &Part) -> Result<Action, String> {
        let chart = self.game.chart(state);
        let flags = chart.flags.iter();
        let villages = chart.villages.iter();
        let strikes = self.game.components.combat_actions.iter();
        let actions: Vec<Action> = [1, 2]
            .map(Action::GainInfluence)
            .into_iter()
            .chain(flags.clone().map(|&city| Action::Annex(city)))
            .chain(flags.map(|&city| Action::Expel(city)))
            .chain(villages.map(|&village| Action::Occupy(village)))
            .chain([0, 1].map(Action::SilverFleet))
            .chain([Action::GoldMine])
            .chain(strikes.map(|strike| Action::Strike(strike.card)))
            .collect();
        let texts: Vec<String> = actions
            .iter()
            .map(|&action| {
                let mut text = String::new();
                self.game.write_notation(state, action, &mut text);
                text
            })
            .collect();
        let at = notation.named("combat action", texts.iter().map(String::as_str))?;
        Ok(actions[at])
    }

    /// Numbers the pending effects of each bought card: they are the last ones of the card.
    fn number_effects(&self, tasks: &mut [Pending]) -> Result<(), String> {
        let mut done: Vec<(CardId, u8)> = Vec::new();
        for task in tasks.iter_mut() {
            let PendingStep::Immediate { card, number } = &mut task.work else {
                continue;
            };
            let all = self.game.components[*card].immediates().count() as u8;
            let before = done.iter().filter(|(other, _)| other == card).count() as u8;
            let here = all.checked_sub(before + 1).ok_or_else(|| {
                format!(
                    "choice, then: {}: expected at most {all} effects of it",
                    self.called(*card)
                )
            })?;
            *number = here;
            done.push((*card, here));
        }
        Ok(())
    }
}

fn worded(part: &Part, words: &[String]) -> Result<u8, String> {
    let place = part.named("action", words.iter().map(String::as_str))?;
    Ok(place as u8)
}

/// Returns true if a combat action with a marker can be carried out.
pub fn marker_fits(state: &State, action: Action, nation: Nation) -> bool {
    let left = state.supply[usize::from(nation)] > 0;
    match action {
        Action::Annex(place) => left && state.markers[usize::from(place)].is_none(),
        Action::Expel(place) => {
            let marker = state.markers[usize::from(place)];
            left && marker.is_some() && marker != Some(nation)
        }
        Action::Occupy(place) => left && state.markers[usize::from(place)] != Some(nation),
        Action::SilverFleet(space) => {
            left && state.has_legacy(6) && state.silver_fleet[usize::from(space)].is_none()
        }
        Action::GoldMine => left && state.has_legacy(9) && state.gold_mine.is_none(),
        _ => true,
    }
}
