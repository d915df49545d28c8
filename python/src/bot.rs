//! The Python class `Bot`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use portolan::bots::find;

use crate::player::Player;
use crate::setting::{Arguments, Setting, function, placed, wrong};
use crate::state::State;

/// A bot that chooses an action for the seat to move: `Game.bot("net")`. Threads can share a bot; it serves one thread
/// at a time.
#[pyclass(frozen, module = "portolan")]
pub struct Bot {
    setting: Setting,
    name: String,
    asked_for: String,
    seed: Option<u64>,
    player: Box<dyn Player>,
}

impl Bot {
    /// Returns the bot with this name or from this file.
    pub fn find(setting: &Setting, name: &str, seed: Option<u64>) -> PyResult<Bot> {
        let spec = find(name, setting.about().name()).map_err(wrong)?;
        spec.fits(setting.about()).map_err(wrong)?;
        Ok(Bot {
            setting: setting.clone(),
            name: spec.name.clone(),
            asked_for: placed(name),
            seed,
            player: setting.opening.player(&spec, seed).map_err(wrong)?,
        })
    }
}

/// Returns the name of a bot, given its name, its file as a string or path, or the bot.
pub fn name_of(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(bot) = given.cast::<Bot>() {
        return Ok(bot.get().asked_for.clone());
    }
    let path = match given.is_instance_of::<PyString>() {
        true => given.clone(),
        false => {
            let path = given.py().import("os")?.call_method1("fspath", (given,));
            path.map_err(|_| {
                wrong(format!(
                    "bot {given}: expected the name or file of a bot, or a bot; functions can be opponents of \
                     portolan.gymnasium.Env"
                ))
            })?
        }
    };
    path.extract()
}

type Again<'py> = (Bound<'py, PyAny>, (Arguments, String, Option<u64>));

#[pymethods]
impl Bot {
    /// Name of the bot.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the index of the action that the bot chooses in a state, based on what the seat to move knows. Repeated
    /// calls for the same state return the same action.
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u32> {
        let table = state.table.copy();
        drop(state);
        py.detach(|| {
            let choice = self.player.choose(&*table)?;
            Ok::<u32, String>(table.number(choice))
        })
        .map_err(wrong)
    }

    fn __copy__(slf: Py<Bot>) -> Py<Bot> {
        slf
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Bot> {
        Bot::find(&self.setting, &self.asked_for, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        let arguments = (self.setting.arguments(), self.asked_for.clone(), self.seed);
        Ok((function(py, "_bot_again")?, arguments))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}

/// Recreates a pickled bot.
#[pyfunction]
pub fn _bot_again(arguments: Arguments, name: &str, seed: Option<u64>) -> PyResult<Bot> {
    Bot::find(&Setting::new(arguments)?, name, seed)
}
