//! Inputs of the board: markers, markets, city tiles, quests, explorer track, buildings and combat
//! tokens.

use super::blocks::{Steps, numbers};
use super::nations::NationValues;
use super::view::View;
use crate::encoding::{Flags, Inputs, Layout, Number};
use crate::maracaibo::components::{
    BORDER_NAMES, Components, LocationId, MAX_LOCATIONS, NATION_NAMES, NATIONS, SpaceKind,
};
use crate::maracaibo::rules::state::{DISC_TILES, TRACK_QUESTS};

/// Number of markers of each nation (M-1.8).
const MARKERS: usize = 13;
/// Number of discs in a market with a flag of its own, unless the data set has a market with more
/// spaces.
const MARKET: usize = 3;

/// Inputs of the board.
#[derive(Clone, Debug)]
pub struct MapInputs {
    markers: Vec<Flags>,
    supply: Vec<Steps>,
    marker_count: Vec<Number>,
    weighting: Vec<Number>,
    market: Vec<Flags>,
    /// Spaces with a disc; only present if a market accepts different goods.
    market_spaces: Vec<Flags>,
    tile_discs: Vec<Steps>,
    silver_fleet: Flags,
    gold_mine: Flags,
    tiles: Flags,
    tile_places: [LocationId; 5],
    quest_locations: Flags,
    map_quests: Flags,
    /// Index of each location among the locations where quests can be.
    quest_place: [Option<usize>; MAX_LOCATIONS],
    younger_quests: Flags,
    quest_top: Flags,
    quest_pile: Number,
    quests_taken: Flags,
    track_quests: Vec<Flags>,
    emptied: Flags,
    buildings: Flags,
    invested: Flags,
    borders: Flags,
    explorers_at_end: Steps,
    tokens_taken: Flags,
    tokens_left: Number,
    mean_combat_value: Vec<Number>,
    quests: usize,
    city_tiles: usize,
}

impl MapInputs {
    /// Adds the inputs to the layout.
    pub fn new(layout: &mut Layout, components: &Components) -> MapInputs {
        let labels = &components.labels;
        let place = |location: LocationId| labels.locations[usize::from(location)].as_str();
        let [a, b, c, d] = components.places.tile_cities;
        let tile_places = [a, b, c, d, components.places.maracaibo];
        let tiles = (tile_places.iter()).flat_map(|&city| {
            let tiles = labels.city_tiles.iter();
            tiles.map(move |tile| format!("{tile}@{}", place(city)))
        });
        let quest_places = quest_places(components);
        let mut quest_place = [None; MAX_LOCATIONS];
        for (index, &location) in quest_places.iter().enumerate() {
            quest_place[usize::from(location)] = Some(index);
        }
        let map_quests = (quest_places.iter()).flat_map(|&location| {
            let quests = labels.quests.iter();
            quests.map(move |quest| format!("{quest}@{}", place(location)))
        });
        let spaces = (components.explorer.iter().zip(&labels.spaces))
            .filter(|(space, _)| space.kind == SpaceKind::Quest)
            .take(TRACK_QUESTS);
        let disc_tiles = (0..DISC_TILES).map(|index| format!("discs on L{}", 10 + index));
        MapInputs {
            markers: (NATION_NAMES.iter())
                .map(|nation| layout.flags(&format!("{nation} at"), &labels.locations))
                .collect(),
            supply: (NATION_NAMES.iter())
                .map(|nation| Steps::new(layout, &format!("{nation} supply"), MARKERS))
                .collect(),
            marker_count: numbers(layout, "markers", NATION_NAMES, 5.0),
            weighting: numbers(layout, "weighting", NATION_NAMES, 5.0),
            market: (1..=components.largest_market().max(MARKET))
                .map(|discs| layout.flags(&format!("market disc {discs}"), &labels.locations))
                .collect(),
            market_spaces: (1..=components.largest_mixed_market())
                .map(|space| layout.flags(&format!("market space {space}"), &labels.locations))
                .collect(),
            tile_discs: disc_tiles
                .map(|name| Steps::new(layout, &name, 4))
                .collect(),
            silver_fleet: layout.flags("silver fleet", ["10", "11"]),
            gold_mine: layout.flags("gold mine", ["taken"]),
            tiles: layout.flags("tile", tiles),
            tile_places,
            quest_locations: layout.flags("quest on", &labels.locations),
            map_quests: layout.flags("quest", map_quests),
            quest_place,
            younger_quests: layout.flags("younger quest", &labels.quests),
            quest_top: layout.flags("next quest", &labels.quests),
            quest_pile: layout.number("quest pile", 10.0),
            quests_taken: layout.flags("quest taken", &labels.quests),
            track_quests: spaces
                .map(|(_, space)| layout.flags(&format!("quest at {space}"), &labels.quests))
                .collect(),
            emptied: layout.flags("emptied", &labels.spaces),
            buildings: layout.flags("building", &labels.prestige),
            invested: layout.flags("invested", &labels.prestige),
            borders: layout.flags("border crossed", BORDER_NAMES),
            explorers_at_end: Steps::new(layout, "explorers at end", 4),
            tokens_taken: layout.flags("token taken", &labels.tokens),
            tokens_left: layout.number("tokens left", 10.0),
            mean_combat_value: numbers(layout, "mean combat value", NATION_NAMES, 4.0),
            quests: labels.quests.len(),
            city_tiles: labels.city_tiles.len(),
        }
    }

    /// Fills the inputs of the explorer track and the prestige buildings.
    pub fn fill_tracks(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        self.emptied.fill_bits(inputs, state.emptied_spaces);
        for &building in &state.prestige[..usize::from(state.prestige_shown)] {
            self.buildings.fill(inputs, building);
        }
        self.invested
            .fill_bits(inputs, u64::from(state.prestige_invested));
        self.borders
            .fill_bits(inputs, u64::from(state.borders_crossed));
        self.explorers_at_end.fill(inputs, state.explorers_at_end);
    }

    /// Fills the inputs of markers, supplies and the weightings of nations.
    pub fn fill_nations(&self, inputs: &mut Inputs, view: View<'_>, nations: &NationValues) {
        let state = view.state;
        for (location, &nation) in state.markers.iter().enumerate() {
            if let Some(nation) = nation {
                self.markers[usize::from(nation)].fill(inputs, location);
            }
        }
        for nation in 0..NATIONS {
            self.supply[nation].fill(inputs, state.supply[nation]);
            self.marker_count[nation].fill(inputs, state.marker_count[nation]);
            self.weighting[nation].fill(inputs, nations.weighting[nation] as f32);
        }
        // The nation of these markers has no effect, because they cannot be expelled.
        for (space, _) in (state.silver_fleet.iter().enumerate()).filter(|(_, on)| on.is_some()) {
            self.silver_fleet.fill(inputs, space);
        }
        if state.gold_mine.is_some() {
            self.gold_mine.fill(inputs, 0usize);
        }
    }

    /// Fills the inputs of markets, disc tiles and city tiles.
    pub fn fill_cities(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        for (location, &full) in state.market.iter().enumerate() {
            let discs = full.count_ones() as usize;
            for flags in &self.market[..discs.min(self.market.len())] {
                flags.fill(inputs, location);
            }
            for (space, flags) in self.market_spaces.iter().enumerate() {
                if full >> space & 1 == 1 {
                    flags.fill(inputs, location);
                }
            }
        }
        for (steps, &discs) in self.tile_discs.iter().zip(&state.tile_discs) {
            steps.fill(inputs, discs);
        }
        for (index, city) in self.tile_places.into_iter().enumerate() {
            if let Some(tile) = state.tiles[usize::from(city)] {
                let first = index * self.city_tiles;
                self.tiles.fill(inputs, first + usize::from(tile));
            }
        }
    }

    /// Fills the inputs of quests on the map, the track and the pile.
    pub fn fill_quests(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        self.quest_locations
            .fill_bits(inputs, u64::from(state.quest_locations));
        let (mut places, mut younger) = (0u32, 0u32);
        for &(location, quest) in state.quests_on_map() {
            if let Some(place) = self.quest_place[usize::from(location)] {
                let first = place * self.quests;
                self.map_quests.fill(inputs, first + usize::from(quest));
            }
            if places & location.bit() != 0 {
                younger |= quest.bit();
            }
            places |= location.bit();
        }
        // M-A70: the age of quests at one location matters only to Jean.
        if view.game.opponent.is_some() {
            self.younger_quests.fill_bits(inputs, u64::from(younger));
        }
        if let Some(quest) = state.quest_top {
            self.quest_top.fill(inputs, quest);
        }
        self.quest_pile.fill(inputs, state.quest_pile_len);
        let taken = state.seated().iter().map(|player| player.quests);
        let taken = taken.fold(0, |taken, quests| taken | quests);
        self.quests_taken.fill_bits(inputs, u64::from(taken));
        for (flags, quest) in self.track_quests.iter().zip(state.track_quests) {
            if let Some(quest) = quest {
                flags.fill(inputs, quest);
            }
        }
    }

    /// Fills the inputs of the combat tokens.
    pub fn fill_tokens(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        let taken = state.seated().iter().map(|player| player.tokens);
        let taken = taken.fold(0, |taken, tokens| taken | tokens);
        self.tokens_taken.fill_bits(inputs, u64::from(taken));
        // The remaining tokens are public; only their order is hidden.
        let left = &state.tokens[..usize::from(state.tokens_len)];
        self.tokens_left.fill(inputs, state.tokens_len);
        if left.is_empty() {
            return;
        }
        let mut sums = [0u16; NATIONS];
        for &token in left {
            let values = view.game.components.tokens[usize::from(token)].combat_value;
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += u16::from(value);
            }
        }
        for (number, sum) in self.mean_combat_value.iter().zip(sums) {
            number.fill(inputs, f32::from(sum) / left.len() as f32);
        }
    }
}

/// Returns the locations where a scenario card or L1 places quests.
fn quest_places(components: &Components) -> Vec<LocationId> {
    let placements = components.scenarios.iter().flat_map(|card| &card.quests);
    let quest_city = components.legacy.iter().filter(|tile| tile.number == 1);
    let mut places: Vec<LocationId> = placements
        .map(|placement| placement.location)
        .chain(quest_city.filter_map(|tile| tile.location))
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}
