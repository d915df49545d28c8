//! Parquet copies of the tables of a complete run, for readers that prefer typed columns.
//!
//! They are converted from the finished tables, so they do not depend on the course of the run.

mod write;

use std::path::Path;

use crate::results::error::RunError;
use crate::results::manifest::Manifest;
use crate::results::names::{EVENTS, GAMES, STREAMED};

/// Tables that have a Parquet copy, with the names of the copies.
pub const PARQUET: [(&str, &str); 2] = [
    (STREAMED[GAMES], "games.parquet"),
    (STREAMED[EVENTS], "events.parquet"),
];

/// Returns true if the file is one of these copies.
pub fn is_parquet(name: &str) -> bool {
    PARQUET.iter().any(|(_, parquet)| *parquet == name)
}

/// Writes the missing Parquet files of a complete run and records them in its manifest.
///
/// # Errors
/// [`RunError`] if a table does not match the manifest or a file cannot be written.
pub fn add(folder: &Path, manifest: &mut Manifest) -> Result<(), RunError> {
    for (table, name) in PARQUET {
        let known = manifest.file.iter().find(|file| file.name == name);
        if known.is_some_and(|file| file.check(folder).is_ok()) {
            continue;
        }
        let source = manifest.whole_table(folder, table)?;
        source.check(folder)?;
        let record =
            write::from_table(&folder.join(&source.name), source.rows, &folder.join(name))?;
        manifest.file.retain(|file| file.name != name);
        manifest.file.push(record);
        manifest.write(folder)?;
    }
    Ok(())
}

/// Converts a table of games or events with this number of rows to a Parquet file at any path.
///
/// # Errors
/// [`RunError`] if the table is invalid or the file cannot be written.
pub fn export(table: &Path, rows: u64, target: &Path) -> Result<(), RunError> {
    write::from_table(table, rows, target).map(|_| ())
}

/// Converts the text of a small table to a Parquet file.
///
/// # Errors
/// [`RunError`] if the text is not a valid table or the file cannot be written.
pub fn export_text(text: &str, table: &Path, target: &Path) -> Result<(), RunError> {
    write::from_small(text, table, target).map(|_| ())
}
