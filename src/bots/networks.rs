//! The networks that bots name: files of weights, read once and known by their checksum.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::shipped::NETWORKS;
use crate::net::Weights;
use crate::net::file::{self, sha256};

/// A file of weights as a bot names it. Manifests repeat name and checksum: who plays a run again must have
/// the same file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Where it is; of one that ships with the program, its name.
    pub path: PathBuf,
    /// Whether it ships with the program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
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
    /// Reads a file; `folder` is that of the bot file that names it, none of one that ships with the program.
    ///
    /// # Errors
    /// Why it is no network, or cannot be read.
    pub fn read(name: &Path, folder: Option<&Path>) -> Result<NetworkFile, String> {
        let (path, shipped) = match folder {
            Some(folder) => (folder.join(name), false),
            None => (name.to_path_buf(), true),
        };
        let bytes = bytes_of(&path, shipped)?;
        let weights = file::read(&bytes).map_err(|problem| told(&path, &problem))?;
        Ok(NetworkFile {
            sha256: sha256(&bytes),
            path,
            shipped,
            weights: OnceLock::from(Arc::new(weights)),
        })
    }

    /// A network that was just learnt and will be at this place.
    pub fn of(weights: Arc<Weights>, path: PathBuf, bytes: &[u8]) -> NetworkFile {
        NetworkFile {
            path,
            shipped: false,
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
        let bytes = bytes_of(&self.path, self.shipped)?;
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

fn bytes_of(path: &Path, shipped: bool) -> Result<Vec<u8>, String> {
    if !shipped {
        return std::fs::read(path).map_err(|error| told(path, &error.to_string()));
    }
    let name = path.to_str().unwrap_or_default();
    let found = NETWORKS.iter().find(|(shipped, _)| *shipped == name);
    let (_, bytes) = found.ok_or_else(|| told(path, "no such network ships with the program"))?;
    Ok(bytes.to_vec())
}

fn told(path: &Path, problem: &str) -> String {
    format!("network {}: {problem}", path.display())
}
