//! Village actions (M-10).

use super::action::{Action, ActionKind};
use super::components::{MAX_CARD_QUESTS, NATIONS, NONE};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use super::task::{Task, TaskKind};
use crate::game::{Chance, EventLog};

/// Identical goods that U9 takes.
const UPGRADE_9_GOODS: u8 = 3;

impl Ruleset {
    /// What one village action can be (M-10.2, M-10.3), and the free actions before it.
    pub(super) fn legal_village(&self, state: &State, task: &Task, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(task.seat)];
        actions.push(Action::new(ActionKind::Doubloon));
        self.legal_purchases(state, player, actions);
        if player.hand_len > 0 {
            actions.push(Action::new(ActionKind::DiscardHand));
        }
        if player.upgrades != 0 {
            if player.has_upgrade(8) {
                actions.push(Action::new(ActionKind::Upgrade8));
            }
            if player.has_upgrade(9)
                && player
                    .hand_goods
                    .iter()
                    .any(|&count| count >= UPGRADE_9_GOODS)
            {
                actions.push(Action::new(ActionKind::Upgrade9));
            }
            if player.has_upgrade(10) && self.marker_allowed(state, player.ship) {
                for nation in 0..NATIONS as u8 {
                    if state.supply[usize::from(nation)] > 0 {
                        actions.push(Action::with(ActionKind::Upgrade10, nation));
                    }
                }
            }
        }
        if player.village_actions != 0 {
            for card in player.bought.iter() {
                let index = self.components[card].village_action;
                if index != NONE
                    && !self.offered_before(player, card, index)
                    && self.can_pay(
                        state,
                        player,
                        self.components.village_actions[usize::from(index)].cost,
                    )
                {
                    actions.push(Action::with(ActionKind::UseCard, card));
                }
            }
        }
        if player.card_quests != [NONE; MAX_CARD_QUESTS] {
            self.legal_card_quests(state, player, actions);
        }
        actions.push(Action::new(ActionKind::End));
        if state.phase == Phase::Turn {
            self.legal_plan(player, actions);
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// Whether an own card with a lower id adds the same village action.
    fn offered_before(&self, player: &Player, card: u8, index: u8) -> bool {
        player
            .bought
            .iter()
            .take_while(|&other| other < card)
            .any(|other| self.components[other].village_action == index)
    }

    /// Whether a location is a village without a marker (M-A75).
    #[inline]
    pub(super) fn marker_allowed(&self, state: &State, location: u8) -> bool {
        self.board.villages.contains(&location) && state.markers[usize::from(location)] == NONE
    }

    /// M-21.5: villages for a marker, or none.
    pub(super) fn legal_marker_villages(&self, state: &State, actions: &mut Vec<Action>) {
        for &village in &self.board.villages {
            if state.markers[usize::from(village)] == NONE {
                actions.push(Action::with(ActionKind::MarkerVillage, village));
            }
        }
        actions.push(Action::new(ActionKind::Skip));
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-10.1, U1 and M-A17: how many village actions the points spent give.
    pub fn village_action_count(&mut self, seat: u8, points: u8, extra_main: bool) -> u8 {
        let better =
            self.player(seat).has_upgrade(1) && (!extra_main || self.game.options.extra_main_u1);
        let (two, three) = if better { (2, 5) } else { (4, 7) };
        1 + u8::from(points >= two) + u8::from(points >= three)
    }

    pub fn decide_village(&mut self, task: Task, action: Action) {
        let seat = task.seat;
        let game = self.game;
        if action.kind == ActionKind::End {
            return;
        }
        self.push(Task::with(TaskKind::Village, seat, task.a - 1, 0, 0));
        match action.kind {
            ActionKind::Doubloon => self.doubloons(seat, 1),
            ActionKind::Buy => self.buy(seat, action.a),
            ActionKind::Invest => self.invest(seat, action.a),
            ActionKind::DiscardHand => {
                self.discard_hand(seat);
                self.doubloons(seat, 2);
            }
            ActionKind::Upgrade8 => {
                self.cp(seat, 1);
                self.doubloons(seat, 1);
            }
            ActionKind::Upgrade9 => {
                self.push(Task::new(TaskKind::Upgrade9Effects, seat));
                self.push(Task::with(TaskKind::SameGoods, seat, UPGRADE_9_GOODS, 0, 0));
            }
            ActionKind::Upgrade10 => {
                let ship = self.player(seat).ship;
                self.place_marker(action.a, ship);
                self.influence(seat, action.a, 1);
                self.doubloons(seat, 1);
            }
            ActionKind::UseCard => {
                let index = game.components[action.a].village_action;
                let village_action = &game.components.village_actions[usize::from(index)];
                if village_action.last {
                    self.end_village_actions(seat);
                }
                self.push(Task::with(TaskKind::VillageEffects, seat, index, 0, 0));
                self.pay(seat, village_action.cost);
            }
            ActionKind::Quest => {
                self.end_village_actions(seat);
                self.card_quest(seat, action.a);
            }
            _ => unreachable!("{action:?} is no village action"),
        }
    }

    /// M-10.3, M-A53: a last village action forfeits the remaining ones, by default also those of
    /// enclosing sequences.
    fn end_village_actions(&mut self, seat: u8) {
        let own_only = self.game.options.last_ends_own_only;
        let len = usize::from(self.state.stack_len);
        for task in self.state.stack[..len].iter_mut().rev() {
            if task.kind == TaskKind::Village && task.seat == seat {
                task.a = 0;
                if own_only {
                    return;
                }
            }
        }
    }

    /// The marker of `marker_empty_village` or `marker_village_next_rank` has its village.
    pub fn decide_marker_village(&mut self, task: Task, action: Action) {
        if action.kind == ActionKind::MarkerVillage {
            self.push(Task::with(
                TaskKind::MarkerNation,
                task.seat,
                action.a,
                task.a,
                0,
            ));
        }
    }

    /// A marker of `marker_empty_village`, or of `marker_village_next_rank` with its step; without
    /// a village the step alone (M-A65).
    pub fn decide_marker_nation(&mut self, task: Task, action: Action) {
        if task.a != NONE {
            self.place_marker(action.a, task.a);
        }
        if task.b == 1 {
            self.next_rank(task.seat, action.a);
        }
    }

    /// `marker_empty_village`, with `rank` = 1 `marker_village_next_rank` (M-21.5).
    pub fn marker_on_village(&mut self, seat: u8, rank: u8) {
        let task = Task::with(TaskKind::MarkerVillage, seat, rank, 0, 0);
        if self.game.is_open(self.state, &task) {
            self.push(task);
        } else if rank == 1 && !self.game.options.rank_without_marker_lost {
            self.push(Task::with(TaskKind::MarkerNation, seat, NONE, rank, 0));
        }
    }
}
