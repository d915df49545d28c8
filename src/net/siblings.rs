//! Valuations of positions that differ in little from one they come from: what is equal in the first layer
//! is summed once.

use super::network::{Network, Sums, Value};
use super::weights::MOST_FIRST;
use crate::observation::{Input, Inputs};

/// A position whose sums are known, and buffers for those that come from it.
#[derive(Clone, Debug)]
pub struct Siblings {
    sums: Box<Sums>,
    /// Inputs of the position that is known, in their order and by number.
    known: Vec<Input>,
    dense: Vec<f32>,
    changes: Vec<Input>,
}

impl Siblings {
    /// Buffers for a network.
    pub fn new(network: &Network) -> Siblings {
        Siblings {
            sums: Box::new([0.0; MOST_FIRST]),
            known: Vec::new(),
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
        for input in &self.known {
            self.dense[usize::from(input.number)] = input.value;
        }
        network.sums(&self.known, &mut self.sums);
    }

    /// What the network says of the position that others are compared with.
    #[inline]
    pub fn unchanged(&self, network: &Network) -> Value {
        network.value(&self.sums, &[])
    }

    /// What the network says of a position.
    #[inline]
    pub fn value(&mut self, network: &Network, inputs: &Inputs) -> Value {
        self.changes.clear();
        let mut change = |number, value| self.changes.push(Input { number, value });
        let mut known = self.known.iter().copied().peekable();
        for &Input { number, value } in inputs.list() {
            // Most inputs are equal, and both lists are in the same order, so that what is known and comes
            // before this one is mostly gone. What is not comes later, and is added again.
            loop {
                let Some(old) = known.peek() else {
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
                if self.dense[usize::from(number)] == 0.0 {
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
        network.value(&self.sums, &self.changes)
    }
}
