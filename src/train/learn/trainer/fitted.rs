//! Parameters trained with Adam, and the activation function.

use std::ops::Range;

use crate::net::weights::LEAK;

/// Adam's decay rate for the mean of the gradients.
pub const MEAN_DECAY: f32 = 0.9;
/// Adam's decay rate for the mean of the squared gradients.
pub const SQUARE_DECAY: f32 = 0.999;
/// Adam's constant that avoids division by 0.
const EPSILON: f32 = 1e-8;

/// Parameters with their Adam state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fitted {
    /// Parameter values.
    pub numbers: Vec<f32>,
    /// Running means of the gradients.
    pub mean: Vec<f32>,
    /// Running means of the squared gradients.
    pub square: Vec<f32>,
}

impl Fitted {
    /// Creates parameters with a zero Adam state.
    pub fn new(numbers: Vec<f32>) -> Fitted {
        Fitted {
            mean: vec![0.0; numbers.len()],
            square: vec![0.0; numbers.len()],
            numbers,
        }
    }

    /// Updates a range of parameters with their gradient, and then clears the gradient.
    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    pub fn step(&mut self, range: Range<usize>, gradient: &mut [f32], step: Step) {
        // Index loops are used here and below because they are reliably inlined and vectorized; iterators are not.
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

/// Step size with bias correction.
#[derive(Clone, Copy)]
pub struct Step {
    /// Number of the step, from 1.
    pub number: u64,
    /// Step size, corrected for the bias of the mean.
    pub size: f32,
    /// Correction factor for the squares.
    pub square_correction: f32,
}

/// Applies the activation function.
#[inline]
pub fn leaky(sum: f32) -> f32 {
    sum.max(LEAK * sum)
}

/// Returns the slope of the activation function for this output.
#[inline]
pub fn slope(passed: f32) -> f32 {
    if passed > 0.0 { 1.0 } else { LEAK }
}
