//! Looks one step ahead and takes the action after which its own seat stands best.

use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

use super::Bot;
use crate::game::{Game, Rng};
use crate::random::below;

/// One-step look-ahead over a game's features.
///
/// Once per decision it imagines what it cannot see ([`Game::determinize`]) and fixes the luck to
/// come, so that all actions are compared in the same world; each is then tried on a copy and
/// valued as the weighted sum of the own seat's features. Equal values are decided by lot.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game> {
    /// One weight per feature of the game, in its order.
    weights: Vec<f32>,
    /// Buffer: features of the position being valued.
    values: Vec<f32>,
    /// Buffers: the imagined position, and the copy on which an action is tried.
    worlds: Option<(G::State, G::State)>,
}

impl<G: Game> Greedy<G> {
    /// A player with these weights, one per feature of the game.
    ///
    /// # Panics
    /// If their number is not that of the features.
    pub fn new(game: &G, weights: Vec<f32>) -> Greedy<G> {
        assert_eq!(weights.len(), game.feature_names().len());
        Greedy {
            values: vec![0.0; weights.len()],
            weights,
            worlds: None,
        }
    }
}

impl<G: Game> Bot<G> for Greedy<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(seat) = game.to_move(state) else {
            return 0;
        };
        let (world, trial) = self
            .worlds
            .get_or_insert_with(|| (state.clone(), state.clone()));
        world.clone_from(state);
        game.determinize(world, seat, rng);
        let luck = Rng::seed_from_u64(rng.next_u64());
        let (mut best, mut best_value, mut equals) = (0, f64::NEG_INFINITY, 0);
        for (index, &action) in legal.iter().enumerate() {
            trial.clone_from(world);
            game.apply(trial, action, &mut luck.clone(), &mut ());
            game.features(trial, seat, &mut self.values);
            let value: f64 = self
                .values
                .iter()
                .zip(&self.weights)
                .map(|(&value, &weight)| f64::from(value) * f64::from(weight))
                .sum();
            if value > best_value {
                (best, best_value, equals) = (index, value, 1);
            } else if value == best_value {
                // The n-th of n equals replaces the others with probability 1/n.
                equals += 1;
                if below(rng, equals) == 0 {
                    best = index;
                }
            }
        }
        best
    }
}
