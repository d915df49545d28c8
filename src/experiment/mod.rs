//! From settings to result files: a plan of numbered, seeded games, playing it in parallel, and
//! writing what happened so that the same settings always write the same bytes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`spec`] | what is asked for, in a file or at the command line, and what it becomes |
//! | [`settings`] | all that decides what is in the result files |
//! | [`plan`] | what is to be played: blocks, seatings, game numbers |
//! | [`cells`] | what sets the cells of an experiment apart |
//! | [`treatment`] | what is done to items: withheld, granted, dearer |
//! | [`treatments`] | the same as a table, game by game |
//! | [`exposures`] | which items there are and how seats meet them |
//! | [`arena`] | one game, from deal to score |
//! | [`block`] | one block: its games and their rows |
//! | [`roster`] | who plays, by name and seat |
//! | [`rows`] | how a row is written |
//! | [`pipeline`] | blocks in parallel, results in order |
//! | [`run`] | a whole run, from an empty (or unfinished) folder to the final files |
//! | [`session`] | the files of a run that is under way |
//! | [`duel`] | a sequential test that ends a run |
//! | [`folder`] | the results folder: who may use it, and what it holds so far |
//! | [`shard`], [`parts`], [`merge`] | parts of a run, how far they are, and putting them together |
//! | [`pilot`] | what a run will cost |
//! | [`results`] | the streamed files |
//! | [`mod@parquet`] | tables with typed columns, too |
//! | [`table`] | tables on the disk, plain or compressed |
//! | [`checkpoint`] | how far an unfinished run came |
//! | [`checksum`] | whether and where a file was changed |
//! | [`manifest`], [`integrity`] | what a results folder says about itself, and what always holds in it |
//! | [`summary`] | means and intervals |
//! | [`ratings`] | how strong each is who took part |
//! | [`gamelog`] | one game as text |
//! | [`live`] | how far games under way are |
//! | [`panics`] | catching a panic without its noise |

pub mod arena;
pub mod block;
pub mod cells;
pub mod checkpoint;
pub mod checksum;
pub mod duel;
pub mod exposures;
pub mod folder;
pub mod gamelog;
pub mod integrity;
pub mod live;
pub mod manifest;
pub mod merge;
pub mod panics;
pub mod parquet;
pub mod parts;
pub mod pilot;
pub mod pipeline;
pub mod plan;
pub mod ratings;
pub mod results;
pub mod roster;
pub mod rows;
pub mod run;
pub mod session;
pub mod settings;
pub mod shard;
pub mod spec;
pub mod summary;
pub mod table;
pub mod treatment;
pub mod treatments;

#[cfg(test)]
pub(crate) mod toy;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::bots::BotError;
use crate::prose::count;

/// Why a run did not start or did not finish.
#[derive(Debug, Error)]
pub enum RunError {
    /// The folder cannot be used as asked; nothing was written.
    #[error("{}: {problem}", path.display())]
    Folder {
        /// Folder.
        path: PathBuf,
        /// What is wrong and what would help.
        problem: String,
    },
    /// Another process is at work in the folder; nothing was written, and later the same may do.
    #[error("{}: {problem}", path.display())]
    Busy {
        /// Folder.
        path: PathBuf,
        /// What is going on and what would help.
        problem: String,
    },
    /// A bot does not fit the game.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The game does not take what is done to its items.
    #[error("{0}")]
    Treatment(String),
    /// A file could not be written or read; what was whole stays.
    #[error("{}: {source}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of the run does not hold what it should.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// File.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Shards cannot be put together; nothing was written.
    #[error("{}", .0.join("\n"))]
    Shards(Vec<String>),
    /// Nothing is wrong with the shards but that some are still being played.
    #[error("{}", .0.join("\n"))]
    Running(Vec<String>),
    /// Parquet files are asked of a program that was built without them.
    #[error(
        "--parquet: this program was built without it; build it with: \
         cargo build --release --features parquet"
    )]
    NoParquet,
    /// The worker threads could not be started.
    #[error("cannot start {}: {reason}", count(*threads as u64, "thread"))]
    Threads {
        /// How many were wished.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}

impl RunError {
    /// Whether the request was at fault, so that nothing was begun.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            RunError::Folder { .. }
                | RunError::Bot(_)
                | RunError::Treatment(_)
                | RunError::Shards(_)
                | RunError::NoParquet
        )
    }

    /// Whether another process is in the way, so that the same may do later.
    pub fn is_busy(&self) -> bool {
        matches!(self, RunError::Busy { .. } | RunError::Running(_))
    }

    /// The same of a file that a run cannot go on with, with what would help.
    pub(crate) fn begin_again(self) -> RunError {
        match self {
            RunError::Damaged { path, problem } => RunError::Damaged {
                path,
                problem: format!("{problem}; begin again with --force"),
            },
            other => other,
        }
    }

    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> RunError {
        let path = path.to_path_buf();
        move |source| RunError::File { path, source }
    }
}
