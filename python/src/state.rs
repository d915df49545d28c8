//! The Python class `State`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};
use serde_json::Value;

use portolan::game::Seat;
use portolan::random::derive_seed;
use portolan::seed::{self, SeedError};

use crate::afterstates::{Afterstates, Request, collect};
use crate::arguments::{Whole, seed_of, wrong};
use crate::picture::escaped;
use crate::setting::{Arguments, Setting, function};
use crate::table::{Step, Table, repeat, returns};

/// A state of a game. Seats count from 0, except in the output of `to_dict()` and `str()`, where they count from 1.
#[pyclass(module = "portolan")]
pub struct State {
    setting: Setting,
    pub table: Box<dyn Table>,
    /// Number of determinizations without a seed, shared with all copies.
    worlds: Arc<AtomicU64>,
}

/// An action, given by its index or its notation.
enum Named {
    Index(Whole),
    Notation(String),
}

impl<'py> FromPyObject<'_, 'py> for Named {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Named> {
        if let Ok(index) = given.extract() {
            return Ok(Named::Index(index));
        }
        given.extract().map(Named::Notation).map_err(|_| {
            let found = given.get_type().name().map(|name| name.to_string());
            PyTypeError::new_err(format!(
                "expected an action as its index (int) or its notation (str), found {}",
                found.unwrap_or_default()
            ))
        })
    }
}

impl State {
    /// Creates a position of a game.
    pub fn new(setting: &Setting, table: Box<dyn Table>) -> State {
        State {
            setting: setting.clone(),
            table,
            worlds: Arc::default(),
        }
    }

    fn shown(&self) -> PyResult<&dyn Table> {
        match self.table.is_dealt() {
            true => Ok(&*self.table),
            false => Err(wrong(
                "nothing is dealt yet: draw() the outcomes of chance first",
            )),
        }
    }

    /// Returns a seat; the default is the seat to move.
    fn seat(&self, seat: Option<&Whole>) -> PyResult<Seat> {
        let Some(seat) = seat else {
            let to_move = self.table.to_move();
            return to_move.ok_or_else(|| wrong("no seat is to move: say which seat"));
        };
        let seats = self.setting.about().seats();
        let given = seat.at_least(0, "seat").ok();
        given.filter(|&seat| seat < seats).ok_or_else(|| {
            PyIndexError::new_err(format!("seat {seat}: expected 0 to {}", seats - 1))
        })
    }

    /// Returns the seat whose view is shown; `None` for the complete state.
    fn observer(&self, seat: Option<&Whole>) -> PyResult<Option<Seat>> {
        match seat {
            None if self.table.is_over() => Ok(None),
            seat => self.seat(seat).map(Some),
        }
    }

    fn known(&self, named: &Named) -> PyResult<usize> {
        if self.table.draw().is_some() {
            return Err(wrong("chance is to be drawn: draw() an outcome first"));
        }
        if self.table.to_move().is_none() {
            return Err(wrong("the game is over"));
        }
        match named {
            Named::Notation(notation) => self.table.parse(notation).map_err(wrong),
            Named::Index(index) => {
                let mut choices = 0..self.table.choices();
                let found = choices.find(|&choice| index.is(self.table.number(choice)));
                found.ok_or_else(|| {
                    let legal = self.indices();
                    wrong(format!(
                        "no legal action has the index {index}; legal: {legal:?}"
                    ))
                })
            }
        }
    }

    fn indices(&self) -> Vec<i64> {
        let choices = 0..self.table.choices();
        choices
            .map(|choice| i64::from(self.table.number(choice)))
            .collect()
    }
}

/// Returns an outcome number.
fn outcome_of(given: &Whole) -> PyResult<u32> {
    let number = u32::try_from(given.at_least(0, "outcome")?);
    number.map_err(|_| wrong(format!("{given} is no outcome here")))
}

/// Converts JSON to an object of Python.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into_bound_py_any(py)?,
            None => number.as_f64().into_bound_py_any(py)?,
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: PyResult<Vec<_>> = items.iter().map(|item| object(py, item)).collect();
            PyList::new(py, items?)?.into_any()
        }
        Value::Object(entries) => {
            let found = PyDict::new(py);
            for (key, value) in entries {
                found.set_item(key, object(py, value)?)?;
            }
            found.into_any()
        }
    })
}

type Steps = Vec<(u8, u64, u64)>;
type Again<'py> = (
    Bound<'py, PyAny>,
    (Arguments, u64, bool, Steps, u64, Option<String>),
);

#[pymethods]
impl State {
    /// Seat to move, from 0; None if the game is over or a chance event is open.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.table.to_move()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// True if a length limit ended the game without a winner.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.table.capped()
    }

    /// True if a chance event is open. This occurs only in games that began with `Game.new_state_before_deal()`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.table.draw().is_some()
    }

    /// True if the deal is complete.
    #[getter]
    fn is_dealt(&self) -> bool {
        self.table.is_dealt()
    }

    /// Number of moves since the deal, or since the last `determinize()`.
    #[getter]
    fn moves(&self) -> usize {
        self.table.made()
    }

    /// Current round, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.table.round()
    }

    /// Seed of the deal, as in the column `seed` of `games.csv`.
    #[getter]
    fn deal_seed(&self) -> u64 {
        self.table.deal_seed()
    }

    /// Returns the indices of the legal actions, an int64 array of values below `Game.num_actions`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.indices())
    }

    /// Returns the index of each legal action for a policy, in the order of `legal_actions()`: an int64 array of values
    /// below `Game.num_policy_actions`. An index describes what the action does in this state, and has this meaning for
    /// all numbers of players and rule options. Actions that a policy need not distinguish may share an index.
    fn policy_indices<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let choices = 0..self.table.choices();
        let numbers = choices.map(|choice| i64::from(self.table.policy_number(choice)));
        PyArray1::from_vec(py, numbers.collect())
    }

    /// Returns the observations of the seat to move after each legal action; see `portolan.afterstates`.
    #[pyo3(signature = (*, sparse=false, worlds=Whole::Small(1), seed=None), text_signature = "($self, *, sparse=False, worlds=1, seed=None)")]
    fn afterstates(
        slf: PyRef<'_, Self>,
        sparse: bool,
        worlds: Whole,
        seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Afterstates> {
        let py = slf.py();
        afterstates(py, vec![slf], sparse, worlds, seed)
    }

    /// Returns the notation of each legal action, in the order of `legal_actions()`.
    fn legal_notations(&self) -> Vec<String> {
        let choices = 0..self.table.choices();
        choices.map(|choice| self.table.notation(choice)).collect()
    }

    /// Returns the notation of a legal action, given its index or notation.
    fn notation(&self, action: Named) -> PyResult<String> {
        Ok(self.table.notation(self.known(&action)?))
    }

    /// Returns the index of a legal action, given its notation or index.
    fn index(&self, action: Named) -> PyResult<u32> {
        Ok(self.table.number(self.known(&action)?))
    }

    /// Applies an action, given its index or notation. Raises ValueError and leaves the state unchanged if the action
    /// is not legal.
    fn apply(&mut self, action: Named) -> PyResult<()> {
        let choice = self.known(&action)?;
        self.table.apply(choice);
        Ok(())
    }

    /// Returns the possible outcomes of the open chance event as pairs of outcome number and probability. The list is
    /// empty if no chance event is open.
    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        let Some(draw) = self.table.draw() else {
            return Vec::new();
        };
        let all: u32 = draw.outcomes.iter().map(|one| one.weight).sum();
        let outcomes = draw.outcomes.iter();
        outcomes
            .map(|one| (one.number, f64::from(one.weight) / f64::from(all)))
            .collect()
    }

    /// Returns the description of an outcome, such as `card: pistol`.
    fn outcome_name(&self, outcome: Whole) -> PyResult<String> {
        Ok(self.table.outcome_name(outcome_of(&outcome)?))
    }

    /// Applies an outcome of the open chance event, given its number. Raises ValueError if `chance_outcomes()` does not
    /// list it.
    fn draw(&mut self, outcome: Whole) -> PyResult<()> {
        self.table.take(outcome_of(&outcome)?).map_err(wrong)
    }

    /// Returns a copy of the state. The copy has the same future chance events.
    fn clone(&self) -> State {
        State {
            setting: self.setting.clone(),
            table: self.table.copy(),
            worlds: Arc::clone(&self.worlds),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        let steps = self.table.steps().iter().map(|&step| match step {
            Step::Move(number) => (0, number.into(), 0),
            Step::Drawn(outcome) => (1, outcome.into(), 0),
            Step::Determinized(seat, seed) => (2, seat as u64, seed),
        });
        let arguments = (
            self.setting.arguments(),
            self.table.first_seed(),
            self.table.draws_outside(),
            steps.collect(),
            self.worlds.load(Ordering::Relaxed),
            self.table.entered().map(str::to_string),
        );
        Ok((function(py, "_state_again")?, arguments))
    }

    /// Resamples, in place, everything that a seat does not know, and all future chance events. The default seat is the
    /// seat to move. Without a seed, every call on this state or a copy of it gives a different sample.
    #[pyo3(signature = (seat=None, seed=None))]
    fn determinize(&mut self, seat: Option<Whole>, seed: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        self.shown()?;
        if self.table.draw().is_some() {
            return Err(wrong("chance is to be drawn: draw() an outcome first"));
        }
        let seat = self.seat(seat.as_ref())?;
        let seed = match seed {
            Some(seed) => seed_of(&seed)?,
            None => {
                let world = self.worlds.fetch_add(1, Ordering::Relaxed);
                let path = [self.table.made() as u64, world];
                derive_seed(self.table.deal_seed(), &path) >> 1
            }
        };
        self.table.determinize(seat, seed);
        Ok(())
    }

    /// Returns the observation of a seat, a float32 array of length `Game.num_inputs`. Most values are from 0 to 1. The
    /// default seat is the seat to move.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat.as_ref())?;
        let mut values = vec![0.0; self.setting.about().input_names().len()];
        self.shown()?.observe(seat, &mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// Returns the observation of a seat as text. The text is equal for states that the seat cannot distinguish. The
    /// default seat is the seat to move.
    #[pyo3(signature = (seat=None))]
    fn observation_key(&self, seat: Option<Whole>) -> PyResult<String> {
        let seat = self.seat(seat.as_ref())?;
        let seen = self.shown()?.observed(seat);
        let words: Vec<String> = seen.iter().map(|bits| format!("{bits:x}")).collect();
        Ok(words.join("."))
    }

    /// Returns a key of everything that a seat has seen and done since the deal. It contains a 64-bit hash, so that
    /// different histories have equal keys only after a hash collision. The default seat is the seat to move.
    #[pyo3(signature = (seat=None))]
    fn history_key(&mut self, seat: Option<Whole>) -> PyResult<String> {
        let seat = self.seat(seat.as_ref())?;
        let seen = self.observation_key(Some(Whole::Small(seat as i64)))?;
        Ok(format!("{:016x}.{seen}", self.table.memory(seat)))
    }

    /// Returns an int8 array of length `Game.num_actions`, with 1 at the index of each legal action and 0 elsewhere.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.setting.about().action_bound() as usize];
        for choice in 0..self.table.choices() {
            mask[self.table.number(choice) as usize] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// Returns the share of the win by seat, as in `games.csv`. The shares sum to 1; all of them are 0 before the end
    /// and after a game without a winner.
    fn returns(&self) -> Vec<f32> {
        match self.table.is_over() {
            false => vec![0.0; self.setting.about().seats()],
            true => returns(&self.table.ranks(), self.table.capped()),
        }
    }

    /// Returns the current score by seat.
    fn scores(&self) -> PyResult<Vec<i32>> {
        Ok(self.shown()?.scores())
    }

    /// Returns the current rank by seat, from 1.
    fn ranks(&self) -> PyResult<Vec<u32>> {
        // A `Vec<u8>` would be converted to `bytes`, not to a list.
        let ranks = self.shown()?.ranks();
        Ok(ranks.into_iter().map(u32::from).collect())
    }

    /// Returns the points of a seat by score category. They sum to the score of the seat.
    fn score_categories(&self, seat: Whole) -> PyResult<BTreeMap<&'static str, i32>> {
        let points = self.shown()?.categories(self.seat(Some(&seat))?);
        let names = self.setting.about().score_categories();
        Ok(names.iter().copied().zip(points).collect())
    }

    /// Returns the view of a seat as a dictionary, in which seats are numbered from 1. The default is the view of the seat to
    /// move, or the complete state if the game is over.
    #[pyo3(signature = (seat=None))]
    fn to_dict<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let observer = self.observer(seat.as_ref())?;
        object(py, &self.shown()?.position(observer))
    }

    /// Returns a picture of the table as SVG, as a seat sees it. The default is the view of the seat to move, or the complete
    /// state if the game is over. Notebooks display it for a state.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<Whole>) -> PyResult<String> {
        let observer = self.observer(seat.as_ref())?;
        Ok(self.shown()?.picture(observer))
    }

    fn _repr_html_(&self) -> String {
        match self.svg(None) {
            Ok(picture) if !picture.is_empty() => picture,
            _ => format!("<pre>{}</pre>", escaped(&self.__str__())),
        }
    }

    fn __str__(&self) -> String {
        match (self.table.is_dealt(), self.table.draw().is_some()) {
            (false, _) => "Before the deal".to_string(),
            // During a draw there is no seat to move, and only the seat that acted may know its action.
            (true, true) => "A draw of chance".to_string(),
            _ => self.table.describe(self.table.to_move()),
        }
    }

    fn __repr__(&self) -> String {
        let name = self.setting.about().name();
        format!("<State of {name}, {} moves made>", self.table.made())
    }
}

/// Returns the observations of the seats to move after each of their legal actions, for several states of games with equal
/// inputs. An observation contains what the seat then knows, so a value of it can be learned and compared across
/// actions.
///
/// Hidden information and chance events are sampled from `seed` (default: the seed of the deal and the number of moves),
/// once for all actions of a state. With `worlds` above 1, each row is the mean over this number of samples. With
/// `sparse=True`, `rows` contains only nonzero values.
#[pyfunction]
#[pyo3(signature = (states, *, sparse=false, worlds=Whole::Small(1), seed=None), text_signature = "(states, *, sparse=False, worlds=1, seed=None)")]
pub fn afterstates(
    py: Python<'_>,
    states: Vec<PyRef<'_, State>>,
    sparse: bool,
    worlds: Whole,
    seed: Option<Bound<'_, PyAny>>,
) -> PyResult<Afterstates> {
    let seed = seed.as_ref().map(seed_of).transpose()?;
    let widths = states
        .iter()
        .map(|state| state.setting.about().input_names().len());
    let width = widths.clone().next().unwrap_or_default();
    if widths.clone().any(|other| other != width) {
        return Err(wrong("states: expected states of one game"));
    }
    let tables: Vec<&dyn Table> = states.iter().map(|state| &*state.table).collect();
    if tables.iter().any(|table| table.draw().is_some()) {
        return Err(wrong("chance is to be drawn: draw() an outcome first"));
    }
    let request = Request {
        width,
        columns: None,
        is_sparse: sparse,
    };
    let count = tables.iter().map(|table| table.choices()).sum();
    collect(py, request, &worlds, &[count], |mut parts| {
        for collected in &mut parts {
            for table in &tables {
                table.afterstates(seed, collected)?;
            }
        }
        Ok(parts)
    })
}

/// Recreates a pickled state.
#[pyfunction]
#[pyo3(signature = (arguments, first_seed, draws_outside, steps, worlds, entered=None))]
pub fn _state_again(
    arguments: Arguments,
    #[pyo3(from_py_with = seed_of)] first_seed: u64,
    draws_outside: bool,
    steps: Steps,
    worlds: u64,
    entered: Option<String>,
) -> PyResult<State> {
    let setting = Setting::new(arguments)?;
    let mut table = match entered {
        Some(position) => setting.opening.at(&position, first_seed)?,
        None if draws_outside => setting.opening.before_deal(first_seed),
        None => setting.opening.deal(first_seed),
    };
    let steps: Vec<Step> = steps
        .into_iter()
        .map(|(kind, first, second)| match kind {
            0 => Ok(Step::Move(first as u32)),
            1 => Ok(Step::Drawn(first as u32)),
            _ => Ok(Step::Determinized(first as Seat, seed::checked(second)?)),
        })
        .collect::<Result<_, SeedError>>()
        .map_err(wrong)?;
    repeat(&mut *table, &steps).map_err(wrong)?;
    Ok(State {
        worlds: Arc::new(AtomicU64::new(worlds)),
        ..State::new(&setting, table)
    })
}
