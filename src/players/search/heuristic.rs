//! Linear evaluation of game features, for positions and for actions one step ahead.

use crate::game::{Game, Rng, Seat};

#[inline]
fn weighed(features: &[f32], weights: &[f32]) -> f32 {
    let products = features.iter().zip(weights);
    products.map(|(value, weight)| value * weight).sum()
}

/// Evaluates positions by a weighted sum of features.
pub struct Heuristic<G: Game> {
    /// One weight per feature of the game.
    weights: Vec<f32>,
    /// Buffer: features of the evaluated position.
    values: Vec<f32>,
    /// Buffer: the copy of the position in which an action is tried.
    trial: Option<G::State>,
}

impl<G: Game> Heuristic<G> {
    /// Creates a heuristic with these weights.
    ///
    /// # Panics
    /// If the number of weights differs from the number of features of the game.
    pub fn new(weights: Vec<f32>) -> Heuristic<G> {
        let features = G::FEATURE_NAMES.len();
        assert_eq!(weights.len(), features);
        Heuristic {
            values: vec![0.0; features],
            weights,
            trial: None,
        }
    }

    /// Returns the value of the position for the seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        game.features(state, seat, &mut self.values);
        weighed(&self.values, &self.weights)
    }

    /// Returns the value, for the seat, of the position after the action. Actions that are tried with equal `luck` have
    /// equal chance outcomes.
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
        game.features(&trial, seat, &mut self.values);
        let value = weighed(&self.values, &self.weights);
        self.trial = Some(trial);
        value
    }
}
