//! Afterstates: what the seat to move knows after each of its legal actions.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use portolan::encoding::Inputs;
use portolan::game::{Game, Seat};
use portolan::random::{concealment_stream, derive_seed, fork};
use portolan_players::net::lookahead::outcome;

use crate::columns::Columns;
use crate::setting::wrong;

/// Rows of observations.
enum Rows {
    Dense(Vec<f32>),
    Sparse {
        values: Vec<f32>,
        columns: Vec<i64>,
        starts: Vec<i64>,
    },
}

/// Collects the afterstates of some states.
pub struct Collected {
    width: usize,
    /// Selected inputs, or `None` for all.
    columns: Option<Columns>,
    worlds: usize,
    rows: Rows,
    offsets: Vec<i64>,
    actions: Vec<i64>,
    leads: Vec<f32>,
    shares: Vec<f32>,
    inputs: Inputs,
    /// Buffers for the mean over several worlds: sums by column, and the columns in use.
    sums: Vec<f32>,
    used: Vec<usize>,
}

impl Collected {
    /// Creates an empty list for observations of a game with `width` inputs, each the mean over some sampled worlds.
    pub fn new(
        width: usize,
        columns: Option<Columns>,
        worlds: usize,
        sparse: bool,
    ) -> PyResult<Collected> {
        let width = columns
            .as_ref()
            .map_or(width, |columns| columns.inputs.len());
        if worlds == 0 {
            return Err(wrong("worlds: expected 1 or more"));
        }
        let rows = match sparse {
            false => Rows::Dense(Vec::new()),
            true => Rows::Sparse {
                values: Vec::new(),
                columns: Vec::new(),
                starts: vec![0],
            },
        };
        Ok(Collected {
            width,
            columns,
            worlds,
            rows,
            offsets: vec![0],
            actions: Vec::new(),
            leads: Vec::new(),
            shares: Vec::new(),
            inputs: Inputs::default(),
            sums: vec![0.0; if worlds > 1 { width } else { 0 }],
            used: Vec::new(),
        })
    }

    /// Adds one row for each legal action. Hidden information is sampled from the seed for each world, and all actions
    /// of a world share their random numbers.
    pub fn add<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        (seat, legal): (Seat, &[G::Action]),
        (seed, made): (u64, usize),
    ) {
        let worlds = (0..self.worlds as u64).map(|world| {
            let seed = match world {
                0 => seed,
                _ => derive_seed(seed, &[world]),
            };
            let rng = &mut concealment_stream(seed, made);
            let mut known = state.clone();
            game.determinize(&mut known, seat, rng);
            (known, fork(rng))
        });
        let worlds: Vec<_> = worlds.collect();
        let mut after = state.clone();
        for &action in legal {
            let (mut lead, mut share) = (0.0, 0.0);
            for (world, luck) in &worlds {
                after.clone_from(world);
                game.apply(&mut after, action, &mut luck.clone(), &mut ());
                game.observe(&after, seat, &mut self.inputs);
                if worlds.len() > 1 {
                    self.add_up();
                }
                let result = match game.to_move(&after) {
                    None => outcome(game, &after, seat),
                    // The game goes on in this world, so the result is unknown.
                    Some(_) => portolan_players::net::Value {
                        lead: f32::NAN,
                        win: f32::NAN,
                    },
                };
                lead += result.lead;
                share += result.win;
            }
            let count = worlds.len() as f32;
            self.leads.push(lead / count);
            self.shares.push(share / count);
            self.actions.push(game.action_index(state, action).into());
            self.end_row();
        }
        self.offsets.push(self.actions.len() as i64);
    }

    /// Adds a state without legal actions.
    pub fn add_none(&mut self) {
        self.offsets.push(self.actions.len() as i64);
    }

    fn add_up(&mut self) {
        for input in self.inputs.list() {
            let Some(column) = Columns::of(self.columns.as_ref(), input.number) else {
                continue;
            };
            if self.sums[column] == 0.0 {
                self.used.push(column);
            }
            self.sums[column] += input.value;
        }
    }

    fn end_row(&mut self) {
        let count = self.worlds as f32;
        let mut row: Vec<(usize, f32)> = Vec::new();
        if self.worlds > 1 {
            for column in self.used.drain(..) {
                // A column whose values cancel may be in the list twice.
                let sum = std::mem::take(&mut self.sums[column]);
                row.push((column, sum / count));
            }
        } else {
            let columns = self.columns.as_ref();
            let inputs = self.inputs.list().iter();
            row.extend(
                inputs.filter_map(|input| Some((Columns::of(columns, input.number)?, input.value))),
            );
        }
        match &mut self.rows {
            Rows::Dense(values) => {
                let start = values.len();
                values.resize(start + self.width, 0.0);
                for (column, value) in row {
                    // Adding 0.0 turns -0.0 into 0.0.
                    values[start + column] += value;
                }
            }
            Rows::Sparse {
                values,
                columns,
                starts,
            } => {
                for (column, value) in row {
                    if value != 0.0 {
                        values.push(value);
                        columns.push(column as i64);
                    }
                }
                starts.push(values.len() as i64);
            }
        }
    }

    /// Converts the lists to arrays.
    pub fn finish(self, py: Python<'_>) -> PyResult<Afterstates> {
        let count = self.actions.len();
        let rows = match self.rows {
            Rows::Dense(values) => PyArray1::from_vec(py, values)
                .reshape([count, self.width])?
                .into_any(),
            Rows::Sparse {
                values,
                columns,
                starts,
            } => (
                PyArray1::from_vec(py, values),
                PyArray1::from_vec(py, columns),
                PyArray1::from_vec(py, starts),
            )
                .into_pyobject(py)?
                .into_any(),
        };
        Ok(Afterstates {
            rows: rows.unbind(),
            offsets: PyArray1::from_vec(py, self.offsets).unbind(),
            actions: PyArray1::from_vec(py, self.actions).unbind(),
            leads: PyArray1::from_vec(py, self.leads).unbind(),
            shares: PyArray1::from_vec(py, self.shares).unbind(),
        })
    }
}

/// Observations of the seat to move of each state after each of its legal actions. The object can be unpacked: `rows,
/// offsets, actions = portolan.afterstates(states)`.
///
/// The rows `offsets[i]` to `offsets[i + 1] - 1` belong to state `i`, in the order of `legal_actions()`.
#[pyclass(frozen, module = "portolan")]
pub struct Afterstates {
    /// Observations after each action: a float32 array of shape (rows, inputs). With `sparse=True`, a tuple of arrays
    /// (values, columns, starts), the arguments of `scipy.sparse.csr_array`.
    #[pyo3(get)]
    rows: Py<PyAny>,
    /// First row of each state, and the number of rows as the last element: an int64 array.
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// Action index of each row, an int64 array.
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
    /// Lead of the seat (its score minus the best other score) if the action ends the game, otherwise NaN; a float32
    /// array.
    #[pyo3(get)]
    leads: Py<PyArray1<f32>>,
    /// Share of the win of the seat if the action ends the game, otherwise NaN; a float32 array.
    #[pyo3(get)]
    shares: Py<PyArray1<f32>>,
}

#[pymethods]
impl Afterstates {
    /// Returns the row with the greatest value for each state, an int64 array; -1 for a state that is over. `values` has
    /// one number for each row. Of equal values, the first counts.
    fn best<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let offsets = self.offsets.bind(py).readonly();
        let offsets = offsets.as_slice()?;
        let given = py
            .import("numpy")?
            .call_method1("ascontiguousarray", (values, "float64"))?;
        let given = given.extract::<PyReadonlyArray1<'_, f64>>();
        let given = given.map_err(|_| wrong("values: expected an array of one dimension"))?;
        let values = given.as_slice()?;
        let rows = offsets.last().copied().unwrap_or_default() as usize;
        if values.len() != rows {
            return Err(wrong(format!(
                "values: expected {rows}, one a row, not {}",
                values.len()
            )));
        }
        let of_state = offsets.windows(2).map(|range| {
            let mut best = -1;
            for row in range[0]..range[1] {
                if best < 0 || values[row as usize] > values[best as usize] {
                    best = row;
                }
            }
            best
        });
        Ok(PyArray1::from_vec(py, of_state.collect()))
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let parts = (&self.rows, &self.offsets, &self.actions).into_pyobject(py)?;
        Ok(parts.try_iter()?.into_any().unbind())
    }

    fn __len__(&self) -> usize {
        3
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let states = self.offsets.bind(py).readonly().as_slice()?.len() - 1;
        let rows = self.actions.bind(py).readonly().as_slice()?.len();
        Ok(format!("<Afterstates of {states} states, {rows} rows>"))
    }
}
