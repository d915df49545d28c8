//! The experiments that go by a name: files in `./experiments/`, and those that ship with the program.
//!
//! A name is that of a file without its end. What the working folder has of a name goes before what ships,
//! and of a folder what lies in it before what lies in the folders of games there.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;
use toml::Table;

use super::spec::file::ancestry;
use crate::games::GAMES;
use crate::prose::listed;
use crate::suggestion::did_you_mean;
use crate::{files, shipped};

/// The folder of the working directory in which experiments are looked for.
const FOLDER: &str = "experiments";

/// What begins the line of a file that says what it asks.
const COMMENT: &str = "# ";

/// An experiment and what it asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its game.
    pub game: String,
    /// The name by which it is found.
    pub name: String,
    /// The first line of its file; empty if that is no comment.
    pub question: String,
}

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
        let path = Path::new(named);
        let is_path = named.contains(['/', '\\']) || named.ends_with(".toml");
        let path = match is_path || path.exists() && !path.is_dir() {
            true => path.to_path_buf(),
            false => find(named)?,
        };
        let named = named.to_string();
        Ok(ExperimentFile { named, path })
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

/// All experiments that go by a name, by game, as `portolan games` has them, and name.
pub fn all() -> Vec<Listed> {
    let place = |game: &str| GAMES.iter().position(|entry| entry.name == game);
    let mut all: Vec<Listed> = named_files()
        .into_iter()
        .map(|(name, path)| Listed {
            game: game(&path).unwrap_or_default(),
            name,
            question: question(&path),
        })
        .collect();
    all.sort_by(|one, other| {
        let key = |listed: &Listed| (place(&listed.game), listed.name.clone());
        key(one).cmp(&key(other))
    });
    all
}

/// Name and file of every experiment, each name once: that of the file that it means.
fn named_files() -> Vec<(String, PathBuf)> {
    let mut named: Vec<(String, PathBuf)> = Vec::new();
    for path in shipped::named_files(FOLDER, GAMES.iter().map(|entry| entry.name)) {
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

/// The game that a file names, or one that it starts from.
fn game(path: &Path) -> Option<String> {
    let files = ancestry(path).ok()?;
    files.iter().find_map(|file| {
        let keys: Table = toml::from_str(&files::read_text(file).ok()?).ok()?;
        Some(keys.get("game")?.as_str()?.to_string())
    })
}

fn question(path: &Path) -> String {
    let text = files::read_text(path).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(COMMENT).unwrap_or_default().to_string()
}
