//! Text for the shared components: cities, quests, nations and legacy tiles.

use super::super::position::Location;
use super::super::texts::board::city_action_words;
use super::super::texts::terms::{count, market_state};
use super::Text;
use crate::maracaibo::components::{CityAction, LocationId, Nation, QuestId};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;
use crate::prose::joined;
use crate::view::Described;

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

    /// Formats a quest with its label, cost and reward.
    pub(crate) fn quest_line(&self, state: &State, quest: QuestId) -> String {
        format!(
            "{}: {}",
            self.quest_label(quest),
            self.quest_words(state, quest)
        )
    }
}

impl Text<'_> {
    /// Formats the tile of a city, its market with the free spaces, and its action.
    pub(super) fn city(&self, shown: &Location) -> String {
        let (game, state) = (self.game, self.state);
        let labels = &game.components.labels;
        let city = index_of(&labels.locations, &shown.id);
        let tile = state.tiles[city].map(usize::from);
        let tile = tile.map(|tile| {
            format!(
                "{} {}",
                labels.city_tiles[tile], labels.city_tile_names[tile]
            )
        });
        let place = LocationId::new(city as u8);
        let market = game.market_at(state, place);
        let market =
            market.map(|its| format!("market for {}", market_state(its, state.market[city])));
        let action = match game.city_action_at(state, place) {
            // A city under L3 has no action.
            CityAction::Tile => None,
            action => city_action_words(action),
        };
        joined([tile, market, action].into_iter().flatten(), "; ")
    }

    /// Formats a quest on the map or on the explorer track.
    pub(super) fn quest(&self, quest: &Described) -> String {
        let index = index_of(&self.game.components.labels.quests, &quest.id);
        let label = self.game.quest_label(QuestId::new(index as u8));
        format!("{label}: {}", quest.text)
    }

    /// Returns the places of a nation's markers.
    pub(super) fn marked(&self, nation: &Nation) -> Vec<String> {
        let board = &self.view.board;
        let holds = |holder: &Option<Nation>| *holder == Some(*nation);
        let on_map = board.locations.iter().filter(|place| holds(&place.marker));
        let on_map = on_map.map(|place| format!("{} {}", place.id, place.name));
        let fleet = board.silver_fleet.iter().flat_map(|fleet| &fleet.0);
        let fleet = fleet.filter(|(_, holder)| holds(holder));
        let fleet = fleet.map(|(space, _)| format!("silver fleet {space}"));
        let mine = holds(&board.gold_mine).then(|| "gold mine".to_string());
        on_map.chain(fleet).chain(mine).collect()
    }

    /// Returns the id and name of the location with this id.
    pub(super) fn place(&self, id: &str) -> String {
        let index = index_of(&self.game.components.labels.locations, id);
        self.game.location_name(LocationId::new(index as u8))
    }

    /// Formats the number of spaces for discs on a legacy tile.
    pub(super) fn disc_spaces(&self, shown: &Described) -> String {
        let mut tiles = self.game.components.legacy.iter();
        let tile = tiles.find(|tile| format!("L{}", tile.number) == shown.id);
        count(tile.map_or(0, |tile| tile.spaces), "disc")
    }
}

/// Returns the index of an id that the view contains.
fn index_of(ids: &[String], id: &str) -> usize {
    ids.iter().position(|other| other == id).unwrap_or_default()
}
