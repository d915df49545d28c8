//! Names of the files of a run, and of the columns of its tables.

use std::path::Path;

pub use super::columns::{
    CRASH_COLUMNS, EVENT_COLUMNS, GAME_COLUMNS, LUCK_COLUMNS, PROGRAM_COLUMNS,
};
use super::columns::{OF_PROGRAMS, place};

/// Names of the streamed files, in the order of [`GAMES`], [`EVENTS`], [`CRASHES`], [`PROGRAMS`].
pub const STREAMED: [&str; 4] = ["games.csv", "events.csv", "crashes.csv", "programs.csv"];
/// Index of `games.csv`.
pub const GAMES: usize = 0;
/// Index of `events.csv`.
pub const EVENTS: usize = 1;
/// Index of `crashes.csv`.
pub const CRASHES: usize = 2;

/// Index of `programs.csv`.
pub const PROGRAMS: usize = 3;

/// Whether a streamed file without rows is left out.
pub fn is_left_out_if_empty(name: &str) -> bool {
    [STREAMED[CRASHES], STREAMED[PROGRAMS]].contains(&name)
}

/// The campaigns of a simulation, and their stories.
pub const CAMPAIGNS: &str = "campaigns.csv";

/// Index of the column of `programs.csv` that says whether the seat has lost by forfeit.
pub const FORFEITED: usize = place(OF_PROGRAMS, "forfeited");

/// Means and intervals, per bot and per bot and seat.
pub const SUMMARY: &str = "summary.csv";
/// Means and intervals with the luck taken off.
pub const LUCK: &str = "luck.csv";
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
