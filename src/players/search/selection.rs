//! Choice of the most urgent candidate at a node.

use super::formulas::{first_play, progressive_bias, puct, rescale, ucb1, ucb1_tuned, variance};
use super::settings::{FirstPlay, Formula, Settings};
use crate::game::Rng;
use crate::random::Greatest;

/// Urgency of untried candidates if all must be tried first; greater than any other urgency.
const BEFORE_ALL: f64 = 1e9;
/// Lower bound of the exploration parameter in PUCT. It ensures that untried candidates are ordered by probability.
const LEAST_EXPLORATION: f64 = 1e-4;
/// Maximum variance of rewards in 0..=1.
const MOST_VARIANCE: f64 = 0.25;

/// Statistics of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Number of iterations that chose the action.
    pub visits: u32,
    /// Number of iterations in which the action was legal.
    pub available: u32,
    /// Sum of rewards.
    pub sum: f64,
    /// Sum of squared rewards.
    pub squares: f64,
    /// Smallest reward.
    pub low: f32,
    /// Greatest reward.
    pub high: f32,
    /// Value one step ahead.
    pub prior: f32,
    /// Likelihood under the prior, relative to the most likely candidate (1). It is 0 until `most_urgent` computes it.
    pub likelihood: f64,
}

/// Returns the index of the most urgent candidate. Ties are broken at random.
pub fn most_urgent(settings: &Settings, candidates: &mut [Candidate], rng: &mut Rng) -> usize {
    let (mut trials, mut sum) = (0, 0.0);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    for candidate in candidates.iter() {
        trials += candidate.visits;
        sum += candidate.sum;
        (low, high) = (low.min(candidate.low), high.max(candidate.high));
        (least, most) = (least.min(candidate.prior), most.max(candidate.prior));
    }
    // A prior that counts as a visit extends the range of rewards.
    let counts_prior = settings.first_play == FirstPlay::Prior;
    if counts_prior {
        (low, high) = (low.min(least), high.max(most));
    }
    let (low, high) = (f64::from(low), f64::from(high));
    let parent_mean = match trials {
        0 => 0.5,
        _ => rescale(sum / f64::from(trials), low, high),
    };
    let by_likelihood = settings.formula == Formula::Puct;
    // Denominator of the softmax over the priors.
    let mut likelihoods = 0.0;
    let uniform = settings.root_uniform;
    let even = uniform / candidates.len() as f64;
    if by_likelihood {
        for candidate in candidates.iter_mut() {
            let behind = f64::from(candidate.prior - most);
            candidate.likelihood = (behind / settings.prior_temperature).exp();
            likelihoods += candidate.likelihood;
        }
    }
    let logarithm_of = |trials: u32| match by_likelihood {
        true => 0.0,
        false => f64::from(trials.max(1)).ln(),
    };
    let least_exploration = settings.exploration.max(LEAST_EXPLORATION);
    // The logarithm is cached because it is usually the same for all siblings.
    let (mut counted, mut logarithm) = (trials, logarithm_of(trials));
    let mut best = Greatest::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.available != counted {
            counted = candidate.available;
            logarithm = logarithm_of(counted);
        }
        let prior = rescale(
            f64::from(candidate.prior),
            f64::from(least),
            f64::from(most),
        );
        let visits = f64::from(candidate.visits);
        let tried = candidate.visits > 0 || counts_prior;
        let mean = match tried {
            true if counts_prior => {
                let sum = candidate.sum + f64::from(candidate.prior);
                rescale(sum / (visits + 1.0), low, high)
            }
            true => rescale(candidate.sum / visits, low, high),
            false => 0.0,
        };
        let exploration = || match settings.formula {
            Formula::Ucb1 => ucb1(settings.exploration, logarithm, visits.max(1.0)),
            Formula::Ucb1Tuned => {
                let variance = match candidate.visits > 0 {
                    true => variance(candidate.sum, candidate.squares, visits, low, high),
                    false => MOST_VARIANCE,
                };
                ucb1_tuned(settings.exploration, logarithm, visits.max(1.0), variance)
            }
            Formula::Puct => {
                let probability = (1.0 - uniform) * candidate.likelihood / likelihoods + even;
                let trials = f64::from(counted.max(1));
                puct(least_exploration, probability, trials, visits)
            }
        };
        let mut value = if tried {
            mean + exploration()
        } else if settings.first_play != FirstPlay::Parent {
            BEFORE_ALL + prior
        } else {
            first_play(parent_mean, settings.first_play_loss) + exploration()
        };
        if settings.bias > 0.0 {
            value += progressive_bias(settings.bias, prior, visits);
        }
        best.offer(index, value, rng);
    }
    best.index()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::random::stream;
    use crate::search::parameters::{Method, Value};

    fn settings(values: &[(&str, f64)]) -> Settings {
        let values: BTreeMap<String, Value> = values
            .iter()
            .map(|&(name, value)| (name.to_string(), Value::Number(value)))
            .collect();
        Settings::read(Method::Mcts, &values).unwrap()
    }

    fn candidate(visits: u32, mean: f64) -> Candidate {
        let count = f64::from(visits);
        Candidate {
            visits,
            available: 20,
            sum: count * mean,
            squares: count * mean * mean,
            low: 0.0,
            high: 10.0,
            prior: 0.0,
            likelihood: 0.0,
        }
    }

    #[test]
    fn actions_are_tried_in_proportion_to_their_prior() {
        // At temperature 2 the second candidate is three times as probable, so with equal means it is chosen until (n +
        // 1) / 3 exceeds 3 + 1.
        let mut settings = settings(&[("bias", 0.0), ("prior_temperature", 2.0)]);
        settings.formula = Formula::Puct;
        for (visits, wanted) in [(10, 1), (12, 0)] {
            let probable = Candidate {
                prior: 2.0 * 3f32.ln(),
                ..candidate(visits, 5.0)
            };
            let mut candidates = [candidate(3, 5.0), probable];
            let found = most_urgent(&settings, &mut candidates, &mut stream(1, &[]));
            assert_eq!(found, wanted, "{visits}");
        }
    }

    /// With a share of 0.5 for the uniform distribution, a candidate without likelihood has probability 0.25, and 9 visits of
    /// the other one are enough to try it: 0.25 · 3 / 1 exceeds 0.75 · 3 / 10 by more than the difference of the means.
    #[test]
    fn uniform_share_tries_improbable_actions() {
        let mut settings = settings(&[("first_play_loss", 0.0)]);
        settings.formula = Formula::Puct;
        settings.first_play = FirstPlay::Parent;
        let hopeless = Candidate {
            prior: -1000.0,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            ..candidate(0, 0.0)
        };
        for (uniform, wanted) in [(0.5, 1), (0.0, 0)] {
            settings.root_uniform = uniform;
            let mut candidates = [candidate(9, 5.0), hopeless];
            let found = most_urgent(&settings, &mut candidates, &mut stream(1, &[]));
            assert_eq!(found, wanted, "{uniform}");
        }
    }

    /// Two candidates have priors 8 and 2, and the first has four visits. With mean 3 its value is (4 · 3 + 8) / 5 = 4,
    /// greater than 2. With mean 0.5 its value is (4 · 0.5 + 8) / 5 = 2, which ties; with a lower mean it is behind.
    #[test]
    fn prior_counts_as_one_visit() {
        let mut settings = settings(&[("exploration", 0.0)]);
        settings.formula = Formula::Puct;
        settings.first_play = FirstPlay::Prior;
        let untried = Candidate {
            prior: 2.0,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            ..candidate(0, 0.0)
        };
        for (mean, wanted) in [(3.0, 0), (0.6, 0), (0.4, 1)] {
            let tried = Candidate {
                prior: 8.0,
                ..candidate(4, mean)
            };
            let found = most_urgent(&settings, &mut [tried, untried], &mut stream(1, &[]));
            assert_eq!(found, wanted, "{mean}");
        }
    }

    /// Without the lower bound of the exploration parameter, untried candidates would have equal urgencies.
    #[test]
    fn untried_candidates_without_exploration_are_tried_by_probability() {
        let mut settings = settings(&[("exploration", 0.0)]);
        settings.formula = Formula::Puct;
        settings.first_play = FirstPlay::Parent;
        let untried = |prior: f32| Candidate {
            prior,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            ..candidate(0, 0.0)
        };
        for seed in 0..10 {
            let mut candidates = [untried(1.0), untried(3.0), untried(2.0)];
            let found = most_urgent(&settings, &mut candidates, &mut stream(seed, &[]));
            assert_eq!(found, 1);
        }
    }

    #[test]
    fn untried_actions_are_selected_first() {
        let untried = Candidate {
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            ..candidate(0, 0.0)
        };
        let mut candidates = [candidate(10, 6.0), untried];
        assert_eq!(
            most_urgent(&settings(&[]), &mut candidates, &mut stream(1, &[])),
            1
        );
    }
}
