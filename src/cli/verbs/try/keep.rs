//! Copies the files of a trial so that it can be repeated.

use std::path::{Path, PathBuf};

use toml::Value;

use crate::ui::failure::Failure;
use portolan_core::files;
use portolan_run::results::folder::CHANGES;

/// Copies files of a study to the folder `keep` and adapts the relative paths in them. Skips files that do not exist in
/// `folder`, and files that already have the same content in `keep`.
///
/// # Errors
/// [`Failure`] if another file exists and `replaces` is false, in which case nothing is written, or if a file cannot be
/// read or written.
pub fn keep_files(
    folder: &Path,
    names: &[&str],
    keep: &Path,
    replaces: bool,
) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error: std::io::Error| Failure::work(format!("{}: {error}", path.display()))
    };
    // Paths are relative to this folder, so it has to exist.
    std::fs::create_dir_all(keep).map_err(failed(keep))?;
    let mut copies: Vec<(PathBuf, String)> = Vec::new();
    for name in names {
        let (path, target) = (folder.join(name), keep.join(name));
        if !path.is_file() {
            continue;
        }
        let text = moved(
            &files::read_text(&path).map_err(failed(&path))?,
            folder,
            keep,
        );
        match files::read_text(&target) {
            Ok(there) if there == text => {}
            Ok(_) if !replaces => {
                return Err(Failure::usage(format!(
                    "{}: exists; --force replaces it, or choose another --keep",
                    target.display()
                )));
            }
            _ => copies.push((target, text)),
        }
    }
    for (target, text) in copies {
        files::save(&target, text).map_err(failed(&target))?;
    }
    Ok(())
}

/// Rewrites the relative paths in a file for use from another folder.
fn moved(text: &str, from: &Path, to: &Path) -> String {
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
