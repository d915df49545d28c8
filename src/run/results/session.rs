//! Open tables of running work, and its checkpoints.
//!
//! Rows are streamed to `….partial` files. Every few seconds, a checkpoint records the number of rows that have reached
//! the disk. To resume killed work, the files are truncated to the checkpoint.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::results::checkpoint::{CHECKPOINT, Checkpoint};
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::folder::commit;
use crate::results::names::{
    CRASH_COLUMNS, EVENT_COLUMNS, PROGRAM_COLUMNS, STREAMED, is_left_out_if_empty,
};
use crate::results::stream::{Found, Rows, Stream};

/// Maximum time between two checkpoints. The first checkpoints of a session are written at shorter intervals, so that
/// even a short session makes progress.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);
const FIRST_CHECKPOINT: Duration = Duration::from_millis(50);

/// A table that grows row by row.
pub struct Table {
    /// Name of the complete file.
    pub name: &'static str,
    /// Header line.
    pub header: Vec<u8>,
}

impl Table {
    /// Creates a table with these comma-separated columns.
    pub fn new(name: &'static str, columns: &str) -> Table {
        let header = format!("{columns}\n").into_bytes();
        Table { name, header }
    }
}

/// Returns the tables of a run. The table of games gets this header.
pub fn tables(games_header: Vec<u8>) -> Vec<Table> {
    let [games, events, crashes, programs] = STREAMED;
    vec![
        Table {
            name: games,
            header: games_header,
        },
        Table::new(events, EVENT_COLUMNS),
        Table::new(crashes, CRASH_COLUMNS),
        Table::new(programs, PROGRAM_COLUMNS),
    ]
}

/// Verified state of an earlier session: its checkpoint and its files.
pub struct Earlier {
    at: Checkpoint,
    /// Files by table, or `None` for tables that are omitted because they have no rows.
    found: Vec<Option<Found>>,
}

impl Earlier {
    /// Verifies the files of these tables against the checkpoint.
    ///
    /// # Errors
    /// [`RunError`] if a file is missing, too short or changed. Nothing is written.
    pub fn find(folder: &Path, tables: &[Table], at: Checkpoint) -> Result<Earlier, RunError> {
        let names = at.file.iter().map(|file| &*file.name);
        if !names.eq(tables.iter().map(|table| table.name)) {
            let (path, problem) = (
                folder.join(CHECKPOINT),
                "it belongs to different tables".into(),
            );
            return Err(RunError::Damaged { path, problem }.begin_again());
        }
        let find = |file: &FileRecord| {
            let there = file.rows > 0 || !is_left_out_if_empty(&file.name);
            there.then(|| Found::find(folder, file)).transpose()
        };
        let found: Result<_, RunError> = at.file.iter().map(find).collect();
        Ok(Earlier { found: found?, at })
    }

    /// Returns the elapsed seconds up to the checkpoint.
    pub fn wall_seconds(&self) -> f64 {
        self.at.wall_seconds
    }
}

/// Numbers of games in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of completed games.
    pub games: u64,
    /// Number of games that panicked.
    pub crashes: u64,
    /// Number of games that every seat forfeited.
    pub forfeited: u64,
    /// Number of completed games that repeat another game of their deal group.
    pub repeated: u64,
}

/// Open tables of running work.
pub struct OpenTables {
    folder: PathBuf,
    streams: Vec<Stream>,
    at: Checkpoint,
    clock: Clock,
    written: Instant,
}

impl OpenTables {
    /// Creates the tables of work that starts at `first_step`.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn begin(
        folder: &Path,
        tables: &[Table],
        first_step: u64,
        clock: Clock,
    ) -> Result<OpenTables, RunError> {
        let begin = |table: &Table| Stream::begin(folder, table.name, &table.header);
        let streams: Result<Vec<_>, RunError> = tables.iter().map(begin).collect();
        let mut session = OpenTables {
            folder: folder.to_path_buf(),
            streams: streams?,
            at: Checkpoint {
                next_step: first_step,
                file: vec![FileRecord::default(); tables.len()],
                ..Checkpoint::default()
            },
            clock,
            written: Instant::now(),
        };
        session.checkpoint()?;
        Ok(session)
    }

    /// Continues the tables of an earlier session. Rows after its checkpoint are removed.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn resume(
        folder: &Path,
        tables: &[Table],
        earlier: Earlier,
        clock: Clock,
    ) -> Result<OpenTables, RunError> {
        let Earlier { at, found } = earlier;
        let mut streams = Vec::new();
        for ((table, found), record) in tables.iter().zip(found).zip(&at.file) {
            streams.push(match found {
                Some(found) => Stream::reopen(folder, table.name, found, record.rows)?,
                None => Stream::begin(folder, table.name, &table.header)?,
            });
        }
        Ok(OpenTables {
            folder: folder.to_path_buf(),
            streams,
            at,
            clock,
            written: Instant::now(),
        })
    }

    /// Returns the elapsed seconds over all sessions.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// Returns the current progress.
    pub fn at(&self) -> &Checkpoint {
        &self.at
    }

    /// Appends the rows of the next step, table by table.
    ///
    /// # Errors
    /// [`RunError`] if the rows cannot be written.
    pub fn take<'rows>(
        &mut self,
        rows: impl IntoIterator<Item = &'rows Rows>,
        counts: Counts,
    ) -> Result<(), RunError> {
        for (stream, rows) in self.streams.iter_mut().zip(rows) {
            stream.append(rows)?;
        }
        self.at.next_step += 1;
        self.at.games += counts.games;
        self.at.crashes += counts.crashes;
        self.at.forfeited += counts.forfeited;
        self.at.repeated += counts.repeated;
        let pause = FIRST_CHECKPOINT + self.clock.session() / 4;
        if self.written.elapsed() >= pause.min(CHECKPOINT_EVERY) {
            self.checkpoint()?;
            commit(&self.folder)?;
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<(), RunError> {
        for (stream, record) in self.streams.iter_mut().zip(&mut self.at.file) {
            *record = stream.sync()?;
        }
        self.at.wall_seconds = self.clock.seconds();
        self.at.write(&self.folder)?;
        self.written = Instant::now();
        Ok(())
    }

    /// Renames the tables to their final names, and returns the progress and the records of the files. If the process
    /// is killed here, the work can be resumed, because the checkpoint remains until the manifest is written.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn finish(mut self, compress: bool) -> Result<(Checkpoint, Vec<FileRecord>), RunError> {
        self.checkpoint()?;
        let mut files = Vec::new();
        for stream in self.streams {
            files.extend(stream.finish(compress)?);
        }
        Ok((self.at, files))
    }
}
