//! Slices of the first layer, which are processed in parallel.

use super::fitted::{Fitted, Step, leaky, slope};
use crate::play::positions::Positions;

/// Number of first-layer units per slice.
pub const SLICE: usize = 32;
/// Number of positions in a batch.
pub const BATCH: usize = 256;

/// A slice of the first layer.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Rows by input, followed by the biases.
    pub fitted: Fitted,
    gradient: Vec<f32>,
    /// Outputs of the units by position of the batch.
    pub passed: Vec<[f32; SLICE]>,
    /// Inputs that are active in the batch, and for each input the last batch in which it was active. Only the weights
    /// of active inputs are updated, as usual for Adam with sparse inputs; the Adam state of the others does not
    /// change.
    on: Vec<u16>,
    last_on: Vec<u64>,
}

impl Slice {
    /// Creates a slice with these weights: rows by input, followed by the biases.
    pub fn new(numbers: Vec<f32>) -> Slice {
        Slice {
            fitted: Fitted::new(numbers),
            gradient: Vec::new(),
            passed: Vec::new(),
            on: Vec::new(),
            last_on: Vec::new(),
        }
    }

    /// Allocates the buffers for a pass.
    pub fn begin(&mut self) {
        self.gradient.resize(self.fitted.numbers.len(), 0.0);
        self.passed.resize(BATCH, [0.0; SLICE]);
        self.last_on = vec![0; self.fitted.numbers.len() / SLICE];
    }

    /// Computes the gradients of a batch and updates the weights.
    #[inline(always)]
    pub fn learn(
        &mut self,
        positions: &Positions,
        batch: &[u32],
        wanted: &[Vec<f32>],
        first: usize,
        step: Step,
    ) {
        self.on.clear();
        self.backward(positions, batch, wanted, first, step.number);
        let bias = self.fitted.numbers.len() - SLICE;
        let on = std::mem::take(&mut self.on);
        let columns = on.iter().map(|&input| usize::from(input) * SLICE);
        for column in columns.chain([bias]) {
            let range = column..column + SLICE;
            self.fitted.step(range, &mut self.gradient, step);
        }
        self.on = on;
    }

    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    pub fn forward(&mut self, positions: &Positions, batch: &[u32]) {
        let columns = self.fitted.numbers.as_chunks::<SLICE>().0;
        let bias = columns[columns.len() - 1];
        for at in 0..batch.len() {
            let mut sums = bias;
            for input in positions.inputs(batch[at] as usize) {
                let (value, column) = (input.value, &columns[usize::from(input.number)]);
                for unit in 0..SLICE {
                    sums[unit] += column[unit] * value;
                }
            }
            for unit in 0..SLICE {
                sums[unit] = leaky(sums[unit]);
            }
            self.passed[at] = sums;
        }
    }

    /// Adds the gradients of a batch, given the gradients of the outputs.
    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    pub fn backward(
        &mut self,
        positions: &Positions,
        batch: &[u32],
        wanted: &[Vec<f32>],
        first: usize,
        number: u64,
    ) {
        let columns = self.gradient.as_chunks_mut::<SLICE>().0;
        let last = columns.len() - 1;
        for at in 0..batch.len() {
            let (passed, wanted) = (&self.passed[at], &wanted[at][first..first + SLICE]);
            let mut own = [0.0; SLICE];
            for unit in 0..SLICE {
                own[unit] = wanted[unit] * slope(passed[unit]);
            }
            for input in positions.inputs(batch[at] as usize) {
                let on = usize::from(input.number);
                if self.last_on[on] != number {
                    self.last_on[on] = number;
                    self.on.push(input.number);
                }
                let (value, mut column) = (input.value, columns[on]);
                for unit in 0..SLICE {
                    column[unit] += own[unit] * value;
                }
                columns[on] = column;
            }
            for unit in 0..SLICE {
                columns[last][unit] += own[unit];
            }
        }
    }
}
