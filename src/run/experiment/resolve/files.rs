//! Lists the files of an experiment, which are needed to play it on another machine.

use std::path::PathBuf;

use super::experiment::Resolved;
use super::parts::data_files;
use crate::bots::catalog;
use crate::registry::entry;
use crate::setting_tree::SettingError;
use crate::settings::Settings;
use crate::shipped;

/// Returns every file that the experiment reads, without duplicates: the experiment file and its ancestors, bot
/// files and their ancestors, and component data. Built-in bots and data are not files.
///
/// # Errors
/// [`SettingError`] if a file cannot be read.
pub fn files(spec: &Settings, resolved: &Resolved) -> Result<Vec<PathBuf>, SettingError> {
    let mut found = spec.files.clone();
    let line_ups = spec.cell.iter().filter_map(|cell| cell.bots.as_ref());
    let names = spec
        .bots
        .iter()
        .chain(line_ups.flatten())
        .chain(&spec.challenger)
        .chain(&spec.opponent)
        .chain(&spec.variance);
    for name in names {
        let read = catalog::files(name.trim(), &spec.game).map_err(SettingError::new)?;
        found.extend(read);
    }
    let entry = entry(&spec.game).map_err(SettingError::new)?;
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
