//! Resolution of experiments: turns [`Settings`](crate::settings::Settings), from an experiment file or from the options of
//! `portolan simulate`, into an [`Experiment`](crate::settings::Experiment) and its games.
//!
//! | file | contents |
//! | --- | --- |
//! | [`mod@file`] | experiment files |
//! | [`mod@files`] | list of the files of an experiment |
//! | [`sweep`] | conditions of a sweep |
//! | [`mod@conditions`] | conditions of each kind of experiment |
//! | [`mod@change`] | conditions of a study of a change |
//! | [`challengers`] | challengers of a bot after a change |
//! | [`mod@experiment`] | resolution to the settings that determine the result files |
//! | [`identity`] | check that the compared players and settings differ |
//! | [`items`] | items of a study, and conditions in which they are treated |
//! | [`mixtures`] | random mixtures of a mixture experiment |
//! | [`parameters`] | bot parameters that an experiment changes |
//! | [`parts`] | look-up of bots and component data |

pub mod challengers;
pub mod change;
pub mod conditions;
pub mod experiment;
pub mod file;
pub mod files;
pub mod identity;
pub mod items;
pub mod mixtures;
pub mod parameters;
pub mod parts;
pub mod sweep;

pub use experiment::{Resolved, resolve};
pub use file::read_file;
