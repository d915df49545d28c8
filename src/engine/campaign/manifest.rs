//! What a folder of campaigns says of itself: `manifest.toml`. It is written before the first game, and again when the other files are whole.

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

/// Everything a reader needs to trust and repeat the campaigns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignsManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Program version.
    pub version: String,
    /// Git revision of the program, if the build knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// How far it came.
    pub status: Status,
    /// Whether the same settings give the same bytes.
    pub reproducible: bool,
    /// Campaigns in the files.
    pub campaigns_done: u64,
    /// Games in the files.
    pub games_done: u64,
    /// Games that panicked, which ended their campaigns; they are in `crashes.csv`.
    pub games_crashed: u64,
    /// The command that wrote the folder.
    pub command: String,
    /// Names of the score categories, in the order of their columns in `games.csv`.
    pub score_categories: Vec<String>,
    /// The settings.
    pub campaigns: Settings,
    /// The component data.
    pub data: DataRecord,
    /// When, where and how fast: nothing of this is in the other files.
    pub run: RunRecord,
    /// The files and what they hold.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

/// All that decides what is in the result files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Campaigns, in whole blocks of every seating.
    pub campaigns: u64,
    /// Seatings: so many campaigns in a row share their seed.
    pub block_size: u64,
    /// Most games of a campaign.
    pub most_games: u64,
    /// Number of the first game: 1 unless an archive was gone on with.
    pub first_game: u64,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Which events are written.
    pub events: Events,
    /// Rule options of the first game.
    pub set: RuleOptions,
    /// The bots in the order in which they were named.
    pub bot: Vec<BotSpec>,
}

impl CampaignsManifest {
    /// The manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or is none of campaigns.
    pub fn read(folder: &Path) -> Result<Option<CampaignsManifest>, RunError> {
        read_manifest(folder)
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`RunError`] if that fails; the one before then stays.
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
