//! Types and traits shared by all parts of portolan: the game interface, chance, items, data sets and
//! files.
//!
//! Only the paths of the `portolan` crate are stable; this crate is one of its parts.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod changes;
pub mod column_schema;
pub mod component_encoding;
pub mod controls;
pub mod csv_text;
pub mod data_changes;
pub mod dataset;
pub mod drawn_data;
pub mod encoding;
pub mod entering;
pub mod files;
pub mod game;
pub mod ids;
pub mod item;
pub mod long_array;
pub mod options;
pub mod perturbation;
pub mod phrase;
pub mod picture;
pub mod prose;
pub mod provenance;
pub mod random;
pub mod registry;
pub mod retired;
pub mod seat;
pub mod seed;
pub mod setting_keys;
pub mod setting_tree;
pub mod setup;
pub mod shipped;
mod spreadsheet;
pub mod suggestion;
pub mod toml_text;
pub mod view;
pub mod wire_protocol;
