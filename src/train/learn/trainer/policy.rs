//! Policy head in training: a layer on top of the first layer, and a logit for each action index. The head is fitted to
//! target probabilities by cross entropy over the legal actions.

use super::fitted::{Fitted, Step, leaky, slope};
use super::slice::{SLICE, Slice};
use crate::net::parameters::Parameters;
use crate::net::weights::{POLICY, PolicyWeights};
use crate::play::positions::{ActionShare, Positions};
use crate::random::{standard_normal, stream};

/// Factor that reduces the initial logit weights, so that the initial policy is almost uniform.
const FIRST_LOGITS: f32 = 0.1;
/// Minimum probability in a logarithm.
const LEAST: f32 = 1e-30;

/// Parameters of the policy head.
#[derive(Clone, Debug)]
pub struct PolicyHead {
    /// Rows by unit of the first layer, followed by the biases.
    pub layer: Fitted,
    /// Rows by action index, and then by trait.
    pub logits: Fitted,
    /// Biases of the logits.
    pub biases: Fitted,
}

impl PolicyHead {
    /// Creates a policy head with random weights, for this number of first-layer units and actions.
    pub fn new(units: usize, actions: usize, seed: u64) -> PolicyHead {
        let mut rng = stream(seed, &[2]);
        let mut normal = |count: usize, spread: f32| -> Vec<f32> {
            let draw = |_| standard_normal(&mut rng) as f32 * spread;
            (0..count).map(draw).collect()
        };
        let mut layer = normal(units * POLICY, (2.0 / units as f32).sqrt());
        layer.extend([0.0; POLICY]);
        let spread = FIRST_LOGITS * (2.0 / POLICY as f32).sqrt();
        PolicyHead {
            layer: Fitted::new(layer),
            logits: Fitted::new(normal(actions * POLICY, spread)),
            biases: Fitted::new(vec![0.0; actions]),
        }
    }

    /// Returns the number of actions.
    pub fn actions(&self) -> usize {
        self.biases.numbers.len()
    }

    /// Starts from these weights, which may cover only the first of the `units` first-layer units. Rows that they do not
    /// contain keep their values, except that rows of traits start with 0.
    pub fn start(
        &mut self,
        weights: &PolicyWeights,
        units: usize,
        parameters: &Parameters,
        scales: &[f32],
    ) {
        let known = weights.layer.len().min(units * POLICY);
        self.layer.numbers[..known].copy_from_slice(&weights.layer[..known]);
        self.layer.numbers[known..units * POLICY].fill(0.0);
        self.layer.numbers[units * POLICY..].copy_from_slice(&weights.layer_bias);
        let slots = weights.logit_bias.len() - weights.traits.len();
        let own = parameters.slots as usize;
        let traits = parameters.traits.iter().zip(own..).map(|(name, row)| {
            let known = weights.traits.iter().position(|known| known == name);
            (row, known.map(|known| slots + known))
        });
        let rows = (0..slots.min(own)).map(|row| (row, Some(row)));
        for (row, known) in rows.chain(traits) {
            let logits = &mut self.logits.numbers[row * POLICY..][..POLICY];
            let scale = scales[row];
            match known {
                Some(known) => {
                    let known_logits = &weights.logits[known * POLICY..][..POLICY];
                    for (logit, known) in logits.iter_mut().zip(known_logits) {
                        *logit = known / scale;
                    }
                    self.biases.numbers[row] = weights.logit_bias[known] / scale;
                }
                None => logits.fill(0.0),
            }
        }
    }

    /// Returns the current weights; rows are multiplied by their scales. The caller names the rows of traits.
    pub fn weights(&self, scales: &[f32]) -> PolicyWeights {
        let bias = self.layer.numbers.len() - POLICY;
        let (layer, layer_bias) = self.layer.numbers.split_at(bias);
        let rows = self.logits.numbers.chunks_exact(POLICY).zip(scales);
        let biases = self.biases.numbers.iter().zip(scales);
        PolicyWeights {
            layer: layer.to_vec(),
            layer_bias: layer_bias.to_vec(),
            logits: rows
                .flat_map(|(row, scale)| row.iter().map(move |weight| weight * scale))
                .collect(),
            logit_bias: biases.map(|(bias, scale)| bias * scale).collect(),
            traits: Vec::new(),
        }
    }

    /// Updates the parameters with their gradient, and then clears the gradient. Actions that were not legal anywhere
    /// in the batch keep their values and Adam state.
    pub fn step(&mut self, gradient: &mut PolicyGradient, step: Step) {
        let all = 0..self.layer.numbers.len();
        self.layer.step(all, &mut gradient.layer, step);
        for action in gradient.on.drain(..) {
            let action = usize::from(action);
            gradient.is_on[action] = false;
            let row = action * POLICY..(action + 1) * POLICY;
            self.logits.step(row, &mut gradient.logits, step);
            let bias = action..action + 1;
            self.biases.step(bias, &mut gradient.biases, step);
        }
    }
}

/// Gradient of a policy head for a part of a batch, and buffers.
#[derive(Clone, Debug, Default)]
pub struct PolicyGradient {
    layer: Vec<f32>,
    /// Rows by action index; 0 except for the actions in `on`.
    logits: Vec<f32>,
    biases: Vec<f32>,
    on: Vec<u16>,
    is_on: Vec<bool>,
    probabilities: Vec<f32>,
    /// Sum of the Kullback–Leibler divergences from the targets, and number of positions.
    pub loss: [f64; 2],
}

impl PolicyGradient {
    /// Clears the gradient.
    pub fn clear(&mut self, head: &PolicyHead) {
        self.layer.clear();
        self.layer.resize(head.layer.numbers.len(), 0.0);
        self.logits.resize(head.logits.numbers.len(), 0.0);
        self.biases.resize(head.actions(), 0.0);
        self.is_on.resize(head.actions(), false);
        for action in self.on.drain(..) {
            let action = usize::from(action);
            self.is_on[action] = false;
            self.logits[action * POLICY..][..POLICY].fill(0.0);
            self.biases[action] = 0.0;
        }
        self.loss = [0.0; 2];
    }

    /// Adds the gradient of another part of the batch.
    pub fn add_part(&mut self, other: &PolicyGradient) {
        for (sum, more) in self.layer.iter_mut().zip(&other.layer) {
            *sum += more;
        }
        for &action in &other.on {
            self.mark(action);
            let action = usize::from(action);
            let own = &mut self.logits[action * POLICY..][..POLICY];
            for (sum, more) in own.iter_mut().zip(&other.logits[action * POLICY..]) {
                *sum += more;
            }
            self.biases[action] += other.biases[action];
        }
    }

    #[inline(always)]
    fn mark(&mut self, action: u16) {
        let is_on = &mut self.is_on[usize::from(action)];
        if !*is_on {
            *is_on = true;
            self.on.push(action);
        }
    }

    /// Adds the gradient of one position with weight `each`, and computes the gradient for the outputs of the first
    /// layer.
    #[allow(
        clippy::needless_range_loop,
        clippy::too_many_arguments,
        reason = "indices inline where vectors are wide"
    )]
    #[inline(always)]
    pub fn add(
        &mut self,
        head: &PolicyHead,
        slices: &[Slice],
        at: usize,
        (positions, shares): (&Positions, &[ActionShare]),
        each: f32,
        wanted: &mut [f32],
    ) {
        let rows = head.layer.numbers.as_chunks::<POLICY>().0;
        let units = rows.len() - 1;
        let mut sums = rows[units];
        for (index, slice) in slices.iter().enumerate() {
            for unit in 0..SLICE {
                let (passed, row) = (slice.passed[at][unit], &rows[index * SLICE + unit]);
                for own in 0..POLICY {
                    sums[own] += row[own] * passed;
                }
            }
        }
        let passed = sums.map(leaky);
        let logits = head.logits.numbers.as_chunks::<POLICY>().0;
        self.probabilities.clear();
        let mut most = f32::NEG_INFINITY;
        for share in shares {
            let mut logit = 0.0;
            for &(row, factor) in positions.terms(share) {
                let row = usize::from(row);
                logit += factor * (dot(&passed, &logits[row]) + head.biases.numbers[row]);
            }
            most = most.max(logit);
            self.probabilities.push(logit);
        }
        let mut total = 0.0;
        for probability in &mut self.probabilities {
            *probability = libm::expf(*probability - most);
            total += *probability;
        }
        let mut back = [0.0; POLICY];
        for index in 0..shares.len() {
            let share = shares[index].share;
            let probability = self.probabilities[index] / total;
            if share > 0.0 {
                let gap = libm::logf(share) - libm::logf(probability.max(LEAST));
                self.loss[0] += f64::from(share * gap);
            }
            let error = (probability - share) * each;
            for &(row, factor) in positions.terms(&shares[index]) {
                self.mark(row);
                let (at, error) = (usize::from(row), error * factor);
                let row = &mut self.logits[at * POLICY..][..POLICY];
                for own in 0..POLICY {
                    row[own] += error * passed[own];
                    back[own] += error * logits[at][own];
                }
                self.biases[at] += error;
            }
        }
        self.loss[1] += 1.0;
        for own in 0..POLICY {
            back[own] *= slope(passed[own]);
        }
        let gradient = self.layer.as_chunks_mut::<POLICY>().0;
        for unit in 0..units {
            let below = slices[unit / SLICE].passed[at][unit % SLICE];
            let mut own = gradient[unit];
            for at in 0..POLICY {
                own[at] += back[at] * below;
            }
            gradient[unit] = own;
            wanted[unit] += dot(&back, &rows[unit]);
        }
        for own in 0..POLICY {
            gradient[units][own] += back[own];
        }
    }
}

/// Returns the dot product, using eight independent accumulators.
#[inline(always)]
fn dot(one: &[f32; POLICY], other: &[f32; POLICY]) -> f32 {
    let mut parts = [0.0; 8];
    for from in (0..POLICY).step_by(8) {
        for (index, part) in parts.iter_mut().enumerate() {
            *part += one[from + index] * other[from + index];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
