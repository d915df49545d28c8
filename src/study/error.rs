//! Why a results folder cannot be read.

use std::path::PathBuf;

use thiserror::Error;

use crate::results::error::RunError;
use crate::results::manifest::MANIFEST;

/// Why a results folder cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
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
}
