//! Why there is no report.

use std::path::PathBuf;

use thiserror::Error;

use portolan_engine::results::error::RunError;
use portolan_study::error::ReadError;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The results cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A question that does not exist, or that the folder cannot be asked.
    #[error("{0}")]
    Question(String),
    /// The report is there already.
    #[error("{} exists; --force replaces it, --out writes elsewhere", .0.display())]
    Exists(PathBuf),
    /// The report cannot be written.
    #[error(transparent)]
    Write(RunError),
    /// A table cannot be written.
    #[error("table: {0}")]
    Table(String),
    /// A template of this program is wrong.
    #[error("template: {0}")]
    Template(#[from] minijinja::Error),
}

impl ReportError {
    /// A table that cannot be written.
    pub fn table(error: impl std::fmt::Display) -> ReportError {
        ReportError::Table(error.to_string())
    }

    /// Whether the request or the folder was at fault, rather than the writing.
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
