//! Set-up of a game from Python, shared by its positions, bots and vectors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::prelude::*;

use portolan::game::GameInfo;
use portolan::games::{GameSetup, entry, open};
use portolan_run::experiment::resolve::parts::read_data;

use crate::arguments::wrong;
use crate::opening::{Open, Opening};

/// Arguments that recreate a game elsewhere: name, players, options, data folder.
pub type Arguments = (String, usize, BTreeMap<String, String>, Option<PathBuf>);

/// A configured game, shared by all objects that belong to it.
#[derive(Clone)]
pub struct Setting {
    pub opening: Arc<dyn Opening>,
    /// Absolute path of the folder of data files.
    pub data: Option<PathBuf>,
}

/// Games in use: opening a game with the same settings again returns the same object.
static OPENED: Mutex<Vec<Weak<dyn Opening>>> = Mutex::new(Vec::new());

fn opened(fits: impl Fn(&GameSetup) -> bool) -> Option<Arc<dyn Opening>> {
    let mut known = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|opening| opening.strong_count() > 0);
    let mut in_use = known.iter().filter_map(Weak::upgrade);
    in_use.find(|opening| fits(opening.setup()))
}

impl Setting {
    pub fn new((game, players, options, data): Arguments) -> PyResult<Setting> {
        let entry = entry(&game).map_err(wrong)?;
        let absolute = data.map(|folder| folder.canonicalize().unwrap_or(folder));
        let setup = GameSetup {
            game,
            players,
            options,
            data: read_data(entry, absolute.as_deref()).map_err(wrong)?,
        };
        let opening = match opened(|other| *other == setup) {
            Some(opening) => opening,
            None => {
                let opening = open(&setup, Open(setup.clone())).map_err(wrong)?;
                let mut known = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
                known.push(Arc::downgrade(&opening));
                opening
            }
        };
        Ok(Setting {
            opening,
            data: absolute,
        })
    }

    /// Returns the arguments that recreate the game.
    pub fn arguments(&self) -> Arguments {
        let setup = self.opening.setup();
        (
            setup.game.clone(),
            setup.players,
            setup.options.clone(),
            self.data.clone(),
        )
    }

    /// Returns information about the game.
    pub fn about(&self) -> &dyn GameInfo {
        self.opening.about()
    }
}

/// Returns the name of a bot; if it is a file, its absolute path, so that it can be found from
/// other folders.
pub fn placed(name: &str) -> String {
    let path = Path::new(name);
    match path.is_file().then(|| path.canonicalize()) {
        Some(Ok(file)) => file.to_string_lossy().into_owned(),
        _ => name.to_string(),
    }
}

/// Returns a function of this module by name; pickles call it to recreate an object.
pub fn function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("portolan._portolan")?.getattr(name)
}
