//! Fits a network to targets with mini-batches, back-propagation and Adam (Kingma & Ba, *Adam: a method for stochastic
//! optimization*, 2015).
//!
//! The first layer is divided into slices of 32 units, and a batch into parts of 32 positions, independently of the
//! number of threads. Every sum is computed in a fixed order, so the result is bit-identical for any number of threads.

mod fitted;
mod policy;
mod saved;
mod slice;
mod upper;

use std::collections::HashMap;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::fitted::{Fitted, MEAN_DECAY, SQUARE_DECAY, Step};
use self::policy::PolicyHead;
pub use self::slice::SLICE;
use self::slice::{BATCH, Slice};
use self::upper::{AddAll, Each, Gradients, Upper};
use crate::net::parameters::Parameters;
use crate::net::weights::{HEADS, POLICY, PolicyWeights, SECOND, Weights};
use crate::play::positions::Positions;
use crate::play::selfplay::Scales;
use crate::random::{shuffle, standard_normal, stream};

/// Number of positions of a batch per task.
const PART: usize = 32;

/// A network in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    slices: Vec<Slice>,
    upper: Upper,
    steps: u64,
    scales: Scales,
    /// Number of frozen slices, if the values are frozen, or `None` if all weights are trained.
    kept_slices: Option<usize>,
    arch: Arch,
}

/// Mean losses over a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// Squared error of the lead, in units of the scale.
    pub lead: f64,
    /// Cross entropy of the win.
    pub win: f64,
    /// Divergence of the policy from its targets, or `None` without targets.
    pub policy: Option<f64>,
}

/// Sums of the losses of the heads; sum of the losses of the policy, and number of positions with a policy target.
#[derive(Clone, Copy, Default)]
struct Losses {
    heads: [f64; HEADS],
    policy: [f64; 2],
}

impl Losses {
    fn add(&mut self, heads: &[f64; HEADS], policy: &[f64; 2]) {
        for (sum, loss) in self.heads.iter_mut().zip(heads) {
            *sum += loss;
        }
        for (sum, loss) in self.policy.iter_mut().zip(policy) {
            *sum += loss;
        }
    }

    fn mean(&self, positions: usize) -> Loss {
        let count = positions.max(1) as f64;
        let [policy, searched] = self.policy;
        Loss {
            lead: self.heads[0] / count,
            win: self.heads[1] / count,
            policy: (searched > 0.0).then(|| policy / searched),
        }
    }
}

impl Trainer {
    /// Creates a network with random weights after He et al., *Delving deep into rectifiers*, 2015. `inputs_on` is the
    /// mean number of active inputs.
    pub fn new(inputs: usize, units: usize, inputs_on: f32, seed: u64) -> Trainer {
        let mut rng = stream(seed, &[0]);
        let mut normal = |count: usize, fan_in: f32| -> Vec<f32> {
            let spread = (2.0 / fan_in).sqrt();
            let draw = |_| standard_normal(&mut rng) as f32 * spread;
            (0..count).map(draw).collect()
        };
        let slices = (0..units / SLICE)
            .map(|_| {
                let mut numbers = normal(inputs * SLICE, inputs_on);
                numbers.extend([0.0; SLICE]);
                Slice::new(numbers)
            })
            .collect();
        let mut second = normal(units * SECOND, units as f32);
        second.extend([0.0; SECOND]);
        let mut heads = normal(HEADS * SECOND, SECOND as f32);
        // Small weights give initial outputs near 0.
        heads.iter_mut().for_each(|weight| *weight *= 0.1);
        heads.extend([0.0; HEADS]);
        Trainer {
            slices,
            upper: Upper {
                second: Fitted::new(second),
                heads: Fitted::new(heads),
                policy: None,
            },
            steps: 0,
            scales: Scales {
                inputs: vec![1.0; inputs],
                rows: Vec::new(),
            },
            kept_slices: None,
            arch: Arch::new(),
        }
    }

    /// Returns the number of units in the first layer.
    pub fn units(&self) -> usize {
        self.slices.len() * SLICE
    }

    /// Adds a policy head with this number of rows.
    pub fn add_policy(&mut self, actions: usize, seed: u64) {
        self.upper.policy = Some(PolicyHead::new(self.units(), actions, seed));
        self.scales.rows = vec![1.0; actions];
    }

    /// Returns true if the network has a policy head.
    pub fn has_policy(&self) -> bool {
        self.upper.policy.is_some()
    }

    /// Trains on all positions once in random order, with this step size.
    pub fn pass(&mut self, positions: &Positions, step_size: f32, seed: u64) -> Loss {
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        shuffle(&mut stream(seed, &[1]), &mut order);
        self.go_through(positions, &order, Some(step_size))
    }

    /// Returns the losses without training.
    pub fn losses(&mut self, positions: &Positions) -> Loss {
        let order: Vec<u32> = (0..positions.len() as u32).collect();
        self.go_through(positions, &order, None)
    }

    fn go_through(&mut self, positions: &Positions, order: &[u32], step: Option<f32>) -> Loss {
        self.slices.iter_mut().for_each(Slice::begin);
        let mut wanted = vec![vec![0.0; self.units()]; BATCH];
        let mut parts = vec![Gradients::default(); BATCH / PART];
        let searched = (0..positions.len()).filter(|&at| !positions.shares(at).is_empty());
        let share = searched.count() as f32 / positions.len().max(1) as f32;
        let mut sums = Losses::default();
        for batch in order.chunks(BATCH) {
            let values = 1.0 / batch.len() as f32;
            let each = Each {
                values,
                // On average, the policy targets in a batch have the same total weight as the value targets.
                policy: values / share.max(f32::MIN_POSITIVE),
            };
            self.forward(positions, batch, each, &mut wanted, &mut parts);
            for part in &parts {
                sums.add(&part.loss, &part.policy.loss);
            }
            if let Some(step) = step {
                self.step(positions, batch, step, &wanted, &mut parts);
            }
        }
        sums.mean(positions.len())
    }

    /// Evaluates the network on a batch and computes the gradients of the upper layers for each part.
    fn forward(
        &mut self,
        positions: &Positions,
        batch: &[u32],
        each: Each,
        wanted: &mut [Vec<f32>],
        parts: &mut [Gradients],
    ) {
        let arch = self.arch;
        self.slices.par_iter_mut().for_each(|slice| {
            arch.dispatch(Forward {
                slice,
                positions,
                batch,
            });
        });
        let (slices, upper) = (&self.slices, &self.upper);
        parts
            .par_iter_mut()
            .zip(wanted.par_chunks_mut(PART))
            .enumerate()
            .for_each(|(index, (part, wanted))| {
                let first = (index * PART).min(batch.len());
                let batch = &batch[first..(first + PART).min(batch.len())];
                part.clear(upper);
                arch.dispatch(AddAll {
                    part,
                    slices,
                    upper,
                    positions,
                    batch,
                    first,
                    each,
                    wanted,
                });
            });
    }

    /// Updates all weights with the gradients of a batch.
    fn step(
        &mut self,
        positions: &Positions,
        batch: &[u32],
        step_size: f32,
        wanted: &[Vec<f32>],
        parts: &mut [Gradients],
    ) {
        self.steps += 1;
        let step = Step {
            number: self.steps,
            size: step_size / (1.0 - MEAN_DECAY.powi(self.steps.min(10_000) as i32)),
            square_correction: 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps.min(100_000) as i32)),
        };
        let arch = self.arch;
        self.slices
            .par_iter_mut()
            .enumerate()
            .skip(self.kept_slices.unwrap_or(0))
            .for_each(|(index, slice)| {
                let first = index * SLICE;
                arch.dispatch(Learn {
                    slice,
                    positions,
                    batch,
                    wanted,
                    first,
                    step,
                });
            });
        let (first, rest) = parts.split_at_mut(1);
        let sum = &mut first[0];
        rest.iter().for_each(|part| sum.add_part(part));
        let Upper {
            second,
            heads,
            policy,
        } = &mut self.upper;
        if self.kept_slices.is_none() {
            second.step(0..second.numbers.len(), &mut sum.second, step);
            heads.step(0..heads.numbers.len(), &mut sum.heads, step);
        }
        if let Some(policy) = policy {
            policy.step(&mut sum.policy, step);
        }
    }

    /// Returns the factors that inputs and policy rows must be multiplied by before fitting.
    pub fn scales(&self) -> &Scales {
        &self.scales
    }

    /// Sets the factors so that the root mean square of every active input and of every policy row is 1.
    pub fn scale_inputs(&mut self, positions: &Positions) {
        let mut inputs = vec![(0.0f64, 0u64); self.scales.inputs.len()];
        let mut rows = vec![(0.0f64, 0u64); self.scales.rows.len()];
        let count = |(sum, count): &mut (f64, u64), value: f32| {
            *sum += f64::from(value) * f64::from(value);
            *count += 1;
        };
        for position in 0..positions.len() {
            for input in positions.inputs(position) {
                count(&mut inputs[usize::from(input.number)], input.value);
            }
            for share in positions.shares(position) {
                for &(row, factor) in positions.terms(share) {
                    // Without a policy head there are no rows yet.
                    if let Some(row) = rows.get_mut(usize::from(row)) {
                        count(row, factor);
                    }
                }
            }
        }
        let scaled = |scales: &mut [f32], squares: Vec<(f64, u64)>| {
            for (scale, (sum, count)) in scales.iter_mut().zip(squares) {
                if count > 0 {
                    *scale = (count as f64 / sum).sqrt() as f32;
                }
            }
        };
        scaled(&mut self.scales.inputs, inputs);
        scaled(&mut self.scales.rows, rows);
    }

    /// Starts from these weights, which may have fewer units. Additional units are copies whose outgoing weights in the
    /// value layers are 0. Parameters that the weights do not contain start with weight 0.
    pub fn start(&mut self, weights: &Weights, parameters: &Parameters) {
        let units = weights.first_units;
        let known: HashMap<&String, usize> = weights.inputs.iter().zip(0..).collect();
        let inputs = &parameters.inputs;
        for (index, slice) in self.slices.iter_mut().enumerate() {
            let own = |numbers: &[f32]| -> [f32; SLICE] {
                std::array::from_fn(|unit| numbers[(index * SLICE + unit) % units])
            };
            let columns = slice.fitted.numbers.as_chunks_mut::<SLICE>().0;
            for (input, name) in inputs.iter().enumerate() {
                columns[input] = known.get(name).map_or([0.0; SLICE], |&known| {
                    let numbers = &weights.first[known * units..][..units];
                    own(numbers).map(|weight| weight / self.scales.inputs[input])
                });
            }
            columns[inputs.len()] = own(&weights.first_bias);
        }
        let new = vec![0.0; (self.units() - units) * SECOND];
        self.upper.second.numbers = [&weights.second[..], &new, &weights.second_bias].concat();
        let [lead, win] = &weights.heads;
        self.upper.heads.numbers = [&lead[..], win, &weights.head_bias].concat();
        let units = self.units();
        if let (Some(policy), Some(weights)) = (&mut self.upper.policy, &weights.policy) {
            policy.start(weights, units, parameters, &self.scales.rows);
        }
    }

    /// Multiplies the weights of these columns of the first layer and of these rows of the policy by a factor.
    pub fn shrink(&mut self, inputs: &[u16], rows: &[u16], factor: f32) {
        let shrink = |numbers: &mut [f32], width: usize, index: u16| {
            let numbers = &mut numbers[usize::from(index) * width..][..width];
            numbers.iter_mut().for_each(|number| *number *= factor);
        };
        for slice in &mut self.slices {
            for &input in inputs {
                shrink(&mut slice.fitted.numbers, SLICE, input);
            }
        }
        if let Some(policy) = &mut self.upper.policy {
            for &row in rows {
                shrink(&mut policy.logits.numbers, POLICY, row);
                shrink(&mut policy.biases.numbers, 1, row);
            }
        }
    }

    /// Freezes the values: the first `units` units and everything above them except the policy.
    pub fn keep_values(&mut self, units: usize) {
        self.kept_slices = Some(units / SLICE);
    }

    /// Returns the current weights. `about` supplies all other fields.
    pub fn weights(&self, about: Weights) -> Weights {
        let units = self.units();
        let inputs = self.scales.inputs.len();
        let mut first = vec![0.0; inputs * units];
        let mut first_bias = Vec::with_capacity(units);
        for (index, slice) in self.slices.iter().enumerate() {
            let columns = slice.fitted.numbers.as_chunks::<SLICE>().0;
            for (input, scale) in self.scales.inputs.iter().enumerate() {
                let own = &mut first[input * units + index * SLICE..][..SLICE];
                for (own, weight) in own.iter_mut().zip(&columns[input]) {
                    *own = weight * scale;
                }
            }
            first_bias.extend_from_slice(&columns[inputs]);
        }
        let traits = about
            .policy
            .as_ref()
            .map_or(Vec::new(), |policy| policy.traits.clone());
        let (second, second_bias) = self.upper.second.numbers.split_at(units * SECOND);
        let (heads, head_bias) = self.upper.heads.numbers.split_at(HEADS * SECOND);
        Weights {
            first_units: units,
            first,
            first_bias,
            second: second.to_vec(),
            second_bias: second_bias.to_vec(),
            heads: std::array::from_fn(|head| heads[head * SECOND..][..SECOND].to_vec()),
            head_bias: std::array::from_fn(|head| head_bias[head]),
            policy: (self.upper.policy.as_ref()).map(|policy| PolicyWeights {
                traits,
                ..policy.weights(&self.scales.rows)
            }),
            ..about
        }
    }
}

/// Kernel that runs [`Slice::forward`] with the widest vectors of the machine.
struct Forward<'a> {
    slice: &'a mut Slice,
    positions: &'a Positions,
    batch: &'a [u32],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.slice.forward(self.positions, self.batch);
    }
}

/// Kernel that runs [`Slice::learn`] with the widest vectors of the machine.
struct Learn<'a> {
    slice: &'a mut Slice,
    positions: &'a Positions,
    batch: &'a [u32],
    wanted: &'a [Vec<f32>],
    first: usize,
    step: Step,
}

impl WithSimd for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (first, step) = (self.first, self.step);
        self.slice
            .learn(self.positions, self.batch, self.wanted, first, step);
    }
}

#[cfg(test)]
mod tests;
