//! Which file of a results folder a table is in.

use std::path::{Path, PathBuf};

use crate::results::checkpoint::Checkpoint;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{STREAMED, compressed_name};

/// The file of a streamed table ([`STREAMED`]), and what the manifest tells of it: nothing while the run
/// is under way, when the last row may be cut. What is told already, a checkpoint or a length, is compared.
///
/// # Errors
/// [`RunError`] if it is not what was written, or nobody can tell whether it is whole.
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
        // Before a row that never ends fills the memory.
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
