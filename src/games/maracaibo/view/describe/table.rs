//! Text for the shared components: display, cities, quests, nations, buildings, legacy tiles and
//! piles.

use super::super::texts::board::city_action_words;
use super::super::texts::terms::{count, effects, market_state};
use super::page::Page;
use super::{TABLE, View, bits, explained, joined, listed, nation_name, quest, seat_name};
use crate::maracaibo::components::{
    BORDER_NAMES, CityAction, LocationId, LocationKind, Nation, QuestId,
};
use crate::maracaibo::rules::explorer::ARRIVALS;
use crate::maracaibo::rules::prestige::FIRST_INVESTOR;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;

impl Ruleset {
    /// Returns true if a location is on the map; L4 and L7 add locations.
    pub(crate) fn is_on_the_map(&self, state: &State, location: LocationId) -> bool {
        let mut added = self.components.legacy.iter();
        !added.any(|tile| {
            [4, 7].contains(&tile.number)
                && tile.location == Some(location)
                && !state.has_legacy(tile.number)
        })
    }

    /// Formats the tile of a city, its market with the free spaces, and its action.
    pub(crate) fn city_words(&self, state: &State, city: LocationId) -> String {
        let mut parts = Vec::new();
        if let Some(tile) = state.tiles[usize::from(city)] {
            let labels = &self.components.labels;
            let index = usize::from(tile);
            parts.push(format!(
                "{} {}",
                labels.city_tiles[index], labels.city_tile_names[index]
            ));
        }
        if let Some(its) = self.market_at(state, city) {
            let words = market_state(its, state.market[usize::from(city)]);
            parts.push(format!("market for {words}"));
        }
        let action = match self.city_action_at(state, city) {
            // A city under L3 has no action.
            CityAction::Tile => None,
            action => city_action_words(action),
        };
        parts.extend(action);
        joined(parts, "; ")
    }

    /// Formats a quest with its label, cost and reward.
    pub(crate) fn quest_line(&self, state: &State, quest: QuestId) -> String {
        format!(
            "{}: {}",
            self.quest_label(quest),
            self.quest_words(state, quest)
        )
    }
}

impl View<'_> {
    /// Adds all components that do not belong to a player.
    pub(super) fn table(&self, page: &mut Page) {
        let display = self.told.board.display.iter();
        let display = display.map(|card| card.as_ref().map_or("no card".to_string(), explained));
        let display: Vec<String> = display.collect();
        page.list(TABLE, "display", &display);
        page.list(TABLE, "cities", &self.cities());
        page.list(TABLE, "quests", &self.quests());
        self.nations(page);
        page.list(TABLE, "prestige", &self.buildings());
        page.entry(TABLE, "explorers", &self.track());
        page.list(TABLE, "legacy", &self.legacy());
        page.list(TABLE, "story", &self.game.story_lines(self.state));
        self.piles(page);
    }

    fn cities(&self) -> Vec<String> {
        let components = &self.game.components;
        let cities = components.location_ids().filter(|&location| {
            self.game.location(self.state, location).kind == LocationKind::City
                && self.game.is_on_the_map(self.state, location)
        });
        let words = |city: LocationId| {
            let place = self.game.location(self.state, city);
            let flag = match (place.flag, self.state.markers[usize::from(city)]) {
                (_, Some(nation)) => format!("; flag of {}", nation_name(nation)),
                (true, None) => format!("; flag: {}", effects(&place.flag_reward)),
                (false, None) => String::new(),
            };
            let name = self.game.location_name(city);
            format!("{name}: {}{flag}", self.game.city_words(self.state, city))
        };
        cities.map(words).collect()
    }

    /// Formats the quests on the map, on the explorer track and on top of the pile. Quests on cards
    /// are listed with the owners of the cards.
    fn quests(&self) -> Vec<String> {
        let (game, state) = (self.game, self.state);
        // The order of the locations is the same in an entered position.
        let mut on_map = state.quests_on_map().to_vec();
        on_map.sort_by_key(|&(place, _)| place);
        let on_map = on_map.into_iter().map(|(place, quest)| {
            let place = game.location_name(place);
            format!("at {place}, {}", game.quest_line(state, quest))
        });
        let spaces = game.board.quest_spaces.iter().zip(state.track_quests);
        let on_track = spaces.filter_map(|(&space, quest)| {
            let space = &game.components.labels.spaces[usize::from(space)];
            Some(format!(
                "on explorer space {space}, {}",
                game.quest_line(state, quest?)
            ))
        });
        let top = match &self.told.supplies.next_quest {
            None => "none on the pile".to_string(),
            Some(next) => format!("next of the pile, {}", quest(next)),
        };
        on_map.chain(on_track).chain([top]).collect()
    }

    fn nations(&self, page: &mut Page) {
        let state = self.state;
        for (nation, told) in Nation::ALL.into_iter().zip(&self.told.board.nations) {
            let fleet = (10..).zip(state.silver_fleet);
            let elsewhere = fleet
                .map(|(space, holder)| (format!("silver fleet {space}"), holder))
                .chain([("gold mine".to_string(), state.gold_mine)]);
            let on_map = self.game.components.location_ids().map(|location| {
                let name = self.game.location_name(location);
                (name, state.markers[usize::from(location)])
            });
            let places = on_map.chain(elsewhere);
            let places = places.filter(|&(_, holder)| holder == Some(nation));
            let places: Vec<String> = places.map(|(name, _)| name).collect();
            let places = match places.is_empty() {
                true => String::new(),
                false => format!(": {}", places.join(", ")),
            };
            let words = format!(
                "{}{places}; {} left, weighting {}, {} of it by majority",
                count(told.markers_in_caribbean, "marker"),
                told.markers_in_supply,
                told.weighting,
                self.game
                    .majority_bonus(&state.marker_count, usize::from(nation)),
            );
            page.entry(TABLE, &nation_name(nation), &words);
        }
    }

    fn buildings(&self) -> Vec<String> {
        let state = self.state;
        let shown = state.prestige.iter().zip(&self.told.board.prestige);
        let hidden = self.told.supplies.prestige_face_down;
        let words = shown.map(|(&number, open)| {
            let investors = open.investors.iter();
            let investors: Vec<String> = investors.map(|seat| seat_name(seat - 1)).collect();
            let mut notes = match investors.is_empty() {
                true => "no investments yet".to_string(),
                false => format!("invested: {}", investors.join(", ")),
            };
            if state.prestige_invested >> number & 1 == 0 {
                notes += &format!(", {FIRST_INVESTOR} VP for the first");
            }
            format!("{}; {notes}", explained(&open.building))
        });
        let face_down = (hidden > 0).then(|| format!("{hidden} face down"));
        words.chain(face_down).collect()
    }

    /// Formats the borders that have been crossed, the spaces that explorers jump over, and the VP
    /// at the end of the track.
    fn track(&self) -> String {
        let state = self.state;
        let mut parts = Vec::new();
        for (border, name) in BORDER_NAMES.into_iter().enumerate() {
            let crossed = state.borders_crossed >> border & 1 == 1;
            let first = if crossed {
                "crossed"
            } else {
                "not crossed yet"
            };
            parts.push(format!("{name} border {first}"));
        }
        let labels = &self.game.components.labels.spaces;
        let empty: Vec<&str> = bits(state.emptied_spaces)
            .filter_map(|space| labels.get(space).map(String::as_str))
            .collect();
        if !empty.is_empty() {
            parts.push(format!("quest gone from {}", empty.join(", ")));
        }
        let arrived = usize::from(state.explorers_at_end);
        if arrived > 0 {
            parts.push(format!("{arrived} at the end"));
        }
        if let Some(points) = ARRIVALS.get(arrived) {
            parts.push(format!("{points} VP for the next at the end"));
        }
        parts.join("; ")
    }

    /// Formats every legacy tile in play, with its discs and markers.
    fn legacy(&self) -> Vec<String> {
        let (game, state) = (self.game, self.state);
        let tiles = game.components.legacy.iter();
        let tiles = tiles.filter(|tile| state.has_legacy(tile.number));
        tiles
            .map(|tile| {
                let mut words = format!("L{}: {}", tile.number, game.legacy_words(tile));
                if let Some(index) = tile.number.checked_sub(10)
                    && let Some(discs) = state.tile_discs.get(usize::from(index))
                {
                    words += &format!("; {discs} of {}", count(tile.spaces, "disc"));
                }
                words
            })
            .collect()
    }

    fn piles(&self, page: &mut Page) {
        let supplies = &self.told.supplies;
        let mut parts = vec![
            count(supplies.pile, "card"),
            count(self.state.tokens_len, "combat token"),
            count(self.state.quest_pile_len, "quest"),
        ];
        if supplies.shuffles > 0 {
            let times = count(supplies.shuffles, "time");
            parts.push(format!("discards shuffled {times}"));
        }
        if supplies.discs_out_of_game > 0 {
            let discs = count(supplies.discs_out_of_game, "disc");
            parts.push(format!("{discs} out of the game"));
        }
        page.entry(TABLE, "face down", &listed(parts));
        let cards = &supplies.discards;
        let discards = match cards.len() {
            0 => "none".to_string(),
            number => format!("{number}: {}", cards.join(" ")),
        };
        page.entry(TABLE, "discards", &discards);
    }
}

/// Formats the goods or objects whose number is above 0: `2 sugar`.
pub(super) fn amounts(numbers: &[u8], names: &[&str]) -> Vec<String> {
    let named = numbers.iter().zip(names);
    let some = named.filter(|&(&number, _)| number > 0);
    some.map(|(number, name)| format!("{number} {name}"))
        .collect()
}
