//! Folder of long-running work: an experiment, a tuning, a training or campaigns.
//!
//! Every kind of work locks a folder, reads the manifest of an earlier session, rejects a folder with other work, sets
//! the manifest to "running", and finally records the status and the elapsed time. Results that grow row by row are
//! streamed, and a checkpoint is written every few seconds ([`super::session`]). A training replaces large files once per
//! round, together with the manifest ([`super::staging`]).

use std::path::Path;

use super::checkpoint::{CHECKPOINT, Checkpoint};
use super::clock::Clock;
use super::error::RunError;
use super::file::FileRecord;
use super::folder::{Folder, Mode, commit};
use super::session::{Earlier, OpenTables, Table};
use super::work_manifest::{Status, Work, WorkManifest};

/// Work in a locked folder.
#[derive(Debug)]
pub struct WorkFolder<W> {
    /// The locked folder.
    pub folder: Folder,
    /// Manifest of the work.
    pub manifest: WorkManifest<W>,
    clock: Clock,
}

impl<W: Work> WorkFolder<W> {
    /// Locks a folder for the work described by the manifest. Also returns the manifest of an earlier session of the
    /// same work, if there is one. The new manifest is not written yet.
    ///
    /// # Errors
    /// [`RunError`] if the folder cannot be used in this mode or contains other work. The folder is not changed.
    pub fn open(
        path: &Path,
        mode: Mode,
        clock: Clock,
        manifest: WorkManifest<W>,
    ) -> Result<(WorkFolder<W>, Option<WorkManifest<W>>), RunError> {
        let (folder, there) = Folder::claim(path, mode, &manifest)?;
        let work = WorkFolder {
            folder,
            manifest,
            clock,
        };
        Ok((work, there))
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder.path
    }

    /// Unlocks the folder and returns the final manifest.
    ///
    /// # Errors
    /// Same as [`Folder::release`].
    pub fn close(self) -> Result<WorkManifest<W>, RunError> {
        self.folder.release()?;
        Ok(self.manifest)
    }

    /// Removes the files of this work and restores the earlier work that was set aside.
    ///
    /// # Errors
    /// Same as [`Folder::abandon`].
    pub fn abandon(self) -> Result<(), RunError> {
        self.folder.abandon(W::KIND)
    }

    /// Adds the elapsed seconds of earlier sessions.
    pub fn go_on_after(&mut self, seconds: f64) {
        self.clock = self.clock.after(seconds);
        self.manifest.run.wall_seconds = seconds;
    }

    /// Writes the manifest at the start of the work.
    ///
    /// # Errors
    /// [`RunError`] if writing fails. The previous manifest then remains.
    pub fn begin(&self) -> Result<(), RunError> {
        self.manifest.write(self.path())
    }

    /// Updates the elapsed time in the manifest.
    pub fn note_seconds(&mut self) {
        self.manifest.run.wall_seconds = self.clock.seconds();
    }

    /// Writes the final status. If the process is killed before this, the work can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if writing fails.
    pub fn end(&mut self, status: Status) -> Result<(), RunError> {
        self.note_seconds();
        self.manifest.status = status;
        self.begin()?;
        commit(self.path())?;
        match status {
            Status::Complete => Checkpoint::remove(self.path()),
            _ => Ok(()),
        }
    }

    /// Verifies the files of complete work, and removes the checkpoint that a kill may have left.
    ///
    /// # Errors
    /// [`RunError`] for the first file that is missing or changed.
    pub fn verify(&self, there: &WorkManifest<W>) -> Result<(), RunError> {
        self.folder.compare(there.file.iter())?;
        Checkpoint::remove(self.path())
    }

    /// Opens the tables of the work and writes the manifest. If the folder contains unfinished work with the manifest
    /// `there`, its tables continue at their checkpoint. Otherwise, new tables start at `first_step`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written, or if an earlier file is missing or changed; in the latter case
    /// nothing was written.
    pub fn open_tables(
        &mut self,
        tables: &[Table],
        first_step: u64,
        there: Option<&WorkManifest<W>>,
    ) -> Result<OpenTables, RunError> {
        let earlier = there.map(|there| self.earlier(there, tables)).transpose()?;
        match earlier.flatten() {
            None => {
                self.begin()?;
                OpenTables::begin(self.path(), tables, first_step, self.clock)
            }
            Some(earlier) => {
                self.go_on_after(earlier.wall_seconds());
                self.begin()?;
                OpenTables::resume(self.path(), tables, earlier, self.clock)
            }
        }
    }

    /// Returns the verified tables of unfinished work, or `None` if they have no checkpoint yet.
    fn earlier(
        &self,
        there: &WorkManifest<W>,
        tables: &[Table],
    ) -> Result<Option<Earlier>, RunError> {
        let grows = |file: &&FileRecord| tables.iter().any(|table| table.name == file.name);
        let (growing, others): (Vec<_>, Vec<_>) = there.file.iter().partition(grows);
        // The rows of growing tables are verified against the checkpoint.
        for table in growing {
            let checked = table.check_length(self.path());
            checked.map_err(RunError::begin_again)?;
        }
        self.folder.compare(others.into_iter())?;
        match Checkpoint::read(self.path())? {
            Some(at) => Earlier::find(self.path(), tables, at).map(Some),
            None if there.status == Status::Running => Ok(None),
            None => Err(RunError::Damaged {
                path: self.path().join(CHECKPOINT),
                problem: "is missing; cannot find where the run was stopped".to_string(),
            }
            .begin_again()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::results::session::Counts;
    use crate::results::stream::Rows;
    use crate::results::work_manifest::{FolderKind, difference};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Toy {
        seed: u64,
    }

    impl Work for Toy {
        const KIND: FolderKind = FolderKind::Tuning;

        fn differences(&self, other: &Toy) -> Vec<String> {
            let (there, here) = (self.seed.to_string(), other.seed.to_string());
            Vec::from_iter(difference("seed", &there, &here))
        }

        fn check(&self) -> Result<(), String> {
            match self.seed {
                0 => Err("seed = 0".to_string()),
                _ => Ok(()),
            }
        }
    }

    type ToyManifest = WorkManifest<Toy>;

    fn open(
        path: &Path,
        mode: Mode,
        seed: u64,
    ) -> Result<(WorkFolder<Toy>, Option<ToyManifest>), RunError> {
        WorkFolder::open(
            path,
            mode,
            Clock::start(),
            WorkManifest::new(1, Toy { seed }),
        )
    }

    fn written(path: &Path) -> ToyManifest {
        WorkManifest::read(path).unwrap().unwrap()
    }

    #[test]
    fn resumed_work_accumulates_its_seconds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let (mut work, there) = open(path, Mode::New, 5).unwrap();
        assert_eq!(there, None);
        assert!(!path.join("manifest.toml").exists());
        work.begin().unwrap();
        assert_eq!(written(path).status, Status::Running);
        let busy = open(path, Mode::Resume, 5).map(|_| ());
        assert!(matches!(busy, Err(RunError::Busy { .. })));
        work.end(Status::Stopped).unwrap();
        drop(work);
        let (mut work, there) = open(path, Mode::Resume, 5).unwrap();
        let there = there.unwrap();
        assert_eq!(there.status, Status::Stopped);
        assert!(there.run.wall_seconds > 0.0);
        work.go_on_after(100.0);
        assert_eq!(work.manifest.run.wall_seconds, 100.0);
        work.end(Status::Complete).unwrap();
        let whole = written(path);
        assert_eq!(whole.status, Status::Complete);
        assert!((100.0..160.0).contains(&whole.run.wall_seconds));
    }

    #[test]
    fn inconsistent_manifest_is_reported_as_changed() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path(), Mode::New, 0)
            .unwrap()
            .0
            .begin()
            .unwrap();
        let output = open(folder.path(), Mode::Resume, 0).map(|_| ());
        let output = output.unwrap_err().to_string();
        assert!(
            output.contains("it was changed: seed = 0; begin again"),
            "{output}"
        );
    }

    fn row(text: &str) -> [Rows; 1] {
        [Rows {
            bytes: format!("{text}\n").into_bytes(),
            count: 1,
        }]
    }

    /// Tables resume from the checkpoint, which is removed once they are complete.
    #[test]
    fn tables_resume_at_the_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let tables = [Table::new("rows.csv", "a,b")];
        let (mut work, _) = open(path, Mode::New, 5).unwrap();
        let mut session = work.open_tables(&tables, 3, None).unwrap();
        session.take(&row("1,2"), Counts::default()).unwrap();
        let (_, files) = session.finish(false).unwrap();
        work.manifest.file = files;
        work.end(Status::Stopped).unwrap();
        drop(work);

        let (mut work, there) = open(path, Mode::Resume, 5).unwrap();
        let there = there.unwrap();
        let kept = std::fs::read(path.join(CHECKPOINT)).unwrap();
        std::fs::remove_file(path.join(CHECKPOINT)).unwrap();
        let output = work.open_tables(&tables, 3, Some(&there)).err().unwrap();
        assert!(output.to_string().contains("is missing"), "{output}");
        std::fs::write(path.join(CHECKPOINT), kept).unwrap();

        let mut session = work.open_tables(&tables, 3, Some(&there)).unwrap();
        assert_eq!((session.at().next_step, session.at().file[0].rows), (4, 1));
        session.take(&row("3,4"), Counts::default()).unwrap();
        work.manifest.file = session.finish(false).unwrap().1;
        work.end(Status::Complete).unwrap();
        let text = std::fs::read_to_string(path.join("rows.csv")).unwrap();
        assert_eq!(text, "a,b\n1,2\n3,4\n");
        assert!(!path.join(CHECKPOINT).exists());
        drop(work);

        std::fs::write(path.join("rows.csv"), "a,b\n1,2\n3,5\n").unwrap();
        let (mut work, there) = open(path, Mode::Resume, 5).unwrap();
        assert!(work.verify(&there.unwrap()).is_err());
        // Work that was killed before its first checkpoint starts again.
        let killed = ToyManifest {
            status: Status::Running,
            file: Vec::new(),
            ..written(path)
        };
        let session = work.open_tables(&tables, 3, Some(&killed)).unwrap();
        assert_eq!(session.at().next_step, 3);
    }
}
