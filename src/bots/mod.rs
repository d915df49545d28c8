//! What chooses a move.
//!
//! A bot is data before it is code: a [`BotSpec`] comes from a file (or is built in) and becomes a
//! player of one game by [`BotSpec::build`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`random`], [`greedy`], [`net`], [`searcher`] | the kinds of bot |
//! | [`networks`] | the files of weights that bots name |
//! | [`spec`] | what a bot is, and how it becomes a player |
//! | [`mod@file`] | reading bot files |
//! | [`catalog`] | which bots there are, and finding one by name |
//! | [`shipped`] | the files that ship with the program |

pub mod catalog;
pub mod file;
pub mod greedy;
pub mod net;
pub mod networks;
pub mod random;
pub mod searcher;
pub mod shipped;
pub mod spec;

pub use catalog::find;
pub use spec::{BotError, BotKind, BotSpec, Ends};

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
