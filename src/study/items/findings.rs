//! Results of a study of items, by bot and data set, and the conclusions from all of them.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::super::by_strength::{ByStrength, by_strength};
use super::super::factorial::{ENOUGH_BLOCKS, is_relative};
use super::super::judgement::Judgement;
use super::super::whole_game::WholeGame;
use portolan_run::settings::ItemStudy;

/// Findings of a study of items.
pub struct ItemFindings<'run> {
    pub study: &'run ItemStudy,
    /// Results by bot and data set.
    pub bots: Vec<BotItems>,
    /// Conclusions by item.
    pub conclusions: Vec<Conclusion>,
    /// Number of blocks played.
    pub blocks: u64,
    /// Values of the clearest items without other restrictions, if a factorial experiment confirmed them.
    pub whole_game: Option<WholeGame>,
}

impl ItemFindings<'_> {
    /// Returns the results of the bots with the original data set.
    pub fn first_set(&self) -> impl Iterator<Item = &BotItems> {
        self.bots.iter().filter(|bot| bot.perturbation == 0)
    }

    /// Returns the items with a tested effect, starting with the clearest over all bots.
    pub fn suspicious(&self) -> Vec<usize> {
        let clearness = |item: usize| -> f64 {
            let of_bot = self.first_set().filter_map(|bot| bot.items.get(item));
            of_bot
                .filter(|found| found.tested)
                .map(|found| (found.excess() / found.excess_error.max(1e-12)).abs())
                .fold(0.0, f64::max)
        };
        let mut order: Vec<usize> = (0..self.study.item.len()).collect();
        order.sort_by_key(|&item| Reverse(OrderedFloat(clearness(item))));
        order
    }

    /// Returns true if a factorial experiment has so few blocks for each effect that its errors are much too wide.
    pub fn has_few_blocks(&self) -> bool {
        let effects = |bot: &BotItems| bot.items.len() + bot.pairs.len();
        let most = self.first_set().map(effects).max().unwrap_or(0);
        self.study.factorial().is_some() && self.blocks < (ENOUGH_BLOCKS * most) as u64
    }

    /// Returns conclusions by player strength for each item; `None` unless the study lists its bots by strength.
    pub fn by_strength(&self) -> Option<Vec<ByStrength>> {
        let bots: Vec<&[Judgement]> = self.first_set().map(|bot| &bot.items[..]).collect();
        by_strength(&bots).filter(|_| self.study.by_strength)
    }

    /// Returns true if only the excess of each effect over the mean of all items is identified.
    pub fn is_relative(&self) -> bool {
        is_relative(self.study)
    }
}

/// Results for one bot with one data set.
#[derive(Clone, Debug)]
pub struct BotItems {
    /// Name of the bot.
    pub bot: String,
    /// Number of the data set; 0 is the original one.
    pub perturbation: u32,
    /// Value of access to each item, or of beginning with it; empty if the games do not identify it.
    pub items: Vec<Judgement>,
    /// In a study of constraints, effect of always taking each item.
    pub must: Vec<Judgement>,
    /// In a factorial experiment, pairs of items and their joint value beyond their separate values.
    pub pairs: Vec<((usize, usize), Judgement)>,
    /// In a factorial experiment, pick rate of each item: the share of the seats with access that take it. `None`
    /// for items without such an event, or if the run recorded no events.
    pub taken: Option<Vec<Option<f64>>>,
    /// In a factorial experiment, share of wins of the seats that take each item.
    pub won: Option<Vec<Option<f64>>>,
}

/// Conclusion about one item from all bots and data sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// Direction in the original data set by bot: 1 stronger than expected, −1 weaker, 0 not significant.
    pub directions: Vec<i8>,
    /// Robustness by bot: true if the direction is confirmed in the data sets with varied placeholder rows; `None`
    /// without such sets or without a direction.
    pub survives: Vec<Option<bool>>,
}

impl Conclusion {
    /// Returns the direction shared by all bots; 0 if there is none.
    pub fn shared(&self) -> i8 {
        match self.directions.first() {
            Some(&first) if self.directions.iter().all(|&one| one == first) => first,
            _ => 0,
        }
    }

    /// Returns true if the item is stronger than expected for one bot and weaker for another.
    pub fn flips(&self) -> bool {
        self.directions.contains(&1) && self.directions.contains(&-1)
    }

    /// Returns true if a shared direction is confirmed for all bots.
    pub fn holds(&self) -> bool {
        self.shared() != 0 && self.survives.iter().all(|survives| *survives == Some(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conclusion_directions_agree_flip_or_are_undetermined() {
        let told = |directions: &[i8]| {
            let conclusion = Conclusion {
                directions: directions.to_vec(),
                survives: vec![None; directions.len()],
            };
            (conclusion.shared(), conclusion.flips())
        };
        assert_eq!([told(&[1, 1]), told(&[-1, -1])], [(1, false), (-1, false)]);
        assert_eq!([told(&[1, -1]), told(&[0, -1, 1])], [(0, true); 2]);
        assert_eq!([told(&[1, 0]), told(&[])], [(0, false); 2]);
    }
}
