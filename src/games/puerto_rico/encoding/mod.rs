//! Positions and actions as numbers: network inputs, action indices and heuristic features.

pub(super) mod action_index;
pub(super) mod component_encoding;
pub(super) mod features;
pub(super) mod inputs;
mod lookahead;

use super::PuertoRico;
use super::action::Action;
use super::state::State;
use crate::component_encoding::ComponentEncoding;
use crate::encoding::{Inputs, Row, SelectedRow};
use crate::game::{Encoding, Seat};

impl Encoding for PuertoRico {
    const FEATURE_NAMES: &'static [&'static str] = &features::FEATURE_NAMES;

    fn features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        self.ruleset.fill_features(state, seat, values);
    }

    fn input_names(&self) -> &[String] {
        &self.inputs.names
    }

    fn is_of_some_games(&self, input: &str) -> bool {
        inputs::AllInputs::is_of_some_games(input)
    }

    fn composition(&self) -> ComponentEncoding {
        component_encoding::composition(&self.ruleset)
    }

    fn shipped_composition(&self) -> Option<ComponentEncoding> {
        let shipped = PuertoRico::new(self.shipped.as_ref()?).ok()?;
        Some(Encoding::composition(&shipped))
    }

    fn has_other_components(&self) -> bool {
        self.shipped.is_some()
    }

    fn observe(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs.groups).fill(&self.ruleset, state, observer, None, inputs);
    }

    fn observe_after(&self, before: &State, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs.groups).fill(&self.ruleset, state, observer, Some(before), inputs);
    }

    fn observe_row(
        &self,
        state: &State,
        observer: Seat,
        _: &mut Inputs,
        values: &mut [f32],
        columns: Option<&[u16]>,
    ) {
        let (groups, ruleset) = (&self.inputs.groups, &self.ruleset);
        match columns {
            None => groups.fill(ruleset, state, observer, None, &mut Row::new(values)),
            Some(columns) => {
                let row = &mut SelectedRow::new(values, columns);
                groups.fill(ruleset, state, observer, None, row);
            }
        }
    }

    fn action_bound(&self) -> u32 {
        action_index::bound(self.ruleset.options.everything_optional)
    }

    fn action_index(&self, state: &State, action: Action) -> u32 {
        action_index::number(state.phase, action)
    }
}
