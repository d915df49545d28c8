//! `portolan data export`: writes the files of a set to a folder.

use std::path::Path;

use super::folder::{no_file, write_files};
use crate::ui::failure::Failure;
use crate::ui::print::print;
use portolan_core::dataset::DataSet;
use portolan_core::prose::count;

/// Writes the files of a set to a folder.
pub fn export(set: &DataSet, folder: &Path, force: bool) -> Result<(), Failure> {
    no_file(folder)?;
    let mut paths = set.files.keys().map(|name| folder.join(name));
    let existing = paths.find(|path| path.exists());
    if let Some(path) = existing
        && !force
    {
        return Err(Failure::usage(format!(
            "{} exists; --force overwrites it",
            path.display()
        )));
    }
    let files = set.files.iter();
    write_files(
        folder,
        files.map(|(name, text)| (name.as_str(), text.as_str())),
    )?;
    print(&format!(
        "{} written to {}\n",
        count(set.files.len() as u64, "file"),
        folder.display()
    ))
}
