//! Legacy tiles and C cards that enter and leave during a game (M-22.4 to M-22.15, M-C7).

use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::setup::CITY_TILES;
use super::super::state::{DISC_TILES, State};
use super::pieces::MIXES;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{CityTileId, LocationId, Nation};

/// Number of the tile that closes Cartagena (M-22.7).
const PLAGUE: u8 = 3;
/// Number of the first disc tile.
const FIRST_DISC_TILE: u8 = 10;

impl Ruleset {
    /// Sets the legacy tiles on the board; tile Ln is bit n. Does not apply the effects of
    /// entering.
    pub(crate) fn lay_legacy_tiles(&self, state: &mut State, legacy: u32) {
        state.legacy = legacy;
        state.chart = self.charts.number(legacy);
        let lying = self
            .board
            .skulls
            .iter()
            .filter(|(tile, _)| legacy & tile != 0);
        state.skull_locations = lying.fold(0, |bits, (_, location)| bits | location);
    }

    /// Returns the number of discs on a disc tile when it comes into play. With two players: one on
    /// L11 to L17 (M-22.13). Against Jean: two on L11 to L17 and one on L10 (M-24.10).
    pub(crate) fn first_discs_of(&self, state: &State, index: u8) -> u8 {
        let of_two = u8::from(index > 0 && state.seats <= 2);
        let of_jean = u8::from(self.opponent.is_some());
        let spaces = self.board.disc_tiles[usize::from(index)].map_or(0, |tile| tile.spaces);
        (of_two + of_jean).min(spaces)
    }

    /// Returns the location of L3.
    fn plague_city(&self) -> Option<LocationId> {
        let mut tiles = self.components.legacy.iter();
        tiles.find(|tile| tile.number == PLAGUE)?.location
    }

    /// Returns the city tiles for this number of players that are in the box.
    fn city_tiles_in_box(&self, state: &State) -> impl Iterator<Item = CityTileId> {
        let two_players = state.seats <= 2;
        let tiles = self.components.city_tiles.iter().zip(0u8..);
        let lying = state.tiles;
        tiles
            .filter(move |(tile, _)| tile.two_players == two_players && !tile.cover)
            .map(|(_, index)| CityTileId::new(index))
            .filter(move |id| !lying.contains(&Some(*id)))
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Adds a legacy tile. If the tile is already in play, only its discs are reset, so that the tile
    /// is empty for the card that adds it (M-A80).
    pub fn enter_tile(&mut self, tile: u8) {
        let game = self.game;
        let index = tile.wrapping_sub(FIRST_DISC_TILE);
        let is_disc_tile = usize::from(index) < DISC_TILES;
        if is_disc_tile {
            self.first_discs(index);
        }
        if self.state.has_legacy(tile) {
            return;
        }
        let legacy = self.state.legacy | 1 << tile;
        game.lay_legacy_tiles(self.state, legacy);
        let seat = self.state.active;
        self.event(seat, EventKind::LegacyEntered, tile, 0);
        if tile == PLAGUE {
            self.close_city();
        }
        if tile == 1
            && let Some(city) = game.chart(self.state).quest_city
        {
            self.place_quest(city);
        }
    }

    /// M-22.7: removes the city tile and the marker of Cartagena and the discs on its market from
    /// the game.
    fn close_city(&mut self) {
        let Some(city) = self.game.plague_city() else {
            return;
        };
        self.state.tiles[usize::from(city)] = None;
        self.empty_market(Some(city));
        let marker = self.state.markers[usize::from(city)].take();
        self.marker_leaves(marker);
    }

    /// Places the initial discs of a disc tile.
    pub fn first_discs(&mut self, index: u8) {
        self.state.tile_discs[usize::from(index)] = self.game.first_discs_of(self.state, index);
    }

    /// Returns a legacy tile to the box; markers on it leave the game. L3 is replaced by a city
    /// tile from the box for this number of players (M-22.3).
    pub fn remove_tile(&mut self, tile: u8) {
        let game = self.game;
        if !self.state.has_legacy(tile) {
            return;
        }
        let seat = self.state.active;
        self.event(seat, EventKind::LegacyLeft, tile, 0);
        let chart = game.chart(self.state);
        let city = match tile {
            1 => chart.quest_city,
            4 => chart.l4,
            7 => chart.l7,
            _ => None,
        };
        let legacy = self.state.legacy & !(1 << tile);
        game.lay_legacy_tiles(self.state, legacy);
        match tile {
            // The marker of Puerto Cabezas stays in the location, which becomes a village again.
            1 => self.empty_market(city),
            PLAGUE => self.reopen_city(),
            4 | 7 => {
                self.empty_market(city);
                if let Some(city) = city {
                    let marker = self.state.markers[usize::from(city)].take();
                    self.marker_leaves(marker);
                }
            }
            6 => {
                for marker in std::mem::take(&mut self.state.silver_fleet) {
                    self.marker_leaves(marker);
                }
            }
            9 => {
                let marker = self.state.gold_mine.take();
                self.marker_leaves(marker);
            }
            10..=17 => self.state.tile_discs[usize::from(tile - FIRST_DISC_TILE)] = 0,
            _ => {}
        }
    }

    fn empty_market(&mut self, city: Option<LocationId>) {
        if let Some(city) = city {
            let full = std::mem::take(&mut self.state.market[usize::from(city)]);
            self.state.discs_gone += full.count_ones() as u8;
        }
    }

    fn marker_leaves(&mut self, marker: Option<Nation>) {
        if let Some(nation) = marker {
            self.state.marker_count[usize::from(nation)] -= 1;
        }
    }

    /// M-22.3: draws a random city tile for Cartagena.
    fn reopen_city(&mut self) {
        let game = self.game;
        let Some(city) = game.plague_city() else {
            return;
        };
        let mut tiles = [CityTileId::FIRST; 16];
        let mut count = 0;
        for (place, tile) in tiles.iter_mut().zip(game.city_tiles_in_box(self.state)) {
            *place = tile;
            count += 1;
        }
        if count > 0 {
            let number = |index: u32| usize::from(tiles[index as usize]) as u16;
            let index = self.chance.pick(CITY_TILES, count, number);
            self.state.tiles[usize::from(city)] = Some(tiles[index as usize]);
        }
    }

    /// Adds C cards to the discards (M-C7). C cards already among the project cards do not move.
    pub fn c_cards_to_discards(&mut self, numbers: u16) {
        let new = self.new_c_cards(numbers);
        let cards = self.game.story.as_ref().map(|story| story.cards_of(new));
        for card in cards.into_iter().flat_map(|cards| cards.iter()) {
            self.state.discards.insert(card);
        }
    }

    /// Shuffles C cards into the draw pile (M-C7).
    pub fn c_cards_into_pile(&mut self, numbers: u16) {
        let game = self.game;
        let new = self.new_c_cards(numbers);
        let Some(story) = game.story.as_ref().filter(|_| new != 0) else {
            return;
        };
        let state = &mut *self.state;
        // Other players can infer that the cards now in a hand are not these C cards
        // (`knowledge.rs`).
        if usize::from(state.story.mixes) < MIXES {
            state.story.mixes += 1;
            let time = usize::from(state.story.mixes) - 1;
            for player in &mut state.players[..usize::from(state.seats)] {
                let hidden = player.hand.minus(player.hand_public).len();
                player.held_since_mix[time] = hidden as u8;
            }
        }
        for (index, card) in story.c_card_of.iter().enumerate() {
            let Some(card) = card.filter(|_| new >> index & 1 == 1) else {
                continue;
            };
            state.pile[usize::from(state.pile_len)] = card;
            state.pile_len += 1;
            state.recycled[usize::from(card)] = state.shuffles;
            state.story.mixed_at[index] = state.story.mixes;
        }
    }

    /// Returns the C cards that are not yet among the project cards, and marks them as added.
    fn new_c_cards(&mut self, numbers: u16) -> u16 {
        let new = numbers & !self.state.story.c_cards;
        self.state.story.c_cards |= new;
        new
    }
}
