//! Quests on the map, on the explorer track and on cards (M-11).

use super::action::Action;
use super::categories::Category;
use super::components::{LocationId, QuestId, SpaceId};
use super::events::{EventKind, Money};
use super::play::Play;
use super::ruleset::Ruleset;
use super::setup::QUESTS;
use super::state::{Phase, Player, State};
use super::task::{Task, Work};
use crate::game::{Chance, EventLog};

/// VP of the fourth quest tile, and of each later one (M-11.5).
pub(super) const FOURTH_TILE: i32 = 3;
pub(super) const LATER_TILE: i32 = 2;

impl Ruleset {
    #[inline]
    fn can_fulfil(&self, state: &State, player: &Player, quest: QuestId) -> bool {
        state.has_room() && self.can_pay(state, player, self.quest(state, quest).cost)
    }

    /// The quests where the ship is that can be fulfilled (M-A70: one of choice).
    pub(super) fn legal_map_quests(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        for quest in state.quests_at(player.ship) {
            if self.can_fulfil(state, player, quest) {
                actions.push(Action::Quest(quest));
            }
        }
    }

    /// The quest on which the explorer has stopped (M-A51).
    pub(super) fn legal_track_quest(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        if let Some(quest) = self.track_quest_at(state, player.explorer)
            && self.can_fulfil(state, player, quest)
        {
            actions.push(Action::Quest(quest));
        }
        actions.push(Action::Skip);
        // M-A63: nothing is planned in scoring.
        if state.phase == Phase::Turn {
            self.legal_plan(player, actions);
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// Quests on own cards (M-A64).
    pub(super) fn legal_card_quests(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        for quest in player.card_quests.into_iter().flatten() {
            if self.can_fulfil(state, player, quest) {
                actions.push(Action::Quest(quest));
            }
        }
    }

    /// The quest on an explorer space, if there is one (still).
    #[inline]
    pub(super) fn track_quest_at(&self, state: &State, space: SpaceId) -> Option<QuestId> {
        self.board
            .quest_spaces
            .iter()
            .position(|&other| other == space)
            .and_then(|index| state.track_quests[index])
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Draws the next visible top from what lies below.
    pub fn next_top_quest(&mut self) -> Option<QuestId> {
        let state = &mut *self.state;
        if state.quest_pile_len == 0 {
            return None;
        }
        let quests = &state.quest_pile;
        let number = |index| usize::from(quests[index as usize]) as u16;
        let index = self
            .chance
            .pick(QUESTS, u32::from(state.quest_pile_len), number) as usize;
        let quest = state.quest_pile[index];
        state.quest_pile_len -= 1;
        state.quest_pile[index] = state.quest_pile[usize::from(state.quest_pile_len)];
        Some(quest)
    }

    /// Takes the top quest of the pile, unless it is empty (M-A37).
    pub fn draw_quest(&mut self) -> Option<QuestId> {
        let top = self.state.quest_top;
        if top.is_some() {
            self.state.quest_top = self.next_top_quest();
        }
        top
    }

    /// Lays a quest from the pile on a location, beside any that lies there (M-A70).
    pub fn place_quest(&mut self, location: LocationId) {
        if let Some(quest) = self.draw_quest() {
            self.lay_quest(location, quest);
        }
    }

    /// Lays a quest on a location.
    pub fn lay_quest(&mut self, location: LocationId, quest: QuestId) {
        let state = &mut *self.state;
        state.map_quests[usize::from(state.map_quests_len)] = (location, quest);
        state.map_quests_len += 1;
        state.quest_locations |= location.bit();
    }

    /// M-14 step 6 and M-1.13: the scenario's quests at set-up (0) or after a round.
    pub fn scenario_quests(&mut self, after_round: u8) {
        let game = self.game;
        let players = self.state.seats.max(2);
        let Some(scenario) = game.board.scenario else {
            return;
        };
        for placement in &game.components.scenarios[scenario].quests {
            if placement.after_round == after_round && players >= placement.min_players {
                self.place_quest(placement.location);
            }
        }
    }

    /// Fulfils a quest on the map.
    pub fn map_quest(&mut self, seat: u8, quest: QuestId) {
        self.lift_map_quest(quest);
        self.fulfil(seat, quest);
    }

    /// A quest leaves its place on the map; at L1 a new one comes at once (M-22.5).
    pub fn lift_map_quest(&mut self, quest: QuestId) {
        let state = &mut *self.state;
        let len = usize::from(state.map_quests_len);
        let index = state.map_quests[..len]
            .iter()
            .position(|&(_, other)| other == quest)
            .expect("the quest lies on the map");
        let (location, _) = state.map_quests[index];
        state.map_quests.copy_within(index + 1..len, index);
        state.map_quests_len -= 1;
        state.map_quests[len - 1] = (LocationId::FIRST, QuestId::FIRST);
        if state.quests_at(location).next().is_none() {
            state.quest_locations &= !location.bit();
        }
        if Some(location) == self.game.chart(self.state).quest_city {
            self.place_quest(location);
        }
    }

    /// Fulfils the quest on which the explorer has stopped.
    pub fn track_quest(&mut self, seat: u8, quest: QuestId) {
        self.lift_track_quest(seat, quest);
        self.fulfil(seat, quest);
    }

    /// The quest under a seat's explorer leaves the track (M-9.5).
    pub fn lift_track_quest(&mut self, seat: u8, quest: QuestId) {
        let space = self.player(seat).explorer;
        for place in &mut self.state.track_quests {
            if *place == Some(quest) {
                *place = None;
            }
        }
        self.state.emptied_spaces |= space.bit();
    }

    /// Fulfils the quest on an own card.
    pub fn card_quest(&mut self, seat: u8, quest: QuestId) {
        for place in &mut self.player(seat).card_quests {
            if *place == Some(quest) {
                *place = None;
            }
        }
        self.fulfil(seat, quest);
    }

    /// M-11.1: pays the cost; then the reward, then the tile.
    fn fulfil(&mut self, seat: u8, quest: QuestId) {
        let cost = self.game.quest(self.state, quest).cost;
        let compasses = self.player(seat).compasses;
        self.event(seat, EventKind::Quest, quest, i32::from(compasses));
        self.push(Task::new(seat, Work::QuestReward { quest }));
        self.pay(seat, cost, Money::Quests);
    }

    /// M-11.3: the part per compass, the flat part, then the tile.
    pub fn quest_reward(&mut self, seat: u8, quest: QuestId) {
        let tile = *self.game.quest(self.state, quest);
        let compasses = self.player(seat).compasses;
        self.push(Task::new(seat, Work::QuestTile { quest }));
        let doubloons = tile.doubloons_per_compass.saturating_mul(compasses);
        self.earn(seat, Money::Quests, doubloons);
        let points = i32::from(tile.vp_per_compass) * i32::from(compasses);
        self.vp(seat, Category::Quests, points);
        self.effects(seat, &tile.effects, Category::Quests);
    }

    /// M-11.5: the tile onto the quest track.
    pub fn take_quest_tile(&mut self, seat: u8, quest: QuestId) {
        let player = self.player(seat);
        player.quests |= quest.bit();
        player.quest_count += 1;
        let points = match player.quest_count {
            0..=3 => 0,
            4 => FOURTH_TILE,
            _ => LATER_TILE,
        };
        self.vp(seat, Category::Quests, points);
    }
}
