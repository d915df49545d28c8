//! The words that every room of portolan shares: what a game promises, chance, items, data sets, files.
//!
//! `portolan` is the crate whose paths are promised; this one is a part of it.

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
