//! Positions and actions as numbers: network inputs, action indices and heuristic features.

pub(super) mod action_index;
pub(super) mod features;
pub(super) mod inputs;
pub(super) mod policy_slots;

use super::Cartagena;
use super::action::Action;
use super::state::State;
use crate::encoding::Inputs;
use crate::game::{Encoding, Seat};

impl Encoding for Cartagena {
    const FEATURE_NAMES: &'static [&'static str] = &features::FEATURE_NAMES;

    fn features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        self.ruleset.fill_features(state, seat, values);
    }

    fn input_names(&self) -> &[String] {
        &self.inputs.names
    }

    fn observe(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs.groups).fill(&self.ruleset, state, observer, None, inputs);
    }

    fn observe_after(&self, before: &State, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs.groups).fill(&self.ruleset, state, observer, Some(before), inputs);
    }

    fn action_bound(&self) -> u32 {
        self.numbers.bound()
    }

    fn action_index(&self, _state: &State, action: Action) -> u32 {
        self.numbers.of(action)
    }

    fn policy_slots(&self) -> u32 {
        policy_slots::BOUND
    }

    fn policy_slot(&self, state: &State, action: Action) -> u32 {
        policy_slots::number(&self.ruleset, state, action)
    }

    fn policy_layout_version(&self) -> u32 {
        policy_slots::EDITION
    }
}
