//! A game of one's own: the rules of Nim, played by a search that was written for other games.
//!
//!     cargo run --release --example nim

use std::error::Error;

use portolan::arena::{Arena, Plan};
use portolan::bots;
use portolan::game::{Chance, EventLog, Items, Notation, Observation, Rng, Rules, Seat};
use portolan::random::{Streams, stream};

/// Two players take matches from one of three heaps in turn; who takes the last one wins.
#[derive(Clone)]
struct Nim;

#[derive(Clone, PartialEq)]
struct Heaps {
    matches: [u8; 3],
    turns: u32,
}

/// So many matches from this heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take {
    heap: u8,
    matches: u8,
}

impl Rules for Nim {
    type State = Heaps;
    type Action = Take;

    fn seats(&self) -> usize {
        2
    }

    fn new_state<C: Chance, L: EventLog>(&self, _chance: &mut C, _log: &mut L) -> Heaps {
        Heaps {
            matches: [1, 3, 4],
            turns: 0,
        }
    }

    fn to_move(&self, state: &Heaps) -> Option<Seat> {
        let over = state.matches == [0, 0, 0];
        (!over).then_some(state.turns as usize % 2)
    }

    fn legal_actions(&self, state: &Heaps, actions: &mut Vec<Take>) {
        actions.clear();
        for (heap, &most) in (0..).zip(&state.matches) {
            actions.extend((1..=most).map(|matches| Take { heap, matches }));
        }
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Heaps,
        action: Take,
        _chance: &mut C,
        _log: &mut L,
    ) {
        state.matches[usize::from(action.heap)] -= action.matches;
        state.turns += 1;
    }

    // Nothing is hidden in Nim.
    fn determinize(&self, _state: &mut Heaps, _observer: Seat, _rng: &mut Rng) {}

    fn score(&self, state: &Heaps, seat: Seat) -> i32 {
        let took_the_last = self.to_move(state).is_none() && state.turns as usize % 2 != seat;
        i32::from(took_the_last)
    }

    fn turns(&self, state: &Heaps, seat: Seat) -> u32 {
        (state.turns + 1 - seat as u32) / 2
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";

    fn write_action(&self, _state: &Heaps, action: Take, text: &mut String) {
        text.push_str(&format!("take {} from {}", action.matches, action.heap + 1));
    }

    fn describe(&self, state: &Heaps, _observer: Option<Seat>) -> String {
        format!("heaps of {:?}", state.matches)
    }
}

impl Observation for Nim {}
impl Items for Nim {}

/// Prints the answer.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

/// What the search thinks best at the beginning, and how it does against chance.
pub fn answer() -> Result<String, Box<dyn Error>> {
    let thinker = r#"
        kind = "mcts"
        iterations = 5000
        objective = "win"
        formula = "ucb1"
        exploration = 1.414
    "#;
    let thinker = bots::of_text("thinker", thinker, "nim")?;

    let start = Nim.new_state(&mut Streams::new(0), &mut ());
    let mut legal = Vec::new();
    Nim.legal_actions(&start, &mut legal);
    let mut player = thinker.build(&Nim)?;
    let chosen = legal[player.choose(&Nim, &start, &legal, &mut stream(1, &[]))];
    let best = Nim.action_text(&start, chosen);

    let line_up = [thinker, bots::find("random", "nim")?];
    let plan = Plan::of(&Nim, 1, 20);
    let mut arena = Arena::new(&Nim, &line_up)?;
    let mut wins = 0.0;
    for game in (0..plan.blocks).flat_map(|block| plan.step(block)) {
        let seats = arena.play(&game, &mut ())?;
        let own = seats.iter().filter(|seat| seat.bot == "thinker");
        wins += own.map(|seat| seat.win).sum::<f64>();
    }
    Ok(format!(
        "with heaps of 1, 3 and 4: {best}\nagainst random: {wins} of {} games\n",
        plan.games()
    ))
}
