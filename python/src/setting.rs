//! Set-up of a game from Python, shared by its positions, bots and vectors.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use portolan::game::GameInfo;
use portolan::games::{GameSetup, entry, open};
use portolan::seed;
use portolan_core::files::without_error_numbers;
use portolan_run::experiment::resolve::parts::read_data;

use crate::opening::{Open, Opening};

/// Creates a `ValueError`.
pub fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(without_error_numbers(&problem.to_string()))
}

/// Reserves memory for further elements of a list, or creates a `MemoryError`.
pub fn reserve<T>(list: &mut Vec<T>, further: usize) -> PyResult<()> {
    list.try_reserve(further).map_err(|_| {
        let size = further as f64 * size_of::<T>() as f64 / f64::from(1 << 30);
        PyMemoryError::new_err(format!("cannot allocate {size:.1} GiB"))
    })
}

/// A whole number from Python or NumPy; a number that is too large for `i64` as text.
pub enum Whole {
    Small(i64),
    Large(String),
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        let number = given.extract::<i64>();
        match number {
            Ok(number) if !given.is_instance_of::<PyBool>() => Ok(Whole::Small(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Whole::Large(given.str()?.to_string()))
            }
            _ => Err(PyTypeError::new_err(format!(
                "expected a whole number, not {}",
                given.repr()?
            ))),
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whole::Small(number) => number.fmt(out),
            Whole::Large(text) => text.fmt(out),
        }
    }
}

impl Whole {
    /// Returns true if it is this number.
    pub fn is(&self, other: u32) -> bool {
        matches!(self, Whole::Small(number) if *number == i64::from(other))
    }

    /// Returns the value of an argument, or a `ValueError` if it is smaller than `least` or too large.
    pub fn at_least(&self, least: usize, argument: &str) -> PyResult<usize> {
        let number = match self {
            Whole::Small(number) => usize::try_from(*number).ok(),
            Whole::Large(_) => None,
        };
        number.filter(|&number| number >= least).ok_or_else(|| {
            wrong(format!(
                "{argument}={self}: expected a whole number from {least} to below 2**63"
            ))
        })
    }
}

/// Converts a whole number from 0 to below 2^63, from Python or NumPy, to a seed.
pub fn seed_of(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = match given.is_instance_of::<PyBool>() {
        true => None,
        false => given.extract::<u64>().ok(),
    };
    match number.and_then(|number| seed::checked(number).ok()) {
        Some(seed) => Ok(seed),
        None => Err(wrong(format!(
            "seed {given}: expected a whole number from 0 to below 2**63"
        ))),
    }
}

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
