//! Common parts of all manifests: writing, reading and comparing.

use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::checksummed_text::{sealed, unsealed};
use super::error::RunError;
use super::file::{FileRecord, name_problem, write_whole};
use crate::bots::program::fingerprint;
use crate::files;
use crate::registry;

/// Name of the manifest file.
pub const MANIFEST: &str = "manifest.toml";

/// Version of the program. With equal settings, equal versions write equal bytes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the git revision of the program, if known.
pub fn revision() -> Option<String> {
    registry::revision().map(str::to_string)
}

/// Format of results folders and game logs. It increases when the same settings give other games or the files have
/// another meaning. Other formats are rejected. Since format 2, every block of every seed has a deal of its own.
pub const FORMAT: u32 = 2;

/// Returns an error message for a format that this program does not support, or `None` for the current one. Format 0
/// means that the format is not recorded.
pub fn format_problem(format: u32) -> Option<String> {
    let written = match format {
        FORMAT => return None,
        0 => "has no format key, so it was written before format 2".to_string(),
        other => format!("has format {other}"),
    };
    let advice = if format < FORMAT {
        "create it again with this program, or read it with the version that wrote it"
    } else {
        "read it with a newer version of the program"
    };
    Some(format!(
        "{written}, and this program uses format {FORMAT}, in which a seed leads to different \
         games; {advice}"
    ))
}

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Running or killed: the rows are in the partial files.
    Running,
    /// Stopped between blocks: the files are complete, but not all games are played.
    Stopped,
    /// All games are played.
    Complete,
}

/// Kind of work in a results folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// An experiment, or a shard of one.
    Run,
    Tuning,
    /// A training by self-play.
    Learning,
    Campaigns,
}

/// Time, machine and speed of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Number of worker threads in the last session.
    pub threads: usize,
    /// Elapsed seconds over all sessions.
    pub wall_seconds: f64,
    /// Start of the last session, in seconds since 1970-01-01 UTC.
    pub started_unix: u64,
    /// Operating system and processor architecture.
    pub machine: String,
    /// Number of available processors.
    pub processors: usize,
}

impl RunRecord {
    /// Creates the record of a session that starts now on this machine.
    pub fn begun(threads: usize) -> RunRecord {
        let since = SystemTime::UNIX_EPOCH.elapsed();
        RunRecord {
            threads,
            wall_seconds: 0.0,
            started_unix: since.map_or(0, |since| since.as_secs()),
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Manifest of a kind of work.
pub trait WorkManifest: Serialize + DeserializeOwned {
    /// Kind of work.
    const KIND: FolderKind;

    /// Returns the status of the work.
    fn status(&self) -> Status;

    /// Returns the records of the files.
    fn files(&self) -> &[FileRecord];

    /// Returns the fields that change during the work.
    fn progress(&mut self) -> (&mut Status, &mut RunRecord);

    /// Returns the settings that prevent this work from being continued as `other`, as one clause per setting.
    fn differences(&self, other: &Self) -> Vec<String>;

    /// Checks the consistency of the manifest.
    ///
    /// # Errors
    /// A message with the first inconsistency.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Returns the name of this kind of manifest for error messages.
fn name_of(kind: FolderKind) -> &'static str {
    match kind {
        FolderKind::Run => "a manifest of this program",
        FolderKind::Tuning => "a manifest of a tuning run",
        FolderKind::Learning => "a manifest of a training run",
        FolderKind::Campaigns => "a manifest of campaigns",
    }
}

/// Reads the manifest of a folder, if there is one.
///
/// # Errors
/// [`RunError`] if the manifest cannot be read, is inconsistent, or belongs to another kind of work or another format.
pub fn read_manifest<M: WorkManifest>(folder: &Path) -> Result<Option<M>, RunError> {
    #[derive(Deserialize)]
    struct Head {
        #[serde(default)]
        format: u32,
    }
    let path = folder.join(MANIFEST);
    let text = match files::read_regular(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(RunError::file(&path)(error)),
    };
    let head: Result<Head, _> = toml::from_str(&text);
    if let Some(problem) = head.ok().and_then(|head| format_problem(head.format)) {
        return Err(RunError::Folder { path, problem });
    }
    let damaged = |problem: String| RunError::Damaged {
        path: path.clone(),
        problem,
    };
    let content = unsealed(&text).map_err(|problem| damaged(problem.to_string()))?;
    let not_it =
        |error: toml::de::Error| damaged(format!("not {}: {}", name_of(M::KIND), error.message()));
    let table: toml::Table = content.parse().map_err(not_it)?;
    if let Some(problem) = file_names(&table).find_map(name_problem) {
        return Err(damaged(problem));
    }
    match toml::from_str::<M>(content) {
        Ok(manifest) => match manifest.check() {
            Ok(()) => Ok(Some(manifest)),
            Err(problem) => Err(damaged(format!("it was changed: {problem}"))),
        },
        Err(_) if table.contains_key("campaigns") && M::KIND != FolderKind::Campaigns => {
            Err(RunError::Folder {
                path: folder.to_path_buf(),
                problem: "contains simulated campaigns instead of a run; their results are in \
                          summary.csv"
                    .to_string(),
            })
        }
        Err(error) => Err(not_it(error)),
    }
}

/// Returns the file names recorded in a manifest of any kind.
fn file_names(manifest: &toml::Table) -> impl Iterator<Item = &str> {
    let files = manifest.get("file").and_then(toml::Value::as_array);
    let names = files
        .into_iter()
        .flatten()
        .filter_map(|file| file.get("name"));
    names.filter_map(toml::Value::as_str)
}

/// Writes the manifest of a folder.
///
/// # Errors
/// [`RunError`] if writing fails. The previous manifest then remains.
pub fn write_manifest<M: WorkManifest>(manifest: &M, folder: &Path) -> Result<(), RunError> {
    let path = folder.join(MANIFEST);
    let text = toml::to_string(manifest).map_err(|error| RunError::Damaged {
        path: path.clone(),
        problem: error.to_string(),
    })?;
    write_whole(&path, sealed(&text))
}

/// Returns the differences between the program that wrote the manifest and this one: version, then git revision.
pub fn program_differences(
    there: (&str, &Option<String>),
    here: (&str, &Option<String>),
) -> Vec<String> {
    let known = |revision: &Option<String>| revision.clone().unwrap_or("unknown".to_string());
    let mut found = Vec::new();
    found.extend(difference("version", there.0, here.0));
    found.extend(difference("revision", &known(there.1), &known(here.1)));
    found
}

/// Returns one clause for each setting that differs.
pub fn setting_differences<T: Serialize>(there: &T, here: &T) -> Vec<String> {
    let (Ok(there), Ok(mut here)) = (toml::Value::try_from(there), toml::Value::try_from(here))
    else {
        return Vec::new();
    };
    let mut found = fingerprint::differences(&there, &mut here);
    let (toml::Value::Table(there), toml::Value::Table(here)) = (there, here) else {
        return found;
    };
    let shown = |settings: &toml::Table, key: &str| {
        settings
            .get(key)
            .map_or("not set".to_string(), ToString::to_string)
    };
    // Settings with default values are omitted, so a key may be present on one side only.
    let only_here = here.keys().filter(|key| !there.contains_key(*key));
    let keys = there.keys().chain(only_here);
    found.extend(keys.filter_map(|key| difference(key, &shown(&there, key), &shown(&here, key))));
    found
}

/// Returns a clause if the two values of a setting differ.
pub fn difference(name: &str, there: &str, here: &str) -> Option<String> {
    (there != here).then(|| format!("{name} is {there} instead of {here}"))
}
