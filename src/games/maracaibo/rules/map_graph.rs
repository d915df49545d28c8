//! The map under a set of legacy tiles: the properties of its locations and the journeys on it
//! (M-22).

use super::roads::{Journey, Roads, journeys};
use crate::maracaibo::components::{
    CityAction, Components, LegacyKind, Location, LocationId, LocationKind,
};

/// Movement points that the roads of L2, L4, L8 and L18 cost (M-22.6, M-22.8).
pub(crate) const LONG_ROAD: u8 = 3;
/// Numbers of the legacy tiles that change the map itself. The rules look up all other tiles in
/// the state.
const SHAPING: [u8; 8] = [1, 2, 3, 4, 7, 8, 11, 18];

#[derive(Clone, Debug)]
pub(crate) struct MapGraph {
    /// Locations with the changes made by legacy tiles.
    pub locations: Vec<Location>,
    /// Journeys by starting location, for rounds 1 to 3 and for round 4.
    pub journeys: [Vec<Vec<Journey>>; 2],
    /// True if every journey is open to every player: there is no toll and neither L4 nor L7 is in
    /// play.
    pub open_roads: bool,
    /// Locations with a flag, in order of their numbers.
    pub flags: Vec<LocationId>,
    /// Villages, in order of their numbers.
    pub villages: Vec<LocationId>,
    /// Villages, as bits.
    pub village_bits: u32,
    /// Cities without the homeward spaces, as bits.
    pub cities: u32,
    /// Location of L1, the quest city.
    pub quest_city: Option<LocationId>,
    pub l4: Option<LocationId>,
    pub l7: Option<LocationId>,
}

/// The maps for all possible sets of legacy tiles.
#[derive(Clone, Debug)]
pub(crate) struct MapGraphs {
    /// Maps indexed by the `changing` tiles in play; the first tile is the lowest bit.
    charts: Vec<MapGraph>,
    /// The map without legacy tiles.
    plain: MapGraph,
    /// Numbers of the tiles that change the map and can enter or leave the game.
    changing: Vec<u8>,
}

impl MapGraphs {
    /// Builds the maps. The tiles in `legacy` are in play from the start; the tiles in `changing`
    /// can enter or leave the game.
    pub fn new(components: &Components, legacy: u32, changing: u32, by_route: bool) -> MapGraphs {
        let can_change = |number: &u8| changing >> number & 1 == 1;
        let changing: Vec<u8> = SHAPING.into_iter().filter(can_change).collect();
        let charts = (0..1u32 << changing.len())
            .map(|chosen| {
                let mut tiles = legacy;
                for (bit, number) in changing.iter().enumerate() {
                    let there = chosen >> bit & 1;
                    tiles = tiles & !(1 << number) | there << number;
                }
                MapGraph::new(components, tiles, by_route)
            })
            .collect();
        MapGraphs {
            charts,
            plain: MapGraph::new(components, 0, false),
            changing,
        }
    }

    /// Returns the index of the map for these legacy tiles.
    pub fn number(&self, legacy: u32) -> u8 {
        let bits = self.changing.iter().enumerate();
        bits.fold(0, |number, (bit, tile)| {
            number | ((legacy >> tile & 1) as u8) << bit
        })
    }

    /// Returns the map without legacy tiles.
    pub fn plain(&self) -> &MapGraph {
        &self.plain
    }

    /// Returns all maps, in the order of their indices.
    pub fn all(&self) -> &[MapGraph] {
        &self.charts
    }
}

impl MapGraph {
    /// Builds the map with these legacy tiles; tile Ln is bit n.
    fn new(components: &Components, legacy: u32, by_route: bool) -> MapGraph {
        let tile = |number: u8| {
            let mut tiles = components.legacy.iter().copied();
            tiles.find(|tile| tile.number == number && legacy >> number & 1 == 1)
        };
        let place = |number| tile(number).and_then(|tile| tile.location);
        let (quest_city, l4, l7) = (place(1), place(4), place(7));
        let closed_city = place(3);
        let toll = place(11);
        let mut cost: Vec<(LocationId, LocationId, u8)> = [2, 8, 18]
            .into_iter()
            .filter_map(tile)
            .filter_map(|road| Some((road.location?, road.route_to?, LONG_ROAD)))
            .collect();
        let mut locations = components.locations.clone();
        if let (Some(tile), Some(city)) = (tile(1), quest_city) {
            let city = &mut locations[usize::from(city)];
            city.kind = LocationKind::City;
            city.action = CityAction::QuestHere;
            city.market = tile.market;
            city.flag = true;
            city.flag_reward = tile.reward;
        }
        if let Some(city) = closed_city {
            let city = &mut locations[usize::from(city)];
            city.action = CityAction::None;
            city.market = None;
            city.flag = false;
        }
        for (city, points) in [(l4, LONG_ROAD), (l7, 1)] {
            let Some(city) = city else { continue };
            let after = locations[usize::from(city)].next[0].expect("a legacy city leads on");
            let number = locations[usize::from(city)].number;
            let before = locations
                .iter()
                .position(|location| location.number == number)
                .expect("a legacy city has the number of the location it lies beside");
            let free = locations[before]
                .next
                .iter_mut()
                .find(|next| next.is_none())
                .expect("a location has at most three roads");
            *free = Some(city);
            cost.push((LocationId::new(before as u8), city, points));
            cost.push((city, after, points));
        }
        let active = |index: LocationId| {
            let base = !components.legacy.iter().any(|tile| {
                LegacyKind::of(tile.number) == LegacyKind::NewCity && tile.location == Some(index)
            });
            base || [l4, l7].contains(&Some(index))
        };
        let chosen = |wanted: &dyn Fn(LocationId, &Location) -> bool| -> Vec<LocationId> {
            (components.location_ids().zip(&locations))
                .filter(|(index, location)| wanted(*index, location))
                .map(|(index, _)| index)
                .collect()
        };
        let bits = |list: &[LocationId]| list.iter().fold(0u32, |bits, &index| bits | index.bit());
        let villages = chosen(&|_, location| location.kind == LocationKind::Village);
        let cities = chosen(&|index, location| {
            location.kind == LocationKind::City && Some(index) != closed_city
        });
        let journeys = [false, true].map(|round4| {
            journeys(&Roads {
                locations: &locations,
                labels: &components.labels.locations,
                cost: &cost,
                round4,
                l4,
                l7,
                toll,
                by_route,
            })
        });
        MapGraph {
            flags: chosen(&|index, location| location.flag && active(index)),
            cities: bits(&cities),
            village_bits: bits(&villages),
            villages,
            journeys,
            open_roads: [toll, l4, l7] == [None; 3],
            quest_city,
            l4,
            l7,
            locations,
        }
    }
}
