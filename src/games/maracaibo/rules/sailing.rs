//! Phase A: sailing (M-3).

use super::action::Action;
use super::categories::Category;
use super::events::Money;
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::roads::Journey;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{LocationId, MOVEMENT_POINTS};

impl Ruleset {
    /// Returns the journeys from a location in the current round.
    #[inline]
    pub(crate) fn journeys(&self, state: &State, from: LocationId) -> &[Journey] {
        &self.chart(state).journeys[usize::from(state.round == 4)][usize::from(from)]
    }

    pub(crate) fn legal_sail(
        &self,
        state: &State,
        seat: u8,
        points: u8,
        extra: bool,
        actions: &mut Vec<Action>,
    ) {
        let player = &state.players[usize::from(seat)];
        if self.chart(state).open_roads && points == MOVEMENT_POINTS {
            let count = self.journeys(state, player.ship).len() as u8;
            actions.extend((0..count).map(Action::Sail));
            return;
        }
        for (index, journey) in self.journeys(state, player.ship).iter().enumerate() {
            if journey.points <= points && self.can_sail(state, player, journey) {
                actions.push(Action::Sail(index as u8));
            }
        }
        if extra {
            actions.push(Action::Stay);
        }
    }

    #[inline]
    fn can_sail(&self, state: &State, player: &Player, journey: &Journey) -> bool {
        let plain = journey.toll == 0 && !journey.over_l4 && !journey.over_l7;
        plain
            || (u16::from(self.toll(state, journey)) <= player.doubloons
                && (!journey.over_l4
                    || self.is_opened(self.chart(state).l4, state, player.explorer))
                && (!journey.over_l7
                    || self.is_opened(self.chart(state).l7, state, player.explorer)))
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Sails the journey with this index in the ship's list.
    pub fn sail(&mut self, seat: u8, journey: u8, extra: bool) {
        let game = self.game;
        let from = self.player(seat).ship;
        let journey = &game.journeys(self.state, from)[usize::from(journey)];
        let points = journey.points;
        let main = Pending::new(seat, PendingStep::Main { points, extra });
        if extra {
            // M-A56: an extra sail scores the unused assistants at the location that the ship
            // leaves.
            self.pay_unused_assistants();
        } else {
            // The task of the main action is below this task and is replaced.
            self.state.stack_len -= 1;
        }
        self.push(main);
        self.state.points_spent += points;
        let toll = game.toll(self.state, journey);
        self.spend(seat, Money::Tolls, u16::from(toll));
        let skipped = self.skipped_assistants(seat, from, journey.to, journey.passed);
        self.vp(seat, Category::Assistants, 2 * skipped);
        self.player(seat).ship = journey.to;
        self.push(Pending::new(seat, PendingStep::Arrive));
    }

    /// M-12.4 (a): returns the number of the player's assistants between two locations, by number or
    /// by route (M-A4).
    fn skipped_assistants(
        &mut self,
        seat: u8,
        from: LocationId,
        to: LocationId,
        passed: u32,
    ) -> i32 {
        let game = self.game;
        let by_route = game.options.skipped_by_route;
        let rank = |location: LocationId| game.components.locations[usize::from(location)].rank;
        let (low, high) = (rank(from), rank(to));
        self.player(seat)
            .assistants()
            .iter()
            .filter(|&&card| {
                let place = game.components[card].assistant_location;
                place.is_some_and(|place| {
                    if by_route {
                        passed & place.bit() != 0
                    } else {
                        low < rank(place) && rank(place) < high
                    }
                })
            })
            .count() as i32
    }

    /// Resolves the ship's arrival: the player's assistants at the location, legacy tiles, and
    /// visited assistants.
    pub fn arrive(&mut self, seat: u8) {
        let player = &self.state.players[usize::from(seat)];
        let ship = player.ship;
        self.state.assistants_here = self.game.assistants_at(player, ship);
        self.state.assistants_used = 0;
        self.legacy_arrival(seat, ship);
        self.visit_assistants(seat, ship);
    }

    /// M-21.2 `visitor`, M-A28: offers a reward to every owner of a `visitor` card who has an
    /// assistant where a ship has ended its move.
    pub fn visit_assistants(&mut self, seat: u8, ship: LocationId) {
        // M-A73: the order is clockwise from the active player, so the last player is pushed first.
        for step in (0..self.state.seats).rev() {
            let owner = (seat + step) % self.state.seats;
            let player = &self.state.players[usize::from(owner)];
            let visitor = player.visitor;
            if visitor > 0 && self.game.assistants_at(player, ship) != 0 {
                for _ in 0..visitor {
                    self.push(Pending::new(owner, PendingStep::Visitor));
                }
            }
        }
    }
}
