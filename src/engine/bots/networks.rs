//! The networks that bots name: files of weights, read once and known by their checksum.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use serde::{Deserialize, Serialize};

use crate::composition::Composition;
use crate::dataset::DataSet;
use crate::files;
use crate::game::About;
use crate::net::file::{self, sha256};
use crate::net::inferred::{self, COMPOSITION};
use crate::net::{Network, Weights};
use crate::registry;
use crate::setup::GameEntry;

/// The weights that are in memory, by the checksum of their file.
static WEIGHTS: Mutex<BTreeMap<String, Weak<Weights>>> = Mutex::new(BTreeMap::new());
/// The networks that are in memory, by the checksums of their file and of what the game tells: the names of its
/// inputs, and its components where they are not those of the file.
static NETWORKS: Mutex<BTreeMap<(String, String), LaidOut>> = Mutex::new(BTreeMap::new());

/// Weights laid out for one game.
struct LaidOut {
    network: Weak<Network>,
    /// Inputs of the game that the network does not know.
    unknown: Vec<String>,
}

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
        let sha256 = sha256(&bytes);
        let weights = shared(&sha256, &bytes).map_err(|problem| told(&path, &problem))?;
        Ok(NetworkFile {
            sha256,
            path,
            weights: OnceLock::from(weights),
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
        let weights = shared(&found, &bytes).map_err(|problem| told(&self.path, &problem))?;
        Ok(Arc::clone(self.weights.get_or_init(|| weights)))
    }

    /// The network for a game with these inputs, and the names of those that it does not know. Whoever asks for
    /// the same one while it is in use shares it: an experiment has hundreds of cells, a server thousands of games.
    ///
    /// # Errors
    /// As [`NetworkFile::weights`] and [`Network::new`].
    pub fn network(&self, inputs: &[String]) -> Result<(Arc<Network>, Vec<String>), String> {
        let names = sha256(inputs.join("\n").as_bytes());
        self.laid_out(names, inputs, || self.weights())
    }

    /// The same for a game, whose components need not be those that the network learnt with: what it does not know is
    /// inferred ([`inferred`]).
    ///
    /// # Errors
    /// As [`NetworkFile::network`].
    pub fn network_for(&self, game: &dyn About) -> Result<(Arc<Network>, Vec<String>), String> {
        let inputs = game.input_names();
        let weights = self.weights()?;
        let own = weights.record.contains_key(COMPOSITION);
        if !own && !game.has_other_components() {
            return self.network(inputs);
        }
        let now = game.composition();
        let told = serde_json::to_string(&(inputs, &now)).unwrap_or_default();
        self.laid_out(sha256(told.as_bytes()), inputs, || {
            Ok(Arc::new(inferred_weights(&weights, game, &now)))
        })
    }

    /// The network that such weights make, under this key unless it is known there.
    fn laid_out(
        &self,
        of_game: String,
        inputs: &[String],
        weights: impl FnOnce() -> Result<Arc<Weights>, String>,
    ) -> Result<(Arc<Network>, Vec<String>), String> {
        let key = (self.sha256.clone(), of_game);
        let mut known = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(laid_out) = known.get(&key)
            && let Some(network) = laid_out.network.upgrade()
        {
            return Ok((network, laid_out.unknown.clone()));
        }
        known.retain(|_, laid_out| laid_out.network.strong_count() > 0);
        let (network, unknown) = Network::new(&*weights()?, inputs)?;
        let network = Arc::new(network);
        let laid_out = LaidOut {
            network: Arc::downgrade(&network),
            unknown: unknown.clone(),
        };
        known.insert(key, laid_out);
        Ok((network, unknown))
    }
}

/// The composition that weights were learnt with: the one that they tell, or the one that ships. If they were learnt
/// with another one and do not tell it, nothing can be inferred, and it is taken to be that of the game.
pub fn learnt_composition(weights: &Weights, game: &dyn About) -> Composition {
    let shipped = || {
        // A program without registered games cannot tell which set ships, and has no networks but those that do.
        let entry = registry::entry(game.name()).ok();
        let other = |entry: &GameEntry| DataSet::embedded(entry.files).hash() != weights.data;
        match entry.is_some_and(other) {
            true => None,
            false => game.shipped_composition(),
        }
    };
    let learnt = inferred::recorded(weights).or_else(shipped);
    learnt.unwrap_or_else(|| game.composition())
}

/// Weights for a game: the same, or with what has to be inferred where its components are not those they were
/// learnt with.
pub fn inferred_weights(weights: &Weights, game: &dyn About, now: &Composition) -> Weights {
    inferred::infer(weights, &learnt_composition(weights, game), now)
}

/// The weights of a file of this checksum, read only if they are not in memory.
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

    /// Two bots of one file, a bot of a manifest, and every cell and game that they play in.
    #[test]
    fn a_network_is_in_memory_once() {
        crate::registered::register();
        let (one, mut other) = (file(), file());
        let weights = one.weights().unwrap();
        assert!(Arc::ptr_eq(&weights, &other.weights().unwrap()));
        other.weights = OnceLock::new();
        assert!(Arc::ptr_eq(&weights, &other.weights().unwrap()));
        let inputs = weights.inputs.clone();
        let (network, unknown) = one.network(&inputs).unwrap();
        assert!(unknown.is_empty());
        assert!(Arc::ptr_eq(&network, &other.network(&inputs).unwrap().0));
        // Of a game with other inputs it is another one, and each keeps to its own.
        let strange: Vec<String> = [&["strange".to_string()], &inputs[1..]].concat();
        let (another, unknown) = other.network(&strange).unwrap();
        assert!(!Arc::ptr_eq(&network, &another));
        assert_eq!(unknown, ["strange"]);
        let (again, unknown) = one.network(&strange).unwrap();
        assert!(Arc::ptr_eq(&another, &again));
        assert_eq!(unknown, ["strange"]);
    }
}
