//! Several trees for one decision, each on a thread: root parallelism (Chaslot, Winands & van den Herik,
//! *Parallel Monte-Carlo tree search*, 2008). The trees know nothing of each other and are put together in
//! their order, so that the choice depends on how many there are, not on which is done first.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use rayon::prelude::*;

use super::effort::Effort;
use super::guide::Guide;
use super::mcts::Mcts;
use super::settings::Settings;
use crate::game::{Game, Rng};
use crate::random::fork;

/// A searcher with as many trees as its settings have threads.
pub struct Parallel<G: Game> {
    trees: Vec<Mcts<G>>,
}

impl<G: Game> Parallel<G> {
    /// A searcher with these settings; the trees share the iterations out among them.
    pub fn new(settings: Settings, guide: &Guide) -> Parallel<G> {
        let trees = settings.threads.max(1);
        let settings = settings.shared_out(trees);
        Parallel {
            trees: (0..trees).map(|_| Mcts::new(settings, guide)).collect(),
        }
    }

    /// Begins the next decision with trees of its own.
    pub fn forget(&mut self) {
        self.trees.iter_mut().for_each(Mcts::forget);
    }

    /// What all trees have cost.
    pub fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        for tree in &self.trees {
            effort.add(tree.effort());
        }
        effort
    }

    /// Measures the time spent in rollouts and evaluations from now on.
    pub fn watch_leaves(&mut self) {
        self.trees.iter_mut().for_each(Mcts::watch_leaves);
    }

    /// The index in `legal` of the action that was tried most in all trees, of equals the one with the best
    /// mean.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let mut luck: Vec<Rng> = self.trees.iter().map(|_| fork(rng)).collect();
        let trees = self.trees.par_iter_mut().zip(&mut luck);
        trees.for_each(|(tree, rng)| tree.grow(game, state, legal, rng));
        let worth = |&index: &usize| {
            let (mut visits, mut sum) = (0, 0.0);
            for tree in &self.trees {
                if let Some(node) = tree.root_child(legal[index]) {
                    visits += node.visits;
                    sum += node.sum;
                }
            }
            let mean = sum / f64::from(visits.max(1));
            (visits, OrderedFloat(mean), Reverse(index))
        };
        // Trees that halve the actions stand alone.
        let halved = self.trees.first().and_then(|tree| tree.halved(legal));
        let most_tried = || (0..legal.len()).max_by_key(worth).unwrap_or(0);
        let best = halved.unwrap_or_else(most_tried);
        for tree in &mut self.trees {
            tree.take(state, legal[best]);
        }
        best
    }
}
