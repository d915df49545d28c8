//! Valuations of positions that differ in little from one they come from: what is equal in the first layer
//! is summed once.

use super::network::{Network, Sums, Value};
use super::weights::MOST_FIRST;
use crate::observation::{Input, InputPart, Inputs};

/// A position whose sums are known, and buffers for those that come from it.
#[derive(Clone, Debug)]
pub struct Siblings {
    sums: Box<Sums>,
    /// Inputs of the position that is known, in their order and by number.
    known: Vec<Input>,
    parts: Vec<InputPart>,
    dense: Vec<f32>,
    changes: Vec<Input>,
}

impl Siblings {
    /// Buffers for a network.
    pub fn new(network: &Network) -> Siblings {
        Siblings {
            sums: Box::new([0.0; MOST_FIRST]),
            known: Vec::new(),
            parts: Vec::new(),
            dense: vec![0.0; network.inputs()],
            changes: Vec::new(),
        }
    }

    /// From now on positions are compared with this one.
    pub fn begin(&mut self, network: &Network, inputs: &Inputs) {
        for input in self.known.drain(..) {
            self.dense[usize::from(input.number)] = 0.0;
        }
        self.known.extend_from_slice(inputs.list());
        self.parts.clear();
        self.parts.extend_from_slice(inputs.parts());
        for input in &self.known {
            self.dense[usize::from(input.number)] = input.value;
        }
        network.sums(&self.known, &mut self.sums);
    }

    /// What the network says of a position that nothing is compared with; what was begun is forgotten.
    #[inline]
    pub fn alone(&mut self, network: &Network, inputs: &Inputs) -> Value {
        network.sums(inputs.list(), &mut self.sums);
        network.value(&self.sums, &[])
    }

    /// The logits of the actions of these numbers in the position that was last begun or valued alone.
    #[inline]
    pub fn logits(&self, network: &Network, actions: &[u32], logits: &mut Vec<f32>) {
        network.logits(&self.sums, actions, logits);
    }

    /// Makes a position the one whose logits are asked for; what was begun is forgotten.
    #[inline]
    pub fn look_at(&mut self, network: &Network, inputs: &Inputs) {
        network.sums(inputs.list(), &mut self.sums);
    }

    /// What the network says of a position; parts that are the same as in the one that it is compared with may
    /// be left out.
    #[inline]
    pub fn value(&mut self, network: &Network, inputs: &Inputs) -> Value {
        self.changes.clear();
        debug_assert_eq!(self.parts.len(), inputs.parts().len());
        if self.parts.is_empty() {
            compare(&self.known, &self.dense, inputs.list(), &mut self.changes);
        }
        for (known, part) in self.parts.iter().zip(inputs.parts()) {
            if !part.same {
                let known = &self.known[known.range()];
                let list = &inputs.list()[part.range()];
                compare(known, &self.dense, list, &mut self.changes);
            }
        }
        network.value(&self.sums, &self.changes)
    }
}

/// Adds by how much inputs differ from those that are known, which `dense` has by number.
///
/// Most are equal, and both lists are in the same order. So what is known and comes before the next one is
/// mostly gone; what is not comes later, and is added again then.
#[inline]
fn compare(known: &[Input], dense: &[f32], inputs: &[Input], changes: &mut Vec<Input>) {
    let mut known = known.iter();
    let mut change = |number, value| changes.push(Input { number, value });
    for &Input { number, value } in inputs {
        loop {
            let Some(old) = known.as_slice().first() else {
                change(number, value);
                break;
            };
            if old.number == number {
                if old.value != value {
                    change(number, value - old.value);
                }
                known.next();
                break;
            }
            if dense[usize::from(number)] == 0.0 {
                change(number, value);
                break;
            }
            change(old.number, -old.value);
            known.next();
        }
    }
    for old in known {
        change(old.number, -old.value);
    }
}
