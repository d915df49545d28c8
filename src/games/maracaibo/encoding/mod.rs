//! Positions and actions as numbers: network inputs, action indices and heuristic features.

pub(super) mod action_index;
mod board_encoding;
pub(super) mod component_encoding;
mod effect_traits;
pub(super) mod features;
pub(super) mod inputs;
