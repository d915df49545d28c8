//! The positions of a game without their static type, for code that is not in a hot path and would otherwise be compiled
//! again for every game.

use std::any::Any;
use std::sync::Arc;

use super::given::{DrawError, Drawn, GivenChance};
use crate::game::{Game, Phrase, Rng, Seat};
use crate::picture::Component;
use crate::random::Streams;

/// A state of the game that created it.
pub type State = Arc<dyn Any + Send + Sync>;

/// Erases the type of a state.
pub fn state<S: Any + Send + Sync>(state: S) -> State {
    Arc::new(state)
}

/// Returns a state as the type of its game.
///
/// # Panics
/// If another game created the state.
pub fn typed<G: Game>(state: &State) -> &G::State {
    state.downcast_ref().expect("the state is one of this game")
}

/// A game that moves between positions without a static type. Legal moves are referred to by index.
pub trait ErasedGame {
    /// Returns every component that has an id.
    fn components(&self) -> Vec<Component>;
    /// Returns the seat to move, or `None` if the game is over.
    fn turn_of(&self, state: &State) -> Option<Seat>;
    /// Returns true if two states are equal.
    fn are_equal(&self, one: &State, other: &State) -> bool;
    /// Returns the position as data, as `observer` sees it.
    fn view(&self, state: &State, observer: Option<Seat>) -> serde_json::Value;
    /// Returns a state in which everything that `observer` cannot know is resampled.
    fn resampled(&self, state: &State, observer: Seat, rng: &mut Rng) -> State;
    /// Exchanges two components that `observer` cannot distinguish. Returns false, and leaves the state unchanged, if this is
    /// not possible.
    fn exchange(&self, state: &mut State, observer: Seat, one: &str, other: &str) -> bool;
    /// Returns the legal move with this notation.
    fn choice(&self, state: &State, notation: &str) -> Option<usize>;
    /// Returns the legal moves that `observer` does not see.
    fn hidden_choices(&self, state: &State, observer: Seat) -> Vec<usize>;
    /// Returns the phrases of all legal moves.
    fn phrases(&self, state: &State) -> Vec<Phrase>;
    /// Returns the state after a legal move, and the names of the results of its draws. Draws that are not given come from
    /// `seed`.
    ///
    /// # Errors
    /// [`DrawError`] if a draw is missing or impossible.
    fn made(
        &self,
        state: &State,
        choice: usize,
        drawn: &Drawn,
        seed: u64,
    ) -> Result<(State, Vec<String>), DrawError>;
}

fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal
}

impl<G: Game> ErasedGame for G {
    fn components(&self) -> Vec<Component> {
        self.catalog()
    }

    fn turn_of(&self, state: &State) -> Option<Seat> {
        self.to_move(typed::<G>(state))
    }

    fn are_equal(&self, one: &State, other: &State) -> bool {
        typed::<G>(one) == typed::<G>(other)
    }

    fn view(&self, state: &State, observer: Option<Seat>) -> serde_json::Value {
        self.position(typed::<G>(state), observer)
    }

    fn resampled(&self, state: &State, observer: Seat, rng: &mut Rng) -> State {
        let mut resampled = typed::<G>(state).clone();
        self.determinize(&mut resampled, observer, rng);
        self::state(resampled)
    }

    fn exchange(&self, state: &mut State, observer: Seat, one: &str, other: &str) -> bool {
        let mut exchanged = typed::<G>(state).clone();
        let is_possible =
            portolan_core::game::View::exchange(self, &mut exchanged, observer, one, other);
        if is_possible {
            *state = self::state(exchanged);
        }
        is_possible
    }

    fn choice(&self, state: &State, notation: &str) -> Option<usize> {
        let state = typed::<G>(state);
        legal(self, state).into_iter().position(|action| {
            let text = self.action_text(state, action);
            text.eq_ignore_ascii_case(notation)
        })
    }

    fn hidden_choices(&self, state: &State, observer: Seat) -> Vec<usize> {
        let state = typed::<G>(state);
        let legal = legal(self, state).into_iter().enumerate();
        let hidden = legal.filter(|&(_, action)| self.hidden_from(state, action, observer));
        hidden.map(|(choice, _)| choice).collect()
    }

    fn phrases(&self, state: &State) -> Vec<Phrase> {
        let state = typed::<G>(state);
        let legal = legal(self, state).into_iter();
        let phrases = legal.map(|action| self.phrase_of(state, action));
        phrases.collect()
    }

    fn made(
        &self,
        state: &State,
        choice: usize,
        drawn: &Drawn,
        seed: u64,
    ) -> Result<(State, Vec<String>), DrawError> {
        let (mut after, mut chance) = (typed::<G>(state).clone(), Streams::new(seed));
        let action = legal(self, &after)[choice];
        let mut given = GivenChance::new(self, &mut chance, drawn);
        self.apply(&mut after, action, &mut given, &mut Vec::new());
        let fell = given.finish()?;
        Ok((self::state(after), fell))
    }
}
