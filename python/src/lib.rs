//! The extension module of the Python package: games, positions, bots, and many games in step.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `table` | a game and its positions, whichever game it is |
//! | `fleet` | many games in step |
//! | `classes` | the same as Python classes |
//! | `results` | what is known of results folders and their tables |

mod classes;
mod fleet;
mod results;
mod table;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Games, positions, bots, and many games in step.
#[pymodule]
fn _portolan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<classes::Game>()?;
    module.add_class::<classes::State>()?;
    module.add_class::<classes::Bot>()?;
    module.add_class::<classes::Vector>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(results::column_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(results::manifest, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    portolan::games::GAMES
        .iter()
        .map(|entry| entry.name)
        .collect()
}

/// Carries out a command line of the program `portolan`; its exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| portolan::carry_out(words))
}
