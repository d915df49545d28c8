//! Players of portolan: networks, searches, bots and external programs.
//!
//! Code that is generic over games is compiled in the crates that register games, not here.
//!
//! Only the paths of the `portolan` crate are stable; this crate is a part of it.

#![forbid(unsafe_code)]

pub mod bots;
pub mod net;
#[cfg(test)]
mod registered;
pub mod search;

use portolan_core::{
    component_encoding, controls, dataset, drawn_data, encoding, file_keys, files, game, random,
    registry, setting_keys, setting_tree, setup, shipped, suggestion, view, wire_protocol,
};
use portolan_stats as stats;
