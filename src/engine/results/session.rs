//! The tables of work that is under way, and its checkpoints.
//!
//! While work goes on, rows are streamed to `….partial` files, and every few seconds a checkpoint tells how much of them
//! is on the disk. Work that was killed is resumed by cutting the files back to the checkpoint.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::results::checkpoint::{CHECKPOINT, Checkpoint};
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::names::{
    CRASH_COLUMNS, EVENT_COLUMNS, LUCK, PROGRAM_COLUMNS, STREAMED, SUMMARY, is_left_out_if_empty,
};
use crate::results::stream::{Found, Rows, Stream};

/// Most time between two checkpoints; the first ones of a session follow each other faster, so
/// that even a short session gets on.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);
const FIRST_CHECKPOINT: Duration = Duration::from_millis(50);

/// A table that grows row by row.
pub struct Table {
    /// Name of the whole file.
    pub name: &'static str,
    /// Its first line.
    pub header: Vec<u8>,
}

impl Table {
    /// A table of these columns, with commas between.
    pub fn new(name: &'static str, columns: &str) -> Table {
        let header = format!("{columns}\n").into_bytes();
        Table { name, header }
    }
}

/// The tables that games leave; that of the games themselves has this header.
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

/// What an earlier session left: how far it came, and its files as far as they are what it wrote.
pub struct Earlier {
    at: Checkpoint,
    /// `None` of tables that are left out because they have no rows.
    found: Vec<Option<Found>>,
}

impl Earlier {
    /// Compares the files of these tables with the checkpoint.
    ///
    /// # Errors
    /// [`RunError`] if a file is gone, shorter than it should be, or changed; nothing is written.
    pub fn find(folder: &Path, tables: &[Table], at: Checkpoint) -> Result<Earlier, RunError> {
        let names = at.file.iter().map(|file| &*file.name);
        if !names.eq(tables.iter().map(|table| table.name)) {
            let (path, problem) = (folder.join(CHECKPOINT), "it tells of other tables".into());
            return Err(RunError::Damaged { path, problem }.begin_again());
        }
        let find = |file: &FileRecord| {
            let there = file.rows > 0 || !is_left_out_if_empty(&file.name);
            there.then(|| Found::find(folder, file)).transpose()
        };
        let found: Result<_, RunError> = at.file.iter().map(find).collect();
        Ok(Earlier { found: found?, at })
    }

    /// Seconds that it took, and those before it.
    pub fn wall_seconds(&self) -> f64 {
        self.at.wall_seconds
    }
}

/// How many games a step brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that were played to their end.
    pub games: u64,
    /// Games that panicked.
    pub crashes: u64,
    /// Games that every seat has lost by forfeit.
    pub forfeited: u64,
}

/// The open tables of work under way.
pub struct OpenTables {
    folder: PathBuf,
    streams: Vec<Stream>,
    at: Checkpoint,
    clock: Clock,
    written: Instant,
}

impl OpenTables {
    /// The tables of work that begins at `first_step`.
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

    /// Goes on with the tables of an earlier session; what was written after its checkpoint is cut off.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be written.
    pub fn resume(
        folder: &Path,
        tables: &[Table],
        earlier: Earlier,
        clock: Clock,
    ) -> Result<OpenTables, RunError> {
        remove_if_there(&folder.join(SUMMARY))?;
        remove_if_there(&folder.join(LUCK))?;
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

    /// How far the work is.
    pub fn at(&self) -> &Checkpoint {
        &self.at
    }

    /// Adds the rows of the next step, table by table.
    ///
    /// # Errors
    /// [`RunError`] if they cannot be written.
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
        let pause = FIRST_CHECKPOINT + self.clock.session() / 4;
        if self.written.elapsed() >= pause.min(CHECKPOINT_EVERY) {
            self.checkpoint()?;
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

    /// Gives the tables their final names; how far the work came, and what they are. Killed at any moment, this
    /// leaves a folder that can be resumed: the checkpoint stays until the manifest is written.
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
