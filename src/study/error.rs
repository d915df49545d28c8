//! Why a results folder cannot be read.

use std::path::PathBuf;

use thiserror::Error;

use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::MANIFEST;

/// Why a results folder cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// No folder of that name.
    #[error("{}: no such folder; expected a results folder, as --out of a run names it", .0.display())]
    NoFolder(PathBuf),
    /// A folder, but not of results.
    #[error("{}: no {MANIFEST} in it, so it is no results folder", .0.display())]
    NoManifest(PathBuf),
    /// A file cannot be read, or is not as it should be.
    #[error(transparent)]
    File(#[from] RunError),
}
