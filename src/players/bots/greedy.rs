//! Bot that maximizes a weighted sum of features one step ahead.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::random::{Greatest, fork};

/// One-step lookahead on the features of a game.
///
/// For each decision, the bot samples hidden information once ([`Rules::determinize`](crate::game::Rules::determinize))
/// and fixes the random numbers, so that all actions are compared in the same world. It then tries each action on a
/// copy and evaluates the weighted sum of its own seat's features. Ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game> {
    /// One weight per feature of the game.
    weights: Vec<f32>,
    /// Buffer: features of the evaluated position.
    values: Vec<f32>,
    /// Buffers: the sampled world, and the copy in which an action is tried.
    worlds: Option<(G::State, G::State)>,
}

impl<G: Game> Greedy<G> {
    /// Creates a bot with these weights.
    ///
    /// # Panics
    /// If the number of weights differs from the number of features of the game.
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
