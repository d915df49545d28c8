//! Self-play training of networks.
//!
//! A round consists of a fixed number of games, a pass of fitting on their positions, and new weights, which play the
//! next round. Positions are evaluated after an action, from the view of the seat that acted, as in Tesauro, *Temporal
//! difference learning and TD-Gammon*, 1995.
//!
//! | file | contents |
//! | --- | --- |
//! | [`mod@file`] | parser for learning files |
//! | [`run`] | a training from its first round to its last |
//! | `rounds` | rounds: games, fitting, matches |
//! | `round_report` | report of a round, and the tables of a training |
//! | `bot_files` | files of the trained bots |
//! | `store` | files that are stored after every round |
//! | [`manifest`] | manifest of a training |
//! | [`games_file`] | file format for the games of a round |
//! | [`worker`] | self-play workers |
//! | [`mod@worlds`] | set-ups of a round, given or drawn |
//! | [`trainer`] | fitting a network to targets |
//! | [`mod@matches`] | matches that measure the strength of the network |

mod bot_files;
pub mod file;
pub mod games_file;
pub mod manifest;
pub mod matches;
mod round_report;
mod rounds;
pub mod run;
mod store;
pub mod trainer;
pub mod worker;
pub mod worlds;

use thiserror::Error;

use crate::results::error::RunError;
use crate::setup::SetupError;

/// Reason why a training did not start or did not finish.
#[derive(Debug, Error)]
pub enum LearnError {
    /// An error that can occur in any run.
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("a game panicked: {message}; deal {seed}")]
    Crash {
        /// Seed of the deal.
        seed: u64,
        /// Message and source location of the panic.
        message: String,
    },
    /// A set-up is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The weights are invalid.
    #[error("{0}")]
    Network(String),
}
