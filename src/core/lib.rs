//! Types and traits shared by all parts of portolan: the game interface, chance, items, data sets and
//! files.
//!
//! Only the paths of the `portolan` crate are stable; this crate is one of its parts.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod changes;
pub mod composition;
pub mod controls;
pub mod csv_text;
pub mod data_changes;
pub mod dataset;
pub mod files;
pub mod form;
pub mod game;
pub mod ids;
pub mod item;
pub mod message;
pub mod observation;
pub mod options;
pub mod perturbation;
pub mod picture;
pub mod placing;
pub mod position;
pub mod prose;
pub mod provenance;
pub mod random;
pub mod registry;
pub mod seat;
pub mod seed;
pub mod setup;
pub mod shipped;
pub mod suggestion;
