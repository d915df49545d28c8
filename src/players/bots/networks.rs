//! Network files that bots refer to. Each file is loaded once and identified by its checksum.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use serde::{Deserialize, Serialize};

use crate::component_encoding::ComponentEncoding;
use crate::dataset::DataSet;
use crate::files;
use crate::game::GameInfo;
use crate::net::expansion::Expansion;
use crate::net::file::{self, sha256};
use crate::net::weights::COMPOSITION;
use crate::net::{Network, Weights};
use crate::registry;
use crate::setup::GameEntry;

/// Loaded weights by checksum of their file.
static WEIGHTS: Mutex<BTreeMap<String, Weak<Weights>>> = Mutex::new(BTreeMap::new());
/// Loaded networks by two checksums: the checksum of their file, and the checksum of the game's input names, number of
/// action indices and components.
static NETWORKS: Mutex<BTreeMap<(String, String), LaidOut>> = Mutex::new(BTreeMap::new());

/// Weights in the layout of one game.
struct LaidOut {
    network: Weak<Network>,
    /// Inputs of the game for which the network has no parameter.
    unknown: Vec<String>,
}

/// A network file as a bot refers to it. Manifests record its path and checksum, so a repeated run needs an identical
/// file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    pub path: PathBuf,
    /// SHA-256 of the file, in hexadecimal.
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
    /// Reads a network file.
    ///
    /// # Errors
    /// A message if the file cannot be read or is not a network.
    pub fn read(path: PathBuf) -> Result<NetworkFile, String> {
        let bytes = bytes_of(&path)?;
        let sha256 = sha256(&bytes);
        let weights = shared(&sha256, &bytes).map_err(|problem| told(&path, &problem))?;
        Ok(NetworkFile {
            sha256,
            path,
            weights: OnceLock::from(weights),
        })
    }

    /// Creates an entry for a newly trained network that will be saved at `path`.
    pub fn of(weights: Arc<Weights>, path: PathBuf, bytes: &[u8]) -> NetworkFile {
        NetworkFile {
            path,
            sha256: sha256(bytes),
            weights: OnceLock::from(weights),
        }
    }

    /// Returns the weights, and loads them first if necessary.
    ///
    /// # Errors
    /// A message if the file cannot be read or has another checksum.
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
                &format!("its SHA-256 is {found}, but the recorded bot used {wanted}"),
            ));
        }
        let weights = shared(&found, &bytes).map_err(|problem| told(&self.path, &problem))?;
        Ok(Arc::clone(self.weights.get_or_init(|| weights)))
    }

    /// Returns the network for a game, and the names of the inputs for which it has no parameter. Networks in use are
    /// shared, because an experiment can have hundreds of conditions, and a server thousands of games.
    ///
    /// # Errors
    /// Same as [`NetworkFile::weights`] and [`Network::expanded`].
    pub fn network_for(&self, game: &dyn GameInfo) -> Result<(Arc<Network>, Vec<String>), String> {
        let now = game.composition();
        let layout = (game.input_names(), game.policy_slots());
        let told = serde_json::to_string(&(layout, &now)).unwrap_or_default();
        let of_game = sha256(told.as_bytes());
        let key = (self.sha256.clone(), of_game);
        let mut known = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(laid_out) = known.get(&key)
            && let Some(network) = laid_out.network.upgrade()
        {
            return Ok((network, laid_out.unknown.clone()));
        }
        known.retain(|_, laid_out| laid_out.network.strong_count() > 0);
        let weights = self.weights()?;
        let learnt = learnt_composition(&weights, game);
        let expansion = Expansion::new(&weights.parameters(), layout, &learnt, &now);
        let network = Arc::new(Network::expanded(&weights, &expansion)?);
        let laid_out = LaidOut {
            network: Arc::downgrade(&network),
            unknown: expansion.unknown.clone(),
        };
        known.insert(key, laid_out);
        Ok((network, expansion.unknown))
    }
}

/// Returns the composition that the weights were trained with: the recorded composition or, without a record, the
/// shipped composition. If the weights were trained with other data but have no record, returns the game's composition.
pub fn learnt_composition(weights: &Weights, game: &dyn GameInfo) -> ComponentEncoding {
    let shipped = || {
        // Without registered games, the shipped data set is unavailable, so the weights are assumed to match it.
        let entry = registry::entry(game.name()).ok();
        let other = |entry: &GameEntry| DataSet::embedded(entry.files).hash() != weights.data;
        match entry.is_some_and(other) {
            true => None,
            false => game.shipped_composition(),
        }
    };
    let recorded = weights.record.get(COMPOSITION);
    let recorded = recorded.and_then(|text| serde_json::from_str(text).ok());
    recorded
        .or_else(shipped)
        .unwrap_or_else(|| game.composition())
}

/// Returns the weights with this checksum, and parses `bytes` if they are not loaded.
fn shared(sha256: &str, bytes: &[u8]) -> Result<Arc<Weights>, String> {
    let mut known = WEIGHTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(weights) = known.get(sha256).and_then(Weak::upgrade) {
        return Ok(weights);
    }
    known.retain(|_, weights| weights.strong_count() > 0);
    let weights = Arc::new(file::read(bytes)?);
    known.insert(sha256.to_string(), Arc::downgrade(&weights));
    Ok(weights)
}

fn bytes_of(path: &Path) -> Result<Cow<'static, [u8]>, String> {
    files::read(path).map_err(|error| told(path, &error.to_string()))
}

fn told(path: &Path, problem: &str) -> String {
    format!("network {}: {problem}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    fn file() -> NetworkFile {
        let path = Path::new(shipped::ROOT).join("bots/cartagena/net.safetensors");
        NetworkFile::read(path).unwrap()
    }

    /// Bots with the same file, bots from a manifest, and all games share one network.
    #[test]
    fn network_is_loaded_only_once() {
        crate::registered::register();
        let (one, mut other) = (file(), file());
        let weights = one.weights().unwrap();
        assert!(Arc::ptr_eq(&weights, &other.weights().unwrap()));
        other.weights = OnceLock::new();
        assert!(Arc::ptr_eq(&weights, &other.weights().unwrap()));
    }
}
