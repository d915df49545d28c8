//! The trait that all bots implement.

use super::program::supervisor::Conduct;
use crate::game::{Game, Rng, Seat};
use crate::search::effort::Effort;

/// A player that chooses among the legal actions.
pub trait Bot<G: Game>: Send {
    /// Returns the index in `legal` of the action for the seat to move. `legal` is never empty.
    ///
    /// The choice may depend only on what the seat knows: it must not change when `state` is replaced by a
    /// determinization for the seat.
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// Starts a game in which the bot plays this seat. The call is optional if the caller only requests single moves.
    fn begin(&mut self, _seat: Seat, _rng: &mut Rng) {}

    /// Ends the current game. External programs return a report on their behaviour.
    fn end(&mut self, _game: &G, _state: &G::State) -> Option<Conduct> {
        None
    }

    /// Returns the reason why an external program with `on_failure = "stop"` has stopped in the current game.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// Discards all state from earlier decisions, so that the next choice depends only on the position and the
    /// generator.
    fn forget(&mut self) {}

    /// Returns true if other random numbers could have led to another choice since the last call. Bots that do not
    /// track this return true. If no bot of a game used chance, equal bots in the same seats play the same game.
    fn used_chance(&mut self) -> bool {
        true
    }

    /// Returns the cost of all searches, or `None` if the bot does not search.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Starts measuring the time that searches spend in rollouts and evaluations.
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

    fn failure(&self) -> Option<&str> {
        (**self).failure()
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn used_chance(&mut self) -> bool {
        (**self).used_chance()
    }

    fn effort(&self) -> Option<Effort> {
        (**self).effort()
    }

    fn watch_leaves(&mut self) {
        (**self).watch_leaves();
    }
}
