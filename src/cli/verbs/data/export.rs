//! `portolan data export`: writes the shipped files to a folder.

use std::path::Path;

use super::folder::{no_file, write_files};
use crate::ui::failure::Failure;
use crate::ui::print::print;
use portolan_core::prose::count;
use portolan_core::setup::GameEntry;

/// Writes the files of a game to a folder.
pub fn export(entry: &GameEntry, folder: &Path, force: bool) -> Result<(), Failure> {
    no_file(folder)?;
    let existing = entry
        .files
        .iter()
        .map(|(name, _)| folder.join(name))
        .find(|path| path.exists());
    if let Some(path) = existing
        && !force
    {
        return Err(Failure::usage(format!(
            "{} exists; --force overwrites it",
            path.display()
        )));
    }
    write_files(folder, entry.files.iter().copied())?;
    print(&format!(
        "{} written to {}\n",
        count(entry.files.len() as u64, "file"),
        folder.display()
    ))
}
