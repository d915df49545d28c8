//! The open files of a run that is under way, and its checkpoints.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::experiment::RunError;
use crate::experiment::block::BlockOutput;
use crate::experiment::cells::{CELLS, cells_csv};
use crate::experiment::checkpoint::Checkpoint;
use crate::experiment::folder::SUMMARY;
use crate::experiment::manifest::{Manifest, Status};
use crate::experiment::plan::{Experiment, Plan};
use crate::experiment::results::{CRASHES, FileRecord, STREAMED, Stream, write_whole};
use crate::experiment::rows::{CRASH_COLUMNS, EVENT_COLUMNS, games_header};
use crate::experiment::run::{Outcome, Progress};
use crate::experiment::summary::{Summary, summary_csv};
use crate::experiment::treatments;
use crate::game::Game;

/// Most time between two checkpoints; the first ones of a session follow each other faster, so
/// that even a short session gets on.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);
const FIRST_CHECKPOINT: Duration = Duration::from_millis(50);

/// The open files of a run.
pub struct Session {
    folder: PathBuf,
    streams: [Stream; 3],
    at: Checkpoint,
    /// Seconds of earlier sessions.
    before: f64,
    began: Instant,
    written: Instant,
}

impl Session {
    /// The files of a run that begins at `first_step`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn begin<G: Game>(
        game: &G,
        experiment: &Experiment,
        folder: &Path,
        first_step: u64,
        began: Instant,
    ) -> Result<Session, RunError> {
        let [games, events, crashes] = STREAMED;
        let cells = experiment.kind.has_cells();
        let header = |columns: &str| format!("{columns}\n").into_bytes();
        if cells {
            write_whole(&folder.join(CELLS), &cells_csv(experiment))?;
        }
        let mut session = Session {
            folder: folder.to_path_buf(),
            streams: [
                Stream::begin(folder, games, &games_header(game, cells))?,
                Stream::begin(folder, events, &header(EVENT_COLUMNS))?,
                Stream::begin(folder, crashes, &header(CRASH_COLUMNS))?,
            ],
            at: Checkpoint {
                next_step: first_step,
                ..Checkpoint::default()
            },
            before: 0.0,
            began,
            written: began,
        };
        session.checkpoint()?;
        Ok(session)
    }

    /// The files as a checkpoint tells of them; what was written after it is cut off.
    ///
    /// # Errors
    /// [`RunError`] if a file is gone, shorter than it should be, or cannot be written.
    pub fn resume(folder: &Path, at: Checkpoint, began: Instant) -> Result<Session, RunError> {
        let summary = folder.join(SUMMARY);
        if summary.exists() {
            std::fs::remove_file(&summary).map_err(RunError::file(&summary))?;
        }
        let [games, events, crashes] = STREAMED;
        let crashes = match at.lengths[CRASHES].rows {
            // A stopped run leaves no empty list of crashes behind.
            0 => Stream::begin(folder, crashes, format!("{CRASH_COLUMNS}\n").as_bytes())?,
            _ => Stream::reopen(folder, crashes, at.lengths[CRASHES])?,
        };
        Ok(Session {
            folder: folder.to_path_buf(),
            streams: [
                Stream::reopen(folder, games, at.lengths[0])?,
                Stream::reopen(folder, events, at.lengths[1])?,
                crashes,
            ],
            before: at.wall_seconds,
            at,
            began,
            written: began,
        })
    }

    /// The first step that is not in the files.
    pub fn next_step(&self) -> u64 {
        self.at.next_step
    }

    /// How far the run is.
    pub fn progress(&self, planned: u64) -> Progress {
        Progress {
            done: self.at.games + self.at.crashes,
            planned,
        }
    }

    /// Adds the rows of the next step.
    ///
    /// # Errors
    /// [`RunError`] if they cannot be written.
    pub fn take(&mut self, output: &BlockOutput) -> Result<(), RunError> {
        for (stream, rows) in self.streams.iter_mut().zip(&output.rows) {
            stream.append(rows)?;
        }
        self.at.next_step += 1;
        self.at.games += output.games;
        self.at.crashes += output.crashes;
        let pause = FIRST_CHECKPOINT + self.began.elapsed() / 4;
        if self.written.elapsed() >= pause.min(CHECKPOINT_EVERY) {
            self.checkpoint()?;
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<(), RunError> {
        for (stream, length) in self.streams.iter_mut().zip(&mut self.at.lengths) {
            *length = stream.sync()?;
        }
        self.at.wall_seconds = self.before + self.began.elapsed().as_secs_f64();
        self.at.write(&self.folder)?;
        self.written = Instant::now();
        Ok(())
    }

    /// Makes the files whole. Killed at any moment, this leaves a folder that can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn finish(
        mut self,
        steps: Range<u64>,
        plan: &Plan,
        mut manifest: Manifest,
        summary: &Summary,
    ) -> Result<Outcome, RunError> {
        self.checkpoint()?;
        let mut files: Vec<FileRecord> = Vec::new();
        let experiment = &manifest.experiment;
        for stream in self.streams {
            files.extend(stream.finish(experiment.compress)?);
        }
        if experiment.kind.has_cells() {
            files.push(FileRecord::of(CELLS, &cells_csv(experiment)));
        }
        let blocks = steps.start / plan.width()..self.at.next_step.div_ceil(plan.width());
        files.extend(treatments::write(&self.folder, experiment, plan, blocks)?);
        let rows = summary.rows();
        let text = summary_csv(experiment.kind, &rows);
        write_whole(&self.folder.join(SUMMARY), &text)?;
        files.push(FileRecord::of(SUMMARY, &text));
        manifest.test = summary.test_record();
        let decided = summary.decided_at().is_some();
        manifest.status = if decided || self.at.next_step == steps.end {
            Status::Complete
        } else {
            Status::Stopped
        };
        manifest.games_done = self.at.games;
        manifest.games_crashed = self.at.crashes;
        manifest.games_capped = summary.capped();
        manifest.blocks_done = (self.at.next_step - steps.start) / plan.width();
        manifest.run.wall_seconds = self.at.wall_seconds;
        manifest.file = files;
        manifest.write(&self.folder)?;
        if manifest.status == Status::Complete {
            Checkpoint::remove(&self.folder)?;
        }
        Ok(Outcome {
            manifest,
            summary: rows,
        })
    }
}
