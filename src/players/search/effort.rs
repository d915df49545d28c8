//! Cost of searches.

use std::time::Duration;

/// Iterations and time that a searcher has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Number of iterations.
    pub iterations: u64,
    /// Total search time.
    pub time: Duration,
    /// Time in rollouts and evaluations, if it was measured.
    pub in_leaves: Option<Duration>,
}

impl Effort {
    /// Adds the cost of another searcher.
    pub fn add(&mut self, other: Effort) {
        self.iterations += other.iterations;
        self.time += other.time;
        if let Some(leaves) = other.in_leaves {
            *self.in_leaves.get_or_insert_default() += leaves;
        }
    }

    /// Returns the time outside rollouts and evaluations divided by the time inside them, or `None` if the latter was
    /// not measured.
    pub fn overhead(&self) -> Option<f64> {
        let leaves = self.in_leaves.filter(|leaves| !leaves.is_zero())?;
        Some(self.time.saturating_sub(leaves).as_secs_f64() / leaves.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overhead_is_computed_from_leaf_time() {
        let mut effort = Effort {
            iterations: 10,
            time: Duration::from_millis(120),
            in_leaves: None,
        };
        assert_eq!(effort.overhead(), None);
        effort.in_leaves = Some(Duration::from_millis(100));
        assert!((effort.overhead().unwrap() - 0.2).abs() < 1e-12);
        effort.add(effort);
        assert_eq!(
            (effort.iterations, effort.time),
            (20, Duration::from_millis(240))
        );
        assert!((effort.overhead().unwrap() - 0.2).abs() < 1e-12);
    }
}
