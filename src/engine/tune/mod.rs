//! Tuning: better parameters of a search and better weights of features, found by playing.
//!
//! A tuning file names a bot, what may vary in it and by how much. Points of that space are played
//! against the bot as it was, on deals that both share; NTBEA or SPSA says which point is next. The
//! point that looks best is then played on deals that no evaluation has used, and becomes a bot file
//! only if it is better there, too.
//!
//! What positions are worth to a search can also be fitted to how games end from there: [`mod@fit`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`mod@file`] | reading tuning files |
//! | [`mod@resolve`] | from the file to settings that the game has accepted |
//! | [`settings`] | what a tuning is, as its manifest tells it |
//! | [`space`] | what may vary: dimensions, ranges, points |
//! | [`ntbea`], [`spsa`] | which point to try next; they know nothing of games |
//! | [`judge`] | what a point is worth: blocks against the base bot |
//! | [`journal`] | rows that survive a kill |
//! | [`manifest`] | what the folder of a tuning says about itself |
//! | [`mod@fit`] | from such positions to weights |
//! | [`mod@run`] | a whole tuning, from an empty (or unfinished) folder to the bot file |

pub mod file;
pub mod fit;
pub mod journal;
pub mod judge;
pub mod manifest;
pub mod ntbea;
pub mod resolve;
pub mod run;
pub mod settings;
pub mod space;
pub mod spsa;

use thiserror::Error;

use crate::results::error::RunError;

/// Why a tuning did not start or did not finish.
#[derive(Debug, Error)]
pub enum TuneError {
    /// As for any run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A game panicked: what its point is worth cannot be told.
    #[error("a game panicked: {message}; deal {seed}, moves: {moves}")]
    Crash {
        /// Seed of the deal.
        seed: u64,
        /// The panic's message and place.
        message: String,
        /// The moves up to it.
        moves: String,
    },
}
