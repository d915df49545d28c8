//! The roads of the map and all journeys possible in one turn (M-3).

use crate::maracaibo::components::{Location, LocationId, LocationKind, MOVEMENT_POINTS};

/// Doubloons for passing L11 (M-22.13).
pub(crate) const TOLL: u8 = 2;

/// One possible journey from a location.
#[derive(Clone, Debug)]
pub(crate) struct Journey {
    /// Location where the ship stops.
    pub to: LocationId,
    /// Movement points that the journey costs.
    pub points: u8,
    /// Doubloons for passing L11.
    pub toll: u8,
    /// Locations passed without stopping, as bits.
    pub passed: u32,
    /// True if the road passes L4 or ends there.
    pub over_l4: bool,
    /// True if the road passes L7 or ends there.
    pub over_l7: bool,
    /// `sail 7`, or `sail 18 via 14` for every road except the cheapest road.
    pub notation: String,
}

/// The roads with the current options and legacy tiles.
pub(crate) struct Roads<'a> {
    pub locations: &'a [Location],
    /// Numbers of the locations, as text.
    pub labels: &'a [String],
    /// Roads that do not cost 1 point: from, to, points.
    pub cost: &'a [(LocationId, LocationId, u8)],
    pub round4: bool,
    pub l4: Option<LocationId>,
    pub l7: Option<LocationId>,
    pub toll: Option<LocationId>,
    /// True if roads that pass different locations are separate journeys (M-A4 by route).
    pub by_route: bool,
}

/// Returns all journeys from every location.
///
/// If several roads between two locations are equal in all properties that the rules use (points,
/// toll, accessibility), only one of these roads is included.
pub(crate) fn journeys(roads: &Roads) -> Vec<Vec<Journey>> {
    (0..roads.locations.len() as u8)
        .map(|from| {
            let from = LocationId::new(from);
            let mut found = Vec::new();
            explore_roads(roads, from, 0, 0, &mut found);
            found.sort_by_key(|journey| {
                let location = &roads.locations[usize::from(journey.to)];
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
            name_journeys(roads.labels, &mut kept);
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
    let location = &roads.locations[usize::from(here)];
    for (index, next) in location.next.into_iter().enumerate() {
        let Some(next) = next else { continue };
        // M-13.2: at location 20, the first arrow applies in rounds 1 to 3 and the second in round
        // 4.
        let homeward_fork = location.kind == LocationKind::Homeward && location.next[1].is_some();
        if homeward_fork && (index == 1) != roads.round4 {
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
        let lies_behind = |place: LocationId| passed & place.bit() != 0;
        let through =
            |gate: Option<LocationId>| gate.is_some_and(|gate| next == gate || lies_behind(gate));
        let pays_toll = roads.toll.is_some_and(lies_behind);
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
        if roads.locations[usize::from(next)].kind != LocationKind::Homeward {
            explore_roads(roads, next, points, passed | next.bit(), found);
        }
    }
}

/// Sets the notation of journeys: the destination and, if several roads lead there, the locations
/// that only this road passes.
fn name_journeys(labels: &[String], journeys: &mut [Journey]) {
    for index in 0..journeys.len() {
        let journey = &journeys[index];
        let number = &labels[usize::from(journey.to)];
        let same_end: Vec<&Journey> = journeys
            .iter()
            .filter(|other| other.to == journey.to)
            .collect();
        let mut notation = format!("sail {number}");
        if same_end.len() > 1 && same_end[0].passed != journey.passed {
            let on_every_road = same_end.iter().fold(u32::MAX, |all, j| all & j.passed);
            let via: Vec<&str> = (0..labels.len())
                .filter(|&place| (journey.passed & !on_every_road) >> place & 1 == 1)
                .map(|place| labels[place].as_str())
                .collect();
            notation += &format!(" via {}", via.join("-"));
        }
        journeys[index].notation = notation;
    }
}
