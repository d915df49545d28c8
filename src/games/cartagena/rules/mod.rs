//! The rules, one module per chapter of the rulebook, with the state, the actions and the legal moves.

pub mod action;
pub mod cards;
pub(super) mod draw;
pub(super) mod events;
mod hindrance;
mod knowledge;
mod legal;
pub(super) mod magician;
mod morgan;
mod movement;
pub mod options;
pub mod path;
pub(super) mod play;
mod ranking;
pub(super) mod ruleset;
pub(super) mod setup;
pub(super) mod sloop;
pub mod state;
