//! Errors of runs and of commands that use results folders.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::bots::BotError;
use crate::bots::program::supervisor::Stop;
use crate::prose::count;

/// Reason why a run did not start or did not finish.
#[derive(Debug, Error)]
pub enum RunError {
    /// The folder cannot be used in the requested way. Nothing was written.
    #[error("{}: {problem}", path.display())]
    Folder {
        path: PathBuf,
        /// Description of the problem and a remedy.
        problem: String,
    },
    /// Another process is using the folder. Nothing was written, and the request may succeed later.
    #[error("{}: {problem}", path.display())]
    Busy {
        path: PathBuf,
        /// Description of the problem and a remedy.
        problem: String,
    },
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The game does not support the treatment of its items.
    #[error("{0}")]
    Treatment(String),
    /// A file could not be written or read. Complete files remain valid.
    #[error("{}: {source}", path.display())]
    File {
        path: PathBuf,
        /// Error from the operating system.
        source: std::io::Error,
    },
    /// A file of the run has invalid content.
    #[error("{}: {problem}", path.display())]
    Damaged {
        path: PathBuf,
        /// Description of the problem.
        problem: String,
    },
    /// Shards cannot be merged. Nothing was written.
    #[error("{}", .0.join("\n"))]
    Shards(Vec<String>),
    /// Shards cannot be merged only because some are still running.
    #[error("{}", .0.join("\n"))]
    Running(Vec<String>),
    /// An external program does not start. Nothing was written.
    #[error("bot \"{bot}\": {problem}")]
    Program {
        /// Name of the bot.
        bot: String,
        /// Description of the failure.
        problem: String,
    },
    /// A program failed, and its bot file sets `on_failure = "stop"`.
    #[error("a program failed, and its bot file stops the run: {0}")]
    ProgramStopped(String),
    /// A program could not be started during the run, which does not count as a failed move.
    #[error("the run stops without a forfeit: {0}")]
    Start(String),
    /// The limits on open files, processes or threads are too low for the run. Nothing was written.
    #[error("{0}")]
    Resources(String),
    /// The worker threads could not be started.
    #[error("cannot start {}: {reason}", count(*threads as u64, "thread"))]
    Threads {
        /// Requested number of threads.
        threads: usize,
        /// Error from the operating system.
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
    /// Returns true if the request was invalid, so that the work did not start.
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

    /// Returns true if the run can be continued with `--resume` after the cause is fixed.
    pub fn can_be_resumed(&self) -> bool {
        matches!(
            self,
            RunError::File { .. } | RunError::ProgramStopped(_) | RunError::Start(_)
        )
    }

    /// Returns true if another process uses the files, so that the request may succeed later.
    pub fn is_busy(&self) -> bool {
        matches!(self, RunError::Busy { .. } | RunError::Running(_))
    }

    /// Adds the advice to start again, for a damaged file that prevents resuming.
    pub fn begin_again(self) -> RunError {
        match self {
            RunError::Damaged { path, problem } => RunError::Damaged {
                path,
                problem: format!("{problem}; begin again with --force"),
            },
            other => other,
        }
    }

    /// Returns a function that adds the path to a file system error.
    pub fn file(path: &Path) -> impl FnOnce(std::io::Error) -> RunError {
        let path = path.to_path_buf();
        move |source| RunError::File { path, source }
    }
}
