//! Legacy tiles: cities that the explorer opens, and the effects of stopping on a tile (M-22).

use super::action::Action;
use super::categories::Category;
use super::events::Money;
use super::map_graph::MapGraph;
use super::pending::{DiscTarget, Pending, PendingStep};
use super::play::Play;
use super::roads::Journey;
use super::ruleset::Ruleset;
use super::state::State;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{Location, LocationId, SpaceId};

/// Number of the first disc tile.
const FIRST_DISC_TILE: u8 = 10;
/// Number of the tile that charges doubloons for passing.
pub(crate) const TOLL_TILE: u8 = 11;

impl Ruleset {
    /// Returns the map with the legacy tiles now in play.
    #[inline]
    pub(crate) fn chart(&self, state: &State) -> &MapGraph {
        &self.charts.all()[usize::from(state.chart)]
    }

    /// Returns a location with the legacy tiles now in play.
    #[inline]
    pub(crate) fn location(&self, state: &State, location: LocationId) -> &Location {
        &self.chart(state).locations[usize::from(location)]
    }

    /// Returns true if village actions are possible at a location (they are not on L20 to L23,
    /// M-22.14).
    #[inline]
    pub(crate) fn has_village_actions(&self, state: &State, location: LocationId) -> bool {
        self.chart(state).village_bits & !state.skull_locations & location.bit() != 0
    }

    /// Returns true if a player's explorer has opened this city (M-22.8, M-22.11). All other
    /// locations are open.
    #[inline]
    pub(crate) fn city_is_open(
        &self,
        location: LocationId,
        state: &State,
        explorer: SpaceId,
    ) -> bool {
        let places = &self.components.places;
        let chart = self.chart(state);
        if Some(location) == chart.l4 {
            self.explorer_reached(explorer, places.explorer_4)
        } else if Some(location) == chart.l7 {
            self.explorer_reached(explorer, places.explorer_11)
        } else {
            true
        }
    }

    /// Returns true if a city of a legacy tile is in play and a player's explorer has opened it.
    pub(crate) fn is_opened(
        &self,
        city: Option<LocationId>,
        state: &State,
        explorer: SpaceId,
    ) -> bool {
        city.is_some_and(|city| self.city_is_open(city, state, explorer))
    }

    /// Returns true if an explorer is on a space or has passed it.
    #[inline]
    pub(crate) fn explorer_reached(&self, explorer: SpaceId, space: SpaceId) -> bool {
        self.components.space(space).reaches & explorer.bit() != 0
    }

    /// Returns the index of the disc tile (0 for L10) at a location.
    #[inline]
    pub(crate) fn disc_tile_at(&self, state: &State, location: LocationId) -> Option<u8> {
        let tile = self.board.disc_tile_at[usize::from(location)];
        tile.filter(|&tile| state.has_legacy(10 + tile))
    }

    /// Returns true if every space of a disc tile, 10 to 17, has a disc.
    pub(crate) fn is_full(&self, state: &State, tile: u8) -> bool {
        let index = usize::from(tile - FIRST_DISC_TILE);
        self.board.disc_tiles[index].is_some_and(|tile| state.tile_discs[index] >= tile.spaces)
    }

    /// Returns the current cost of a journey in doubloons; a full L11 charges no toll (M-A89).
    #[inline]
    pub(crate) fn toll(&self, state: &State, journey: &Journey) -> u8 {
        match journey.toll {
            0 => 0,
            _ if self.is_full(state, TOLL_TILE) => 0,
            toll => toll,
        }
    }

    pub(crate) fn legal_disc_tile(
        &self,
        state: &State,
        seat: u8,
        tile: u8,
        actions: &mut Vec<Action>,
    ) {
        let tile = self.board.disc_tiles[usize::from(tile)].expect("the tile is in play");
        let player = &state.players[usize::from(seat)];
        if self.can_pay(state, player, tile.cost) {
            actions.push(Action::Accept);
        }
        actions.push(Action::Skip);
        self.legal_tasks_and_figures(state, player, actions);
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-22.13: pays the cost of the disc tile at the ship's location.
    pub fn use_disc_tile(&mut self, seat: u8, tile: u8) {
        let cost = self.game.board.disc_tiles[usize::from(tile)]
            .expect("in play")
            .cost;
        self.push(Pending::new(seat, PendingStep::DiscTileReward { tile }));
        self.pay(seat, cost, Money::Cities);
    }

    /// M-22.13: applies the reward, then moves a disc from the ship board to the tile.
    pub fn disc_tile_reward(&mut self, seat: u8, index: u8) {
        let tile = self.game.board.disc_tiles[usize::from(index)].expect("in play");
        self.push(Pending::new(
            seat,
            PendingStep::Disc {
                count: 1,
                target: DiscTarget::Tile(index),
            },
        ));
        self.effects(seat, &tile.reward, Category::Other);
    }

    /// Applies the legacy tiles at the location where the ship ends its move, before the main
    /// action.
    pub fn legacy_arrival(&mut self, seat: u8, ship: LocationId) {
        let board = &self.game.board;
        if let Some(tile) = self.game.disc_tile_at(self.state, ship) {
            let spaces = board.disc_tiles[usize::from(tile)].map_or(0, |tile| tile.spaces);
            if self.state.tile_discs[usize::from(tile)] < spaces {
                self.push(Pending::new(seat, PendingStep::DiscTile { tile }));
            }
        }
        if Some(ship) == board.figure_stop && self.state.has_legacy(5) {
            self.figures(seat, 1);
        }
        if Some(ship) == board.gift_stop && self.state.has_legacy(25) {
            self.effects(seat, &self.game.board.gift, Category::Other);
        }
    }
}
