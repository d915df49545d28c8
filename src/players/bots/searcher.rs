//! `Bot` implementations for the search algorithms.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::search::effort::Effort;
use crate::search::flat::Flat;
use crate::search::mcts::Mcts;
use crate::search::parallel::Parallel;

impl<G: Game> Bot<G> for Mcts<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        self.search(game, state, legal, rng)
    }

    fn forget(&mut self) {
        Mcts::forget(self);
    }

    fn effort(&self) -> Option<Effort> {
        Some(Mcts::effort(self))
    }

    fn watch_leaves(&mut self) {
        Mcts::watch_leaves(self);
    }
}

impl<G: Game> Bot<G> for Parallel<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        self.search(game, state, legal, rng)
    }

    fn forget(&mut self) {
        Parallel::forget(self);
    }

    fn effort(&self) -> Option<Effort> {
        Some(Parallel::effort(self))
    }

    fn watch_leaves(&mut self) {
        Parallel::watch_leaves(self);
    }
}

impl<G: Game> Bot<G> for Flat<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        self.search(game, state, legal, rng)
    }

    fn effort(&self) -> Option<Effort> {
        Some(Flat::effort(self))
    }

    fn watch_leaves(&mut self) {
        Flat::watch_leaves(self);
    }
}
