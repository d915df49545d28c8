//! Extension module of the Python package: games, states, bots and vectors of games.
//!
//! | module | contents |
//! | --- | --- |
//! | `afterstates` | observations after each legal action |
//! | `arguments` | whole numbers, seeds and errors |
//! | `threads` | interruptible and parallel work |
//! | `columns` | selection of inputs |
//! | `chance` | chance events drawn from outside |
//! | `table` | states of games, independent of their type |
//! | `player` | bots |
//! | `fleet` | many games in lockstep |
//! | `opening` | configured games, independent of their type |
//! | `setting` | set-up of a game from Python |
//! | `game`, `state`, `bot`, `vector` | the Python classes |
//! | `network` | network files |
//! | `picture` | pictures of positions |
//! | `results` | access to results folders and their tables |

mod afterstates;
mod arguments;
mod bot;
mod chance;
mod columns;
mod fleet;
mod game;
mod network;
mod opening;
mod picture;
mod player;
mod results;
mod setting;
mod state;
mod table;
mod threads;
mod vector;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Games, states, bots, and vectors of games played in lockstep.
#[pymodule]
fn _portolan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    player::loaded();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<vector::Vector>()?;
    module.add_class::<afterstates::Afterstates>()?;
    module.add_function(wrap_pyfunction!(state::afterstates, module)?)?;
    module.add_function(wrap_pyfunction!(game::_game_again, module)?)?;
    module.add_function(wrap_pyfunction!(state::_state_again, module)?)?;
    module.add_function(wrap_pyfunction!(bot::_bot_again, module)?)?;
    module.add_function(wrap_pyfunction!(vector::_vector_again, module)?)?;
    module.add_function(wrap_pyfunction!(network::_network_of_bot, module)?)?;
    module.add_function(wrap_pyfunction!(network::_network_of_file, module)?)?;
    module.add_function(wrap_pyfunction!(network::_network_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(bots, module)?)?;
    module.add_function(wrap_pyfunction!(experiments, module)?)?;
    module.add_function(wrap_pyfunction!(rule_options, module)?)?;
    module.add_function(wrap_pyfunction!(numbers_of_players, module)?)?;
    module.add_function(wrap_pyfunction!(results::column_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(results::manifest, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}

/// Returns the names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    portolan::games::GAMES
        .iter()
        .map(|entry| entry.name)
        .collect()
}

/// Returns the names of the bots of a game, with the bots in `./bots`; without a game, of all games.
#[pyfunction]
#[pyo3(signature = (game=None))]
fn bots(game: Option<&str>) -> PyResult<Vec<String>> {
    portolan::register();
    let entry = game.map(portolan::games::entry).transpose();
    let entry = entry.map_err(arguments::wrong)?;
    Ok(portolan::bots::catalog::names(
        entry.map(|entry| entry.name),
    ))
}

/// Returns the experiments that `run()` accepts by name, with those in `./experiments`. Each experiment is a tuple of
/// name, game and question.
#[pyfunction]
#[pyo3(signature = (game=None))]
fn experiments(game: Option<&str>) -> PyResult<Vec<(String, String, String)>> {
    portolan::register();
    let entry = game.map(portolan::games::entry).transpose();
    let entry = entry.map_err(arguments::wrong)?;
    let mut all = portolan_run::experiment::listing::all();
    all.retain(|one| entry.is_none_or(|entry| entry.name == one.game));
    let told = all
        .into_iter()
        .map(|one| (one.name, one.game, one.question));
    Ok(told.collect())
}

/// Returns the rule options of a game. Each option is a tuple of name, accepted values, default and effect.
#[pyfunction]
fn rule_options(
    game: &str,
) -> PyResult<Vec<(&'static str, &'static str, &'static str, &'static str)>> {
    let entry = portolan::games::entry(game).map_err(arguments::wrong)?;
    let options = entry.options.iter();
    Ok(options
        .map(|option| (option.name, option.accepts, option.default, option.meaning))
        .collect())
}

/// Returns the minimum and maximum number of human players of a game.
#[pyfunction]
fn numbers_of_players(game: &str) -> PyResult<(usize, usize)> {
    let entry = portolan::games::entry(game).map_err(arguments::wrong)?;
    Ok((*entry.players.start(), *entry.players.end()))
}

/// Runs a command line of the program `portolan` and returns its exit code. The first word is the name of the program.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| portolan::carry_out(words))
}
