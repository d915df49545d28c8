//! Copies the files of a trial so that it can be repeated.

use std::path::{Path, PathBuf};

use toml::Value;

use crate::ui::failure::Failure;
use portolan_core::files;
use portolan_run::results::trial::EXPERIMENT;

/// Name of the file of changes.
pub const CHANGES: &str = "changes.toml";

/// Copies the experiment and its changes to the folder `keep`.
pub fn keep_files(folder: &Path, keep: &Path, replaces: bool) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error: std::io::Error| Failure::work(format!("{}: {error}", path.display()))
    };
    let there: Vec<PathBuf> = [CHANGES, EXPERIMENT]
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|path| path.is_file())
        .collect();
    for path in &there {
        let target = keep.join(path.file_name().unwrap_or_default());
        if target.exists() && !replaces {
            return Err(Failure::usage(format!(
                "{}: exists; --force replaces it, or choose another --keep",
                target.display()
            )));
        }
    }
    std::fs::create_dir_all(keep).map_err(failed(keep))?;
    for path in there {
        let name = path.file_name().unwrap_or_default();
        let target = keep.join(name);
        let text = files::read_regular(&path).map_err(failed(&path))?;
        files::save(&target, moved(&text, folder, keep)).map_err(failed(&target))?;
    }
    Ok(())
}

/// Rewrites the relative paths in a file for use from another folder.
fn moved(text: &str, from: &Path, to: &Path) -> String {
    let line = |line: &str| -> String {
        let path = ["inherits = ", "data = "]
            .into_iter()
            .find_map(|key| Some((key, line.strip_prefix(key)?)));
        match path {
            Some((key, value)) if value != format!("\"{CHANGES}\"") => {
                let parsed: Option<toml::Table> = format!("path = {value}").parse().ok();
                let path = parsed.and_then(|table| Some(table.get("path")?.as_str()?.to_string()));
                let Some(path) = path else {
                    return line.to_string();
                };
                let seen = files::seen_from(to, &from.join(path)).display().to_string();
                format!("{key}{}", Value::String(seen))
            }
            _ => line.to_string(),
        }
    };
    let mut moved: String = text.lines().map(|one| line(one) + "\n").collect();
    if !text.ends_with('\n') {
        moved.pop();
    }
    moved
}
