//! Legal actions: which list belongs to the decision on top of the stack, and what every list
//! needs to know (payability, identical cards, free actions).

use super::action::{Action, ActionKind};
use super::components::{
    Card, CardId, CardSet, CombatAction, Cost, GOODS, NATIONS, NONE, SYNERGIES,
};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use super::task::{Task, TaskKind};

impl Ruleset {
    /// Appends the legal actions.
    #[inline]
    pub(super) fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        let Some(task) = state.top() else { return };
        let player = &state.players[usize::from(task.seat)];
        match task.kind {
            TaskKind::Sail => self.legal_sail(state, task, actions),
            TaskKind::Main => self.legal_main(state, task, actions),
            TaskKind::Village => self.legal_village(state, task, actions),
            TaskKind::Draw => self.legal_draw(state, task, actions),
            TaskKind::Free => {
                actions.push(Action::new(ActionKind::End));
                self.legal_plan(player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            TaskKind::SetupCareer => {
                let careers = player.careers_dealt.map(|career| Action {
                    kind: ActionKind::Career,
                    a: career,
                    b: 0,
                });
                actions.extend(careers);
            }
            TaskKind::SetupPlan => self.legal_plan(player, actions),
            TaskKind::SetupDiscard => self.each_hand_card(player, |card| {
                actions.push(Action::with(ActionKind::Discard, card));
            }),
            TaskKind::DiscTile => self.legal_disc_tile(state, task, actions),
            TaskKind::City => {
                if self.city_action_possible(state, player) {
                    actions.push(Action::new(ActionKind::City));
                }
                if player.ship == self.board.quest_city {
                    self.legal_map_quests(state, player, actions);
                }
                actions.push(Action::new(ActionKind::Skip));
                self.legal_plan(player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            TaskKind::Nation => self.legal_nations(state, task, actions),
            TaskKind::Combat => self.legal_combat(state, task, actions),
            TaskKind::PayCombat => {
                for figures in task.a..=task.b {
                    actions.push(Action::with(ActionKind::PayFigures, figures));
                }
            }
            TaskKind::PayCards => self.each_hand_card(player, |card| {
                let shown = &self.components[card];
                let which = if task.a == 0 {
                    shown.good
                } else {
                    shown.object
                };
                if which == task.b {
                    actions.push(Action::with(ActionKind::Discard, card));
                }
            }),
            TaskKind::SameGoods => {
                for good in 0..GOODS as u8 {
                    if player.hand_goods[usize::from(good)] >= task.a {
                        actions.push(Action::with(ActionKind::Good, good));
                    }
                }
            }
            TaskKind::Influence => {
                for nation in 0..NATIONS as u8 {
                    actions.push(Action::with(ActionKind::Influence, nation));
                }
            }
            TaskKind::Disc => self.legal_discs(player, actions),
            TaskKind::Explore => self.legal_explorations(state, task, actions),
            TaskKind::TrackQuest => self.legal_track_quest(state, player, actions),
            TaskKind::MarkerVillage => self.legal_marker_villages(state, actions),
            TaskKind::MarkerNation => {
                for nation in 0..NATIONS as u8 {
                    if task.a == NONE || state.supply[usize::from(nation)] > 0 {
                        actions.push(Action::with(ActionKind::MarkerNation, nation));
                    }
                }
            }
            TaskKind::Upgrade11 => self.legal_upgrade11(player, actions),
            TaskKind::SynergyChoice => {
                for kind in 0..SYNERGIES as u8 {
                    if !player.has_synergy(kind) {
                        actions.push(Action::with(ActionKind::Synergy, kind));
                    }
                }
            }
            TaskKind::FiguresOnCard => {
                for figures in 0..=player.figures {
                    actions.push(Action::with(ActionKind::Figures, figures));
                }
                self.legal_tasks_and_figures(state, player, actions);
            }
            TaskKind::DiscardHand => {
                actions.push(Action::new(ActionKind::DiscardHand));
                actions.push(Action::new(ActionKind::Skip));
                self.legal_plan(player, actions);
            }
            TaskKind::DoubloonsOrAssistants | TaskKind::Visitor => {
                actions.push(Action::new(ActionKind::TakeDoubloons));
                actions.push(Action::new(ActionKind::TakeVp));
            }
            TaskKind::FigureForVp => {
                if player.figures > 0 {
                    actions.push(Action::new(ActionKind::Accept));
                }
                actions.push(Action::new(ActionKind::Skip));
                self.legal_tasks_and_figures(state, player, actions);
            }
            TaskKind::Interim => {
                actions.push(Action::new(ActionKind::TakeVp));
                self.legal_purchases(state, player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            TaskKind::Final => {
                actions.push(Action::new(ActionKind::TakeVp));
                self.legal_purchases(state, player, actions);
                self.legal_tasks(player, actions);
                self.legal_figure_to_cp(player, actions);
            }
            TaskKind::FinalAfter => {
                actions.push(Action::new(ActionKind::End));
                self.legal_tasks(player, actions);
                self.legal_figure_to_cp(player, actions);
            }
            _ => unreachable!("{:?} is no decision", task.kind),
        }
    }

    /// Whether a decision on top of the stack still has something to decide; otherwise it goes
    /// (an effect that cannot be carried out is lost).
    #[inline]
    pub(super) fn is_open(&self, state: &State, task: &Task) -> bool {
        let player = &state.players[usize::from(task.seat)];
        match task.kind {
            TaskKind::Village => task.a > 0,
            TaskKind::Draw => self.draw_is_open(state, task),
            TaskKind::Free => {
                (player.planned[2] == NONE && player.hand_len > 0)
                    || self.tasks_or_figures_ready(player)
            }
            TaskKind::Disc => self.removable_discs(player) != 0,
            TaskKind::MarkerVillage => {
                state.supply.iter().any(|&markers| markers > 0)
                    && self
                        .board
                        .villages
                        .iter()
                        .any(|&village| state.markers[usize::from(village)] == NONE)
            }
            TaskKind::SynergyChoice => usize::from(player.synergy_count()) < SYNERGIES,
            TaskKind::DiscardHand => player.hand_len > 0,
            // A career task completed now may bring the figure.
            TaskKind::FigureForVp => player.figures > 0 || self.tasks_ready(player) != 0,
            TaskKind::FinalAfter => self.tasks_or_figures_ready(player),
            _ => true,
        }
    }

    /// Calls `each` for every hand card, identical ones once, in order of ids.
    #[inline]
    pub(super) fn each_hand_card(&self, player: &Player, mut each: impl FnMut(CardId)) {
        let twins = self.twins();
        for card in player.hand.iter() {
            if twins.contains(card) && self.has_lower_twin(player, card) {
                continue;
            }
            each(card);
        }
    }

    /// Cards that are the same as another one in every use. Terms may tell any two cards apart.
    #[inline]
    pub(super) fn twins(&self) -> CardSet {
        if self.terms.is_active() {
            CardSet::EMPTY
        } else {
            self.board.twins
        }
    }

    #[cold]
    fn has_lower_twin(&self, player: &Player, card: CardId) -> bool {
        player
            .hand
            .iter()
            .take_while(|&other| other < card)
            .any(|other| self.are_twins(card, other))
    }

    /// Whether two cards are the same in every use.
    pub(super) fn are_twins(&self, one: CardId, other: CardId) -> bool {
        let use_of = |card: CardId| {
            let card = self.components[card];
            let combat = self
                .components
                .combat_actions
                .get(usize::from(card.combat_action))
                .map(|action| CombatAction { card: 0, ..*action });
            let plain = Card {
                a_card: false,
                c_card: false,
                combat_action: NONE,
                ..card
            };
            (plain, combat)
        };
        use_of(one) == use_of(other)
    }

    /// Whether the cost can be paid in full, or its condition holds (M-11.1, M-11.2).
    #[inline]
    pub(super) fn can_pay(&self, state: &State, player: &Player, cost: Cost) -> bool {
        match cost {
            Cost::Free => true,
            Cost::Doubloons(n) => player.doubloons >= u16::from(n),
            Cost::Cp(n) => player.cp >= n,
            Cost::Figures(n) => player.figures >= n,
            Cost::Goods(good, n) => player.hand_goods[usize::from(good)] >= n,
            Cost::Objects(object, n) => player.objects(object) >= n,
            Cost::SameGoods(n) => player.hand_goods.iter().any(|&count| count >= n),
            Cost::Moved(n) => state.points_spent >= n,
        }
    }

    /// Career tasks that can be completed now, and the return of a figure for CP.
    #[inline]
    pub(super) fn legal_tasks_and_figures(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        // M-A38: in interim scoring no tasks.
        if state.phase == Phase::Turn {
            self.legal_tasks(player, actions);
        }
        self.legal_figure_to_cp(player, actions);
    }

    fn tasks_or_figures_ready(&self, player: &Player) -> bool {
        self.tasks_ready(player) != 0 || player.figure_to_cp > 0 && player.figures > 0
    }

    /// Career tasks that can be completed now (M-16.1).
    #[inline]
    pub(super) fn legal_tasks(&self, player: &Player, actions: &mut Vec<Action>) {
        let mut ready = self.tasks_ready(player);
        while ready != 0 {
            let task = ready.trailing_zeros() as u8;
            actions.push(Action::with(ActionKind::Task, task));
            ready &= ready - 1;
        }
    }

    /// M-21.2, M-A60: a figure for CP.
    #[inline]
    pub(super) fn legal_figure_to_cp(&self, player: &Player, actions: &mut Vec<Action>) {
        if player.figure_to_cp > 0 && player.figures > 0 {
            actions.push(Action::new(ActionKind::FigureToCp));
        }
    }

    /// Panics with the reason if an action is not legal.
    #[cfg(debug_assertions)]
    pub(super) fn assert_legal(&self, state: &State, action: Action) {
        use std::cell::RefCell;
        thread_local! {
            static ACTIONS: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
        }
        ACTIONS.with_borrow_mut(|actions| {
            actions.clear();
            self.legal(state, actions);
            assert!(
                actions.contains(&action),
                "illegal action {action:?}; open task {:?}, legal: {actions:?}",
                state.top(),
            );
        });
    }
}
