//! The turn: its phases and its end (M-2, M-4).

use super::action::Action;
use super::categories::Category;
use super::events::EventKind;
use super::pending::{Pending, PendingStep, UsedActions};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{CityAction, LocationKind, MOVEMENT_POINTS};

impl Ruleset {
    /// M-4.1: adds the main actions at the ship's location, the free actions, and the action to pass.
    pub(crate) fn legal_main(&self, state: &State, seat: u8, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(seat)];
        let ship = player.ship;
        let bit = ship.bit();
        if self.has_village_actions(state, ship) {
            actions.push(Action::Village);
        } else if self.chart(state).cities & bit != 0 {
            self.legal_deliveries(state, player, actions);
            if self.city_action_possible(state, player) {
                actions.push(Action::City);
            }
        } else {
            let location = self.location(state, ship);
            if location.kind == LocationKind::Homeward {
                match location.action {
                    CityAction::CombatOrExplore(_) => {
                        actions.push(Action::Combat);
                        if player.explorer != self.components.places.explorer_end {
                            actions.push(Action::Expedition);
                        }
                    }
                    _ => actions.push(Action::City),
                }
            }
        }
        if state.quest_locations & bit != 0 {
            self.legal_map_quests(state, player, actions);
        }
        if state.assistants_here != 0 {
            self.legal_assistants(state, player, actions);
        }
        actions.push(Action::Pass);
        self.legal_plan(player, actions);
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// M-4.2 (a): adds the hand cards that can be planned.
    #[inline]
    pub(crate) fn legal_plan(&self, player: &super::state::Player, actions: &mut Vec<Action>) {
        if player.planned[2].is_none() {
            self.each_hand_card(player, |card| {
                actions.push(Action::Plan(card));
            });
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Starts a turn by pushing its phases as open tasks, with sailing on top.
    pub fn begin_turn(&mut self, seat: u8) {
        if self.game.is_jean(seat) {
            self.begin_jean_turn();
            return;
        }
        self.state.phase = Phase::Turn;
        self.state.active = seat;
        self.state.points_spent = 0;
        self.state.cp_before_combat_paid = 0;
        self.state.combat_actions_used = UsedActions::default();
        self.state.assistants_here = 0;
        self.state.assistants_used = 0;
        let player = self.player(seat);
        player.turns += 1;
        player.assistants_new = 0;
        self.state.compasses_at_start = self.player(seat).compasses;
        // The stack is empty between turns.
        debug_assert_eq!(self.state.stack_len, 0);
        let phases = [
            Pending::new(seat, PendingStep::EndTurn),
            Pending::new(seat, PendingStep::EndPhaseB),
            Pending::new(seat, PendingStep::Free),
            Pending::new(
                seat,
                PendingStep::Main {
                    points: 0,
                    extra: false,
                },
            ),
            Pending::new(
                seat,
                PendingStep::Sail {
                    points: MOVEMENT_POINTS,
                    extra: false,
                },
            ),
        ];
        if let Some(bottom) = self.state.stack.first_chunk_mut() {
            *bottom = phases;
        }
        self.state.stack_len = phases.len() as u8;
    }

    pub fn decide_main(&mut self, seat: u8, points: u8, extra: bool, action: Action) {
        match action {
            Action::Village => {
                let game = self.game;
                let left = game.village_action_count(self.player(seat), points, extra);
                self.push(Pending::new(seat, PendingStep::Village { left }));
            }
            Action::Deliver(card) => self.deliver(seat, card),
            Action::City | Action::Combat | Action::Expedition => self.city_action(seat, action),
            Action::Quest(quest) => self.map_quest(seat, quest),
            Action::Assistant(card) => self.use_assistant(seat, card),
            _ => {}
        }
    }

    /// Ends phase B and starts phase C.
    pub fn end_phase_b(&mut self, seat: u8) {
        self.pay_unused_assistants();
        self.start_draws(seat);
    }

    /// M-12.4 (b), M-A56: scores 2 VP for every unused assistant of the active player at the location
    /// where the ship stopped.
    pub fn pay_unused_assistants(&mut self) {
        if self.state.assistants_here == 0 {
            return;
        }
        let unused = self.state.assistants_here & !self.state.assistants_used;
        self.state.assistants_here = 0;
        self.state.assistants_used = 0;
        let seat = self.state.active;
        self.vp(seat, Category::Assistants, 2 * unused.count_ones() as i32);
    }

    /// M-2.2: starts the next player's turn, or the scoring if the ship has reached the end of the
    /// round.
    pub fn end_turn(&mut self) {
        let seat = self.state.active;
        let places = self.game.components.places;
        let ship = self.player(seat).ship;
        if ship == places.round_end || ship == places.game_end {
            self.event(seat, EventKind::RoundEnd, self.state.round, 0);
            self.begin_scoring(seat);
        } else {
            self.begin_turn((seat + 1) % self.state.seats);
        }
    }
}
