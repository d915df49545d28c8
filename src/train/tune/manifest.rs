//! Manifest of a tuning: `manifest.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::Tuning;
use crate::results::manifest::{DataRecord, FolderKind, WorkManifest, setting_differences};
use crate::results::work_manifest::Work;
use crate::search::parameters::Value;

/// Manifest of a tuning.
pub type TuneManifest = WorkManifest<TuningRecord>;

/// Fields of the manifest of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningRecord {
    /// True if a repetition with equal settings writes identical bytes.
    pub reproducible: bool,
    /// Number of games in a block.
    pub block_size: u64,
    /// Command that wrote the folder.
    pub command: String,
    pub tuning: Tuning,
    pub data: DataRecord,
    /// Result, or `None` before the end of the tuning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// Result of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Comparison of the best point with the base bot.
    pub verdict: Verdict,
    /// Estimated value of the best point before the confirmation.
    pub estimate: f64,
    /// Values of the best point by dimension.
    pub point: BTreeMap<String, Value>,
    /// Results on fresh blocks by objective. Empty if the best point is the base bot.
    #[serde(default)]
    pub confirmation: Vec<Compared>,
}

/// Verdict of a tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The best point is better than the base bot: the interval of the difference is above 0. `best.toml` is written.
    Better,
    /// The interval of the difference includes 0 or is below 0.
    Open,
    /// The best point is the base bot itself.
    Same,
}

/// Comparison of the best point with the base bot under one objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Name of the objective.
    pub objective: String,
    /// Mean of the best point.
    pub point: f64,
    /// Mean of the base bot.
    pub base: f64,
    /// Mean difference over blocks.
    pub difference: f64,
    /// Lower end of the 95 % interval of the difference.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Work for TuningRecord {
    const KIND: FolderKind = FolderKind::Tuning;

    fn differences(&self, other: &TuningRecord) -> Vec<String> {
        setting_differences(&self.tuning, &other.tuning)
    }
}
