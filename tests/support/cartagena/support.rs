//! Test table for Cartagena: sets up positions and plays actions in notation.

use crate::table;
use portolan_core::game::prelude::*;
use portolan_games::cartagena::cards::{Cards, Kind, all_kinds, kind_name};
use portolan_games::cartagena::components::{SYMBOL_NAMES, Symbol};
use portolan_games::cartagena::path::{HOME, SLOOP, START};
use portolan_games::cartagena::state::State;
use portolan_games::cartagena::{Cartagena, ENTRY};
use portolan_games::{GameSetup, SetupError};

pub type Table = table::Table<Cartagena>;

/// Returns the set-up with the options `name=value`.
pub fn setup(players: usize, options: &[&str]) -> GameSetup {
    table::setup(&ENTRY, players, options)
}

/// Returns the rules for this number of players with these options.
pub fn rules(players: usize, options: &[&str]) -> Cartagena {
    Cartagena::new(&setup(players, options)).expect("the options are accepted")
}

/// Returns the error with which these options are rejected.
pub fn refused(players: usize, options: &[&str]) -> String {
    let error: SetupError =
        Cartagena::new(&setup(players, options)).expect_err("they are not accepted");
    error.to_string()
}

/// Returns the kind of card with this name.
pub fn card(name: &str) -> Kind {
    all_kinds()
        .find(|&kind| kind_name(kind) == name)
        .unwrap_or_else(|| panic!("no card {name}"))
}

/// Returns the symbol with this name.
pub fn symbol(name: &str) -> Symbol {
    SYMBOL_NAMES
        .iter()
        .position(|symbol| *symbol == name)
        .unwrap() as Symbol
}

impl Table {
    /// Deals a new game.
    pub fn dealt(players: usize, options: &[&str], seed: u64) -> Table {
        Table::begin(rules(players, options), seed)
    }

    /// Starts a game with the strips in the order of the data and without any cards in hand; all
    /// pirates are at the start, and seat 1 has its first turn.
    pub fn bare(players: usize, options: &[&str]) -> Table {
        let mut fixed = vec!["layout=fixed"];
        fixed.extend(options);
        let mut table = Table::dealt(players, &fixed, 1);
        for seat in 0..players {
            table.state.pile = table.state.pile.plus(&table.state.hands[seat]);
            table.state.hands[seat] = Cards::NONE;
        }
        table
    }

    /// Applies an action and checks the invariants.
    pub fn act(&mut self, text: &str) -> &mut Table {
        self.carry_out(text);
        self.check();
        self
    }

    /// CA-1.3, CA-1.4: checks that no card and no pirate is lost.
    pub fn check(&self) {
        check(&self.game, &self.state);
    }
}

/// CA-1.3, CA-1.4: checks that no card and no pirate is lost.
pub fn check(game: &Cartagena, state: &State) {
    let mut all = state.pile.plus(&state.discards).plus(&state.drawn);
    for hand in &state.hands {
        all = all.plus(hand);
    }
    for &card in &state.top[..usize::from(state.top_len)] {
        all.add(card);
    }
    assert_eq!(all, *game.deck());
    for seat in 0..game.seats() {
        let everywhere = [START, SLOOP, HOME].into_iter().chain(1..=48);
        let count: u8 = everywhere.map(|place| state.pirates[seat].at(place)).sum();
        assert_eq!(count, game.options().pirates);
    }
}
