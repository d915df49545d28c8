//! Bots: players that choose actions.
//!
//! A bot is described by a [`BotSpec`], which is built in or read from a file. [`BotSpec::build`] turns it into a
//! player of one game. Custom bots implement [`Bot`].
//!
//! | file | contents |
//! | --- | --- |
//! | [`player`] | the trait for players |
//! | [`random`], [`greedy`], [`net`], [`policy`], [`searcher`] | kinds of bot |
//! | [`lean`] | bots with a bonus for certain events |
//! | [`mod@program`] | external programs |
//! | [`networks`] | network files that bots refer to |
//! | [`spec`] | description of a bot, and building a player from it |
//! | [`error`] | errors about bots |
//! | [`mod@file`] | parser for bot files |
//! | [`strengths`] | named strengths and default bots |
//! | [`catalog`] | lookup of bots by name |

pub mod catalog;
pub mod error;
pub mod file;
pub mod greedy;
pub mod lean;
pub mod net;
pub mod networks;
pub mod player;
pub mod policy;
pub mod program;
pub mod random;
pub mod searcher;
pub mod spec;
pub mod strengths;

pub use catalog::{find, of_text};
pub use error::BotError;
pub use player::Bot;
pub use spec::{BotKind, BotSpec, UnknownInputs};
