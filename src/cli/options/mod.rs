//! Options that several subcommands share.

pub mod programs;
pub mod recorded;
pub mod setup;
