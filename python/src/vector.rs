//! The Python class `Vector`: many games in lockstep.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyUntypedArrayMethods,
    ndarray::{self, IntoDimension},
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::afterstates::{Afterstates, Request, collect};
use crate::arguments::{Whole, reserve, seed_of, wrong};
use crate::bot::{Wanted, is_slow, specification};
use crate::columns::Columns;
use crate::fleet::{End, Games, Kept as KeptGame, Orders, State};
use crate::setting::{Arguments, Setting, function, placed};
use crate::threads::interruptible;

/// Minimum number of games for which a step takes long enough to be interruptible.
const MANY: usize = 1000;

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
    pub threads: usize,
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

/// Returns an array of the caller that is to be overwritten. A `None` in the shape allows any length.
fn writable<'py, T: Element, D: ndarray::Dimension>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shape: &[Option<usize>],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let lengths: Vec<String> = (shape.iter())
        .map(|length| length.map_or("any".to_string(), |length| length.to_string()))
        .collect();
    let kind = numpy::dtype::<T>(given.py()).str()?;
    let expected = format!(
        "a contiguous {kind} array of shape ({})",
        lengths.join(", ")
    );
    let Ok(array) = given.cast::<PyArray<T, D>>() else {
        let found = given
            .getattr("dtype")
            .unwrap_or(given.get_type().into_any());
        return Err(PyTypeError::new_err(format!(
            "{name}: expected {expected}, not {found}"
        )));
    };
    let mut lengths = array.shape().iter().zip(shape);
    if !array.is_c_contiguous()
        || !lengths.all(|(&has, wanted)| wanted.is_none_or(|wanted| wanted == has))
    {
        return Err(wrong(format!(
            "{name}: expected {expected}, not {:?}",
            array.shape()
        )));
    }
    (array.try_readwrite()).map_err(|error| wrong(format!("{name}: {error}")))
}

/// Returns values of some results as an array of this shape.
fn matrix<'py, T: Element + Copy, const N: usize>(
    py: Python<'py>,
    ends: &[End],
    shape: [usize; N],
    of: impl Fn(&End) -> &[T],
) -> PyResult<Bound<'py, PyAny>>
where
    [usize; N]: IntoDimension<Dim: ndarray::Dimension>,
{
    let mut all = Vec::new();
    reserve(&mut all, shape.iter().product())?;
    ends.iter().for_each(|end| all.extend_from_slice(of(end)));
    Ok(PyArray1::from_vec(py, all).reshape(shape)?.into_any())
}

/// Returns an array as integers if it contains truth values.
fn with_integers(masks: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let kind = masks
        .getattr("dtype")
        .and_then(|dtype| dtype.getattr("kind"));
    match kind.is_ok_and(|kind| kind.eq("b").unwrap_or(false)) {
        true => masks.call_method1("view", ("int8",)),
        false => Ok(masks),
    }
}

/// Converts an array or list of truth values.
fn truth_values(name: &str, given: Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    given
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("{name}: expected an array or a list of bool")))
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
type Held = (
    usize,
    Vec<Wanted>,
    Option<usize>,
    bool,
    Option<Vec<i64>>,
    usize,
);
type Kept = (Arguments, Held, u64, u64, u64, Vec<KeptGame>);

/// First states of a vector.
pub enum Start {
    /// The first deals of a seed.
    Seed(u64),
    /// A stored state.
    Stored(State),
}

impl Vector {
    pub fn new(py: Python<'_>, setting: &Setting, wish: Wish, start: Start) -> PyResult<Vector> {
        let about = setting.about();
        let mut bots = Vec::with_capacity(wish.opponents.len());
        for wanted in &wish.opponents {
            bots.push((specification(setting, wanted)?, wanted.2));
        }
        let is_slow = bots.iter().any(|(bot, _)| is_slow(bot));
        let orders = Orders {
            games: wish.games,
            opponents: bots,
            seat: wish.seat,
            autoreset: wish.autoreset,
            columns: wish.columns.clone(),
            threads: wish.threads,
        };
        let games = interruptible(py, !is_slow && wish.games < MANY, || {
            let mut games = setting.opening.fleet(orders)?;
            match start {
                Start::Seed(seed) => games.restart(seed)?,
                Start::Stored(state) => games.take_up(state)?,
            }
            Ok(games)
        })?;
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

    /// Returns true if a step is too short to need an interrupt.
    fn is_short(&self) -> bool {
        !self.is_slow && self.wish.games < MANY
    }

    /// Calls `work` with the games and the arrays of the caller, and then overwrites the arrays.
    fn write_after<T>(
        &self,
        py: Python<'_>,
        observations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
        work: impl FnOnce(&mut Played) -> PyResult<T>,
    ) -> PyResult<T> {
        let (games, inputs, actions) = (self.wish.games, self.inputs, self.actions);
        let shape = |width| [Some(games), Some(width)];
        let observations = observations
            .map(|given| writable::<f32, ndarray::Ix2>("observations", &given, &shape(inputs)));
        let masks = masks.map(|given| {
            writable::<i8, ndarray::Ix2>("masks", &with_integers(given)?, &shape(actions))
        });
        let (mut observations, mut masks) = (observations.transpose()?, masks.transpose()?);
        let mut played = self.played()?;
        let done = work(&mut played)?;
        if let Some(observations) = &mut observations {
            let values = observations.as_slice_mut()?;
            py.detach(|| played.games.observations(inputs, values))?;
        }
        if let Some(masks) = &mut masks {
            let values = masks.as_slice_mut()?;
            py.detach(|| played.games.masks(actions, values));
        }
        Ok(done)
    }

    fn keep(&self) -> PyResult<Kept> {
        let (seed, dealt, drawn, games) = self.played()?.games.keep();
        let opponents = self.wish.opponents.iter();
        let opponents =
            opponents.map(|(name, is_allowed, seed)| (placed(name), *is_allowed, *seed));
        let wish = &self.wish;
        let held = (
            wish.games,
            opponents.collect(),
            wish.seat,
            wish.autoreset,
            wish.columns.as_ref().map(|_| self.columns()),
            wish.threads,
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

    /// Returns the indices of the legal actions of all games, and the offset of the first action of each game,
    /// followed by the number of actions: two int64 arrays.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Legal<'py>> {
        let (numbers, offsets) = self.played()?.games.legal(false);
        let numbers = PyArray1::from_vec(py, numbers);
        Ok((numbers, PyArray1::from_vec(py, offsets)))
    }

    /// Returns the indices of the legal actions of all games for a policy, as `State.policy_indices()` does, and their
    /// offsets, as `legal_actions()` does.
    fn policy_indices<'py>(&self, py: Python<'py>) -> PyResult<Legal<'py>> {
        let (numbers, offsets) = self.played()?.games.legal(true);
        let numbers = PyArray1::from_vec(py, numbers);
        Ok((numbers, PyArray1::from_vec(py, offsets)))
    }

    /// Returns the observations of the seat to move after each legal action, for all games; see `portolan.afterstates`.
    #[pyo3(signature = (*, sparse=false, worlds=Whole::Small(1)), text_signature = "($self, *, sparse=False, worlds=1)")]
    fn afterstates(&self, py: Python<'_>, sparse: bool, worlds: Whole) -> PyResult<Afterstates> {
        let played = self.played()?;
        let games = &played.games;
        let request = Request {
            width: self.inputs,
            columns: self.wish.columns.as_ref(),
            is_sparse: sparse,
        };
        let counts = games.legal_counts();
        collect(py, request, &worlds, &counts, |parts| {
            games.afterstates(parts)
        })
    }

    /// Returns the current scores, an int32 array of shape (games, seats).
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let scores = PyArray1::from_vec(py, self.played()?.games.scores());
        scores.reshape([self.wish.games, self.seats])
    }

    /// Writes the current observations and action masks into arrays of the caller, as `step` does.
    ///
    /// `sparse` is a tuple of one-dimensional arrays (values, columns, starts): float32 and int64 of any length, and int64 of
    /// length games + 1. The nonzero inputs of game `i` are written to the places `starts[i]` to `starts[i + 1] - 1` of
    /// `values` and `columns`. Raises ValueError if there are more of them than places.
    #[pyo3(signature = (observations=None, masks=None, *, sparse=None))]
    fn write(
        &self,
        py: Python<'_>,
        observations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
        sparse: Option<[Bound<'_, PyAny>; 3]>,
    ) -> PyResult<()> {
        let Some([values, columns, starts]) = sparse else {
            return self.write_after(py, observations, masks, |_| Ok(()));
        };
        let starts_shape = [Some(self.wish.games + 1)];
        let mut values = writable::<f32, ndarray::Ix1>("values", &values, &[None])?;
        let mut columns = writable::<i64, ndarray::Ix1>("columns", &columns, &[None])?;
        let mut starts = writable::<i64, ndarray::Ix1>("starts", &starts, &starts_shape)?;
        let (values, columns) = (values.as_slice_mut()?, columns.as_slice_mut()?);
        let (starts, places) = (starts.as_slice_mut()?, values.len().min(columns.len()));
        self.write_after(py, observations, masks, |played| {
            match py.detach(|| played.games.sparse(values, columns, starts)) {
                true => Ok(()),
                false => Err(wrong(format!(
                    "sparse: the games have more nonzero inputs than the {places} places of values and columns"
                ))),
            }
        })
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
        observations: Option<Bound<'py, PyAny>>,
        masks: Option<Bound<'py, PyAny>>,
        skip: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Steps<'py>> {
        let actions = whole_numbers(actions, "actions: expected whole numbers, one a game")?;
        let (games, seats) = (self.wish.games, self.seats);
        let skip = skip.map(|skip| truth_values("skip", skip)).transpose()?;
        let skip = skip.unwrap_or_else(|| vec![false; games]);
        self.one_each("skip", skip.len())?;
        self.one_each("actions", actions.len())?;
        self.write_after(py, observations, masks, |played| {
            let step = || played.games.step(&actions, &skip);
            played.ends = interruptible(py, self.is_short(), step)?;
            let mut done = vec![false; games];
            let mut returns = vec![0.0; games * seats];
            for end in &played.ends {
                done[end.game] = true;
                returns[end.game * seats..][..seats].copy_from_slice(&end.returns);
            }
            let returns = PyArray1::from_vec(py, returns).reshape([games, seats])?;
            Ok((PyArray1::from_vec(py, done), returns))
        })
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
        let shape = [rows, seats];
        table.set_item("returns", matrix(py, ends, shape, |end| &end.returns)?)?;
        table.set_item("scores", matrix(py, ends, shape, |end| &end.scores)?)?;
        table.set_item("ranks", matrix(py, ends, shape, |end| &end.ranks)?)?;
        let shape = [rows, seats, self.inputs];
        let known = matrix(py, ends, shape, |end| &end.observations)?;
        table.set_item("observations", known)?;
        Ok(table)
    }

    /// Replaces each game for which `games`, a list or array of bool, is True by the next deal of the seed. By default,
    /// it replaces all games that are over.
    #[pyo3(signature = (games=None))]
    fn renew(&self, py: Python<'_>, games: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let mut guard = self.played()?;
        let played = &mut *guard;
        let chosen = games
            .map(|games| truth_values("games", games))
            .transpose()?;
        let chosen = chosen.unwrap_or_else(|| played.games.over());
        self.one_each("games", chosen.len())?;
        let places = chosen.iter().enumerate().filter(|&(_, &chosen)| chosen);
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        interruptible(py, self.is_short(), || played.games.renew(&places))
    }

    /// Restarts all games with the first deals of a seed.
    fn restart(&self, py: Python<'_>, seed: Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(&seed)?;
        let mut guard = self.played()?;
        let played = &mut *guard;
        interruptible(py, self.is_short(), || played.games.restart(seed))?;
        played.ends.clear();
        Ok(())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Vector> {
        let (arguments, held, seed, dealt, drawn, games) = self.keep()?;
        _vector_again(py, arguments, held, seed, dealt, drawn, games)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Vector> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
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
    py: Python<'_>,
    arguments: Arguments,
    held: Held,
    #[pyo3(from_py_with = seed_of)] seed: u64,
    dealt: u64,
    drawn: u64,
    kept: Vec<KeptGame>,
) -> PyResult<Vector> {
    let (games, opponents, seat, autoreset, inputs, threads) = held;
    let setting = Setting::new(arguments)?;
    let all = setting.about().input_names().len();
    let wish = Wish {
        games,
        opponents,
        seat,
        autoreset,
        columns: inputs.map(|inputs| Columns::new(inputs, all)).transpose()?,
        threads,
    };
    let start = Start::Stored((seed, dealt, drawn, kept));
    Vector::new(py, &setting, wish, start)
}
