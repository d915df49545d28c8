//! Numbers that are fitted by Adam, and the units that they belong to.

use std::ops::Range;

use crate::net::weights::LEAK;

/// Adam's decay of the mean of gradients.
pub const MEAN_DECAY: f32 = 0.9;
/// Adam's decay of the mean of their squares.
pub const SQUARE_DECAY: f32 = 0.999;
/// What keeps Adam from dividing by nothing.
const EPSILON: f32 = 1e-8;

/// Numbers that are fitted, with what Adam remembers of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fitted {
    /// The numbers.
    pub numbers: Vec<f32>,
    /// Means of their gradients.
    pub mean: Vec<f32>,
    /// Means of the squares of their gradients.
    pub square: Vec<f32>,
}

impl Fitted {
    /// Numbers that no step has moved.
    pub fn new(numbers: Vec<f32>) -> Fitted {
        Fitted {
            mean: vec![0.0; numbers.len()],
            square: vec![0.0; numbers.len()],
            numbers,
        }
    }

    /// One step of these numbers against their gradient, which is nothing afterwards.
    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    pub fn step(&mut self, range: Range<usize>, gradient: &mut [f32], step: Step) {
        // Indices and not iterators here and below: inlined for certain where vectors are wide.
        let numbers = &mut self.numbers[range.clone()];
        let mean = &mut self.mean[range.clone()];
        let square = &mut self.square[range.clone()];
        let gradient = &mut gradient[range];
        let count = numbers.len();
        assert!(mean.len() == count && square.len() == count && gradient.len() == count);
        for at in 0..count {
            let slope = gradient[at];
            mean[at] = MEAN_DECAY * mean[at] + (1.0 - MEAN_DECAY) * slope;
            square[at] = SQUARE_DECAY * square[at] + (1.0 - SQUARE_DECAY) * slope * slope;
            let size = (square[at] * step.square_correction).sqrt() + EPSILON;
            numbers[at] -= step.size * mean[at] / size;
            gradient[at] = 0.0;
        }
    }
}

/// How far a step goes, corrected for how few there were.
#[derive(Clone, Copy)]
pub struct Step {
    /// From 1, in the order of all steps.
    pub number: u64,
    /// Its size, corrected for the mean.
    pub size: f32,
    /// By what squares are multiplied.
    pub square_correction: f32,
}

/// What a unit passes on.
#[inline]
pub fn leaky(sum: f32) -> f32 {
    sum.max(LEAK * sum)
}

/// The slope where a unit passes this on.
#[inline]
pub fn slope(passed: f32) -> f32 {
    if passed > 0.0 { 1.0 } else { LEAK }
}
