//! What every bot is: something that picks one of the legal actions.

use super::program::conduct::Conduct;
use crate::game::{Game, Rng, Seat};
use crate::search::effort::Effort;

/// A player: picks one of the legal actions.
pub trait Bot<G: Game>: Send {
    /// The index in `legal` of the action that the seat to move takes. `legal` is never empty.
    ///
    /// The choice may depend only on what that seat knows: it must stay the same when `state` is
    /// replaced by a determinization for the seat.
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// A game begins, in which it holds this seat. Whoever asks for a move here and there need not say so.
    fn begin(&mut self, _seat: Seat, _rng: &mut Rng) {}

    /// The game that began is over. A program tells how it behaved.
    fn end(&mut self, _game: &G, _state: &G::State) -> Option<Conduct> {
        None
    }

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

    fn begin(&mut self, seat: Seat, rng: &mut Rng) {
        (**self).begin(seat, rng);
    }

    fn end(&mut self, game: &G, state: &G::State) -> Option<Conduct> {
        (**self).end(game, state)
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
