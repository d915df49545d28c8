//! The tables of a complete run as Parquet files, too: for readers that take columns with types.
//!
//! Written from the finished tables, so that nothing of them depends on how the run went. Only
//! builds with the feature `parquet` can do it.

#[cfg(feature = "parquet")]
mod write;

use std::path::Path;

use crate::results::error::RunError;
use crate::results::manifest::Manifest;
use crate::results::names::{EVENTS, GAMES, STREAMED};

/// Names of the Parquet files, those of `games.csv` and `events.csv`.
pub const PARQUET: [(&str, &str); 2] = [
    (STREAMED[GAMES], "games.parquet"),
    (STREAMED[EVENTS], "events.parquet"),
];

/// Whether a file of a run is one of these.
pub fn is_parquet(name: &str) -> bool {
    PARQUET.iter().any(|(_, parquet)| *parquet == name)
}

/// Whether this program can write them: to be asked before anything is played.
///
/// # Errors
/// [`RunError::NoParquet`] if not.
pub fn require() -> Result<(), RunError> {
    if cfg!(feature = "parquet") {
        Ok(())
    } else {
        Err(RunError::NoParquet)
    }
}

/// Writes those that a complete run does not have yet, and into its manifest what they hold.
///
/// # Errors
/// [`RunError`] if a table is not what the manifest tells or a file cannot be written.
#[cfg(feature = "parquet")]
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

/// As in a program with the feature `parquet`, which this one does not have.
///
/// # Errors
/// Always [`RunError::NoParquet`].
#[cfg(not(feature = "parquet"))]
pub fn add(_folder: &Path, _manifest: &mut Manifest) -> Result<(), RunError> {
    Err(RunError::NoParquet)
}

/// Writes a table of so many rows of games or events as a Parquet file, wherever that is.
///
/// # Errors
/// [`RunError`] if the table is not as it should be or the file cannot be written.
#[cfg(feature = "parquet")]
pub fn export(table: &Path, rows: u64, target: &Path) -> Result<(), RunError> {
    write::from_table(table, rows, target).map(|_| ())
}

/// Writes the text of a small table as a Parquet file.
///
/// # Errors
/// [`RunError`] if the text is no table or the file cannot be written.
#[cfg(feature = "parquet")]
pub fn export_text(text: &str, table: &Path, target: &Path) -> Result<(), RunError> {
    write::from_small(text, table, target).map(|_| ())
}

/// As in a program with the feature `parquet`, which this one does not have.
///
/// # Errors
/// Always [`RunError::NoParquet`].
#[cfg(not(feature = "parquet"))]
pub fn export(_table: &Path, _rows: u64, _target: &Path) -> Result<(), RunError> {
    Err(RunError::NoParquet)
}

/// As in a program with the feature `parquet`, which this one does not have.
///
/// # Errors
/// Always [`RunError::NoParquet`].
#[cfg(not(feature = "parquet"))]
pub fn export_text(_text: &str, _table: &Path, _target: &Path) -> Result<(), RunError> {
    Err(RunError::NoParquet)
}
