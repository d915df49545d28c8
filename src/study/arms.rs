//! Arms of a study: the first place of the line-up is treated, on the same deals as in the control.
//!
//! An effect is the mean over deals of the first place's margin and share of wins in the arm, minus their
//! values in the control. Its standard error comes from the spread between deals.

use super::judgement::ItemEffect;
use super::places::{CellBlock, Means};
use super::repeats::Repeats;
use portolan_run::settings::{Arm, ConditionSpec, ItemDesign, ItemStudy};
use portolan_stats::Moments;
use portolan_stats::repetition::SharedErrors;

/// Results of one arm for one bot in every data set.
#[derive(Clone, Debug)]
pub struct ArmOutcome {
    /// The treatment.
    pub arm: Arm,
    /// For each data set, the condition of the arm and the condition of its control.
    cells: Vec<(usize, usize)>,
    margin: Repeats,
    win: Vec<Moments>,
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

    /// Returns the errors of the effect on the margin and their covariance between data sets.
    pub fn errors(&self) -> SharedErrors {
        self.margin.errors()
    }

    /// Returns the effect in one block of a data set: the changes of the margin and of the share of wins.
    pub fn changes(&self, set: usize, block: &[Option<CellBlock>]) -> Option<(f64, f64)> {
        let first = |cell: usize| -> Option<Means> {
            let cell = block.get(cell)?.as_ref()?;
            cell.places.first().copied()
        };
        let (cell, control) = self.cells[set];
        let (treated, control) = (first(cell)?, first(control)?);
        Some((treated.margin - control.margin, treated.win - control.win))
    }

    /// Adds a block.
    pub fn add_block(&mut self, block: &[Option<CellBlock>]) {
        let mut margins = Vec::with_capacity(self.cells.len());
        for set in 0..self.cells.len() {
            let changes = self.changes(set, block);
            margins.push(changes.map(|(margin, _)| margin));
            if let Some((_, win)) = changes {
                self.win[set].push(win);
            }
        }
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

/// Returns the arms of one bot, with its untreated condition as their control. `sets` lists the bot's conditions by data
/// set; all sets have the same arms in the same order.
pub fn arms(cells: &[ConditionSpec], sets: &[Vec<usize>]) -> Vec<ArmOutcome> {
    let mut arms: Vec<ArmOutcome> = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let Some(&control) = set.iter().find(|&&cell| cells[cell].arm.is_none()) else {
            continue;
        };
        for &cell in set {
            let Some(arm) = cells[cell].arm else {
                continue;
            };
            if let Some(known) = arms.iter_mut().find(|known| known.arm == arm) {
                known.cells.push((cell, control));
            } else if number == 0 {
                arms.push(ArmOutcome {
                    arm,
                    cells: vec![(cell, control)],
                    margin: Repeats::new(sets.len()),
                    win: vec![Moments::default(); sets.len()],
                });
            }
        }
    }
    arms
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::settings::Access;

    /// Returns an arm with these effects, block by block.
    fn arm(effects: &[f64]) -> ArmOutcome {
        let mut arm = ArmOutcome {
            arm: Arm {
                item: 0,
                granted: false,
                access: Access::Must,
            },
            cells: vec![(1, 0)],
            margin: Repeats::new(1),
            win: vec![Moments::default()],
        };
        let cell = |margin: f64| {
            Some(CellBlock {
                places: vec![Means {
                    margin,
                    win: 0.5,
                    score: 0.0,
                }],
                ..CellBlock::default()
            })
        };
        for effect in effects {
            arm.add_block(&[cell(1.0), cell(1.0 + effect)]);
        }
        arm
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
