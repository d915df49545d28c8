//! Head-to-head comparison of two bots: share of games in which one finished ahead of the other, by
//! block.

use std::cmp::Ordering;

use portolan_stats::share::BlockShares;
use portolan_stats::{Differences, Estimate};

/// Pairs of seats of two bots, or of two groups, at one table.
#[derive(Clone, Debug, Default)]
pub struct HeadToHead {
    /// Number of pairs of seats.
    pub pairs: u64,
    /// Share of the pairs in which the first finished ahead (ties count half) minus one half, by
    /// block.
    pub ahead: Differences,
    pub shares: BlockShares,
}

impl HeadToHead {
    /// Adds the ranks of a pair of seats.
    pub fn add(&mut self, first: u32, second: u32) {
        self.pairs += 1;
        self.shares.add(match first.cmp(&second) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        });
    }

    /// Ends the current block.
    pub fn end_block(&mut self) {
        if let Some(share) = self.shares.end_block() {
            self.ahead.push(share - 0.5);
        }
    }

    /// Returns the share of the pairs in which the first finished ahead, with ties counted half;
    /// `None` without pairs.
    pub fn share_ahead(&self) -> Option<Estimate> {
        Estimate::of_shares(&self.shares.shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_count_half_and_deal_groups_count_once() {
        let mut meeting = HeadToHead::default();
        for block in [&[(1, 2), (2, 2)][..], &[], &[(3, 1)]] {
            block
                .iter()
                .for_each(|&(first, second)| meeting.add(first, second));
            meeting.end_block();
        }
        assert_eq!(meeting.pairs, 3);
        // Shares 3/4 and 0 in two blocks.
        assert_eq!(meeting.share_ahead().unwrap().value, 0.375);
        let ahead = meeting.ahead;
        assert_eq!((ahead.better, ahead.worse), (1, 1));
        assert_eq!(ahead.moments.mean(), Some(-0.125));
    }
}
