//! Arms of a study: the first place of the line-up is treated, on the same deals as in the control.
//!
//! An effect is the mean over deals of what the first place's margin and share of wins are in the arm,
//! less what they are in the control; its standard error comes from the spread between deals.

use super::judgement::{Effect, around};
use super::places::{CellBlock, Means};
use crate::experiment::plan::CellSpec;
use crate::experiment::treatment::{Access, Arm};
use crate::random::{Rng, below};
use crate::stats::bootstrap::multinomial_weights;
use crate::stats::{Interval, Moments, percentile_interval};

/// Blocks are gathered into so many batches, from which lines are resampled.
const BATCHES: usize = 100;

/// Resamples of a line.
const RESAMPLES: usize = 1000;

/// One arm, and what it changes.
#[derive(Clone, Debug)]
pub struct ArmOutcome {
    /// Its cell.
    pub cell: usize,
    /// The cell that it is compared with.
    pub control: usize,
    /// The treatment.
    pub arm: Arm,
    margin: Moments,
    win: Moments,
    share: Moments,
    batches: Vec<(f64, f64)>,
}

impl ArmOutcome {
    /// What the treatment changes; `None` with fewer than two blocks.
    pub fn effect(&self) -> Option<Effect> {
        Some(Effect {
            margin: self.margin.mean()?,
            margin_error: self.margin.standard_error()?,
            win: self.win.mean()?,
            win_error: self.win.standard_error()?,
        })
    }

    /// The share of wins of the treated place, block by block.
    pub fn share(&self) -> &Moments {
        &self.share
    }
}

/// The arms of the cells of one bot with one data set, each beside its control.
pub fn arms(cells: &[CellSpec], group: &[usize]) -> Vec<ArmOutcome> {
    let free = group
        .iter()
        .copied()
        .find(|&cell| cells[cell].arm.is_none());
    group
        .iter()
        .filter_map(|&cell| {
            let arm = cells[cell].arm?;
            // Without a free cell the control is the same item at the same price, never taken.
            let never = |&other: &usize| {
                cells[other].arm.is_some_and(|other| {
                    other.item == arm.item
                        && other.access == Access::Never
                        && other.price == arm.price
                })
            };
            let control = free.or_else(|| group.iter().copied().find(never))?;
            (control != cell).then(|| ArmOutcome {
                cell,
                control,
                arm,
                margin: Moments::default(),
                win: Moments::default(),
                share: Moments::default(),
                batches: vec![(0.0, 0.0); BATCHES],
            })
        })
        .collect()
}

/// Takes a block.
pub fn add_block(arms: &mut [ArmOutcome], block: u64, cells: &[Option<CellBlock>]) {
    let first = |cell: usize| -> Option<Means> {
        let cell = cells.get(cell)?.as_ref()?;
        cell.places.first().copied()
    };
    for arm in arms {
        let (Some(treated), Some(control)) = (first(arm.cell), first(arm.control)) else {
            continue;
        };
        let margin = treated.margin - control.margin;
        arm.margin.push(margin);
        arm.win.push(treated.win - control.win);
        arm.share.push(treated.win);
        let batch = &mut arm.batches[(block % BATCHES as u64) as usize];
        batch.0 += margin;
        batch.1 += 1.0;
    }
}

/// Where the effect of having an item crosses zero as its price changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// At this change of price, with its 95% interval.
    At(f64, Interval),
    /// Beyond the dearest price tried: it would still be worth it.
    Dearer,
    /// Below the cheapest price tried: it is not even worth that.
    Cheaper,
    /// The games cannot tell: the effect does not fall as the price rises.
    Unclear,
}

/// The change of price at which a straight line through the effects of these arms is zero; the interval
/// comes from resampled blocks.
pub fn crossing(arms: &[&ArmOutcome], rng: &mut Rng) -> Crossing {
    let all = vec![1; BATCHES];
    let prices: Vec<f64> = arms.iter().map(|arm| f64::from(arm.arm.price)).collect();
    let Some(zero) = zero_of_line(arms, &prices, &all) else {
        return without_slope(arms);
    };
    let (low, high) = prices
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), &price| {
            (low.min(price), high.max(price))
        });
    let mut counts = vec![0; BATCHES];
    let mut zeros = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        multinomial_weights(&mut counts, &mut |bound| below(rng, bound));
        zeros.extend(zero_of_line(arms, &prices, &counts));
    }
    // A line that often does not fall has no crossing.
    if zeros.len() < RESAMPLES * 19 / 20 {
        return without_slope(arms);
    }
    match percentile_interval(&zeros, 0.95) {
        _ if zero > high => Crossing::Dearer,
        _ if zero < low => Crossing::Cheaper,
        Some(interval) => Crossing::At(zero, interval),
        None => Crossing::Unclear,
    }
}

/// Where no line can be told to fall: what the ends say by themselves, if they are clear of zero.
fn without_slope(arms: &[&ArmOutcome]) -> Crossing {
    let interval = |arm: &&ArmOutcome| {
        let effect = arm.effect()?;
        Some(around(effect.margin, effect.margin_error))
    };
    let cheapest = arms.iter().min_by_key(|arm| arm.arm.price);
    let dearest = arms.iter().max_by_key(|arm| arm.arm.price);
    match (cheapest.and_then(interval), dearest.and_then(interval)) {
        (Some(cheapest), _) if cheapest.high < 0.0 => Crossing::Cheaper,
        (_, Some(dearest)) if dearest.low > 0.0 => Crossing::Dearer,
        _ => Crossing::Unclear,
    }
}

/// Where a least-squares line through the mean effects is zero; `None` if it does not fall.
fn zero_of_line(arms: &[&ArmOutcome], prices: &[f64], counts: &[u32]) -> Option<f64> {
    let means: Vec<f64> = arms
        .iter()
        .map(|arm| {
            let weighted = arm.batches.iter().zip(counts);
            let (sum, blocks) = weighted.fold((0.0, 0.0), |(sum, blocks), (batch, &count)| {
                let count = f64::from(count);
                (sum + count * batch.0, blocks + count * batch.1)
            });
            sum / blocks
        })
        .collect();
    let count = arms.len() as f64;
    let (x, y) = (
        prices.iter().sum::<f64>() / count,
        means.iter().sum::<f64>() / count,
    );
    let (mut above, mut below) = (0.0, 0.0);
    for (price, mean) in prices.iter().zip(&means) {
        above += (price - x) * (mean - y);
        below += (price - x) * (price - x);
    }
    let slope = above / below;
    (slope < 0.0).then(|| x - y / slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::design_stream;

    fn arm(price: i32, effects: impl Iterator<Item = f64>) -> ArmOutcome {
        let mut arm = ArmOutcome {
            cell: 1,
            control: 0,
            arm: Arm {
                item: 0,
                granted: false,
                access: Access::Must,
                price,
            },
            margin: Moments::default(),
            win: Moments::default(),
            share: Moments::default(),
            batches: vec![(0.0, 0.0); BATCHES],
        };
        for (block, effect) in effects.enumerate() {
            let cell = |margin| {
                Some(CellBlock {
                    places: vec![Means {
                        margin,
                        win: 0.5,
                        score: 0.0,
                    }],
                    seats: Vec::new(),
                })
            };
            add_block(
                std::slice::from_mut(&mut arm),
                block as u64,
                &[cell(1.0), cell(1.0 + effect)],
            );
        }
        arm
    }

    #[test]
    fn an_effect_is_the_mean_difference_from_the_control() {
        let effect = arm(0, [1.0, 2.0, 3.0, 6.0].into_iter()).effect().unwrap();
        // Mean 3, variance 14/3, so the standard error is √(14/12).
        assert!((effect.margin - 3.0).abs() < 1e-12);
        assert!((effect.margin_error - (14.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!((effect.win, effect.win_error), (0.0, 0.0));
        assert_eq!(arm(0, [1.0].into_iter()).effect(), None);
    }

    #[test]
    fn the_fair_price_is_where_the_line_is_zero() {
        // Effect 3 − 2·price: zero at 1.5.
        let wave = |price: i32| {
            let noise = |block: usize| f64::from((block % 13) as u8) - 6.0;
            (0..700).map(move |block| 3.0 - 2.0 * f64::from(price) + noise(block))
        };
        let arms: Vec<ArmOutcome> = (-3..=3).map(|price| arm(price, wave(price))).collect();
        let all: Vec<&ArmOutcome> = arms.iter().collect();
        let Crossing::At(zero, interval) = crossing(&all, &mut design_stream(1)) else {
            panic!("the line crosses zero");
        };
        // The noise of 700 blocks does not quite sum to nothing.
        assert!((zero - 1.5).abs() < 0.05, "{zero}");
        assert!(interval.low < 1.5 && interval.high > 1.5 && interval.half_width() < 0.3);
        let cheap = crossing(&all[..4], &mut design_stream(1));
        assert_eq!(cheap, Crossing::Dearer);
        let dear = crossing(&all[5..], &mut design_stream(1));
        assert_eq!(dear, Crossing::Cheaper);
    }

    #[test]
    fn an_effect_that_does_not_depend_on_the_price_has_no_fair_price() {
        // The same at every price, from 5 below `worth` to 5 above it.
        let fair = |worth: f64| {
            let wave =
                move || (0..100).map(move |block| f64::from((block * 37 % 11) as u8) - 5.0 + worth);
            let arms: Vec<ArmOutcome> = (-3..=3).map(|price| arm(price, wave())).collect();
            let all: Vec<&ArmOutcome> = arms.iter().collect();
            crossing(&all, &mut design_stream(1))
        };
        assert_eq!(fair(0.0), Crossing::Unclear);
        // Unless it is worth nothing at the lowest price, or something at the highest.
        assert_eq!(fair(-4.0), Crossing::Cheaper);
        assert_eq!(fair(4.0), Crossing::Dearer);
    }
}
