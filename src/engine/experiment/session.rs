//! The open files of a run that is under way, and how it ended.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::experiment::cells::cells_csv;
use crate::experiment::summary::{Summary, SummaryRow, summary_csv};
use crate::experiment::treatments;
use crate::play::block::BlockOutput;
use crate::play::plan::Plan;
use crate::results;
use crate::results::checkpoint::Checkpoint;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, write_whole};
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{CELLS, SUMMARY};
use crate::results::session::{Counts, Earlier, Table, tables};
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

/// The open files of a run.
pub struct Session {
    folder: PathBuf,
    tables: results::session::Session,
}

/// The tables of an experiment of a game with these score categories.
pub fn tables_of(categories: &[&str], experiment: &Experiment) -> Vec<Table> {
    let cells = experiment.design.kind().has_cells();
    tables(games_header(categories, cells))
}

fn write_cells(folder: &Path, experiment: &Experiment) -> Result<(), RunError> {
    match experiment.design.kind().has_cells() {
        true => write_whole(&folder.join(CELLS), cells_csv(experiment)),
        false => Ok(()),
    }
}

impl Session {
    /// The files of a run that begins at `first_step`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn begin(
        tables: &[Table],
        experiment: &Experiment,
        folder: &Path,
        first_step: u64,
        began: Instant,
    ) -> Result<Session, RunError> {
        write_cells(folder, experiment)?;
        Ok(Session {
            folder: folder.to_path_buf(),
            tables: results::session::Session::begin(folder, tables, first_step, began)?,
        })
    }

    /// Goes on with the files of an earlier session; what was written after its checkpoint is cut off.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn resume(
        tables: &[Table],
        experiment: &Experiment,
        folder: &Path,
        earlier: Earlier,
        began: Instant,
    ) -> Result<Session, RunError> {
        let tables = results::session::Session::resume(folder, tables, earlier, began)?;
        write_cells(folder, experiment)?;
        Ok(Session {
            folder: folder.to_path_buf(),
            tables,
        })
    }

    /// The first step that is not in the files.
    pub fn next_step(&self) -> u64 {
        self.tables.at().next_step
    }

    /// How far the run is.
    pub fn progress(&self, planned: u64) -> Progress {
        let at = self.tables.at();
        Progress {
            done: at.games + at.crashes,
            planned,
        }
    }

    /// Adds the rows of the next step.
    ///
    /// # Errors
    /// [`RunError`] if they cannot be written.
    pub fn take(&mut self, output: &BlockOutput) -> Result<(), RunError> {
        let counts = Counts {
            games: output.games,
            crashes: output.crashes,
            forfeited: output.forfeited,
        };
        self.tables.take(&output.rows, counts)
    }

    /// Makes the files whole. Killed at any moment, this leaves a folder that can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn finish(
        self,
        steps: Range<u64>,
        plan: &Plan,
        mut manifest: Manifest,
        summary: &Summary,
    ) -> Result<Outcome, RunError> {
        let experiment = &manifest.experiment;
        let (at, mut files) = self.tables.finish(experiment.plain.compress)?;
        if experiment.design.kind().has_cells() {
            files.push(FileRecord::of(CELLS, &cells_csv(experiment)));
        }
        let blocks = steps.start / plan.width()..at.next_step.div_ceil(plan.width());
        files.extend(treatments::write(&self.folder, experiment, plan, blocks)?);
        let rows = summary.rows();
        let text = summary_csv(experiment.design.kind(), &rows);
        write_whole(&self.folder.join(SUMMARY), &text)?;
        files.push(FileRecord::of(SUMMARY, &text));
        manifest.test = summary.test_record();
        let decided = summary.decided_at().is_some();
        manifest.status = if decided || at.next_step == steps.end {
            Status::Complete
        } else {
            Status::Stopped
        };
        manifest.games_done = at.games;
        manifest.games_crashed = at.crashes;
        manifest.set_unwon(summary.capped(), at.forfeited);
        manifest.blocks_done = (at.next_step - steps.start) / plan.width();
        manifest.run.wall_seconds = at.wall_seconds;
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
