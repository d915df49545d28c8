//! The games that ship with portolan, one module per game, and the list of all games.
//!
//! This crate is an implementation detail of `portolan`. Only the paths in `portolan` are stable.

#![forbid(unsafe_code)]

pub mod cartagena;
mod catalogue;
pub mod endeavor;
pub mod maracaibo;
mod named;
pub mod puerto_rico;
mod sheet;

#[cfg(feature = "schema")]
pub use catalogue::position_schemas;
pub use catalogue::{GAMES, SetUpsVisitor, Visitor, entry, open, open_all};
pub use setup::{GameEntry, GameSetup, OptionSpec, SetUp, SetupError};

use portolan_core::{
    column_schema, component_encoding, controls, csv_text, dataset, encoding, entering, game, ids,
    item, long_array, options, perturbation, phrase, picture, prose, random, registry, setup,
    suggestion, toml_text, view,
};
