//! Village actions (M-10).

use super::action::Action;
use super::events::{EventKind, Money, VillageAction};
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{CardId, LocationId, MAX_CARD_QUESTS, Nation};

/// Number of identical goods that U9 costs.
pub(crate) const UPGRADE_9_GOODS: u8 = 3;
/// Doubloons for the whole hand (M-10.2).
pub(crate) const HAND_IN_VILLAGE: u8 = 2;
/// Movement points for 2 and for 3 village actions, without and with U1 (M-10.1).
pub(crate) const POINTS: [[u8; 2]; 2] = [[4, 7], [2, 5]];

impl Ruleset {
    /// Adds the options for one village action (M-10.2, M-10.3) and the free actions before it.
    pub(crate) fn legal_village(&self, state: &State, seat: u8, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(seat)];
        actions.push(Action::Doubloon);
        self.legal_purchases(state, player, actions);
        if player.hand_len > 0 {
            actions.push(Action::DiscardHand);
        }
        if player.upgrades != 0 {
            if player.has_upgrade(8) {
                actions.push(Action::Upgrade8);
            }
            if player.has_upgrade(9)
                && player
                    .hand_goods
                    .iter()
                    .any(|&count| count >= UPGRADE_9_GOODS)
            {
                actions.push(Action::Upgrade9);
            }
            if player.has_upgrade(10) && self.marker_allowed(state, player.ship) {
                for nation in Nation::ALL {
                    if state.supply[usize::from(nation)] > 0 {
                        actions.push(Action::Upgrade10(nation));
                    }
                }
            }
        }
        if player.village_actions != 0 && state.has_room() {
            for card in player.bought.iter() {
                if let Some(index) = self.components[card].village_action
                    && !self.offered_before(player, card, index)
                    && self.can_pay(
                        state,
                        player,
                        self.components.village_actions[usize::from(index)].cost,
                    )
                {
                    actions.push(Action::UseCard(card));
                }
            }
        }
        if player.card_quests != [None; MAX_CARD_QUESTS] {
            self.legal_card_quests(state, player, actions);
        }
        actions.push(Action::End);
        if state.phase == Phase::Turn {
            self.legal_plan(player, actions);
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// Returns the number of village actions for the movement points spent (M-10.1, U1 and M-A17).
    pub(crate) fn village_action_count(&self, player: &Player, points: u8, extra_main: bool) -> u8 {
        let better = player.has_upgrade(1) && (!extra_main || self.options.extra_main_u1);
        let [two, three] = POINTS[usize::from(better)];
        1 + u8::from(points >= two) + u8::from(points >= three)
    }

    /// Returns true if the player has a card with a lower id that adds this village action.
    fn offered_before(&self, player: &Player, card: CardId, index: u8) -> bool {
        player
            .bought
            .iter()
            .take_while(|&other| other < card)
            .any(|other| self.components[other].village_action == Some(index))
    }

    /// Returns true if a location is a village without a marker (M-A75).
    #[inline]
    pub(crate) fn marker_allowed(&self, state: &State, location: LocationId) -> bool {
        self.chart(state).village_bits & location.bit() != 0
            && state.markers[usize::from(location)].is_none()
    }

    /// M-21.5: adds the villages where a marker can be placed, and the action that declines the marker.
    pub(crate) fn legal_marker_villages(&self, state: &State, actions: &mut Vec<Action>) {
        for &village in &self.chart(state).villages {
            if state.markers[usize::from(village)].is_none() {
                actions.push(Action::MarkerVillage(village));
            }
        }
        actions.push(Action::Skip);
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Carries out one of the `left` remaining village actions.
    pub fn decide_village(&mut self, seat: u8, left: u8, action: Action) {
        let game = self.game;
        if action == Action::End {
            return;
        }
        self.push(Pending::new(seat, PendingStep::Village { left: left - 1 }));
        self.event(seat, EventKind::Village, VillageAction::of(action), 0);
        match action {
            Action::Doubloon => self.earn(seat, Money::Villages, 1),
            Action::Buy(card) => self.buy(seat, card),
            Action::Invest(building) => self.invest(seat, building),
            Action::DiscardHand => {
                self.discard_hand(seat);
                self.earn(seat, Money::Villages, HAND_IN_VILLAGE);
            }
            Action::Upgrade8 => {
                self.cp(seat, 1);
                self.earn(seat, Money::Villages, 1);
            }
            Action::Upgrade9 => {
                self.push(Pending::new(seat, PendingStep::Upgrade9Effects));
                let count = UPGRADE_9_GOODS;
                self.push(Pending::new(seat, PendingStep::SameGoods { count }));
            }
            Action::Upgrade10(nation) => {
                let ship = self.player(seat).ship;
                self.place_marker(nation, ship);
                self.influence(seat, nation, 1);
                self.earn(seat, Money::Villages, 1);
            }
            Action::UseCard(card) => {
                let action = game.components[card].village_action;
                let action = action.expect("the card adds one");
                let village_action = &game.components.village_actions[usize::from(action)];
                if village_action.last {
                    self.end_village_actions(seat);
                }
                self.push(Pending::new(seat, PendingStep::VillageEffects { action }));
                self.pay(seat, village_action.cost, Money::Cards);
            }
            Action::Quest(quest) => {
                self.end_village_actions(seat);
                self.card_quest(seat, quest);
            }
            _ => unreachable!("{action:?} is no village action"),
        }
    }

    /// M-10.3, M-A53: after a last village action, ends the remaining village actions, by default
    /// also in enclosing sequences.
    fn end_village_actions(&mut self, seat: u8) {
        let own_only = self.game.options.last_ends_own_only;
        let len = usize::from(self.state.stack_len);
        for task in self.state.stack[..len].iter_mut().rev() {
            if let PendingStep::Village { left } = &mut task.work
                && task.seat == seat
            {
                *left = 0;
                if own_only {
                    return;
                }
            }
        }
    }

    /// Places the marker of `marker_empty_village` or `marker_village_next_rank`; the latter also
    /// advances to the next noble rank. Without a village or a marker of the nation, only the rank
    /// advances (M-A65).
    pub fn marker_of_nation(
        &mut self,
        seat: u8,
        nation: Nation,
        village: Option<LocationId>,
        with_rank: bool,
    ) {
        if let Some(village) = village
            && self.state.supply[usize::from(nation)] > 0
        {
            self.place_marker(nation, village);
        }
        if with_rank {
            self.next_rank(seat, nation);
        }
    }

    /// Starts `marker_empty_village` or, with `with_rank`, `marker_village_next_rank` (M-21.5).
    pub fn marker_on_village(&mut self, seat: u8, with_rank: bool) {
        let task = Pending::new(seat, PendingStep::MarkerVillage { with_rank });
        if self.game.is_open(self.state, &task) {
            self.push(task);
        } else if with_rank && !self.game.options.rank_without_marker_lost {
            self.rank_without_marker(seat);
        }
    }

    /// M-A65: offers only the step of `marker_village_next_rank`, with a nation of choice.
    pub fn rank_without_marker(&mut self, seat: u8) {
        let alone = PendingStep::MarkerNation {
            village: None,
            with_rank: true,
        };
        self.push(Pending::new(seat, alone));
    }
}
