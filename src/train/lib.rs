//! Better players: networks trained by self-play, and parameters and weights tuned by playing games.
//!
//! Only the paths of the `portolan` crate are stable; this crate is a part of it.

#![forbid(unsafe_code)]

pub mod learn;
pub mod tune;

use portolan_core::{
    component_encoding, drawn_data, file_keys, files, game, prose, random, registry, seed,
    setting_keys, setting_tree, setup, suggestion,
};
use portolan_players::{bots, net, search};
use portolan_run::{experiment, play, results, settings};
use portolan_stats as stats;
