//! Reading the events of a run, game by game.

use std::io::Read;
use std::path::{Path, PathBuf};

use csv::ByteRecord;

use crate::results::error::RunError;
use crate::results::locate::locate;
use crate::results::manifest::Manifest;
use crate::results::names::{EVENT_COLUMNS, EVENTS};
use crate::results::table;

/// One row of `events.csv`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventRow<'row> {
    /// Seat, from 0.
    pub seat: usize,
    /// Round, from 1.
    pub round: u32,
    /// Turn of the seat, from 1; 0 during set-up.
    pub turn: u32,
    /// Kind of event.
    pub event: &'row [u8],
    /// Item that the event refers to.
    pub item: &'row [u8],
    /// Value of the event.
    pub value: i64,
}

/// Reader for the events of a run, in the order of its games.
pub struct Events<'run> {
    /// Folders of the remaining shards.
    rest: Vec<(&'run Path, &'run Manifest)>,
    path: PathBuf,
    reader: csv::Reader<Box<dyn Read>>,
    record: ByteRecord,
    /// Game of the current record, or `None` after the last row.
    game: Option<u64>,
    /// True if the file is complete, false if the run may still be writing it.
    whole: bool,
}

impl<'run> Events<'run> {
    /// Opens the events of a run, given its folder and manifest. An unfinished run is read up to its last complete row.
    /// A sharded run has one folder and manifest per shard, in order, and all of them must be complete.
    ///
    /// # Errors
    /// [`RunError`] if the events cannot be read or do not match the manifest.
    pub fn open(
        parts: impl IntoIterator<Item = (&'run Path, &'run Manifest)>,
    ) -> Result<Events<'run>, RunError> {
        let mut rest: Vec<_> = parts.into_iter().collect();
        rest.reverse();
        let mut events = Events {
            rest,
            path: PathBuf::new(),
            reader: csv::Reader::from_reader(Box::new(std::io::empty())),
            record: ByteRecord::new(),
            game: None,
            whole: true,
        };
        events.advance()?;
        Ok(events)
    }

    /// Starts reading the events of one folder.
    fn begin(&mut self, folder: &Path, manifest: &Manifest) -> Result<(), RunError> {
        let (path, record) = locate(folder, manifest, EVENTS)?;
        if let Some(record) = record {
            record.check(folder)?;
        }
        let whole = record.is_some();
        let text = table::open(&path).map_err(RunError::file(&path))?;
        self.reader = csv::Reader::from_reader(text);
        self.path = path;
        self.whole = whole;
        let header = self.reader.byte_headers().cloned();
        let columns = EVENT_COLUMNS.split(',').map(str::as_bytes);
        match header {
            Ok(header) if header.iter().eq(columns) => Ok(()),
            _ if !whole => Ok(()),
            _ => Err(self.damaged(format!("the columns are not {EVENT_COLUMNS}"))),
        }
    }

    /// Calls `take` for every event of a game. The games must be requested in ascending order. Returns true if the
    /// events are complete; in an unfinished file this is known only if an event of a later game follows.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be read.
    pub fn game(&mut self, game_id: u64, mut take: impl FnMut(EventRow)) -> Result<bool, RunError> {
        while let Some(id) = self.game.filter(|&id| id <= game_id) {
            if id == game_id {
                match row(&self.record) {
                    Some(row) => take(row),
                    None if !self.whole => {
                        self.game = None;
                        break;
                    }
                    None => return Err(self.no_row()),
                }
            }
            self.advance()?;
        }
        Ok(self.whole || self.game.is_some())
    }

    /// Reads the next row.
    fn advance(&mut self) -> Result<(), RunError> {
        self.game = None;
        let read = self.reader.read_byte_record(&mut self.record);
        match read {
            Ok(false) => {
                if let Some((folder, manifest)) = self.rest.pop() {
                    self.begin(folder, manifest)?;
                    return self.advance();
                }
            }
            Ok(true) => match number(self.record.get(0)) {
                Some(id) => self.game = Some(id),
                // The last line of an unfinished file may be incomplete.
                None if self.whole => return Err(self.no_row()),
                None => {}
            },
            Err(_) if !self.whole => {}
            Err(error) => return Err(self.damaged(error.to_string())),
        }
        Ok(())
    }

    fn no_row(&self) -> RunError {
        let line = self.record.position().map_or(0, csv::Position::line);
        self.damaged(format!("line {line} is not an event of this run"))
    }

    fn damaged(&self, problem: String) -> RunError {
        RunError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }
}

fn row(record: &ByteRecord) -> Option<EventRow<'_>> {
    Some(EventRow {
        seat: (number(record.get(1))? as usize).checked_sub(1)?,
        round: number(record.get(2))? as u32,
        turn: number(record.get(3))? as u32,
        event: record.get(4)?,
        item: record.get(5)?,
        value: std::str::from_utf8(record.get(6)?).ok()?.parse().ok()?,
    })
}

fn number(field: Option<&[u8]>) -> Option<u64> {
    std::str::from_utf8(field?).ok()?.parse().ok()
}
