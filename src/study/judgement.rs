//! From the effects of many items to what can be said of them: which differ from what is to be
//! expected, how sure that is among so many, and what remains of an effect after shrinking.

use rayon::prelude::*;

use portolan_core::random::{Rng, standard_normal};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::multiplicity::benjamini_hochberg;
use portolan_stats::repetition::{SharedErrors, p_of_repetition};
use portolan_stats::robust::{lines_of_others, medians_of_others};
use portolan_stats::shrinkage::{Measured, rank_intervals, shrunk, variance_between};
use portolan_stats::{Estimate, Interval, Moments, Unit, t_interval, t_test};

/// The share of false discoveries that is put up with.
pub const FALSE_DISCOVERIES: f64 = 0.05;

/// Fewest items of a kind through whose effects a line by price is drawn.
pub const FEWEST_FOR_A_LINE: usize = 8;

/// Fewest items of a kind that are compared with each other: of three others one may stand out and
/// leave the middle where it is.
pub const FEWEST_PEERS: usize = 4;

/// Draws from which the error of what is expected is read.
const DRAWS: usize = 100;

/// What an item is worth, as measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemEffect {
    /// Change of the margin: own score minus the mean of the others'.
    pub margin: f64,
    /// Its standard error.
    pub margin_error: f64,
    /// Change of the share of wins.
    pub win: f64,
    /// Its standard error.
    pub win_error: f64,
    /// Degrees of freedom of the errors.
    pub degrees: f64,
    /// Two-sided p-value that the margin does not change.
    pub p: f64,
}

impl ItemEffect {
    /// An effect on the margin and on the share of wins, each with its standard error, and these with
    /// their degrees of freedom; tested by Student's t.
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

    /// The effect on the margin, tested by itself.
    pub fn margin_estimate(&self) -> Estimate {
        let interval = self.margin_interval();
        Estimate::new(self.margin, interval, Unit::PointsDifference).tested(self.p)
    }

    /// The effect on the share of wins in the place of that on the margin.
    fn of_wins(&self) -> ItemEffect {
        ItemEffect {
            margin: self.win,
            margin_error: self.win_error,
            ..*self
        }
    }

    /// The effect on the share of wins.
    pub fn win_estimate(&self) -> Estimate {
        let interval = self.win_interval();
        Estimate::new(self.win, interval, Unit::ShareDifference)
    }

    /// 95% interval of the effect on the margin; `None` without spread.
    pub fn margin_interval(&self) -> Option<Interval> {
        t_interval(self.margin, self.margin_error, self.degrees, CONFIDENCE)
    }

    /// 95% interval of the effect on the share of wins; `None` without spread.
    pub fn win_interval(&self) -> Option<Interval> {
        t_interval(self.win, self.win_error, self.degrees, CONFIDENCE)
    }
}

/// With what effects are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// With none.
    Zero,
    /// With what the others of its kind bring at that price: a line through them, or their median where
    /// they have no price or are few. Up to three of a kind are compared with none.
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
    pub effect: ItemEffect,
    /// What was to be expected of it.
    pub expected: f64,
    /// Standard error of the difference from that.
    pub excess_error: f64,
    /// Probability of so large a difference from that by chance.
    pub p: f64,
    /// The same, allowing for the number of questions (Benjamini & Hochberg 1995): those judged with it,
    /// or all that [`ask_at_once`] was given.
    pub q: f64,
    /// The difference as an empirical Bayes estimate: pulled towards none by as much of the spread as
    /// is noise.
    pub shrunk: f64,
    /// 95% interval of the rank among all items, 1 for the largest difference.
    pub ranks: (usize, usize),
    /// Whether enough seats take the item for its effect to be tested at all.
    pub tested: bool,
    /// What was to be expected of it in the share of wins.
    pub expected_win: f64,
    /// Standard error of the difference from that.
    pub win_excess_error: f64,
}

impl Judgement {
    /// By how much the item exceeds what was to be expected.
    pub fn excess(&self) -> f64 {
        self.effect.margin - self.expected
    }

    /// 95% interval of [`Judgement::excess`]; `None` without spread.
    pub fn excess_interval(&self) -> Option<Interval> {
        let degrees = self.effect.degrees;
        t_interval(self.excess(), self.excess_error, degrees, CONFIDENCE)
    }

    /// By how much the item exceeds what was to be expected, and how sure that is.
    pub fn excess_estimate(&self) -> Estimate {
        let interval = self.excess_interval();
        let excess = Estimate::new(self.excess(), interval, Unit::PointsDifference);
        excess.tested(self.p).corrected(self.q)
    }

    /// The same without the part of the spread that is noise.
    pub fn shrunk_estimate(&self) -> Estimate {
        let shrunk = Estimate::new(self.shrunk, None, Unit::PointsDifference);
        shrunk.tested(self.p).corrected(self.q)
    }

    /// By how much the item exceeds in the share of wins what was to be expected, and how sure that is.
    pub fn win_excess_estimate(&self) -> Estimate {
        let excess = self.effect.win - self.expected_win;
        let degrees = self.effect.degrees;
        let interval = t_interval(excess, self.win_excess_error, degrees, CONFIDENCE);
        Estimate::new(excess, interval, Unit::ShareDifference)
    }

    /// Whether the question whether it differs from what was to be expected is answered among all.
    fn is_answered(&self) -> bool {
        self.tested && self.q < FALSE_DISCOVERIES
    }

    /// 1 if it is stronger than expected, −1 if weaker, 0 if that cannot be told: only where its q-value and
    /// its interval both say so.
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

/// Judges the effects of items of these kinds and prices; `rng` draws what errors leave open.
pub fn judge(
    effects: &[ItemEffect],
    peers: &[Peer],
    reference: Reference,
    rng: &mut Rng,
) -> Vec<Judgement> {
    let expected_of = |effects: &[ItemEffect], rng: &mut Rng| match reference {
        Reference::Peers => expected_of_peers(effects, peers, rng),
        Reference::Zero => vec![NOTHING; effects.len()],
    };
    let expected = expected_of(effects, rng);
    let excess: Vec<Measured> = (effects.iter().zip(&expected))
        .map(|(effect, expected)| Measured {
            value: effect.margin - expected.value,
            error: effect.margin_error.hypot(expected.error),
        })
        .collect();
    let between = variance_between(&excess);
    let ranks = rank_intervals(&excess, &mut || standard_normal(rng));
    let wins: Vec<ItemEffect> = effects.iter().map(ItemEffect::of_wins).collect();
    let expected_wins = expected_of(&wins, rng);
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
            expected_win: expected_wins[item].value,
            win_excess_error: effects[item].win_error.hypot(expected_wins[item].error),
        })
        .collect();
    ask_at_once(&mut judgements.iter_mut().collect::<Vec<_>>());
    judgements
}

/// Makes one family of questions of several: their q-values allow for all of them. The p-value below
/// which a question of the family is answered; nothing is below it if none is.
pub fn ask_at_once(judgements: &mut [&mut Judgement]) -> f64 {
    let p_values: Vec<f64> = judgements.iter().map(|judged| judged.p).collect();
    for (judged, q) in judgements.iter_mut().zip(benjamini_hochberg(&p_values)) {
        judged.q = q;
    }
    let told = judgements.iter().filter(|judged| judged.is_answered());
    FALSE_DISCOVERIES * told.count() as f64 / judgements.len().max(1) as f64
}

/// What is expected of an item that has nothing to be compared with.
const NOTHING: Measured = Measured {
    value: 0.0,
    error: 0.0,
};

/// What the others of each item's kind bring at its price. An item has no part in what is expected of
/// it, and a few that stand out have little: one that is far too strong would otherwise make all others
/// too weak for their kind.
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

/// What the others of one kind bring, by price if they have one and are enough. Its error is how much it
/// moves when every effect moves by as much as its own error allows.
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

/// Whether a difference survives in data sets in which stand-ins vary: the 95% interval of its mean over
/// those sets lies on the side on which the first set, which chose it, told it. `excess` has the first set
/// first, `errors` tells what the deals that all sets share do to them, and `threshold` is the p-value
/// below which the first set told. `None` with fewer than two further sets.
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
    fn dear_items_are_compared_with_dear_ones() {
        // Effects are the price; only the last is one and a half too large, 15 standard errors.
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
        // Against none, everything that costs something is worth something.
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let told = found.iter().filter(|found| found.direction() == 1);
        assert_eq!(told.count(), 16);
    }

    #[test]
    fn kinds_are_not_compared_with_each_other() {
        // Four of one kind worth 1, four of another worth 5, and one alone.
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
    fn effects_that_are_noise_shrink_to_nothing() {
        // Standard normal quantiles at 5%, 15% … 95%: their spread is that of noise, and no more.
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
    fn half_of_the_spread_is_noise() {
        // Spread of excesses 2 (variance), noise 1: 1 is left between items, so half is kept.
        let root = 2.0f64.sqrt();
        let effects: Vec<ItemEffect> = [root, -root, root, -root]
            .map(|margin| effect(margin, 1.0))
            .to_vec();
        let peers = peers(&[None; 4]);
        let found = judge(&effects, &peers, Reference::Zero, &mut design_stream(1));
        let shrunk = found[0].shrunk;
        assert!((shrunk - root / 2.0).abs() < 1e-6, "{shrunk}");
    }

    /// Five of a kind, one of them five points too strong: the other four are what they were. With the
    /// mean of all they would be a point below it, ten standard errors.
    #[test]
    fn one_that_stands_out_does_not_make_the_others_weak() {
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

    /// Two values that are only as sure as their errors: so is what they are compared with.
    #[test]
    fn the_error_of_what_is_expected_counts() {
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

    /// All questions of a report count, those of one family are not few because they were judged alone.
    #[test]
    fn questions_asked_at_once_are_one_family() {
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
    fn few_blocks_are_tested_by_students_t() {
        // 2.5 standard errors: p = 0.0124 of many blocks, and with 4 degrees of freedom 0.0668 (R:
        // `2 * pt(-2.5, 4)`).
        let few = ItemEffect::new((2.5, 1.0), (0.0, 0.1), 4.0);
        assert!((few.p - 0.0668).abs() < 1e-4, "{}", few.p);
        assert!((effect(2.5, 1.0).p - 0.0124).abs() < 1e-4);
        // The quantile is 2.776.
        assert!((few.margin_interval().unwrap().low + 0.276).abs() < 1e-3);
    }

    #[test]
    fn a_difference_survives_if_the_other_data_sets_tell_it() {
        // Errors of 0.2 in every set, on deals of their own.
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
        // The first set chose the item, and has no say.
        assert_eq!(told(&[9.0, 0.4, -0.1, 0.3, 0.2]), Some(false));
    }
}
