//! The Python class `Game`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;

use portolan::games::entry;
use portolan::random::{deal_seed, derive_seed};

use crate::arguments::{Whole, seed_of, wrong};
use crate::bot::{Bot, name_of};
use crate::columns::Columns;
use crate::picture::escaped;
use crate::setting::{Arguments, Setting, function};
use crate::state::State;
use crate::threads::interruptible;
use crate::vector::{Start, Vector, Wish, whole_numbers};

/// A configured game: `Game("maracaibo", players=3, options={"side": "B"}, data="my-cards", seed=7)`.
///
/// `players` is the number of human players, 1 for a solo game (default: 2, or the nearest number that the game
/// supports). `options` are the rule options that `portolan games NAME` lists, and `data` is a folder with custom data
/// files. `seed` selects the deals that `new_state()` returns (default: 1).
#[pyclass(frozen, module = "portolan")]
pub struct Game {
    pub setting: Setting,
    deals: Mutex<Deals>,
}

/// Position in the sequence of deals of a seed.
#[derive(Clone, Copy)]
struct Deals {
    seed: u64,
    dealt: u64,
    vectors: u64,
}

impl Deals {
    /// Returns the next deal; the order is that of `portolan simulate`.
    fn next(&mut self) -> u64 {
        self.dealt += 1;
        deal_seed(self.seed, self.dealt - 1)
    }

    /// Returns a master seed for the next vector; none of its deals is returned by `next`.
    fn next_vector(&mut self) -> u64 {
        self.vectors += 1;
        derive_seed(self.seed, &[self.vectors - 1]) >> 1
    }
}

fn option_text(option: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(if flag { "on" } else { "off" }.to_string());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(number.to_string()),
        Err(_) => Err(wrong(format!(
            "option {option}: expected a string, a number, True or False"
        ))),
    }
}

impl Game {
    fn at(setting: Setting, deals: Deals) -> Game {
        Game {
            setting,
            deals: Mutex::new(deals),
        }
    }

    fn deals<T>(&self, take: impl FnOnce(&mut Deals) -> T) -> T {
        let mut deals = self.deals.lock().unwrap_or_else(PoisonError::into_inner);
        take(&mut deals)
    }

    /// Returns the first deal of a seed, or the next deal without a seed.
    fn deal(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        match seed {
            Some(seed) => Ok(deal_seed(seed_of(seed)?, 0)),
            None => Ok(self.deals(Deals::next)),
        }
    }
}

type Again<'py> = (Bound<'py, PyAny>, (Arguments, u64, u64, u64));

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, players=None, *, options=None, data=None, seed=None))]
    fn new(
        name: &str,
        players: Option<Whole>,
        options: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        data: Option<PathBuf>,
        seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let entry = entry(name).map_err(wrong)?;
        let options = options.unwrap_or_default();
        let options: PyResult<BTreeMap<String, String>> = options
            .iter()
            .map(|(option, value)| Ok((option.clone(), option_text(option, value)?)))
            .collect();
        let players = match players {
            Some(players) => players.at_least(1, "players")?,
            None => entry.default_players(),
        };
        let deals = Deals {
            seed: seed.as_ref().map_or(Ok(1), seed_of)?,
            dealt: 0,
            vectors: 0,
        };
        let setting = Setting::new((name.to_string(), players, options?, data))?;
        Ok(Game::at(setting, deals))
    }

    /// Name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.setting.about().name()
    }

    /// Number of human players.
    #[getter]
    fn players(&self) -> usize {
        self.setting.opening.setup().players
    }

    /// Rule options that were set, as text, by name.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.setting.opening.setup().options.clone()
    }

    /// Number of seats, including automas.
    #[getter]
    fn seats(&self) -> usize {
        self.setting.about().seats()
    }

    /// Name of the automa that plays each seat, or None for a player's seat.
    #[getter]
    fn automas(&self) -> Vec<Option<String>> {
        let about = self.setting.about();
        let seats = 0..about.seats();
        seats
            .map(|seat| about.automa(seat).map(str::to_string))
            .collect()
    }

    /// Number of action indices. Indices count from 0, and an action mask has this length.
    #[getter]
    fn num_actions(&self) -> u32 {
        self.setting.about().action_bound()
    }

    /// Number of indices of actions for a policy; see `State.policy_indices()`.
    #[getter]
    fn num_policy_actions(&self) -> u32 {
        self.setting.about().policy_slots()
    }

    /// Length of an observation.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.setting.about().input_names().len()
    }

    /// Names of the values of an observation.
    #[getter]
    fn input_names(&self) -> Vec<String> {
        self.setting.about().input_names().to_vec()
    }

    /// Returns the indices of the inputs that change in `games` games, an int64 array. Random players play half of the
    /// games, and `greedy` the others; an input that is constant in all of them may still change in further games.
    #[pyo3(signature = (games=Whole::Small(200), seed=None), text_signature = "($self, games=200, seed=1)")]
    fn used_inputs<'py>(
        &self,
        py: Python<'py>,
        games: Whole,
        seed: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let games = games.at_least(1, "games")?;
        let seed = seed.as_ref().map_or(Ok(1), seed_of)?;
        let opening = &self.setting.opening;
        let used = interruptible(py, false, || opening.used_inputs(games, seed))?;
        Ok(PyArray1::from_vec(py, used))
    }

    /// Names of the score categories.
    #[getter]
    fn score_categories(&self) -> Vec<&'static str> {
        self.setting.about().score_categories().to_vec()
    }

    /// Restarts the sequence of deals with a seed. The next `new_state()` returns its first deal.
    fn seed(&self, seed: Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(&seed)?;
        self.deals(|deals| {
            *deals = Deals {
                seed,
                dealt: 0,
                vectors: 0,
            }
        });
        Ok(())
    }

    /// Returns a new state: the next deal of the game's seed, or the first deal of the given seed. The order of deals
    /// is the order of `portolan simulate`.
    #[pyo3(signature = (seed=None))]
    fn new_state(&self, seed: Option<Bound<'_, PyAny>>) -> PyResult<State> {
        let deal = self.deal(seed.as_ref())?;
        Ok(State::new(&self.setting, self.setting.opening.deal(deal)))
    }

    /// Returns a state before the deal. The caller draws all chance events with `chance_outcomes()` and `draw()`. The
    /// seed determines the random choices of bots.
    #[pyo3(signature = (seed=None))]
    fn new_state_before_deal(&self, seed: Option<Bound<'_, PyAny>>) -> PyResult<State> {
        let deal = self.deal(seed.as_ref())?;
        let table = self.setting.opening.before_deal(deal);
        Ok(State::new(&self.setting, table))
    }

    /// Returns a state that begins at a position: a dictionary as `State.to_dict()` and `Decision.position` return it, or
    /// its JSON text. The position must be the start of a turn. `{"state": …}`, with the `state` that a program receives,
    /// can be any decision. Unknown information is sampled with the seed (default: 1).
    /// Raises ValueError with the reason if the position cannot be entered.
    #[pyo3(signature = (position, seed=None))]
    fn state(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let text = match position.extract::<String>() {
            Ok(text) => text,
            Err(_) => {
                let json = py.import("json")?;
                json.call_method1("dumps", (position,))?.extract()?
            }
        };
        let seed = seed.as_ref().map_or(Ok(1), seed_of)?;
        let table = self.setting.opening.at(&text, seed)?;
        Ok(State::new(&self.setting, table))
    }

    /// Returns the outcome numbers that reproduce the first deal of a seed when they are drawn in this order.
    fn outcomes_of_deal(&self, seed: Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let deal = self.deal(Some(&seed))?;
        Ok(self.setting.opening.outcomes_of_deal(deal))
    }

    /// Returns a bot, given its name (see `portolan.bots()`) or its file. The random choices of the bot depend on the
    /// deal and on `seed`. `allow_programs` allows the bot file to start a program, such as a class from `bot_file()`.
    /// The program serves all games of the bot and ends with it.
    #[pyo3(signature = (name, seed=None, *, allow_programs=false))]
    fn bot(
        &self,
        name: &Bound<'_, PyAny>,
        seed: Option<Bound<'_, PyAny>>,
        allow_programs: bool,
    ) -> PyResult<Bot> {
        let seed = seed.as_ref().map(seed_of).transpose()?;
        let (name, is_allowed, own) = name_of(name)?;
        let wanted = (name, is_allowed || allow_programs, seed.or(own));
        Bot::find(&self.setting, &wanted)
    }

    /// Returns a `Vector` of `games` games in lockstep. They use the deals of `seed`; without a seed, they share no
    /// deal with another vector of this game.
    ///
    /// `opponents` are names or files of bots, or bots, for all players but one. They move automatically, and the caller plays
    /// `seat` (from 0) or, by default, each seat in turn. With `autoreset=False`, a finished game remains until
    /// `renew()` replaces it.
    ///
    /// `inputs` selects the columns of observations and afterstates: "used" for `used_inputs()`, or indices of inputs in
    /// ascending order. `threads` threads share the games; results do not depend on their number.
    #[pyo3(signature = (games, seed=None, *, opponents=None, seat=None, autoreset=true, inputs=None, threads=Whole::Small(1)),
           text_signature = "($self, games, seed=None, *, opponents=None, seat=None, autoreset=True, inputs=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn vector(
        &self,
        py: Python<'_>,
        games: Whole,
        seed: Option<Bound<'_, PyAny>>,
        opponents: Option<Bound<'_, PyAny>>,
        seat: Option<Whole>,
        autoreset: bool,
        inputs: Option<Bound<'_, PyAny>>,
        threads: Whole,
    ) -> PyResult<Vector> {
        const MOST_THREADS: usize = 1024;
        let opening = &self.setting.opening;
        let games = games.at_least(1, "games")?;
        let inputs = inputs.map(|inputs| match inputs.extract::<String>() {
            Ok(word) if word == "used" => interruptible(py, false, || opening.used_inputs(200, 1)),
            _ => whole_numbers(&inputs, "inputs: expected \"used\" or whole numbers"),
        });
        let all = self.setting.about().input_names().len();
        let columns = inputs.transpose()?.map(|inputs| Columns::new(inputs, all));
        let opponents = match opponents {
            None => Ok(Vec::new()),
            Some(list) if !list.is_instance_of::<PyString>() && list.try_iter().is_ok() => list
                .try_iter()?
                .map(|bot| bot.and_then(|bot| name_of(&bot)))
                .collect(),
            Some(bot) => Err(wrong(format!(
                "opponents={0}: expected a list of bots, such as [{0}]",
                bot.repr()?
            ))),
        };
        let wish = Wish {
            games,
            opponents: opponents?,
            seat: seat.map(|seat| seat.at_least(0, "seat")).transpose()?,
            autoreset,
            columns: columns.transpose()?,
            threads: threads.at_least(1, "threads")?.min(games).min(MOST_THREADS),
        };
        let seed = match seed {
            Some(seed) => seed_of(&seed)?,
            None => self.deals(Deals::next_vector),
        };
        Vector::new(py, &self.setting, wish, Start::Seed(seed))
    }

    fn __copy__(&self) -> Game {
        Game::at(self.setting.clone(), self.deals(|deals| *deals))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        let deals = self.deals(|deals| *deals);
        let arguments = self.setting.arguments();
        let again = function(py, "_game_again")?;
        Ok((again, (arguments, deals.seed, deals.dealt, deals.vectors)))
    }

    fn _repr_html_(&self) -> String {
        let options = self.options().into_iter();
        let options: Vec<String> = options
            .map(|(key, value)| format!("{key} = {value}"))
            .collect();
        let rows = [
            ("players", self.players().to_string()),
            ("options", options.join(", ")),
            ("action indices", self.num_actions().to_string()),
            ("inputs", self.num_inputs().to_string()),
            ("score categories", self.score_categories().join(", ")),
        ];
        let mut table = format!("<table><caption>{}</caption>", escaped(self.name()));
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            table += &format!("<tr><th>{name}</th><td>{}</td></tr>", escaped(value));
        }
        table + "</table>"
    }

    fn __repr__(&self) -> String {
        let mut text = format!("Game({:?}, players={}", self.name(), self.players());
        if !self.options().is_empty() {
            text += &format!(", options={:?}", self.options());
        }
        if let Some(folder) = &self.setting.data {
            text += &format!(", data={folder:?}");
        }
        text + ")"
    }
}

/// Recreates a pickled game.
#[pyfunction]
pub fn _game_again(
    arguments: Arguments,
    #[pyo3(from_py_with = seed_of)] seed: u64,
    dealt: u64,
    vectors: u64,
) -> PyResult<Game> {
    let deals = Deals {
        seed,
        dealt,
        vectors,
    };
    Ok(Game::at(Setting::new(arguments)?, deals))
}
