//! Legal actions of the decision on top of the stack, and the checks that all lists of actions
//! share (costs, identical cards, free actions).

use super::action::Action;
use super::pending::{Pending, PendingStep};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use crate::maracaibo::components::{
    Card, CardId, CardLetter, CardSet, CombatAction, Cost, GOODS, Nation, SYNERGIES, Shown,
};

impl Ruleset {
    /// Appends the legal actions of the current decision.
    #[inline]
    pub(crate) fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        let Some(task) = state.top() else { return };
        let seat = task.seat;
        let player = &state.players[usize::from(seat)];
        match task.work {
            PendingStep::Sail { points, extra } => {
                self.legal_sail(state, seat, points, extra, actions)
            }
            PendingStep::Main { .. } => self.legal_main(state, seat, actions),
            PendingStep::Village { .. } => self.legal_village(state, seat, actions),
            PendingStep::Draw => self.legal_draw(state, seat, actions),
            PendingStep::Free => {
                actions.push(Action::End);
                self.legal_plan(player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            PendingStep::SetupCareer => {
                actions.extend(
                    player
                        .careers_dealt
                        .into_iter()
                        .flatten()
                        .map(Action::Career),
                );
            }
            PendingStep::SetupPlan => self.legal_plan(player, actions),
            PendingStep::SetupDiscard { .. } => self.each_hand_card(player, |card| {
                actions.push(Action::Discard(card));
            }),
            PendingStep::DiscTile { tile } => self.legal_disc_tile(state, seat, tile, actions),
            PendingStep::City => {
                if self.city_action_possible(state, player) {
                    actions.push(Action::City);
                }
                if Some(player.ship) == self.chart(state).quest_city {
                    self.legal_map_quests(state, player, actions);
                }
                actions.push(Action::Skip);
                self.legal_plan(player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            PendingStep::Nation { token } => self.legal_nations(state, seat, token, actions),
            PendingStep::Combat(combat) => self.legal_combat(state, seat, combat, actions),
            PendingStep::PayCombat { fewest, most, .. } => {
                for figures in fewest..=most {
                    actions.push(Action::PayFigures(figures));
                }
            }
            PendingStep::PayCards { shown, count } => {
                self.legal_payment(state, player, shown, count, actions);
            }
            PendingStep::SameGoods { count } => {
                for good in 0..GOODS as u8 {
                    if player.hand_goods[usize::from(good)] >= count {
                        actions.push(Action::Good(good));
                    }
                }
            }
            PendingStep::Influence { .. } => {
                actions.extend(Nation::ALL.map(Action::Influence));
            }
            PendingStep::Disc { .. } => self.legal_discs(player, actions),
            PendingStep::Explore { steps } => self.legal_explorations(state, seat, steps, actions),
            PendingStep::TrackQuest => self.legal_track_quest(state, player, actions),
            PendingStep::MarkerVillage { .. } => self.legal_marker_villages(state, actions),
            PendingStep::MarkerNation { village, with_rank } => {
                let without_marker =
                    village.is_none() || with_rank && self.options.nation_without_marker_rank;
                for nation in Nation::ALL {
                    if without_marker || state.supply[usize::from(nation)] > 0 {
                        actions.push(Action::MarkerNation(nation));
                    }
                }
            }
            PendingStep::Upgrade11 => self.legal_upgrade11(player, actions),
            PendingStep::SynergyChoice => {
                for kind in 0..SYNERGIES as u8 {
                    if !player.has_synergy(kind) {
                        actions.push(Action::Synergy(kind));
                    }
                }
            }
            PendingStep::FiguresOnCard { .. } => {
                for figures in 0..=player.figures {
                    actions.push(Action::Figures(figures));
                }
                self.legal_tasks_and_figures(state, player, actions);
            }
            PendingStep::DiscardHand => {
                actions.push(Action::DiscardHand);
                actions.push(Action::Skip);
                self.legal_plan(player, actions);
            }
            PendingStep::DoubloonsOrAssistants | PendingStep::Visitor => {
                actions.push(Action::TakeDoubloons);
                actions.push(Action::TakeVp);
            }
            PendingStep::FigureForVp => {
                if player.figures > 0 {
                    actions.push(Action::Accept);
                }
                actions.push(Action::Skip);
                self.legal_tasks_and_figures(state, player, actions);
            }
            PendingStep::Interim => {
                actions.push(Action::TakeVp);
                self.legal_purchases(state, player, actions);
                self.legal_tasks_and_figures(state, player, actions);
            }
            PendingStep::Final => {
                actions.push(Action::TakeVp);
                self.legal_purchases(state, player, actions);
                self.legal_tasks(player, actions);
                self.legal_figure_to_cp(player, actions);
            }
            PendingStep::FinalAfter => {
                actions.push(Action::End);
                self.legal_tasks(player, actions);
                self.legal_figure_to_cp(player, actions);
            }
            PendingStep::SkullTile { .. } => self.legal_skulls(state, actions),
            PendingStep::StoryVote { card } => self.legal_votes(state, card, false, actions),
            PendingStep::StoryTie { card } => self.legal_votes(state, card, true, actions),
            _ => unreachable!("{task:?} is no decision"),
        }
    }

    /// Returns true if the decision still has options. A decision without options is dropped, because
    /// an effect that cannot be carried out is lost.
    #[inline]
    pub(crate) fn is_open(&self, state: &State, task: &Pending) -> bool {
        let player = &state.players[usize::from(task.seat)];
        match task.work {
            PendingStep::Village { left } => left > 0,
            PendingStep::Draw => self.draw_is_open(state, task.seat),
            PendingStep::Free => {
                (player.planned[2].is_none() && player.hand_len > 0)
                    || self.tasks_or_figures_ready(player)
            }
            PendingStep::Disc { .. } => self.removable_discs(player) != 0,
            PendingStep::MarkerVillage { .. } => {
                state.supply.iter().any(|&markers| markers > 0)
                    && self
                        .chart(state)
                        .villages
                        .iter()
                        .any(|&village| state.markers[usize::from(village)].is_none())
            }
            PendingStep::SynergyChoice => usize::from(player.synergy_count()) < SYNERGIES,
            PendingStep::DiscardHand => player.hand_len > 0,
            // The player may get a figure first by completing a career task.
            PendingStep::FigureForVp => player.figures > 0 || self.tasks_ready(player) != 0,
            PendingStep::FinalAfter => self.tasks_or_figures_ready(player),
            PendingStep::SkullTile { .. } => self.skull_tiles(state) != 0,
            _ => true,
        }
    }

    /// Calls `each` for the hand cards in order of ids, but only for one of several identical cards.
    #[inline]
    pub(crate) fn each_hand_card(&self, player: &Player, mut each: impl FnMut(CardId)) {
        let twins = self.twins();
        for card in player.hand.iter() {
            if twins.contains(card) && self.has_lower_twin(player, card) {
                continue;
            }
            each(card);
        }
    }

    /// Returns the cards that have an exact copy. The set is empty if terms are active, since terms
    /// can distinguish identical cards.
    #[inline]
    pub(crate) fn twins(&self) -> CardSet {
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

    /// Returns true if two cards have exactly the same function.
    pub(crate) fn are_twins(&self, one: CardId, other: CardId) -> bool {
        let use_of = |card: CardId| {
            let card = self.components[card];
            let combat = card.combat_action.map(|action| CombatAction {
                card: CardId::FIRST,
                ..self.components.combat_actions[usize::from(action)]
            });
            let plain = Card {
                set: CardLetter::A,
                combat_action: None,
                ..card
            };
            (plain, combat)
        };
        use_of(one) == use_of(other)
    }

    /// Returns true if the player can pay the full cost or fulfils its condition (M-11.1, M-11.2).
    #[inline]
    pub(crate) fn can_pay(&self, state: &State, player: &Player, cost: Cost) -> bool {
        match cost {
            Cost::Free => true,
            Cost::Doubloons(n) => player.doubloons >= u16::from(n),
            Cost::Cp(n) => player.cp >= n,
            Cost::Figures(n) => player.figures >= n,
            Cost::Goods(good, n) => player.hand_goods[usize::from(good)] >= n,
            Cost::Objects(object, n) => player.objects(object) >= n,
            Cost::Two(both) => self.can_show(
                player,
                both.map(|(shown, n)| (shown, player.owed(shown, n))),
            ),
            Cost::SameGoods(n) => player.hand_goods.iter().any(|&count| count >= n),
            Cost::Moved(n) => state.points_spent >= n,
        }
    }

    /// Returns true if the hand has enough cards for both requirements. Each card pays for only one
    /// requirement (M-A48).
    fn can_show(&self, player: &Player, both: [(Shown, u8); 2]) -> bool {
        let mut either = 0;
        let mut each = [0; 2];
        for card in player.hand.iter() {
            let shows = both.map(|(shown, _)| self.components[card].shows(shown));
            each[0] += u8::from(shows[0]);
            each[1] += u8::from(shows[1]);
            either += u8::from(shows[0] || shows[1]);
        }
        let [(_, one), (_, other)] = both;
        each[0] >= one && each[1] >= other && u16::from(either) >= u16::from(one) + u16::from(other)
    }

    /// Adds the cards that can be discarded for `shown`, of which the player must still pay `count`. A
    /// card is offered only if the player can then still make the next payment, if there is one.
    fn legal_payment(
        &self,
        state: &State,
        player: &Player,
        shown: Shown,
        count: u8,
        actions: &mut Vec<Action>,
    ) {
        let later = match state.below_top().map(|task| task.work) {
            Some(PendingStep::PayCards { shown, count }) => Some((shown, count)),
            _ => None,
        };
        self.each_hand_card(player, |card| {
            if !self.components[card].shows(shown) {
                return;
            }
            if let Some(later) = later {
                let mut then = *player;
                then.lose(card, &self.components, self.board.a_cards);
                if !self.can_show(&then, [(shown, count - 1), later]) {
                    return;
                }
            }
            actions.push(Action::Discard(card));
        });
    }

    /// Adds the career tasks that can be completed now, and the action that returns a figure for CP.
    #[inline]
    pub(crate) fn legal_tasks_and_figures(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        // M-A38: no tasks can be completed in interim scoring.
        if state.phase == Phase::Turn {
            self.legal_tasks(player, actions);
        }
        self.legal_figure_to_cp(player, actions);
    }

    fn tasks_or_figures_ready(&self, player: &Player) -> bool {
        self.tasks_ready(player) != 0 || player.figure_to_cp > 0 && player.figures > 0
    }

    /// Adds the career tasks that can be completed now (M-16.1).
    #[inline]
    pub(crate) fn legal_tasks(&self, player: &Player, actions: &mut Vec<Action>) {
        let mut ready = self.tasks_ready(player);
        while ready != 0 {
            let task = ready.trailing_zeros() as u8;
            actions.push(Action::Task(task));
            ready &= ready - 1;
        }
    }

    /// M-21.2, M-A60: adds the action that returns a figure for CP.
    #[inline]
    pub(crate) fn legal_figure_to_cp(&self, player: &Player, actions: &mut Vec<Action>) {
        if player.figure_to_cp > 0 && player.figures > 0 {
            actions.push(Action::FigureToCp);
        }
    }

    /// Panics with the reason if an action is not legal.
    #[cfg(debug_assertions)]
    pub(crate) fn assert_legal(&self, state: &State, action: Action) {
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
