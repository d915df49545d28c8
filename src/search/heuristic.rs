//! Weighted features: what a position is worth to a seat, and what an action looks like one step
//! ahead.

use crate::game::{Game, Rng, Seat};

/// A weighted sum of a game's features.
pub struct Heuristic<G: Game> {
    /// One weight per feature of the game, in its order.
    weights: Vec<f32>,
    /// Buffer: features of the position being valued.
    values: Vec<f32>,
    /// Buffer: the copy on which an action is tried.
    trial: Option<G::State>,
}

impl<G: Game> Heuristic<G> {
    /// A heuristic with these weights, one per feature of the game.
    ///
    /// # Panics
    /// If their number is not that of the features.
    pub fn new(game: &G, weights: Vec<f32>) -> Heuristic<G> {
        assert_eq!(weights.len(), game.feature_names().len());
        Heuristic {
            values: vec![0.0; weights.len()],
            weights,
            trial: None,
        }
    }

    /// What the position is worth to the seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        game.features(state, seat, &mut self.values);
        let products = self.values.iter().zip(&self.weights);
        products.map(|(value, weight)| value * weight).sum()
    }

    /// What the position after the action is worth to the seat. Actions that are given the same
    /// luck meet the same chance.
    pub fn one_step_ahead(
        &mut self,
        game: &G,
        state: &G::State,
        action: G::Action,
        seat: Seat,
        luck: &Rng,
    ) -> f32 {
        let mut trial = match self.trial.take() {
            Some(mut trial) => {
                trial.clone_from(state);
                trial
            }
            None => state.clone(),
        };
        game.apply(&mut trial, action, &mut luck.clone(), &mut ());
        let value = self.value(game, &trial, seat);
        self.trial = Some(trial);
        value
    }
}
