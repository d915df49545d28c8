//! The results folder: who may use it, and what it holds so far.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::experiment::RunError;
use crate::experiment::cells::CELLS;
use crate::experiment::checkpoint::{CHECKPOINT, Checkpoint};
use crate::experiment::manifest::{MANIFEST, Manifest, Status};
use crate::experiment::parquet::PARQUET;
use crate::experiment::results::{FileRecord, STREAMED, remove_if_there};
use crate::experiment::table::compressed_name;
use crate::experiment::treatments::TREATMENTS;

/// Name of `summary.csv`.
pub const SUMMARY: &str = "summary.csv";
const LOCK: &str = ".lock";
/// Files that other commands write into a results folder, which a new run makes untrue.
const DERIVED: [&str; 7] = [
    "report.md",
    "report.html",
    "compare.md",
    "compare.html",
    "evaluations.csv",
    "confirmation.csv",
    "best.toml",
];

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

/// Where a run in a folder begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// At the first game.
    Beginning,
    /// After an earlier session.
    Checkpoint(Checkpoint),
    /// Nothing is left to do.
    Complete(Box<Manifest>),
}

/// A results folder that belongs to this process until it is dropped.
#[derive(Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    lock: File,
}

impl Folder {
    /// Takes possession of a folder for the run that `wanted` describes.
    ///
    /// # Errors
    /// [`RunError::Folder`] if it cannot be used so; nothing in it was changed.
    pub fn open(path: &Path, mode: Mode, wanted: &Manifest) -> Result<(Folder, Start), RunError> {
        Folder::claim(path, mode, Start::Beginning, |folder| folder.resume(wanted))
    }

    /// As [`Folder::open`] for any work that has a manifest: work that is new begins with `beginning`,
    /// other work where `resume` finds that it left off.
    ///
    /// # Errors
    /// [`RunError`] of `resume`, or if the folder cannot be used so; nothing in it was changed.
    pub fn claim<T>(
        path: &Path,
        mode: Mode,
        beginning: T,
        resume: impl FnOnce(&Folder) -> Result<T, RunError>,
    ) -> Result<(Folder, T), RunError> {
        let refuse = |problem: String| RunError::Folder {
            path: path.to_path_buf(),
            problem,
        };
        check_use(path, mode)?;
        let existed = path.exists();
        std::fs::create_dir_all(path)
            .map_err(|error| refuse(format!("cannot be created: {error}")))?;
        let folder = Folder::lock(path)?;
        let start = (|| {
            // Once more, now that nobody else can come between.
            check_use(path, mode)?;
            match mode {
                Mode::New => Ok(beginning),
                Mode::Replace => {
                    folder.clear()?;
                    Ok(beginning)
                }
                Mode::Resume => resume(&folder),
            }
        })();
        match start {
            Ok(start) => Ok((folder, start)),
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
                    });
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(refuse(
                        "another run is using it; wait for it or choose another --out".to_string(),
                    ));
                }
                Err(TryLockError::Error(error)) => {
                    return Err(refuse(format!("cannot be locked: {error}")));
                }
            }
        }
        Err(refuse("cannot be locked".to_string()))
    }

    /// Removes the files of an earlier run, and nothing else.
    fn clear(&self) -> Result<(), RunError> {
        // The manifest goes first: without it nobody takes the rest for a whole run.
        let own = [MANIFEST, SUMMARY, CHECKPOINT, CELLS, TREATMENTS]
            .into_iter()
            .chain(STREAMED)
            .chain(DERIVED)
            .chain(PARQUET.map(|(_, name)| name))
            .map(str::to_string)
            .chain(STREAMED.map(compressed_name))
            .chain([compressed_name(TREATMENTS)]);
        for name in own {
            for end in ["", ".partial", ".partial.tmp", ".tmp"] {
                remove_if_there(&self.path.join(format!("{name}{end}")))?;
            }
        }
        Ok(())
    }

    /// Refuses to go on with a run that differs from the one that is asked for.
    ///
    /// # Errors
    /// [`RunError::Folder`] with the differences.
    pub fn same_run(&self, differences: &[String]) -> Result<(), RunError> {
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

    fn resume(&self, wanted: &Manifest) -> Result<Start, RunError> {
        let Some(manifest) = Manifest::read(&self.path)? else {
            return Ok(Start::Beginning);
        };
        self.same_run(&manifest.differences(wanted))?;
        // A shard is begun again where a machine or a copy has spoiled it: what starts shards has
        // no other way to mend it than the command that played it.
        let spoiled = |file: &FileRecord| file.check(&self.path).is_err();
        if manifest.status == Status::Complete
            && wanted.shard.is_some()
            && manifest.file.iter().any(spoiled)
        {
            self.clear()?;
            return Ok(Start::Beginning);
        }
        if manifest.status == Status::Complete {
            Checkpoint::remove(&self.path)?;
            return Ok(Start::Complete(Box::new(manifest)));
        }
        Ok(Checkpoint::read(&self.path)?.map_or(Start::Beginning, Start::Checkpoint))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Removed while still locked, so that nobody who waits for it is robbed of it.
        let _ = std::fs::remove_file(self.path.join(LOCK));
        let _ = self.lock.unlock();
    }
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
    let occupied = std::fs::read_dir(path)
        .map_err(|error| refuse(format!("cannot be read: {error}")))?
        .flatten()
        .any(|entry| {
            // What a run leaves that was killed before its first manifest was whole.
            entry.file_name() != LOCK && entry.file_name() != format!("{MANIFEST}.tmp").as_str()
        });
    match mode {
        Mode::New if occupied && path.join(MANIFEST).exists() => Err(refuse(
            "already holds a run; --resume goes on with it, --force replaces it, or choose \
             another --out"
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
