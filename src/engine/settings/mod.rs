//! What is played: the settings of an experiment as plain data, as its file and its manifest hold them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`experiment`] | all that decides what is in the result files |
//! | [`events`] | which events are written |
//! | [`design`] | what is played |
//! | [`cell`] | one line-up in one set-up |
//! | [`change`] | what a study of a change asks |
//! | [`duel`] | what a sequential test decides between |
//! | [`mixture`] | what is mixed |
//! | [`items`] | which items are studied, and what is done to them |
//! | [`keys`] | the keys of experiment files |
//! | [`mod@file`] | how an experiment file writes its cells and values |
//! | [`file_kind`] | kinds of files, and files given to the wrong command |
//! | [`kind`] | the words for a design and what is asked of it first |
//! | [`roster`] | who plays, by name and seat |
//! | [`seating`] | who sits where in the games of a block |
//! | [`shard`] | one of several parts of a run |
//! | [`written`] | how a manifest writes the settings |

pub mod cell;
pub mod change;
pub mod design;
pub mod duel;
pub mod events;
pub mod experiment;
pub mod file;
pub mod file_kind;
pub mod items;
pub mod keys;
pub mod kind;
pub mod learning;
pub mod mixture;
pub mod roster;
pub mod seating;
pub mod shard;
pub mod written;

pub use cell::CellSpec;
pub use change::{FileChange, Interest};
pub use design::{Design, FirstQuestion, HANDICAP, Ladder, Varied};
pub use duel::DuelBounds;
pub use events::EventLevel;
pub use experiment::{Experiment, MOST_GAMES};
pub use items::{
    Access, Arm, Constraint, ExposureRecord, Factorial, ItemDesign, ItemKindRecord, ItemStudy,
    Prices, StudiedItem,
};
pub use keys::{FileKeys, KEYS, Key, Keys, Plain, key};
pub use kind::Kind;
pub use mixture::Mixture;
