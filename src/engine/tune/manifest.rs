//! What the folder of a tuning says about itself: `manifest.toml`.

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

/// Everything a reader needs to trust and repeat a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneManifest {
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
    /// Games in a block.
    pub block_size: u64,
    /// The command that wrote the folder.
    pub command: String,
    /// The settings.
    pub tuning: Tuning,
    /// The component data.
    pub data: DataRecord,
    /// What came out, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// When, where and how fast: nothing of this is in the other files.
    pub run: RunRecord,
    /// The files and what they hold.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

/// What a tuning found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Whether the best point is better than the bot as it was.
    pub verdict: Verdict,
    /// What the tuning made of the best point before it was confirmed.
    pub estimate: f64,
    /// The best point, by dimension.
    pub point: BTreeMap<String, Value>,
    /// How it did on fresh blocks; nothing if it is the bot as it was.
    #[serde(default)]
    pub confirmation: Vec<Compared>,
}

/// How a tuning ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The best point beats the bot as it was: its interval lies above 0. `best.toml` is written.
    Better,
    /// The interval holds 0 or lies below it.
    Open,
    /// The best point is the bot as it was.
    Same,
}

/// The best point beside the bot as it was, by one objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Objective.
    pub objective: String,
    /// Mean of the point.
    pub point: f64,
    /// Mean of the bot as it was.
    pub base: f64,
    /// Mean difference over blocks.
    pub difference: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl TuneManifest {
    /// The manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or is none of a tuning.
    pub fn read(folder: &Path) -> Result<Option<TuneManifest>, RunError> {
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
