//! Manifest of a tuning: `manifest.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::settings::Tuning;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{
    DataRecord, RunRecord, Status, program_differences, setting_differences,
};
use crate::results::work_manifest::{FolderKind, WorkManifest, read_manifest, write_manifest};
use crate::search::parameters::Value;

/// Manifest with everything that is needed to verify and repeat a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Version of the program.
    pub version: String,
    /// Git revision of the program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Status of the tuning.
    pub status: Status,
    /// True if a repetition with the same settings writes identical bytes.
    pub reproducible: bool,
    /// Number of games in a block.
    pub block_size: u64,
    /// Command that wrote the folder.
    pub command: String,
    pub tuning: Tuning,
    pub data: DataRecord,
    /// Result, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// Time, machine and speed of the tuning. The other files do not depend on these.
    pub run: RunRecord,
    /// Result files with their checksums.
    #[serde(default)]
    pub file: Vec<FileRecord>,
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

impl TuneManifest {
    /// Reads the manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if the manifest cannot be read or does not belong to a tuning.
    pub fn read(folder: &Path) -> Result<Option<TuneManifest>, RunError> {
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

impl WorkManifest for TuneManifest {
    const KIND: FolderKind = FolderKind::Tuning;

    fn status(&self) -> Status {
        self.status
    }

    fn files(&self) -> &[FileRecord] {
        &self.file
    }

    fn progress(&mut self) -> (&mut Status, &mut RunRecord) {
        (&mut self.status, &mut self.run)
    }

    fn differences(&self, other: &TuneManifest) -> Vec<String> {
        let mut found = program_differences(
            (&self.version, &self.revision),
            (&other.version, &other.revision),
        );
        found.extend(setting_differences(&self.tuning, &other.tuning));
        found
    }
}
