//! Programs of other people as bots: started once a thread, asked line by line, and never trusted.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`settings`] | what a bot file says of a program |
//! | [`mod@file`] | the keys of a bot file about it |
//! | [`fingerprint`] | the files that it consists of, and their checksums |
//! | [`crew`] | the processes of a run, and the leave to start them |
//! | [`process`] | one process: lines to it, lines from it, and an end to it |
//! | [`warden`] | the process that watches over one, and ends all that it started |
//! | [`resources`] | open files and processes: what the system has left |
//! | [`logs`] | the files that they complain into |
//! | [`conduct`] | how a program behaved in a game |
//! | [`player`] | the bot that asks it |

pub mod conduct;
pub mod crew;
pub mod file;
pub mod fingerprint;
pub mod logs;
pub mod player;
pub mod process;
pub mod resources;
pub mod settings;
pub mod warden;
