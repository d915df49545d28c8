//! Settings of an experiment, as parsed from its file and recorded in its manifest.
//!
//! | file | content |
//! | --- | --- |
//! | [`experiment`] | all settings that affect the result files |
//! | [`events`] | levels of event logging |
//! | [`condition`] | conditions: a line-up in a set-up of the game |
//! | [`audit`] | tests of an audit |
//! | [`balance`] | targets and knobs of `portolan balance` |
//! | [`change`] | thresholds of a study of a change |
//! | [`duel`] | hypotheses of a sequential test |
//! | [`ladder`] | levels of a ladder |
//! | [`mixture`] | mixtures of items |
//! | [`items`] | studied items and their treatment |
//! | [`keys`] | the keys of experiment files |
//! | [`locations`] | locations of keys in the text of a TOML file |
//! | [`cells`] | conditions and values of rule options in experiment files |
//! | [`file_kind`] | kinds of files, and errors for files given to the wrong command |
//! | [`kind`] | kinds of experiments and their properties |
//! | [`roster`] | bots by name and seat |
//! | [`seating`] | seatings of the games in a deal group |
//! | [`shard`] | parts of a run |

pub mod audit;
pub mod balance;
pub mod cells;
pub mod change;
pub mod condition;
pub mod duel;
pub mod events;
pub mod experiment;
pub mod file_kind;
pub mod items;
pub mod keys;
pub mod kind;
pub mod ladder;
pub mod learning;
pub mod locations;
pub mod mixture;
pub mod roster;
pub mod seating;
pub mod shard;

pub use audit::{Audit, AuditChange, AuditKeys, AuditTest};
pub use cells::{Cell, Sweep};
pub use change::Change;
pub use condition::ConditionSpec;
pub use duel::DuelBounds;
pub use events::EventLevel;
pub use experiment::{Experiment, MOST_GAMES};
pub use items::{
    Access, Arm, Constraint, Factorial, ItemDesign, ItemStudy, PriceFactorial, StudiedItem,
};
pub use keys::Settings;
pub use kind::{Kind, Traits};
pub use ladder::{HANDICAP, Ladder};
pub use mixture::Mixture;
