//! The Python class `Bot`.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;

use portolan::bots::{BotKind, BotSpec, find};

use crate::arguments::{seed_of, wrong};
use crate::player::Player;
use crate::setting::{Arguments, Setting, function, placed};
use crate::state::State;
use crate::threads::interruptible;

/// A bot that chooses an action for the seat to move: `Game.bot("net")`. Threads can share a bot; it serves one thread
/// at a time.
#[pyclass(frozen, module = "portolan")]
pub struct Bot {
    setting: Setting,
    name: String,
    asked_for: Wanted,
    /// True if a choice can take long.
    is_slow: bool,
    player: Box<dyn Player>,
}

impl Bot {
    /// Returns the bot with this name or from this file.
    pub fn find(setting: &Setting, wanted: &Wanted) -> PyResult<Bot> {
        let spec = specification(setting, wanted)?;
        Ok(Bot {
            setting: setting.clone(),
            name: spec.name.clone(),
            asked_for: (placed(&wanted.0), wanted.1, wanted.2),
            is_slow: is_slow(&spec),
            player: setting.opening.player(&spec, wanted.2)?,
        })
    }
}

/// Name or file of a bot, true if it may start a program, and the seed of its random choices.
pub type Wanted = (String, bool, Option<u64>);

/// Returns the description of a bot that fits the game.
pub fn specification(setting: &Setting, (name, allows_programs, _): &Wanted) -> PyResult<BotSpec> {
    let spec = find(name, setting.about().name()).map_err(wrong)?;
    match &spec.program {
        None => spec.fits(setting.about()).map_err(wrong)?,
        Some(_) if *allows_programs => {}
        Some(program) => {
            return Err(wrong(format!(
                "bot {} starts the program {}, which runs with your permissions: if you trust it, use \
                 Game.bot(…, allow_programs=True)",
                spec.name,
                program.line()
            )));
        }
    }
    Ok(spec)
}

/// Returns true if a choice of the bot can take long.
pub fn is_slow(spec: &BotSpec) -> bool {
    spec.kind == BotKind::Program || spec.kind.method().is_some()
}

/// Returns the name of a bot, given its name, its file as a string or path, or the bot.
pub fn name_of(given: &Bound<'_, PyAny>) -> PyResult<Wanted> {
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
    Ok((path.extract()?, false, None))
}

type Analysis<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);
type Again<'py> = (Bound<'py, PyAny>, (Arguments, Wanted));

#[pymethods]
impl Bot {
    /// Name of the bot.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the index of the action that the bot chooses in a state, based on what the seat to move knows. Repeated
    /// calls for the same state return the same action, unless the bot is a program or has a time limit. Ctrl-C ends a
    /// search with KeyboardInterrupt. If a program fails, the method raises ValueError with its last lines of output.
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u32> {
        let table = state.table.copy();
        drop(state);
        interruptible(py, !self.is_slow, || {
            Ok(table.number(self.player.choose(&*table)?))
        })
    }

    /// Searches a state with a bot of kind "mcts". Returns two arrays in the order of `legal_actions()`: the number of
    /// iterations that start with each action (int64), and their mean reward for the seat to move, in the unit of the
    /// bot's `objective` (float64; NaN without iterations). The search depends on what the seat to move knows, and on
    /// `seed` (default: 1). Ctrl-C ends the search with KeyboardInterrupt.
    #[pyo3(signature = (state, seed=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'py, State>,
        seed: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Analysis<'py>> {
        let seed = seed.as_ref().map_or(Ok(1), seed_of)?;
        let table = state.table.copy();
        drop(state);
        let analyze = || self.player.analyze(&*table, seed);
        let (visits, values) = interruptible(py, false, analyze)?;
        Ok((
            PyArray1::from_vec(py, visits),
            PyArray1::from_vec(py, values),
        ))
    }

    fn __copy__(slf: Py<Bot>) -> Py<Bot> {
        slf
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Bot> {
        Bot::find(&self.setting, &self.asked_for)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        let arguments = (self.setting.arguments(), self.asked_for.clone());
        Ok((function(py, "_bot_again")?, arguments))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}

/// Recreates a pickled bot.
#[pyfunction]
pub fn _bot_again(arguments: Arguments, wanted: Wanted) -> PyResult<Bot> {
    Bot::find(&Setting::new(arguments)?, &wanted)
}
