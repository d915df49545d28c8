//! What every bot is: something that picks one of the legal actions.

use crate::game::{Game, Rng};
use crate::search::effort::Effort;

/// A player: picks one of the legal actions.
pub trait Bot<G: Game>: Send {
    /// The index in `legal` of the action that the seat to move takes. `legal` is never empty.
    ///
    /// The choice may depend only on what that seat knows: it must stay the same when `state` is
    /// replaced by a determinization for the seat.
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// Keeps nothing of earlier decisions: the next choice depends on the position and the generator alone.
    fn forget(&mut self) {}

    /// What its searches have cost; `None` for a bot that does not search.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Measures from now on how long its searches spend in rollouts and evaluations.
    fn watch_leaves(&mut self) {}
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        (**self).choose(game, state, legal, rng)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn effort(&self) -> Option<Effort> {
        (**self).effort()
    }

    fn watch_leaves(&mut self) {
        (**self).watch_leaves();
    }
}
