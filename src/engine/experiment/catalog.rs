//! Finding an experiment by its name: files in `./experiments/`, and those that ship with the program.
//!
//! A name is that of a file without its end. What the working folder has of a name goes before what ships,
//! and of a folder what lies in it before what lies in the folders of games there.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

use crate::prose::listed;
use crate::registry::games;
use crate::suggestion::did_you_mean;
use crate::{files, shipped};

/// The folder of the working directory in which experiments are looked for.
const FOLDER: &str = "experiments";

/// Why a word is the name of no experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownExperiment {
    /// Nor does one begin with it.
    #[error(
        "there is no such file and no experiment of that name{suggestion}; `portolan experiments` lists \
         them, a file has a name that ends in .toml"
    )]
    Nowhere {
        /// ` (did you mean "…"?)` or nothing.
        suggestion: String,
    },
    /// Several begin with it.
    #[error("not clear which: {known} begin with that")]
    Several {
        /// Those that do.
        known: String,
    },
}

/// The file of an experiment, as it was named: by its name, or the beginning of one up to a dash if no
/// other begins so, or by its path.
#[derive(Clone, Debug)]
pub struct ExperimentFile {
    /// What was written.
    pub named: String,
    /// The file; if a path was written, perhaps none.
    pub path: PathBuf,
}

impl ExperimentFile {
    /// The name of the file without its end.
    pub fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

impl FromStr for ExperimentFile {
    type Err = UnknownExperiment;

    fn from_str(named: &str) -> Result<ExperimentFile, UnknownExperiment> {
        let path = file_of(named, PathBuf::from(named))?;
        let named = named.to_string();
        Ok(ExperimentFile { named, path })
    }
}

/// What was written stands for a file: itself, as a path, if it looks like one or leads to a file; else as
/// a name.
///
/// # Errors
/// [`UnknownExperiment`] if it is neither.
pub fn file_of(named: &str, path: PathBuf) -> Result<PathBuf, UnknownExperiment> {
    let is_path = named.contains(['/', '\\']) || named.ends_with(".toml");
    match is_path || path.exists() && !path.is_dir() {
        true => Ok(path),
        false => find(named),
    }
}

/// The file of an experiment of that name, or of the only one whose name begins so.
fn find(name: &str) -> Result<PathBuf, UnknownExperiment> {
    let mut known = named_files();
    if let Some(index) = known.iter().position(|(own, _)| own == name) {
        return Ok(known.swap_remove(index).1);
    }
    let begins = format!("{name}-");
    let (mut longer, others): (Vec<_>, Vec<_>) = known
        .into_iter()
        .partition(|(own, _)| own.starts_with(&begins));
    match longer.len() {
        0 => Err(UnknownExperiment::Nowhere {
            suggestion: did_you_mean(name, others.iter().map(|(own, _)| own.as_str())),
        }),
        1 => Ok(longer.swap_remove(0).1),
        _ => Err(UnknownExperiment::Several {
            known: listed(&longer.into_iter().map(|(own, _)| own).collect::<Vec<_>>()),
        }),
    }
}

/// Name and file of every experiment, each name once: that of the file that it means.
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
