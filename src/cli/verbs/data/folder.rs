//! Writes component files to folders.

use std::path::Path;

use crate::ui::failure::Failure;
use portolan_core::files;

/// Returns an error if the path is a file.
pub fn no_file(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::usage(format!(
            "{} is a file, not a folder",
            folder.display()
        )));
    }
    Ok(())
}

/// Writes files to a folder, which is created if necessary.
pub fn write_files<'a>(
    folder: &Path,
    files: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::work(format!("{path}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    for (name, text) in files {
        let path = folder.join(name);
        files::save(&path, text).map_err(failed(&path))?;
    }
    Ok(())
}
