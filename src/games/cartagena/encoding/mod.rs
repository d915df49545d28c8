//! Positions and actions as numbers: network inputs, action indices and heuristic features.

pub(super) mod action_index;
pub(super) mod features;
pub(super) mod inputs;
pub(super) mod policy_slots;
