//! Linear evaluation of game features, for positions and for actions one step ahead.

use crate::game::{Game, Rng, Seat};

/// Feature weights, in the order of the game's features.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Weights for the position after an action, used to compare actions one step ahead.
    pub actions: Vec<f32>,
    /// Weights for the position where an iteration ends. `None` means that `actions` is used there too.
    pub positions: Option<PositionWeights>,
}

/// Weights that are interpolated linearly between the start and the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionWeights {
    /// Weights at the start of the game.
    pub start: Vec<f32>,
    /// Weights at the end of the game.
    pub end: Vec<f32>,
}

impl Weights {
    /// Returns the value of a position with these features. `remaining` returns the remaining fraction of the game, in
    /// 0..=1, and is called only if the weights depend on it.
    #[inline]
    pub fn value(&self, features: &[f32], remaining: impl FnOnce() -> f32) -> f32 {
        match &self.positions {
            None => weighed(features, &self.actions),
            Some(PositionWeights { start, end }) => {
                let remaining = remaining();
                let weights = start.iter().zip(end);
                let weights = weights.map(|(start, end)| end + remaining * (start - end));
                let products = features.iter().zip(weights);
                products.map(|(value, weight)| value * weight).sum()
            }
        }
    }
}

#[inline]
fn weighed(features: &[f32], weights: &[f32]) -> f32 {
    let products = features.iter().zip(weights);
    products.map(|(value, weight)| value * weight).sum()
}

/// Evaluates positions by a weighted sum of features.
pub struct Heuristic<G: Game> {
    weights: Weights,
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
    pub fn new(weights: Weights) -> Heuristic<G> {
        let features = G::FEATURE_NAMES.len();
        assert_eq!(weights.actions.len(), features);
        if let Some(PositionWeights { start, end }) = &weights.positions {
            assert_eq!((start.len(), end.len()), (features, features));
        }
        Heuristic {
            values: vec![0.0; features],
            weights,
            trial: None,
        }
    }

    /// Returns the value of the position for the seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        game.features(state, seat, &mut self.values);
        self.weights
            .value(&self.values, || game.remaining(state, seat))
    }

    /// Returns the value for the seat of the position after the action. Actions that are tried with the same `luck`
    /// face the same chance outcomes.
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
        let value = weighed(&self.values, &self.weights.actions);
        self.trial = Some(trial);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_weights_are_interpolated_over_the_game() {
        let mut weights = Weights {
            actions: vec![1.0, 10.0],
            positions: None,
        };
        assert_eq!(weights.value(&[3.0, 2.0], || 0.25), 23.0);
        weights.positions = Some(PositionWeights {
            start: vec![8.0, 0.0],
            end: vec![4.0, -4.0],
        });
        assert_eq!(weights.value(&[3.0, 2.0], || 1.0), 24.0);
        assert_eq!(weights.value(&[3.0, 2.0], || 0.0), 4.0);
        // With a quarter of the game left, the weights are 5 and −3.
        assert_eq!(weights.value(&[3.0, 2.0], || 0.25), 9.0);
    }
}
