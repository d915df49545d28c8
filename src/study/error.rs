//! Errors when reading a results folder.

use std::path::PathBuf;

use thiserror::Error;

use portolan_run::results::error::RunError;
use portolan_run::results::manifest::MANIFEST;

/// Reason why a results folder cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The folder does not exist.
    #[error("{}: {}; expected a results folder, that is, the --out folder of a run", .0.display(), if .0.is_file() { "a file" } else { "no such folder" })]
    NoFolder(PathBuf),
    /// The folder contains no results.
    #[error("{}: not a results folder, because it contains no {MANIFEST}", .0.display())]
    NoManifest(PathBuf),
    /// A file is missing or invalid.
    #[error(transparent)]
    File(#[from] RunError),
}
