//! The open files of a run that is under way, and its checkpoints.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::experiment::cells::cells_csv;
use crate::experiment::summary::{Summary, SummaryRow, summary_csv};
use crate::experiment::treatments;
use crate::play::block::BlockOutput;
use crate::play::plan::Plan;
use crate::results::checkpoint::Checkpoint;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{
    CELLS, CRASH_COLUMNS, EVENT_COLUMNS, PROGRAM_COLUMNS, STREAMED, SUMMARY,
};
use crate::results::stream::{Found, Stream};
use crate::results::writer::games_header;
use crate::settings::Experiment;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The manifest as written.
    pub manifest: Manifest,
    /// The lines of the summary.
    pub summary: Vec<SummaryRow>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played in all sessions.
    pub done: u64,
    /// Games to be played.
    pub planned: u64,
}

/// Most time between two checkpoints; the first ones of a session follow each other faster, so
/// that even a short session gets on.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);
const FIRST_CHECKPOINT: Duration = Duration::from_millis(50);

fn header(columns: &str) -> Vec<u8> {
    format!("{columns}\n").into_bytes()
}

/// What an earlier session left: how far it came, and its files as far as they are what it wrote.
pub struct Earlier {
    at: Checkpoint,
    games: Found,
    events: Found,
    /// `None` of those without rows: a stopped run leaves no empty list behind.
    lists: [Option<Found>; 2],
}

impl Earlier {
    /// Compares the files with the checkpoint.
    ///
    /// # Errors
    /// [`RunError`] if a file is gone, shorter than it should be, or changed; nothing is written.
    pub fn find(folder: &Path, at: Checkpoint) -> Result<Earlier, RunError> {
        let find = |file: &FileRecord| Found::find(folder, file);
        let [games, events, crashes, programs] = &at.file;
        let list = |file: &FileRecord| (file.rows > 0).then(|| find(file)).transpose();
        Ok(Earlier {
            games: find(games)?,
            events: find(events)?,
            lists: [list(crashes)?, list(programs)?],
            at,
        })
    }

    /// Seconds that it took, and those before it.
    pub fn wall_seconds(&self) -> f64 {
        self.at.wall_seconds
    }
}

/// The open files of a run.
pub struct Session {
    folder: PathBuf,
    streams: [Stream; 4],
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
    pub fn begin(
        categories: &[&str],
        experiment: &Experiment,
        folder: &Path,
        first_step: u64,
        began: Instant,
    ) -> Result<Session, RunError> {
        let [games, events, crashes, programs] = STREAMED;
        let cells = experiment.design.kind().has_cells();
        if cells {
            write_whole(&folder.join(CELLS), cells_csv(experiment))?;
        }
        let mut session = Session {
            folder: folder.to_path_buf(),
            streams: [
                Stream::begin(folder, games, &games_header(categories, cells))?,
                Stream::begin(folder, events, &header(EVENT_COLUMNS))?,
                Stream::begin(folder, crashes, &header(CRASH_COLUMNS))?,
                Stream::begin(folder, programs, &header(PROGRAM_COLUMNS))?,
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

    /// Goes on with the files of an earlier session; what was written after its checkpoint is cut off.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn resume(
        experiment: &Experiment,
        folder: &Path,
        earlier: Earlier,
        began: Instant,
    ) -> Result<Session, RunError> {
        remove_if_there(&folder.join(SUMMARY))?;
        if experiment.design.kind().has_cells() {
            write_whole(&folder.join(CELLS), cells_csv(experiment))?;
        }
        let [games, events, crashes, programs] = STREAMED;
        let at = earlier.at;
        let [of_games, of_events, of_crashes, of_programs] = &at.file;
        let [found_crashes, found_programs] = earlier.lists;
        let list = |found: Option<Found>, name, of: &FileRecord, columns| match found {
            Some(found) => Stream::reopen(folder, name, found, of.rows),
            None => Stream::begin(folder, name, &header(columns)),
        };
        Ok(Session {
            folder: folder.to_path_buf(),
            streams: [
                Stream::reopen(folder, games, earlier.games, of_games.rows)?,
                Stream::reopen(folder, events, earlier.events, of_events.rows)?,
                list(found_crashes, crashes, of_crashes, CRASH_COLUMNS)?,
                list(found_programs, programs, of_programs, PROGRAM_COLUMNS)?,
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
        self.at.forfeited += output.forfeited;
        let pause = FIRST_CHECKPOINT + self.began.elapsed() / 4;
        if self.written.elapsed() >= pause.min(CHECKPOINT_EVERY) {
            self.checkpoint()?;
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<(), RunError> {
        for (stream, record) in self.streams.iter_mut().zip(&mut self.at.file) {
            *record = stream.sync()?;
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
        if experiment.design.kind().has_cells() {
            files.push(FileRecord::of(CELLS, &cells_csv(experiment)));
        }
        let blocks = steps.start / plan.width()..self.at.next_step.div_ceil(plan.width());
        files.extend(treatments::write(&self.folder, experiment, plan, blocks)?);
        let rows = summary.rows();
        let text = summary_csv(experiment.design.kind(), &rows);
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
        manifest.set_unwon(summary.capped(), self.at.forfeited);
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
