//! Selection formulas as published, applied to rewards rescaled to 0..=1.

/// Rescales a reward linearly so that `low` becomes 0 and `high` becomes 1. Returns 0.5 if the range is empty.
#[inline]
pub fn rescale(reward: f64, low: f64, high: f64) -> f64 {
    if high > low {
        (reward - low) / (high - low)
    } else {
        0.5
    }
}

/// Variance of the rescaled rewards, from the sum and the sum of squares of `count` raw rewards.
#[inline]
pub fn variance(sum: f64, squares: f64, count: f64, low: f64, high: f64) -> f64 {
    if high > low {
        let mean = sum / count;
        let width = high - low;
        // Rounding errors can make the variance negative.
        ((squares / count - mean * mean) / (width * width)).max(0.0)
    } else {
        0.0
    }
}

/// UCB1 exploration term: c √(ln n / n_a). Auer, Cesa-Bianchi & Fischer, *Finite-time analysis of the multiarmed bandit
/// problem*, 2002, use c = √2.
#[inline]
pub fn ucb1(exploration: f64, ln_trials: f64, visits: f64) -> f64 {
    exploration * (ln_trials / visits).sqrt()
}

/// UCB1-Tuned exploration term: c √(ln n / n_a · min(1/4, σ² + √(2 ln n / n_a))), from the same paper with c = 1. The
/// maximum variance of rewards in 0..=1 is 1/4.
#[inline]
pub fn ucb1_tuned(exploration: f64, ln_trials: f64, visits: f64, variance: f64) -> f64 {
    let ratio = ln_trials / visits;
    exploration * (ratio * (variance + (2.0 * ratio).sqrt()).min(0.25)).sqrt()
}

/// PUCT exploration term: c P √n / (n_a + 1). Rosin, *Multi-armed bandits with episode context*, 2011, in the form of
/// Silver et al., *Mastering the game of Go without human knowledge*, 2017.
#[inline]
pub fn puct(exploration: f64, probability: f64, trials: f64, visits: f64) -> f64 {
    exploration * probability * trials.sqrt() / (visits + 1.0)
}

/// First-play urgency: the value of an untried action, before exploration, is the mean of its tried siblings minus a
/// constant. Gelly & Wang, *Exploration exploitation in Go: UCT for Monte-Carlo Go*, 2006, use an absolute constant; a
/// value relative to the parent does not depend on the scale of the rewards.
#[inline]
pub fn first_play(parent: f64, loss: f64) -> f64 {
    parent - loss
}

/// Progressive bias: w H / (n_a + 1), with H in 0..=1. Chaslot et al. 2008.
#[inline]
pub fn progressive_bias(weight: f64, heuristic: f64, visits: f64) -> f64 {
    weight * heuristic / (visits + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
    }

    #[test]
    fn rescaling_matches_hand_computation() {
        near(rescale(15.0, -5.0, 35.0), 0.5);
        near(rescale(-5.0, -5.0, 35.0), 0.0);
        near(rescale(35.0, -5.0, 35.0), 1.0);
        near(rescale(7.0, 7.0, 7.0), 0.5);
        // The range is empty before the first reward.
        near(rescale(7.0, f64::INFINITY, f64::NEG_INFINITY), 0.5);
    }

    #[test]
    fn variance_matches_hand_computation() {
        // On a scale from 0 to 10, the rewards 2, 4 and 6 become 0.2, 0.4 and 0.6, with variance 0.08 / 3.
        near(variance(12.0, 56.0, 3.0, 0.0, 10.0), 0.08 / 3.0);
        near(variance(12.0, 48.0, 3.0, 4.0, 4.0), 0.0);
    }

    #[test]
    fn ucb1_matches_hand_computation() {
        // ln 100 = 4.605170; / 25 = 0.184207; root 0.429193; times √2 = 0.606971.
        near(ucb1(2f64.sqrt(), 100f64.ln(), 25.0), 0.606_971);
        near(ucb1(1.0, 0.0, 1.0), 0.0);
    }

    #[test]
    fn ucb1_tuned_matches_hand_computation() {
        // √(2 · 0.184207) = 0.606971 > 1/4, so √(0.184207 / 4) = 0.214597.
        near(ucb1_tuned(1.0, 100f64.ln(), 25.0, 0.1), 0.214_597);
        // ln 100 / 1000 = 0.004605170; √0.009210340 = 0.095970; + 0.01 = 0.105970; √(0.004605170 · 0.105970) =
        // 0.022091.
        near(ucb1_tuned(1.0, 100f64.ln(), 1000.0, 0.01), 0.022_091);
        near(ucb1_tuned(2.0, 100f64.ln(), 1000.0, 0.01), 0.044_182);
    }

    #[test]
    fn puct_matches_hand_computation() {
        // 2 · 0.3 · 10 / 5
        near(puct(2.0, 0.3, 100.0, 4.0), 1.2);
        near(puct(2.0, 0.3, 0.0, 0.0), 0.0);
    }

    #[test]
    fn first_play_matches_hand_computation() {
        near(first_play(0.6, 0.25), 0.35);
        near(first_play(0.6, -0.1), 0.7);
    }

    #[test]
    fn progressive_bias_matches_hand_computation() {
        near(progressive_bias(3.0, 0.5, 0.0), 1.5);
        near(progressive_bias(3.0, 0.5, 2.0), 0.5);
    }
}
