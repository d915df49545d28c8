//! External programs as bots. Each thread starts its own process, and the two sides exchange one line per message.
//! Programs are not trusted: every answer is checked and limited in time and size.
//!
//! | file | contents |
//! | --- | --- |
//! | [`settings`] | settings of a program |
//! | [`mod@file`] | keys for programs in a bot file |
//! | [`fingerprint`] | checksums of the files of a program |
//! | [`pool`] | pool of processes, and the permission to start them |
//! | [`process`] | communication with one process |
//! | [`watchdog`] | watchdog that ends a program and everything that it started |
//! | [`resources`] | limits on open files and processes |
//! | [`logs`] | log files for the standard error of programs |
//! | [`supervisor`] | behaviour of a program in a game |
//! | [`player`] | bot that queries the program |

pub mod file;
pub mod fingerprint;
pub mod logs;
pub mod player;
pub mod pool;
pub mod process;
pub mod resources;
pub mod settings;
pub mod supervisor;
pub mod watchdog;
