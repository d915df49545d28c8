//! Incremental computation of the first layer.

use std::ops::Range;

use super::network::{Network, Sums};
use super::weights::MOST_FIRST;
use crate::encoding::{Input, Inputs};

/// The inputs of a position and the resulting sums of the first layer.
///
/// Each part of the inputs has its own sums, and the sums of all parts are added in a fixed order, so the result is
/// bit-identical whichever position came before. Only parts that differ from the previous position are recomputed.
#[derive(Clone, Debug)]
pub struct Accumulator {
    list: Vec<Input>,
    parts: Vec<Range<usize>>,
    /// Sums by part: one per unit of the first layer.
    of_parts: Vec<f32>,
    sums: Box<Sums>,
    /// Buffer: the inputs of the previous position.
    before: Vec<Input>,
}

impl Default for Accumulator {
    /// Returns an accumulator without a position.
    fn default() -> Accumulator {
        Accumulator {
            list: Vec::new(),
            parts: Vec::new(),
            of_parts: Vec::new(),
            sums: Box::new([0.0; MOST_FIRST]),
            before: Vec::new(),
        }
    }
}

impl Accumulator {
    /// Returns all inputs of the position.
    #[inline]
    pub fn list(&self) -> &[Input] {
        &self.list
    }

    /// Returns the inputs of each part.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = &[Input]> {
        self.parts.iter().map(|part| &self.list[part.clone()])
    }

    /// Returns the sums of the first layer.
    #[inline]
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Moves to another position. Parts that are marked `same` may be omitted from `inputs`; they are copied from the
    /// previous position.
    pub fn follow(&mut self, network: &Network, inputs: &Inputs) {
        std::mem::swap(&mut self.list, &mut self.before);
        self.list.clear();
        if inputs.parts().is_empty() {
            self.follow_part(network, 0, Some(inputs.list()));
        }
        for (index, part) in inputs.parts().iter().enumerate() {
            let changed = (!part.same).then(|| &inputs.list()[part.range()]);
            self.follow_part(network, index, changed);
        }
        let count = inputs.parts().len().max(1);
        self.parts.truncate(count);
        self.of_parts.truncate(count * network.units());
        network.add_up(&self.of_parts, &mut self.sums);
    }

    /// Moves one part to its next inputs. `None` means that the part has not changed since the previous position.
    #[inline]
    fn follow_part(&mut self, network: &Network, index: usize, changed: Option<&[Input]>) {
        let known = self.parts.get(index).cloned();
        let before = known.clone().map(|part| &self.before[part]);
        debug_assert!(
            changed.is_some() || before.is_some(),
            "an unchanged part has earlier inputs"
        );
        let inputs = changed.or(before).unwrap_or_default();
        let start = self.list.len();
        self.list.extend_from_slice(inputs);
        let part = start..self.list.len();
        let units = network.units();
        if known.is_none() {
            self.parts.push(0..0);
            self.of_parts.resize(self.of_parts.len() + units, 0.0);
        }
        if changed.is_some() && before != changed {
            let sums = &mut self.of_parts[index * units..][..units];
            network.sum_part(index == 0, inputs, sums);
        }
        self.parts[index] = part;
    }
}
