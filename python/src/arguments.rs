//! Arguments from Python: whole numbers, seeds, and the errors for wrong ones.

use std::fmt;

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use portolan::seed;
use portolan_core::files::without_error_numbers;

/// Creates a `ValueError`.
pub fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(without_error_numbers(&problem.to_string()))
}

/// Reserves memory for further elements of a list, or creates a `MemoryError`.
pub fn reserve<T>(list: &mut Vec<T>, further: usize) -> PyResult<()> {
    list.try_reserve(further).map_err(|_| {
        let size = further as f64 * size_of::<T>() as f64 / f64::from(1 << 30);
        PyMemoryError::new_err(format!("cannot allocate {size:.1} GiB"))
    })
}

/// A whole number from Python or NumPy; a number that is too large for `i64` as text.
pub enum Whole {
    Small(i64),
    Large(String),
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        let number = given.extract::<i64>();
        match number {
            Ok(number) if !given.is_instance_of::<PyBool>() => Ok(Whole::Small(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Whole::Large(given.str()?.to_string()))
            }
            _ => Err(PyTypeError::new_err(format!(
                "expected a whole number, not {}",
                given.repr()?
            ))),
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whole::Small(number) => number.fmt(out),
            Whole::Large(text) => text.fmt(out),
        }
    }
}

impl Whole {
    /// Returns true if the number equals `other`.
    pub fn is(&self, other: u32) -> bool {
        matches!(self, Whole::Small(number) if *number == i64::from(other))
    }

    /// Returns the value of an argument, or a `ValueError` if it is smaller than `least` or too large.
    pub fn at_least(&self, least: usize, argument: &str) -> PyResult<usize> {
        let number = match self {
            Whole::Small(number) => usize::try_from(*number).ok(),
            Whole::Large(_) => None,
        };
        number.filter(|&number| number >= least).ok_or_else(|| {
            wrong(format!(
                "{argument}={self}: expected a whole number from {least} to below 2**63"
            ))
        })
    }
}

/// Converts a whole number from 0 to below 2^63, from Python or NumPy, to a seed.
pub fn seed_of(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = match given.is_instance_of::<PyBool>() {
        true => None,
        false => given.extract::<u64>().ok(),
    };
    match number.and_then(|number| seed::checked(number).ok()) {
        Some(seed) => Ok(seed),
        None => Err(wrong(format!(
            "seed {given}: expected a whole number from 0 to below 2**63"
        ))),
    }
}
