//! What plays in portolan: networks, searches, bots, experiments and their results, learning, tuning, campaigns.
//!
//! Code that is generic over games is compiled where games are registered ([`play::any_game::game`]), not here.
//!
//! `portolan` is the crate whose paths are promised; this one is a part of it.

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
