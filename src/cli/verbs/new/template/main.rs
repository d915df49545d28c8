//! Nim with all commands of portolan: `simulate`, `run`, `report`, `learn`, `tune`, `play`, `serve` and others.

use std::process::ExitCode;

use portolan::encoding::{Counts, Flag, Inputs, Layout};
use portolan::game::{
    Chance, Encoding, EventLog, Items, Notation, Phrase, Purpose, Rng, Rules, Seat, View, Words,
};
use portolan::games::{GameEntry, GameSetup, SetUp, SetupError};

/// Two players take turns removing matches from one of three heaps; whoever takes the last match wins.
#[derive(Clone, Debug)]
pub struct Nim {
    layout: Layout,
    heaps: Counts,
    my_turn: Flag,
}

/// Maximum number of matches in a heap.
const MOST: usize = 7;

/// Game state; a small flat value, because it is copied often.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    heaps: [u8; 3],
    turns: u32,
}

/// Removes a number of matches from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    heap: u8,
    matches: u8,
}

static ENTRY: GameEntry = GameEntry::new("nim", "Nim", "taking matches, ancient", 2..=2);

impl SetUp for Nim {
    const ENTRY: &'static GameEntry = &ENTRY;

    fn set_up(_setup: &GameSetup) -> Result<Nim, SetupError> {
        let mut layout = Layout::default();
        let heaps = layout.counts("heap", ["1", "2", "3"], MOST);
        let my_turn = layout.flag("my turn");
        Ok(Nim {
            layout,
            heaps,
            my_turn,
        })
    }
}

impl Rules for Nim {
    type State = Position;
    type Action = Take;

    fn seats(&self) -> usize {
        2
    }

    /// Draws the size of each heap at random, so that deals differ.
    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Position {
        let mut heap = || 1 + chance.below(Purpose(0), MOST as u32) as u8;
        Position {
            heaps: [heap(), heap(), heap()],
            turns: 0,
        }
    }

    fn to_move(&self, state: &Position) -> Option<Seat> {
        let over = state.heaps == [0, 0, 0];
        (!over).then_some(state.turns as usize % 2)
    }

    fn legal_actions(&self, state: &Position, actions: &mut Vec<Take>) {
        actions.clear();
        for (heap, &most) in (0..).zip(&state.heaps) {
            actions.extend((1..=most).map(|matches| Take { heap, matches }));
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Position,
        action: Take,
        _chance: &mut C,
        _log: &mut L,
    ) {
        state.heaps[usize::from(action.heap)] -= action.matches;
        state.turns += 1;
    }

    // Nim has no hidden information.
    fn determinize(&self, _state: &mut Position, _observer: Seat, _rng: &mut Rng) {}

    fn score(&self, state: &Position, seat: Seat) -> i32 {
        let took_the_last = self.to_move(state).is_none() && state.turns as usize % 2 != seat;
        i32::from(took_the_last)
    }

    fn turns(&self, state: &Position, seat: Seat) -> u32 {
        (state.turns + 1 - seat as u32) / 2
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";

    fn phrase(&self, _state: &Position, action: Take, phrase: &mut Phrase) {
        phrase.word("take").number(action.matches);
        phrase.word("from").number(action.heap + 1);
    }
}

impl Words for Nim {}

impl View for Nim {
    fn describe(&self, state: &Position, _observer: Option<Seat>) -> String {
        let [one, two, three] = state.heaps;
        format!("heaps of {one}, {two} and {three}\n")
    }
}

/// Input features of networks. Without them, a game can be played by `random`, `greedy` and search bots with
/// rollouts.
impl Encoding for Nim {
    fn input_names(&self) -> &[String] {
        self.layout.names()
    }

    fn observe(&self, state: &Position, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        self.heaps.fill(inputs, state.heaps);
        self.my_turn
            .fill(inputs, self.to_move(state) == Some(observer));
    }

    fn action_bound(&self) -> u32 {
        3 * MOST as u32
    }

    fn action_index(&self, _state: &Position, action: Take) -> u32 {
        u32::from(action.heap) * MOST as u32 + u32::from(action.matches) - 1
    }
}

/// Nim has no components that an experiment could withhold or reprice.
impl Items for Nim {}

fn main() -> ExitCode {
    portolan::main_with([portolan::registration::<Nim>()])
}
