use serde::{Deserialize, Serialize};

use crate::stats::SprtBounds;

/// Hypotheses and error probabilities of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DuelBounds {
    /// Normalised Elo of the null hypothesis that the first bot is not better.
    pub elo0: f64,
    /// Normalised Elo of the alternative hypothesis that the first bot is better.
    pub elo1: f64,
    /// Maximum probability that a bot no stronger than `elo0` passes.
    pub alpha: f64,
    /// Maximum probability that a bot as strong as `elo1` fails.
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
    /// Converts the bounds to the type that the test expects.
    pub fn sprt(self) -> SprtBounds {
        SprtBounds {
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}
