//! From the effects of many items to what can be said of them: which differ from what is to be
//! expected, how sure that is among so many, and what remains of an effect after shrinking.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::random::{Rng, standard_normal};
use crate::stats::bootstrap::quantile;
use crate::stats::multiplicity::benjamini_hochberg;
use crate::stats::regression::{least_squares, linear};
use crate::stats::{Interval, Moments, mean_interval};

/// The share of false discoveries that is put up with.
pub const FALSE_DISCOVERIES: f64 = 0.05;

/// Fewest items of a kind through whose effects a line by price is drawn.
const FEWEST_FOR_A_LINE: usize = 8;

/// Fewest items of a kind that are compared with their mean.
const FEWEST_FOR_A_MEAN: usize = 3;

/// Draws from which intervals of ranks are read.
const DRAWS: usize = 1000;

/// What an item is worth, as measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Change of the margin: own score minus the mean of the others'.
    pub margin: f64,
    /// Its standard error.
    pub margin_error: f64,
    /// Change of the share of wins.
    pub win: f64,
    /// Its standard error.
    pub win_error: f64,
}

/// With what effects are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// With none.
    Zero,
    /// With those of its kind at that price: a line through all of them, or their mean where they have no
    /// price or are few. One or two of a kind are compared with none.
    Peers,
}

/// What makes items comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer<'study> {
    /// Kind of the item.
    pub kind: &'study str,
    /// What it costs, if it has a price.
    pub price: Option<i32>,
}

/// What can be said of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// As measured.
    pub effect: Effect,
    /// What was to be expected of it.
    pub expected: f64,
    /// Probability of so large a difference from that by chance.
    pub p: f64,
    /// The same, allowing for the number of items (Benjamini & Hochberg 1995).
    pub q: f64,
    /// The difference as an empirical Bayes estimate: pulled towards none by as much of the spread as
    /// is noise.
    pub shrunk: f64,
    /// 95% interval of the rank among all items, 1 for the largest difference.
    pub ranks: (usize, usize),
}

impl Judgement {
    /// By how much the item exceeds what was to be expected.
    pub fn excess(&self) -> f64 {
        self.effect.margin - self.expected
    }

    /// 95% interval of the effect on the margin.
    pub fn margin_interval(&self) -> Interval {
        around(self.effect.margin, self.effect.margin_error)
    }

    /// 95% interval of the effect on the share of wins.
    pub fn win_interval(&self) -> Interval {
        around(self.effect.win, self.effect.win_error)
    }

    /// 1 if it is stronger than expected, −1 if weaker, 0 if that cannot be told.
    pub fn direction(&self) -> i8 {
        if self.q < FALSE_DISCOVERIES {
            self.excess().signum() as i8
        } else {
            0
        }
    }
}

/// The normal interval of an estimate.
pub fn around(value: f64, error: f64) -> Interval {
    const NORMAL_95: f64 = 1.959_963_985;
    Interval {
        low: value - NORMAL_95 * error,
        high: value + NORMAL_95 * error,
    }
}

/// Judges the effects of items of these kinds and prices; `rng` draws the intervals of ranks.
pub fn judge(
    effects: &[Effect],
    peers: &[Peer],
    reference: Reference,
    rng: &mut Rng,
) -> Vec<Judgement> {
    let expected = match reference {
        Reference::Peers => expected_of_peers(effects, peers),
        Reference::Zero => vec![0.0; effects.len()],
    };
    let normal = Normal::standard();
    let excess: Vec<f64> = (effects.iter().zip(&expected))
        .map(|(effect, expected)| effect.margin - expected)
        .collect();
    let p_values: Vec<f64> = (effects.iter().zip(&excess))
        .map(|(effect, excess)| match effect.margin_error {
            error if error > 0.0 => 2.0 * normal.cdf(-(excess / error).abs()),
            _ => 1.0,
        })
        .collect();
    let q_values = benjamini_hochberg(&p_values);
    let between = variance_between(effects, &excess);
    let posterior: Vec<(f64, f64)> = (effects.iter().zip(&excess))
        .map(|(effect, excess)| {
            let noise = effect.margin_error * effect.margin_error;
            let kept = if between > 0.0 {
                between / (between + noise)
            } else {
                0.0
            };
            (kept * excess, (kept * noise).sqrt())
        })
        .collect();
    let ranks = rank_intervals(&posterior, rng);
    (0..effects.len())
        .map(|item| Judgement {
            effect: effects[item],
            expected: expected[item],
            p: p_values[item],
            q: q_values[item],
            shrunk: posterior[item].0,
            ranks: ranks[item],
        })
        .collect()
}

/// What items of each kind and price bring on average.
fn expected_of_peers(effects: &[Effect], peers: &[Peer]) -> Vec<f64> {
    let mut expected = vec![0.0; effects.len()];
    for (first, peer) in peers.iter().enumerate() {
        let of_kind: Vec<usize> = (0..peers.len())
            .filter(|&item| peers[item].kind == peer.kind)
            .collect();
        if of_kind[0] == first && of_kind.len() >= FEWEST_FOR_A_MEAN {
            let chosen: Vec<Effect> = of_kind.iter().map(|&item| effects[item]).collect();
            let prices: Vec<Option<i32>> = of_kind.iter().map(|&item| peers[item].price).collect();
            for (item, value) in of_kind.into_iter().zip(line(&chosen, &prices)) {
                expected[item] = value;
            }
        }
    }
    expected
}

/// What items of one kind bring on average, by price if they have one and are enough.
fn line(effects: &[Effect], prices: &[Option<i32>]) -> Vec<f64> {
    let priced = prices.iter().all(Option::is_some) && effects.len() >= FEWEST_FOR_A_LINE;
    let varied = prices.iter().any(|price| *price != prices[0]);
    let rows: Vec<Vec<f64>> = prices
        .iter()
        .map(|price| match price {
            Some(price) if priced && varied => vec![1.0, f64::from(*price)],
            _ => vec![1.0],
        })
        .collect();
    let outcomes: Vec<f64> = effects.iter().map(|effect| effect.margin).collect();
    let weights: Vec<f64> = effects
        .iter()
        .map(|effect| 1.0 / (effect.margin_error * effect.margin_error).max(1e-12))
        .collect();
    match least_squares(&rows, &outcomes, &weights) {
        Some(fit) => rows.iter().map(|row| linear(row, &fit)).collect(),
        None => vec![0.0; effects.len()],
    }
}

/// The variance of true differences between items (DerSimonian & Laird, *Meta-analysis in clinical
/// trials*, 1986, with the expected differences known to be zero on average).
fn variance_between(effects: &[Effect], excess: &[f64]) -> f64 {
    let weights: Vec<f64> = effects
        .iter()
        .map(|effect| 1.0 / (effect.margin_error * effect.margin_error).max(1e-12))
        .collect();
    let spread: f64 = (weights.iter().zip(excess))
        .map(|(weight, excess)| weight * excess * excess)
        .sum();
    let total: f64 = weights.iter().sum();
    ((spread - effects.len() as f64) / total.max(1e-12)).max(0.0)
}

/// 95% intervals of ranks, from draws of all items at once.
fn rank_intervals(posterior: &[(f64, f64)], rng: &mut Rng) -> Vec<(usize, usize)> {
    let items = posterior.len();
    let mut drawn = vec![Vec::with_capacity(DRAWS); items];
    for _ in 0..DRAWS {
        let values: Vec<f64> = posterior
            .iter()
            .map(|(mean, deviation)| mean + deviation * standard_normal(rng))
            .collect();
        let mut order: Vec<usize> = (0..items).collect();
        order.sort_by_key(|&item| Reverse(OrderedFloat(values[item])));
        for (rank, item) in order.into_iter().enumerate() {
            drawn[item].push(rank as f64 + 1.0);
        }
    }
    drawn
        .into_iter()
        .map(|mut ranks| {
            ranks.sort_by(f64::total_cmp);
            let at = |share| quantile(&ranks, share).map_or(1, |rank| rank.round() as usize);
            (at(0.025), at(0.975))
        })
        .collect()
}

/// Whether a difference survives in data sets in which stand-ins vary: the 95% interval of its mean
/// over all sets, made from the spread between them, lies on the same side of zero. The spread holds
/// what the games leave open, too. `None` with fewer than three sets.
pub fn survives(excess: &[f64]) -> Option<bool> {
    if excess.len() < 3 {
        return None;
    }
    let moments: Moments = excess.iter().copied().collect();
    let interval = mean_interval(&moments, 0.95)?;
    Some(match excess[0] {
        first if first > 0.0 => interval.low > 0.0,
        _ => interval.high < 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::design_stream;

    fn effect(margin: f64, error: f64) -> Effect {
        Effect {
            margin,
            margin_error: error,
            win: 0.0,
            win_error: 0.1,
        }
    }

    fn peers(prices: &[Option<i32>]) -> Vec<Peer<'static>> {
        let peer = |&price| Peer {
            kind: "things",
            price,
        };
        prices.iter().map(peer).collect()
    }

    #[test]
    fn dear_items_are_compared_with_dear_ones() {
        // Effects are the price; only the last is one and a half too large, 15 standard errors.
        let prices: Vec<Option<i32>> = (0..20).map(|price| Some(price % 5)).collect();
        let mut effects: Vec<Effect> = prices
            .iter()
            .map(|price| effect(f64::from(price.unwrap_or(0)), 0.1))
            .collect();
        effects[19].margin += 1.5;
        let peers = peers(&prices);
        let found = judge(&effects, &peers, Reference::Peers, &mut design_stream(1));
        assert_eq!(found[19].direction(), 1);
        assert!(found[19].q < 1e-6 && found[19].ranks.0 == 1);
        assert!(found[19].excess() > 1.2, "{}", found[19].excess());
        // Against none, everything that costs something is worth something.
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let told = found.iter().filter(|found| found.direction() == 1);
        assert_eq!(told.count(), 16);
    }

    #[test]
    fn kinds_are_not_compared_with_each_other() {
        // Four of one kind worth 1, four of another worth 5, and one alone.
        let effects: Vec<Effect> = [1.0, 1.0, 1.0, 1.0, 5.0, 5.0, 5.0, 5.0, 3.0]
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
    fn effects_that_are_noise_shrink_to_nothing() {
        // Standard normal quantiles at 5%, 15% … 95%: their spread is that of noise, and no more.
        let quantiles = [1.645, 1.036, 0.674, 0.385, 0.126];
        let effects: Vec<Effect> = quantiles
            .iter()
            .flat_map(|&value| [effect(value, 1.0), effect(-value, 1.0)])
            .collect();
        let peers = peers(&[None; 10]);
        let found = judge(&effects, &peers, Reference::Peers, &mut design_stream(1));
        assert!(found.iter().all(|found| found.shrunk.abs() < 1e-9));
        assert!(found.iter().all(|found| found.direction() == 0));
        // 1.645 standard errors: p = 0.1.
        assert!((found[0].p - 0.1).abs() < 1e-3, "{}", found[0].p);
    }

    #[test]
    fn half_of_the_spread_is_noise() {
        // Spread of excesses 2 (variance), noise 1: DerSimonian and Laird leave 1, so half is kept.
        let root = 2.0f64.sqrt();
        let effects: Vec<Effect> = [root, -root, root, -root]
            .map(|margin| effect(margin, 1.0))
            .to_vec();
        let peers = peers(&[None; 4]);
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let shrunk = found[0].shrunk;
        assert!((shrunk - root / 2.0).abs() < 1e-9, "{shrunk}");
    }

    #[test]
    fn a_difference_survives_if_all_data_sets_agree_on_it() {
        assert_eq!(survives(&[1.0, 1.1]), None);
        assert_eq!(survives(&[1.0, 1.1, 0.9, 1.2]), Some(true));
        assert_eq!(survives(&[-1.0, -1.1, -0.9]), Some(true));
        assert_eq!(survives(&[1.0, -1.0, 0.2, -0.3]), Some(false));
    }
}
