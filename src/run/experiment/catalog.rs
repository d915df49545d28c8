//! Looks up experiments by name, in `./experiments/` and among the experiments that ship with the program.
//!
//! The name of an experiment is its file name without the extension. A file in the working directory takes
//! precedence over a shipped file, and a file directly in a folder takes precedence over a file in one of its
//! game folders.

use std::path::PathBuf;
use std::str::FromStr;

use crate::prose::listed;
use crate::registry::games;
use crate::suggestion::did_you_mean;
use crate::{files, shipped};

/// Folder for experiments, relative to the working directory.
const FOLDER: &str = "experiments";

/// Experiment file given on the command line by name, by an unambiguous beginning of a name up to a dash, or by
/// path.
#[derive(Clone, Debug)]
pub struct ExperimentFile {
    /// The argument as written.
    pub named: String,
    /// Path of the file. If the argument was a path, the file may not exist.
    pub path: PathBuf,
}

impl ExperimentFile {
    /// Returns the file name without its extension.
    pub fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

impl FromStr for ExperimentFile {
    type Err = String;

    fn from_str(named: &str) -> Result<ExperimentFile, String> {
        let path = file_of(named, PathBuf::from(named))?;
        let named = named.to_string();
        Ok(ExperimentFile { named, path })
    }
}

/// Returns the file that `named` refers to. An argument that looks like a path or leads to a file is used as a
/// path; any other argument is looked up as a name.
///
/// # Errors
/// A message if the argument is neither a path nor a known name.
pub fn file_of(named: &str, path: PathBuf) -> Result<PathBuf, String> {
    let is_path = named.contains(['/', '\\']) || named.ends_with(".toml");
    match is_path || path.exists() && !path.is_dir() {
        true => Ok(path),
        false => find(named),
    }
}

/// Finds the experiment with this name, or the only one whose name begins with it.
fn find(name: &str) -> Result<PathBuf, String> {
    let mut known = named_files();
    if let Some(index) = known.iter().position(|(own, _)| own == name) {
        return Ok(known.swap_remove(index).1);
    }
    let begins = format!("{name}-");
    let (mut longer, others): (Vec<_>, Vec<_>) = known
        .into_iter()
        .partition(|(own, _)| own.starts_with(&begins));
    match longer.len() {
        0 => Err(format!(
            "no file or experiment has this name{}; `portolan experiments` lists the experiments, and names of files end \
             in .toml",
            did_you_mean(name, others.iter().map(|(own, _)| own.as_str()))
        )),
        1 => Ok(longer.swap_remove(0).1),
        _ => Err(format!(
            "ambiguous: {} begin with this name",
            listed(&longer.into_iter().map(|(own, _)| own).collect::<Vec<_>>())
        )),
    }
}

/// Returns the name and the file of every experiment. If several files share a name, only the file that takes
/// precedence is listed.
pub fn named_files() -> Vec<(String, PathBuf)> {
    let mut named: Vec<(String, PathBuf)> = Vec::new();
    for path in shipped::named_files(FOLDER, games().iter().map(|entry| entry.name)) {
        if let Some(name) = path.file_stem().and_then(|stem| stem.to_str())
            && files::is_file(&path)
            && named.iter().all(|(known, _)| known != name)
        {
            named.push((name.to_string(), path));
        }
    }
    named.sort();
    named
}
