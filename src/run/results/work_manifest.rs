//! Manifest of all long-running work: experiments, tunings, trainings and campaigns.

use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::checksummed_text::unsealed;
use super::error::RunError;
use super::file::{FileRecord, name_problem, write_sealed};
use crate::bots::program::fingerprint;
use crate::files;
use crate::registry;

/// Name of the manifest file.
pub const MANIFEST: &str = "manifest.toml";

/// Name of the manifest of a study that consists of several runs, each with a manifest of its own.
pub const STUDY: &str = "study.toml";

/// Version of the program. With equal settings, equal versions write equal bytes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Format of results folders and game logs. The number increases when given settings produce other games or the meaning
/// of the files changes. Other formats are rejected.
pub const FORMAT: u32 = 2;

/// Returns an error message for a format that this program does not support, or `None` for the current format. Format
/// 0 means that the format is not recorded.
pub fn format_problem(format: u32) -> Option<String> {
    let written = match format {
        FORMAT => return None,
        0 => "has no format key".to_string(),
        other => format!("has format {other}"),
    };
    Some(format!(
        "{written}, but this program uses format {FORMAT}; read it with the version that wrote it"
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
    /// The folder of `portolan try`, with the games of both players in subfolders.
    Trial,
    /// The folder of `portolan balance`, with its steps in subfolders.
    Balance,
}

impl FolderKind {
    const ALL: [FolderKind; 6] = [
        FolderKind::Run,
        FolderKind::Tuning,
        FolderKind::Learning,
        FolderKind::Campaigns,
        FolderKind::Trial,
        FolderKind::Balance,
    ];

    /// Returns the kind of work that a manifest describes, by the key of its settings.
    pub fn of(manifest: &toml::Table) -> Option<FolderKind> {
        let has_key = |kind: &FolderKind| manifest.contains_key(kind.key());
        FolderKind::ALL.into_iter().find(has_key)
    }

    fn key(self) -> &'static str {
        match self {
            FolderKind::Run => "experiment",
            FolderKind::Tuning => "tuning",
            FolderKind::Learning => "learning",
            FolderKind::Campaigns => "campaigns",
            FolderKind::Trial => "trial",
            FolderKind::Balance => "balance",
        }
    }

    /// Returns the name of the manifest file for this kind of work.
    pub fn manifest(self) -> &'static str {
        match self {
            FolderKind::Trial | FolderKind::Balance => STUDY,
            _ => MANIFEST,
        }
    }

    /// Returns the name of this kind of work in messages, with an article where necessary.
    pub fn name(self) -> &'static str {
        match self {
            FolderKind::Run => "a run",
            FolderKind::Tuning => "a tuning run",
            FolderKind::Learning => "a training run",
            FolderKind::Campaigns => "simulated campaigns",
            FolderKind::Trial => "a trial",
            FolderKind::Balance => "a balance",
        }
    }
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

/// Fields of a manifest that only one kind of work has.
pub trait Work: Serialize + DeserializeOwned {
    /// Kind of work.
    const KIND: FolderKind;

    /// Returns the settings that prevent this work from being continued as `other`, as one clause per setting.
    fn differences(&self, other: &Self) -> Vec<String>;

    /// Checks the consistency of the fields.
    ///
    /// # Errors
    /// A message with the first inconsistency.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Manifest with everything that is needed to verify and repeat the work. It dereferences to the fields of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkManifest<W> {
    /// [`FORMAT`] of the folder.
    pub format: u32,
    /// Version of the program.
    pub version: String,
    /// Git revision of the program, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    pub status: Status,
    #[serde(flatten)]
    pub work: W,
    /// Time, machine and speed of the work. The other files do not depend on these.
    pub run: RunRecord,
    /// Result files with their checksums.
    pub file: Vec<FileRecord>,
}

/// Fields that the manifests of all kinds of work have. They are read separately, because a flattened struct would
/// compile the deserialization of every nested type a second time.
#[derive(Deserialize)]
struct Common {
    format: u32,
    version: String,
    revision: Option<String>,
    status: Status,
    run: RunRecord,
    #[serde(default)]
    file: Vec<FileRecord>,
}

impl<W> Deref for WorkManifest<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.work
    }
}

impl<W> DerefMut for WorkManifest<W> {
    fn deref_mut(&mut self) -> &mut W {
        &mut self.work
    }
}

impl<W: Work> WorkManifest<W> {
    /// Creates the manifest of work that starts now with this program.
    pub fn new(threads: usize, work: W) -> WorkManifest<W> {
        WorkManifest {
            format: FORMAT,
            version: VERSION.to_string(),
            revision: registry::revision().map(str::to_string),
            status: Status::Running,
            work,
            run: RunRecord::begun(threads),
            file: Vec::new(),
        }
    }

    /// Reads and checks the manifest of a folder, if there is one.
    ///
    /// # Errors
    /// [`RunError`] if the manifest cannot be read, is inconsistent, or belongs to another kind of work or another
    /// format.
    pub fn read(folder: &Path) -> Result<Option<WorkManifest<W>>, RunError> {
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: u32,
        }
        let path = folder.join(W::KIND.manifest());
        let text = match files::read_text(&path) {
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
        let not_it = |error: toml::de::Error| {
            damaged(format!(
                "not a manifest of {}: {}",
                W::KIND.name(),
                error.message()
            ))
        };
        let table: toml::Table = content.parse().map_err(not_it)?;
        if let Some(problem) = file_names(&table).find_map(name_problem) {
            return Err(damaged(problem));
        }
        if let Some(other) = FolderKind::of(&table).filter(|kind| *kind != W::KIND) {
            return Err(RunError::Folder {
                path: folder.to_path_buf(),
                problem: format!("contains {} instead of {}", other.name(), W::KIND.name()),
            });
        }
        let manifest = WorkManifest::<W>::parsed(content).map_err(not_it)?;
        match manifest.check() {
            Ok(()) => Ok(Some(manifest)),
            Err(problem) => Err(damaged(format!("it was changed: {problem}"))),
        }
    }

    /// Parses the content of a manifest.
    ///
    /// # Errors
    /// An error if a field is missing or has the wrong type.
    pub fn parsed(content: &str) -> Result<WorkManifest<W>, toml::de::Error> {
        let common: Common = toml::from_str(content)?;
        Ok(WorkManifest {
            format: common.format,
            version: common.version,
            revision: common.revision,
            status: common.status,
            work: toml::from_str(content)?,
            run: common.run,
            file: common.file,
        })
    }

    fn check(&self) -> Result<(), String> {
        let seconds = self.run.wall_seconds;
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(format!("run.wall_seconds = {seconds}; expected 0 or more"));
        }
        self.work.check()
    }

    /// Writes the manifest of a folder.
    ///
    /// # Errors
    /// [`RunError`] if writing fails. The previous manifest then remains.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        write_sealed(&folder.join(W::KIND.manifest()), self)
    }

    /// Returns the settings that prevent this work from being continued as `other`, as one clause per setting: the
    /// version of the program, its git revision, and the settings of the work.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = self.program_differences(other);
        found.extend(self.work.differences(&other.work));
        found
    }

    /// Returns the differences between the programs that wrote the manifests: version, then git revision.
    pub fn program_differences(&self, other: &Self) -> Vec<String> {
        self.differs_from(&other.version, other.revision.as_deref())
    }

    /// Returns the differences between the program that wrote the manifest and this one.
    pub fn differences_from_this_program(&self) -> Vec<String> {
        self.differs_from(VERSION, registry::revision())
    }

    fn differs_from(&self, version: &str, revision: Option<&str>) -> Vec<String> {
        let known = |revision: Option<&str>| revision.unwrap_or("unknown").to_string();
        let (there, here) = (known(self.revision.as_deref()), known(revision));
        let version = difference("version", &self.version, version);
        version
            .into_iter()
            .chain(difference("revision", &there, &here))
            .collect()
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

/// Returns one clause for each setting that differs.
pub fn setting_differences<T: Serialize>(there: &T, here: &T) -> Vec<String> {
    let (Ok(there), Ok(mut here)) = (toml::Value::try_from(there), toml::Value::try_from(here))
    else {
        return Vec::new();
    };
    let mut found = fingerprint::differences(&there, &mut here);
    add_differences("", Some(&there), Some(&here), &mut found);
    found
}

/// Maximum length of a value in an error.
const VALUE_LENGTH: usize = 60;

/// Adds a clause for each value that differs. Tables, and lists of equal length, are compared entry by entry; of tables
/// with different names, such as bots, only the names are shown. Long values are cut.
fn add_differences(
    name: &str,
    there: Option<&toml::Value>,
    here: Option<&toml::Value>,
    found: &mut Vec<String>,
) {
    let below = |key: &str| match name {
        "" => key.to_string(),
        _ => format!("{name}.{key}"),
    };
    match (there, here) {
        (Some(toml::Value::Table(there)), Some(toml::Value::Table(here))) => {
            if let (Some(one), Some(other)) = (there.get("name"), here.get("name"))
                && one != other
            {
                return add_differences(&below("name"), Some(one), Some(other), found);
            }
            // Settings with default values are omitted, so a key may be present on one side only.
            let only_here = here.keys().filter(|key| !there.contains_key(*key));
            // The checksum identifies a file regardless of its path.
            let hash = there.get("sha256");
            let is_same_file = hash.is_some() && hash == here.get("sha256");
            let keys = there.keys().chain(only_here);
            for key in keys.filter(|key| !is_same_file || *key != "path") {
                add_differences(&below(key), there.get(key), here.get(key), found);
            }
        }
        (Some(toml::Value::Array(there)), Some(toml::Value::Array(here)))
            if there.len() == here.len() =>
        {
            for (number, (there, here)) in there.iter().zip(here).enumerate() {
                let entry = below(&(number + 1).to_string());
                add_differences(&entry, Some(there), Some(here), found);
            }
        }
        _ => {
            if there == here {
                return;
            }
            let text = |value: Option<&toml::Value>| match value {
                None => "not set".to_string(),
                Some(value) => named(value).unwrap_or_else(|| value.to_string()),
            };
            let (there, here) = (text(there), text(here));
            let equal = there.chars().zip(here.chars());
            let equal = equal.take_while(|(one, other)| one == other).count();
            let start = if equal < VALUE_LENGTH { 0 } else { equal };
            let cut = |text: &str| {
                let shown: String = text.chars().skip(start).take(VALUE_LENGTH).collect();
                let is_cut_after = text.chars().count() > start + VALUE_LENGTH;
                let [before, after] =
                    [start > 0, is_cut_after].map(|is_cut| if is_cut { "…" } else { "" });
                format!("{before}{shown}{after}")
            };
            found.extend(difference(name, &cut(&there), &cut(&here)));
        }
    }
}

/// Returns the names of the tables in a list, such as bots; `None` for other values.
fn named(value: &toml::Value) -> Option<String> {
    let tables = value.as_array().filter(|tables| !tables.is_empty())?;
    let names = tables.iter().map(|table| table.get("name")?.as_str());
    let names: Option<Vec<&str>> = names.collect();
    Some(format!("[{}]", names?.join(", ")))
}

/// Returns a clause if the two values of a setting differ.
pub fn difference(name: &str, there: &str, here: &str) -> Option<String> {
    (there != here).then(|| format!("{name} is {there} instead of {here}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_entries_that_differ_are_listed() {
        let settings = |text: &str| toml::from_str::<toml::Value>(text).unwrap();
        let there =
            settings("seed = 1\nbot = [{ name = 'a' }, { name = 'b', network = { path = 'x' } }]");
        let here = settings(
            "seed = 1\ngames = 2\nbot = [{ name = 'a' }, { name = 'b', network = { path = 'y' } }]",
        );
        let found = setting_differences(&there, &here);
        assert_eq!(
            found,
            [
                "bot.2.network.path is \"x\" instead of \"y\"",
                "games is not set instead of 2"
            ]
        );
        // Lists of different lengths are shown as a whole.
        let (two, one) = (settings("a = [1, 2]"), settings("a = [1]"));
        assert_eq!(
            setting_differences(&two, &one),
            ["a is [1, 2] instead of [1]"]
        );
        // Different bots differ in their names; long values are cut.
        let one = settings("bot = [{ name = 'a', weights = { x = 1 } }]");
        let other = settings("bot = [{ name = 'b', weights = { x = 2 } }]");
        assert_eq!(
            setting_differences(&one, &other),
            ["bot.1.name is \"a\" instead of \"b\""]
        );
        let more = settings("bot = [{ name = 'a' }, { name = 'b' }]");
        assert_eq!(
            setting_differences(&one, &more),
            ["bot is [a] instead of [a, b]"]
        );
        let paths = ["x", "y"].map(|end| settings(&format!("a = '{}{end}'", "/long".repeat(40))));
        assert_eq!(
            setting_differences(&paths[0], &paths[1]),
            ["a is …x\" instead of …y\""]
        );
        let long = settings(&format!("a = '{}'", "x".repeat(500)));
        let found = setting_differences(&long, &one);
        assert!(found[0].len() < 100, "{found:?}");
    }
}
