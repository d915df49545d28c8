//! Tiny games with exactly known values.

use portolan::game::{
    Chance, Encoding, EventLog, Items, Notation, Phrase, Purpose, Rng, Rules, Seat, View, Words,
};
use portolan::random::shuffle;

/// Implements common methods of the tiny games.
macro_rules! tiny {
    ($game:ty, $name:literal) => {
        impl Notation for $game {
            const NAME: &'static str = $name;

            fn phrase(&self, _state: &Self::State, action: u8, phrase: &mut Phrase) {
                phrase.number(action);
            }
        }

        impl Words for $game {}

        impl View for $game {
            fn describe(&self, state: &Self::State, _observer: Option<Seat>) -> String {
                format!("{state:?}")
            }
        }

        impl Items for $game {}
    };
}

/// Returns the number of turns that a seat has begun after this number of decisions, with one
/// decision per turn.
fn turns(made: usize, seats: usize, seat: Seat) -> u32 {
    ((made + seats - 1 - seat) / seats) as u32
}

/// Noughts and crosses; a win scores 1 and a loss -1.
#[derive(Clone)]
pub struct TicTacToe;

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// 0 for an empty cell, otherwise the seat + 1.
    pub cells: [u8; 9],
    pub made: usize,
}

impl Board {
    /// Returns the position after these moves.
    pub fn after(moves: &[u8]) -> Board {
        let mut board = Board {
            cells: [0; 9],
            made: 0,
        };
        for &cell in moves {
            board.cells[usize::from(cell)] = 1 + (board.made % 2) as u8;
            board.made += 1;
        }
        board
    }

    fn winner(&self) -> Option<Seat> {
        const LINES: [[usize; 3]; 8] = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        let owner = LINES.iter().find_map(|&[a, b, c]| {
            let [a, b, c] = [self.cells[a], self.cells[b], self.cells[c]];
            (a != 0 && a == b && b == c).then_some(a)
        });
        owner.map(|owner| usize::from(owner) - 1)
    }
}

impl Rules for TicTacToe {
    type State = Board;
    type Action = u8;

    fn seats(&self) -> usize {
        2
    }

    fn new_state<C: Chance, L: EventLog>(&self, _chance: &mut C, _log: &mut L) -> Board {
        Board::after(&[])
    }

    fn to_move(&self, state: &Board) -> Option<Seat> {
        (state.made < 9 && state.winner().is_none()).then_some(state.made % 2)
    }

    fn legal_actions(&self, state: &Board, actions: &mut Vec<u8>) {
        actions.clear();
        if self.to_move(state).is_some() {
            actions.extend((0..9).filter(|&cell| state.cells[usize::from(cell)] == 0));
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Board,
        action: u8,
        _chance: &mut C,
        _log: &mut L,
    ) {
        state.cells[usize::from(action)] = 1 + (state.made % 2) as u8;
        state.made += 1;
    }

    fn determinize(&self, _state: &mut Board, _observer: Seat, _rng: &mut Rng) {}

    fn score(&self, state: &Board, seat: Seat) -> i32 {
        state
            .winner()
            .map_or(0, |winner| if winner == seat { 1 } else { -1 })
    }

    fn turns(&self, state: &Self::State, seat: Seat) -> u32 {
        turns(state.made, self.seats(), seat)
    }
}

tiny!(TicTacToe, "tic-tac-toe");

impl Encoding for TicTacToe {}

/// Solo dice game with three turns. In each turn, the player takes 3 points or rolls a die for its
/// number of points. After a six was rolled, taking points gives 5 instead of 3. Rolling first has
/// the value `dice_value`, which is more than never rolling.
#[derive(Clone)]
pub struct Dice;

#[derive(Clone, Debug, PartialEq)]
pub struct Rolls {
    pub points: i32,
    pub made: usize,
    pub six: bool,
}

/// Exact value of the remaining turns with optimal play.
pub fn dice_value(made: usize, six: bool) -> f64 {
    if made == 3 {
        return 0.0;
    }
    let sure = if six { 5.0 } else { 3.0 } + dice_value(made + 1, six);
    sure.max(dice_value_of_rolling(made, six))
}

/// Exact value of the remaining turns if the next turn is a roll.
pub fn dice_value_of_rolling(made: usize, six: bool) -> f64 {
    let each = |eyes: i32| f64::from(eyes) + dice_value(made + 1, six || eyes == 6);
    (1..=6).map(each).sum::<f64>() / 6.0
}

impl Rules for Dice {
    type State = Rolls;
    type Action = u8;

    fn seats(&self) -> usize {
        1
    }

    fn new_state<C: Chance, L: EventLog>(&self, _chance: &mut C, _log: &mut L) -> Rolls {
        Rolls {
            points: 0,
            made: 0,
            six: false,
        }
    }

    fn to_move(&self, state: &Rolls) -> Option<Seat> {
        (state.made < 3).then_some(0)
    }

    fn legal_actions(&self, state: &Rolls, actions: &mut Vec<u8>) {
        actions.clear();
        if state.made < 3 {
            actions.extend([0, 1]);
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Rolls,
        action: u8,
        chance: &mut C,
        _log: &mut L,
    ) {
        state.points += match action {
            0 if state.six => 5,
            0 => 3,
            _ => {
                let eyes = 1 + chance.below(Purpose(0), 6) as i32;
                state.six |= eyes == 6;
                eyes
            }
        };
        state.made += 1;
    }

    fn determinize(&self, _state: &mut Rolls, _observer: Seat, _rng: &mut Rng) {}

    fn score(&self, state: &Rolls, _seat: Seat) -> i32 {
        state.points
    }

    fn turns(&self, state: &Self::State, seat: Seat) -> u32 {
        turns(state.made, self.seats(), seat)
    }
}

tiny!(Dice, "dice");

impl Encoding for Dice {}

/// Each of two seats has one card of `0..cards`; the others are out of play. Seat 0 bids or passes,
/// which loses 1 point. Then seat 1, which knows only its own card, calls or folds. Folding gives 1
/// point to seat 0; after a call, the higher card wins 2 points.
#[derive(Clone)]
pub struct HiddenCards {
    pub cards: u8,
}

pub const PASS: u8 = 0;
pub const BID: u8 = 1;
pub const FOLD: u8 = 2;
pub const CALL: u8 = 3;

#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    pub held: [u8; 2],
    pub made: usize,
    pub over: bool,
    pub points: i32,
}

impl Rules for HiddenCards {
    type State = Hands;
    type Action = u8;

    fn seats(&self) -> usize {
        2
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Hands {
        let first = chance.below(Purpose(0), u32::from(self.cards)) as u8;
        let second = chance.below(Purpose(0), u32::from(self.cards) - 1) as u8;
        Hands {
            held: [first, second + u8::from(second >= first)],
            made: 0,
            over: false,
            points: 0,
        }
    }

    fn to_move(&self, state: &Hands) -> Option<Seat> {
        (!state.over).then_some(state.made)
    }

    fn legal_actions(&self, state: &Hands, actions: &mut Vec<u8>) {
        actions.clear();
        match self.to_move(state) {
            None => {}
            Some(0) => actions.extend([PASS, BID]),
            // A seat with the lowest card cannot call, so that legal actions depend on hidden
            // information.
            Some(_) if state.held[1] == 0 => actions.push(FOLD),
            Some(_) => actions.extend([FOLD, CALL]),
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Hands,
        action: u8,
        _chance: &mut C,
        _log: &mut L,
    ) {
        state.made += 1;
        state.over = action != BID;
        state.points = match action {
            PASS => -1,
            FOLD => 1,
            CALL if state.held[0] > state.held[1] => 2,
            CALL => -2,
            _ => 0,
        };
    }

    fn determinize(&self, state: &mut Hands, observer: Seat, rng: &mut Rng) {
        let own = state.held[observer];
        let mut others: Vec<u8> = (0..self.cards).filter(|&card| card != own).collect();
        shuffle(rng, &mut others);
        state.held[1 - observer] = others[0];
    }

    fn score(&self, state: &Hands, seat: Seat) -> i32 {
        if seat == 0 {
            state.points
        } else {
            -state.points
        }
    }

    fn turns(&self, state: &Self::State, seat: Seat) -> u32 {
        turns(state.made, self.seats(), seat)
    }
}

tiny!(HiddenCards, "hidden cards");

impl Encoding for HiddenCards {}
