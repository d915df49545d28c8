//! Evaluation of positions that differ only slightly from a common origin. The shared part of the first layer is summed
//! once.

use super::accumulator::Accumulator;
use super::network::{Network, Value};
use crate::encoding::{Input, Inputs};

/// A base position with its first-layer sums, and buffers for positions that are compared with it.
#[derive(Clone, Debug)]
pub struct Siblings {
    known: Accumulator,
    /// Inputs of the base position, as a list and as a dense vector by input index.
    compared: Vec<Input>,
    dense: Vec<f32>,
    changes: Vec<Input>,
}

impl Siblings {
    /// Creates the buffers for a network.
    pub fn new(network: &Network) -> Siblings {
        Siblings {
            known: Accumulator::default(),
            compared: Vec::new(),
            dense: vec![0.0; network.inputs()],
            changes: Vec::new(),
        }
    }

    /// Sets the base position. Parts that are marked `same` may be omitted from `inputs`; they are copied from the
    /// previous base position.
    #[inline]
    pub fn follow(&mut self, network: &Network, inputs: &Inputs) {
        self.known.follow(network, inputs);
    }

    /// Returns the value of the base position.
    #[inline]
    pub fn value_of_known(&self, network: &Network) -> Value {
        network.value(self.known.sums(), &[])
    }

    /// Fills `logits` with the logits of these action indices in the base position.
    #[inline]
    pub fn logits(&self, network: &Network, actions: &[u32], logits: &mut Vec<f32>) {
        network.logits(self.known.sums(), actions, logits);
    }

    /// Prepares comparisons with the base position.
    pub fn begin(&mut self) {
        for input in self.compared.drain(..) {
            self.dense[usize::from(input.number)] = 0.0;
        }
        self.compared.extend_from_slice(self.known.list());
        for input in &self.compared {
            self.dense[usize::from(input.number)] = input.value;
        }
    }

    /// Returns the value of a position by comparison with the base position. Parts marked `same` may be omitted.
    #[inline]
    pub fn value(&mut self, network: &Network, inputs: &Inputs) -> Value {
        self.changes.clear();
        if inputs.parts().is_empty() {
            let known = self.known.list();
            compare(known, &self.dense, inputs.list(), &mut self.changes);
        }
        for (known, part) in self.known.parts().zip(inputs.parts()) {
            if !part.same {
                let list = &inputs.list()[part.range()];
                compare(known, &self.dense, list, &mut self.changes);
            }
        }
        network.value(self.known.sums(), &self.changes)
    }
}

/// Appends the differences between `inputs` and the `known` inputs; `dense` has the known values by input index.
///
/// Most inputs are equal, and both lists have one order. If the next input also occurs in `known`, the known inputs
/// before it were probably removed. If such an input occurs later in `inputs`, it is added again there.
#[inline]
fn compare(known: &[Input], dense: &[f32], inputs: &[Input], changes: &mut Vec<Input>) {
    let (mut known, mut inputs) = (known, inputs);
    let mut change = |number, value| changes.push(Input::new(number, value));
    loop {
        let pairs = known.iter().zip(inputs);
        let equal = pairs.take_while(|(old, new)| old.bits() == new.bits());
        let equal = equal.count();
        (known, inputs) = (&known[equal..], &inputs[equal..]);
        let Some((&Input { number, value, .. }, later)) = inputs.split_first() else {
            break;
        };
        match known.split_first() {
            Some((old, later_known)) if old.number == number => {
                change(number, value - old.value);
                (known, inputs) = (later_known, later);
            }
            Some((old, later_known)) if dense[usize::from(number)] != 0.0 => {
                change(old.number, -old.value);
                known = later_known;
            }
            _ => {
                change(number, value);
                inputs = later;
            }
        }
    }
    for old in known {
        change(old.number, -old.value);
    }
}
