//! Network weights in the layout of one game, and the evaluation of positions.
//!
//! Sums are added in a fixed order, unit by unit, and without fused multiply-add, so results are bit-identical for
//! every vector width and on every machine.

use pulp::{Arch, Simd, WithSimd};

use super::expansion::{Expansion, Term, Terms};
use super::weights::{FIRST_STEP, HEADS, LEAK, MOST_FIRST, POLICY, PolicyWeights, SECOND, Weights};
use crate::encoding::Input;

/// Network output for a position, from one seat's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Expected final lead in points: the seat's score minus the best opponent's score.
    pub lead: f32,
    /// Probability of winning, in 0..=1; tied seats share the win.
    pub win: f32,
}

impl Value {
    /// Returns the lead plus `win_points` times the probability of winning, in points.
    #[inline]
    pub fn worth(self, win_points: f32) -> f32 {
        self.lead + win_points * self.win
    }
}

/// A network for one game and data set.
#[derive(Clone, Debug)]
pub struct Network {
    units: usize,
    scale: f32,
    /// Columns of the first layer, by input index of the game.
    first: Vec<f32>,
    first_bias: Vec<f32>,
    second: Vec<[f32; SECOND]>,
    second_bias: [f32; SECOND],
    heads: [[f32; SECOND]; HEADS],
    head_bias: [f32; HEADS],
    policy: Option<Policy>,
    arch: Arch,
}

/// Policy of a network, in the layout used for evaluation.
#[derive(Clone, Debug)]
struct Policy {
    /// One row per unit of the first layer.
    layer: Vec<[f32; POLICY]>,
    layer_bias: [f32; POLICY],
    /// One row per action index.
    logits: Vec<[f32; POLICY]>,
    logit_bias: Vec<f32>,
}

impl Policy {
    fn new(weights: &PolicyWeights, slots: &Terms) -> Policy {
        let rows = |numbers: &[f32]| numbers.as_chunks::<POLICY>().0.to_vec();
        let logits = (0..slots.len()).flat_map(|slot| sum(&weights.logits, POLICY, slots.of(slot)));
        let biases = (0..slots.len()).flat_map(|slot| sum(&weights.logit_bias, 1, slots.of(slot)));
        Policy {
            layer: rows(&weights.layer),
            layer_bias: std::array::from_fn(|unit| weights.layer_bias[unit]),
            logits: rows(&logits.collect::<Vec<f32>>()),
            logit_bias: biases.collect(),
        }
    }
}

/// Returns the sum of some rows of `width` numbers, each multiplied by its factor.
fn sum(rows: &[f32], width: usize, terms: &[Term]) -> Vec<f32> {
    if let [(row, 1.0)] = terms {
        return rows[usize::from(*row) * width..][..width].to_vec();
    }
    let mut sum = vec![0.0; width];
    for &(row, factor) in terms {
        let row = &rows[usize::from(row) * width..][..width];
        for (sum, number) in sum.iter_mut().zip(row) {
            *sum += number * factor;
        }
    }
    sum
}

impl Weights {
    /// Returns weights without traits that give equal outputs in a game with these inputs. They have one column of
    /// the first layer for each input and one policy row for each action index.
    pub fn plain(&self, expansion: &Expansion, inputs: &[String]) -> Weights {
        let sums = |rows: &[f32], width: usize, terms: &Terms| -> Vec<f32> {
            let all = 0..terms.len();
            all.flat_map(|at| sum(rows, width, terms.of(at))).collect()
        };
        Weights {
            inputs: inputs.to_vec(),
            first: sums(&self.first, self.first_units, &expansion.inputs),
            policy: self.policy.as_ref().map(|policy| PolicyWeights {
                logits: sums(&policy.logits, POLICY, &expansion.slots),
                logit_bias: sums(&policy.logit_bias, 1, &expansion.slots),
                traits: Vec::new(),
                ..policy.clone()
            }),
            ..self.clone()
        }
    }
}

/// Sums of the first layer, before activation.
pub type Sums = [f32; MOST_FIRST];

// The evaluation methods are inlined in optimised builds, where they dominate the running time of `net`. With debug
// assertions they are not, because each test binary would compile the network again without optimisation.
impl Network {
    /// Builds the network for a game with these inputs. Also returns the names of the inputs that the weights do not
    /// contain; their columns are 0.
    ///
    /// # Errors
    /// A message if the weights are invalid.
    pub fn new(weights: &Weights, inputs: &[String]) -> Result<(Network, Vec<String>), String> {
        let expansion = Expansion::by_name(&weights.parameters(), inputs);
        let network = Network::expanded(weights, &expansion)?;
        Ok((network, expansion.unknown))
    }

    /// Builds the network for a game whose inputs and actions are connected to the weights by `expansion`.
    ///
    /// # Errors
    /// A message if the weights are invalid.
    pub fn expanded(weights: &Weights, expansion: &Expansion) -> Result<Network, String> {
        weights.check()?;
        let units = weights.first_units;
        let inputs = &expansion.inputs;
        let first =
            (0..inputs.len()).flat_map(|input| sum(&weights.first, units, inputs.of(input)));
        let row = |numbers: &[f32]| -> [f32; SECOND] { std::array::from_fn(|unit| numbers[unit]) };
        Ok(Network {
            units,
            scale: weights.scale,
            first: first.collect(),
            first_bias: weights.first_bias.clone(),
            second: weights.second.chunks_exact(SECOND).map(row).collect(),
            second_bias: row(&weights.second_bias),
            heads: weights.heads.each_ref().map(|head| row(head)),
            head_bias: weights.head_bias,
            policy: (weights.policy.as_ref()).map(|policy| Policy::new(policy, &expansion.slots)),
            arch: Arch::new(),
        })
    }

    /// Returns the number of inputs of the game.
    pub fn inputs(&self) -> usize {
        self.first.len() / self.units
    }

    /// Returns the number of points that an output of 1 from the lead head stands for.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns true if the network has a policy.
    pub fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    /// Fills `logits` with the logits of these action indices, in a position with these first-layer sums. The logit is
    /// 0 for an action without a row in the policy, and for every action if there is no policy.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn logits(&self, sums: &Sums, actions: &[u32], logits: &mut Vec<f32>) {
        logits.clear();
        match &self.policy {
            None => logits.resize(actions.len(), 0.0),
            Some(policy) => self.arch.dispatch(Weigh {
                policy,
                sums: &sums[..self.units],
                actions,
                logits,
            }),
        }
    }

    /// Returns the number of units in the first layer.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Fills `sums`, one per unit of the first layer, with the sums for one part of the inputs. The `first` part
    /// includes the biases.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn sum_part(&self, first: bool, inputs: &[Input], sums: &mut [f32]) {
        match first {
            true => sums.copy_from_slice(&self.first_bias),
            false => sums.fill(0.0),
        }
        self.arch.dispatch(Add {
            network: self,
            changes: inputs,
            sums,
        });
    }

    /// Fills `sums` with the total over all parts; `parts` has one sum per part and unit.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn add_up(&self, parts: &[f32], sums: &mut Sums) {
        self.arch.dispatch(AddUp {
            parts,
            sums: &mut sums[..self.units],
        });
    }

    /// Returns the value of a position whose inputs differ by `changes` from the inputs of the first-layer sums `sums`.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn value(&self, sums: &Sums, changes: &[Input]) -> Value {
        let [lead, win] = self.arch.dispatch(Say {
            network: self,
            changes,
            sums,
        });
        Value {
            lead: lead * self.scale,
            win: 1.0 / (1.0 + libm::expf(-win)),
        }
    }
}

/// Number of first-layer vectors that are accumulated in registers at once.
const SIDE_BY_SIDE: usize = 8;

/// Returns the vectors that are accumulated at once. The result is an array because a copy of an array stays in registers, and
/// a copy of a slice does not.
#[inline(always)]
fn side_by_side<S: Simd>(sums: &mut [f32]) -> &mut [S::f32s; SIDE_BY_SIDE] {
    let (sums, _) = S::as_mut_simd_f32s(sums);
    sums.first_chunk_mut().expect("a step of vectors")
}

/// Kernel that adds the sums of parts.
struct AddUp<'a> {
    parts: &'a [f32],
    sums: &'a mut [f32],
}

impl WithSimd for AddUp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let step = S::F32_LANES * SIDE_BY_SIDE;
        let units = self.sums.len();
        for from in (0..units).step_by(step) {
            let sums = side_by_side::<S>(&mut self.sums[from..from + step]);
            let mut own = [simd.splat_f32s(0.0); SIDE_BY_SIDE];
            for part in self.parts.chunks_exact(units) {
                let (part, _) = S::as_simd_f32s(&part[from..from + step]);
                for index in 0..SIDE_BY_SIDE {
                    own[index] = simd.add_f32s(own[index], part[index]);
                }
            }
            *sums = own;
        }
    }
}

/// Kernel that adds the columns of inputs to first-layer sums.
struct Add<'a> {
    network: &'a Network,
    changes: &'a [Input],
    sums: &'a mut [f32],
}

impl WithSimd for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let step = S::F32_LANES * SIDE_BY_SIDE;
        debug_assert!(FIRST_STEP.is_multiple_of(step));
        let units = self.network.units;
        for from in (0..units).step_by(step) {
            let sums = side_by_side::<S>(&mut self.sums[from..from + step]);
            let mut own = *sums;
            for input in self.changes {
                let at = usize::from(input.number) * units + from;
                let (column, _) = S::as_simd_f32s(&self.network.first[at..at + step]);
                // Most inputs are flags, but a branch costs more than a multiplication by 1.
                let value = simd.splat_f32s(input.value);
                // A fixed-length index loop is unrolled in every build; an iterator is not.
                for index in 0..SIDE_BY_SIDE {
                    own[index] = simd.add_f32s(own[index], simd.mul_f32s(column[index], value));
                }
            }
            *sums = own;
        }
    }
}

/// Kernel that adds columns to a copy of the sums and evaluates the other layers.
struct Say<'a> {
    network: &'a Network,
    changes: &'a [Input],
    sums: &'a Sums,
}

/// Applies the activation function in place. The number of sums must be a multiple of the vector width.
#[inline(always)]
fn pass_on<S: Simd>(simd: S, sums: &mut [f32]) {
    let leak = simd.splat_f32s(LEAK);
    let (sums, rest) = S::as_mut_simd_f32s(sums);
    debug_assert!(rest.is_empty());
    for sum in sums {
        *sum = simd.max_f32s(*sum, simd.mul_f32s(*sum, leak));
    }
}

/// Number of vectors that a later layer accumulates in registers at once, separately for even and odd units.
const ROW_VECTORS: usize = 4;

/// Returns the sums of a layer from the activations of the previous one.
#[inline(always)]
fn layer<S: Simd, const SUMS: usize>(
    simd: S,
    units: &[f32],
    rows: &[[f32; SUMS]],
    biases: &[f32; SUMS],
) -> [f32; SUMS] {
    let step = S::F32_LANES * ROW_VECTORS;
    debug_assert!(SUMS.is_multiple_of(step));
    let mut sums = [0.0; SUMS];
    for from in (0..SUMS).step_by(step) {
        // Separate accumulators for even and odd units give independent additions.
        let mut even = [simd.splat_f32s(0.0); ROW_VECTORS];
        even.copy_from_slice(S::as_simd_f32s(&biases[from..from + step]).0);
        let mut odd = [simd.splat_f32s(0.0); ROW_VECTORS];
        let pairs = units.as_chunks::<2>().0;
        for ([one, other], [row, next]) in pairs.iter().zip(rows.as_chunks::<2>().0) {
            let (one, other) = (simd.splat_f32s(*one), simd.splat_f32s(*other));
            let (row, _) = S::as_simd_f32s(&row[from..from + step]);
            let (next, _) = S::as_simd_f32s(&next[from..from + step]);
            for index in 0..ROW_VECTORS {
                even[index] = simd.add_f32s(even[index], simd.mul_f32s(row[index], one));
                odd[index] = simd.add_f32s(odd[index], simd.mul_f32s(next[index], other));
            }
        }
        let (sums, _) = S::as_mut_simd_f32s(&mut sums[from..from + step]);
        for index in 0..ROW_VECTORS {
            sums[index] = simd.add_f32s(even[index], odd[index]);
        }
    }
    sums
}

/// Returns the dot product, accumulated in eight parts that are added in a fixed order.
#[inline(always)]
fn dot<const COUNT: usize>(one: &[f32; COUNT], other: &[f32; COUNT]) -> f32 {
    let mut parts = [0.0; 8];
    for from in (0..COUNT).step_by(parts.len()) {
        for (index, part) in parts.iter_mut().enumerate() {
            *part += one[from + index] * other[from + index];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

impl WithSimd for Say<'_> {
    type Output = [f32; HEADS];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; HEADS] {
        let network = self.network;
        let mut sums: Sums = [0.0; MOST_FIRST];
        sums[..network.units].copy_from_slice(&self.sums[..network.units]);
        Add {
            network,
            changes: self.changes,
            sums: &mut sums[..network.units],
        }
        .with_simd(simd);
        let sums = &mut sums[..network.units];
        pass_on(simd, sums);
        let mut second = layer(simd, sums, &network.second, &network.second_bias);
        pass_on(simd, &mut second);
        let mut said = [0.0; HEADS];
        for (said, (head, bias)) in said
            .iter_mut()
            .zip(network.heads.iter().zip(network.head_bias))
        {
            *said = dot(&second, head) + bias;
        }
        said
    }
}

/// Kernel that computes the logits of some actions.
struct Weigh<'a> {
    policy: &'a Policy,
    sums: &'a [f32],
    actions: &'a [u32],
    logits: &'a mut Vec<f32>,
}

impl WithSimd for Weigh<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let policy = self.policy;
        let mut first: Sums = [0.0; MOST_FIRST];
        let first = &mut first[..self.sums.len()];
        first.copy_from_slice(self.sums);
        pass_on(simd, first);
        let mut own = layer(simd, first, &policy.layer, &policy.layer_bias);
        pass_on(simd, &mut own);
        for &action in self.actions {
            let logit = match policy.logits.get(action as usize) {
                Some(row) => dot(&own, row) + policy.logit_bias[action as usize],
                None => 0.0,
            };
            self.logits.push(logit);
        }
    }
}
