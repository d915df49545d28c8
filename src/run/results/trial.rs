//! Folders of studies that consist of several runs. `try` writes the experiment, the changes, the report, and
//! subfolders with the games of both players and of the challengers; `balance` writes the changes, the report and a subfolder
//! for each step. The manifest [`STUDY`](super::work_manifest::STUDY) records the settings.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::manifest::{FolderKind, MANIFEST, setting_differences};
use super::work_manifest::Work;

/// Fields of the manifest of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// Command that wrote the folder.
    pub command: String,
    /// Settings, with the hashes of the data and the bots.
    pub trial: toml::Table,
}

/// Fields of the manifest of a balance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceRecord {
    /// Command that wrote the folder.
    pub command: String,
    /// Settings (`settings`), with the hashes of the data and the bots.
    pub balance: toml::Table,
}

impl Work for TrialRecord {
    const KIND: FolderKind = FolderKind::Trial;

    fn differences(&self, other: &TrialRecord) -> Vec<String> {
        setting_differences(&self.trial, &other.trial)
    }
}

impl Work for BalanceRecord {
    const KIND: FolderKind = FolderKind::Balance;

    fn differences(&self, other: &BalanceRecord) -> Vec<String> {
        setting_differences(&self.balance, &other.balance)
    }
}

/// File name of the experiment.
pub const EXPERIMENT: &str = "experiment.toml";
/// Name of the subfolder with the games.
pub const GAMES: &str = "games";

/// Suffix, after a hyphen, of the folder with the games of the second player.
pub const SECOND: &str = "second";

/// Name of the folder with the challengers' bot files, and suffix of the folder with their games.
pub const CHALLENGERS: &str = "challengers";

/// Returns the folder for the games of the second player or of the challengers in a trial.
pub fn games_of(suffix: &str, trial: &Path) -> PathBuf {
    trial.join(format!("{GAMES}-{suffix}"))
}

/// Returns true if a results folder contains the games of the second player or of the challengers in a trial.
pub fn is_beside_games(folder: &Path) -> bool {
    let is_beside = |trial: &&Path| {
        [SECOND, CHALLENGERS]
            .iter()
            .any(|suffix| folder == games_of(suffix, trial))
    };
    let trial = folder.parent().filter(is_beside);
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
