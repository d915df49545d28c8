//! Inputs of the board: markers, markets, city tiles, quests, explorer track, buildings and combat
//! tokens.

use super::nations::NationValues;
use super::view::View;
use crate::encoding::{Flags, Inputs, Number, Numbers, StepGroup, Steps};
use crate::maracaibo::components::{
    BORDER_NAMES, Components, LocationId, MAX_LOCATIONS, NATION_NAMES, NATIONS, SpaceKind,
};
use crate::maracaibo::rules::state::{DISC_TILES, State, TRACK_QUESTS};
use crate::maracaibo::rules::valuation::token_worth;
use portolan_core::inputs;

/// Number of markers of each nation (M-1.8).
const MARKERS: usize = 13;
/// Largest number of discs in a market that has a separate flag, unless the data set has a market
/// with more spaces.
const MARKET: usize = 3;

inputs! {
    /// Inputs of the board.
    pub struct MapInputs {
        new(layout, components: &Components) {
            let labels = &components.labels;
            let locations = &labels.locations;
            let [a, b, c, d] = components.places.tile_cities;
            let tile_cities = [a, b, c, d, components.places.maracaibo];
            let quest_places = quest_places(components);
            let at = |things: &'_ [String], places: &[LocationId]| -> Vec<String> {
                let place = |place: LocationId| &locations[usize::from(place)];
                let places = places.iter().map(|&location| place(location));
                let at = |place| things.iter().map(move |thing| format!("{thing}@{place}"));
                places.flat_map(at).collect()
            };
            let spaces = (components.explorer.iter().zip(&labels.spaces))
                .filter(|(space, _)| space.kind == SpaceKind::Quest)
                .take(TRACK_QUESTS);
            let disc_tiles = (0..DISC_TILES).map(|index| format!("L{}", 10 + index));
        }
        markers: [Flags; NATIONS] =
            NATION_NAMES.map(|nation| layout.flags(&format!("{nation} at"), locations));
        supply: [Steps; NATIONS] =
            NATION_NAMES.map(|nation| layout.steps(&format!("{nation} supply"), MARKERS));
        marker_count: Numbers = layout.numbers("markers", NATION_NAMES, 5.0);
        weighting: Numbers = layout.numbers("weighting", NATION_NAMES, 5.0);
        market: Vec<Flags> = (1..=components.largest_market().max(MARKET))
            .map(|discs| layout.flags(&format!("market disc {discs}"), locations))
            .collect();
        /// Spaces with a disc; only present if a market accepts different goods.
        market_spaces: Vec<Flags> = (1..=components.largest_mixed_market())
            .map(|space| layout.flags(&format!("market space {space}"), locations))
            .collect();
        tile_discs: StepGroup = layout.step_group("discs on", disc_tiles, 4);
        silver_fleet: Flags = layout.flags("silver fleet", ["10", "11"]);
        gold_mine: Flags = layout.flags("gold mine", ["taken"]);
        tiles: Flags = layout.flags("tile", at(&labels.city_tiles, &tile_cities));
        tile_places: [LocationId; 5] = tile_cities;
        quest_locations: Flags = layout.flags("quest on", locations);
        map_quests: Flags = layout.flags("quest", at(&labels.quests, &quest_places));
        /// Index of each location among the locations where quests can be.
        quest_place: [Option<usize>; MAX_LOCATIONS] = std::array::from_fn(|location| {
            quest_places.iter().position(|&place| usize::from(place) == location)
        });
        younger_quests: Flags = layout.flags("younger quest", &labels.quests);
        quest_top: Flags = layout.flags("next quest", &labels.quests);
        quest_pile: Number = layout.number("quest pile", 10.0);
        quests_taken: Flags = layout.flags("quest taken", &labels.quests);
        track_quests: Vec<Flags> = spaces
            .map(|(_, space)| layout.flags(&format!("quest at {space}"), &labels.quests))
            .collect();
        quests: usize = labels.quests.len();
        city_tiles: usize = labels.city_tiles.len();
    }
}

inputs! {
    /// Inputs of the explorer track and the prestige buildings.
    pub struct TrackInputs {
        new(layout, components: &Components) { let labels = &components.labels; }
        fill(inputs, state: &State) {
            let shown = usize::from(state.prestige_shown);
        }
        emptied: Flags = layout.flags("emptied", &labels.spaces) => fill_bits(state.emptied_spaces);
        buildings: Flags = layout.flags("building", &labels.prestige)
            => fill_each(state.prestige.into_iter().take(shown));
        invested: Flags = layout.flags("invested", &labels.prestige)
            => fill_bits(state.prestige_invested.into());
        borders: Flags = layout.flags("border crossed", BORDER_NAMES)
            => fill_bits(state.borders_crossed.into());
        explorers_at_end: Steps = layout.steps("explorers at end", 4)
            => fill(state.explorers_at_end);
    }
}

inputs! {
    /// Inputs of the combat tokens.
    pub struct TokenInputs {
        new(layout, components: &Components)
        taken: Flags = layout.flags("token taken", &components.labels.tokens);
        left: Number = layout.number("tokens left", 10.0);
        mean_combat_value: Numbers = layout.numbers("mean combat value", NATION_NAMES, 4.0);
        mean_effect: Numbers = layout.numbers("mean combat effect", NATION_NAMES, 4.0);
    }
}

impl MapInputs {
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
        self.tile_discs.fill(inputs, state.tile_discs);
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
        self.quest_top.fill_each(inputs, state.quest_top);
        self.quest_pile.fill(inputs, state.quest_pile_len);
        let taken = state.seated().iter().map(|player| player.quests);
        let taken = taken.fold(0, |taken, quests| taken | quests);
        self.quests_taken.fill_bits(inputs, u64::from(taken));
        for (flags, quest) in self.track_quests.iter().zip(state.track_quests) {
            flags.fill_each(inputs, quest);
        }
    }
}

impl TokenInputs {
    /// Fills the inputs of the combat tokens.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        let taken = state.seated().iter().map(|player| player.tokens);
        let taken = taken.fold(0, |taken, tokens| taken | tokens);
        self.taken.fill_bits(inputs, u64::from(taken));
        // The remaining tokens are public; only their order is hidden.
        let left = &state.tokens[..usize::from(state.tokens_len)];
        self.left.fill(inputs, state.tokens_len);
        if left.is_empty() {
            return;
        }
        // Sums of whole numbers do not depend on the hidden order of the tokens.
        let (mut values, mut effects) = ([0u16; NATIONS], [0i32; NATIONS]);
        for &token in left {
            let token = &view.game.components.tokens[usize::from(token)];
            for nation in 0..NATIONS {
                values[nation] += u16::from(token.combat_value[nation]);
                effects[nation] += (10.0 * token_worth(token.effect[nation])).round() as i32;
            }
        }
        let count = left.len() as f32;
        (self.mean_combat_value).fill(inputs, values.map(|sum| f32::from(sum) / count));
        self.mean_effect
            .fill(inputs, effects.map(|sum| sum as f32 / (10.0 * count)));
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
