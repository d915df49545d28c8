//! The Python class `State`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;

use portolan::game::Seat;
use portolan::random::derive_seed;
use portolan::seed::{self, SeedError};

use crate::setting::{Arguments, Setting, function, seed_of, wrong};
use crate::table::{Step, Table, repeat, returns};

/// A position. Seats count from 0, except in what `to_dict()` and `str()` show, where they count from 1 as everywhere
/// else in portolan.
#[pyclass(module = "portolan")]
pub struct State {
    setting: Setting,
    pub table: Box<dyn Table>,
    /// Number of determinizations without a seed, shared with all copies.
    worlds: Arc<AtomicU64>,
}

/// An action, given by its index or its notation.
enum Named {
    Number(i64),
    Notation(String),
}

impl<'py> FromPyObject<'_, 'py> for Named {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Named> {
        if let Ok(number) = given.extract() {
            return Ok(Named::Number(number));
        }
        given.extract().map(Named::Notation).map_err(|_| {
            let found = given.get_type().name().map(|name| name.to_string());
            PyTypeError::new_err(format!(
                "expected an action as its number (int) or its notation (str), found {}",
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

    fn seat(&self, seat: Option<Seat>) -> PyResult<Seat> {
        let seats = self.setting.about().seats();
        match seat.or(self.table.to_move()) {
            Some(seat) if seat < seats => Ok(seat),
            Some(seat) => Err(PyIndexError::new_err(format!(
                "seat {seat}: expected 0 to {}",
                seats - 1
            ))),
            None => Err(wrong("no seat is to move: say which seat")),
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
            Named::Number(number) => {
                let mut choices = 0..self.table.choices();
                let found = choices.find(|&choice| i64::from(self.table.number(choice)) == *number);
                found.ok_or_else(|| {
                    let legal = self.numbers();
                    wrong(format!(
                        "no legal action has the number {number}; legal: {legal:?}"
                    ))
                })
            }
        }
    }

    fn numbers(&self) -> Vec<i64> {
        let choices = 0..self.table.choices();
        choices
            .map(|choice| i64::from(self.table.number(choice)))
            .collect()
    }
}

type Steps = Vec<(u8, u64, u64)>;
type Again<'py> = (Bound<'py, PyAny>, (Arguments, u64, bool, Steps, u64));

#[pymethods]
impl State {
    /// The seat to move, from 0; None when the game is over or chance is to be drawn.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.table.to_move()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Whether the game is over because it was cut off, by a cap on its length: without a winner.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.table.capped()
    }

    /// Whether an outcome of chance is to be drawn: never but in a game that began with `Game.new_state_before_deal()`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.table.draw().is_some()
    }

    /// Whether the game is dealt.
    #[getter]
    fn is_dealt(&self) -> bool {
        self.table.is_dealt()
    }

    /// Moves made, from the deal or from where the position was determinized.
    #[getter]
    fn moves(&self) -> usize {
        self.table.made()
    }

    /// The round, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.table.round()
    }

    /// The seed of the deal, as `games.csv` has it.
    #[getter]
    fn deal_seed(&self) -> u64 {
        self.table.deal_seed()
    }

    /// The numbers of the legal actions: an int64 array, each from 0, below `Game.num_actions`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.numbers())
    }

    /// The legal actions in notation, in the order of `legal_actions()`.
    fn legal_notations(&self) -> Vec<String> {
        let choices = 0..self.table.choices();
        choices.map(|choice| self.table.notation(choice)).collect()
    }

    /// The notation of a legal action, given its number or notation.
    fn notation(&self, action: Named) -> PyResult<String> {
        Ok(self.table.notation(self.known(&action)?))
    }

    /// The number of a legal action, given its notation or number.
    fn number(&self, action: Named) -> PyResult<u32> {
        Ok(self.table.number(self.known(&action)?))
    }

    /// Makes a move, given its number or notation. ValueError if it is not legal; nothing has changed then.
    fn apply(&mut self, action: Named) -> PyResult<()> {
        let choice = self.known(&action)?;
        self.table.apply(choice);
        Ok(())
    }

    /// The outcomes that chance can have here, by number, with their probabilities; none if nothing is to be drawn.
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

    /// What an outcome is, in words: `card: pistol`.
    fn outcome_name(&self, outcome: u32) -> String {
        self.table.outcome_name(outcome)
    }

    /// Draws an outcome of chance, by number. ValueError if it is none of `chance_outcomes()`.
    fn draw(&mut self, outcome: u32) -> PyResult<()> {
        self.table.take(outcome).map_err(wrong)
    }

    /// The same position once more, with the same chance to come.
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
        );
        Ok((function(py, "_state_again")?, arguments))
    }

    /// Draws again, in place, what a seat cannot know, and all that is to come. Without a seed it is
    /// another world every time, for this position and its copies.
    #[pyo3(signature = (seat=None, seed=None))]
    fn determinize(&mut self, seat: Option<Seat>, seed: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        self.shown()?;
        if self.table.draw().is_some() {
            return Err(wrong("chance is to be drawn: draw() an outcome first"));
        }
        let seat = self.seat(seat)?;
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

    /// What a seat knows as a float32 array of length `Game.num_inputs`, most values from 0 to 1. The seat to move, if
    /// none is named.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Seat>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let mut values = vec![0.0; self.setting.about().input_names().len()];
        self.shown()?.observe(seat, &mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// The same as text: equal for positions that the seat cannot distinguish. The seat to move, if none is named.
    #[pyo3(signature = (seat=None))]
    fn observation_key(&self, seat: Option<Seat>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        let seen = self.shown()?.observed(seat);
        let words: Vec<String> = seen.iter().map(|bits| format!("{bits:x}")).collect();
        Ok(words.join("."))
    }

    /// The same for all that the seat has seen and done since the deal: equal only if it was the same throughout, but
    /// for what a 64-bit hash of it lets slip.
    #[pyo3(signature = (seat=None))]
    fn history_key(&mut self, seat: Option<Seat>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        let seen = self.observation_key(Some(seat))?;
        Ok(format!("{:016x}.{seen}", self.table.memory(seat)))
    }

    /// 1 for every legal action by number, else 0: an int8 array of length `Game.num_actions`.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.setting.about().action_bound() as usize];
        for choice in 0..self.table.choices() {
            mask[self.table.number(choice) as usize] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// By seat: the share of the win once the game is over, as `games.csv` has it. It sums to 1, or to 0 as long as
    /// no one has won.
    fn returns(&self) -> Vec<f32> {
        match self.table.is_over() {
            false => vec![0.0; self.setting.about().seats()],
            true => returns(&self.table.ranks(), self.table.capped()),
        }
    }

    /// By seat: the points as they stand.
    fn scores(&self) -> PyResult<Vec<i32>> {
        Ok(self.shown()?.scores())
    }

    /// By seat: the place as it stands, from 1.
    fn ranks(&self) -> PyResult<Vec<u32>> {
        // A `Vec<u8>` would be converted to `bytes`, not to a list.
        let ranks = self.shown()?.ranks();
        Ok(ranks.into_iter().map(u32::from).collect())
    }

    /// The points of a seat by category; they sum to its score.
    fn score_categories(&self, seat: Seat) -> PyResult<BTreeMap<&'static str, i32>> {
        let points = self.shown()?.categories(self.seat(Some(seat))?);
        let names = self.setting.about().score_categories();
        Ok(names.iter().copied().zip(points).collect())
    }

    /// The position as data: what the seat knows, the one to move if none is named, and everything when the game is
    /// over. Seats count from 1 in it.
    #[pyo3(signature = (seat=None))]
    fn to_dict<'py>(&self, py: Python<'py>, seat: Option<Seat>) -> PyResult<Bound<'py, PyAny>> {
        let observer = match seat {
            None if self.table.is_over() => None,
            some => Some(self.seat(some)?),
        };
        let text = self.shown()?.position(observer);
        py.import("json")?.call_method1("loads", (text,))
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

/// Makes a position again that was pickled.
#[pyfunction]
pub fn _state_again(
    arguments: Arguments,
    #[pyo3(from_py_with = seed_of)] first_seed: u64,
    draws_outside: bool,
    steps: Steps,
    worlds: u64,
) -> PyResult<State> {
    let setting = Setting::new(arguments)?;
    let mut table = match draws_outside {
        true => setting.opening.before_deal(first_seed),
        false => setting.opening.deal(first_seed),
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
