//! The rules, one module per chapter of the rulebook, with the state, the actions and the legal moves.

pub mod action;
mod builder;
mod captain;
pub mod classes;
pub(super) mod craftsman;
pub(super) mod events;
pub(super) mod items;
mod knowledge;
mod legal;
mod mayor;
mod offers;
pub mod options;
pub(super) mod play;
pub(super) mod prices;
pub(super) mod ruleset;
pub(super) mod scoring;
mod settler;
mod setup;
pub mod state;
mod trader;
