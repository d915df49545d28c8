//! A small game for tests: all seats name numbers, chance adds to them, and selected deals can be made to panic.

use crate::game::{
    Chance, Encoding, Event, EventLog, Items, Notation, Phrase, Purpose, Rng, Rules, Seat, View,
    Words,
};

/// A game of four rounds in which each seat names a number from 1 to 3.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    players: usize,
    /// Panic if the first draw of a game has this value.
    pub panic_on: Option<u32>,
    /// Stop at the length limit if the first draw of a game has this value.
    pub capped_on: Option<u32>,
    /// Panic if the name of this item is requested.
    pub nameless_item: Option<u16>,
    /// Seat that counts as an automa.
    pub automa: Option<Seat>,
}

impl Toy {
    pub(crate) fn new(players: usize) -> Toy {
        Toy {
            players,
            panic_on: None,
            capped_on: None,
            nameless_item: None,
            automa: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position {
    scores: [[i32; 2]; 5],
    made: usize,
    first_draw: u32,
}

impl Rules for Toy {
    type State = Position;
    type Action = u8;

    fn seats(&self) -> usize {
        self.players
    }

    fn automa(&self, seat: Seat) -> Option<&str> {
        (self.automa == Some(seat)).then_some("automa")
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Position {
        Position {
            scores: [[0; 2]; 5],
            made: 0,
            first_draw: chance.below(Purpose(0), 10),
        }
    }

    fn to_move(&self, state: &Position) -> Option<Seat> {
        (state.made < 4 * self.players).then_some(state.made % self.players)
    }

    fn legal_actions(&self, state: &Position, actions: &mut Vec<u8>) {
        actions.clear();
        if self.to_move(state).is_some() {
            actions.extend([1, 2, 3]);
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Position,
        action: u8,
        chance: &mut C,
        log: &mut L,
    ) {
        let seat = state.made % self.players;
        let turn = state.made / self.players + 1;
        if turn == 3 && self.panic_on == Some(state.first_draw) {
            panic!("the toy broke");
        }
        state.scores[seat][0] += i32::from(action);
        state.scores[seat][1] += chance.below(Purpose(1), 4) as i32;
        state.made += 1;
        log.push(Event {
            seat: seat as u8,
            round: turn as u8,
            turn: turn as u16,
            kind: 0,
            item: u16::from(action),
            value: -1,
        });
    }

    fn determinize(&self, state: &mut Position, _observer: Seat, _rng: &mut Rng) {
        state.first_draw = 0;
    }

    fn score_breakdown(&self, state: &Position, seat: Seat, categories: &mut [i32]) {
        categories.copy_from_slice(&state.scores[seat]);
    }

    fn score(&self, state: &Position, seat: Seat) -> i32 {
        state.scores[seat].iter().sum()
    }

    fn capped(&self, state: &Position) -> bool {
        self.capped_on == Some(state.first_draw)
    }

    fn turns(&self, state: &Position, seat: Seat) -> u32 {
        (state.made + self.players - 1 - seat) as u32 / self.players as u32
    }
}

impl Notation for Toy {
    const NAME: &'static str = "toy";

    fn phrase(&self, _state: &Position, action: u8, phrase: &mut Phrase) {
        phrase.word(["", "one", "two", "three"][usize::from(action)]);
    }
}

impl Words for Toy {
    fn score_categories(&self) -> &'static [&'static str] {
        &["named", "luck"]
    }

    const EVENT_KINDS: &'static [&'static str] = &["named"];

    fn event_item(&self, event: &Event) -> String {
        assert_ne!(self.nameless_item, Some(event.item), "no name");
        format!("number, {}", event.item)
    }
}

impl View for Toy {
    fn describe(&self, state: &Position, _observer: Option<Seat>) -> String {
        format!("{} numbers named", state.made)
    }
}

impl Encoding for Toy {}

impl Items for Toy {}
