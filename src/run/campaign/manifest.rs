//! Manifest of a folder with campaigns: `manifest.toml`. It is written before the first game and again when the other
//! files are complete.

use serde::{Deserialize, Serialize};

use super::rules::RuleOptions;
use crate::bots::BotSpec;
use crate::play::single::Events;
use crate::results::manifest::{
    DataRecord, FolderKind, WorkManifest, difference, setting_differences,
};
use crate::results::work_manifest::Work;

/// Manifest of a folder with campaigns.
pub type CampaignsManifest = WorkManifest<CampaignsRecord>;

/// Fields of the manifest of campaigns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignsRecord {
    /// True if a repetition with equal settings writes identical bytes.
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

impl Work for CampaignsRecord {
    const KIND: FolderKind = FolderKind::Campaigns;

    fn differences(&self, other: &CampaignsRecord) -> Vec<String> {
        let mut found = setting_differences(&self.campaigns, &other.campaigns);
        found.extend(difference("data", &self.data.hash, &other.data.hash));
        found
    }
}
