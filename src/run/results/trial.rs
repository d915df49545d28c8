//! Layout of the folder that `try` writes: the experiment, its changes, the report, and the games of both players in
//! subfolders.

use std::path::{Path, PathBuf};

use super::manifest::MANIFEST;

/// File name of the experiment.
pub const EXPERIMENT: &str = "experiment.toml";
/// Name of the subfolder with the games.
pub const GAMES: &str = "games";

/// Suffix, after a hyphen, of the folder with the games of the second player.
pub const SECOND: &str = "second";

/// Returns the folder with the games of the second player of a trial.
pub fn second_games(trial: &Path) -> PathBuf {
    trial.join(format!("{GAMES}-{SECOND}"))
}

/// Returns true if a results folder contains the games of the second player of a trial.
pub fn is_of_second_player(folder: &Path) -> bool {
    let is_second = |trial: &&Path| folder == second_games(trial);
    let trial = folder.parent().filter(is_second);
    trial.is_some_and(|trial| games_in(trial).is_some())
}

/// Returns the results folder inside a trial, or `None` if the folder is not a trial.
pub fn games_in(folder: &Path) -> Option<PathBuf> {
    let games = folder.join(GAMES);
    let is_trial = !folder.join(MANIFEST).is_file()
        && folder.join(EXPERIMENT).is_file()
        && games.join(MANIFEST).is_file();
    is_trial.then_some(games)
}

/// Returns the trial that a results folder belongs to, or `None` if it does not belong to a trial.
pub fn trial_of(games: &Path) -> Option<&Path> {
    let folder = games.parent()?;
    (games_in(folder).as_deref() == Some(games)).then_some(folder)
}
