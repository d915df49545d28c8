//! The fair price of an item: the price at which always taking it is exactly as good as never taking it.
//!
//! The only assumption is that the value of an item does not increase with its price: the effects at the
//! tested prices are replaced by the closest nonincreasing ones (isotonic regression: Barlow et al.,
//! *Statistical inference under order restrictions*, 1972), and the fair price is the zero of the line
//! between two neighbouring prices ([`crossing`](super::crossing)). The result therefore does not depend
//! on distant tested prices.

use super::arms::ArmOutcome;
use super::crossing::{Crossing, Measured};
use super::judgement::Judgement;
use super::places::CellBlock;
use portolan_core::random::Rng;
use portolan_stats::Batches;

/// Value of taking an item at several prices, in one data set.
#[derive(Clone, Debug)]
pub struct Curve {
    set: usize,
    /// Indices of the arms, in order of increasing price.
    arms: Vec<usize>,
    /// Changes of the price.
    prices: Vec<f64>,
    /// Sums over batches of blocks: the effect in each arm, followed by the number of blocks.
    batches: Batches,
}

impl Curve {
    /// Creates an empty curve for the given arms.
    pub fn new(all: &[ArmOutcome], mut arms: Vec<usize>, set: usize) -> Curve {
        arms.sort_by_key(|&arm| all[arm].arm.price);
        let prices = arms.iter().map(|&arm| f64::from(all[arm].arm.price));
        Curve {
            set,
            prices: prices.collect(),
            arms,
            batches: Batches::default(),
        }
    }

    /// Adds a block if it is complete at all prices.
    pub fn add_block(&mut self, all: &[ArmOutcome], block: &[Option<CellBlock>]) {
        let changes = self
            .arms
            .iter()
            .map(|&arm| all[arm].changes(self.set, block));
        let margins: Option<Vec<f64>> = changes.map(|changes| Some(changes?.0)).collect();
        if let Some(margins) = margins {
            let sums: Vec<(usize, f64)> = margins.into_iter().chain([1.0]).enumerate().collect();
            self.batches.push(&sums);
        }
    }

    /// Returns the location at which the curve is zero. `ends` are the judgements of the effects at the
    /// lowest and the highest price, adjusted for all questions of the study.
    pub fn crossing(&self, ends: &[Judgement; 2], rng: &mut Rng) -> Crossing {
        let measured = Measured {
            places: &self.prices,
            batches: &self.batches,
            // Negated, because the curve must increase.
            curve: |sums: &[f64]| {
                let (&blocks, sums) = sums.split_last()?;
                let losses = sums.iter().map(|sum| -sum / blocks);
                (blocks > 0.0).then(|| losses.collect::<Vec<f64>>())
            },
            ends: ends.each_ref().map(|end| -end.direction()),
        };
        measured.crossing(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::super::arms::tests::priced;
    use super::super::crossing::Range;
    use super::super::judgement::{ItemEffect, Peer, Reference, judge};
    use super::*;
    use portolan_core::random::{design_stream, standard_normal};

    /// Returns the crossing for these effects by price, from 700 deals with the same luck at every price.
    fn crossing(prices: &[i32], worth: impl Fn(f64) -> f64) -> Crossing {
        let mut rng = design_stream(8);
        let effects = (0..700).map(|_| {
            let luck = 2.0 * standard_normal(&mut rng);
            let at = |&price: &i32| worth(f64::from(price)) + luck + standard_normal(&mut rng);
            prices.iter().map(at).collect()
        });
        let (mut arms, blocks) = priced(prices, effects);
        let mut curve = Curve::new(&arms, (0..arms.len()).rev().collect(), 0);
        for block in &blocks {
            curve.add_block(&arms, block);
            arms.iter_mut().for_each(|arm| arm.add_block(block));
        }
        let effect = |arm: Option<&ArmOutcome>| -> ItemEffect { arm.unwrap().effect(0).unwrap() };
        let ends = [effect(arms.first()), effect(arms.last())];
        let peer = Peer {
            kind: "",
            price: None,
        };
        let ends = judge(&ends, &[peer; 2], Reference::Zero, &mut rng);
        curve.crossing(&[ends[0], ends[1]], &mut rng)
    }

    fn named(crossing: Crossing) -> (f64, Range) {
        match crossing {
            Crossing::At(price, range) => (price, range),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fair_price_is_the_zero_of_the_curve() {
        let prices: Vec<i32> = (-3..=3).collect();
        let worth = |price: f64| 3.0 - 2.0 * price;
        let (price, interval) = named(crossing(&prices, worth));
        assert!((price - 1.5).abs() < 0.25, "{price}");
        assert!(interval.holds(1.5) && !interval.holds(0.8) && !interval.holds(2.2));
        assert_eq!(crossing(&prices[..4], worth), Crossing::Above);
        assert_eq!(crossing(&prices[5..], worth), Crossing::Below);
        // At the highest tested price, 2, the value is zero, so the fair price may be higher.
        let open = crossing(&prices[..6], |price| 4.0 - 2.0 * price).range();
        let open = open.unwrap();
        assert!(
            open.high.is_none() && open.low.is_some_and(|low| low > 1.7),
            "{open:?}"
        );
    }

    /// An item that is very valuable when it is nearly free, and loses little value between prices 10 and
    /// 12: for any tested prices, its value is zero at 5.5. A straight line through all points would give
    /// 5.9, 7.0, 7.3 and 5.6.
    #[test]
    fn fair_price_does_not_depend_on_the_tested_prices() {
        let worth = |price: f64| 8.0 * (-price / 4.0).exp() - 2.0;
        let fair = 4.0 * 4f64.ln();
        for (from, to) in [(0, 8), (2, 20), (-4, 12), (5, 6)] {
            let prices: Vec<i32> = (from..=to).collect();
            let (price, interval) = named(crossing(&prices, worth));
            assert!((price - fair).abs() < 0.5, "{from} to {to}: {price}");
            // Between two prices the fit is linear and the curve is not, which makes a difference of 0.03.
            assert!(
                interval.holds(fair) || interval.holds(fair + 0.03),
                "{from} to {to}: {price}, {interval:?}"
            );
            let ends = [interval.low, interval.high].into_iter().flatten();
            ends.for_each(|end| assert!(f64::from(from) <= end && end <= f64::from(to)));
        }
    }

    #[test]
    fn insignificant_effects_give_no_fair_price() {
        let prices: Vec<i32> = (-3..=3).collect();
        // The error of every effect is 0.085.
        assert_eq!(crossing(&prices, |_| 0.0), Crossing::Unclear);
        // Above zero at all prices, at the highest price by only one standard error.
        let vanishing = crossing(&prices, |price| 0.3 - 0.08 * price);
        let open = vanishing.range().unwrap();
        assert!(open.high.is_none() && open.low.is_some(), "{vanishing:?}");
        assert_eq!(crossing(&prices, |_| -1.0), Crossing::Below);
        assert_eq!(crossing(&prices, |_| 1.0), Crossing::Above);
    }

    #[test]
    fn item_that_is_never_taken_has_no_fair_price() {
        let (arms, blocks) = priced(&[0, 1], (0..50).map(|_| vec![0.0, 0.0]));
        let mut curve = Curve::new(&arms, vec![0, 1], 0);
        blocks
            .iter()
            .for_each(|block| curve.add_block(&arms, block));
        let nothing = ItemEffect::new((0.0, 0.0), (0.0, 0.0), 1.0);
        let peer = Peer {
            kind: "",
            price: None,
        };
        let mut rng = design_stream(1);
        let ends = judge(&[nothing; 2], &[peer; 2], Reference::Zero, &mut rng);
        assert_eq!(
            curve.crossing(&[ends[0], ends[1]], &mut rng),
            Crossing::Unclear
        );
    }
}
