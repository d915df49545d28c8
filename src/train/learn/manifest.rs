//! Manifest of a training: `manifest.toml`. It is the last file written after every round, so a resumed training starts
//! after a complete round.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{
    DataRecord, RunRecord, Status, program_differences, setting_differences,
};
use crate::results::work_manifest::{FolderKind, WorkManifest, read_manifest, write_manifest};
use crate::settings::learning::Learning;

/// Manifest with everything that is needed to verify and repeat a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Version of the program.
    pub version: String,
    /// Git revision of the program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Status of the training.
    pub status: Status,
    /// Number of completed rounds.
    pub rounds_done: u64,
    /// Number of points that an output of 1 from the lead head stands for; known after the first round is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f32>,
    /// Command that wrote the folder.
    pub command: String,
    pub learning: Learning,
    pub data: DataRecord,
    /// Time, machine and speed of the training. The other files do not depend on these.
    pub run: RunRecord,
    /// Result files with their checksums.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

impl LearnManifest {
    /// Reads the manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if the manifest cannot be read or does not belong to a training.
    pub fn read(folder: &Path) -> Result<Option<LearnManifest>, RunError> {
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

impl WorkManifest for LearnManifest {
    const KIND: FolderKind = FolderKind::Learning;

    fn status(&self) -> Status {
        self.status
    }

    fn files(&self) -> &[FileRecord] {
        &self.file
    }

    fn progress(&mut self) -> (&mut Status, &mut RunRecord) {
        (&mut self.status, &mut self.run)
    }

    fn differences(&self, other: &LearnManifest) -> Vec<String> {
        let mut found = program_differences(
            (&self.version, &self.revision),
            (&other.version, &other.revision),
        );
        found.extend(setting_differences(&self.learning, &other.learning));
        found
    }
}
