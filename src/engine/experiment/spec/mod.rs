//! What an experiment is said to be, and what it becomes: a [`Spec`] comes from an experiment file or from the
//! options of `portolan simulate`, and [`resolve()`] makes settings and games of it.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`unresolved`] | an experiment as it is described, by names |
//! | [`mod@file`] | reading experiment files |
//! | [`mod@files`] | which files an experiment is made of |
//! | [`keys`] | files of keys with their text |
//! | `layer` | one such file on top of those that it inherits from |
//! | [`mod@cells`] | the cells of each kind of experiment |
//! | [`mod@change`] | the cells of a study of a change |
//! | [`mod@resolve`] | from that to the settings that decide what is in the result files |
//! | [`identity`] | what two names stand for, where a design needs players and settings that differ |
//! | [`items`] | the items of a study, and cells in which they are treated |
//! | [`mixtures`] | the random mixtures of a mixture experiment |
//! | [`parameters`] | parameters of bots that an experiment changes |
//! | [`parts`] | bots and component data by name |

pub mod cells;
pub mod change;
pub mod file;
pub mod files;
pub mod identity;
pub mod items;
pub mod keys;
mod layer;
pub mod mixtures;
pub mod parameters;
pub mod parts;
pub mod resolve;
pub mod unresolved;

pub use file::read_file;
pub use resolve::{Resolved, resolve};
pub use unresolved::{Length, Spec, SpecCell, SpecError};
