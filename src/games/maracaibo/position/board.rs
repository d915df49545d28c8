//! What lies on the board.

use serde_json::{Map, Value, json};

use super::super::components::{
    BORDER_NAMES, GOOD_NAMES, LocationId, LocationKind, Market, NATION_NAMES, NATIONS, SpaceId,
};
use super::super::state::DISC_TILES;
use super::super::texts::board::city_action_words;
use super::super::texts::terms::effects;
use super::view::{View, component, members};

/// What a kind of location is called.
fn kind_name(kind: LocationKind) -> &'static str {
    match kind {
        LocationKind::Start => "start",
        LocationKind::City => "city",
        LocationKind::Village => "village",
        LocationKind::Homeward => "homeward",
    }
}

impl View<'_> {
    /// Locations, nations, explorer track, display and buildings.
    pub fn board(&self) -> Value {
        let (game, state) = (self.game, self.state);
        let components = &game.components;
        let locations = components
            .location_ids()
            .filter(|&place| self.in_play(place));
        let spaces = (0..components.explorer.len() as u8).map(SpaceId::new);
        let display = state.display.into_iter();
        let display = display.map(|card| card.map(|card| self.card(card)));
        let shown = state.prestige[..usize::from(state.prestige_shown)].iter();
        let legacy = components.legacy.iter();
        let legacy = legacy.filter(|tile| state.has_legacy(tile.number));
        let legacy = legacy.map(|tile| {
            let id = format!("L{}", tile.number);
            component(&id, &game.legacy_name(tile), &game.legacy_words(tile))
        });
        let borders = BORDER_NAMES.map(String::from);
        json!({
            "scenario": game.options.scenario,
            "legacy_tiles": legacy.collect::<Vec<Value>>(),
            "locations": locations.map(|place| self.location(place)).collect::<Vec<Value>>(),
            "nations": (0..NATIONS).map(|nation| self.nation(nation)).collect::<Vec<Value>>(),
            "explorer_track": spaces.map(|space| self.space(space)).collect::<Vec<Value>>(),
            "borders_crossed": members(state.borders_crossed.into(), &borders),
            "explorers_at_end": state.explorers_at_end,
            "display": display.collect::<Vec<Option<Value>>>(),
            "prestige": shown.map(|&building| self.open_building(building)).collect::<Vec<Value>>(),
            "silver_fleet": self.silver_fleet(),
            "gold_mine": state.gold_mine.map(|nation| NATION_NAMES[usize::from(nation)]),
            "discs_on_tiles": self.discs_on_tiles(),
            "story": self.story(),
        })
    }

    /// Whether a location is on the map: those of L4 and L7 only with these tiles.
    fn in_play(&self, place: LocationId) -> bool {
        let mut added = self.game.components.legacy.iter();
        let added =
            added.find(|tile| [4, 7].contains(&tile.number) && tile.location == Some(place));
        added.is_none_or(|tile| self.state.has_legacy(tile.number))
    }

    fn location(&self, place: LocationId) -> Value {
        let (game, state) = (self.game, self.state);
        let index = usize::from(place);
        let shown = game.location(state, place);
        let labels = &game.components.labels;
        let action = city_action_words(game.city_action_at(state, place));
        let next = shown.next.into_iter().flatten();
        let market = (game.market_at(state, place)).map(|its| market(its, state.market[index]));
        let tile = state.tiles[index].map(|tile| &labels.city_tiles[usize::from(tile)]);
        let quests = state.quests_at(place).map(|quest| self.quest(quest));
        json!({
            "id": labels.locations[index],
            "name": labels.location_names[index],
            "kind": kind_name(shown.kind),
            "leads_to": next.map(|next| self.place(next)).collect::<Vec<&str>>(),
            "city_tile": tile,
            "action": action,
            "market": market,
            "flag": shown.flag.then(|| effects(&shown.flag_reward)),
            "marker": state.markers[index].map(|nation| NATION_NAMES[usize::from(nation)]),
            "quests": quests.collect::<Vec<Value>>(),
        })
    }

    fn nation(&self, nation: usize) -> Value {
        json!({
            "id": NATION_NAMES[nation],
            "markers_in_supply": self.state.supply[nation],
            "markers_in_caribbean": self.state.marker_count[nation],
            "weighting": self.game.weighting(self.state, nation),
        })
    }

    fn space(&self, space: SpaceId) -> Value {
        let shown = self.game.components.space(space);
        let next = shown.next.into_iter().flatten();
        let quest_spaces = self.game.board.quest_spaces.iter();
        let quest = quest_spaces
            .zip(self.state.track_quests)
            .find(|(place, _)| **place == space)
            .and_then(|(_, quest)| quest);
        json!({
            "id": self.space_id(space),
            "text": self.game.space_words(space),
            "leads_to": next.map(|next| self.space_id(next)).collect::<Vec<&str>>(),
            "border": shown.border_before.map(|border| BORDER_NAMES[usize::from(border)]),
            "quest": quest.map(|quest| self.quest(quest)),
            "emptied": self.state.emptied_spaces & space.bit() != 0,
        })
    }

    /// A prestige building face up and who has invested in it.
    fn open_building(&self, building: u8) -> Value {
        let mut told = self.building(building);
        let seated = self.state.seated().iter().zip(1u8..);
        let investors = seated.filter(|(player, _)| player.prestige >> building & 1 == 1);
        told["investors"] = investors.map(|(_, seat)| seat).collect();
        told
    }

    /// The nations on the spaces of L6, or null without it.
    fn silver_fleet(&self) -> Option<Value> {
        let spaces = ["10", "11"].into_iter().zip(self.state.silver_fleet);
        let nations = spaces.map(|(space, nation)| {
            (
                space,
                nation.map(|nation| NATION_NAMES[usize::from(nation)]),
            )
        });
        self.state.has_legacy(6).then(|| nations.collect())
    }

    /// Discs on those of L10 to L17 that are in play.
    fn discs_on_tiles(&self) -> Value {
        let mut discs = Map::new();
        for index in 0..DISC_TILES {
            if self.state.has_legacy(10 + index as u8) {
                discs.insert(
                    format!("L{}", 10 + index),
                    json!(self.state.tile_discs[index]),
                );
            }
        }
        Value::Object(discs)
    }
}

/// A market with its discs; one that takes different goods tells of every space.
fn market(market: Market, full: u8) -> Value {
    let name = |good: u8| GOOD_NAMES[usize::from(good)];
    let only = market.only_good().map(name);
    let mut value = json!({
        "good": only,
        "spaces": market.spaces,
        "discs": full.count_ones(),
    });
    if only.is_none() {
        value["goods"] = market.goods().map(name).collect();
        value["full"] = (0..market.spaces)
            .map(|space| full >> space & 1 == 1)
            .collect();
    }
    value
}
