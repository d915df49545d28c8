//! Access to results folders and their tables from Python.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use portolan_run::results::columns::{Holds, holds};
use portolan_run::results::manifest::{Manifest, Status};

/// Returns the type of each column of a table such as "games": "text", "whole" or "fraction"; None for a column of an
/// unknown table.
#[pyfunction]
pub fn column_kinds(table: &str, names: Vec<String>) -> Vec<Option<&'static str>> {
    let file = format!("{table}.csv");
    let kind = |(place, name): (usize, &String)| match holds(&file, place, name)? {
        Holds::Text => Some("text"),
        Holds::Id | Holds::Seed | Holds::Number => Some("whole"),
        Holds::Share => Some("fraction"),
    };
    names.iter().enumerate().map(kind).collect()
}

/// Returns the manifest of a run as a dictionary, or None if the folder has no manifest. Its keys are `status`,
/// `games_done`, `games_planned`, `shard` (index and count, or None), `experiment` (equal for equal experiments) and
/// `files`. Raises ValueError if the manifest was edited or does not belong to a run.
#[pyfunction]
pub fn manifest(py: Python<'_>, folder: PathBuf) -> PyResult<Option<Bound<'_, PyDict>>> {
    let read = Manifest::read(&folder);
    let Some(found) = read.map_err(|error| PyValueError::new_err(error.to_string()))? else {
        return Ok(None);
    };
    let record = PyDict::new(py);
    let status = match found.status {
        Status::Running => "running",
        Status::Stopped => "stopped",
        Status::Complete => "complete",
    };
    record.set_item("status", status)?;
    record.set_item("games_done", found.games_done)?;
    record.set_item("games_planned", found.games_planned)?;
    let shard = found.shard.map(|shard| (shard.index, shard.count));
    record.set_item("shard", shard)?;
    record.set_item("experiment", format!("{:?}", found.experiment))?;
    let files: Vec<&str> = found.file.iter().map(|file| file.name.as_str()).collect();
    record.set_item("files", files)?;
    Ok(Some(record))
}
