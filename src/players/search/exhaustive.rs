//! Exact endgame solver. It expands every action and every chance outcome to the end of the game (max^n with chance
//! nodes), so its values can serve as ground truth for a search.
//!
//! The solver requires that hidden information does not matter: the tree must be identical in every world that is
//! consistent with what a deciding seat knows. Otherwise the position has no exact value without modelling the beliefs
//! of the seats, and the solver returns [`Refusal::Hidden`].

use std::hash::{DefaultHasher, Hash, Hasher};

use thiserror::Error;

use super::analysis::final_result;
use super::reward::Rewards;
use super::settings::Objective;
use crate::game::{Chance, Game, MAX_SEATS, Purpose, Rng, Seat};
use crate::random::stream;

/// Number of sampled worlds in which the tree is compared, for each deciding seat.
const WORLDS: u64 = 8;
/// Maximum depth in decisions, which bounds the recursion.
const DEEPEST: u32 = 400;

/// Reason why a position cannot be solved.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The tree exceeds the limit on positions or on depth.
    #[error(
        "the game is too far from its end: its tree has more than {0} positions, or goes deeper than \
         {DEEPEST} decisions"
    )]
    Large(u64),
    /// Hidden information affects the result.
    #[error(
        "information that is hidden from seat {} matters in the rest of the game, so an exact value would depend on what other seats know", .0 + 1
    )]
    Hidden(Seat),
}

/// Value of an action if every seat plays optimally afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// Expected rewards by seat.
    pub values: Rewards,
    /// Expected final scores by seat.
    pub scores: [f64; MAX_SEATS],
}

/// Returns the exact value of every legal action, in the order of the legal actions. Each seat maximizes its own
/// expected reward, and the first action wins a tie.
///
/// # Errors
/// [`Refusal`] if the game is over, if the tree has more than `limit` positions, or if hidden information matters in
/// it.
pub fn solve<G: Game>(
    game: &G,
    state: &G::State,
    objective: Objective,
    limit: u64,
) -> Result<Vec<Exact>, Refusal> {
    let observer = game.to_move(state).ok_or(Refusal::Over)?;
    let mut worlds = stream(0, &[0]);
    let mut known = state.clone();
    game.determinize(&mut known, observer, &mut worlds);
    let mut solver = Solver::new(game, objective, limit);
    let exact = solver.actions(&known, observer)?;
    let (shape, deciders) = (solver.shape.finish(), solver.deciders);
    for seat in (0..game.seats()).filter(|&seat| deciders[seat]) {
        if !hides(game, &known, seat, &mut worlds) {
            continue;
        }
        for _ in 0..WORLDS {
            let mut world = known.clone();
            game.determinize(&mut world, seat, &mut worlds);
            let mut other = Solver::new(game, objective, limit);
            match other.actions(&world, observer) {
                Ok(_) if other.shape.finish() == shape => {}
                _ => return Err(Refusal::Hidden(seat)),
            }
        }
    }
    Ok(exact)
}

/// Returns true if sampled worlds show that the position contains information that is hidden from the seat.
fn hides<G: Game>(game: &G, state: &G::State, seat: Seat, worlds: &mut Rng) -> bool {
    let all = game.describe(state, None);
    (0..WORLDS).any(|_| {
        let mut world = state.clone();
        game.determinize(&mut world, seat, worlds);
        game.describe(&world, None) != all
    })
}

/// Recursive tree walk.
struct Solver<'a, G: Game> {
    game: &'a G,
    objective: Objective,
    limit: u64,
    positions: u64,
    depth: u32,
    /// Seats that have a choice somewhere in the tree.
    deciders: [bool; MAX_SEATS],
    /// Hash of everything in the tree that a decision can depend on, in traversal order.
    shape: DefaultHasher,
    worlds: Rng,
}

impl<'a, G: Game> Solver<'a, G> {
    fn new(game: &'a G, objective: Objective, limit: u64) -> Solver<'a, G> {
        Solver {
            game,
            objective,
            limit,
            positions: 0,
            depth: 0,
            deciders: [false; MAX_SEATS],
            shape: DefaultHasher::new(),
            worlds: stream(0, &[1]),
        }
    }

    /// Returns the value of each legal action.
    fn actions(&mut self, state: &G::State, mover: Seat) -> Result<Vec<Exact>, Refusal> {
        let mut legal = Vec::new();
        self.game.legal_actions(state, &mut legal);
        (mover, &legal).hash(&mut self.shape);
        self.deciders[mover] |= legal.len() > 1;
        legal
            .iter()
            .map(|&action| self.after(state, mover, action))
            .collect()
    }

    fn value(&mut self, state: &G::State) -> Result<Exact, Refusal> {
        self.positions += 1;
        if self.positions > self.limit || self.depth > DEEPEST {
            return Err(Refusal::Large(self.limit));
        }
        let Some(mover) = self.game.to_move(state) else {
            let (scores, values) = final_result(self.game, state, self.objective);
            for number in scores.iter().chain(&values) {
                number.to_bits().hash(&mut self.shape);
            }
            return Ok(Exact { values, scores });
        };
        self.depth += 1;
        let actions = self.actions(state, mover)?;
        self.depth -= 1;
        let better = |best: Exact, next: Exact| match next.values[mover] > best.values[mover] {
            true => next,
            false => best,
        };
        actions
            .into_iter()
            .reduce(better)
            .ok_or(Refusal::Large(self.limit))
    }

    /// Returns the value of an action, averaged over all chance outcomes.
    fn after(
        &mut self,
        state: &G::State,
        mover: Seat,
        action: G::Action,
    ) -> Result<Exact, Refusal> {
        let game = self.game;
        // An automa follows fixed rules, so hidden information does not affect its choice.
        let unseen = (0..game.seats())
            .filter(|&seat| seat != mover && game.automa(seat).is_none())
            .find(|&seat| game.hidden_from(state, action, seat));
        if let Some(seat) = unseen {
            return Err(Refusal::Hidden(seat));
        }
        let mut sum = Exact {
            values: [0.0; MAX_SEATS],
            scores: [0.0; MAX_SEATS],
        };
        let mut outcome = ChanceOutcome::default();
        loop {
            outcome.drawn = 0;
            let mut next = state.clone();
            game.apply(&mut next, action, &mut outcome, &mut ());
            let probability = outcome.probability();
            probability.to_bits().hash(&mut self.shape);
            // The outcome of the chance event may be visible to some seats only.
            if let (true, Some(seat)) = (probability < 1.0, game.to_move(&next))
                && hides(game, &next, seat, &mut self.worlds)
            {
                return Err(Refusal::Hidden(seat));
            }
            let value = self.value(&next)?;
            for seat in 0..game.seats() {
                sum.values[seat] += probability * value.values[seat];
                sum.scores[seat] += probability * value.scores[seat];
            }
            if !outcome.advance() {
                return Ok(sum);
            }
        }
    }
}

/// Enumerates all chance outcomes of one action, advancing the draws like an odometer.
#[derive(Debug, Default)]
struct ChanceOutcome {
    /// Value and bound of each draw; the value is in `0..bound`.
    draws: Vec<(u32, u32)>,
    /// Number of draws made so far in the current outcome.
    drawn: usize,
}

impl ChanceOutcome {
    /// Returns the probability of the current outcome.
    fn probability(&self) -> f64 {
        self.draws
            .iter()
            .map(|&(_, bound)| f64::from(bound).recip())
            .product()
    }

    /// Moves to the next outcome. Returns false if the current outcome was the last.
    fn advance(&mut self) -> bool {
        while let Some((value, bound)) = self.draws.pop() {
            if value + 1 < bound {
                self.draws.push((value + 1, bound));
                return true;
            }
        }
        false
    }
}

impl Chance for ChanceOutcome {
    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        if self.drawn == self.draws.len() {
            self.draws.push((0, bound));
        }
        let (value, _) = self.draws[self.drawn];
        self.drawn += 1;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_is_enumerated_once_with_its_probability() {
        let mut outcome = ChanceOutcome::default();
        let mut seen = Vec::new();
        loop {
            outcome.drawn = 0;
            let first = outcome.below(Purpose(0), 2);
            // Roll a second die only after a 1.
            let second = (first == 1).then(|| outcome.below(Purpose(1), 3));
            seen.push((first, second, outcome.probability()));
            if !outcome.advance() {
                break;
            }
        }
        let sixth = 1.0 / 6.0;
        assert_eq!(
            seen,
            [
                (0, None, 0.5),
                (1, Some(0), sixth),
                (1, Some(1), sixth),
                (1, Some(2), sixth)
            ]
        );
    }
}
