//! What all work shares that takes long and leaves a folder: experiments, tunings, trainings and campaigns.
//!
//! All of it takes possession of a folder, reads what an earlier session says of itself there, refuses to go on with
//! anything else, says in the manifest that it is under way, works, and says at last how it ended and how long it took.
//! What differs is how results are kept meanwhile: experiments and campaigns stream rows and write a checkpoint every few
//! seconds ([`super::session`]), as their games are short and many; a tuning writes every row down before the next is
//! played for, as the rows decide what is played next; a training replaces large files once a round, together with the
//! manifest ([`super::staged`]).

use std::path::Path;

use super::checkpoint::{CHECKPOINT, Checkpoint};
use super::clock::Clock;
use super::error::RunError;
use super::folder::{Folder, Mode};
use super::session::{Earlier, Session, Table};
use super::work_manifest::{RunRecord, Status, WorkManifest, write_manifest};

/// Work in a folder that belongs to it.
#[derive(Debug)]
pub struct Runtime<M> {
    /// The folder.
    pub folder: Folder,
    /// What is written into it about the work.
    pub manifest: M,
    clock: Clock,
    /// Whether a checkpoint tells how far the work is.
    has_checkpoint: bool,
}

impl<M: WorkManifest> Runtime<M> {
    /// Takes possession of a folder for the work that the manifest describes, and tells what an earlier session has
    /// said of the same work there. The manifest is not written yet.
    ///
    /// # Errors
    /// [`RunError`] if the folder cannot be used so or holds other work; nothing in it was changed.
    pub fn open(
        path: &Path,
        mode: Mode,
        clock: Clock,
        manifest: M,
    ) -> Result<(Runtime<M>, Option<M>), RunError> {
        let (folder, there) = Folder::claim(path, mode, &manifest)?;
        let runtime = Runtime {
            folder,
            manifest,
            clock,
            has_checkpoint: false,
        };
        Ok((runtime, there))
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder.path
    }

    /// The work goes on after sessions of so many seconds.
    pub fn go_on_after(&mut self, seconds: f64) {
        self.clock = self.clock.after(seconds);
        self.record().wall_seconds = seconds;
    }

    fn record(&mut self) -> &mut RunRecord {
        self.manifest.progress().1
    }

    /// Writes down that the work is under way.
    ///
    /// # Errors
    /// [`RunError`] if that fails; the manifest before then stays.
    pub fn begin(&self) -> Result<(), RunError> {
        write_manifest(&self.manifest, self.path())
    }

    /// Notes how long the work has taken until now.
    pub fn note_seconds(&mut self) {
        self.record().wall_seconds = self.clock.seconds();
    }

    /// Writes down how the work ended. Killed before that, it can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if that fails.
    pub fn end(&mut self, status: Status) -> Result<(), RunError> {
        self.note_seconds();
        *self.manifest.progress().0 = status;
        self.begin()?;
        match status {
            Status::Complete if self.has_checkpoint => Checkpoint::remove(self.path()),
            _ => Ok(()),
        }
    }

    /// Where work that is not complete left off, if that is what it says of itself; nowhere if it had no time to get
    /// anywhere. Some of the files that it tells of are tables that grow while it goes on.
    ///
    /// # Errors
    /// [`RunError`] if a file is missing or changed, or the checkpoint is.
    pub fn left_off(&self, there: &M, growing: &[&str]) -> Result<Option<Checkpoint>, RunError> {
        // The rows are compared with the checkpoint when they are read again.
        let (tables, others): (Vec<_>, Vec<_>) =
            (there.files().iter()).partition(|file| growing.contains(&file.name.as_str()));
        for table in tables {
            let checked = table.check_length(self.path());
            checked.map_err(RunError::begin_again)?;
        }
        self.folder.compare(others.into_iter())?;
        match Checkpoint::read(self.path())? {
            Some(checkpoint) => Ok(Some(checkpoint)),
            None if there.status() == Status::Running => Ok(None),
            None => Err(RunError::Damaged {
                path: self.path().join(CHECKPOINT),
                problem: "is gone, so that nobody can tell where the run was stopped".to_string(),
            }
            .begin_again()),
        }
    }

    /// Opens the tables of the work, which begins at `first_step` or goes on at the checkpoint, and writes down that it
    /// is under way.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written, or is not what an earlier session has left; then nothing was written.
    pub fn open_tables(
        &mut self,
        tables: &[Table],
        first_step: u64,
        at: Option<Checkpoint>,
    ) -> Result<Session, RunError> {
        self.has_checkpoint = true;
        match at {
            None => {
                self.begin()?;
                Session::begin(self.path(), tables, first_step, self.clock)
            }
            Some(at) => {
                let earlier = Earlier::find(self.path(), tables, at)?;
                self.go_on_after(earlier.wall_seconds());
                self.begin()?;
                Session::resume(self.path(), tables, earlier, self.clock)
            }
        }
    }
}
