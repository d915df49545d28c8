//! Why there is no report.

use std::path::PathBuf;

use thiserror::Error;

use crate::experiment::RunError;
use crate::experiment::manifest::MANIFEST;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// No folder of that name.
    #[error("{}: no such folder; expected a results folder, as --out of a run names it", .0.display())]
    NoFolder(PathBuf),
    /// A folder, but not of results.
    #[error("{}: no {MANIFEST} in it, so it is no results folder", .0.display())]
    NoManifest(PathBuf),
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] RunError),
    /// A file of results is not as the manifest tells.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// File.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A file of results cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
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
        !matches!(
            self,
            ReportError::Write(_) | ReportError::Table(_) | ReportError::Template(_)
        )
    }
}
