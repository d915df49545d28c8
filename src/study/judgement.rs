//! Judgement of the effects of many items: significant differences from expectation, adjusted for multiple
//! comparisons, and shrunk effects.

use rayon::prelude::*;

use portolan_core::random::{Rng, standard_normal};
use portolan_stats::interval::{CONFIDENCE, equivalence_test};
use portolan_stats::multiplicity::benjamini_hochberg;
use portolan_stats::repetition::{SharedErrors, p_of_repetition};
use portolan_stats::robust::{lines_of_others, medians_of_others};
use portolan_stats::shrinkage::{Measured, rank_intervals, shrunk, variance_between};
use portolan_stats::{Estimate, Interval, Moments, Unit, t_interval, t_test};

/// Accepted false discovery rate.
pub const FALSE_DISCOVERIES: f64 = 0.05;

/// Minimum number of items of a kind for fitting a line by price.
pub const FEWEST_FOR_A_LINE: usize = 8;

/// Minimum number of items of a kind that are compared with each other: the median of three others would not
/// be robust against one outlier.
pub const FEWEST_PEERS: usize = 4;

/// Number of draws for the error of the expected value.
const DRAWS: usize = 100;

/// Measured effect of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemEffect {
    /// Change of the margin: own score minus the mean of the other scores.
    pub margin: f64,
    /// Standard error of the change of the margin.
    pub margin_error: f64,
    /// Change of the share of wins.
    pub win: f64,
    /// Standard error of the change of the share of wins.
    pub win_error: f64,
    /// Degrees of freedom of the errors.
    pub degrees: f64,
    /// Two-sided p-value of no change of the margin.
    pub p: f64,
}

impl ItemEffect {
    /// Creates an effect on the margin and on the share of wins, each given as (value, standard error), with common
    /// degrees of freedom and the p-value of Student's t test.
    pub fn new(margin: (f64, f64), win: (f64, f64), degrees: f64) -> ItemEffect {
        ItemEffect {
            margin: margin.0,
            margin_error: margin.1,
            win: win.0,
            win_error: win.1,
            degrees,
            p: t_test(margin.0, margin.1, degrees),
        }
    }

    /// Returns the effect on the margin, without adjustment for other tests.
    pub fn margin_estimate(&self) -> Estimate {
        let interval = self.margin_interval();
        Estimate::new(self.margin, interval, Unit::PointsDifference).tested(self.p)
    }

    /// Returns the effect on the share of wins.
    pub fn win_estimate(&self) -> Estimate {
        let interval = self.win_interval();
        Estimate::new(self.win, interval, Unit::ShareDifference)
    }

    /// Returns the 95 % interval of the effect on the margin; `None` if the error is 0.
    pub fn margin_interval(&self) -> Option<Interval> {
        t_interval(self.margin, self.margin_error, self.degrees, CONFIDENCE)
    }

    /// Returns the 95 % interval of the effect on the share of wins; `None` if the error is 0.
    pub fn win_interval(&self) -> Option<Interval> {
        t_interval(self.win, self.win_error, self.degrees, CONFIDENCE)
    }
}

/// Reference with which effects are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The reference value is zero.
    Zero,
    /// The reference value comes from the other items of the kind at the same price: a line through them, or their median if
    /// they have no price or are too few for a line. Items of a kind with fewer than [`FEWEST_PEERS`] items are compared
    /// with zero.
    Peers,
}

/// Properties that make items comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer<'study> {
    /// Kind of the item.
    pub kind: &'study str,
    /// Price of the item, if it has one.
    pub price: Option<i32>,
}

/// Judgement of one item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Measured effect.
    pub effect: ItemEffect,
    /// Expected effect on the margin.
    pub expected: f64,
    /// Standard error of the difference from the expected effect.
    pub excess_error: f64,
    /// Two-sided p-value of this difference.
    pub p: f64,
    /// q-value, adjusted for all questions judged together or passed to [`ask_at_once`] (Benjamini &
    /// Hochberg 1995).
    pub q: f64,
    /// Empirical Bayes estimate of the difference: shrunk towards zero in proportion to its noise.
    pub shrunk: f64,
    /// 95 % interval of the rank among all items; 1 is the largest difference.
    pub ranks: (usize, usize),
    /// True if enough seats take the item for its effect to be tested.
    pub tested: bool,
}

impl Judgement {
    /// Returns the excess of the effect on the margin over the expected effect.
    pub fn excess(&self) -> f64 {
        self.effect.margin - self.expected
    }

    /// Returns the 95 % interval of [`Judgement::excess`]; `None` if the error is 0.
    pub fn excess_interval(&self) -> Option<Interval> {
        let degrees = self.effect.degrees;
        t_interval(self.excess(), self.excess_error, degrees, CONFIDENCE)
    }

    /// Returns the excess over the expected effect, with its interval, p-value and q-value.
    pub fn excess_estimate(&self) -> Estimate {
        let interval = self.excess_interval();
        let excess = Estimate::new(self.excess(), interval, Unit::PointsDifference);
        excess.tested(self.p).corrected(self.q)
    }

    /// Returns the shrunk excess, with its p-value and q-value.
    pub fn shrunk_estimate(&self) -> Estimate {
        let shrunk = Estimate::new(self.shrunk, None, Unit::PointsDifference);
        shrunk.tested(self.p).corrected(self.q)
    }

    /// Returns true if the excess is significant among all questions.
    fn is_answered(&self) -> bool {
        self.tested && self.q < FALSE_DISCOVERIES
    }

    /// Returns 1 if the item is stronger than expected, −1 if it is weaker, and 0 unless both its q-value
    /// and its interval are significant.
    pub fn direction(&self) -> i8 {
        let clear = (self.excess_interval())
            .is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0);
        if clear && self.is_answered() {
            self.excess().signum() as i8
        } else {
            0
        }
    }
}

/// Judges the effects of items of the given kinds and prices; `rng` draws from the error distributions.
pub fn judge(
    effects: &[ItemEffect],
    peers: &[Peer],
    reference: Reference,
    rng: &mut Rng,
) -> Vec<Judgement> {
    let expected = match reference {
        Reference::Peers => expected_of_peers(effects, peers, rng),
        Reference::Zero => vec![NOTHING; effects.len()],
    };
    judge_against(effects, &expected, rng)
}

/// Judges the mean of two independent measurements of the same items, weighted by the precision of the excess.
pub fn judge_both(one: &[Judgement], other: &[Judgement], rng: &mut Rng) -> Vec<Judgement> {
    let mean = |(one, other): (&Judgement, &Judgement)| {
        let (first, second) = (one.excess_error.powi(2), other.excess_error.powi(2));
        // The share is 0 instead of 0 / 0 if both errors are 0.
        let share = (second / (first + second)).max(0.0);
        let mean = |one: (f64, f64), other: (f64, f64)| {
            let error = (share * one.1).hypot((1.0 - share) * other.1);
            (share * one.0 + (1.0 - share) * other.0, error)
        };
        let excess = |of: &Judgement| (of.excess(), of.excess_error);
        let margin = |of: &Judgement| (of.effect.margin, of.effect.margin_error);
        let win = |of: &Judgement| (of.effect.win, of.effect.win_error);
        let (excess, margin) = (
            mean(excess(one), excess(other)),
            mean(margin(one), margin(other)),
        );
        let degrees = one.effect.degrees + other.effect.degrees;
        let expected = Measured {
            value: margin.0 - excess.0,
            error: (excess.1.powi(2) - margin.1.powi(2)).max(0.0).sqrt(),
        };
        (
            ItemEffect::new(margin, mean(win(one), win(other)), degrees),
            expected,
        )
    };
    let (effects, expected): (Vec<_>, Vec<_>) = one.iter().zip(other).map(mean).unzip();
    judge_against(&effects, &expected, rng)
}

/// Judges effects compared with these expected values.
fn judge_against(effects: &[ItemEffect], expected: &[Measured], rng: &mut Rng) -> Vec<Judgement> {
    let excess: Vec<Measured> = (effects.iter().zip(expected))
        .map(|(effect, expected)| Measured {
            value: effect.margin - expected.value,
            error: effect.margin_error.hypot(expected.error),
        })
        .collect();
    let between = variance_between(&excess);
    let ranks = rank_intervals(&excess, &mut || standard_normal(rng));
    let mut judgements: Vec<Judgement> = (0..effects.len())
        .map(|item| Judgement {
            effect: effects[item],
            expected: expected[item].value,
            excess_error: excess[item].error,
            p: if expected[item] == NOTHING {
                effects[item].p
            } else {
                t_test(
                    excess[item].value,
                    excess[item].error,
                    effects[item].degrees,
                )
            },
            q: 1.0,
            shrunk: shrunk(excess[item], between).value,
            ranks: ranks[item],
            tested: true,
        })
        .collect();
    ask_at_once(&mut judgements.iter_mut().collect::<Vec<_>>());
    judgements
}

/// Returns for each item whether its excess is significantly within ±`bound` points, adjusted for all tested items.
pub fn equivalent(judgements: &[Judgement], bound: f64) -> Vec<bool> {
    let p_value = |judged: &Judgement| {
        let degrees = judged.effect.degrees;
        match judged.tested {
            true => equivalence_test(judged.excess(), judged.excess_error, degrees, bound),
            false => f64::NAN,
        }
    };
    let p_values: Vec<f64> = judgements.iter().map(p_value).collect();
    let q_values = benjamini_hochberg(&p_values).into_iter();
    q_values.map(|q| q < FALSE_DISCOVERIES).collect()
}

/// Combines several questions into one family and adjusts their q-values to it. Returns the p-value below which a
/// question of the family is significant; 0 if all p-values are too large.
pub fn ask_at_once(judgements: &mut [&mut Judgement]) -> f64 {
    let p_values: Vec<f64> = judgements.iter().map(|judged| judged.p).collect();
    for (judged, q) in judgements.iter_mut().zip(benjamini_hochberg(&p_values)) {
        judged.q = q;
    }
    let told = judgements.iter().filter(|judged| judged.is_answered());
    FALSE_DISCOVERIES * told.count() as f64 / judgements.len().max(1) as f64
}

/// Expected value of an item without comparable items.
const NOTHING: Measured = Measured {
    value: 0.0,
    error: 0.0,
};

/// Returns the expected effect of each item, based on the other items of its kind at its price. The item
/// itself is excluded, and outliers have little influence: otherwise one item that is far too strong would
/// make all others appear too weak.
fn expected_of_peers(effects: &[ItemEffect], peers: &[Peer], rng: &mut Rng) -> Vec<Measured> {
    let mut expected = vec![NOTHING; effects.len()];
    for (first, peer) in peers.iter().enumerate() {
        let of_kind: Vec<usize> = (0..peers.len())
            .filter(|&item| peers[item].kind == peer.kind)
            .collect();
        if of_kind[0] == first && of_kind.len() >= FEWEST_PEERS {
            let chosen: Vec<ItemEffect> = of_kind.iter().map(|&item| effects[item]).collect();
            let prices: Vec<Option<i32>> = of_kind.iter().map(|&item| peers[item].price).collect();
            for (item, value) in of_kind.into_iter().zip(of_others(&chosen, &prices, rng)) {
                expected[item] = value;
            }
        }
    }
    expected
}

/// Returns the expected effect of each item from the other items of its kind, by price if they have prices
/// and are numerous enough. Its error is the spread when every effect varies according to its own error.
fn of_others(effects: &[ItemEffect], prices: &[Option<i32>], rng: &mut Rng) -> Vec<Measured> {
    let prices: Option<Vec<f64>> = (prices.iter())
        .map(|price| price.map(f64::from))
        .collect::<Option<_>>()
        .filter(|_| effects.len() >= FEWEST_FOR_A_LINE);
    let of_others = |margins: &[f64]| {
        match &prices {
            Some(prices) => lines_of_others(prices, margins),
            None => medians_of_others(margins),
        }
        .unwrap_or_else(|| vec![0.0; margins.len()])
    };
    let margins: Vec<f64> = effects.iter().map(|effect| effect.margin).collect();
    let drawn: Vec<Vec<f64>> = (0..DRAWS)
        .map(|_| {
            let moved =
                |effect: &ItemEffect| effect.margin + effect.margin_error * standard_normal(rng);
            effects.iter().map(moved).collect()
        })
        .collect();
    let drawn: Vec<Vec<f64>> = drawn.par_iter().map(|margins| of_others(margins)).collect();
    (of_others(&margins).into_iter().enumerate())
        .map(|(item, value)| {
            let moments: Moments = drawn.iter().map(|expected| expected[item]).collect();
            Measured {
                value,
                error: moments.standard_deviation().unwrap_or(0.0),
            }
        })
        .collect()
}

/// Returns true if a difference is confirmed in data sets in which placeholder rows vary: the 95 % interval
/// of its mean over these sets lies on the side of the original estimate, which selected it. `excess` starts
/// with the original set, `errors` describes the correlation due to shared deals, and `threshold` is the
/// p-value below which the original estimate was significant. `None` for fewer than two further sets.
pub fn survives(excess: &[f64], errors: SharedErrors, threshold: f64) -> Option<bool> {
    let (&first, others) = excess.split_first()?;
    let p = p_of_repetition(first, others, errors, threshold)?;
    Some(p < (1.0 - CONFIDENCE) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::design_stream;

    fn effect(margin: f64, error: f64) -> ItemEffect {
        ItemEffect::new((margin, error), (0.0, 0.1), 1e4)
    }

    fn peers(prices: &[Option<i32>]) -> Vec<Peer<'static>> {
        let peer = |&price| Peer {
            kind: "things",
            price,
        };
        prices.iter().map(peer).collect()
    }

    #[test]
    fn equivalence_is_adjusted_for_all_items() {
        let mut rng = design_stream(1);
        let peer = Peer {
            kind: "",
            price: None,
        };
        let of = |margins: &[f64], rng: &mut Rng| {
            let effects: Vec<ItemEffect> = margins
                .iter()
                .map(|&margin| ItemEffect::new((margin, 0.5), (0.0, 0.1), 1e4))
                .collect();
            let peers = vec![peer; effects.len()];
            equivalent(&judge(&effects, &peers, Reference::Zero, rng), 1.0)
        };
        // The error of each effect is 0.5, so the p-value of an effect of 0.1 is 0.036.
        assert_eq!(of(&[0.1], &mut rng), [true]);
        assert_eq!(of(&[0.1, 2.0], &mut rng), [false, false]);
        assert_eq!(of(&[0.3], &mut rng), [false]);
    }

    #[test]
    fn items_are_compared_with_items_of_similar_price() {
        // Effects equal the price; only the last is too large by one and a half, or 15 standard errors.
        let prices: Vec<Option<i32>> = (0..20).map(|price| Some(price % 5)).collect();
        let mut effects: Vec<ItemEffect> = prices
            .iter()
            .map(|price| effect(f64::from(price.unwrap_or(0)), 0.1))
            .collect();
        effects[19].margin += 1.5;
        let peers = peers(&prices);
        let found = judge(&effects, &peers, Reference::Peers, &mut design_stream(1));
        assert_eq!(found[19].direction(), 1);
        assert!(found[19].q < 1e-6 && found[19].ranks.0 == 1);
        assert!(found[19].excess() > 1.2, "{}", found[19].excess());
        // Compared with zero, every item with a price has an effect.
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let told = found.iter().filter(|found| found.direction() == 1);
        assert_eq!(told.count(), 16);
    }

    #[test]
    fn items_of_different_kinds_are_not_compared() {
        // Four items of one kind with effect 1, four of another with effect 5, and a single one.
        let effects: Vec<ItemEffect> = [1.0, 1.0, 1.0, 1.0, 5.0, 5.0, 5.0, 5.0, 3.0]
            .map(|margin| effect(margin, 0.1))
            .to_vec();
        let kinds = [vec!["low"; 4], vec!["high"; 4], vec!["alone"]].concat();
        let peers: Vec<Peer> = kinds
            .into_iter()
            .map(|kind| Peer { kind, price: None })
            .collect();
        let found = judge(&effects, &peers, Reference::Peers, &mut design_stream(1));
        assert!(found[..8].iter().all(|found| found.excess().abs() < 1e-6));
        assert_eq!(found[8].expected, 0.0);
    }

    #[test]
    fn pure_noise_shrinks_to_zero() {
        // Standard normal quantiles at 5 %, 15 % … 95 %: their spread is exactly that of noise.
        let quantiles = [1.645, 1.036, 0.674, 0.385, 0.126];
        let effects: Vec<ItemEffect> = quantiles
            .iter()
            .flat_map(|&value| [effect(value, 1.0), effect(-value, 1.0)])
            .collect();
        let peers = peers(&[None; 10]);
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        assert!(found.iter().all(|found| found.ranks == (1, 10)));
        assert!(found.iter().all(|found| found.shrunk.abs() < 1e-9));
        assert!(found.iter().all(|found| found.direction() == 0));
        // 1.645 standard errors: p = 0.1.
        assert!((found[0].p - 0.1).abs() < 1e-3, "{}", found[0].p);
    }

    #[test]
    fn excess_shrinks_by_half_if_half_the_variance_is_noise() {
        // The variance of the excesses is 2 and the noise variance is 1. This leaves 1 between items, so
        // half is retained.
        let root = 2.0f64.sqrt();
        let effects: Vec<ItemEffect> = [root, -root, root, -root]
            .map(|margin| effect(margin, 1.0))
            .to_vec();
        let peers = peers(&[None; 4]);
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let shrunk = found[0].shrunk;
        assert!((shrunk - root / 2.0).abs() < 1e-6, "{shrunk}");
    }

    /// One of five items of a kind is five points too strong, which does not change the judgement of the other four.
    /// Compared with the mean of all items, they would be one point too weak, which is ten standard errors.
    #[test]
    fn outlier_does_not_make_other_items_weak() {
        for (prices, items) in [(vec![None; 5], 5), ((0..12).map(Some).collect(), 12)] {
            let mut rng = design_stream(9);
            let mut effects: Vec<ItemEffect> = (0..items)
                .map(|item| effect(0.1 * f64::from(item) + 0.1 * standard_normal(&mut rng), 0.1))
                .collect();
            if items == 5 {
                effects
                    .iter_mut()
                    .for_each(|one| one.margin = 0.1 * standard_normal(&mut rng));
            }
            effects[3].margin += 5.0;
            let found = judge(&effects, &peers(&prices), Reference::Peers, &mut rng);
            let told: Vec<i8> = found.iter().map(Judgement::direction).collect();
            let wanted: Vec<i8> = (0..items).map(|item| i8::from(item == 3)).collect();
            assert_eq!(told, wanted);
            assert!((found[3].excess() - 5.0).abs() < 0.5);
        }
    }

    /// The expected value is only as precise as the values from which it is computed.
    #[test]
    fn error_of_the_expected_value_is_included() {
        let vague = [effect(0.0, 1.0), effect(0.1, 1.0), effect(-0.1, 1.0)];
        let clear = effect(1.5, 0.1);
        let effects = [&vague[..], &[clear]].concat();
        let found = judge(
            &effects,
            &peers(&[None; 4]),
            Reference::Peers,
            &mut design_stream(3),
        );
        // The median of three normal values has a standard deviation of 0.67.
        let error = found[3].excess_error;
        assert!((0.5..0.85).contains(&error), "{error}");
        assert_eq!(found[3].direction(), 0);
    }

    /// All questions of a report form one family, even if some were judged separately.
    #[test]
    fn questions_of_a_report_form_one_family() {
        let judged = |margin: f64| {
            let effects = [effect(margin, 1.0)];
            judge(
                &effects,
                &peers(&[None]),
                Reference::Zero,
                &mut design_stream(1),
            )[0]
        };
        let mut questions = [judged(2.1), judged(0.3), judged(0.1)];
        assert_eq!(questions[0].direction(), 1);
        assert_eq!(ask_at_once(&mut [&mut questions[0]]), 0.05);
        let threshold = ask_at_once(&mut questions.iter_mut().collect::<Vec<_>>());
        assert_eq!(questions[0].direction(), 0);
        assert!((questions[0].q - 3.0 * questions[0].p).abs() < 1e-12);
        assert_eq!(threshold, 0.0);
    }

    #[test]
    fn few_deal_groups_are_tested_with_students_t() {
        // 2.5 standard errors: p = 0.0124 for many blocks, and 0.0668 with 4 degrees of freedom (R:
        // `2 * pt(-2.5, 4)`).
        let few = ItemEffect::new((2.5, 1.0), (0.0, 0.1), 4.0);
        assert!((few.p - 0.0668).abs() < 1e-4, "{}", few.p);
        assert!((effect(2.5, 1.0).p - 0.0124).abs() < 1e-4);
        // The quantile is 2.776.
        assert!((few.margin_interval().unwrap().low + 0.276).abs() < 1e-3);
    }

    #[test]
    fn difference_survives_if_other_data_sets_confirm_it() {
        // Errors of 0.2 in every set, on separate deals.
        let errors = SharedErrors {
            first: 0.04,
            each: 0.04,
            mean: 0.01,
            with_first: 0.0,
            degrees: 1000.0,
        };
        assert_eq!(survives(&[1.0, 1.1], errors, 0.01), None);
        let told = |excess: &[f64]| survives(excess, errors, 0.01);
        assert_eq!(told(&[1.0, 1.1, 0.9, 1.2, 1.0]), Some(true));
        assert_eq!(told(&[-1.0, -1.1, -0.9, -1.3, -1.0]), Some(true));
        assert_eq!(told(&[1.0, -1.0, 0.2, -0.3, 0.1]), Some(false));
        // The original set selected the item, so it is excluded.
        assert_eq!(told(&[9.0, 0.4, -0.1, 0.3, 0.2]), Some(false));
    }
}
