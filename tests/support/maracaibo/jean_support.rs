//! Test table for the solo game: Jean's turns by card.

use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::components::{AUTOMA_SPACES, Nation};
use portolan_games::maracaibo::pending::{Pending, PendingStep};
use portolan_games::maracaibo::state::Phase;

use super::support::Table;

pub const JEAN: usize = 1;

/// Starts a solo game without quests on the map, in which both sides have only their starting
/// components; the player is about to sail.
pub fn solo(options: &[&str]) -> Table {
    let mut table = Table::bare(1, options);
    table.no_quests();
    table.player(0).career = None;
    table
}

impl Table {
    /// Returns the index of an automa card by id.
    #[track_caller]
    pub fn automa(&self, id: &str) -> u8 {
        let labels = &self.components().labels.automa;
        let index = labels.iter().position(|label| label == id);
        index.expect("an automa card") as u8
    }

    /// Lets Jean turn this card; her turn continues up to the next decision of the player.
    pub fn jean_turn(&mut self, id: &str) -> &mut Table {
        self.state.jean.deck = 1 << self.automa(id);
        self.state.jean.discards = 0;
        self.jean_plays()
    }

    /// Lets Jean turn the next card of her deck.
    pub fn jean_plays(&mut self) -> &mut Table {
        self.state.phase = Phase::Turn;
        self.state.active = 0;
        self.state.stack_len = 0;
        self.open(Pending::new(0, PendingStep::EndTurn));
        self.open(Pending::new(0, PendingStep::Free));
        self.act("end")
    }

    /// Moves Jean's ship to a location.
    pub fn jean_ship(&mut self, number: &str) -> &mut Table {
        self.state.players[JEAN].ship = self.place(number);
        self
    }

    /// Returns the number of the location of Jean's ship.
    pub fn jean_at(&self) -> &str {
        let ship = self.state.players[JEAN].ship;
        &self.components().labels.locations[usize::from(ship)]
    }

    /// Returns the id of the space of Jean's explorer.
    pub fn jean_explorer_at(&self) -> &str {
        let space = self.state.players[JEAN].explorer;
        &self.components().labels.spaces[usize::from(space)]
    }

    /// Sets the number of discs that are gone from Jean's board.
    pub fn discs_gone(&mut self, gone: usize) -> &mut Table {
        self.state.jean.discs = (AUTOMA_SPACES - gone) as u8;
        self
    }

    /// Fills the market of a city.
    pub fn market_full(&mut self, number: &str) -> &mut Table {
        let place = usize::from(self.place(number));
        let components = self.game.components();
        let spaces = match self.state.tiles[place] {
            None => (components.locations[place].market).map_or(0, |market| market.spaces),
            Some(tile) => components.city_tiles[usize::from(tile)].market.spaces,
        };
        self.state.market[place] = (1 << spaces) - 1;
        self
    }

    /// Returns the number of discs on the market of a city.
    pub fn market(&self, number: &str) -> u8 {
        self.state.market[usize::from(self.place(number))].count_ones() as u8
    }

    /// Returns the nation of the marker on a location.
    pub fn nation_at(&self, number: &str) -> Option<Nation> {
        self.state.markers[usize::from(self.place(number))]
    }

    /// Leaves this token as the only one in the piles.
    pub fn last_token(&mut self, id: &str) -> &mut Table {
        self.state.tokens[0] = self.token(id);
        self.state.tokens_len = 1;
        self
    }

    /// Returns the names and items of Jean's events so far.
    pub fn jean_events(&self) -> Vec<String> {
        use portolan_core::game::prelude::*;
        let kinds = Maracaibo::EVENT_KINDS;
        self.events
            .iter()
            .filter(|event| usize::from(event.seat) == JEAN)
            .map(|event| {
                let kind = kinds[usize::from(event.kind)];
                format!("{kind} {} {}", self.game.event_item(event), event.value)
            })
            .collect()
    }
}
