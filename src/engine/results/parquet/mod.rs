//! The tables of a complete run as Parquet files, too: for readers that take columns with types.
//!
//! They are written from the finished tables, so that nothing in them depends on how the run went.

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

/// Writes those that a complete run does not have yet, and into its manifest what they hold.
///
/// # Errors
/// [`RunError`] if a table is not what the manifest tells or a file cannot be written.
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

/// Writes a table of so many rows of games or events as a Parquet file, wherever that is.
///
/// # Errors
/// [`RunError`] if the table is not as it should be or the file cannot be written.
pub fn export(table: &Path, rows: u64, target: &Path) -> Result<(), RunError> {
    write::from_table(table, rows, target).map(|_| ())
}

/// Writes the text of a small table as a Parquet file.
///
/// # Errors
/// [`RunError`] if the text is no table or the file cannot be written.
pub fn export_text(text: &str, table: &Path, target: &Path) -> Result<(), RunError> {
    write::from_small(text, table, target).map(|_| ())
}
