//! Test table for Cartagena: sets up positions and plays actions in notation.

use crate::table;
use portolan_core::game::prelude::*;
use portolan_core::game::{Event, Seat};
use portolan_games::cartagena::cards::{Cards, Kind, all_kinds, kind_name};
use portolan_games::cartagena::components::{SYMBOL_NAMES, Symbol};
use portolan_games::cartagena::path::{HOME, Place, SLOOP, START, bit};
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
pub fn refused(options: &[&str]) -> String {
    let error: SetupError = Cartagena::new(&setup(2, options)).expect_err("they are not accepted");
    error.to_string()
}

/// Returns the kind of card with this name.
pub fn card(name: &str) -> Kind {
    all_kinds()
        .find(|&kind| kind_name(kind) == name)
        .unwrap_or_else(|| panic!("no card {name}"))
}

/// Parses names of cards, separated by commas.
pub fn cards(names: &str) -> Cards {
    let mut cards = Cards::NONE;
    for name in names.split(", ").filter(|name| !name.is_empty()) {
        cards.add(card(name));
    }
    cards
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

    /// Moves pirates of a seat (from 1) from the start to these places.
    pub fn pirates(&mut self, seat: Seat, places: &[Place]) -> &mut Table {
        for &place in places {
            self.state.shift(seat - 1, START, place);
        }
        self
    }

    /// Moves cards from the pile to the hand of a seat (from 1).
    pub fn hand(&mut self, seat: Seat, names: &str) -> &mut Table {
        for kind in all_kinds() {
            for _ in 0..cards(names).of(kind) {
                self.state.pile.remove(kind);
                self.state.hands[seat - 1].add(kind);
            }
        }
        self
    }

    /// Discards all cards of the pile except these.
    pub fn pile_left(&mut self, names: &str) -> &mut Table {
        let left = cards(names);
        self.state.discards = self.state.discards.plus(&self.state.pile.minus(&left));
        self.state.pile = left;
        self
    }

    /// Returns true if the notation of a legal action starts with `start`.
    pub fn allows_any(&self, start: &str) -> bool {
        self.legal().iter().any(|legal| legal.starts_with(start))
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

    /// Returns the number of pirates of a seat (from 1) in a place.
    pub fn at(&self, seat: Seat, place: Place) -> u8 {
        self.state.pirates[seat - 1].at(place)
    }

    /// Returns the number of cards of a seat (from 1).
    pub fn held(&self, seat: Seat) -> u8 {
        self.state.hands[seat - 1].len()
    }

    /// Ends the turn of the seat to move, as if it had acted.
    pub fn pass(&mut self) -> &mut Table {
        self.state.acted = true;
        self.act("end")
    }

    /// Returns the first space with a symbol after a place, occupied or not.
    pub fn first(&self, name: &str, after: Place) -> Place {
        let spaces = self.state.symbols[usize::from(symbol(name))];
        (after + 1..=48)
            .find(|&space| spaces & bit(space) != 0)
            .unwrap()
    }

    /// Returns the events so far by name, item and value.
    pub fn happened(&self) -> Vec<(&'static str, String, i32)> {
        let name = |event: &Event| Cartagena::EVENT_KINDS[usize::from(event.kind)];
        self.events
            .iter()
            .map(|event| (name(event), self.game.event_item(event), event.value))
            .collect()
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
