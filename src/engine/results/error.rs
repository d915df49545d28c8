//! Why a run, or work on its folder, did not start or did not finish.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::bots::BotError;
use crate::bots::program::conduct::Stop;
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
    /// A program that is to play does not start; nothing was written.
    #[error("bot \"{bot}\": {problem}")]
    Program {
        /// The bot.
        bot: String,
        /// How it failed.
        problem: String,
    },
    /// A program failed that says `on_failure = "stop"`.
    #[error("a program failed, and its bot file stops the run: {0}")]
    ProgramStopped(String),
    /// A program cannot be started, which is nothing that a player did.
    #[error("the run stops without a forfeit: {0}")]
    Start(String),
    /// There are fewer open files, processes or threads than the run needs; nothing was written.
    #[error("{0}")]
    Resources(String),
    /// The worker threads could not be started.
    #[error("cannot start {}: {reason}", count(*threads as u64, "thread"))]
    Threads {
        /// How many were wished.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}

impl From<Stop> for RunError {
    fn from(stop: Stop) -> RunError {
        match stop {
            Stop::Failure(failure) => RunError::ProgramStopped(failure),
            Stop::Start(problem) => RunError::Start(problem),
        }
    }
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
                | RunError::Program { .. }
        )
    }

    /// Whether a run that ended so goes on with `--resume` once the cause is mended.
    pub fn can_be_resumed(&self) -> bool {
        matches!(
            self,
            RunError::File { .. } | RunError::ProgramStopped(_) | RunError::Start(_)
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

    /// Wraps an error of the file system with the path of its file.
    pub fn file(path: &Path) -> impl FnOnce(std::io::Error) -> RunError {
        let path = path.to_path_buf();
        move |source| RunError::File { path, source }
    }
}
