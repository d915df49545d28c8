//! How a game is set up, as Python says it, and what positions, bots and vectors of it share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use portolan::game::About;
use portolan::games::{GameSetup, entry, open};
use portolan::seed;
use portolan_engine::experiment::spec::parts::read_data;

use crate::opening::{Open, Opening};

/// A ValueError.
pub fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// A seed: a whole number from 0 to below 2^63, of Python or numpy.
pub fn seed_of(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = given.extract::<u64>().ok();
    match number.and_then(|number| seed::checked(number).ok()) {
        Some(seed) => Ok(seed),
        None => Err(wrong(format!(
            "seed {given}: expected a whole number from 0 to below 2**63"
        ))),
    }
}

/// What a game is made from, to make it again elsewhere: name, players, options, folder of data.
pub type Arguments = (String, usize, BTreeMap<String, String>, Option<PathBuf>);

/// A game as it is set up, shared by all that belongs to it.
#[derive(Clone)]
pub struct Setting {
    /// The game.
    pub opening: Arc<dyn Opening>,
    /// Folder of data files, absolute.
    pub data: Option<PathBuf>,
}

/// Games that are in use: who opens one again gets the same.
static OPENED: Mutex<Vec<Weak<dyn Opening>>> = Mutex::new(Vec::new());

fn opened(fits: impl Fn(&GameSetup) -> bool) -> Option<Arc<dyn Opening>> {
    let mut known = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|opening| opening.strong_count() > 0);
    let mut in_use = known.iter().filter_map(Weak::upgrade);
    in_use.find(|opening| fits(opening.setup()))
}

impl Setting {
    /// Sets a game up.
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

    /// What it was made from.
    pub fn arguments(&self) -> Arguments {
        let setup = self.opening.setup();
        (
            setup.game.clone(),
            setup.players,
            setup.options.clone(),
            self.data.clone(),
        )
    }

    /// What the game says of itself.
    pub fn about(&self) -> &dyn About {
        self.opening.about()
    }
}

/// The name of a bot, with the folder of its file, so that it is found from elsewhere.
pub fn placed(name: &str) -> String {
    let path = Path::new(name);
    match path.is_file().then(|| path.canonicalize()) {
        Some(Ok(file)) => file.to_string_lossy().into_owned(),
        _ => name.to_string(),
    }
}

/// A function of this module by its name: what pickles call to make an object again.
pub fn function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("portolan._portolan")?.getattr(name)
}
