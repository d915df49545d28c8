//! The networks that bots name: files of weights, read once and known by their checksum.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::net::Weights;
use crate::net::file::{self, sha256};

/// A file of weights as a bot names it. Manifests repeat name and checksum: who plays a run again must have
/// the same file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Where it is.
    pub path: PathBuf,
    /// SHA-256 of the file.
    pub sha256: String,
    #[serde(skip)]
    weights: OnceLock<Arc<Weights>>,
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &NetworkFile) -> bool {
        self.sha256 == other.sha256
    }
}

impl NetworkFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no network, or cannot be read.
    pub fn read(path: PathBuf) -> Result<NetworkFile, String> {
        let bytes = bytes_of(&path)?;
        let weights = file::read(&bytes).map_err(|problem| told(&path, &problem))?;
        Ok(NetworkFile {
            sha256: sha256(&bytes),
            path,
            weights: OnceLock::from(Arc::new(weights)),
        })
    }

    /// A network that was just learnt and will be at this place.
    pub fn of(weights: Arc<Weights>, path: PathBuf, bytes: &[u8]) -> NetworkFile {
        NetworkFile {
            path,
            sha256: sha256(bytes),
            weights: OnceLock::from(weights),
        }
    }

    /// Its weights: read now if only a manifest told of it.
    ///
    /// # Errors
    /// Why there are none, or not these.
    pub fn weights(&self) -> Result<Arc<Weights>, String> {
        if let Some(weights) = self.weights.get() {
            return Ok(Arc::clone(weights));
        }
        let bytes = bytes_of(&self.path)?;
        let found = sha256(&bytes);
        if found != self.sha256 {
            let wanted = &self.sha256;
            return Err(told(
                &self.path,
                &format!("its SHA-256 is {found}, but the bot was played with {wanted}"),
            ));
        }
        let weights = file::read(&bytes).map_err(|problem| told(&self.path, &problem))?;
        Ok(Arc::clone(self.weights.get_or_init(|| Arc::new(weights))))
    }
}

fn bytes_of(path: &Path) -> Result<Cow<'static, [u8]>, String> {
    files::read(path).map_err(|error| told(path, &error.to_string()))
}

fn told(path: &Path, problem: &str) -> String {
    format!("network {}: {problem}", path.display())
}
