//! Engine of portolan: networks, searches, bots, experiments and their results, learning, tuning and campaigns.
//!
//! Code that is generic over games is compiled in the crates that register games ([`play::any_game::game`]),
//! not here.
//!
//! Only the paths of the `portolan` crate are stable; this crate is a part of it.

#![forbid(unsafe_code)]

pub mod bots;
pub mod campaign;
pub mod experiment;
pub mod learn;
pub mod net;
pub mod play;
#[cfg(test)]
mod registered;
pub mod results;
pub mod search;
pub mod settings;
pub mod tune;

use portolan_core::{
    changes, composition, controls, data_changes, dataset, files, game, item, message, observation,
    perturbation, picture, placing, position, prose, random, registry, seed, setup, shipped,
    suggestion,
};
use portolan_stats as stats;
