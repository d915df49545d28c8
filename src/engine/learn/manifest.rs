//! What the folder of a training says about itself: `manifest.toml`. It is written last of all after every
//! round, so that whoever goes on begins with a whole round.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{
    DataRecord, RunRecord, Status, program_differences, setting_differences,
};
use crate::results::work_manifest::{FolderKind, WorkManifest, read_manifest, write_manifest};
use crate::settings::learning::Learning;

/// Everything a reader needs to trust and repeat a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnManifest {
    /// [`FORMAT`](crate::results::manifest::FORMAT) of the folder.
    pub format: u32,
    /// Program version.
    pub version: String,
    /// Git revision of the program, if the build knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// How far it came.
    pub status: Status,
    /// Rounds that are played and learnt from.
    pub rounds_done: u64,
    /// Points that 1 of the lead's head stands for, once the first round is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f32>,
    /// The command that wrote the folder.
    pub command: String,
    /// The settings.
    pub learning: Learning,
    /// The component data.
    pub data: DataRecord,
    /// When, where and how fast: nothing of this is in the other files.
    pub run: RunRecord,
    /// The files and what they hold.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

impl LearnManifest {
    /// The manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or is none of a training.
    pub fn read(folder: &Path) -> Result<Option<LearnManifest>, RunError> {
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
