//! Training positions: network inputs with targets.

use std::ops::Range;

use crate::encoding::Input;
use crate::net::expansion::Term;

/// Training target for the value heads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Target {
    /// Lead, divided by the network's scale.
    pub lead: f32,
    /// Share of the win, in 0..=1.
    pub win: f32,
}

/// Target probability of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionShare {
    /// Range of the policy rows of the action, for [`Positions::terms`].
    pub terms: Range<usize>,
    /// Probability in 0..=1. The shares of a position sum to 1.
    pub share: f32,
}

/// A packed list of training positions.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    inputs: Vec<Input>,
    /// End offset of each position in `inputs`.
    ends: Vec<usize>,
    targets: Vec<Target>,
    /// Policy targets for the legal actions of each position. A position without a policy target has none.
    shares: Vec<ActionShare>,
    /// Policy rows of the actions in `shares`.
    terms: Vec<Term>,
    /// End offset of each position in `shares`.
    share_ends: Vec<usize>,
}

impl Positions {
    /// Appends a position with these active parameters.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = Input>, target: Target) {
        self.inputs.extend(inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
        self.share_ends.push(self.shares.len());
    }

    /// Adds an action with its policy rows and its target probability to the last position.
    pub fn push_share(&mut self, terms: impl IntoIterator<Item = Term>, share: f32) {
        let start = self.terms.len();
        self.terms.extend(terms);
        let terms = start..self.terms.len();
        self.shares.push(ActionShare { terms, share });
        if let Some(end) = self.share_ends.last_mut() {
            *end = self.shares.len();
        }
    }

    /// Returns the policy rows of an action with their factors.
    #[inline]
    pub fn terms(&self, share: &ActionShare) -> &[Term] {
        &self.terms[share.terms.clone()]
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the inputs of a position.
    #[inline]
    pub fn inputs(&self, position: usize) -> &[Input] {
        let begin = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.inputs[begin..self.ends[position]]
    }

    /// Returns the policy target of a position, or an empty slice if it has none.
    #[inline]
    pub fn shares(&self, position: usize) -> &[ActionShare] {
        let begin = position
            .checked_sub(1)
            .map_or(0, |before| self.share_ends[before]);
        &self.shares[begin..self.share_ends[position]]
    }

    /// Returns the value target of a position.
    #[inline]
    pub fn target(&self, position: usize) -> Target {
        self.targets[position]
    }

    /// Sets the value target of a position.
    pub fn set_target(&mut self, position: usize, target: Target) {
        self.targets[position] = target;
    }

    /// Appends all positions of another list.
    pub fn append(&mut self, other: &Positions) {
        let before = self.inputs.len();
        self.inputs.extend_from_slice(&other.inputs);
        self.ends.extend(other.ends.iter().map(|end| end + before));
        self.targets.extend_from_slice(&other.targets);
        let before = self.terms.len();
        self.terms.extend_from_slice(&other.terms);
        let start = self.shares.len();
        self.shares
            .extend(other.shares.iter().map(|one| ActionShare {
                terms: one.terms.start + before..one.terms.end + before,
                share: one.share,
            }));
        let ends = other.share_ends.iter();
        self.share_ends.extend(ends.map(|end| end + start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Inputs, Layout};

    #[test]
    fn appended_positions_remain_separate() {
        let mut layout = Layout::default();
        let flags = layout.flags("flag", ["a", "b", "c", "d"]);
        let mut positions = Positions::default();
        for bits in 0..16u64 {
            let mut inputs = Inputs::default();
            flags.fill_bits(&mut inputs, bits);
            let lead = bits as f32;
            let inputs = inputs.list().iter().copied();
            positions.push(inputs, Target { lead, win: 0.5 });
            positions.push_share([(bits as u16, 0.5)], 1.0);
        }
        let mut twice = positions.clone();
        twice.append(&positions);
        assert_eq!(twice.len(), 32);
        for position in 0..32 {
            assert_eq!(twice.target(position).lead, (position % 16) as f32);
            let found: Vec<(u16, f32)> = (twice.inputs(position).iter())
                .map(|input| (input.number, input.value))
                .collect();
            let [share] = twice.shares(position) else {
                panic!("one share each");
            };
            assert_eq!(twice.terms(share), [(position as u16 % 16, 0.5)]);
            let values = [(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)];
            let on = values
                .into_iter()
                .filter(|(flag, _)| position >> flag & 1 == 1);
            assert_eq!(found, on.collect::<Vec<_>>());
        }
    }
}
