//! The files that an experiment is made of: whoever plays it elsewhere has to take them along.

use std::path::{Path, PathBuf};

use super::file::ancestry;
use super::parts::data_files;
use super::resolve::Resolved;
use super::unresolved::{Spec, SpecError};
use crate::bots::catalog;
use crate::registry::entry;
use crate::shipped;

/// Every file that is read for what comes from an experiment file, each once: the file and those
/// that it inherits from, those of bots and those that these inherit from, and component data. What
/// ships with the program is in no file.
///
/// # Errors
/// [`SpecError`] if a file does not read.
pub fn files(file: &Path, spec: &Spec, resolved: &Resolved) -> Result<Vec<PathBuf>, SpecError> {
    let mut found = ancestry(file)?;
    let line_ups = spec.cells.iter().filter_map(|cell| cell.bots.as_ref());
    let names = spec
        .bots
        .iter()
        .chain(line_ups.flatten())
        .chain(&spec.challenger)
        .chain(&spec.opponent)
        .chain(&spec.variance);
    for name in names {
        let read = catalog::files(name.trim(), &spec.game).map_err(SpecError::new)?;
        found.extend(read);
    }
    let entry = entry(&spec.game).map_err(SpecError::new)?;
    let folders = resolved.setups.iter().map(|setup| &setup.data.folder);
    for folder in folders.flatten() {
        found.extend(data_files(entry, folder)?);
    }
    let mut once: Vec<PathBuf> = Vec::new();
    for path in found {
        if !once.contains(&path) && !shipped::holds(&path) {
            once.push(path);
        }
    }
    Ok(once)
}
