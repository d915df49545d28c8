//! Sums over batches of consecutive blocks, which provide the data for a block bootstrap in bounded
//! memory.
//!
//! Up to [`MOST_BATCHES`] blocks, every batch contains one block. Beyond that, neighbouring batches
//! are merged, so that batches contain two blocks, then four, and so on (batch means: Law & Kelton,
//! *Simulation modeling and analysis*, on output analysis). Blocks are independent and identically
//! distributed, so batches are too, and resampling batches instead of blocks gives the same spread.
//! The cost is a loss of some degrees of freedom, of which hundreds remain.

/// Maximum number of batches; when it is reached, neighbouring batches are merged.
pub const MOST_BATCHES: usize = 512;

/// Sums by batch, updated block by block.
///
/// ```
/// let mut batches = portolan_stats::Batches::default();
/// batches.push(&[(0, 1.0), (2, 5.0)]);
/// batches.push(&[(0, 3.0)]);
/// assert_eq!(batches.len(), 2);
/// assert_eq!(batches.weighted(&[2, 1]), [5.0, 0.0, 10.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Batches {
    /// Number of blocks in a full batch.
    size: u64,
    /// Number of blocks in the last batch.
    filled: u64,
    sums: Vec<Vec<f64>>,
    width: usize,
}

impl Default for Batches {
    fn default() -> Batches {
        Batches {
            size: 1,
            filled: 1,
            sums: Vec::new(),
            width: 0,
        }
    }
}

impl Batches {
    /// Adds a block, given as pairs of sum index and amount.
    pub fn push(&mut self, block: &[(usize, f64)]) {
        if self.filled == self.size {
            if self.sums.len() == MOST_BATCHES {
                self.join();
            }
            self.sums.push(vec![0.0; self.width]);
            self.filled = 0;
        }
        self.filled += 1;
        if let Some(most) = block.iter().map(|&(number, _)| number + 1).max() {
            self.width = self.width.max(most);
        }
        if let Some(open) = self.sums.last_mut() {
            open.resize(self.width, 0.0);
            for &(number, value) in block {
                open[number] += value;
            }
        }
    }

    fn join(&mut self) {
        let joined = self.sums.chunks(2).map(|pair| {
            let mut sum = pair[0].clone();
            for other in &pair[1..] {
                sum.resize(sum.len().max(other.len()), 0.0);
                for (a, b) in sum.iter_mut().zip(other) {
                    *a += b;
                }
            }
            sum
        });
        self.sums = joined.collect();
        self.size *= 2;
    }

    /// Returns the number of batches.
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Returns true if no block has been added.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Returns the number of blocks in a full batch; the last batch may contain fewer.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the sums in which each batch counts as often as given in `counts`.
    pub fn weighted(&self, counts: &[u32]) -> Vec<f64> {
        let mut total = vec![0.0; self.width];
        for (batch, &count) in self
            .sums
            .iter()
            .zip(counts)
            .filter(|(_, count)| **count > 0)
        {
            for (sum, value) in total.iter_mut().zip(batch) {
                *sum += f64::from(count) * value;
            }
        }
        total
    }

    /// Returns the sums over all blocks.
    pub fn total(&self) -> Vec<f64> {
        self.weighted(&vec![1; self.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_bounds_memory_and_preserves_sums() {
        let mut batches = Batches::default();
        for block in 0..5000u32 {
            batches.push(&[(0, 1.0), (1, f64::from(block))]);
            assert!(batches.len() <= MOST_BATCHES);
        }
        assert!(batches.len() > MOST_BATCHES / 2, "{}", batches.len());
        assert_eq!(batches.size(), 16);
        assert_eq!(batches.total(), [5000.0, 12_497_500.0]);
        // Batches consist of consecutive blocks.
        let mut first = vec![0; batches.len()];
        first[0] = 1;
        assert_eq!(batches.weighted(&first), [16.0, 120.0]);
    }

    #[test]
    fn late_columns_are_zero_in_earlier_batches() {
        let mut batches = Batches::default();
        batches.push(&[]);
        batches.push(&[(3, 2.0)]);
        assert_eq!(batches.weighted(&[5, 2]), [0.0, 0.0, 0.0, 4.0]);
        assert!(Batches::default().is_empty());
    }

    /// The first 512 blocks have their own batches; the next block triggers the first merge.
    #[test]
    fn first_merge_happens_after_512_batches() {
        let mut batches = Batches::default();
        for block in 0..512u32 {
            batches.push(&[(0, f64::from(block))]);
            assert!(!batches.is_empty());
        }
        assert_eq!((batches.len(), batches.size()), (512, 1));
        batches.push(&[(0, 512.0)]);
        assert_eq!((batches.len(), batches.size()), (257, 2));
        let mut one = vec![0; 257];
        one[255] = 1;
        assert_eq!(batches.weighted(&one), [510.0 + 511.0]);
        one[255] = 0;
        one[256] = 1;
        assert_eq!(batches.weighted(&one), [512.0]);
        assert_eq!(batches.total(), [f64::from(512 * 513 / 2)]);
    }
}
