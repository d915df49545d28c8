//! Layers above the first one, and their gradients.

use pulp::{Simd, WithSimd};

use super::fitted::{Fitted, leaky, slope};
use super::policy::{PolicyGradient, PolicyHead};
use super::slice::{SLICE, Slice};
use crate::net::weights::{HEADS, SECOND};
use crate::play::positions::Positions;

/// Second layer and heads. The second layer has one row per unit of the first layer, followed by the biases; the heads
/// have one row each, followed by their biases.
#[derive(Clone, Debug)]
pub struct Upper {
    pub second: Fitted,
    pub heads: Fitted,
    pub policy: Option<PolicyHead>,
}

/// Gradients of the upper layers for a part of a batch, and buffers.
#[derive(Clone, Debug, Default)]
pub struct Gradients {
    pub second: Vec<f32>,
    pub heads: Vec<f32>,
    pub policy: PolicyGradient,
    pub loss: [f64; HEADS],
}

/// Weight of a position in a batch, for its values and for its policy.
#[derive(Clone, Copy)]
pub struct Each {
    pub values: f32,
    pub policy: f32,
}

impl Gradients {
    /// Sets all gradients to 0.
    pub fn clear(&mut self, upper: &Upper) {
        self.second.clear();
        self.second.resize(upper.second.numbers.len(), 0.0);
        self.heads.clear();
        self.heads.resize(upper.heads.numbers.len(), 0.0);
        if let Some(policy) = &upper.policy {
            self.policy.clear(policy);
        }
        self.loss = [0.0; HEADS];
    }

    /// Adds the gradients of another part.
    pub fn add_part(&mut self, part: &Gradients) {
        for (sum, more) in self.second.iter_mut().zip(&part.second) {
            *sum += more;
        }
        for (sum, more) in self.heads.iter_mut().zip(&part.heads) {
            *sum += more;
        }
        self.policy.add_part(&part.policy);
    }

    /// Adds the gradients of one position with weight `each`, and computes the gradient for the outputs of the first
    /// layer.
    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    fn add(
        &mut self,
        slices: &[Slice],
        upper: &Upper,
        at: usize,
        (positions, position): (&Positions, usize),
        each: Each,
        wanted: &mut [f32],
    ) {
        let (target, shares) = (positions.target(position), positions.shares(position));
        let rows = upper.second.numbers.as_chunks::<SECOND>().0;
        let mut sums = rows[rows.len() - 1];
        for (index, slice) in slices.iter().enumerate() {
            for unit in 0..SLICE {
                let (passed, row) = (slice.passed[at][unit], &rows[index * SLICE + unit]);
                for second in 0..SECOND {
                    sums[second] += row[second] * passed;
                }
            }
        }
        let passed = sums.map(leaky);
        let heads = upper.heads.numbers.as_chunks::<SECOND>().0;
        let biases = upper
            .heads
            .numbers
            .last_chunk::<HEADS>()
            .expect("a bias a head");
        let say = |head: usize| {
            let products = passed
                .iter()
                .zip(&heads[head])
                .map(|(passed, weight)| passed * weight);
            products.sum::<f32>() + biases[head]
        };
        let (lead, logit) = (say(0), say(1));
        let win = 1.0 / (1.0 + libm::expf(-logit));
        let errors = [lead - target.lead, win - target.win];
        self.loss[0] += f64::from(errors[0] * errors[0]);
        self.loss[1] += f64::from(cross_entropy(logit, target.win));

        let mut back = [0.0; SECOND];
        for (head, error) in errors.into_iter().enumerate() {
            let error = error * each.values;
            let own = &mut self.heads[head * SECOND..][..SECOND];
            for (own, passed) in own.iter_mut().zip(&passed) {
                *own += error * passed;
            }
            for (back, weight) in back.iter_mut().zip(&heads[head]) {
                *back += error * weight;
            }
            self.heads[HEADS * SECOND + head] += error;
        }
        for (back, passed) in back.iter_mut().zip(&passed) {
            *back *= slope(*passed);
        }
        let own = self.second.as_chunks_mut::<SECOND>().0;
        let units = rows.len() - 1;
        for unit in 0..units {
            let below = slices[unit / SLICE].passed[at][unit % SLICE];
            let (row, own) = (&rows[unit], &mut own[unit]);
            // Use eight independent accumulators.
            let mut parts = [0.0; 8];
            for from in (0..SECOND).step_by(8) {
                for (part, sum) in parts.iter_mut().enumerate() {
                    *sum += back[from + part] * row[from + part];
                }
            }
            let mut sums = *own;
            for second in 0..SECOND {
                sums[second] += back[second] * below;
            }
            *own = sums;
            let [a, b, c, d, e, f, g, h] = parts;
            wanted[unit] = ((a + b) + (c + d)) + ((e + f) + (g + h));
        }
        for (own, back) in own[units].iter_mut().zip(&back) {
            *own += back;
        }
        if let (Some(policy), false) = (&upper.policy, shares.is_empty()) {
            self.policy
                .add(policy, slices, at, (positions, shares), each.policy, wanted);
        }
    }
}

/// Kernel that runs [`Gradients::add`] for all positions of a part, with the widest vectors of the machine.
pub struct AddAll<'a> {
    pub part: &'a mut Gradients,
    pub slices: &'a [Slice],
    pub upper: &'a Upper,
    pub positions: &'a Positions,
    pub batch: &'a [u32],
    pub first: usize,
    pub each: Each,
    pub wanted: &'a mut [Vec<f32>],
}

impl WithSimd for AddAll<'_> {
    type Output = ();

    #[allow(
        clippy::needless_range_loop,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for at in 0..self.batch.len() {
            let position = self.batch[at] as usize;
            let (slices, upper, wanted) = (self.slices, self.upper, &mut self.wanted[at]);
            self.part.add(
                slices,
                upper,
                self.first + at,
                (self.positions, position),
                self.each,
                wanted,
            );
        }
    }
}

/// Returns the cross entropy between the target share `wanted` and the network's output as a logit.
fn cross_entropy(logit: f32, wanted: f32) -> f32 {
    // log(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + libm::log1pf(libm::expf(-logit.abs()));
    softplus - wanted * logit
}
