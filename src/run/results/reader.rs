//! Reader for the games of a run from its `games.csv`, plain or compressed.
//!
//! The games are streamed, so the memory use depends on the size of a block and not on the number of games. An
//! unfinished run is read up to its last complete block.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use crate::results::checksum::Checksum;
use crate::results::columns::{GAME_COLUMNS, LUCK_COLUMNS, OF_LUCK};
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::game_row::{FIRST_CATEGORY, GameRow};
use crate::results::locate::locate;
use crate::results::manifest::Manifest;
use crate::results::names::{GAMES, is_compressed};
use crate::results::record::{MOST_CATEGORIES, Record, games};
use crate::results::table;

/// Amount of data that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Number of blocks.
    pub blocks: u64,
    /// Number of games.
    pub games: u64,
}

/// Reader for the games of a run, in order.
pub struct Reader<'run> {
    games: Games<'run>,
    /// Folders of the remaining shards, in reverse order.
    rest: Vec<(&'run Path, &'run Manifest)>,
    last_game: u64,
    /// Records returned by the last call.
    records: Vec<Record<'run>>,
}

impl<'run> Reader<'run> {
    /// Opens the games of a run, given its folder and manifest. A sharded run has one pair per shard, in order.
    ///
    /// # Errors
    /// [`RunError`] if a `games.csv` cannot be read or does not match its manifest. The other methods can also return
    /// these errors.
    ///
    /// # Panics
    /// If there is no folder.
    pub fn open(
        parts: impl IntoIterator<Item = (&'run Path, &'run Manifest)>,
    ) -> Result<Reader<'run>, RunError> {
        let mut rest: Vec<_> = parts.into_iter().collect();
        rest.reverse();
        let (folder, manifest) = rest.pop().expect("a run has one folder at least");
        Ok(Reader::new(Games::in_folder(folder, manifest)?, rest))
    }

    /// Opens a complete `games.csv` that has already been verified.
    ///
    /// # Errors
    /// Same as [`Reader::open`].
    pub fn of_checked(path: PathBuf, manifest: &'run Manifest) -> Result<Reader<'run>, RunError> {
        Ok(Reader::new(Games::open(path, None, manifest)?, Vec::new()))
    }

    fn new(games: Games<'run>, rest: Vec<(&'run Path, &'run Manifest)>) -> Reader<'run> {
        Reader {
            games,
            rest,
            last_game: u64::MAX,
            records: Vec::new(),
        }
    }

    /// Stops reading after the block that contains this game.
    pub fn until(mut self, last_game: u64) -> Reader<'run> {
        self.last_game = last_game;
        self
    }

    /// Returns the file that contains the next games.
    pub fn path(&self) -> &Path {
        &self.games.path
    }

    /// Returns the names of the score categories.
    pub fn categories(&self) -> &[String] {
        &self.games.categories
    }

    /// Returns the games of the next block, or `None` after the last block. An incomplete block at the end of an
    /// unfinished run is skipped.
    ///
    /// # Errors
    /// [`RunError`] if the file does not match the manifest.
    pub fn next_block(&mut self) -> Result<Option<&[Record<'run>]>, RunError> {
        while !self.games.fill_block(&mut self.records)? {
            let Some((folder, manifest)) = self.rest.pop() else {
                return Ok(None);
            };
            self.games = Games::in_folder(folder, manifest)?;
        }
        let counts = self.records[0].game_id <= self.last_game;
        Ok(counts.then_some(&self.records))
    }

    /// Returns the games of the next block in one condition, complete or not, or `None` at the end of the file.
    ///
    /// # Errors
    /// Same as [`Reader::next_block`].
    pub fn next_step(&mut self) -> Result<Option<&[Record<'run>]>, RunError> {
        let found = self.games.fill_step(&mut self.records)?;
        Ok(found.then_some(&self.records))
    }

    /// Calls `take` for every block until it returns false. Returns the amount of data taken.
    ///
    /// # Errors
    /// Same as [`Reader::next_block`], and any error that `take` returns.
    pub fn each_block(
        mut self,
        mut take: impl FnMut(&[Record<'run>]) -> Result<bool, RunError>,
    ) -> Result<Extent, RunError> {
        let mut extent = Extent::default();
        while let Some(block) = self.next_block()? {
            if !take(block)? {
                break;
            }
            extent.blocks += 1;
            extent.games += games(block).count() as u64;
        }
        Ok(extent)
    }

    /// Calls `take` for every game, with the records of its seats. Returns the amount of data read.
    ///
    /// # Errors
    /// Same as [`Reader::next_block`].
    pub fn each_game(self, mut take: impl FnMut(&[Record<'run>])) -> Result<Extent, RunError> {
        self.each_block(|block| {
            games(block).for_each(&mut take);
            Ok(true)
        })
    }
}

/// Reader that computes the checksum of the data if there is a recorded checksum.
struct Checked<R> {
    inner: R,
    seen: Option<Checksum>,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if let Some(seen) = &mut self.seen {
            seen.update(&buffer[..read]);
        }
        Ok(read)
    }
}

/// Reader for the rows of one `games.csv`.
struct Games<'run> {
    path: PathBuf,
    reader: csv::Reader<Checked<Take<Box<dyn Read>>>>,
    fields: csv::StringRecord,
    manifest: &'run Manifest,
    /// Record of an uncompressed file in the manifest, which is verified while reading.
    expected: Option<&'run FileRecord>,
    /// True if the file is complete.
    whole: bool,
    categories: Vec<String>,
    /// First record of the next block.
    next: Option<Record<'run>>,
}

impl<'run> Games<'run> {
    fn in_folder(folder: &Path, manifest: &'run Manifest) -> Result<Games<'run>, RunError> {
        let (path, record) = locate(folder, manifest, GAMES)?;
        match record {
            // The checksum covers the compressed bytes, not the rows.
            Some(record) if is_compressed(&path) => record.check(folder)?,
            _ => {}
        }
        Games::open(path, record, manifest)
    }

    fn open(
        path: PathBuf,
        record: Option<&'run FileRecord>,
        manifest: &'run Manifest,
    ) -> Result<Games<'run>, RunError> {
        let plain = !is_compressed(&path);
        let open = || -> io::Result<(Box<dyn Read>, u64)> {
            let text = table::open(&path)?;
            let length = match record {
                None if plain => whole_lines(&mut File::open(&path)?)?,
                _ => u64::MAX,
            };
            Ok((text, length))
        };
        let (text, length) = open().map_err(RunError::file(&path))?;
        let expected = record.filter(|_| plain);
        let checked = Checked {
            inner: text.take(length),
            seen: expected.map(|_| Checksum::default()),
        };
        let mut games = Games {
            path,
            // The checksum reports a truncated last row with a clearer message than "unequal lengths".
            reader: csv::ReaderBuilder::new()
                .flexible(true)
                .from_reader(checked),
            fields: csv::StringRecord::new(),
            manifest,
            expected,
            whole: record.is_some(),
            categories: Vec::new(),
            next: None,
        };
        // A running simulation may not have written its header yet.
        if length > 0 {
            games.read_header()?;
            games.next = games.read_row()?;
        }
        Ok(games)
    }

    fn has_cells(&self) -> bool {
        self.manifest.experiment.kind.traits().has_cells
    }

    fn has_luck(&self) -> bool {
        self.manifest.experiment.variance.is_some()
    }

    fn read_header(&mut self) -> Result<(), RunError> {
        let header = match self.reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(self.damaged(error.to_string())),
        };
        if let Err(problem) = self.read_categories(&header.iter().collect::<Vec<_>>()) {
            self.check()?;
            return Err(self.damaged(problem));
        }
        Ok(())
    }

    /// Parses the score categories, whose columns follow the common columns.
    fn read_categories(&mut self, header: &[&str]) -> Result<(), String> {
        let (known, mut rest) = header.split_at(header.len().min(FIRST_CATEGORY));
        if known.join(",") != GAME_COLUMNS {
            return Err(format!("the first columns are not {GAME_COLUMNS}"));
        }
        if self.has_cells() {
            rest = match rest.split_last() {
                Some((&"cell", before)) => before,
                _ => return Err("the last column is not cell".to_string()),
            };
        }
        if self.has_luck() {
            let split = rest.len().saturating_sub(OF_LUCK.len());
            let (before, luck) = rest.split_at(split);
            if luck.join(",") != LUCK_COLUMNS {
                return Err(format!(
                    "the columns after the score categories are not {LUCK_COLUMNS}"
                ));
            }
            rest = before;
        }
        let told = &self.manifest.score_categories;
        if !told.is_empty() && told != rest {
            return Err(format!(
                "its score categories are {}, but the manifest lists {}",
                rest.join(","),
                told.join(",")
            ));
        }
        if rest.len() > MOST_CATEGORIES {
            return Err(format!(
                "{} score categories; expected {MOST_CATEGORIES} at most",
                rest.len()
            ));
        }
        self.categories = rest.iter().map(ToString::to_string).collect();
        Ok(())
    }

    /// Replaces `records` by the records of the next block. Returns false if there is no complete block.
    fn fill_block(&mut self, records: &mut Vec<Record<'run>>) -> Result<bool, RunError> {
        let size = self.manifest.block_size;
        self.fill(records, |one, other| one.block(size) == other.block(size))?;
        let last = self.next.is_none();
        let rosters = self.manifest.roster.iter();
        let rows: u64 = rosters
            .map(|roster| roster.seats as u64 * roster.seatings)
            .sum();
        let unfinished = last && !self.whole && records.len() as u64 != rows;
        Ok(!records.is_empty() && !unfinished)
    }

    /// Replaces `records` by the records of the next block in one condition. Returns false at the end of the file.
    fn fill_step(&mut self, records: &mut Vec<Record<'run>>) -> Result<bool, RunError> {
        let size = self.manifest.block_size;
        self.fill(records, |one, other| {
            (one.block(size), one.cell) == (other.block(size), other.cell)
        })?;
        Ok(!records.is_empty())
    }

    fn fill(
        &mut self,
        records: &mut Vec<Record<'run>>,
        together: impl Fn(&Record, &Record) -> bool,
    ) -> Result<(), RunError> {
        records.clear();
        let Some(first) = self.next.take() else {
            return Ok(());
        };
        records.push(first);
        let size = self.manifest.block_size;
        while let Some(record) = self.read_row()? {
            if record.block(size) < first.block(size) {
                let game = record.game_id;
                return Err(self.damaged(format!("game {game} follows a later deal group")));
            }
            if !together(&first, &record) {
                self.next = Some(record);
                break;
            }
            records.push(record);
        }
        Ok(())
    }

    fn read_row(&mut self) -> Result<Option<Record<'run>>, RunError> {
        match self.reader.read_record(&mut self.fields) {
            Ok(true) => match self.parse_row() {
                Ok(record) => Ok(Some(record)),
                Err(problem) => {
                    let line = self.fields.position().map_or(0, csv::Position::line);
                    // If the file was changed, report the change instead of the parse error that it caused.
                    self.check()?;
                    Err(self.damaged(format!(
                        "line {line} is not a valid row of a game: {problem}"
                    )))
                }
            },
            Ok(false) => {
                self.check()?;
                Ok(None)
            }
            Err(error) => match error.into_kind() {
                csv::ErrorKind::Io(source) => Err(RunError::file(&self.path)(source)),
                _ => Err(self.damaged("not valid UTF-8".to_string())),
            },
        }
    }

    fn parse_row(&self) -> Result<Record<'run>, String> {
        let row = GameRow {
            fields: &self.fields,
            categories: &self.categories,
            has_luck: self.has_luck(),
            has_cells: self.has_cells(),
        };
        row.parse(&self.manifest.roster)
    }

    /// Verifies the whole file against its record in the manifest.
    fn check(&mut self) -> Result<(), RunError> {
        let Some(expected) = self.expected else {
            return Ok(());
        };
        // Read the rest of the file, which remains after a parse error.
        io::copy(self.reader.get_mut(), &mut io::sink()).map_err(RunError::file(&self.path))?;
        let Some(seen) = &self.reader.get_ref().seen else {
            return Ok(());
        };
        match expected.change(seen) {
            None => Ok(()),
            Some(change) => Err(self.damaged(format!(
                "its SHA-256 is {}, but the manifest lists {}: the file was changed, {change}",
                seen.sha256(),
                expected.sha256
            ))),
        }
    }

    fn damaged(&self, problem: String) -> RunError {
        RunError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }
}

/// Returns the length of a file up to its last line end, because the last row of an unfinished file may be incomplete.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.metadata()?.len();
    let mut buffer = Vec::new();
    let mut found = 0;
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        buffer.clear();
        file.by_ref().take(end - start).read_to_end(&mut buffer)?;
        if let Some(last) = buffer.iter().rposition(|&byte| byte == b'\n') {
            found = start + last as u64 + 1;
            break;
        }
        end = start;
    }
    file.rewind()?;
    Ok(found)
}
