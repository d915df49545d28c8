//! Self-play training: games of a network with itself and others in, weights out.
//!
//! A round is so many numbered games, a pass of fitting over what they show, and new weights; the next
//! round is played with these. Positions are those after an action, seen from the seat that acted, as in
//! Tesauro, *Temporal difference learning and TD-Gammon*, 1995.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`mod@file`] | reading learning files |
//! | [`run`] | a training from its first round to its last |
//! | `rounds` | its rounds: games, a pass of fitting, matches |
//! | `kept` | what it keeps in its folder from round to round |
//! | [`manifest`] | what its folder says about itself |
//! | [`games_file`] | these games as a file |
//! | [`worker`] | who plays the games of a round |
//! | [`trainer`] | fitting a network to targets |
//! | [`mod@matches`] | how strong the network is |

pub mod file;
pub mod games_file;
mod kept;
pub mod manifest;
pub mod matches;
mod rounds;
pub mod run;
pub mod trainer;
pub mod worker;

use thiserror::Error;

use crate::results::error::RunError;

/// Why a training did not start or did not finish.
#[derive(Debug, Error)]
pub enum LearnError {
    /// As for any run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A game panicked.
    #[error("a game panicked: {message}; deal {seed}")]
    Crash {
        /// Seed of the deal.
        seed: u64,
        /// The panic's message and place.
        message: String,
    },
    /// The set-ups have not the same inputs.
    #[error(
        "the set-ups give networks different inputs; expected rule options with the same inputs"
    )]
    Inputs,
    /// Weights that no network has.
    #[error("{0}")]
    Network(String),
}
