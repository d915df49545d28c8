//! What a duel decides between.

use serde::{Deserialize, Serialize};

use crate::stats::SprtBounds;

/// What a duel decides between, and how often it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DuelBounds {
    /// Normalised Elo of the hypothesis that the first bot is no better.
    pub elo0: f64,
    /// Normalised Elo of the hypothesis that it is better.
    pub elo1: f64,
    /// Probability that a bot no stronger than `elo0` passes, at most.
    pub alpha: f64,
    /// Probability that a bot as strong as `elo1` fails, at most.
    pub beta: f64,
}

impl Default for DuelBounds {
    fn default() -> DuelBounds {
        DuelBounds {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

impl DuelBounds {
    /// As the test takes them.
    pub fn sprt(self) -> SprtBounds {
        SprtBounds {
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}
