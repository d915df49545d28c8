//! Afterstates: what the seat to move knows after each of its legal actions.

use std::slice::ChunksExactMut;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use portolan::encoding::Inputs;
use portolan::game::{Game, Seat};
use portolan::random::{concealment_stream, derive_seed, fork};
use portolan_players::net::Value;
use portolan_players::net::lookahead::outcome;

use crate::arguments::{Whole, reserve, wrong};
use crate::columns::Columns;
use crate::threads::{check_interrupt, interruptible};

/// Properties of rows of observations.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Number of columns.
    pub width: usize,
    /// Selected inputs, or `None` for all.
    pub columns: Option<&'a Columns>,
    pub is_sparse: bool,
}

/// Rows of observations.
enum Rows<'a> {
    /// Rows of zeros that are filled in one after the other.
    Dense(ChunksExactMut<'a, f32>),
    Sparse {
        values: Vec<f32>,
        columns: Vec<i64>,
        /// Number of values up to the end of each row.
        ends: Vec<i64>,
    },
}

/// Collects the afterstates of some states.
pub struct Collected<'a> {
    columns: Option<&'a Columns>,
    /// Number of sampled worlds of which each row is the mean.
    worlds: usize,
    rows: Rows<'a>,
    /// Number of rows up to the end of each state.
    ends: Vec<i64>,
    actions: Vec<i64>,
    leads: Vec<f32>,
    shares: Vec<f32>,
    inputs: Inputs,
    row: Vec<(usize, f32)>,
    /// Buffers for the mean over several worlds: sums by column, and the columns in use.
    sums: Vec<f32>,
    used: Vec<usize>,
}

impl Collected<'_> {
    /// Adds one row for each legal action. Hidden information is sampled from the seed for each world, and all actions
    /// of a world share their random numbers.
    pub fn add<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        (seat, legal): (Seat, &[G::Action]),
        (seed, made): (u64, usize),
    ) -> PyResult<()> {
        let mut worlds = Vec::new();
        reserve(&mut worlds, self.worlds)?;
        for world in 0..self.worlds as u64 {
            check_interrupt()?;
            let seed = match world {
                0 => seed,
                _ => derive_seed(seed, &[world]),
            };
            let rng = &mut concealment_stream(seed, made);
            let mut known = state.clone();
            game.determinize(&mut known, seat, rng);
            worlds.push((known, fork(rng)));
        }
        let mut after = state.clone();
        for &action in legal {
            let (mut lead, mut share) = (0.0, 0.0);
            for (world, luck) in &worlds {
                check_interrupt()?;
                after.clone_from(world);
                game.apply(&mut after, action, &mut luck.clone(), &mut ());
                game.observe(&after, seat, &mut self.inputs);
                if worlds.len() > 1 {
                    self.add_up();
                }
                let result = match game.to_move(&after) {
                    None => outcome(game, &after, seat),
                    // The game continues in this world, so the result is unknown.
                    Some(_) => Value {
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
            self.end_row()?;
        }
        self.end_state();
        Ok(())
    }

    /// Ends a state after its rows, or adds a state without legal actions.
    pub fn end_state(&mut self) {
        self.ends.push(self.actions.len() as i64);
    }

    fn add_up(&mut self) {
        for input in self.inputs.list() {
            let Some(column) = Columns::of(self.columns, input.number) else {
                continue;
            };
            if self.sums[column] == 0.0 {
                self.used.push(column);
            }
            self.sums[column] += input.value;
        }
    }

    fn end_row(&mut self) -> PyResult<()> {
        self.row.clear();
        if self.worlds > 1 {
            for column in self.used.drain(..) {
                // A column whose values cancel may be in the list twice.
                let sum = std::mem::take(&mut self.sums[column]);
                self.row.push((column, sum / self.worlds as f32));
            }
        } else {
            let inputs = self.inputs.list().iter();
            self.row.extend(
                inputs.filter_map(|input| {
                    Some((Columns::of(self.columns, input.number)?, input.value))
                }),
            );
        }
        match &mut self.rows {
            Rows::Dense(rows) => {
                let values = rows.next().unwrap_or_default();
                for &(column, value) in &self.row {
                    // Adding 0.0 turns -0.0 into 0.0.
                    values[column] += value;
                }
            }
            Rows::Sparse {
                values,
                columns,
                ends,
            } => {
                reserve(values, self.row.len())?;
                reserve(columns, self.row.len())?;
                for &(column, value) in self.row.iter().filter(|(_, value)| *value != 0.0) {
                    values.push(value);
                    columns.push(column as i64);
                }
                ends.push(values.len() as i64);
            }
        }
        Ok(())
    }
}

/// Concatenates lists of offsets that each count from 0 into one list that begins with 0.
fn joined<'a>(lists: impl Iterator<Item = &'a Vec<i64>>) -> Vec<i64> {
    let mut all = vec![0];
    for list in lists {
        let before = all[all.len() - 1];
        all.extend(list.iter().map(|number| before + number));
    }
    all
}

/// Collects afterstates in parts with these numbers of rows.
pub fn collect<'a>(
    py: Python<'_>,
    request: Request<'a>,
    worlds: &Whole,
    counts: &[usize],
    fill: impl for<'b> FnOnce(Vec<Collected<'b>>) -> PyResult<Vec<Collected<'b>>> + Send,
) -> PyResult<Afterstates> {
    /// Minimum number of rows for an interruptible computation.
    const FEW: usize = 10_000;
    let worlds = worlds.at_least(1, "worlds")?;
    let (width, count) = (request.width, counts.iter().sum::<usize>());
    let shape = (if request.is_sparse { 0 } else { count }, width);
    // NumPy allocates memory that is already zeroed, and raises MemoryError if there is too little.
    let dense = (py.import("numpy")?).call_method1("zeros", (shape, "float32"))?;
    let mut array: PyReadwriteArray2<'_, f32> = dense.extract()?;
    let mut free = array.as_slice_mut()?;
    let mut parts = Vec::new();
    for &count in counts {
        let rows = match request.is_sparse {
            true => Rows::Sparse {
                values: Vec::new(),
                columns: Vec::new(),
                ends: Vec::new(),
            },
            false => {
                let (rows, rest) = std::mem::take(&mut free).split_at_mut(count * width);
                free = rest;
                Rows::Dense(rows.chunks_exact_mut(width.max(1)))
            }
        };
        parts.push(Collected {
            columns: request.columns,
            worlds,
            rows,
            ends: Vec::new(),
            actions: Vec::new(),
            leads: Vec::new(),
            shares: Vec::new(),
            inputs: Inputs::default(),
            row: Vec::new(),
            sums: vec![0.0; if worlds > 1 { width } else { 0 }],
            used: Vec::new(),
        });
    }
    let is_short = count.saturating_mul(worlds) < FEW;
    let parts = interruptible(py, is_short, || fill(parts))?;
    let offsets = joined(parts.iter().map(|part| &part.ends));
    let (mut all_values, mut all_columns, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let (mut actions, mut leads, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        actions.extend(part.actions);
        leads.extend(part.leads);
        shares.extend(part.shares);
        if let Rows::Sparse {
            values,
            columns,
            ends: of_part,
        } = part.rows
        {
            ends.push(of_part);
            if all_values.is_empty() {
                (all_values, all_columns) = (values, columns);
                continue;
            }
            reserve(&mut all_values, values.len())?;
            reserve(&mut all_columns, columns.len())?;
            all_values.extend(values);
            all_columns.extend(columns);
        }
    }
    drop(array);
    let rows = match request.is_sparse {
        false => dense,
        true => (
            PyArray1::from_vec(py, all_values),
            PyArray1::from_vec(py, all_columns),
            PyArray1::from_vec(py, joined(ends.iter())),
        )
            .into_pyobject(py)?
            .into_any(),
    };
    Ok(Afterstates {
        rows: rows.unbind(),
        offsets: PyArray1::from_vec(py, offsets).unbind(),
        actions: PyArray1::from_vec(py, actions).unbind(),
        leads: PyArray1::from_vec(py, leads).unbind(),
        shares: PyArray1::from_vec(py, shares).unbind(),
    })
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
    /// one number for each row. Of equal values, the first counts; NaN raises ValueError.
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
        if let Some(row) = values.iter().position(|value| value.is_nan()) {
            return Err(wrong(format!("values: the value of row {row} is NaN")));
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
