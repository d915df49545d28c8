//! Quests on the map, on the explorer track and on cards (M-11).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::setup::QUESTS;
use super::state::{Phase, Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{LocationId, QuestId, SpaceId};

/// VP for the fourth and each later quest tile (M-11.5).
pub(crate) const FOURTH_TILE: i32 = 3;
pub(crate) const LATER_TILE: i32 = 2;

impl Ruleset {
    #[inline]
    fn can_fulfil(&self, state: &State, player: &Player, quest: QuestId) -> bool {
        state.has_room() && self.can_pay(state, player, self.quest(state, quest).cost)
    }

    /// Adds the quests at the ship's location that the player can fulfil. The player can choose only
    /// one quest (M-A70).
    pub(crate) fn legal_map_quests(
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

    /// Adds the quest on which the explorer has stopped (M-A51).
    pub(crate) fn legal_track_quest(
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
        // M-A63: cards cannot be planned in scoring.
        if state.phase == Phase::Turn {
            self.legal_plan(player, actions);
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// Adds the quests on the player's cards (M-A64).
    pub(crate) fn legal_card_quests(
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

    /// Returns the quest on an explorer space, or `None` if there is no quest.
    #[inline]
    pub(crate) fn track_quest_at(&self, state: &State, space: SpaceId) -> Option<QuestId> {
        self.board
            .quest_spaces
            .iter()
            .position(|&other| other == space)
            .and_then(|index| state.track_quests[index])
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Draws the next visible quest from the tiles below the top of the pile.
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

    /// Places a quest from the pile at a location, in addition to any quests already there (M-A70).
    pub fn place_quest(&mut self, location: LocationId) {
        if let Some(quest) = self.draw_quest() {
            self.lay_quest(location, quest);
        }
    }

    /// Places a quest at a location.
    pub fn lay_quest(&mut self, location: LocationId, quest: QuestId) {
        let state = &mut *self.state;
        state.map_quests[usize::from(state.map_quests_len)] = (location, quest);
        state.map_quests_len += 1;
        state.quest_locations |= location.bit();
    }

    /// M-14 step 6 and M-1.13: places the scenario's quests at set-up (0) or after a round.
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

    /// Removes a quest from the map. At L1 it is replaced immediately (M-22.5).
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

    /// Removes the quest under a seat's explorer from the track (M-9.5).
    pub fn lift_track_quest(&mut self, seat: u8, quest: QuestId) {
        let space = self.player(seat).explorer;
        for place in &mut self.state.track_quests {
            if *place == Some(quest) {
                *place = None;
            }
        }
        self.state.emptied_spaces |= space.bit();
    }

    /// Fulfils a quest on a card of the player.
    pub fn card_quest(&mut self, seat: u8, quest: QuestId) {
        for place in &mut self.player(seat).card_quests {
            if *place == Some(quest) {
                *place = None;
            }
        }
        self.fulfil(seat, quest);
    }

    /// M-11.1: pays the cost, then gains the reward, then takes the tile.
    fn fulfil(&mut self, seat: u8, quest: QuestId) {
        let cost = self.game.quest(self.state, quest).cost;
        let compasses = self.player(seat).compasses;
        self.event(seat, EventKind::Quest, quest, i32::from(compasses));
        self.push(Pending::new(seat, PendingStep::QuestReward { quest }));
        self.pay(seat, cost, Money::Quests);
    }

    /// M-11.3: gains the reward per compass and the flat reward, then takes the tile.
    pub fn quest_reward(&mut self, seat: u8, quest: QuestId) {
        let tile = *self.game.quest(self.state, quest);
        let compasses = self.player(seat).compasses;
        self.push(Pending::new(seat, PendingStep::QuestTile { quest }));
        let doubloons = tile.doubloons_per_compass.saturating_mul(compasses);
        self.earn(seat, Money::Quests, doubloons);
        let points = i32::from(tile.vp_per_compass) * i32::from(compasses);
        self.vp(seat, Category::Quests, points);
        self.effects(seat, &tile.effects, Category::Quests);
    }

    /// M-11.5: moves the tile to the player's quest track.
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
