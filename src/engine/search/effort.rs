//! What searches cost.

use std::time::Duration;

/// What a searcher has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Iterations.
    pub iterations: u64,
    /// Time in searches.
    pub time: Duration,
    /// The part of it in rollouts and evaluations, if it was measured.
    pub in_leaves: Option<Duration>,
}

impl Effort {
    /// Adds what another searcher has spent.
    pub fn add(&mut self, other: Effort) {
        self.iterations += other.iterations;
        self.time += other.time;
        if let Some(leaves) = other.in_leaves {
            *self.in_leaves.get_or_insert_default() += leaves;
        }
    }

    /// Time beside rollouts and evaluations, as a share of theirs.
    pub fn overhead(&self) -> Option<f64> {
        let leaves = self.in_leaves.filter(|leaves| !leaves.is_zero())?;
        Some(self.time.saturating_sub(leaves).as_secs_f64() / leaves.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overhead_by_hand() {
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
