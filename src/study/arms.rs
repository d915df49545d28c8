//! Arms of a study: the first place of the line-up is treated, on the same deals as in the control.
//!
//! An effect is the mean over deals of the first place's margin and share of wins in the arm, minus their
//! values in the control. Its standard error comes from the spread between deals.

use super::judgement::ItemEffect;
use super::places::{CellBlock, Means};
use super::repeats::Repeats;
use portolan_run::settings::{Access, Arm, ConditionSpec, ItemDesign, ItemStudy};
use portolan_stats::Moments;
use portolan_stats::repetition::SharedErrors;

/// Results of one arm for one bot in every data set.
#[derive(Clone, Debug)]
pub struct ArmOutcome {
    /// The treatment.
    pub arm: Arm,
    /// True if the control is a place that begins with another item of the kind, at the same price of the item.
    pub replaces: bool,
    /// For each data set, the condition of the arm and the condition of its control.
    cells: Vec<(usize, usize)>,
    margin: Repeats,
    win: Vec<Moments>,
    share: Vec<Moments>,
}

impl ArmOutcome {
    /// Returns the effect in a data set, or `None` for fewer than two blocks. Blocks without a difference
    /// contain no information about the size of the effect, so they do not count towards the degrees of
    /// freedom. The p-value comes from Student's t test, or from the exact sign test if only a few blocks
    /// differ.
    pub fn effect(&self, set: usize) -> Option<ItemEffect> {
        let margin = self.margin.set(set);
        let win = &self.win[set];
        let telling = (margin.better + margin.worse) as f64;
        let moments = &margin.moments;
        Some(ItemEffect {
            p: margin.p_value(),
            ..ItemEffect::new(
                (moments.mean()?, moments.standard_error()?),
                (win.mean()?, win.standard_error()?),
                (telling - 1.0).max(1.0),
            )
        })
    }

    /// Returns the block means of the treated place's share of wins in a data set.
    pub fn share(&self, set: usize) -> &Moments {
        &self.share[set]
    }

    /// Returns the errors of the effect on the margin and their covariance between data sets.
    pub fn errors(&self) -> SharedErrors {
        self.margin.errors()
    }

    /// Returns the effect in one block of a data set: the change of the margin, the change of the share of wins,
    /// and the share of wins with the treatment.
    pub fn changes(&self, set: usize, block: &[Option<CellBlock>]) -> Option<(f64, f64, f64)> {
        let first = |cell: usize| -> Option<Means> {
            let cell = block.get(cell)?.as_ref()?;
            cell.places.first().copied()
        };
        let (cell, control) = self.cells[set];
        let (treated, control) = (first(cell)?, first(control)?);
        let margin = treated.margin - control.margin;
        Some((margin, treated.win - control.win, treated.win))
    }

    /// Adds a block.
    pub fn add_block(&mut self, block: &[Option<CellBlock>]) {
        let changes: Vec<Option<(f64, f64, f64)>> = (0..self.cells.len())
            .map(|set| self.changes(set, block))
            .collect();
        for (set, (_, win, share)) in (changes.iter().enumerate())
            .filter_map(|(set, changes)| changes.map(|changes| (set, changes)))
        {
            self.win[set].push(win);
            self.share[set].push(share);
        }
        let margins: Vec<Option<f64>> = (changes.iter())
            .map(|changes| changes.map(|(margin, ..)| margin))
            .collect();
        self.margin.push(&margins);
    }
}

/// Returns true if a condition belongs to the game whose items are studied: in a study of a change, the game
/// after the change.
pub fn is_studied(study: &ItemStudy, cells: &[ConditionSpec], cell: usize) -> bool {
    let game = |cell: &ConditionSpec| (cell.data.clone(), cell.set.clone());
    let after = cells.get(1).filter(|_| study.design == ItemDesign::Change);
    after.is_none_or(|after| game(&cells[cell]) == game(after))
}

/// Returns the arms of one bot, each with its control. `sets` lists the bot's conditions by data set; all
/// sets have the same arms in the same order.
pub fn arms(cells: &[ConditionSpec], sets: &[Vec<usize>]) -> Vec<ArmOutcome> {
    let mut arms: Vec<ArmOutcome> = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        for (arm, replaces, pair) in with_controls(cells, set) {
            let is_it = |known: &&mut ArmOutcome| known.arm == arm && known.replaces == replaces;
            if let Some(known) = arms.iter_mut().find(is_it) {
                known.cells.push(pair);
            } else if number == 0 {
                arms.push(ArmOutcome {
                    arm,
                    replaces,
                    cells: vec![pair],
                    margin: Repeats::new(sets.len()),
                    win: vec![Moments::default(); sets.len()],
                    share: vec![Moments::default(); sets.len()],
                });
            }
        }
    }
    arms
}

/// Returns the arms among some conditions, each with the indices of its condition and its control, and whether the
/// control begins with another item.
///
/// Without an untreated condition, as in a price study, the control is the same item at the same price, never taken.
/// A place that begins with the item and may take it is also compared with a place that begins with another item.
fn with_controls(cells: &[ConditionSpec], set: &[usize]) -> Vec<(Arm, bool, (usize, usize))> {
    let untreated = set.iter().copied().find(|&cell| cells[cell].arm.is_none());
    let find = |wanted: &dyn Fn(Arm) -> bool| {
        let mut set = set.iter().copied();
        set.find(|&cell| cells[cell].arm.is_some_and(wanted))
    };
    let controls = |cell: usize| {
        let arm = cells[cell].arm?;
        let beside = |other: Arm| other.item == arm.item && other.price == arm.price;
        let replaced = |other: Arm| beside(other) && !other.granted && other.access == Access::Free;
        let never = || find(&|other| beside(other) && other.access == Access::Never);
        let begins = arm.granted && arm.access == Access::Free && untreated.is_none();
        let is_other = !arm.granted && find(&|other| beside(other) && other.granted).is_some();
        let control = untreated.or_else(never).filter(|_| !is_other);
        let other = begins.then(|| find(&replaced)).flatten();
        let pairs = [(false, control), (true, other)].into_iter();
        let pairs = pairs.filter_map(move |(replaces, control)| {
            let control = control.filter(|&control| control != cell)?;
            Some((arm, replaces, (cell, control)))
        });
        Some(pairs)
    };
    set.iter().copied().filter_map(controls).flatten().collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn block(margins: &[f64]) -> Vec<Option<CellBlock>> {
        let cell = |&margin: &f64| {
            Some(CellBlock {
                places: vec![Means {
                    margin,
                    win: 0.5,
                    score: 0.0,
                }],
                seats: Vec::new(),
                ..CellBlock::default()
            })
        };
        margins.iter().map(cell).collect()
    }

    /// Blocks of a control and of arms at these prices, with the given effects block by block.
    pub(crate) fn priced(
        prices: &[i32],
        effects: impl Iterator<Item = Vec<f64>>,
    ) -> (Vec<ArmOutcome>, Vec<Vec<Option<CellBlock>>>) {
        let arms = (prices.iter().zip(1..))
            .map(|(&price, cell)| ArmOutcome {
                arm: Arm {
                    item: 0,
                    granted: false,
                    access: Access::Must,
                    price,
                },
                replaces: false,
                cells: vec![(cell, 0)],
                margin: Repeats::new(1),
                win: vec![Moments::default()],
                share: vec![Moments::default()],
            })
            .collect();
        let blocks = effects
            .map(|effects| {
                let margins: Vec<f64> = std::iter::once(1.0)
                    .chain(effects.iter().map(|effect| 1.0 + effect))
                    .collect();
                block(&margins)
            })
            .collect();
        (arms, blocks)
    }

    fn arm(effects: &[f64]) -> ArmOutcome {
        let (mut arms, blocks) = priced(&[0], effects.iter().map(|&effect| vec![effect]));
        blocks.iter().for_each(|block| arms[0].add_block(block));
        arms.remove(0)
    }

    #[test]
    fn effect_is_the_mean_difference_from_the_control() {
        let effect = arm(&[1.0, 2.0, 3.0, 6.0]).effect(0).unwrap();
        // Mean 3, variance 14/3, so the standard error is √(14/12).
        assert!((effect.margin - 3.0).abs() < 1e-12);
        assert!((effect.margin_error - (14.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!((effect.win, effect.win_error), (0.0, 0.0));
        // Four blocks, all in the same direction: 2 · 2⁻⁴.
        assert!(effect.degrees == 3.0 && (effect.p - 0.125).abs() < 1e-9);
        assert_eq!(arm(&[1.0]).effect(0), None);
    }

    /// A treatment that helps in 4 of 1,000 deals: 2.0 standard errors, which for many blocks would mean p =
    /// 0.046. Only the four deals carry information.
    #[test]
    fn effect_in_four_deals_is_tested_exactly() {
        let mut effects = vec![0.0; 996];
        effects.extend([5.0; 4]);
        let effect = arm(&effects).effect(0).unwrap();
        assert!(effect.margin > 1.99 * effect.margin_error);
        assert!(effect.degrees == 3.0 && (effect.p - 0.125).abs() < 1e-9);
        assert!(effect.margin_interval().unwrap().low < 0.0);
        // Without any difference, there is no evidence of an effect.
        let nothing = arm(&[0.0; 50]).effect(0).unwrap();
        assert_eq!((nothing.margin_error, nothing.p), (0.0, 1.0));
    }
}
