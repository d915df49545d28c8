//! What a results folder holds: its manifest, and its games block by block. The shards of a run that are
//! there, each in a folder of its own, are read one after the other like the run in one piece.
//!
//! Only `manifest.toml` and `games.csv` (or `games.csv.gz`) are read, the latter as a stream: memory
//! does not grow with the number of games. A run that is still going on (or was killed) is read as
//! far as its blocks are whole.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::ReadError;
use super::outcomes::SeatOutcome;
use crate::experiment::merge::{totals, whole};
use crate::experiment::settings::Kind;
use crate::prose::count;
use crate::results::checkpoint::Checkpoint;
use crate::results::checksum::Checksum;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::{MANIFEST, Manifest, Status};
use crate::results::names::{GAME_COLUMNS, GAMES, STREAMED, compressed_name, is_compressed};
use crate::results::parts::{Inventory, Part, State, results_in};
use crate::results::table;

/// A run: a results folder, or those of shards.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it says of itself; of shards, what they say together.
    pub manifest: Manifest,
    /// The folders that its tables are in, in the order of their games.
    parts: Vec<Tables>,
    /// Number of the last game that counts, if the tables have more: shards of a duel do not know when
    /// it was decided.
    last_game: Option<u64>,
}

/// A folder with tables of a run.
#[derive(Clone, Debug)]
struct Tables {
    folder: PathBuf,
    manifest: Manifest,
}

/// Most shards whose commands are shown, one by one.
const MOST_COMMANDS: usize = 12;

/// How much was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
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
    /// Opens a results folder, or a folder that holds those of shards.
    ///
    /// # Errors
    /// [`ReadError`] if there is no such folder, or no manifest in it, and those of
    /// [`Source::of_shards`].
    pub fn open(folder: &Path) -> Result<Source, ReadError> {
        if !folder.is_dir() {
            return Err(ReadError::NoFolder(folder.to_path_buf()));
        }
        let Some(manifest) = Manifest::read(folder)? else {
            let shards = results_in(folder);
            if shards.is_empty() {
                return Err(ReadError::NoManifest(folder.to_path_buf()));
            }
            return Source::of_shards(&shards);
        };
        Source {
            manifest: manifest.clone(),
            parts: vec![Tables {
                folder: folder.to_path_buf(),
                manifest,
            }],
            last_game: None,
        }
        .checked()
    }

    /// The shards of one run, as far as they are done: without the others it is a run under way.
    ///
    /// # Errors
    /// [`ReadError`] if they are not of one run, or one of them is there twice; if none is done, or of
    /// a duel not every one.
    pub fn of_shards(folders: &[PathBuf]) -> Result<Source, ReadError> {
        let found = Inventory::take(folders);
        if !found.strays.is_empty() {
            return Err(RunError::Shards(found.strays).into());
        }
        let all = found.count;
        let done: Vec<Part> = found
            .parts
            .into_values()
            .filter(|part| part.state == State::Done)
            .collect();
        let Some(first) = done.first() else {
            let problem = "no shard is done yet, so there is nothing to tell".to_string();
            return Err(RunError::Shards(vec![problem]).into());
        };
        let incomplete = (done.len() as u64) < all;
        let duel = first.manifest.experiment.design.kind() == Kind::Duel;
        if duel && incomplete {
            return Err(RunError::Shards(vec![format!(
                "{} of {all} shards are done: the verdict of a duel depends on all the games before it, \
                 so it needs every shard",
                done.len()
            )])
            .into());
        }
        let mut manifest = if duel { whole(&done)?.0 } else { totals(&done) };
        let last_game = duel.then_some(manifest.blocks_done * manifest.block_size);
        if incomplete {
            manifest.status = Status::Running;
            manifest.blocks_planned = manifest.blocks_in_all();
            manifest.games_planned = manifest.blocks_planned * manifest.block_size;
        }
        let mut commands: Vec<&str> = done
            .iter()
            .map(|part| part.manifest.command.as_str())
            .collect();
        if commands.len() > MOST_COMMANDS {
            commands.splice(MOST_COMMANDS / 2..commands.len() - 1, ["…"]);
        }
        manifest.command = commands.join("\n");
        let parts = done.into_iter().map(|part| Tables {
            folder: part.folder,
            manifest: part.manifest,
        });
        Source {
            manifest,
            parts: parts.collect(),
            last_game,
        }
        .checked()
    }

    fn checked(self) -> Result<Source, ReadError> {
        let cells = self.manifest.experiment.cells().len();
        if self.manifest.roster.len() == cells {
            return Ok(self);
        }
        Err(ReadError::Damaged {
            path: self.parts[0].folder.join(MANIFEST),
            problem: format!(
                "it tells of {} and who plays in {} of them",
                count(cells as u64, "cell"),
                self.manifest.roster.len()
            ),
        })
    }

    /// The folders that its tables are in and what each says of itself, in the order of their games.
    pub fn parts(&self) -> impl Iterator<Item = (&Path, &Manifest)> {
        let parts = self.parts.iter();
        parts.map(|tables| (tables.folder.as_path(), &tables.manifest))
    }

    /// Hands every game of whole blocks to `take`: its number, its cell from 0 and its seats; how much
    /// there was.
    ///
    /// # Errors
    /// [`ReadError`] if `games.csv` is not as it should be.
    pub fn each_game(
        &self,
        mut take: impl FnMut(u64, usize, &[SeatOutcome]),
    ) -> Result<Extent, ReadError> {
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
    /// [`ReadError`] if `games.csv` is not as it should be, and those of `take`.
    pub fn each_block(
        &self,
        mut take: impl FnMut(&[&[Row]]) -> Result<bool, ReadError>,
    ) -> Result<Extent, ReadError> {
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
    /// [`ReadError`] if there is no `games.csv` or it has other columns.
    pub fn blocks(&self) -> Result<Blocks<'_>, ReadError> {
        let mut parts = self.parts.iter();
        // A source has one part at least.
        let first = parts.next().unwrap_or(&self.parts[0]);
        Ok(Blocks {
            current: first.blocks()?,
            rest: parts,
            last_game: self.last_game.unwrap_or(u64::MAX),
        })
    }
}

impl Tables {
    fn blocks(&self) -> Result<TableBlocks, ReadError> {
        let name = STREAMED[GAMES];
        let (whole, partial) = (
            self.folder.join(name),
            self.folder.join(format!("{name}.partial")),
        );
        let unfinished = self.manifest.status == Status::Running;
        if unfinished {
            Checkpoint::check(&self.folder, GAMES)?;
        }
        if unfinished && partial.exists() {
            return TableBlocks::open(partial, None, &self.manifest);
        }
        let compressed = self.folder.join(compressed_name(name));
        match self.manifest.table(name) {
            Some(record) => {
                // Before a row that never ends fills the memory.
                record.check_length(&self.folder)?;
                let path = self.folder.join(&record.name);
                TableBlocks::open(path, Some(record.clone()), &self.manifest)
            }
            None if unfinished && compressed.exists() => {
                TableBlocks::open(compressed, None, &self.manifest)
            }
            None if unfinished && whole.exists() => TableBlocks::open(whole, None, &self.manifest),
            None => Err(ReadError::Damaged {
                path: whole,
                problem: "the manifest tells nothing of it, so nobody can say whether it is whole"
                    .to_string(),
            }),
        }
    }
}

/// The blocks of a run, in order.
pub struct Blocks<'run> {
    current: TableBlocks,
    rest: slice::Iter<'run, Tables>,
    last_game: u64,
}

impl Blocks<'_> {
    /// The file that the next rows are read from.
    pub fn path(&self) -> &Path {
        &self.current.path
    }

    /// Names of the score categories.
    pub fn categories(&self) -> &[String] {
        &self.current.categories
    }

    /// The rows of the next block; `None` after the last one. A block that is not finished, at the
    /// end of a run under way, is left out.
    ///
    /// # Errors
    /// [`ReadError`] if the file is not as the manifest tells.
    pub fn next_block(&mut self) -> Result<Option<Vec<Row>>, ReadError> {
        loop {
            if let Some(block) = self.current.next_block()? {
                let counts = block
                    .first()
                    .is_some_and(|row| row.game_id <= self.last_game);
                return Ok(Some(block).filter(|_| counts));
            }
            let Some(next) = self.rest.next() else {
                return Ok(None);
            };
            self.current = next.blocks()?;
        }
    }
}

/// Counts and hashes what passes through.
struct Checked<R> {
    inner: R,
    seen: Arc<Mutex<Checksum>>,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.update(&buffer[..read]);
        Ok(read)
    }
}

/// The blocks of a `games.csv`, in order.
struct TableBlocks {
    path: PathBuf,
    reader: csv::Reader<Checked<Take<Box<dyn Read>>>>,
    record: csv::StringRecord,
    seen: Arc<Mutex<Checksum>>,
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

impl TableBlocks {
    fn open(
        path: PathBuf,
        expected: Option<FileRecord>,
        manifest: &Manifest,
    ) -> Result<TableBlocks, ReadError> {
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
        let (text, length) = open().map_err(|source| ReadError::File {
            path: path.clone(),
            source,
        })?;
        let has_cells = manifest.experiment.design.kind().has_cells();
        let seen = Arc::new(Mutex::new(Checksum::default()));
        let counted = Checked {
            inner: text.take(length),
            seen: Arc::clone(&seen),
        };
        let mut blocks = TableBlocks {
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

    fn next_block(&mut self) -> Result<Option<Vec<Row>>, ReadError> {
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

    fn damaged(&self, problem: String) -> ReadError {
        ReadError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    fn read_row(&mut self) -> Result<Option<Row>, ReadError> {
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
                csv::ErrorKind::Io(source) => Err(ReadError::File {
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
    fn check(&mut self) -> Result<(), ReadError> {
        let Some(expected) = self.expected.as_ref().filter(|_| !self.checked) else {
            return Ok(());
        };
        let rest = |source| ReadError::File {
            path: self.path.clone(),
            source,
        };
        // What the reader has not taken, after a row that it could not read.
        io::copy(self.reader.get_mut(), &mut io::sink()).map_err(rest)?;
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (hash, change) = (seen.sha256(), expected.change(&seen));
        drop(seen);
        if let Some(change) = change {
            return Err(self.damaged(format!(
                "its SHA-256 is {hash}, but the manifest tells of {}: the file was changed, {change}",
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
