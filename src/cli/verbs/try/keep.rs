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
pub fn moved(text: &str, from: &Path, to: &Path) -> String {
    let seen =
        |path: &str| Value::String(files::seen_from(to, &from.join(path)).display().to_string());
    let line = |line: &str| -> String {
        let Some(key) = ["inherits", "data", "bots"]
            .into_iter()
            .find(|key| line.starts_with(&format!("{key} = ")))
        else {
            return line.to_string();
        };
        let mut parsed: toml::Table = line.parse().unwrap_or_default();
        match parsed.get_mut(key) {
            Some(Value::String(path)) if path != CHANGES => format!("{key} = {}", seen(path)),
            Some(Value::Array(bots)) => {
                for bot in bots.iter_mut() {
                    if let Value::String(path) = bot
                        && path.ends_with(".toml")
                    {
                        *bot = seen(path);
                    }
                }
                format!("{key} = {}", Value::Array(bots.clone()))
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
