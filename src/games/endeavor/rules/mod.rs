//! The rules, one module per chapter of the rulebook, with the state, the actions and the legal moves.

pub mod action;
pub(super) mod cards;
pub mod events;
pub(super) mod items;
mod legal;
mod lookups;
pub mod options;
pub(super) mod play;
mod rounds;
pub(super) mod ruleset;
pub(super) mod scoring;
pub(crate) mod setup;
mod silent_fleets;
pub(super) mod sites;
pub mod state;
