//! Verdicts on whether the items of a game are within a target.

use super::judgement::Judgement;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::multiplicity::holm;
use portolan_stats::shrinkage::{Measured, Mixture};
use portolan_stats::t_test;

/// Error probability of a test. A verdict is wrong with a probability of at most 5 %, divided equally between two looks: the
/// confirmation, and the confirmation together with its second stage.
const ALPHA: f64 = (1.0 - CONFIDENCE) / 2.0;

/// Result of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Met,
    NotMet,
    NotSettled,
}

/// Items that miss a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    /// Items that are significantly outside, with an error probability of at most 5 % for all of them together (Holm).
    pub significant: Vec<usize>,
    /// Items that are in doubt: they are not significantly outside, and the test does not reject a value outside either.
    pub doubtful: Vec<usize>,
    /// Expected number of items outside. It assumes that the true values are distributed around zero like a mixture of
    /// normal distributions ([`Mixture`]).
    pub expected: f64,
}

impl Outside {
    /// Tests for each item whether its excess is within ±`within`, in the confirmation and, if there was a second stage, in
    /// both together. A result of the first look is final.
    pub fn count(looks: &[&[Judgement]], within: f64) -> Outside {
        // One-sided p-value of the hypothesis that the distance from the bound is at most 0.
        let test = |distance: f64, item: &Judgement| match distance > 0.0 {
            true => t_test(distance, item.excess_error, item.effect.degrees) / 2.0,
            false => 1.0,
        };
        let outside = |item: &Judgement| test(item.excess().abs() - within, item);
        let inside = |item: &Judgement| test(within - item.excess().abs(), item);
        let items = looks.first().map_or(0, |judged| judged.len());
        let (mut is_outside, mut is_inside) = (vec![false; items], vec![false; items]);
        for judged in looks {
            let p_values: Vec<f64> = judged.iter().map(outside).collect();
            for (item, p) in holm(&p_values).into_iter().enumerate() {
                is_outside[item] |= p < ALPHA;
                // The target as a whole is met only if all tests reject, so no correction is needed.
                is_inside[item] |= inside(&judged[item]) < ALPHA;
            }
        }
        let last = looks.last().copied().unwrap_or_default();
        let measured: Vec<Measured> = last.iter().map(excess).collect();
        let prior = Mixture::fit(&measured);
        let outside = |one: &Measured| prior.probability_outside(*one, within);
        Outside {
            doubtful: (0..items)
                .filter(|&item| !is_outside[item] && !is_inside[item])
                .collect(),
            significant: (0..items).filter(|&item| is_outside[item]).collect(),
            expected: measured.iter().map(outside).sum(),
        }
    }

    /// Returns the verdict about the target. The target is met if the test rejects a value outside for every item (an
    /// intersection–union test: Berger, *Multiparameter hypothesis testing and acceptance sampling*, 1982), and not met if
    /// at least one item is significantly outside. Each verdict is wrong with a probability of at most 5 %.
    pub fn verdict(&self) -> Verdict {
        match (self.significant.as_slice(), self.doubtful.as_slice()) {
            ([], []) => Verdict::Met,
            ([], _) => Verdict::NotSettled,
            _ => Verdict::NotMet,
        }
    }
}

/// Returns the excess of an item with its error.
pub fn excess(judged: &Judgement) -> Measured {
    Measured {
        value: judged.excess(),
        error: judged.excess_error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{ItemEffect, Peer, Reference, judge, judge_both};
    use portolan_core::random::{Rng, design_stream, standard_normal};

    #[test]
    fn target_is_met_only_by_precise_estimates() {
        let judged = |error: f64| -> Vec<Judgement> {
            let effect = ItemEffect::new((0.1, error), (0.0, 0.01), 1000.0);
            let peer = Peer {
                kind: "things",
                price: None,
            };
            judge(
                &[effect; 5],
                &[peer; 5],
                Reference::Zero,
                &mut design_stream(1),
            )
        };
        let verdict = |error: f64| Outside::count(&[&judged(error)], 1.0).verdict();
        assert_eq!(verdict(0.1), Verdict::Met);
        assert_eq!(verdict(2.0), Verdict::NotSettled);
        let mut far = judged(0.1);
        far[0].effect.margin = 3.0;
        let outside = Outside::count(&[&far], 1.0);
        assert_eq!(
            (outside.significant.as_slice(), outside.verdict()),
            (&[0][..], Verdict::NotMet)
        );
    }

    /// True value of an item.
    type Truth = dyn Fn(usize, &mut Rng) -> f64;

    /// Compares verdicts about 60 items with their true values, for three sizes of the standard error. The true
    /// values are normal, heavy-tailed, or zero except for 1, 3 or 8 outliers just outside the target. If the first
    /// stage is inconclusive, a second stage measures the items again.
    fn verdicts_are_wrong_in_at_most_five_percent(studies: u64) {
        let rng = &mut design_stream(5);
        let mut later = 0;
        let within = 1.0;
        let spiked = |outliers: usize| {
            move |item: usize, _: &mut Rng| if item < outliers { 1.02 } else { 0.0 }
        };
        let (one, three, eight) = (spiked(1), spiked(3), spiked(8));
        let truths: [&Truth; 5] = [
            &|_, rng| 0.4 * standard_normal(rng),
            &one,
            &three,
            &eight,
            &|_, rng| {
                let squares: f64 = (0..3).map(|_| standard_normal(rng).powi(2)).sum();
                0.25 * standard_normal(rng) / (squares / 3.0).sqrt()
            },
        ];
        for (number, truth) in truths.iter().enumerate() {
            for error in [0.05, 0.15, 0.3] {
                let (mut false_met, mut false_missed) = (0, 0);
                for _ in 0..studies {
                    let peer = Peer {
                        kind: "things",
                        price: None,
                    };
                    let values: Vec<f64> = (0..60).map(|item| truth(item, rng)).collect();
                    let stage = |rng: &mut Rng| {
                        let effects: Vec<ItemEffect> = values
                            .iter()
                            .map(|value| {
                                let measured = value + error * standard_normal(rng);
                                ItemEffect::new((measured, error), (0.0, 0.01), 1000.0)
                            })
                            .collect();
                        judge(&effects, &[peer; 60], Reference::Zero, rng)
                    };
                    let first = stage(rng);
                    let mut verdict = Outside::count(&[&first], within).verdict();
                    if verdict == Verdict::NotSettled {
                        let both = judge_both(&first, &stage(rng), rng);
                        verdict = Outside::count(&[&first, &both], within).verdict();
                        later += u64::from(verdict != Verdict::NotSettled);
                    }
                    let is_within = values.iter().all(|value| value.abs() <= within);
                    match verdict {
                        Verdict::Met => false_met += u64::from(!is_within),
                        Verdict::NotMet => false_missed += u64::from(is_within),
                        Verdict::NotSettled => {}
                    }
                }
                // 5 % plus three standard errors.
                let most = 0.05 * studies as f64 + 3.0 * (0.0475 * studies as f64).sqrt();
                let place = format!("truth {number}, error {error}: {false_met} {false_missed}");
                assert!(
                    (false_met as f64) < most && (false_missed as f64) < most,
                    "{place}"
                );
            }
        }
        assert!(later > 0, "no second stage settles a verdict");
    }

    #[test]
    fn verdicts_about_planted_items_are_rarely_wrong() {
        verdicts_are_wrong_in_at_most_five_percent(8);
    }

    #[test]
    #[ignore = "nightly: 1,500 simulated studies"]
    fn verdicts_about_planted_items_are_rarely_wrong_in_100_studies() {
        verdicts_are_wrong_in_at_most_five_percent(100);
    }
}
