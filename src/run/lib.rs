//! Playing games and storing their results: settings, results folders, experiments and campaigns.
//!
//! Code that is generic over games is compiled in the crates that register games ([`play::dyn_game::game`]),
//! not here.
//!
//! Only the paths of the `portolan` crate are stable; this crate is a part of it.

#![forbid(unsafe_code)]

pub mod campaign;
pub mod experiment;
pub mod play;
#[cfg(test)]
#[path = "../players/registered.rs"]
mod registered;
pub mod results;
pub mod saved_game;
pub mod settings;

use portolan_core::{
    changes, data_changes, dataset, encoding, file_keys, files, game, item, perturbation, picture,
    prose, random, registry, seed, setting_keys, setting_tree, setup, shipped, suggestion,
    wire_protocol,
};
use portolan_players::{bots, net, search};
use portolan_stats as stats;
