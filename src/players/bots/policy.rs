//! Bot that plays the policy of a network, with one evaluation per decision and no lookahead.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::net::lookahead::Lookahead;
use crate::random::{Greatest, weighted};

/// Chooses the most probable action, with random tie-breaks, or samples actions from the policy.
pub struct PolicyPlayer<G: Game> {
    lookahead: Lookahead<G>,
    /// Sampling temperature; 0 means that the most probable action is chosen.
    sampling: f64,
    /// Buffer: unnormalized probabilities of the legal actions.
    likelihoods: Vec<f64>,
}

impl<G: Game> PolicyPlayer<G> {
    /// Creates a bot with the policy of a network.
    pub fn new(lookahead: Lookahead<G>, sampling: f64) -> PolicyPlayer<G> {
        PolicyPlayer {
            lookahead,
            sampling,
            likelihoods: Vec::new(),
        }
    }
}

impl<G: Game> Bot<G> for PolicyPlayer<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(seat) = game.to_move(state).filter(|_| legal.len() > 1) else {
            return 0;
        };
        let logits = self.lookahead.logits(game, state, seat, legal);
        if self.sampling > 0.0 {
            fill_likelihoods(logits, self.sampling, &mut self.likelihoods);
            self.lookahead.used_chance = true;
            return weighted(rng, &self.likelihoods);
        }
        let mut best = Greatest::new();
        for (index, &logit) in logits.iter().enumerate() {
            best.offer(index, f64::from(logit), rng);
        }
        self.lookahead.used_chance |= best.is_tied();
        best.index()
    }

    fn used_chance(&mut self) -> bool {
        std::mem::take(&mut self.lookahead.used_chance)
    }
}

/// Fills `likelihoods` with unnormalized probabilities exp((logit − max) / temperature).
pub fn fill_likelihoods(logits: &[f32], temperature: f64, likelihoods: &mut Vec<f64>) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let likelihood = |logit: &f32| libm::exp(f64::from(logit - most) / temperature);
    likelihoods.clear();
    likelihoods.extend(logits.iter().map(likelihood));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_match_hand_computation() {
        let logits = [2f32.ln(), 0.0, 4f32.ln()];
        let mut found = Vec::new();
        fill_likelihoods(&logits, 1.0, &mut found);
        for (found, wanted) in found.iter().zip([0.5, 0.25, 1.0]) {
            assert!((found - wanted).abs() < 1e-6, "{found} for {wanted}");
        }
        // At half the temperature the probabilities are squared.
        fill_likelihoods(&logits, 0.5, &mut found);
        assert!((found[0] - 0.25).abs() < 1e-6 && (found[1] - 0.0625).abs() < 1e-6);
    }
}
