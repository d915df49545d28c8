//! Names of the files of a run and of their columns.

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

/// Returns true if this streamed file is omitted when it has no rows.
pub fn is_left_out_if_empty(name: &str) -> bool {
    [STREAMED[CRASHES], STREAMED[PROGRAMS]].contains(&name)
}

/// Table of simulated campaigns and their stories.
pub const CAMPAIGNS: &str = "campaigns.csv";

/// Index of the column in `programs.csv` that records a forfeit.
pub const FORFEITED: usize = place(OF_PROGRAMS, "forfeited");

/// Table of means and intervals, per bot and per bot and seat.
pub const SUMMARY: &str = "summary.csv";
/// Table of means and intervals with luck as a control variate.
pub const LUCK: &str = "luck.csv";
/// Table of the conditions of an experiment.
pub const CELLS: &str = "cells.csv";
/// Table of the treatments of items in every game.
pub const TREATMENTS: &str = "treatments.csv";

/// Suffix of compressed tables.
pub const COMPRESSED: &str = ".gz";

/// Returns the name of a table after compression.
pub fn compressed_name(name: &str) -> String {
    format!("{name}{COMPRESSED}")
}

/// Returns true if the file name has the suffix of compressed tables.
pub fn is_compressed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(COMPRESSED)
}
