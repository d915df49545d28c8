//! Open files and results of a run in progress.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::conditions::cells_csv;
use crate::experiment::summary::{Summary, SummaryRow, luck_csv, summary_csv};
use crate::experiment::treatments;
use crate::play::block::BlockOutput;
use crate::play::plan::Plan;
use crate::results;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::manifest::{ExperimentRecord, Manifest, Status};
use crate::results::names::{CELLS, GAMES, LUCK, STREAMED, SUMMARY};
use crate::results::reader::Reader;
use crate::results::session::{Counts, Table, tables};
use crate::results::stream::partial;
use crate::results::work_folder::WorkFolder;
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
    work: WorkFolder<ExperimentRecord>,
    tables: results::session::OpenTables,
}

/// Returns the tables of an experiment with a game that has these score categories.
pub fn tables_of(categories: &[&str], experiment: &Experiment) -> Vec<Table> {
    let cells = experiment.kind.traits().has_cells;
    tables(games_header(
        categories,
        experiment.variance.is_some(),
        cells,
    ))
}

/// Writes the table of conditions, if the experiment has several.
///
/// # Errors
/// [`RunError`] if the file cannot be written.
pub fn write_cells(folder: &Path, experiment: &Experiment) -> Result<Option<FileRecord>, RunError> {
    let has_cells = experiment.kind.traits().has_cells;
    let write = || FileRecord::write(folder, CELLS, &cells_csv(experiment));
    has_cells.then(write).transpose()
}

/// Writes the summary and, if luck is valued, the means with luck as a control variate.
///
/// # Errors
/// [`RunError`] if a file cannot be written.
pub fn write_summaries(
    folder: &Path,
    experiment: &Experiment,
    rows: &[SummaryRow],
) -> Result<Vec<FileRecord>, RunError> {
    let kind = experiment.kind;
    let mut files = vec![FileRecord::write(
        folder,
        SUMMARY,
        &summary_csv(kind, rows),
    )?];
    if experiment.variance.is_some() {
        files.push(FileRecord::write(folder, LUCK, &luck_csv(kind, rows))?);
    }
    Ok(files)
}

impl Session {
    /// Opens the files of a run that starts at `first_step`, or of an unfinished run with the manifest `there`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written, or differs from the state that the earlier session recorded.
    pub fn open(
        mut work: WorkFolder<ExperimentRecord>,
        tables: &[Table],
        first_step: u64,
        there: Option<&Manifest>,
    ) -> Result<Session, RunError> {
        let tables = work.open_tables(tables, first_step, there)?;
        for name in [SUMMARY, LUCK] {
            remove_if_there(&work.path().join(name))?;
        }
        write_cells(work.path(), &work.manifest.experiment)?;
        Ok(Session { work, tables })
    }

    /// Returns a reader of the games of earlier sessions.
    ///
    /// # Errors
    /// [`RunError`] if they cannot be read.
    pub fn games_so_far(&self) -> Result<Reader<'_>, RunError> {
        let games = partial(self.work.path(), STREAMED[GAMES]);
        Reader::of_checked(games, &self.work.manifest)
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
            planned: self.work.manifest.games_planned,
        }
    }

    /// Returns the elapsed time over all sessions.
    pub fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(self.tables.seconds())
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
            repeated: output.repeated,
        };
        self.tables.take(&output.rows, counts)
    }

    /// Completes the files. `is_over` is true if the time limit was reached. If the program is killed at any point, the
    /// folder can be resumed.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn finish(
        self,
        steps: Range<u64>,
        plan: &Plan,
        summary: &Summary,
        is_over: bool,
    ) -> Result<(WorkFolder<ExperimentRecord>, Vec<SummaryRow>), RunError> {
        let Session { mut work, tables } = self;
        let folder = &work.folder.path;
        let manifest = &mut work.manifest;
        let experiment = &manifest.experiment;
        let (at, mut files) = tables.finish(experiment.compress)?;
        files.extend(write_cells(folder, experiment)?);
        let blocks = steps.start / plan.width()..at.next_step.div_ceil(plan.width());
        files.extend(treatments::write(folder, experiment, plan, blocks)?);
        let rows = summary.rows();
        files.extend(write_summaries(folder, experiment, &rows)?);
        manifest.test = summary.test_record();
        manifest.games_done = at.games;
        manifest.games_crashed = at.crashes;
        manifest.games_repeated = at.repeated;
        manifest.set_unwon(summary.capped(), at.forfeited);
        manifest.blocks_done = (at.next_step - steps.start) / plan.width();
        manifest.file = files;
        let is_whole = at.next_step == steps.end;
        manifest.ended_early = summary.decided_at().is_some() && !is_whole;
        if is_over && !is_whole && !manifest.ended_early {
            manifest.plan_only(manifest.blocks_done);
        }
        work.end(
            match is_over || is_whole || summary.decided_at().is_some() {
                true => Status::Complete,
                false => Status::Stopped,
            },
        )?;
        Ok((work, rows))
    }
}
