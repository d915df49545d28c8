//! The Python classes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use portolan::bots::find;
use portolan::game::{About, Seat};
use portolan::games::{GameSetup, entry, open};
use portolan::random::deal_seed;
use portolan_engine::experiment::spec::parts::read_data;

use crate::fleet::Games;
use crate::table::{Open, Opening, Player, Table, returns};

fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// Most that a seed may be: below 2^63.
fn checked_seed(seed: u64) -> PyResult<u64> {
    match seed < 1 << 63 {
        true => Ok(seed),
        false => Err(wrong(format!(
            "seed {seed}: expected a whole number below 2**63"
        ))),
    }
}

/// A game as it is set up: `Game("maracaibo", players=3, options={"side": "B"}, data="my-cards")`.
///
/// `players` is the number of people, 1 for a solo game; the fewest that meet each other if left out. `options` are
/// the rule options of `portolan games NAME`, `data` is a folder with data files of one's own.
#[pyclass(frozen, module = "portolan")]
pub struct Game {
    opening: Arc<dyn Opening>,
    players: usize,
}

fn option_text(option: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(number.to_string()),
        Err(_) => Err(wrong(format!(
            "option {option}: expected a text, a number, True or False"
        ))),
    }
}

impl Game {
    fn about(&self) -> &dyn About {
        self.opening.about()
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, players=None, *, options=None, data=None))]
    fn new(
        name: &str,
        players: Option<usize>,
        options: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        data: Option<PathBuf>,
    ) -> PyResult<Game> {
        let entry = entry(name).map_err(wrong)?;
        let options = options.unwrap_or_default();
        let options: PyResult<BTreeMap<String, String>> = options
            .iter()
            .map(|(option, value)| Ok((option.clone(), option_text(option, value)?)))
            .collect();
        let players = players.unwrap_or(entry.default_players());
        let setup = GameSetup {
            game: name.to_string(),
            players,
            options: options?,
            data: read_data(entry, data.as_deref()).map_err(wrong)?,
        };
        let opening = open(&setup, Open).map_err(wrong)?;
        Ok(Game { opening, players })
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.about().name()
    }

    /// Number of people.
    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    /// Number of seats: people and automas.
    #[getter]
    fn seats(&self) -> usize {
        self.about().seats()
    }

    /// By seat, the name of the automa that the rules play there; None for all others.
    #[getter]
    fn automas(&self) -> Vec<Option<String>> {
        let seats = 0..self.about().seats();
        seats
            .map(|seat| self.about().automa(seat).map(str::to_string))
            .collect()
    }

    /// Number of actions: their numbers are below it, and masks have this length.
    #[getter]
    fn num_actions(&self) -> u32 {
        self.about().action_bound()
    }

    /// Length of an observation.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.about().input_names().len()
    }

    /// The names of the inputs of an observation.
    #[getter]
    fn input_names(&self) -> Vec<String> {
        self.about().input_names().to_vec()
    }

    /// The names of the categories that scores are made of.
    #[getter]
    fn score_categories(&self) -> Vec<&'static str> {
        self.about().score_categories().to_vec()
    }

    /// A new deal: the first one of the master seed, as `portolan simulate --seed` has it.
    #[pyo3(signature = (seed=1))]
    fn new_state(&self, seed: u64) -> PyResult<State> {
        Ok(State {
            table: self.opening.deal(deal_seed(checked_seed(seed)?, 0)),
            opening: Arc::clone(&self.opening),
        })
    }

    /// A bot by its name (`portolan bots`) or its file.
    fn bot(&self, name: &str) -> PyResult<Bot> {
        let spec = find(name, self.about().name()).map_err(wrong)?;
        spec.fits(self.about()).map_err(wrong)?;
        Ok(Bot {
            name: spec.name.clone(),
            player: self.opening.player(&spec).map_err(wrong)?,
        })
    }

    /// `games` games in step.
    #[pyo3(signature = (games, seed=1))]
    fn vector(&self, games: usize, seed: u64) -> PyResult<Vector> {
        if games == 0 {
            return Err(wrong("games: expected 1 or more"));
        }
        Ok(Vector {
            games: self.opening.fleet(games, checked_seed(seed)?),
            number: games,
            seats: self.about().seats(),
            actions: self.about().action_bound() as usize,
            inputs: self.about().input_names().len(),
        })
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, players={})", self.about().name(), self.players)
    }
}

/// A position. Seats count from 0, except in what `to_dict()` and `str()` tell, where they count from 1 as everywhere
/// else in portolan.
#[pyclass(module = "portolan")]
pub struct State {
    opening: Arc<dyn Opening>,
    table: Box<dyn Table>,
}

/// An action: its number, or its notation.
#[derive(FromPyObject)]
enum Named {
    Number(i64),
    Notation(String),
}

impl State {
    fn seat(&self, seat: Option<Seat>) -> PyResult<Seat> {
        let seats = self.opening.about().seats();
        match seat.or(self.table.to_move()) {
            Some(seat) if seat < seats => Ok(seat),
            Some(seat) => Err(PyIndexError::new_err(format!(
                "seat {seat}: expected 0 to {}",
                seats - 1
            ))),
            None => Err(wrong("the game is over: say which seat")),
        }
    }

    fn known(&self, named: &Named) -> PyResult<usize> {
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

#[pymethods]
impl State {
    /// The seat to move, from 0; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<Seat> {
        self.table.to_move()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.to_move().is_none()
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

    /// The same position once more, with the same chance to come.
    fn clone(&self) -> State {
        State {
            opening: Arc::clone(&self.opening),
            table: self.table.copy(),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// Draws anew what a seat cannot know, and all that is to come: in this state itself, in place. Returns None; `clone()` first.
    #[pyo3(signature = (seat=None, seed=1))]
    fn determinize(&mut self, seat: Option<Seat>, seed: u64) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.table.determinize(seat, checked_seed(seed)?);
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
        let mut values = vec![0.0; self.opening.about().input_names().len()];
        self.table.observe(seat, &mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// 1 for every legal action by number, else 0: an int8 array of length `Game.num_actions`.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.opening.about().action_bound() as usize];
        for choice in 0..self.table.choices() {
            mask[self.table.number(choice) as usize] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// By seat: the share of the win once the game is over, as `games.csv` has it. It sums to 1, or to 0 as long as
    /// nobody has won.
    fn returns(&self) -> Vec<f32> {
        match self.table.to_move() {
            Some(_) => vec![0.0; self.opening.about().seats()],
            None => returns(&self.table.ranks(), self.table.capped()),
        }
    }

    /// By seat: the points as they stand.
    fn scores(&self) -> Vec<i32> {
        self.table.scores()
    }

    /// By seat: the place as it stands, from 1.
    fn ranks(&self) -> Vec<u8> {
        self.table.ranks()
    }

    /// The points of a seat by category; they sum to its score.
    fn score_categories(&self, seat: Seat) -> PyResult<BTreeMap<&'static str, i32>> {
        let points = self.table.categories(self.seat(Some(seat))?);
        let names = self.opening.about().score_categories();
        Ok(names.iter().copied().zip(points).collect())
    }

    /// The position as data: what the seat knows, the one to move if none is named, and everything when the game is
    /// over. Seats count from 1 in it.
    #[pyo3(signature = (seat=None))]
    fn to_dict<'py>(&self, py: Python<'py>, seat: Option<Seat>) -> PyResult<Bound<'py, PyAny>> {
        let observer = match seat {
            None => self.table.to_move(),
            some => Some(self.seat(some)?),
        };
        let text = self.table.position(observer);
        py.import("json")?.call_method1("loads", (text,))
    }

    fn __str__(&self) -> String {
        self.table.describe(self.table.to_move())
    }

    fn __repr__(&self) -> String {
        let name = self.opening.about().name();
        format!("<State of {name}, {} moves made>", self.table.made())
    }
}

/// A bot that chooses for whichever seat is to move: `Game.bot("net")`.
#[pyclass(module = "portolan")]
pub struct Bot {
    name: String,
    player: Box<dyn Player>,
}

#[pymethods]
impl Bot {
    /// The name of the bot.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The number of the action that it plays here, knowing what the seat to move knows: asked twice the same.
    fn choose(&mut self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u32> {
        let table = &*state.table;
        let player = &mut self.player;
        let choice = py.detach(|| player.choose(table)).map_err(wrong)?;
        Ok(table.number(choice))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}

/// Many games in step: `Game.vector(1024)`. A game that ends makes room for the next deal of the seed.
#[pyclass(module = "portolan")]
pub struct Vector {
    games: Box<dyn Games>,
    number: usize,
    seats: usize,
    actions: usize,
    inputs: usize,
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

type Steps<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl Vector {
    fn __len__(&self) -> usize {
        self.number
    }

    /// By game, the seat to move, from 0: an int64 array.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let seats = self.games.to_move().into_iter();
        PyArray1::from_vec(py, seats.map(|seat| seat as i64).collect())
    }

    /// By game, the number of a random legal action: an int64 array.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.games.sample())
    }

    /// Writes what can be done and what is known now into arrays of the caller, as `step` does.
    #[pyo3(signature = (observations=None, masks=None))]
    fn write(
        &mut self,
        py: Python<'_>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
        mut masks: Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        self.check(&observations, &masks)?;
        self.fill(py, &mut observations, &mut masks)
    }

    /// Makes one action in every game, given by number. `observations` (float32, games x inputs) and `masks` (int8,
    /// games x actions) are overwritten with what the seats to move then know and can do.
    ///
    /// Returns by game whether it ended, and by game and seat the share of the win of those that did. ValueError if an
    /// action is not legal; no game has moved then.
    #[pyo3(signature = (actions, observations=None, masks=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        mut observations: Option<PyReadwriteArray2<'py, f32>>,
        mut masks: Option<PyReadwriteArray2<'py, i8>>,
    ) -> PyResult<Steps<'py>> {
        let actions = actions.to_vec()?;
        if actions.len() != self.number {
            return Err(wrong(format!(
                "actions: expected {}, one a game, not {}",
                self.number,
                actions.len()
            )));
        }
        self.check(&observations, &masks)?;
        let games = &mut self.games;
        let step = py.detach(|| games.step(&actions)).map_err(wrong)?;
        self.fill(py, &mut observations, &mut masks)?;
        let returns = PyArray1::from_vec(py, step.returns).reshape([self.number, self.seats])?;
        Ok((PyArray1::from_vec(py, step.done), returns))
    }
}

impl Vector {
    fn check(
        &self,
        observations: &Option<PyReadwriteArray2<'_, f32>>,
        masks: &Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        if let Some(observations) = observations {
            fits("observations", observations, (self.number, self.inputs))?;
        }
        if let Some(masks) = masks {
            fits("masks", masks, (self.number, self.actions))?;
        }
        Ok(())
    }

    fn fill(
        &mut self,
        py: Python<'_>,
        observations: &mut Option<PyReadwriteArray2<'_, f32>>,
        masks: &mut Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        let (inputs, actions) = (self.inputs, self.actions);
        let games = &mut self.games;
        if let Some(observations) = observations {
            let values = observations.as_slice_mut()?;
            py.detach(|| games.observations(inputs, values));
        }
        if let Some(masks) = masks {
            let values = masks.as_slice_mut()?;
            py.detach(|| games.masks(actions, values));
        }
        Ok(())
    }
}
