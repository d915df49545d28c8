//! Phase A: sailing (M-3).

use super::components::{Components, LocationId, LocationKind, NONE};
use super::play::Play;
use super::state::{Category, Player, State, Task, TaskKind};
use super::{Action, Maracaibo};
use crate::game::{Chance, EventLog};
use crate::games::maracaibo::action::ActionKind;

/// Movement points of a turn (M-3.1).
pub const MOVEMENT_POINTS: u8 = 7;
/// Doubloons for passing L11 (M-22.13).
const TOLL: u8 = 2;

/// One way to sail from a location.
#[derive(Clone, Debug)]
pub(super) struct Journey {
    /// Where the ship stops.
    pub to: LocationId,
    /// Points it costs.
    pub points: u8,
    /// Doubloons for passing L11.
    pub toll: u8,
    /// Locations passed without stopping, as bits.
    pub passed: u32,
    /// Whether the road leads over L4 or L7, or ends there.
    pub over_l4: bool,
    /// The same for L7.
    pub over_l7: bool,
    /// `sail 7`, or `sail 18 via 14` for any but the cheapest road.
    pub notation: String,
}

/// The roads as they are with options and legacy tiles.
pub(super) struct Roads<'a> {
    pub components: &'a Components,
    /// Roads that do not cost 1: from, to, points.
    pub cost: &'a [(LocationId, LocationId, u8)],
    pub round4: bool,
    pub l4: LocationId,
    pub l7: LocationId,
    pub toll: LocationId,
    /// Keep roads apart that pass different locations (M-A4 by route).
    pub by_route: bool,
}

/// All journeys from every location.
///
/// Of roads between the same places that differ in nothing the rules look at (points, toll, who
/// may use them) one is kept.
pub(super) fn journeys(roads: &Roads) -> Vec<Vec<Journey>> {
    let count = roads.components.locations.len() as LocationId;
    (0..count)
        .map(|from| {
            let mut found = Vec::new();
            explore_roads(roads, from, 0, 0, &mut found);
            found.sort_by_key(|journey| {
                let location = &roads.components.locations[usize::from(journey.to)];
                (location.rank, journey.to, journey.points, journey.passed)
            });
            let key = |journey: &Journey| {
                let passed = if roads.by_route { journey.passed } else { 0 };
                let gates = (journey.over_l4, journey.over_l7);
                (journey.to, journey.points, journey.toll, gates, passed)
            };
            let mut kept: Vec<Journey> = Vec::new();
            for journey in found {
                if !kept.iter().any(|other| key(other) == key(&journey)) {
                    kept.push(journey);
                }
            }
            name_journeys(roads.components, &mut kept);
            kept
        })
        .collect()
}

fn explore_roads(
    roads: &Roads,
    here: LocationId,
    points: u8,
    passed: u32,
    found: &mut Vec<Journey>,
) {
    let location = &roads.components.locations[usize::from(here)];
    for (index, &next) in location.next.iter().enumerate() {
        // M-13.2: from 20 the first arrow is for rounds 1 to 3, the second for round 4.
        let homeward_fork = location.kind == LocationKind::Homeward && location.next[1] != NONE;
        if next == NONE || (homeward_fork && (index == 1) != roads.round4) {
            continue;
        }
        let cost = roads
            .cost
            .iter()
            .find(|&&(from, to, _)| (from, to) == (here, next))
            .map_or(1, |&(_, _, points)| points);
        let points = points + cost;
        if points > MOVEMENT_POINTS {
            continue;
        }
        let through = |gate: LocationId| gate != NONE && (next == gate || passed >> gate & 1 == 1);
        let pays_toll = roads.toll != NONE && passed >> roads.toll & 1 == 1;
        found.push(Journey {
            to: next,
            points,
            toll: if pays_toll { TOLL } else { 0 },
            passed,
            over_l4: through(roads.l4),
            over_l7: through(roads.l7),
            notation: String::new(),
        });
        // M-3.4: the hand symbol ends the movement.
        if roads.components.locations[usize::from(next)].kind != LocationKind::Homeward {
            explore_roads(roads, next, points, passed | 1 << next, found);
        }
    }
}

/// Names a journey by its end, and by what only its road passes if there are several.
fn name_journeys(components: &Components, journeys: &mut [Journey]) {
    for index in 0..journeys.len() {
        let journey = &journeys[index];
        let number = &components.labels.locations[usize::from(journey.to)];
        let same_end: Vec<&Journey> = journeys
            .iter()
            .filter(|other| other.to == journey.to)
            .collect();
        let mut notation = format!("sail {number}");
        if same_end.len() > 1 && same_end[0].passed != journey.passed {
            let on_every_road = same_end.iter().fold(u32::MAX, |all, j| all & j.passed);
            let via: Vec<&str> = (0..components.locations.len())
                .filter(|&place| (journey.passed & !on_every_road) >> place & 1 == 1)
                .map(|place| components.labels.locations[place].as_str())
                .collect();
            notation += &format!(" via {}", via.join("-"));
        }
        journeys[index].notation = notation;
    }
}

impl Maracaibo {
    /// The journeys from a location in the current round.
    #[inline]
    pub(super) fn journeys(&self, state: &State, from: LocationId) -> &[Journey] {
        &self.board.journeys[usize::from(state.round == 4)][usize::from(from)]
    }

    pub(super) fn legal_sail(&self, state: &State, task: &Task, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(task.seat)];
        if self.board.open_roads && task.a == MOVEMENT_POINTS {
            let count = self.journeys(state, player.ship).len() as u8;
            actions.extend((0..count).map(|index| Action::with(ActionKind::Sail, index)));
            return;
        }
        for (index, journey) in self.journeys(state, player.ship).iter().enumerate() {
            if journey.points <= task.a && self.can_sail(player, journey) {
                actions.push(Action::with(ActionKind::Sail, index as u8));
            }
        }
        if task.b == 1 {
            actions.push(Action::new(ActionKind::Stay));
        }
    }

    #[inline]
    fn can_sail(&self, player: &Player, journey: &Journey) -> bool {
        let plain = journey.toll == 0 && !journey.over_l4 && !journey.over_l7;
        plain
            || (u16::from(journey.toll) <= player.doubloons
                && (!journey.over_l4 || self.city_is_open(self.board.l4, player.explorer))
                && (!journey.over_l7 || self.city_is_open(self.board.l7, player.explorer)))
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    pub fn decide_sail(&mut self, task: Task, action: Action) {
        if action.kind == ActionKind::Stay {
            return;
        }
        let game = self.game;
        let seat = task.seat;
        let from = self.player(seat).ship;
        let journey = &game.journeys(self.state, from)[usize::from(action.a)];
        let points = journey.points;
        if task.b == 1 {
            // M-A56: leaving by an extra sail settles the assistants of the last stop.
            self.pay_unused_assistants();
            self.push(Task::with(TaskKind::Main, seat, points, 1, 0));
        } else {
            let main = usize::from(self.state.stack_len) - 1;
            self.state.stack[main].a = points;
        }
        self.state.points_spent += points;
        self.player(seat).doubloons -= u16::from(journey.toll);
        let skipped = self.skipped_assistants(seat, from, journey.to, journey.passed);
        self.vp(seat, Category::Assistants, 2 * skipped);
        self.player(seat).ship = journey.to;
        self.push(Task::new(TaskKind::Arrive, seat));
    }

    /// M-12.4 (a): own assistants between two locations, by number or by route (M-A4).
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
                if by_route {
                    passed >> place & 1 == 1
                } else {
                    low < rank(place) && rank(place) < high
                }
            })
            .count() as i32
    }

    /// The ship has stopped: visited assistants, legacy tiles, and which own assistants are here.
    pub fn arrive(&mut self, seat: u8) {
        let ship = self.player(seat).ship;
        self.state.assistants_used = 0;
        self.state.assistants_here = self.assistants_at(seat, ship);
        self.legacy_arrival(seat, ship);
        self.visit_assistants(seat, ship);
    }

    /// M-21.2 `visitor`, M-A28: a ship has ended its move; who owns such a card and an assistant
    /// there may choose.
    pub fn visit_assistants(&mut self, seat: u8, ship: LocationId) {
        // M-A73: clockwise from the active player, so the last is pushed first.
        for step in (0..self.state.seats).rev() {
            let owner = (seat + step) % self.state.seats;
            let visitor = self.player(owner).visitor;
            if visitor > 0 && self.assistants_at(owner, ship) != 0 {
                for _ in 0..visitor {
                    self.push(Task::new(TaskKind::Visitor, owner));
                }
            }
        }
    }
}
