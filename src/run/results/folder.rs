//! Results folders: locking, modes of use and cleaning.

use std::ffi::OsStr;
use std::fs::TryLockError;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::staging::staged_name;
use crate::bots::program::logs;
use crate::files;
use crate::prose::count;
use crate::results::checkpoint::CHECKPOINT;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::names::{
    CAMPAIGNS, CELLS, LUCK, STREAMED, SUMMARY, TREATMENTS, compressed_name,
};
use crate::results::work_manifest::{FolderKind, MANIFEST, Work, WorkManifest};

const LOCK: &str = ".lock";
/// Name of the previous manifest while `--force` removes earlier files.
const REPLACED: &str = "manifest.toml.replaced";
/// Files of a self-play training: the bot, its weights, and one table each for rounds and matches. A training with a
/// policy also writes the bots that use it.
pub const LEARNT: [&str; 6] = [
    "net.toml",
    "net.safetensors",
    "progress.csv",
    "matches.csv",
    "policy.toml",
    "fast.toml",
];
/// Tables of a tuning, which grow row by row.
pub const TUNED: [&str; 2] = ["evaluations.csv", "confirmation.csv"];
/// File for the best bot of a tuning.
pub const BEST: &str = "best.toml";
/// Files that `portolan report` writes into the folder of a run by default.
const REPORTS: [&str; 5] = [
    "report.md",
    "report.html",
    "report.json",
    "report.csv",
    "effects.csv",
];

/// Returns the kind of work in a folder according to its manifest, or `None` without a manifest. A damaged manifest
/// counts as a run.
///
/// # Errors
/// [`RunError::File`] if the manifest cannot be read.
fn kind_in(folder: &Path) -> Result<Option<FolderKind>, RunError> {
    let mut paths = [MANIFEST, REPLACED]
        .map(|name| folder.join(name))
        .into_iter();
    let Some(path) = paths.find(|path| path.exists()) else {
        return Ok(None);
    };
    let text = match files::read_regular(&path) {
        Err(error) if error.raw_os_error().is_some() => {
            return Err(RunError::file(&path)(error));
        }
        text => text.ok(),
    };
    let manifest = text.and_then(|text| text.parse::<toml::Table>().ok());
    Ok(manifest.map_or(Some(FolderKind::Run), |manifest| FolderKind::of(&manifest)))
}

/// Returns the names of all files that this kind of work may leave in its folder, even if it is killed.
fn files_of(work: FolderKind) -> Vec<String> {
    let unfinished = |name: &str| format!("{name}.partial");
    let (whole, growing) = match work {
        FolderKind::Run => {
            let mut whole = [SUMMARY, LUCK, CELLS].map(str::to_string).to_vec();
            whole.extend(STREAMED.map(compressed_name));
            whole.extend([TREATMENTS.to_string(), compressed_name(TREATMENTS)]);
            (whole, STREAMED.to_vec())
        }
        FolderKind::Tuning => (vec![BEST.to_string()], TUNED.to_vec()),
        FolderKind::Learning => {
            let mut whole = LEARNT.map(str::to_string).to_vec();
            whole.extend(LEARNT.map(staged_name));
            (whole, Vec::new())
        }
        FolderKind::Campaigns => {
            let growing = [STREAMED.as_slice(), &[CAMPAIGNS]].concat();
            (vec![SUMMARY.to_string()], growing)
        }
    };
    let replaced = [MANIFEST, CHECKPOINT].map(str::to_string).into_iter();
    let replaced = replaced
        .chain(whole)
        .chain(growing.iter().map(|name| unfinished(name)));
    replaced
        .flat_map(|name| [format!("{name}.tmp"), name])
        .chain(growing.iter().map(|name| name.to_string()))
        .collect()
}

/// Returns true if the name belongs to a file that a training writes once per round.
pub fn is_of_round(name: &str) -> bool {
    let name = name.strip_suffix(".tmp").unwrap_or(name);
    let kinds = [
        ("round-", ".games"),
        ("trainer-", ".safetensors"),
        ("after-", ".safetensors"),
    ];
    kinds.into_iter().any(|(prefix, end)| {
        let number = name
            .strip_prefix(prefix)
            .and_then(|rest| rest.strip_suffix(end));
        number.is_some_and(|number| number.starts_with(|letter: char| letter.is_ascii_digit()))
    })
}

/// Treatment of an existing folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The folder must be missing or empty.
    New,
    /// Remove the files of earlier work.
    Replace,
    /// Continue the work in the folder.
    Resume,
}

/// A results folder that this process has locked.
#[derive(Debug)]
pub struct Folder {
    pub path: PathBuf,
    lock: Lock,
}

impl Folder {
    /// Locks a folder for the work described by `wanted`. When resuming, returns the manifest of the earlier session of
    /// the same work, if there is one.
    ///
    /// # Errors
    /// [`RunError::Folder`] if the folder cannot be used in this mode or contains other work, [`RunError::Busy`] if
    /// another process uses it. The folder is not changed.
    pub fn claim<W: Work>(
        path: &Path,
        mode: Mode,
        wanted: &WorkManifest<W>,
    ) -> Result<(Folder, Option<WorkManifest<W>>), RunError> {
        let refuse = |problem: String| RunError::Folder {
            path: path.to_path_buf(),
            problem,
        };
        check_use(path, mode)?;
        let existed = path.exists();
        std::fs::create_dir_all(path)
            .map_err(|error| refuse(format!("cannot be created: {error}")))?;
        let folder = Folder::lock(path)?;
        let there = (|| {
            // Check again, now that the folder is locked.
            check_use(path, mode)?;
            if mode != Mode::Replace {
                // The previous manifest is obsolete: its files are removed or have a newer manifest.
                remove_if_there(&path.join(REPLACED))?;
            }
            match mode {
                Mode::New => Ok(None),
                Mode::Replace => {
                    folder.clear(W::KIND)?;
                    check_logs(path)?;
                    Ok(None)
                }
                Mode::Resume => {
                    check_logs(path)?;
                    let there = WorkManifest::<W>::read(path).map_err(RunError::begin_again)?;
                    if let Some(there) = &there {
                        check_same(path, &there.differences(wanted))?;
                    }
                    Ok(there)
                }
            }
        })();
        match there {
            Ok(there) => Ok((folder, there)),
            Err(error) => {
                drop(folder);
                if !existed {
                    let _ = std::fs::remove_dir(path);
                }
                Err(error)
            }
        }
    }

    fn lock(path: &Path) -> Result<Folder, RunError> {
        let folder = path.to_path_buf();
        match Lock::take(&path.join(LOCK)) {
            Ok(lock) => Ok(Folder { path: folder, lock }),
            Err(TryLockError::WouldBlock) => Err(RunError::Busy {
                path: folder,
                problem: "another run is using it; wait for it or choose another --out".to_string(),
            }),
            Err(TryLockError::Error(error)) => Err(RunError::Folder {
                path: folder,
                problem: format!("cannot be written to or locked: {error}"),
            }),
        }
    }

    /// Unlocks the folder after the work is done.
    ///
    /// # Errors
    /// [`RunError::File`] if the lock file cannot be removed. All other files are complete.
    pub fn release(mut self) -> Result<(), RunError> {
        let released = self.lock.release();
        released.map_err(RunError::file(self.lock.path()))
    }

    /// Removes the files of earlier work, including reports, and the files that the new work will write. Other files
    /// remain.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be removed. The call can be repeated.
    pub fn clear(&self, work: FolderKind) -> Result<(), RunError> {
        let earlier = kind_in(&self.path)?;
        // Without a manifest, the remaining files are not mistaken for a complete run. The manifest is renamed and not
        // removed, because it is needed to continue cleaning if this process is killed.
        let (manifest, replaced) = (self.path.join(MANIFEST), self.path.join(REPLACED));
        if manifest.exists() {
            files::rename(&manifest, &replaced).map_err(RunError::file(&manifest))?;
        }
        let mut names = Vec::new();
        if matches!(
            earlier,
            Some(FolderKind::Run | FolderKind::Learning | FolderKind::Campaigns)
        ) {
            let reports = REPORTS.into_iter();
            names.extend(reports.flat_map(|name| [files::saved_as(name), name.to_string()]));
        }
        names.extend(
            earlier
                .filter(|earlier| *earlier != work)
                .map_or(Vec::new(), files_of),
        );
        names.extend(files_of(work));
        if earlier == Some(FolderKind::Learning) {
            let listed = std::fs::read_dir(&self.path).map_err(RunError::file(&self.path))?;
            let listed = listed.flatten();
            let listed = listed.map(|entry| entry.file_name().to_string_lossy().into_owned());
            names.extend(listed.filter(|name| is_of_round(name)));
        }
        for name in names {
            remove_if_there(&self.path.join(name))?;
        }
        if matches!(earlier, Some(FolderKind::Run | FolderKind::Campaigns)) {
            logs::remove(&self.path).map_err(|(path, source)| RunError::File { path, source })?;
        }
        remove_if_there(&replaced)
    }

    /// Verifies files before work is resumed.
    ///
    /// # Errors
    /// [`RunError`] for the first file that is missing or changed.
    pub fn compare<'file>(
        &self,
        files: impl Iterator<Item = &'file FileRecord>,
    ) -> Result<(), RunError> {
        for file in files {
            file.check(&self.path).map_err(RunError::begin_again)?;
        }
        Ok(())
    }
}

/// Maximum number of differing settings that an error lists.
const MOST_DIFFERENCES: usize = 8;

/// Checks that the work in a folder is the requested work. `differences` lists the settings that differ.
///
/// # Errors
/// [`RunError::Folder`] with the first differences.
pub fn check_same(path: &Path, differences: &[String]) -> Result<(), RunError> {
    if differences.is_empty() {
        return Ok(());
    }
    let shown = differences.len().min(MOST_DIFFERENCES);
    let more = match differences.len() - shown {
        0 => String::new(),
        more => format!("; and {}", count(more as u64, "other difference")),
    };
    Err(RunError::Folder {
        path: path.to_path_buf(),
        problem: format!(
            "contains another run, which this one cannot resume: {}{more}",
            differences[..shown].join("; ")
        ),
    })
}

/// Returns true if a process on this machine has locked the folder.
pub fn is_in_use(path: &Path) -> bool {
    Lock::is_taken(&path.join(LOCK))
}

/// Checks that the log files of programs are inside this folder.
fn check_logs(path: &Path) -> Result<(), RunError> {
    logs::check(path).map_err(|(path, problem)| RunError::Folder { path, problem })
}

/// Checks that the content of a folder allows this mode.
fn check_use(path: &Path, mode: Mode) -> Result<(), RunError> {
    let refuse = |problem: String| RunError::Folder {
        path: path.to_path_buf(),
        problem,
    };
    if !path.exists() {
        return Ok(());
    }
    if !path.is_dir() {
        return Err(refuse("is a file, not a folder".to_string()));
    }
    // Files that may remain if a run is killed before its first manifest is complete, or while earlier files are
    // removed.
    let begun = format!("{MANIFEST}.tmp");
    let ignored = [LOCK, &begun, REPLACED].map(OsStr::new);
    let occupied = std::fs::read_dir(path)
        .map_err(|error| refuse(format!("cannot be read: {error}")))?
        .flatten()
        .any(|entry| !ignored.contains(&entry.file_name().as_os_str()));
    let is_half_removed = path.join(REPLACED).exists() && !path.join(MANIFEST).exists();
    match mode {
        Mode::New | Mode::Resume if occupied && is_half_removed => Err(refuse(format!(
            "contains files of {} that an interrupted --force has not removed yet; repeat the command with --force",
            kind_in(path)?.unwrap_or(FolderKind::Run).name()
        ))),
        Mode::New if occupied && path.join(MANIFEST).exists() => Err(refuse(
            "already contains a run; use --resume to continue it, --force to replace it, or another --out"
                .to_string(),
        )),
        Mode::New if occupied => Err(refuse(
            "exists and is not empty; --force writes into it, or choose another --out".to_string(),
        )),
        Mode::Resume if occupied && !path.join(MANIFEST).exists() => Err(refuse(format!(
            "contains files but no {MANIFEST}, so there is no run to resume; --force writes into it"
        ))),
        _ => Ok(()),
    }
}
