//! A difference in the original data set and in the sets in which placeholder rows vary, block by
//! block; all sets are played on the same deals.

use portolan_stats::repetition::SharedErrors;
use portolan_stats::{CoMoments, Differences, Moments};

/// A difference by data set, starting with the original set.
#[derive(Clone, Debug)]
pub struct Repeats {
    sets: Vec<Differences>,
    /// Mean over all sets except the original.
    mean: Moments,
    first_and_mean: CoMoments,
}

impl Repeats {
    /// Creates an empty accumulator for this number of sets.
    pub fn new(sets: usize) -> Repeats {
        Repeats {
            sets: vec![Differences::default(); sets],
            mean: Moments::default(),
            first_and_mean: CoMoments::default(),
        }
    }

    /// Adds a block: the difference in every set with complete games.
    pub fn push(&mut self, sets: &[Option<f64>]) {
        for (differences, value) in self.sets.iter_mut().zip(sets) {
            value.iter().for_each(|&value| differences.push(value));
        }
        let whole: Option<Vec<f64>> = sets.iter().copied().collect();
        if let Some([first, others @ ..]) = whole.as_deref()
            && !others.is_empty()
        {
            let mean = others.iter().sum::<f64>() / others.len() as f64;
            self.mean.push(mean);
            self.first_and_mean.push(*first, mean);
        }
    }

    /// Returns the differences in a set.
    pub fn set(&self, set: usize) -> &Differences {
        &self.sets[set]
    }

    /// Returns the mean difference in every set.
    pub fn means(&self) -> Vec<f64> {
        let means = self.sets.iter().map(|set| set.moments.mean());
        means.map(|mean| mean.unwrap_or(0.0)).collect()
    }

    /// Returns the errors in the original set and in the other sets, with their covariance; zero for fewer than two
    /// blocks that are complete in all sets.
    pub fn errors(&self) -> SharedErrors {
        let blocks = self.mean.count().max(1) as f64;
        let variance = |moments: &Moments| moments.variance().unwrap_or(0.0) / blocks;
        let (first, others) = match self.sets.split_first() {
            Some((first, others)) if !others.is_empty() => (first, others),
            _ => return SharedErrors::default(),
        };
        let each = others.iter().map(|set| variance(&set.moments));
        SharedErrors {
            first: variance(&first.moments),
            each: each.sum::<f64>() / others.len() as f64,
            mean: variance(&self.mean),
            with_first: self.first_and_mean.covariance().unwrap_or(0.0) / blocks,
            degrees: blocks - 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_data_sets_share_all_errors() {
        let mut repeats = Repeats::new(3);
        for value in [1.0, 4.0, 2.0, 7.0] {
            repeats.push(&[Some(value), Some(value), Some(value)]);
        }
        // The variance is 7, so the variance of the mean of four values is 1.75.
        let errors = repeats.errors();
        for part in [errors.first, errors.each, errors.mean, errors.with_first] {
            assert!((part - 1.75).abs() < 1e-12, "{errors:?}");
        }
        assert_eq!(errors.degrees, 3.0);
    }

    #[test]
    fn incomplete_deal_group_counts_for_its_available_data_sets() {
        let mut repeats = Repeats::new(3);
        repeats.push(&[Some(1.0), Some(2.0), Some(4.0)]);
        repeats.push(&[Some(2.0), None, Some(1.0)]);
        repeats.push(&[Some(3.0), Some(5.0), Some(1.0)]);
        assert_eq!(repeats.set(0).moments.count(), 3);
        assert_eq!(repeats.set(1).moments.count(), 2);
        // Both means of the other sets are 3.
        assert_eq!(repeats.errors().mean, 0.0);
        assert_eq!(Repeats::new(1).errors(), SharedErrors::default());
    }
}
