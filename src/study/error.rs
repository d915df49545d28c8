//! Errors when reading a results folder.

use std::path::PathBuf;

use thiserror::Error;

use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::MANIFEST;

/// Reason why a results folder cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The folder does not exist.
    #[error("{}: no such folder; expected a results folder, as --out of a run names it", .0.display())]
    NoFolder(PathBuf),
    /// The folder contains no results.
    #[error("{}: no {MANIFEST} in it, so it is no results folder", .0.display())]
    NoManifest(PathBuf),
    /// A file is missing or invalid.
    #[error(transparent)]
    File(#[from] RunError),
}
