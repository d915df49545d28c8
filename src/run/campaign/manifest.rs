//! Manifest of a folder with campaigns: `manifest.toml`. It is written before the first game and again when the other
//! files are complete.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::rules::RuleOptions;
use crate::bots::BotSpec;
use crate::play::single::Events;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{
    DataRecord, RunRecord, Status, difference, program_differences, setting_differences,
};
use crate::results::work_manifest::{FolderKind, WorkManifest, read_manifest, write_manifest};

/// Manifest with everything that is needed to verify and repeat the campaigns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignsManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Version of the program.
    pub version: String,
    /// Git revision of the program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Status of the simulation.
    pub status: Status,
    /// True if a repetition with the same settings writes identical bytes.
    pub reproducible: bool,
    /// Number of campaigns in the files.
    pub campaigns_done: u64,
    /// Number of games in the files.
    pub games_done: u64,
    /// Number of games that panicked and thereby ended their campaigns. They are listed in `crashes.csv`.
    pub games_crashed: u64,
    /// Command that wrote the folder.
    pub command: String,
    /// Names of the score categories, in the order of their columns in `games.csv`.
    pub score_categories: Vec<String>,
    pub campaigns: Settings,
    pub data: DataRecord,
    /// Time, machine and speed of the run. The other files do not depend on these.
    pub run: RunRecord,
    /// Result files with their checksums.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

/// Settings that determine the content of the result files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Number of campaigns, a multiple of `block_size`.
    pub campaigns: u64,
    /// Number of seatings. This many consecutive campaigns share their seed.
    pub block_size: u64,
    /// Maximum number of games in a campaign.
    pub most_games: u64,
    /// Number of the first game: 1, or higher if the campaigns continue an archive.
    pub first_game: u64,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Selection of events to write.
    pub events: Events,
    /// Rule options of the first game.
    pub set: RuleOptions,
    /// Bots in the order of the line-up.
    pub bot: Vec<BotSpec>,
}

impl CampaignsManifest {
    /// Reads the manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if the manifest cannot be read or does not belong to campaigns.
    pub fn read(folder: &Path) -> Result<Option<CampaignsManifest>, RunError> {
        read_manifest(folder)
    }

    /// Writes the manifest.
    ///
    /// # Errors
    /// [`RunError`] if writing fails. The previous manifest then remains.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        write_manifest(self, folder)
    }
}

impl WorkManifest for CampaignsManifest {
    const KIND: FolderKind = FolderKind::Campaigns;

    fn status(&self) -> Status {
        self.status
    }

    fn files(&self) -> &[FileRecord] {
        &self.file
    }

    fn progress(&mut self) -> (&mut Status, &mut RunRecord) {
        (&mut self.status, &mut self.run)
    }

    fn differences(&self, other: &CampaignsManifest) -> Vec<String> {
        let mut found = program_differences(
            (&self.version, &self.revision),
            (&other.version, &other.revision),
        );
        found.extend(setting_differences(&self.campaigns, &other.campaigns));
        found.extend(difference("data", &self.data.hash, &other.data.hash));
        found
    }
}
