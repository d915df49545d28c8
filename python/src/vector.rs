//! The Python class `Vector`: many games in lockstep.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::afterstates::{Afterstates, Collected};
use crate::bot::{Wanted, is_slow, specification};
use crate::columns::Columns;
use crate::fleet::{End, Games, Kept, Orders};
use crate::player::interruptible;
use crate::setting::{Arguments, Setting, function, placed, seed_of, wrong};

#[derive(Clone)]
pub struct Wish {
    pub games: usize,
    /// Names or files of bots.
    pub opponents: Vec<Wanted>,
    /// The caller's seat, from 0.
    pub seat: Option<usize>,
    /// True if the next deal starts as soon as a game ends.
    pub autoreset: bool,
    /// Selected inputs of observations, or `None` for all.
    pub columns: Option<Columns>,
}

/// Games played in lockstep: `Game.vector(1024)`. When a game ends, the next deal of the seed replaces it.
#[pyclass(frozen, module = "portolan")]
pub struct Vector {
    setting: Setting,
    wish: Wish,
    seats: usize,
    actions: usize,
    inputs: usize,
    /// True if an opponent can take long.
    is_slow: bool,
    played: Mutex<Played>,
}

struct Played {
    games: Box<dyn Games>,
    ends: Vec<End>,
}

fn fits<T: numpy::Element>(
    name: &str,
    array: &PyReadwriteArray2<'_, T>,
    shape: (usize, usize),
) -> PyResult<()> {
    let given = array.shape();
    match given == [shape.0, shape.1] && array.is_c_contiguous() {
        true => Ok(()),
        false => Err(wrong(format!(
            "{name}: expected a contiguous array of shape {shape:?}, not {given:?}"
        ))),
    }
}

/// Converts an array of any integer type, or a list, to whole numbers.
pub fn whole_numbers(given: &Bound<'_, PyAny>, expected: &str) -> PyResult<Vec<i64>> {
    if let Ok(numbers) = given.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(numbers.to_vec()?);
    }
    let array = given
        .py()
        .import("numpy")?
        .call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 || !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!(
            "{expected}: an array of one dimension or a list"
        )));
    }
    let numbers = array.call_method1("astype", ("int64",))?;
    let numbers = numbers.extract::<PyReadonlyArray1<'_, i64>>();
    Ok(numbers.map_err(wrong)?.to_vec()?)
}

type Steps<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray2<f32>>);
type Legal<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);
type Held = (usize, Vec<Wanted>, Option<usize>, bool, Option<Vec<i64>>);
type Again<'py> = (
    Bound<'py, PyAny>,
    (Arguments, Held, u64, u64, u64, Vec<Kept>),
);

impl Vector {
    /// Creates a vector with the deals of a seed.
    pub fn new(setting: &Setting, wish: Wish, seed: u64) -> PyResult<Vector> {
        if wish.games == 0 {
            return Err(wrong("games: expected 1 or more"));
        }
        let about = setting.about();
        let mut bots = Vec::with_capacity(wish.opponents.len());
        for wanted in &wish.opponents {
            bots.push(specification(setting, wanted)?);
        }
        let is_slow = bots.iter().any(is_slow);
        let orders = Orders {
            games: wish.games,
            seed,
            opponents: bots,
            seat: wish.seat,
            autoreset: wish.autoreset,
            columns: wish.columns.clone(),
        };
        let games = setting.opening.fleet(orders).map_err(wrong)?;
        let ends = Vec::new();
        Ok(Vector {
            seats: about.seats(),
            actions: about.action_bound() as usize,
            inputs: match &wish.columns {
                Some(columns) => columns.inputs.len(),
                None => about.input_names().len(),
            },
            setting: setting.clone(),
            is_slow,
            wish,
            played: Mutex::new(Played { games, ends }),
        })
    }

    /// Locks the games for the current thread.
    fn played(&self) -> PyResult<MutexGuard<'_, Played>> {
        self.played.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err(
                "another thread is using this Vector: give every thread one of its own",
            ),
            TryLockError::Poisoned(_) => PyRuntimeError::new_err("this Vector broke before"),
        })
    }

    /// Returns the input of each column of an observation.
    fn columns(&self) -> Vec<i64> {
        match &self.wish.columns {
            Some(columns) => columns.inputs.iter().map(|&input| input as i64).collect(),
            None => (0..self.inputs as i64).collect(),
        }
    }

    fn one_each(&self, name: &str, given: usize) -> PyResult<()> {
        let games = self.wish.games;
        match given == games {
            true => Ok(()),
            false => Err(wrong(format!(
                "{name}: expected {games}, one a game, not {given}"
            ))),
        }
    }

    fn check(
        &self,
        observations: &Option<PyReadwriteArray2<'_, f32>>,
        masks: &Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        if let Some(observations) = observations {
            fits("observations", observations, (self.wish.games, self.inputs))?;
        }
        if let Some(masks) = masks {
            fits("masks", masks, (self.wish.games, self.actions))?;
        }
        Ok(())
    }

    fn fill(
        &self,
        py: Python<'_>,
        played: &mut Played,
        observations: &mut Option<PyReadwriteArray2<'_, f32>>,
        masks: &mut Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        let (inputs, actions) = (self.inputs, self.actions);
        if let Some(observations) = observations {
            let values = observations.as_slice_mut()?;
            py.detach(|| played.games.observations(inputs, values));
        }
        if let Some(masks) = masks {
            let values = masks.as_slice_mut()?;
            py.detach(|| played.games.masks(actions, values));
        }
        Ok(())
    }

    /// Calls `work`, which Ctrl-C can interrupt if an opponent can take long.
    fn carry_out<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<T, String> + Send,
    ) -> PyResult<T> {
        let done = match self.is_slow {
            true => interruptible(py, work)?,
            false => py.detach(work),
        };
        done.map_err(wrong)
    }

    fn keep(&self) -> PyResult<(Arguments, Held, u64, u64, u64, Vec<Kept>)> {
        let (seed, dealt, drawn, games) = self.played()?.games.keep();
        let opponents = self.wish.opponents.iter();
        let opponents = opponents.map(|(name, is_allowed)| (placed(name), *is_allowed));
        let wish = &self.wish;
        let held = (
            wish.games,
            opponents.collect(),
            wish.seat,
            wish.autoreset,
            wish.columns.as_ref().map(|_| self.columns()),
        );
        Ok((self.setting.arguments(), held, seed, dealt, drawn, games))
    }
}

#[pymethods]
impl Vector {
    fn __len__(&self) -> usize {
        self.wish.games
    }

    /// Input of each column of an observation, an int64 array.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.columns())
    }

    /// Returns the seat to move in each game, from 0, as an int64 array.
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let seats = self.played()?.games.to_move().into_iter();
        Ok(PyArray1::from_vec(
            py,
            seats.map(|seat| seat as i64).collect(),
        ))
    }

    /// Returns the deal seed of each game as an int64 array.
    fn deal_seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let seeds = self.played()?.games.deal_seeds().into_iter();
        Ok(PyArray1::from_vec(
            py,
            seeds.map(|seed| seed as i64).collect(),
        ))
    }

    /// Returns a bool array that is True for each game that is over. With `autoreset`, all values are False.
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_vec(py, self.played()?.games.over()))
    }

    /// Returns the index of a random legal action for each game as an int64 array; -1 if the game is over.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let drawn = self.played()?.games.sample();
        Ok(PyArray1::from_vec(py, drawn))
    }

    /// Returns the indices of the legal actions of all games, and the first place of each game with the number of places
    /// as the last element: two int64 arrays.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Legal<'py>> {
        let (numbers, offsets) = self.played()?.games.legal(false);
        let numbers = PyArray1::from_vec(py, numbers);
        Ok((numbers, PyArray1::from_vec(py, offsets)))
    }

    /// Returns the indices of the legal actions of all games for a policy, as `State.policy_numbers()` does, and their
    /// offsets, as `legal_actions()` does.
    fn policy_numbers<'py>(&self, py: Python<'py>) -> PyResult<Legal<'py>> {
        let (numbers, offsets) = self.played()?.games.legal(true);
        let numbers = PyArray1::from_vec(py, numbers);
        Ok((numbers, PyArray1::from_vec(py, offsets)))
    }

    /// Returns the observations of the seat to move after each legal action, for all games; see `portolan.afterstates`.
    #[pyo3(signature = (*, sparse=false, worlds=1))]
    fn afterstates(&self, py: Python<'_>, sparse: bool, worlds: usize) -> PyResult<Afterstates> {
        let played = self.played()?;
        let games = &played.games;
        let columns = self.wish.columns.clone();
        let mut collected = Collected::new(self.inputs, columns, worlds, sparse)?;
        py.detach(|| games.afterstates(&mut collected));
        collected.finish(py)
    }

    /// Returns the current scores, an int32 array of shape (games, seats).
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let scores = PyArray1::from_vec(py, self.played()?.games.scores());
        scores.reshape([self.wish.games, self.seats])
    }

    /// Writes the current observations and action masks into arrays of the caller, as `step` does.
    #[pyo3(signature = (observations=None, masks=None))]
    fn write(
        &self,
        py: Python<'_>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
        mut masks: Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        self.check(&observations, &masks)?;
        let mut played = self.played()?;
        self.fill(py, &mut played, &mut observations, &mut masks)
    }

    /// Applies one action in every game, given an integer array or a list of action indices. `observations` (float32
    /// array of shape (games, inputs)) and `masks` (int8 array of shape (games, actions)) are overwritten with the
    /// observations and legal actions of the next seats to move.
    ///
    /// Returns a bool array of shape (games,) that is True for each game that ended, and a float32 array of shape
    /// (games, seats) with the shares of the win in games that ended and 0 elsewhere. `ends()` returns further results.
    /// `skip`, a list or array of bool, marks games that do not move and whose action is ignored. Raises ValueError and
    /// changes no game if an action is not legal.
    #[pyo3(signature = (actions, observations=None, masks=None, *, skip=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        mut observations: Option<PyReadwriteArray2<'py, f32>>,
        mut masks: Option<PyReadwriteArray2<'py, i8>>,
        skip: Option<Vec<bool>>,
    ) -> PyResult<Steps<'py>> {
        let actions = whole_numbers(actions, "actions: expected whole numbers, one a game")?;
        let (games, seats) = (self.wish.games, self.seats);
        let skip = skip.unwrap_or_else(|| vec![false; games]);
        self.one_each("skip", skip.len())?;
        self.one_each("actions", actions.len())?;
        self.check(&observations, &masks)?;
        let mut guard = self.played()?;
        let played = &mut *guard;
        played.ends = self.carry_out(py, || played.games.step(&actions, &skip))?;
        self.fill(py, played, &mut observations, &mut masks)?;
        let mut done = vec![false; games];
        let mut returns = vec![0.0; games * seats];
        for end in &played.ends {
            done[end.game] = true;
            returns[end.game * seats..][..seats].copy_from_slice(&end.returns);
        }
        let returns = PyArray1::from_vec(py, returns).reshape([games, seats])?;
        Ok((PyArray1::from_vec(py, done), returns))
    }

    /// Returns the results of the games that ended in the last `step`, as arrays with one row for each game. `game` is
    /// the index of the game, `deal_seed` the seed of its deal, and `seat` the caller's seat, or the seat that moved
    /// last if there are no opponents. `truncated` is True if a length limit ended the game without a winner.
    /// `returns`, `scores` and `ranks` have one column for each seat, and `observations` has the final observation of
    /// each seat.
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let played = self.played()?;
        let ends = &played.ends;
        let (rows, seats) = (ends.len(), self.seats);
        let whole =
            |of: &dyn Fn(&End) -> i64| PyArray1::from_vec(py, ends.iter().map(of).collect());
        let table = PyDict::new(py);
        table.set_item("game", whole(&|end| end.game as i64))?;
        table.set_item("deal_seed", whole(&|end| end.deal_seed as i64))?;
        table.set_item("seat", whole(&|end| end.seat as i64))?;
        let truncated = ends.iter().map(|end| end.truncated).collect();
        table.set_item("truncated", PyArray1::<bool>::from_vec(py, truncated))?;
        let returns: Vec<f32> = ends.iter().flat_map(|end| end.returns.clone()).collect();
        let returns = PyArray1::from_vec(py, returns).reshape([rows, seats])?;
        table.set_item("returns", returns)?;
        let scores: Vec<i32> = ends.iter().flat_map(|end| end.scores.clone()).collect();
        let scores = PyArray1::from_vec(py, scores).reshape([rows, seats])?;
        table.set_item("scores", scores)?;
        let ranks: Vec<u8> = ends.iter().flat_map(|end| end.ranks.clone()).collect();
        let ranks = PyArray1::from_vec(py, ranks).reshape([rows, seats])?;
        table.set_item("ranks", ranks)?;
        let known: Vec<f32> = ends
            .iter()
            .flat_map(|end| end.observations.iter().copied())
            .collect();
        let known: Bound<'py, PyArray3<f32>> =
            PyArray1::from_vec(py, known).reshape([rows, seats, self.inputs])?;
        table.set_item("observations", known)?;
        Ok(table)
    }

    /// Replaces each game for which `games`, a list or array of bool, is True by the next deal of the seed. By default,
    /// it replaces all games that are over.
    #[pyo3(signature = (games=None))]
    fn renew(&self, py: Python<'_>, games: Option<Vec<bool>>) -> PyResult<()> {
        let mut guard = self.played()?;
        let played = &mut *guard;
        let chosen = games.unwrap_or_else(|| played.games.over());
        self.one_each("games", chosen.len())?;
        let places = chosen.iter().enumerate().filter(|&(_, &chosen)| chosen);
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        self.carry_out(py, || played.games.renew(&places))
    }

    /// Restarts all games with the first deals of a seed.
    fn restart(&self, py: Python<'_>, seed: Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(&seed)?;
        let mut guard = self.played()?;
        let played = &mut *guard;
        played.ends.clear();
        self.carry_out(py, || played.games.restart(seed))
    }

    fn __copy__(&self) -> PyResult<Vector> {
        let (arguments, held, seed, dealt, drawn, games) = self.keep()?;
        _vector_again(arguments, held, seed, dealt, drawn, games)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Vector> {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        Ok((function(py, "_vector_again")?, self.keep()?))
    }

    fn __repr__(&self) -> String {
        let name = self.setting.about().name();
        format!("<Vector of {} games of {name}>", self.wish.games)
    }
}

/// Recreates a pickled vector. Pickles do not contain the results of the last step.
#[pyfunction]
pub fn _vector_again(
    arguments: Arguments,
    held: Held,
    #[pyo3(from_py_with = seed_of)] seed: u64,
    dealt: u64,
    drawn: u64,
    games: Vec<Kept>,
) -> PyResult<Vector> {
    let (number, opponents, seat, autoreset, inputs) = held;
    let setting = Setting::new(arguments)?;
    let all = setting.about().input_names().len();
    let columns = inputs.map(|inputs| Columns::new(inputs, all)).transpose();
    let wish = Wish {
        games: number,
        opponents,
        seat,
        autoreset,
        columns: columns.map_err(wrong)?,
    };
    let vector = Vector::new(&setting, wish, seed)?;
    let taken_up = vector.played()?.games.take_up(dealt, drawn, &games);
    taken_up.map_err(wrong)?;
    Ok(vector)
}
