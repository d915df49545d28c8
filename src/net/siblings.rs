//! Valuations of positions that differ in little from one they come from: what is equal in the first layer
//! is summed once.

use super::network::{Network, Sums, Value};
use super::weights::MOST_FIRST;
use crate::observation::{Input, Inputs};

/// A position whose sums are known, and buffers for those that come from it.
#[derive(Clone, Debug)]
pub struct Siblings {
    sums: Box<Sums>,
    /// Inputs of the position that is known, and by number.
    known: Vec<Input>,
    dense: Vec<f32>,
    /// In which valuation an input was last met.
    met: Vec<u32>,
    valuation: u32,
    changes: Vec<Input>,
}

impl Siblings {
    /// Buffers for a network.
    pub fn new(network: &Network) -> Siblings {
        Siblings {
            sums: Box::new([0.0; MOST_FIRST]),
            known: Vec::new(),
            dense: vec![0.0; network.inputs()],
            met: vec![0; network.inputs()],
            valuation: 0,
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

    /// What the network says of a position.
    #[inline]
    pub fn value(&mut self, network: &Network, inputs: &Inputs) -> Value {
        self.valuation = self.valuation.wrapping_add(1);
        self.changes.clear();
        for &Input { number, value } in inputs.list() {
            let at = usize::from(number);
            self.met[at] = self.valuation;
            let change = value - self.dense[at];
            if change != 0.0 {
                self.changes.push(Input {
                    number,
                    value: change,
                });
            }
        }
        for &Input { number, value } in &self.known {
            if self.met[usize::from(number)] != self.valuation {
                self.changes.push(Input {
                    number,
                    value: -value,
                });
            }
        }
        network.value(&self.sums, &self.changes)
    }
}
