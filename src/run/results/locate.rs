//! Locating the file of a table in a results folder.

use std::path::{Path, PathBuf};

use crate::results::checkpoint::Checkpoint;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{STREAMED, compressed_name};

/// Returns the path of a streamed table ([`STREAMED`]) and its record in the manifest. The record is `None` while the
/// run is in progress; the last row may then be incomplete. The file is verified against its checkpoint or its recorded
/// length.
///
/// # Errors
/// [`RunError`] if the file has been changed, or if its completeness cannot be verified.
pub fn locate<'run>(
    folder: &Path,
    manifest: &'run Manifest,
    streamed: usize,
) -> Result<(PathBuf, Option<&'run FileRecord>), RunError> {
    let name = STREAMED[streamed];
    let whole = folder.join(name);
    let unfinished = manifest.status == Status::Running;
    if unfinished {
        Checkpoint::check(folder, streamed)?;
        let partial = folder.join(format!("{name}.partial"));
        if partial.exists() {
            return Ok((partial, None));
        }
    }
    if let Some(record) = manifest.table(name) {
        // Check the length first, so that an endless row cannot exhaust the memory.
        record.check_length(folder)?;
        return Ok((folder.join(&record.name), Some(record)));
    }
    let mut others = [folder.join(compressed_name(name)), whole.clone()].into_iter();
    match others.find(|path| unfinished && path.exists()) {
        Some(path) => Ok((path, None)),
        None => Err(RunError::Damaged {
            path: whole,
            problem: "not listed in the manifest; cannot verify it".to_string(),
        }),
    }
}
