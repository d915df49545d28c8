//! Open files and results of a run in progress.

use std::ops::Range;
use std::path::Path;

use super::conditions::cells_csv;
use crate::experiment::summary::{Summary, SummaryRow, luck_csv, summary_csv};
use crate::experiment::treatments;
use crate::play::block::BlockOutput;
use crate::play::plan::Plan;
use crate::results;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::manifest::{ExperimentRecord, Manifest, Status};
use crate::results::names::{CELLS, GAMES, LUCK, STREAMED, SUMMARY};
use crate::results::reader::Reader;
use crate::results::runtime::Runtime;
use crate::results::session::{Counts, Table, tables};
use crate::results::stream::partial;
use crate::results::writer::games_header;
use crate::settings::Experiment;

/// Result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// The manifest as written.
    pub manifest: Manifest,
    /// Rows of the summary.
    pub summary: Vec<SummaryRow>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of games played in all sessions.
    pub done: u64,
    /// Number of games to be played.
    pub planned: u64,
}

/// Run in progress with its open files.
pub struct Session {
    runtime: Runtime<ExperimentRecord>,
    tables: results::session::OpenTables,
}

/// Returns the tables of an experiment with a game that has these score categories.
pub fn tables_of(categories: &[&str], experiment: &Experiment) -> Vec<Table> {
    let cells = experiment.design.kind.traits().has_cells;
    tables(games_header(
        categories,
        experiment.variance.is_some(),
        cells,
    ))
}

fn write_cells(folder: &Path, experiment: &Experiment) -> Result<(), RunError> {
    match experiment.design.kind.traits().has_cells {
        true => write_whole(&folder.join(CELLS), cells_csv(experiment)),
        false => Ok(()),
    }
}

/// Writes the means with the control variate for luck, or no file if luck is not valued.
///
/// # Errors
/// [`RunError`] if the file cannot be written.
pub fn write_luck(
    folder: &Path,
    experiment: &Experiment,
    rows: &[SummaryRow],
) -> Result<Option<FileRecord>, RunError> {
    if experiment.variance.is_none() {
        return Ok(None);
    }
    let text = luck_csv(experiment.design.kind, rows);
    write_whole(&folder.join(LUCK), &text)?;
    Ok(Some(FileRecord::of(LUCK, &text)))
}

impl Session {
    /// Opens the files of a run that starts at `first_step`, or of an unfinished run with the manifest `there`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written, or differs from the state that the earlier session recorded.
    pub fn open(
        mut runtime: Runtime<ExperimentRecord>,
        tables: &[Table],
        first_step: u64,
        there: Option<&Manifest>,
    ) -> Result<Session, RunError> {
        let tables = runtime.open_tables(tables, first_step, there)?;
        for name in [SUMMARY, LUCK] {
            remove_if_there(&runtime.path().join(name))?;
        }
        write_cells(runtime.path(), &runtime.manifest.experiment)?;
        Ok(Session { runtime, tables })
    }

    /// Returns a reader of the games of earlier sessions.
    ///
    /// # Errors
    /// [`RunError`] if they cannot be read.
    pub fn games_so_far(&self) -> Result<Reader<'_>, RunError> {
        let games = partial(self.runtime.path(), STREAMED[GAMES]);
        Reader::of_checked(games, &self.runtime.manifest)
    }

    /// Returns the first step that is not in the files.
    pub fn next_step(&self) -> u64 {
        self.tables.at().next_step
    }

    /// Returns the progress of the run.
    pub fn progress(&self) -> Progress {
        let at = self.tables.at();
        Progress {
            done: at.games + at.crashes,
            planned: self.runtime.manifest.games_planned,
        }
    }

    /// Appends the rows of the next step.
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

    /// Completes the files. A kill at any moment leaves a folder that can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn finish(
        self,
        steps: Range<u64>,
        plan: &Plan,
        summary: &Summary,
    ) -> Result<(Runtime<ExperimentRecord>, Vec<SummaryRow>), RunError> {
        let Session {
            mut runtime,
            tables,
        } = self;
        let folder = &runtime.folder.path;
        let manifest = &mut runtime.manifest;
        let experiment = &manifest.experiment;
        let kind = experiment.design.kind;
        let (at, mut files) = tables.finish(experiment.plain.compress)?;
        if kind.traits().has_cells {
            files.push(FileRecord::of(CELLS, &cells_csv(experiment)));
        }
        let blocks = steps.start / plan.width()..at.next_step.div_ceil(plan.width());
        files.extend(treatments::write(folder, experiment, plan, blocks)?);
        let rows = summary.rows();
        let text = summary_csv(kind, &rows);
        write_whole(&folder.join(SUMMARY), &text)?;
        files.push(FileRecord::of(SUMMARY, &text));
        files.extend(write_luck(folder, experiment, &rows)?);
        manifest.test = summary.test_record();
        manifest.games_done = at.games;
        manifest.games_crashed = at.crashes;
        manifest.set_unwon(summary.capped(), at.forfeited);
        manifest.blocks_done = (at.next_step - steps.start) / plan.width();
        manifest.file = files;
        let decided = summary.decided_at().is_some();
        runtime.end(match decided || at.next_step == steps.end {
            true => Status::Complete,
            false => Status::Stopped,
        })?;
        Ok((runtime, rows))
    }
}
