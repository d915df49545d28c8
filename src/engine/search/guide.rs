//! What a search judges positions and actions by.

use std::sync::Arc;

use super::heuristic::Weights;
use crate::net::Network;

/// Weights of features, and a network if the search asks for one.
#[derive(Clone, Debug)]
pub struct Guide {
    /// One weight per feature of the game.
    pub weights: Weights,
    /// The network.
    pub network: Option<Arc<Network>>,
    /// Points that it takes a certain win to be worth beside the expected lead.
    pub win_points: f32,
}

impl Guide {
    /// By features alone.
    pub fn by_features(weights: Weights) -> Guide {
        Guide {
            weights,
            network: None,
            win_points: 0.0,
        }
    }
}
