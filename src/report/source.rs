//! What a results folder holds: its manifest, and its games block by block.
//!
//! Only `manifest.toml` and `games.csv` (or `games.csv.gz`) are read, the latter as a stream: memory
//! does not grow with the number of games. A run that is still going on (or was killed) is read as
//! far as its blocks are whole.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::ReportError;
use super::tally::Extent;
use super::words::count;
use crate::experiment::manifest::{MANIFEST, Manifest, Status};
use crate::experiment::results::{FileRecord, GAMES, STREAMED, hex};
use crate::experiment::rows::GAME_COLUMNS;
use crate::experiment::table::{self, compressed_name, is_compressed};
use crate::study::outcomes::SeatOutcome;

/// A results folder.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path.
    pub folder: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
}

/// One row of `games.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Number of the game.
    pub game_id: u64,
    /// Seed of the deal.
    pub seed: u64,
    /// Seat, from 0.
    pub seat: usize,
    /// Who sat there.
    pub bot: String,
    /// Final score.
    pub score: i32,
    /// Rank, from 1; those who tie share the better one.
    pub rank: u32,
    /// Share of the win.
    pub win: f64,
    /// Turns that the seat began.
    pub turns: u32,
    /// Decisions of the seat.
    pub decisions: u32,
    /// Points by category.
    pub categories: Vec<i32>,
    /// Cell, from 0; where there are no cells, all is in the first.
    pub cell: usize,
}

/// What the seats of a game came to.
pub fn seat_outcomes(game: &[Row]) -> Vec<SeatOutcome> {
    let outcome = |row: &Row| SeatOutcome {
        bot: row.bot.clone(),
        score: row.score,
        win: row.win,
    };
    game.iter().map(outcome).collect()
}

impl Source {
    /// Opens a results folder.
    ///
    /// # Errors
    /// [`ReportError`] if there is no such folder, or no manifest in it.
    pub fn open(folder: &Path) -> Result<Source, ReportError> {
        if !folder.is_dir() {
            return Err(ReportError::NoFolder(folder.to_path_buf()));
        }
        let manifest =
            Manifest::read(folder)?.ok_or_else(|| ReportError::NoManifest(folder.to_path_buf()))?;
        let cells = manifest.experiment.cells().len();
        if manifest.roster.len() != cells {
            return Err(ReportError::Damaged {
                path: folder.join(MANIFEST),
                problem: format!(
                    "it tells of {} and who plays in {} of them",
                    count(cells as u64, "cell"),
                    manifest.roster.len()
                ),
            });
        }
        Ok(Source {
            folder: folder.to_path_buf(),
            manifest,
        })
    }

    /// Hands every game of whole blocks to `take`: its number, its cell from 0 and its seats; how much
    /// there was.
    ///
    /// # Errors
    /// [`ReportError`] if `games.csv` is not as it should be.
    pub fn each_game(
        &self,
        mut take: impl FnMut(u64, usize, &[SeatOutcome]),
    ) -> Result<Extent, ReportError> {
        self.each_block(|games| {
            for game in games {
                take(game[0].game_id, game[0].cell, &seat_outcomes(game));
            }
            Ok(true)
        })
    }

    /// Hands the games of every block to `take`, each as the rows of its seats, until it says that
    /// there is no more; tells how many it took.
    ///
    /// # Errors
    /// [`ReportError`] if `games.csv` is not as it should be, and those of `take`.
    pub fn each_block(
        &self,
        mut take: impl FnMut(&[&[Row]]) -> Result<bool, ReportError>,
    ) -> Result<Extent, ReportError> {
        let mut blocks = self.blocks()?;
        let mut extent = Extent::default();
        while let Some(block) = blocks.next_block()? {
            let games: Vec<&[Row]> = block
                .chunk_by(|one, other| one.game_id == other.game_id)
                .collect();
            if !take(&games)? {
                break;
            }
            extent.blocks += 1;
            extent.games += games.len() as u64;
        }
        Ok(extent)
    }

    /// Its games from the first, block by block.
    ///
    /// # Errors
    /// [`ReportError`] if there is no `games.csv` or it has other columns.
    pub fn blocks(&self) -> Result<Blocks, ReportError> {
        let name = STREAMED[GAMES];
        let (whole, partial) = (
            self.folder.join(name),
            self.folder.join(format!("{name}.partial")),
        );
        let unfinished = self.manifest.status == Status::Running;
        if unfinished && partial.exists() {
            return Blocks::open(partial, None, &self.manifest);
        }
        let compressed = self.folder.join(compressed_name(name));
        match self.manifest.table(name) {
            Some(record) => {
                let path = self.folder.join(&record.name);
                Blocks::open(path, Some(record.clone()), &self.manifest)
            }
            None if unfinished && compressed.exists() => {
                Blocks::open(compressed, None, &self.manifest)
            }
            None if unfinished && whole.exists() => Blocks::open(whole, None, &self.manifest),
            None => Err(ReportError::Damaged {
                path: whole,
                problem: "the manifest tells nothing of it, so nobody can say whether it is whole"
                    .to_string(),
            }),
        }
    }
}

/// Counts and hashes what passes through.
struct Checked<R> {
    inner: R,
    seen: Arc<Mutex<(Sha256, u64)>>,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.0.update(&buffer[..read]);
        seen.1 += read as u64;
        Ok(read)
    }
}

/// The blocks of a `games.csv`, in order.
pub struct Blocks {
    path: PathBuf,
    reader: csv::Reader<Checked<Take<Box<dyn Read>>>>,
    record: csv::StringRecord,
    seen: Arc<Mutex<(Sha256, u64)>>,
    expected: Option<FileRecord>,
    /// Whether the file was held against its record before it was read.
    checked: bool,
    block_size: u64,
    /// Rows of a block without crashes.
    block_rows: u64,
    /// Number of cells, if rows name theirs.
    cells: Option<usize>,
    categories: Vec<String>,
    /// First row of the block after the one given out last.
    next: Option<Row>,
}

impl Blocks {
    fn open(
        path: PathBuf,
        expected: Option<FileRecord>,
        manifest: &Manifest,
    ) -> Result<Blocks, ReportError> {
        // The checksum of a compressed file is not that of the rows that come out of it.
        let checked = is_compressed(&path);
        if let (true, Some(record), Some(folder)) = (checked, &expected, path.parent()) {
            record.check(folder)?;
        }
        let open = || -> io::Result<(Box<dyn Read>, u64)> {
            let length = match expected {
                None if !checked => whole_lines(&mut File::open(&path)?)?,
                _ => u64::MAX,
            };
            Ok((table::open(&path)?, length))
        };
        let (text, length) = open().map_err(|source| ReportError::File {
            path: path.clone(),
            source,
        })?;
        let has_cells = manifest.experiment.kind.has_cells();
        let seen = Arc::new(Mutex::new((Sha256::new(), 0)));
        let counted = Checked {
            inner: text.take(length),
            seen: Arc::clone(&seen),
        };
        let mut blocks = Blocks {
            path,
            // A cut last row is told by the checksum, in better words than "unequal lengths".
            reader: csv::ReaderBuilder::new()
                .flexible(true)
                .from_reader(counted),
            record: csv::StringRecord::new(),
            seen,
            expected,
            checked,
            block_size: manifest.block_size.max(1),
            block_rows: manifest
                .roster
                .iter()
                .map(|roster| roster.seats as u64 * roster.seatings)
                .sum(),
            cells: has_cells.then_some(manifest.roster.len()),
            categories: Vec::new(),
            next: None,
        };
        let header = match blocks.reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(blocks.damaged(error.to_string())),
        };
        if length == 0 {
            // A run that has not yet written its header.
            return Ok(blocks);
        }
        let known = GAME_COLUMNS.split(',').count();
        let found: Vec<&str> = header.iter().collect();
        if found.len() < known || found[..known].join(",") != GAME_COLUMNS {
            blocks.check()?;
            return Err(blocks.damaged(format!("the first columns are not {GAME_COLUMNS}")));
        }
        let mut rest = &found[known..];
        if has_cells {
            match rest.split_last() {
                Some((&"cell", before)) => rest = before,
                _ => {
                    blocks.check()?;
                    return Err(blocks.damaged("the last column is not cell".to_string()));
                }
            }
        }
        let told = &manifest.score_categories;
        if !told.is_empty() && told != rest {
            blocks.check()?;
            return Err(blocks.damaged(format!(
                "its score categories are {}, but the manifest tells of {}",
                rest.join(","),
                told.join(",")
            )));
        }
        blocks.categories = rest.iter().map(ToString::to_string).collect();
        blocks.next = blocks.read_row()?;
        Ok(blocks)
    }

    /// Names of the score categories.
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// The rows of the next block; `None` after the last one. A block that is not finished, at the
    /// end of a run under way, is left out.
    ///
    /// # Errors
    /// [`ReportError`] if the file is not as the manifest tells.
    pub fn next_block(&mut self) -> Result<Option<Vec<Row>>, ReportError> {
        let Some(first) = self.next.take() else {
            return Ok(None);
        };
        let number = self.block_of(&first);
        let mut block = vec![first];
        loop {
            match self.read_row()? {
                Some(row) if self.block_of(&row) == number => block.push(row),
                Some(row) if self.block_of(&row) < number => {
                    return Err(
                        self.damaged(format!("game {} stands after a later block", row.game_id))
                    );
                }
                Some(row) => {
                    self.next = Some(row);
                    break;
                }
                None => break,
            }
        }
        let whole = block.len() as u64 == self.block_rows;
        let last = self.next.is_none();
        if last && self.expected.is_none() && !whole {
            return Ok(None);
        }
        Ok(Some(block))
    }

    fn block_of(&self, row: &Row) -> u64 {
        row.game_id.saturating_sub(1) / self.block_size
    }

    fn damaged(&self, problem: String) -> ReportError {
        ReportError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    fn read_row(&mut self) -> Result<Option<Row>, ReportError> {
        match self.reader.read_record(&mut self.record) {
            Ok(true) => match self.parse_row() {
                Some(row) => Ok(Some(row)),
                None => {
                    let line = self.record.position().map_or(0, csv::Position::line);
                    // If the file was cut, this is why; say that rather than what follows from it.
                    self.check()?;
                    Err(self.damaged(format!("line {line} is no row of a game")))
                }
            },
            Ok(false) => {
                self.check()?;
                Ok(None)
            }
            Err(error) => match error.into_kind() {
                csv::ErrorKind::Io(source) => Err(ReportError::File {
                    path: self.path.clone(),
                    source,
                }),
                _ => Err(self.damaged("not text in UTF-8".to_string())),
            },
        }
    }

    fn parse_row(&self) -> Option<Row> {
        let field = |column| self.record.get(column);
        let known = GAME_COLUMNS.split(',').count();
        let width = known + self.categories.len();
        if self.record.len() != width + usize::from(self.cells.is_some()) {
            return None;
        }
        let cell = match self.cells {
            None => 0,
            Some(cells) => {
                let cell = field(width)?.parse::<usize>().ok();
                cell.filter(|cell| (1..=cells).contains(cell))? - 1
            }
        };
        Some(Row {
            game_id: field(0)?.parse().ok()?,
            seed: field(1)?.parse().ok()?,
            // No game has a hundred seats; a number from a damaged file must not reserve memory.
            seat: field(4)?
                .parse::<usize>()
                .ok()
                .filter(|seat| (1..=100).contains(seat))?
                - 1,
            bot: field(5)?.to_string(),
            score: field(6)?.parse().ok()?,
            rank: field(7)?.parse().ok()?,
            win: field(8)?
                .parse()
                .ok()
                .filter(|share| (0.0..=1.0).contains(share))?,
            turns: field(9)?.parse().ok()?,
            decisions: field(10)?.parse().ok()?,
            categories: self
                .record
                .iter()
                .skip(known)
                .take(self.categories.len())
                .map(|points| points.parse().ok())
                .collect::<Option<_>>()?,
            cell,
        })
    }

    /// Whether the file is the one of the manifest, all of it.
    fn check(&mut self) -> Result<(), ReportError> {
        let Some(expected) = self.expected.as_ref().filter(|_| !self.checked) else {
            return Ok(());
        };
        let rest = |source| ReportError::File {
            path: self.path.clone(),
            source,
        };
        // What the reader has not taken, after a row that it could not read.
        io::copy(self.reader.get_mut(), &mut io::sink()).map_err(rest)?;
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = seen.1;
        let hash = hex(&seen.0.clone().finalize());
        drop(seen);
        if bytes != expected.bytes {
            return Err(self.damaged(format!(
                "{bytes} bytes found, but the manifest tells of {} ({}): the file was cut short or \
                 changed",
                expected.bytes,
                count(expected.rows, "row")
            )));
        }
        if hash != expected.sha256 {
            return Err(self.damaged(format!(
                "its SHA-256 is {hash}, but the manifest tells of {}: the file was changed",
                expected.sha256
            )));
        }
        Ok(())
    }
}

/// Length of a file up to its last line end: a row under way may be cut in the middle of a number.
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
