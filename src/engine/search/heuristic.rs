//! Weighted features: what a position is worth to a seat, and what an action looks like one step
//! ahead.

use crate::game::{Game, Rng, Seat};

/// What features weigh: one number per feature of the game, in its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// In the position after an action, to compare actions one step ahead.
    pub actions: Vec<f32>,
    /// In a position where an iteration ends, if not the same.
    pub positions: Option<PositionWeights>,
}

/// Weights that move from one end of the game to the other, in proportion to what is left of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionWeights {
    /// When all of the game is left.
    pub start: Vec<f32>,
    /// When nothing is left.
    pub end: Vec<f32>,
}

impl Weights {
    /// What a position with these features is worth; how much of the game is left is asked only if it
    /// matters.
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

/// A weighted sum of a game's features.
pub struct Heuristic<G: Game> {
    weights: Weights,
    /// Buffer: features of the position being valued.
    values: Vec<f32>,
    /// Buffer: the copy on which an action is tried.
    trial: Option<G::State>,
}

impl<G: Game> Heuristic<G> {
    /// A heuristic with these weights.
    ///
    /// # Panics
    /// If their number is not that of the game's features.
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

    /// What the position is worth to the seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        game.features(state, seat, &mut self.values);
        self.weights
            .value(&self.values, || game.remaining(state, seat))
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
    fn weights_move_from_one_end_of_the_game_to_the_other() {
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
        // A quarter is left: 5 and −3.
        assert_eq!(weights.value(&[3.0, 2.0], || 0.25), 9.0);
    }
}
