//! Lists the files of an experiment, which are needed to play it on another machine.

use std::path::{Path, PathBuf};

use super::file::ancestry;
use super::parts::data_files;
use super::resolve::Resolved;
use super::unresolved::{Spec, SpecError};
use crate::bots::catalog;
use crate::registry::entry;
use crate::shipped;

/// Returns every file that the experiment reads, without duplicates: the experiment file and its ancestors, bot
/// files and their ancestors, and component data. Built-in bots and data are not files.
///
/// # Errors
/// [`SpecError`] if a file cannot be read.
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
