use serde::Serialize;

use crate::file_keys;
use crate::stats::SprtBounds;

file_keys! {
    /// Hypotheses and error probabilities of a duel.
    #[derive(Copy, Serialize)]
    pub default struct DuelBounds {
        elo0: f64 = 0.0, "0", "normalised Elo of the hypothesis that the first bot is not stronger; −1000 or more";
        elo1: f64 = 20.0, "20",
            "normalised Elo of the hypothesis that the first bot is stronger; above `elo0`, at most 1000";
        alpha: f64 = 0.05, "0.05", "largest probability that a bot of strength `elo0` or less passes";
        beta: f64 = 0.05, "0.05", "largest probability that a bot of strength `elo1` or more fails";
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
