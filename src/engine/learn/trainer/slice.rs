//! Units of the first layer that one task works on.

use super::fitted::{Fitted, Step, leaky, slope};
use crate::play::positions::Positions;

/// Units of the first layer that one task works on.
pub const SLICE: usize = 32;
/// Positions of a batch.
pub const BATCH: usize = 256;

/// Some units of the first layer.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Input by input, then the biases.
    pub fitted: Fitted,
    gradient: Vec<f32>,
    /// Position by position of a batch, what the units pass on.
    pub passed: Vec<[f32; SLICE]>,
    /// Inputs that are on somewhere in the batch: only their weights are moved (as Adam is used for sparse
    /// inputs, with what it remembers of the others left as it is); and by input, the batch in which it was
    /// last on.
    on: Vec<u16>,
    last_on: Vec<u64>,
}

impl Slice {
    /// Units with these weights, input by input, and then the biases.
    pub fn new(numbers: Vec<f32>) -> Slice {
        Slice {
            fitted: Fitted::new(numbers),
            gradient: Vec::new(),
            passed: Vec::new(),
            on: Vec::new(),
            last_on: Vec::new(),
        }
    }

    /// Makes room for the batches of a pass.
    pub fn begin(&mut self) {
        self.gradient.resize(self.fitted.numbers.len(), 0.0);
        self.passed.resize(BATCH, [0.0; SLICE]);
        self.last_on = vec![0; self.fitted.numbers.len() / SLICE];
    }

    /// Goes back from what was wanted of a batch, and moves the weights.
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

    /// Adds the gradients of a batch, given those of what the units passed on.
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
