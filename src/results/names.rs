//! Names of the files of a run.

use std::path::Path;

/// Names of the streamed files, in the order of [`GAMES`], [`EVENTS`], [`CRASHES`].
pub const STREAMED: [&str; 3] = ["games.csv", "events.csv", "crashes.csv"];
/// Index of `games.csv`.
pub const GAMES: usize = 0;
/// Index of `events.csv`.
pub const EVENTS: usize = 1;
/// Index of `crashes.csv`.
pub const CRASHES: usize = 2;

/// Means and intervals, per bot and per bot and seat.
pub const SUMMARY: &str = "summary.csv";
/// What the cells of an experiment are.
pub const CELLS: &str = "cells.csv";
/// What a study of items did in every game.
pub const TREATMENTS: &str = "treatments.csv";

/// What the name of a compressed table has at its end.
pub const COMPRESSED: &str = ".gz";

/// Name of a table once it is compressed.
pub fn compressed_name(name: &str) -> String {
    format!("{name}{COMPRESSED}")
}

/// Whether a file is compressed, by its name.
pub fn is_compressed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(COMPRESSED)
}
