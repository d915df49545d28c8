//! Errors that prevent a report.

use std::path::PathBuf;

use thiserror::Error;

use portolan_run::results::error::RunError;
use portolan_study::error::ReadError;

/// Error that prevents a report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The results cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The question does not exist or does not apply to these results.
    #[error("{0}")]
    Question(String),
    /// The report file already exists.
    #[error("{} exists; --force replaces it, --out writes elsewhere", .0.display())]
    Exists(PathBuf),
    /// The report cannot be written.
    #[error(transparent)]
    Write(RunError),
    /// A table cannot be written.
    #[error("table: {0}")]
    Table(String),
    /// A built-in template is invalid.
    #[error("template: {0}")]
    Template(#[from] minijinja::Error),
}

impl ReportError {
    /// Creates an error for a table that cannot be written.
    pub fn table(error: impl std::fmt::Display) -> ReportError {
        ReportError::Table(error.to_string())
    }

    /// Returns true if the cause is the request or the folder, rather than writing the report.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            ReportError::Question(_) | ReportError::Read(_) | ReportError::Exists(_)
        )
    }
}

impl From<RunError> for ReportError {
    fn from(error: RunError) -> ReportError {
        ReportError::Read(error.into())
    }
}
