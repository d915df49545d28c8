//! What chooses a move.
//!
//! A bot is data before it is code: a [`BotSpec`] comes from a file (or is built in) and becomes a
//! player of one game by [`BotSpec::build`]. One of one's own implements [`Bot`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`player`] | what chooses a move |
//! | [`random`], [`greedy`], [`net`], [`policy`], [`searcher`] | the kinds of bot |
//! | [`mod@program`] | programs of other people |
//! | [`networks`] | the files of weights that bots name |
//! | [`spec`] | what a bot is, and how it becomes a player |
//! | [`error`] | why there is no such bot |
//! | [`mod@file`] | reading bot files |
//! | [`strengths`] | who is met or asked where nobody is named |
//! | [`catalog`] | which bots there are, and finding one by name |

pub mod catalog;
pub mod error;
pub mod file;
pub mod greedy;
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
pub use spec::{BotKind, BotSpec, Ends, UnknownInputs};
