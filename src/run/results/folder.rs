//! Results folders: locking, modes of use and cleaning.

use std::ffi::OsStr;
use std::fs::TryLockError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::staging::staged_name;
use super::trial::{CHALLENGERS, EXPERIMENT};
use crate::bots::program::logs;
use crate::files;
use crate::prose::count;
use crate::results::checkpoint::CHECKPOINT;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::names::{
    CAMPAIGNS, CELLS, LUCK, STREAMED, SUMMARY, TREATMENTS, compressed_name,
};
use crate::results::work_manifest::{FolderKind, MANIFEST, STUDY, Work, WorkManifest};

const LOCK: &str = ".lock";
/// Subfolder with the files of earlier work while `--force` sets them aside or they are moved back.
const REPLACING: &str = ".replacing";
/// Subfolder with all files of earlier work, until the first checkpoint of the new work is on the disk.
const REPLACED: &str = ".replaced";
/// Subfolder with the files of earlier work while they are removed.
const REMOVED: &str = ".removed";
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
/// Name of a file of changes in the folder of a trial or balance.
pub const CHANGES: &str = "changes.toml";
/// Files and subfolders of a trial.
const TRIED: [&str; 9] = [
    EXPERIMENT,
    CHANGES,
    "adapt.toml",
    "adapted.toml",
    "adapted",
    "games",
    "games-second",
    CHALLENGERS,
    "games-challengers",
];
/// Prefixes of the names of the subfolders for the steps of a balance.
const STEPS: [&str; 3] = ["round-", "confirm-", "level-"];
/// Names of the subfolders for the steps of a balance that occur only once.
const SINGLE_STEPS: [&str; 3] = ["options", "levels", "adapt"];
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
    let mut paths = [MANIFEST, STUDY].map(|name| folder.join(name)).into_iter();
    let Some(path) = paths.find(|path| path.exists()) else {
        return Ok(None);
    };
    let text = match files::read_text(&path) {
        Err(error) if error.raw_os_error().is_some() => {
            return Err(RunError::file(&path)(error));
        }
        text => text.ok(),
    };
    let manifest = text.and_then(|text| text.parse::<toml::Table>().ok());
    Ok(manifest.map_or(Some(FolderKind::Run), |manifest| FolderKind::of(&manifest)))
}

/// Returns true if a folder contains this kind of work.
pub fn is_of(folder: &Path, kind: FolderKind) -> bool {
    kind_in(folder).is_ok_and(|there| there == Some(kind))
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
        FolderKind::Trial => (TRIED.map(str::to_string).to_vec(), Vec::new()),
        FolderKind::Balance => (vec![CHANGES.to_string()], Vec::new()),
    };
    let replaced = [MANIFEST, STUDY, CHECKPOINT]
        .map(str::to_string)
        .into_iter();
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
    /// The files of earlier work are set aside, and removed after the first checkpoint.
    Replace,
    /// The work in the folder is continued.
    Resume,
}

/// A results folder that this process has locked.
#[derive(Debug)]
pub struct Folder {
    pub path: PathBuf,
    lock: Lock,
    /// True if this process has created the folder.
    is_created: bool,
}

impl Folder {
    /// Locks a folder for the work described by `wanted`. When resuming, returns the manifest of the earlier session of
    /// the same work, if there is one. When replacing, the files of earlier work are set aside until [`commit`].
    ///
    /// # Errors
    /// [`RunError::Folder`] if the folder cannot be used in this mode or contains other work, [`RunError::Busy`] if
    /// another process uses it. The folder is not changed, except that an interrupted replacement is completed.
    pub fn claim<W: Work>(
        path: &Path,
        mode: Mode,
        wanted: &WorkManifest<W>,
    ) -> Result<(Folder, Option<WorkManifest<W>>), RunError> {
        check_use(path, mode).map_err(|error| match is_in_use(path) {
            true => busy(path),
            false => error,
        })?;
        let is_created = !path.exists();
        std::fs::create_dir_all(path).map_err(|error| RunError::Folder {
            path: path.to_path_buf(),
            problem: format!("cannot be created: {error}"),
        })?;
        let folder = Folder::lock(path, is_created)?;
        match folder.prepare(mode, wanted) {
            Ok(there) => Ok((folder, there)),
            Err(error) => {
                folder.leave();
                Err(error)
            }
        }
    }

    fn lock(path: &Path, is_created: bool) -> Result<Folder, RunError> {
        let folder = path.to_path_buf();
        match Lock::take(&path.join(LOCK)) {
            Ok(lock) => Ok(Folder {
                path: folder,
                lock,
                is_created,
            }),
            Err(TryLockError::WouldBlock) => Err(busy(path)),
            Err(TryLockError::Error(error)) => Err(RunError::Folder {
                path: folder,
                problem: format!("cannot be written to or locked: {error}"),
            }),
        }
    }

    /// Prepares the locked folder for the requested mode.
    fn prepare<W: Work>(
        &self,
        mode: Mode,
        wanted: &WorkManifest<W>,
    ) -> Result<Option<WorkManifest<W>>, RunError> {
        let path = &self.path;
        self.settle(mode, wanted)?;
        // Check again, now that the folder is locked.
        check_use(path, mode)?;
        match mode {
            Mode::New => Ok(None),
            Mode::Replace => {
                self.set_aside(W::KIND)?;
                if let Err(error) = check_logs(path) {
                    self.restore()?;
                    return Err(error);
                }
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
    }

    /// Unlocks the folder after the work is done.
    ///
    /// # Errors
    /// [`RunError::File`] if the lock file cannot be removed. All other files are complete.
    pub fn release(mut self) -> Result<(), RunError> {
        let released = self.lock.release();
        released.map_err(RunError::file(self.lock.path()))
    }

    /// Unlocks the folder, and removes it if this process created it and it is empty.
    fn leave(self) {
        let (path, is_created) = (self.path.clone(), self.is_created);
        drop(self);
        if is_created {
            let _ = std::fs::remove_dir(path);
        }
    }

    /// Removes the new work, for example if its settings were rejected, and restores the earlier work that was set
    /// aside.
    ///
    /// # Errors
    /// [`RunError::File`] if a file cannot be moved or removed. The next command that locks the folder tries again.
    pub fn abandon(self, work: FolderKind) -> Result<(), RunError> {
        self.remove_new(work)?;
        self.restore()?;
        self.leave();
        Ok(())
    }

    /// Moves the files of earlier work, including reports, and the files that the new work will write into a subfolder.
    /// Other files remain.
    ///
    /// # Errors
    /// [`RunError::File`] if a file cannot be moved. The next command that locks the folder moves the others back.
    pub fn set_aside(&self, work: FolderKind) -> Result<(), RunError> {
        let names = self.names_of_work(work)?;
        let earlier = kind_in(&self.path)?;
        let is_foreign = |name: &&PathBuf| match earlier {
            None => true,
            Some(FolderKind::Balance) => false,
            Some(_) => name.to_str().is_some_and(|name| self.is_step(name)),
        };
        self.check_free(names.iter().filter(is_foreign))?;
        let mut there = names.iter().map(|name| self.path.join(name));
        if !there.any(|path| path.symlink_metadata().is_ok()) {
            return Ok(());
        }
        let aside = self.path.join(REPLACING);
        std::fs::create_dir_all(&aside).map_err(RunError::file(&aside))?;
        for name in names {
            move_if_there(&self.path.join(&name), &aside.join(&name))?;
        }
        // Ignore the error: the folder may contain files that the program did not write.
        let _ = std::fs::remove_dir(self.path.join(logs::FOLDER));
        let replaced = self.path.join(REPLACED);
        files::rename(&aside, &replaced).map_err(RunError::file(&aside))
    }

    /// Returns true if the folder contains a subfolder with the name of a step of a balance.
    fn is_step(&self, name: &str) -> bool {
        let is_named =
            SINGLE_STEPS.contains(&name) || STEPS.iter().any(|step| name.starts_with(step));
        is_named && self.path.join(name).is_dir()
    }

    /// Checks that the folder contains none of these files and subfolders, which the new work would write and which do not
    /// belong to the earlier work.
    fn check_free<'name>(
        &self,
        mut names: impl Iterator<Item = &'name PathBuf>,
    ) -> Result<(), RunError> {
        let is_there = |name: &&PathBuf| self.path.join(name).symlink_metadata().is_ok();
        // A killed session may have left a temporary file.
        let is_final = |name: &&PathBuf| name.extension() != Some(OsStr::new("tmp"));
        match names.find(|name| is_final(name) && is_there(name)) {
            None => Ok(()),
            Some(name) => Err(RunError::Folder {
                path: self.path.clone(),
                problem: format!(
                    "contains {}, which is not part of a run; move it, or choose another --out",
                    name.display()
                ),
            }),
        }
    }

    /// Cleans up after a killed `--force`, whose new work may have no checkpoint yet. If this command resumes the new work,
    /// the new work stays. If this command resumes the earlier work or replaces both, the new work is removed and the earlier
    /// work is restored.
    fn settle<W: Work>(&self, mode: Mode, wanted: &WorkManifest<W>) -> Result<(), RunError> {
        let [removed, replacing, replaced] =
            [REMOVED, REPLACING, REPLACED].map(|name| self.path.join(name));
        remove_folder_if_there(&removed)?;
        if replacing.exists() {
            self.move_back()?;
        }
        let is_wanted = |folder: &Path| {
            let there = WorkManifest::<W>::read(folder);
            matches!(there, Ok(Some(there)) if there.differences(wanted).is_empty())
        };
        let is_restored = mode == Mode::Replace || !is_wanted(&self.path) && is_wanted(&replaced);
        if !replaced.exists() || !is_restored {
            return Ok(());
        }
        if let Some(new) = kind_in(&self.path)? {
            self.remove_new(new)?;
        }
        self.restore()
    }

    /// Removes the files of new work, its manifest last.
    fn remove_new(&self, work: FolderKind) -> Result<(), RunError> {
        for name in self.names_of_work(work)? {
            let path = self.path.join(name);
            match path.symlink_metadata() {
                Ok(there) if there.is_dir() => remove_folder_if_there(&path)?,
                Ok(_) => remove_if_there(&path)?,
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn restore(&self) -> Result<(), RunError> {
        let (replaced, replacing) = (self.path.join(REPLACED), self.path.join(REPLACING));
        if !replaced.exists() {
            return Ok(());
        }
        files::rename(&replaced, &replacing).map_err(RunError::file(&replaced))?;
        self.move_back()
    }

    /// Moves the files of earlier work back.
    fn move_back(&self) -> Result<(), RunError> {
        let aside = self.path.join(REPLACING);
        for from in [aside.join(logs::FOLDER), aside.clone()] {
            let to = match from == aside {
                true => self.path.clone(),
                false => self.path.join(logs::FOLDER),
            };
            for entry in std::fs::read_dir(&from).into_iter().flatten().flatten() {
                move_if_there(&entry.path(), &to.join(entry.file_name()))?;
            }
            if from.exists() {
                std::fs::remove_dir(&from).map_err(RunError::file(&from))?;
            }
        }
        Ok(())
    }

    /// Returns the names of files and subfolders that belong to the work in the folder or may be written by the new
    /// work, the manifest last.
    fn names_of_work(&self, work: FolderKind) -> Result<Vec<PathBuf>, RunError> {
        let earlier = kind_in(&self.path)?;
        let mut names = Vec::new();
        let is_study = matches!(work, FolderKind::Trial | FolderKind::Balance);
        if is_study || earlier.is_some_and(|earlier| earlier != FolderKind::Tuning) {
            let reports = REPORTS.into_iter();
            names.extend(reports.flat_map(|name| [files::saved_as(name), name.to_string()]));
        }
        names.extend(
            earlier
                .filter(|earlier| *earlier != work)
                .map_or(Vec::new(), files_of),
        );
        names.extend(files_of(work));
        let listed = std::fs::read_dir(&self.path).map_err(RunError::file(&self.path))?;
        let listed = listed.flatten();
        let listed = listed.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let kinds = [earlier, Some(work)];
        let is_one = |kind: FolderKind| kinds.contains(&Some(kind));
        names.extend(listed.filter(|name| {
            is_one(FolderKind::Learning) && is_of_round(name)
                || is_one(FolderKind::Balance) && self.is_step(name)
        }));
        let mut names = Vec::from_iter(names.into_iter().map(PathBuf::from));
        if matches!(earlier, Some(FolderKind::Run | FolderKind::Campaigns)) {
            let logs = logs::all(&self.path).map_err(RunError::file(&self.path))?;
            let logs = logs
                .iter()
                .filter_map(|log| log.strip_prefix(&self.path).ok());
            names.extend(logs.map(Path::to_path_buf));
        }
        let manifests = [MANIFEST, STUDY].map(PathBuf::from);
        names.retain(|name| !manifests.contains(name));
        names.extend(manifests);
        Ok(names)
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
            "contains a different run, which this command cannot resume: {}{more}",
            differences[..shown].join("; ")
        ),
    })
}

/// Returns true if a process on this machine has locked the folder.
pub fn is_in_use(path: &Path) -> bool {
    Lock::is_taken(&path.join(LOCK))
}

fn busy(path: &Path) -> RunError {
    RunError::Busy {
        path: path.to_path_buf(),
        problem: "another run is using it; wait for it or choose another --out".to_string(),
    }
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
    // These files may remain if a run is killed before its first manifest is complete.
    let begun = [MANIFEST, STUDY].map(|name| format!("{name}.tmp"));
    let ignored = [LOCK, &begun[0], &begun[1], REMOVED].map(OsStr::new);
    let occupied = std::fs::read_dir(path)
        .map_err(|error| refuse(format!("cannot be read: {error}")))?
        .flatten()
        .any(|entry| !ignored.contains(&entry.file_name().as_os_str()));
    let has_work = [MANIFEST, STUDY, REPLACING, REPLACED]
        .iter()
        .any(|name| path.join(name).exists());
    match mode {
        Mode::New if occupied && has_work => Err(refuse(
            "already contains a run; use --resume to continue it, --force to replace it, or another --out"
                .to_string(),
        )),
        Mode::New if occupied => Err(refuse(
            "exists and is not empty; --force writes into it, or choose another --out".to_string(),
        )),
        Mode::Resume if occupied && !has_work => Err(refuse(format!(
            "contains files but no {MANIFEST}, so there is no run to resume; --force writes into it"
        ))),
        _ => Ok(()),
    }
}

/// Removes the earlier work that was set aside in a folder. Call it when the first checkpoint of the new work is on the disk.
///
/// # Errors
/// [`RunError::File`] if a file cannot be removed. The next command that locks the folder tries again.
pub fn commit(folder: &Path) -> Result<(), RunError> {
    // A run may be a step of a study, whose folder is one or two levels above.
    let studies = folder.ancestors().skip(1).take(2);
    let studies = studies.filter(|above| above.join(STUDY).is_file());
    for folder in std::iter::once(folder).chain(studies) {
        let (replaced, removed) = (folder.join(REPLACED), folder.join(REMOVED));
        if replaced.exists() {
            files::rename(&replaced, &removed).map_err(RunError::file(&replaced))?;
            remove_folder_if_there(&removed)?;
        }
    }
    Ok(())
}

/// Moves a file or folder, if it exists.
fn move_if_there(from: &Path, to: &Path) -> Result<(), RunError> {
    if from.symlink_metadata().is_err() {
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent).map_err(RunError::file(parent))?;
    }
    files::rename(from, to).map_err(RunError::file(from))
}

/// Removes a folder and its contents, if it exists.
fn remove_folder_if_there(path: &Path) -> Result<(), RunError> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(RunError::file(path)(error)),
        _ => Ok(()),
    }
}
