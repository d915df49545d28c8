//! Looks one step ahead and takes the action after which its own seat stands best.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::random::{Greatest, fork};

/// One-step look-ahead over a game's features.
///
/// Once per decision it imagines what it cannot see ([`Rules::determinize`](crate::game::Rules::determinize)) and fixes the luck to
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
    pub fn new(weights: Vec<f32>) -> Greedy<G> {
        assert_eq!(weights.len(), G::FEATURE_NAMES.len());
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
        let luck = fork(rng);
        let mut best = Greatest::new();
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
            best.offer(index, value, rng);
        }
        best.index()
    }
}
