//! The files that an experiment is made of: whoever plays it elsewhere has to take them along.

use std::path::{Path, PathBuf};

use super::file::ancestry;
use super::resolve::Resolved;
use super::wish::{SpecError, Wish};
use crate::bots::catalog;
use crate::registry::entry;
use crate::shipped;

/// Every file that is read for a wish that comes from an experiment file, each once: the file and those
/// that it inherits from, those of bots and those that these inherit from, and component data. What
/// ships with the program is in no file.
///
/// # Errors
/// [`SpecError`] if a file does not read.
pub fn files(file: &Path, wish: &Wish, resolved: &Resolved) -> Result<Vec<PathBuf>, SpecError> {
    let mut found = ancestry(file)?;
    let line_ups = wish.cells.iter().filter_map(|cell| cell.bots.as_ref());
    let names = wish
        .bots
        .iter()
        .chain(line_ups.flatten())
        .chain(&wish.challenger)
        .chain(&wish.opponent);
    for name in names {
        let read = catalog::files(name.trim(), &wish.game).map_err(SpecError::new)?;
        found.extend(read);
    }
    let entry = entry(&wish.game).map_err(SpecError::new)?;
    let folders = resolved.setups.iter().map(|setup| &setup.data.folder);
    for folder in folders.flatten() {
        found.extend(entry.files.iter().map(|(name, _)| folder.join(name)));
    }
    let mut once: Vec<PathBuf> = Vec::new();
    for path in found {
        if !once.contains(&path) && !shipped::holds(&path) {
            once.push(path);
        }
    }
    Ok(once)
}
