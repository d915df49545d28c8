//! States of games, independent of the type of game.

use std::any::Any;
use std::sync::Arc;

use portolan::encoding::Inputs;
use portolan::game::{Game, Rules, Seat};
use portolan::random::{Streams, concealment_stream, derive_seed};
use portolan_core::wire_protocol;
use portolan_run::play::panics::catch;
use pyo3::prelude::*;
use serde_json::Value;

use crate::afterstates::Collected;
use crate::chance::{Draw, Listed};
use crate::picture::svg;

/// A step in the history of a position since the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The action with this index.
    Move(u32),
    /// The outcome with this number.
    Drawn(u32),
    /// All information hidden from the seat was resampled with this seed.
    Determinized(Seat, u64),
}

/// A position with its history and its source of chance.
pub trait Table: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn copy(&self) -> Box<dyn Table>;
    fn to_move(&self) -> Option<Seat>;
    fn is_over(&self) -> bool;
    fn is_dealt(&self) -> bool;
    fn made(&self) -> usize;
    fn deal_seed(&self) -> u64;
    fn first_seed(&self) -> u64;
    fn draws_outside(&self) -> bool;
    /// Returns the position at which the game began, as JSON; `None` if it began with a deal.
    fn entered(&self) -> Option<&str>;
    fn steps(&self) -> &[Step];
    fn round(&self) -> u32;
    fn capped(&self) -> bool;
    fn choices(&self) -> usize;
    fn number(&self, choice: usize) -> u32;
    /// Returns the row of the action in a policy.
    fn policy_number(&self, choice: usize) -> u32;
    /// Adds what the seat to move knows after each legal action. The default seed is the seed of the deal.
    fn afterstates(&self, seed: Option<u64>, collected: &mut Collected<'_>) -> PyResult<()>;
    fn notation(&self, choice: usize) -> String;
    fn parse(&self, notation: &str) -> Result<usize, String>;
    fn apply(&mut self, choice: usize);
    fn draw(&self) -> Option<&Draw>;
    fn outcome_name(&self, number: u32) -> String;
    fn take(&mut self, outcome: u32) -> Result<(), String>;
    fn observe(&self, seat: Seat, values: &mut [f32]);
    fn observed(&self, seat: Seat) -> Vec<u64>;
    fn memory(&mut self, seat: Seat) -> u64;
    fn determinize(&mut self, seat: Seat, seed: u64);
    fn scores(&self) -> Vec<i32>;
    fn categories(&self, seat: Seat) -> Vec<i32>;
    fn ranks(&self) -> Vec<u8>;
    fn position(&self, observer: Option<Seat>) -> Value;
    fn describe(&self, observer: Option<Seat>) -> String;
    /// Returns a picture as SVG; empty for a game without a board.
    fn picture(&self, observer: Option<Seat>) -> String;
}

/// Repeats the steps of a position.
pub fn repeat(table: &mut dyn Table, steps: &[Step]) -> Result<(), String> {
    for &step in steps {
        match step {
            Step::Move(number) => {
                let mut choices = 0..table.choices();
                let choice = choices.find(|&choice| table.number(choice) == number);
                let choice = choice.ok_or_else(|| {
                    format!("the action {number} is not legal: it comes from another version of the game")
                })?;
                table.apply(choice);
            }
            Step::Drawn(outcome) => table.take(outcome)?,
            Step::Determinized(seat, seed) => table.determinize(seat, seed),
        }
    }
    Ok(())
}

/// Returns the share of the win by seat, as in `games.csv`; 0 for all seats if the game was stopped by a
/// length limit.
pub fn returns(ranks: &[u8], capped: bool) -> Vec<f32> {
    let winners = ranks.iter().filter(|&&rank| rank == 1).count();
    let share = |&rank: &u8| match rank {
        1 if !capped => 1.0 / winners as f32,
        _ => 0.0,
    };
    ranks.iter().map(share).collect()
}

/// Returns the stored state in an object with the only key `state`, as [`Play::at`] accepts it.
fn stored_in(position: &Value) -> Option<&str> {
    let keys = position.as_object().filter(|keys| keys.len() == 1)?;
    keys.get("state")?.as_str()
}

/// Returns a stored state, in which everything that the seat to move does not know is sampled with the seed.
fn restored<G: Game>(game: &G, stored: &str, seed: u64) -> Result<G::State, String> {
    let sampled = || {
        let mut state = game.restored(stored)?;
        let seat = game.to_move(&state).ok_or("the game is over")?;
        game.determinize(&mut state, seat, &mut concealment_stream(seed, 0));
        game.legal_actions(&state, &mut Vec::new());
        Ok::<G::State, String>(state)
    };
    // The rules may panic on a state of a game with other options or components.
    let sampled = catch(sampled).map_err(|_| "the rules reject it".to_string());
    sampled.flatten().map_err(|problem| {
        format!("state: {problem}; expected the `state` of a decision in a game with the same options and data")
    })
}

/// Source of the chance events of a game.
#[expect(
    clippy::large_enum_variant,
    reason = "the large one is the usual one: copies of it take no memory from the heap"
)]
#[derive(Clone)]
enum Source<A> {
    /// The seed of the deal.
    Streams(Streams),
    /// Draws from outside, one by one.
    Outside(Waiting<A>),
}

/// A deal or action that is applied when all of its draws have outcomes.
#[derive(Clone)]
struct Waiting<A> {
    /// The action; `None` for the deal.
    action: Option<A>,
    given: Vec<u32>,
    draw: Option<Draw>,
}

/// A position of one game. While a draw from outside is open, it is the position before the action that draws.
pub struct Play<G: Game> {
    pub game: Arc<G>,
    pub deal_seed: u64,
    pub made: usize,
    pub state: G::State,
    pub legal: Vec<G::Action>,
    source: Source<G::Action>,
    is_dealt: bool,
    first_seed: u64,
    /// The position at which the game began, as JSON.
    entered: Option<Arc<str>>,
    steps: Vec<Step>,
    /// For each seat, a hash of everything that it has seen and done; computed on first request.
    memory: Option<Vec<u64>>,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Play<G> {
        Play {
            game: Arc::clone(&self.game),
            deal_seed: self.deal_seed,
            made: self.made,
            state: self.state.clone(),
            legal: self.legal.clone(),
            source: self.source.clone(),
            is_dealt: self.is_dealt,
            first_seed: self.first_seed,
            entered: self.entered.clone(),
            steps: self.steps.clone(),
            memory: self.memory.clone(),
        }
    }
}

impl<G: Game> Play<G> {
    /// Deals a game.
    pub fn dealt(game: Arc<G>, deal_seed: u64) -> Play<G> {
        let mut chance = Streams::new(deal_seed);
        let state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        Play {
            game,
            deal_seed,
            made: 0,
            state,
            legal,
            source: Source::Streams(chance),
            is_dealt: true,
            first_seed: deal_seed,
            entered: None,
            steps: Vec::new(),
            memory: None,
        }
    }

    /// Creates a game before the deal, whose chance events are drawn from outside.
    pub fn before_deal(game: Arc<G>, deal_seed: u64) -> Play<G> {
        // The position has no meaning until the last draw of the deal, and is not accessible.
        let mut play = Play::dealt(game, 0);
        play.legal.clear();
        (play.deal_seed, play.first_seed) = (deal_seed, deal_seed);
        play.is_dealt = false;
        play.source = Source::Outside(Waiting {
            action: None,
            given: Vec::new(),
            draw: None,
        });
        play.carry_out();
        play
    }

    /// Begins a game at a position, given as JSON, or at the `state` of a decision. Unknown information is drawn with the
    /// seed.
    ///
    /// # Errors
    /// A message if the data do not describe a position that can be entered.
    pub fn at(game: Arc<G>, position: Arc<str>, seed: u64) -> Result<Play<G>, String> {
        let wrong =
            |error: String| format!("position: {error}; State.to_dict() returns the expected form");
        let read = serde_json::from_str(&position).map_err(|error| wrong(error.to_string()))?;
        let mut play = Play::dealt(game, seed);
        play.state = match stored_in(&read) {
            Some(stored) => restored(&*play.game, stored, seed)?,
            None => (play.game)
                .entered(play.state.clone(), &read, &mut Streams::new(seed))
                .map_err(wrong)?,
        };
        play.legal.clear();
        play.game.legal_actions(&play.state, &mut play.legal);
        play.source = Source::Streams(Streams::new(seed));
        play.entered = Some(position);
        Ok(play)
    }

    /// Applies the waiting deal or action if all of its draws have outcomes; otherwise the next draw is open.
    fn carry_out(&mut self) {
        let Source::Outside(waiting) = &mut self.source else {
            return;
        };
        let mut listed = Listed::new(&waiting.given);
        let state = match waiting.action {
            None => self.game.new_state(&mut listed, &mut ()),
            Some(action) => {
                let mut state = self.state.clone();
                self.game.apply(&mut state, action, &mut listed, &mut ());
                state
            }
        };
        waiting.draw = listed.open;
        self.legal.clear();
        if waiting.draw.is_some() {
            return;
        }
        let actor = self.game.to_move(&self.state);
        let action = waiting.action.take();
        let did = action.map(|action| self.game.action_index(&self.state, action));
        // The random choices of bots depend on the outcomes of chance.
        let drawn: Vec<u64> = waiting.given.drain(..).map(u64::from).collect();
        if !drawn.is_empty() {
            self.deal_seed = derive_seed(self.deal_seed, &drawn) >> 1;
        }
        self.state = state;
        self.is_dealt = true;
        self.settle(actor.zip(did));
    }

    /// Updates the legal actions, the number of moves and the hashes of seen information after a deal or an action.
    fn settle(&mut self, did: Option<(Seat, u32)>) {
        self.game.legal_actions(&self.state, &mut self.legal);
        if did.is_some() {
            self.made += 1;
        }
        self.remember(did);
    }

    fn remember(&mut self, did: Option<(Seat, u32)>) {
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        for (seat, trace) in memory.iter_mut().enumerate() {
            let own = did.filter(|&(actor, _)| actor == seat);
            let mut seen = self.observed(seat);
            seen.push(own.map_or(0, |(_, number)| u64::from(number) + 1));
            *trace = derive_seed(*trace, &seen);
        }
        self.memory = Some(memory);
    }
}

impl<G: Game> Table for Play<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> Option<Seat> {
        match self.draw() {
            Some(_) => None,
            None => self.game.to_move(&self.state),
        }
    }

    fn is_over(&self) -> bool {
        self.draw().is_none() && self.game.to_move(&self.state).is_none()
    }

    fn is_dealt(&self) -> bool {
        self.is_dealt
    }

    fn made(&self) -> usize {
        self.made
    }

    fn deal_seed(&self) -> u64 {
        self.deal_seed
    }

    fn first_seed(&self) -> u64 {
        self.first_seed
    }

    fn draws_outside(&self) -> bool {
        matches!(self.source, Source::Outside(_))
    }

    fn entered(&self) -> Option<&str> {
        self.entered.as_deref()
    }

    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn round(&self) -> u32 {
        self.game.round(&self.state)
    }

    fn capped(&self) -> bool {
        self.is_over() && self.game.capped(&self.state)
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn number(&self, choice: usize) -> u32 {
        self.game.action_index(&self.state, self.legal[choice])
    }

    fn policy_number(&self, choice: usize) -> u32 {
        self.game.policy_slot(&self.state, self.legal[choice])
    }

    fn afterstates(&self, seed: Option<u64>, collected: &mut Collected<'_>) -> PyResult<()> {
        let Some(seat) = self.to_move() else {
            collected.end_state();
            return Ok(());
        };
        let place = seed.map_or((self.deal_seed, self.made), |seed| (seed, 0));
        let decision = (seat, &self.legal[..]);
        collected.add(&*self.game, &self.state, decision, place)
    }

    fn notation(&self, choice: usize) -> String {
        self.game.action_text(&self.state, self.legal[choice])
    }

    fn parse(&self, notation: &str) -> Result<usize, String> {
        let action = self.game.parse_action(&self.state, notation);
        let action = action.map_err(|error| error.to_string())?;
        let index = self.legal.iter().position(|&legal| legal == action);
        index.ok_or_else(|| format!("{notation} is not legal here"))
    }

    fn apply(&mut self, choice: usize) {
        let action = self.legal[choice];
        let number = self.number(choice);
        self.steps.push(Step::Move(number));
        match &mut self.source {
            Source::Streams(chance) => {
                let actor = self.game.to_move(&self.state);
                self.game.apply(&mut self.state, action, chance, &mut ());
                self.legal.clear();
                self.settle(actor.map(|actor| (actor, number)));
            }
            Source::Outside(waiting) => {
                waiting.action = Some(action);
                self.carry_out();
            }
        }
    }

    fn draw(&self) -> Option<&Draw> {
        match &self.source {
            Source::Streams(_) => None,
            Source::Outside(waiting) => waiting.draw.as_ref(),
        }
    }

    fn outcome_name(&self, number: u32) -> String {
        match self.draw() {
            Some(draw) if draw.named => {
                let (of, name) = self.game.drawn(draw.purpose, number as u16);
                format!("{of}: {name}")
            }
            _ => format!("draw {number}"),
        }
    }

    fn take(&mut self, outcome: u32) -> Result<(), String> {
        let Source::Outside(waiting) = &mut self.source else {
            return Err("the game draws its chance itself".to_string());
        };
        let Some(draw) = &waiting.draw else {
            return Err("nothing is to be drawn here".to_string());
        };
        if !draw.outcomes.iter().any(|one| one.number == outcome) {
            let numbers: Vec<u32> = draw.outcomes.iter().map(|one| one.number).collect();
            return Err(format!(
                "{outcome} is no outcome here; outcomes: {numbers:?}"
            ));
        }
        waiting.given.push(outcome);
        self.steps.push(Step::Drawn(outcome));
        self.carry_out();
        Ok(())
    }

    fn observe(&self, seat: Seat, values: &mut [f32]) {
        let inputs = &mut Inputs::default();
        (self.game).observe_row(&self.state, seat, inputs, values, None);
    }

    fn observed(&self, seat: Seat) -> Vec<u64> {
        let mut inputs = Inputs::default();
        self.game.observe(&self.state, seat, &mut inputs);
        let mut bits: Vec<u64> = inputs.list().iter().map(|input| input.bits()).collect();
        bits.sort_unstable();
        bits
    }

    fn memory(&mut self, seat: Seat) -> u64 {
        if self.memory.is_none() {
            let game = Arc::clone(&self.game);
            let begun = match &self.entered {
                Some(position) => Play::at(game, Arc::clone(position), self.first_seed),
                None if self.draws_outside() => Ok(Play::before_deal(game, self.first_seed)),
                None => Ok(Play::dealt(game, self.first_seed)),
            };
            // A position that was entered once can be entered again.
            let Ok(mut again) = begun else {
                return 0;
            };
            again.memory = Some(vec![0; Rules::seats(&*self.game)]);
            if again.is_dealt {
                again.remember(None);
            }
            // Steps that were applied once can be applied again.
            if repeat(&mut again, &self.steps).is_ok() {
                self.memory = again.memory;
            }
        }
        self.memory.as_ref().map_or(0, |memory| memory[seat])
    }

    fn determinize(&mut self, seat: Seat, seed: u64) {
        let unseen = &mut concealment_stream(seed, 0);
        self.game.determinize(&mut self.state, seat, unseen);
        self.legal.clear();
        self.game.legal_actions(&self.state, &mut self.legal);
        if let Source::Streams(chance) = &mut self.source {
            *chance = Streams::new(seed);
        }
        self.steps.push(Step::Determinized(seat, seed));
        self.deal_seed = seed;
        self.made = 0;
    }

    fn scores(&self) -> Vec<i32> {
        let seats = 0..Rules::seats(&*self.game);
        seats
            .map(|seat| self.game.score(&self.state, seat))
            .collect()
    }

    fn categories(&self, seat: Seat) -> Vec<i32> {
        let mut points = vec![0; portolan::game::Words::score_categories(&*self.game).len()];
        self.game.score_breakdown(&self.state, seat, &mut points);
        points
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.ranks(&self.state)
    }

    fn position(&self, observer: Option<Seat>) -> Value {
        wire_protocol::position(&*self.game, &self.state, observer)
    }

    fn describe(&self, observer: Option<Seat>) -> String {
        self.game.describe(&self.state, observer)
    }

    fn picture(&self, observer: Option<Seat>) -> String {
        svg(&self.game.picture(&self.state, observer))
    }
}
