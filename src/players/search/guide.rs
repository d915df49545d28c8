//! Evaluation functions of a search.

use std::sync::Arc;

use crate::net::Network;

/// Feature weights, and the network if the search uses one.
#[derive(Clone, Debug)]
pub struct Guide {
    /// One weight per feature of the game.
    pub weights: Vec<f32>,
    pub network: Option<Arc<Network>>,
    /// Value of a certain win in points, added to the expected lead.
    pub win_points: f32,
}

impl Guide {
    /// Returns a guide that uses feature weights only.
    pub fn by_features(weights: Vec<f32>) -> Guide {
        Guide {
            weights,
            network: None,
            win_points: 0.0,
        }
    }
}
