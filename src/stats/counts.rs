//! Whole numbers that come up again and again, such as final scores.

use std::collections::BTreeMap;

/// Whole numbers and how often each came up: as many entries as there are different numbers.
pub type Counts = BTreeMap<i64, u64>;

/// The least number that came up at or below which a share of all lies; `None` of nothing.
pub fn quantile(counts: &Counts, share: f64) -> Option<i64> {
    let total: u64 = counts.values().sum();
    let wanted = ((share * total as f64).ceil() as u64).max(1);
    let mut seen = 0;
    counts.iter().find_map(|(&value, &count)| {
        seen += count;
        (seen >= wanted).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_came_up() {
        let counts = Counts::from([(1, 1), (2, 2), (9, 1)]);
        let found = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&counts, share));
        assert_eq!(found, [1, 1, 2, 2, 9].map(Some));
        assert_eq!(quantile(&Counts::new(), 0.5), None);
    }
}
