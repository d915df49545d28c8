//! Tuning: optimizes search parameters and feature weights by playing games.
//!
//! A tuning file names a base bot and the search space. Points of this space are played against the base bot on shared
//! deals, and NTBEA chooses the next point. The best point is then confirmed on fresh deals. It becomes a bot
//! file only if it is also better on the fresh deals.
//!
//! | file | contents |
//! | --- | --- |
//! | [`mod@resolve`] | parser and validation of tuning files |
//! | [`settings`] | keys of tuning files, and settings of a tuning |
//! | [`space`] | search space: dimensions, ranges, points |
//! | [`ntbea`] | optimization, independent of games |
//! | [`evaluator`] | evaluation of a point against the base bot |
//! | [`manifest`] | manifest of a tuning |
//! | [`mod@run`] | a whole tuning |

pub mod evaluator;
pub mod manifest;
pub mod ntbea;
pub mod resolve;
pub mod run;
pub mod settings;
pub mod space;

use thiserror::Error;

use crate::results::error::RunError;

/// Reason why a tuning did not start or did not finish.
#[derive(Debug, Error)]
pub enum TuneError {
    /// An error that can occur in any run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A game panicked, so its point has no value.
    #[error("a game panicked: {message}; deal {seed}, moves: {moves}")]
    Crash {
        /// Seed of the deal.
        seed: u64,
        /// Message and source location of the panic.
        message: String,
        /// Moves up to the panic.
        moves: String,
    },
}
