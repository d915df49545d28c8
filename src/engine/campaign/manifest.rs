//! What a folder of campaigns says of itself: `manifest.toml`. It is written last, when all other files are whole.

use std::path::Path;

use serde::Serialize;

use super::rules::RuleOptions;
use crate::bots::BotSpec;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{DataRecord, RunRecord, Status, write_toml};

/// Everything a reader needs to trust and repeat the campaigns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CampaignsManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Program version.
    pub version: String,
    /// Git revision of the program, if the build knew it.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub file: Vec<FileRecord>,
}

/// All that decides what is in the result files.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    pub seed: u64,
    /// Rule options of the first game.
    pub set: RuleOptions,
    /// The bots in the order in which they were named.
    pub bot: Vec<BotSpec>,
}

impl CampaignsManifest {
    /// Writes it.
    ///
    /// # Errors
    /// [`RunError`] if that fails.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        write_toml(self, folder)
    }
}
