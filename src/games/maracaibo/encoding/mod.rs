//! Positions and actions as numbers: network inputs, action indices and heuristic features.

pub(super) mod action_index;
mod board_encoding;
pub(super) mod component_encoding;
mod effect_traits;
pub(super) mod features;
pub(super) mod inputs;

use super::Maracaibo;
use super::action::Action;
use super::state::State;
use crate::component_encoding::ComponentEncoding;
use crate::encoding::Inputs;
use crate::game::{Encoding, Seat};

impl Encoding for Maracaibo {
    const FEATURE_NAMES: &'static [&'static str] = &features::FEATURE_NAMES;

    fn features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        self.ruleset.fill_features(state, seat, values);
    }

    fn input_names(&self) -> &[String] {
        &self.observation.names
    }

    fn is_of_some_games(&self, input: &str) -> bool {
        self.observation.groups.is_of_some_games(input)
    }

    fn composition(&self) -> ComponentEncoding {
        component_encoding::composition(&self.ruleset.components, &self.numbers)
    }

    fn shipped_composition(&self) -> Option<ComponentEncoding> {
        let shipped = Maracaibo::new(self.shipped.as_ref()?).ok()?;
        Some(Encoding::composition(&shipped))
    }

    fn has_other_components(&self) -> bool {
        self.shipped.is_some()
    }

    fn observe_after(&self, before: &State, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.observation.groups).fill(&self.ruleset, state, observer, Some(before), inputs);
    }

    fn observe(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.observation.groups).fill(&self.ruleset, state, observer, None, inputs);
    }

    fn action_bound(&self) -> u32 {
        self.numbers.bound()
    }

    fn action_index(&self, state: &State, action: Action) -> u32 {
        self.numbers.of(action, state)
    }

    fn policy_slots(&self) -> u32 {
        self.numbers.policy_slots()
    }

    fn policy_slot(&self, state: &State, action: Action) -> u32 {
        self.numbers.to_policy(action, state)
    }
}
