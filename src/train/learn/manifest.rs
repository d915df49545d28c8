//! Manifest of a training: `manifest.toml`. It is the last file written after every round, so a resumed training starts
//! after a complete round.

use serde::{Deserialize, Serialize};

use crate::results::manifest::{DataRecord, FolderKind, WorkManifest, setting_differences};
use crate::results::work_manifest::Work;
use crate::settings::learning::Learning;

/// Manifest of a training.
pub type LearnManifest = WorkManifest<TrainingRecord>;

/// Fields of the manifest of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// Number of completed rounds.
    pub rounds_done: u64,
    /// Number of points that an output of 1 from the lead head stands for; `None` until the first round is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f32>,
    /// Command that wrote the folder.
    pub command: String,
    pub learning: Learning,
    pub data: DataRecord,
}

impl Work for TrainingRecord {
    const KIND: FolderKind = FolderKind::Learning;

    fn differences(&self, other: &TrainingRecord) -> Vec<String> {
        setting_differences(&self.learning, &other.learning)
    }
}
