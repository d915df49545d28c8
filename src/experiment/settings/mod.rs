//! The settings of an experiment: plain data, as the manifest holds them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`experiment`] | all that decides what is in the result files |
//! | [`design`] | what kind of study it is |
//! | [`duel`] | what a sequential test decides between |
//! | [`mixture`] | what is mixed |
//! | [`items`] | which items are studied, and what is done to them |

pub mod design;
pub mod duel;
pub mod experiment;
pub mod items;
pub mod mixture;

pub use design::{Kind, Ladder};
pub use duel::DuelBounds;
pub use experiment::{CellSpec, EventLevel, Experiment, MOST_GAMES};
pub use items::{
    Access, Arm, ExposureRecord, Factorial, ItemKindRecord, ItemStudy, Prices, StudiedItem,
};
pub use mixture::Mixture;
