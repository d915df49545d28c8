//! The results folder: who may use it, and what it holds so far.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::bots::program::logs;
use crate::files;
use crate::results::checkpoint::CHECKPOINT;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::names::{
    CAMPAIGNS, CELLS, LUCK, STREAMED, SUMMARY, TREATMENTS, compressed_name,
};
use crate::results::parquet::PARQUET;
use crate::results::staged::staged_name;
use crate::results::work_manifest::{FolderKind, MANIFEST, WorkManifest, read_manifest};

const LOCK: &str = ".lock";
/// What the manifest of earlier work is called while `--force` removes that.
const REPLACED: &str = "manifest.toml.replaced";
/// What a training by self-play leaves: the bot, its weights, a row for every round and for every match; with a
/// policy the bots that play by it, too.
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
/// The bot that a tuning found.
pub const BEST: &str = "best.toml";
/// What `portolan report` writes into the folder of a run if nothing else is said.
const REPORTS: [&str; 9] = [
    "report.md",
    "report.html",
    "report.json",
    "report.csv",
    "effects.csv",
    "compare.md",
    "compare.html",
    "compare.json",
    "compare-effects.csv",
];

/// What the manifest in a folder is of, if there is one; if it is damaged, of a run.
///
/// # Errors
/// [`RunError::File`] if the system cannot read it.
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
    Ok(match manifest {
        Some(manifest) if manifest.contains_key("tuning") => Some(FolderKind::Tuning),
        Some(manifest) if manifest.contains_key("learning") => Some(FolderKind::Learning),
        Some(manifest) if manifest.contains_key("campaigns") => Some(FolderKind::Campaigns),
        Some(manifest) => manifest
            .contains_key("experiment")
            .then_some(FolderKind::Run),
        None => Some(FolderKind::Run),
    })
}

/// Every file that the work may leave in its folder, also when it is killed.
fn files_of(work: FolderKind) -> Vec<String> {
    let unfinished = |name: &str| format!("{name}.partial");
    let (whole, growing) = match work {
        FolderKind::Run => {
            let mut whole = [SUMMARY, LUCK, CELLS].map(str::to_string).to_vec();
            whole.extend(PARQUET.map(|(_, name)| name.to_string()));
            whole.extend(STREAMED.map(compressed_name));
            whole.extend([TREATMENTS.to_string(), compressed_name(TREATMENTS)]);
            (whole, STREAMED.to_vec())
        }
        FolderKind::Tuning => {
            let mut whole = vec![BEST.to_string()];
            whole.extend(TUNED.map(sums_name));
            (whole, TUNED.to_vec())
        }
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

/// Whether a training writes files of this name, one for every round.
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

/// Name of the file with the checksums of the rows of a table that grows row by row.
pub fn sums_name(table: &str) -> String {
    format!("{table}.sums")
}

/// What to do with a folder that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It must be missing or empty.
    New,
    /// Remove what an earlier run left in it.
    Replace,
    /// Go on with the run it holds.
    Resume,
}

/// A results folder that belongs to this process until it is dropped.
#[derive(Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    lock: File,
    is_released: bool,
}

impl Folder {
    /// Takes possession of a folder for the work that `wanted` describes, and tells what an earlier session has said of
    /// the same work there, if it is to be gone on with.
    ///
    /// # Errors
    /// [`RunError::Folder`] if it cannot be used so or holds other work, [`RunError::Busy`] if another process is using
    /// it; nothing in it was changed.
    pub fn claim<M: WorkManifest>(
        path: &Path,
        mode: Mode,
        wanted: &M,
    ) -> Result<(Folder, Option<M>), RunError> {
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
            // Once more, now that nobody else can come between.
            check_use(path, mode)?;
            if mode != Mode::Replace {
                // Whatever it was about is gone, or has a newer manifest.
                remove_if_there(&path.join(REPLACED))?;
            }
            match mode {
                Mode::New => Ok(None),
                Mode::Replace => {
                    folder.clear(M::KIND)?;
                    check_logs(path)?;
                    Ok(None)
                }
                Mode::Resume => {
                    check_logs(path)?;
                    let there: Option<M> = read_manifest(path).map_err(RunError::begin_again)?;
                    if let Some(there) = &there {
                        folder.same_run(&there.differences(wanted))?;
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
        let refuse = |problem: String| RunError::Folder {
            path: path.to_path_buf(),
            problem,
        };
        let file = path.join(LOCK);
        // The file may be removed by its last owner between opening and locking it: try again.
        for _ in 0..100 {
            let lock = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&file)
                .map_err(|error| refuse(format!("cannot be written to: {error}")))?;
            match lock.try_lock() {
                Ok(()) if file.exists() => {
                    return Ok(Folder {
                        path: path.to_path_buf(),
                        lock,
                        is_released: false,
                    });
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(RunError::Busy {
                        path: path.to_path_buf(),
                        problem: "another run is using it; wait for it or choose another --out"
                            .to_string(),
                    });
                }
                Err(TryLockError::Error(error)) => {
                    return Err(refuse(format!("cannot be locked: {error}")));
                }
            }
        }
        Err(refuse("cannot be locked".to_string()))
    }

    /// Ends the possession of the folder, once the work is done.
    ///
    /// # Errors
    /// [`RunError::File`] if the lock cannot be removed; everything else is as it should be.
    pub fn release(mut self) -> Result<(), RunError> {
        self.is_released = true;
        release_lock(&self.path.join(LOCK), &self.lock)
    }

    /// Removes what the work will write and what the earlier work in the folder wrote, its reports
    /// included, and nothing else.
    ///
    /// # Errors
    /// [`RunError`] if something cannot be removed; it can be tried again.
    pub fn clear(&self, work: FolderKind) -> Result<(), RunError> {
        let earlier = kind_in(&self.path)?;
        // Without a manifest the rest is not taken for a whole run; but what it was must be known after a kill.
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

    /// Refuses to go on with files that are not what was written.
    ///
    /// # Errors
    /// [`RunError`] for the first that is missing or changed.
    pub fn compare<'file>(
        &self,
        files: impl Iterator<Item = &'file FileRecord>,
    ) -> Result<(), RunError> {
        for file in files {
            file.check(&self.path).map_err(RunError::begin_again)?;
        }
        Ok(())
    }

    /// Refuses to go on with a run that differs from the one that is asked for.
    fn same_run(&self, differences: &[String]) -> Result<(), RunError> {
        if differences.is_empty() {
            return Ok(());
        }
        Err(RunError::Folder {
            path: self.path.clone(),
            problem: format!(
                "holds another run, which this one cannot resume: {}",
                differences.join("; ")
            ),
        })
    }
}

/// Whether a process is at work in a results folder, as far as this machine can see its lock.
pub fn is_in_use(path: &Path) -> bool {
    // Shared, so that several may ask at once; what a killed run left behind is not locked.
    File::open(path.join(LOCK))
        .is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Work that ends with an error reports that error.
        if !self.is_released {
            let _ = release_lock(&self.path.join(LOCK), &self.lock);
        }
    }
}

/// Removes the file of a lock and unlocks it.
///
/// # Errors
/// [`RunError::File`] if it cannot be removed.
fn release_lock(path: &Path, lock: &File) -> Result<(), RunError> {
    // Removed while it is locked: after that, a waiting process could already hold a new lock of that name.
    let removed = std::fs::remove_file(path);
    let _ = lock.unlock();
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let problem = format!(
                "{error}; this lock cannot be removed, all other files are complete: delete it"
            );
            Err(RunError::file(path)(std::io::Error::new(
                error.kind(),
                problem,
            )))
        }
        _ => Ok(()),
    }
}

/// Sees that programs that play complain into this folder, and nowhere else.
fn check_logs(path: &Path) -> Result<(), RunError> {
    logs::check(path).map_err(|(path, problem)| RunError::Folder { path, problem })
}

/// Whether a folder may be used in this way, as far as its content tells.
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
    // What a run leaves that was killed before its first manifest was whole, or when all that it replaces was removed.
    let begun = format!("{MANIFEST}.tmp");
    let ignored = [LOCK, &begun, REPLACED].map(OsStr::new);
    let occupied = std::fs::read_dir(path)
        .map_err(|error| refuse(format!("cannot be read: {error}")))?
        .flatten()
        .any(|entry| !ignored.contains(&entry.file_name().as_os_str()));
    let is_half_removed = path.join(REPLACED).exists() && !path.join(MANIFEST).exists();
    match mode {
        Mode::New | Mode::Resume if occupied && is_half_removed => Err(refuse(format!(
            "holds {} that an interrupted --force has not removed yet; repeat the command with --force",
            match kind_in(path)? {
                Some(FolderKind::Tuning) => "files of a tuning",
                Some(FolderKind::Learning) => "files of a training",
                Some(FolderKind::Campaigns) => "files of campaigns",
                Some(FolderKind::Run) | None => "files of a run",
            }
        ))),
        Mode::New if occupied && path.join(MANIFEST).exists() => Err(refuse(
            "already holds a run; use --resume to continue it, --force to replace it, or another --out"
                .to_string(),
        )),
        Mode::New if occupied => Err(refuse(
            "exists and is not empty; --force writes into it, or choose another --out".to_string(),
        )),
        Mode::Resume if occupied && !path.join(MANIFEST).exists() => Err(refuse(format!(
            "holds files but no {MANIFEST}, so there is no run to resume; --force writes into it"
        ))),
        _ => Ok(()),
    }
}
