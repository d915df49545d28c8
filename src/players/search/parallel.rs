//! Root parallelism: several trees for one decision, each on its own thread (Chaslot, Winands & van den Herik,
//! *Parallel Monte-Carlo tree search*, 2008). The trees are independent and are merged in a fixed order, so the choice
//! depends on the number of trees but not on their timing.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use rayon::prelude::*;

use super::effort::Effort;
use super::guide::Guide;
use super::interrupt::Interrupt;
use super::mcts::Mcts;
use super::settings::Settings;
use crate::game::{Game, Rng};
use crate::random::fork;

/// Searcher with one tree per configured thread.
pub struct Parallel<G: Game> {
    trees: Vec<Mcts<G>>,
}

impl<G: Game> Parallel<G> {
    /// Creates a searcher with these settings. The iterations are divided among the trees.
    pub fn new(settings: Settings, guide: &Guide) -> Parallel<G> {
        let trees = settings.threads.max(1);
        let settings = settings.shared_out(trees);
        Parallel {
            trees: (0..trees).map(|_| Mcts::new(settings, guide)).collect(),
        }
    }

    /// Discards the trees, so that the next search starts new trees.
    pub fn forget(&mut self) {
        self.trees.iter_mut().for_each(Mcts::forget);
    }

    /// Returns the total cost of all trees.
    pub fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        for tree in &self.trees {
            effort.add(tree.effort());
        }
        effort
    }

    /// Starts measuring the time spent in rollouts and evaluations.
    pub fn watch_leaves(&mut self) {
        self.trees.iter_mut().for_each(Mcts::watch_leaves);
    }

    /// Returns the index in `legal` of the action with the most visits in all trees, with ties broken by mean reward.
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
        // The trees grow on other threads.
        let interrupt = Interrupt::current();
        trees.for_each(|(tree, rng)| tree.grow(game, state, legal, rng, interrupt.as_ref()));
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
        // With sequential halving, only the first tree is used.
        let halved = self.trees.first().and_then(|tree| tree.halved(legal));
        let most_tried = || (0..legal.len()).max_by_key(worth).unwrap_or(0);
        let best = halved.unwrap_or_else(most_tried);
        for tree in &mut self.trees {
            tree.take(state, legal[best]);
        }
        best
    }
}
