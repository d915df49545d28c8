//! Valuations of positions that differ in little from one they come from: what is equal in the first layer
//! is summed once.

use super::accumulator::Accumulator;
use super::network::{Network, Value};
use crate::observation::{Input, Inputs};

/// A position whose sums are known, and buffers for those that come from it.
#[derive(Clone, Debug)]
pub struct Siblings {
    known: Accumulator,
    /// The inputs that positions are compared with, as a list and by number.
    compared: Vec<Input>,
    dense: Vec<f32>,
    changes: Vec<Input>,
}

impl Siblings {
    /// Buffers for a network.
    pub fn new(network: &Network) -> Siblings {
        Siblings {
            known: Accumulator::default(),
            compared: Vec::new(),
            dense: vec![0.0; network.inputs()],
            changes: Vec::new(),
        }
    }

    /// Makes a position the one that is known. Parts that are marked as the same may be left out of its inputs: they
    /// are those of the position that was known before.
    #[inline]
    pub fn follow(&mut self, network: &Network, inputs: &Inputs) {
        self.known.follow(network, inputs);
    }

    /// What the network says of the position that is known.
    #[inline]
    pub fn value_of_known(&self, network: &Network) -> Value {
        network.value(self.known.sums(), &[])
    }

    /// The logits of the actions of these numbers in the position that is known.
    #[inline]
    pub fn logits(&self, network: &Network, actions: &[u32], logits: &mut Vec<f32>) {
        network.logits(self.known.sums(), actions, logits);
    }

    /// From now on positions are compared with the one that is known.
    pub fn begin(&mut self) {
        for input in self.compared.drain(..) {
            self.dense[usize::from(input.number)] = 0.0;
        }
        self.compared.extend_from_slice(self.known.list());
        for input in &self.compared {
            self.dense[usize::from(input.number)] = input.value;
        }
    }

    /// What the network says of a position that is compared with the known one; parts that are the same may be left
    /// out.
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

/// Adds by how much inputs differ from those that are known, which `dense` has by number.
///
/// Most are equal, and both lists are in the same order. So what is known and comes before the next one is
/// mostly gone; what is not comes later, and is added again then.
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
