//! Checks that open tasks can occur in a game: the parts of a turn or scoring are at the bottom of the stack, with
//! the tasks that they have opened above them.

use super::super::position::task_name;
use super::choice::{INSTEAD, marker_fits};
use crate::maracaibo::components::CardId;
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::pending::{DiscTarget, Pending, PendingKind, PendingStep};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::setup::{DEALT, SET_ASIDE, setup_choices};
use crate::maracaibo::rules::state::{Phase, State};

/// Maximum number of units in a single payment or effect.
const MOST: u8 = 30;

impl Ruleset {
    /// Restores the state that follows from the open tasks, and checks that these tasks can be open.
    pub(crate) fn stack_is_right(&self, state: &mut State) -> Result<(), String> {
        let len = usize::from(state.stack_len);
        let tasks: Vec<Pending> = state.stack[..len].to_vec();
        let active = state.active;
        let is_jean = self.is_jean(active);
        let bottom = tasks.first().map(Pending::kind);
        let nested = match bottom {
            Some(PendingKind::EndSetup) => {
                state.phase = Phase::Setup;
                return self.setup_is_right(state, &tasks);
            }
            Some(PendingKind::EndTurn) if is_jean => {
                state.phase = Phase::Turn;
                jean_turn(&tasks)
            }
            Some(PendingKind::EndTurn) => {
                state.phase = Phase::Turn;
                turn(&tasks, active)
            }
            Some(PendingKind::InterimRest | PendingKind::FinalRest) => {
                state.phase = Phase::Scoring;
                self.scoring(state, &tasks)
            }
            _ => Err((0, "the end of a turn, a scoring or the set-up")),
        };
        let nested = nested.map_err(|(index, why)| wrong(&tasks, index, why))?;
        for index in nested..len {
            self.is_sound(state, &tasks, index)
                .map_err(|why| wrong(&tasks, index, why))?;
        }
        let arrivals = tasks
            .iter()
            .filter(|task| task.work == PendingStep::ExplorerArrive);
        if arrivals.count() > 1 {
            return Err(wrong(&tasks, 0, "at most one explorer that arrives"));
        }
        Ok(())
    }

    /// Checks that the task on top is a decision with at least one legal action.
    pub(crate) fn top_is_open(&self, state: &State) -> Result<(), String> {
        let tasks = &state.stack[..usize::from(state.stack_len)];
        let top = tasks.len().saturating_sub(1);
        let decision = tasks.last().filter(|task| task.kind().is_decision());
        let open = decision.is_some_and(|task| self.is_open(state, task));
        let mut actions = Vec::new();
        if open {
            self.legal(state, &mut actions);
        }
        match actions.is_empty() {
            true => Err(wrong(tasks, top, "a decision with something to decide")),
            false => Ok(()),
        }
    }

    /// Checks the setup choices, seat by seat (M-1.14, M-1.15).
    fn setup_is_right(&self, state: &State, tasks: &[Pending]) -> Result<(), String> {
        let mut all = vec![Pending::new(0, PendingStep::EndSetup)];
        all.extend(setup_choices(self.players as u8));
        let top = tasks.len() - 1;
        for (index, task) in tasks.iter().enumerate() {
            let fits = match (all.get(index), task.work) {
                (Some(other), PendingStep::SetupDiscard { left }) if index == top => {
                    other.kind() == task.kind() && other.seat == task.seat && left <= SET_ASIDE
                }
                (other, _) => other == Some(task),
            };
            if !fits || top == 0 {
                return Err(wrong(tasks, index, "the choices of set-up, seat by seat"));
            }
        }
        for (seat, player) in state.players[..self.players].iter().enumerate() {
            let open = |kind: PendingKind| {
                tasks
                    .iter()
                    .find(|task| usize::from(task.seat) == seat && task.kind() == kind)
            };
            let set_aside = match open(PendingKind::SetupDiscard).map(|task| task.work) {
                Some(PendingStep::SetupDiscard { left }) => SET_ASIDE - left,
                _ => SET_ASIDE,
            };
            let there = [
                (
                    "career",
                    player.career.is_some(),
                    open(PendingKind::SetupCareer).is_none(),
                ),
                (
                    "planned",
                    player.planned_count() == 1,
                    open(PendingKind::SetupPlan).is_none(),
                ),
            ];
            for (what, there, wanted) in there {
                if there != wanted {
                    return Err(format!(
                        "players, {}, {what}: expected {} in this phase",
                        seat + 1,
                        if wanted { "one" } else { "none" }
                    ));
                }
            }
            let discarded = player.set_aside.iter().flatten().count();
            let planned = player.planned_count();
            let dealt = usize::from(player.hand_len) + planned + discarded;
            if planned > 1 || discarded != usize::from(set_aside) || dealt != DEALT {
                return Err(format!(
                    "players, {}: expected {set_aside} cards set aside, and {} with the hand and the planned card",
                    seat + 1,
                    DEALT
                ));
            }
        }
        Ok(())
    }

    /// Checks the scoring steps of the seats. Returns the index of the first task above them, which a purchase has
    /// opened.
    fn scoring(&self, state: &State, tasks: &[Pending]) -> Result<usize, (usize, &'static str)> {
        let last = tasks[0].kind() == PendingKind::FinalRest;
        if tasks[0].seat != state.active
            || last != (state.round == crate::maracaibo::rules::scoring::ROUNDS)
        {
            return Err((
                0,
                "final scoring in round 4 only, begun by the seat of the turn",
            ));
        }
        let mut steps = Vec::new();
        for step in (0..state.seats).rev() {
            let seat = (state.active + step) % state.seats;
            if self.is_jean(seat) {
                continue;
            }
            match last {
                true => steps.extend([
                    Pending::new(seat, PendingStep::FinalAfter),
                    Pending::new(seat, PendingStep::Final),
                ]),
                false => steps.push(Pending::new(seat, PendingStep::Interim)),
            }
        }
        let mut index = 1;
        while index < tasks.len() && steps.get(index - 1) == Some(&tasks[index]) {
            index += 1;
        }
        let seat = steps.get(index - 1).map(|step| step.seat);
        let above = &tasks[index..];
        if above.iter().any(|task| Some(task.seat) != seat) {
            return Err((index, "the steps of the scoring, seat by seat"));
        }
        // A position does not contain the state of combats during a scoring.
        let fights = |task: &Pending| {
            matches!(
                task.kind(),
                PendingKind::Nation
                    | PendingKind::Combat
                    | PendingKind::PayCombat
                    | PendingKind::CombatResolve
            )
        };
        if let Some(at) = above.iter().position(fights) {
            return Err((index + at, "no combat during scoring"));
        }
        if !last && above.first().map(Pending::kind) == Some(PendingKind::DrawCards) {
            index += 1;
        } else if !last && above.len() == 1 && above[0].kind() == PendingKind::Draw {
            return Ok(index + 1);
        }
        Ok(index)
    }

    /// Checks that a task can be at this place in the stack, and that all its consequences can be carried out.
    fn is_sound(&self, state: &State, tasks: &[Pending], index: usize) -> Result<(), &'static str> {
        let Pending { seat, work } = tasks[index];
        let top = index + 1 == tasks.len();
        let above = tasks.get(index + 1).map(|task| task.work);
        let below = index.checked_sub(1).map(|below| tasks[below].work);
        let player = &state.players[usize::from(seat)];
        let turn = state.phase == Phase::Turn;
        let own = match state.phase {
            Phase::Turn => seat == state.active || work == PendingStep::Visitor,
            _ => true,
        };
        if self.is_jean(seat) || !own {
            return Err("a task of the seat whose turn it is");
        }
        let on_top = |fits: bool, why: &'static str| match top && fits {
            true => Ok(()),
            false => Err(why),
        };
        let anywhere = |fits: bool, why: &'static str| match fits {
            true => Ok(()),
            false => Err(why),
        };
        match work {
            PendingStep::Sail { points, extra } => {
                anywhere(turn && extra && points <= MOST, "the sail of an assistant")
            }
            PendingStep::Main { extra, .. } => {
                anywhere(turn && extra, "the main action of an assistant")
            }
            PendingStep::Village { left } => {
                anywhere(!top || left > 0, "village actions that are left")
            }
            PendingStep::PayCombat {
                fewest,
                most,
                missing,
            } => {
                let paid = fewest <= most
                    && most <= missing
                    && most <= player.figures
                    && missing - fewest <= player.cp;
                let resolved = matches!(below, Some(PendingStep::CombatResolve { .. }));
                on_top(paid && resolved, "an amount that figures and CP can pay")
            }
            PendingStep::CombatResolve { action, nation } => {
                let paid = matches!(above, Some(PendingStep::PayCombat { .. }));
                let fought =
                    matches!(below, Some(PendingStep::Combat(combat)) if combat.nation == nation);
                let fits = paid && fought && marker_fits(state, action, nation);
                let strikes = match action {
                    Action::Strike(card) => player.bought.contains(card),
                    _ => true,
                };
                anywhere(fits && strikes, "a combat action that is being paid")
            }
            PendingStep::PayCards { .. } => {
                let paid_before = matches!(above, Some(PendingStep::PayCards { .. }));
                anywhere(top || paid_before, "a payment that is under way")
            }
            PendingStep::Nation { .. }
            | PendingStep::SameGoods { .. }
            | PendingStep::TrackQuest => on_top(true, "no entry above this decision"),
            PendingStep::MarkerNation { village, .. } => {
                let free = village.is_none_or(|village| self.marker_allowed(state, village));
                on_top(free, "a village without a marker")
            }
            PendingStep::Disc { target, .. } => {
                let free = match target {
                    DiscTarget::Tile(tile) => {
                        let spaces = self.board.disc_tiles[usize::from(tile)];
                        spaces.is_some_and(|tile_of| {
                            state.tile_discs[usize::from(tile)] < tile_of.spaces
                        })
                    }
                    _ => true,
                };
                anywhere(free, "a free space for the disc")
            }
            PendingStep::FiguresOnCard { income_each } => {
                anywhere(income_each <= 8, "income of a card")
            }
            PendingStep::CardResolve { card } => {
                let once = tasks.iter().filter(|task| task.work == work).count() == 1;
                let fresh = !tasks.iter().any(
                    |task| matches!(task.work, PendingStep::Immediate { card: other, .. } if other == card),
                );
                anywhere(
                    once && fresh && player.bought.contains(card),
                    "a bought card, once",
                )
            }
            PendingStep::Immediate { card, .. } => {
                anywhere(player.bought.contains(card), "a bought card")
            }
            PendingStep::DiscTile { .. }
            | PendingStep::DiscTileReward { .. }
            | PendingStep::City
            | PendingStep::Combat(_)
            | PendingStep::Influence { .. }
            | PendingStep::Explore { .. }
            | PendingStep::MarkerVillage { .. }
            | PendingStep::Upgrade11
            | PendingStep::SynergyChoice
            | PendingStep::DiscardHand
            | PendingStep::DoubloonsOrAssistants
            | PendingStep::FigureForVp
            | PendingStep::Visitor
            | PendingStep::Effect { .. }
            | PendingStep::QuestReward { .. }
            | PendingStep::QuestTile { .. }
            | PendingStep::ExplorerArrive
            | PendingStep::AssistantEffects { .. }
            | PendingStep::VillageEffects { .. }
            | PendingStep::Upgrade9Effects => Ok(()),
            _ => Err("a task that is possible here"),
        }
    }

    /// Returns cards that are paid for but whose effects are still pending.
    pub(crate) fn cards_waiting(&self, state: &State) -> Vec<CardId> {
        let tasks = state.stack[..usize::from(state.stack_len)].iter();
        tasks
            .filter_map(|task| match task.work {
                PendingStep::CardResolve { card } => Some(card),
                _ => None,
            })
            .collect()
    }
}

/// Checks the remaining parts of a player's turn (M-2, M-4). Returns the index of the first task above them.
fn turn(tasks: &[Pending], active: u8) -> Result<usize, (usize, &'static str)> {
    let kinds: Vec<PendingKind> = tasks.iter().map(Pending::kind).collect();
    let part_of_turn = |index: usize| match (kinds.get(index), tasks.get(index)) {
        (Some(kind), Some(task)) if task.seat == active => Some(*kind),
        _ => None,
    };
    let why = "the parts of the turn: \"end_of_turn\", \"end_of_phase_b\", \"free\", \"main\"";
    if part_of_turn(0) != Some(PendingKind::EndTurn) {
        return Err((0, why));
    }
    if tasks.len() == 2 && part_of_turn(1) == Some(PendingKind::Draw) {
        return Ok(2);
    }
    for (index, kind) in [(1, PendingKind::EndPhaseB), (2, PendingKind::Free)] {
        if part_of_turn(index) != Some(kind) {
            return Err((index.min(tasks.len() - 1), why));
        }
    }
    let extra = |index: usize| match tasks.get(index).map(|task| task.work) {
        Some(PendingStep::Main { extra, .. } | PendingStep::Sail { extra, .. }) => extra,
        _ => true,
    };
    if extra(3) {
        return Ok(3);
    }
    if part_of_turn(3) != Some(PendingKind::Main) {
        return Err((3, why));
    }
    if tasks.len() == 5 && part_of_turn(4) == Some(PendingKind::Sail) && !extra(4) {
        let first = PendingStep::Main {
            points: 0,
            extra: false,
        };
        let all = PendingStep::Sail {
            points: crate::maracaibo::components::MOVEMENT_POINTS,
            extra: false,
        };
        return match tasks[3].work == first && tasks[4].work == all {
            true => Ok(5),
            false => Err((4, "all movement points before the ship sails")),
        };
    }
    Ok(4)
}

/// Checks the parts of Jean's turn in which the player decides (M-24.3), which are only about visited assistants.
fn jean_turn(tasks: &[Pending]) -> Result<usize, (usize, &'static str)> {
    let why = "\"end_of_turn\" and \"jean_arrives\" of Jean's seat below visited assistants";
    let jean = crate::maracaibo::rules::jean::pieces::SEAT;
    let arrives = matches!(
        tasks.get(1),
        Some(Pending { seat, work: PendingStep::JeanArrive { .. } }) if *seat == jean
    );
    let others = tasks.get(2..).unwrap_or_default();
    let visits = others.iter().all(|task| task.work == PendingStep::Visitor);
    match tasks[0].seat == jean && arrives && visits && !others.is_empty() {
        true => Ok(2),
        false => Err((0, why)),
    }
}

fn wrong(tasks: &[Pending], index: usize, why: &str) -> String {
    let place = match tasks.len().saturating_sub(index + 1) {
        0 => "phase".to_string(),
        number => format!("choice, then, {number}"),
    };
    let name = tasks.get(index).map_or("", |task| task_name(task.kind()));
    format!("{place}: \"{name}\": expected {why}; or {INSTEAD}")
}
