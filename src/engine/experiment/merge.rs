//! Putting the shards of an experiment together.
//!
//! Shards hold contiguous blocks, so the merged files are the shards' rows one after the other; the
//! summary is made anew from them. Everything is checked before anything is written.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::experiment::cells::cells_csv;
use crate::experiment::session::{RunResult, write_luck};
use crate::experiment::summary::{Summary, summary_csv};
use crate::experiment::treatments;
use crate::prose::count;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, write_whole};
use crate::results::folder::{Folder, Mode};
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{
    CELLS, CRASH_COLUMNS, CRASHES, EVENT_COLUMNS, EVENTS, FORFEITED, GAMES, PROGRAM_COLUMNS,
    PROGRAMS, STREAMED, SUMMARY,
};
use crate::results::parquet;
use crate::results::reader::Reader;
use crate::results::shards::{Inventory, ShardFolder};
use crate::results::stream::{FileLength, Stream, length_to};
use crate::results::table;

/// Where the merged run goes, and how the work is done.
pub struct MergeJob<'run> {
    /// Results folder.
    pub out: &'run Path,
    /// What to do if it exists.
    pub mode: Mode,
    /// Whether the tables are written as Parquet files, too.
    pub parquet: bool,
    /// The command that repeats the merging.
    pub command: &'run str,
    /// Threads that look at the shards.
    pub threads: usize,
}

/// Puts shards together into one folder, as if the experiment had been played there; `progress` hears of
/// the shards that have been looked at, as in [`Inventory::check`].
///
/// # Errors
/// Those of [`Inventory::check`], if they are not all the shards of one experiment, whole and once
/// each; nothing was written then. Other [`RunError`]s if writing fails.
pub fn merge(
    shards: Inventory,
    job: &MergeJob,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<RunResult, RunError> {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let target = real(job.out);
    if let Some(shard) = shards
        .by_number
        .values()
        .find(|shard| target.is_some() && target == real(&shard.folder))
    {
        return Err(RunError::Shards(vec![format!(
            "{}: is a shard and cannot be the folder of the merged run, too",
            shard.folder.display()
        )]));
    }
    let shards = shards.check(job.threads, progress)?;
    let (mut manifest, summary) = whole(&shards)?;
    manifest.status = Status::Running;
    manifest.command = job.command.to_string();
    let end = End::of(&summary, &manifest);
    let kind = manifest.experiment.design.kind();
    let (folder, _) = Folder::claim(job.out, job.mode, &manifest)?;
    manifest.write(&folder.path)?;
    let compress = manifest.experiment.plain.compress;
    for (index, name) in STREAMED.into_iter().enumerate() {
        let stream = join(index, name, &shards, end, &folder.path)?;
        manifest.file.extend(stream.finish(compress)?);
    }
    if kind.has_cells() {
        let text = cells_csv(&manifest.experiment);
        write_whole(&folder.path.join(CELLS), &text)?;
        manifest.file.push(FileRecord::of(CELLS, &text));
    }
    manifest
        .file
        .extend(treatments::join(&shards, &folder.path)?);
    let summary = summary.rows();
    let text = summary_csv(kind, &summary);
    write_whole(&folder.path.join(SUMMARY), &text)?;
    manifest.file.push(FileRecord::of(SUMMARY, &text));
    let luck = write_luck(&folder.path, &manifest.experiment, &summary)?;
    manifest.file.extend(luck);
    manifest.status = Status::Complete;
    manifest.write(&folder.path)?;
    if job.parquet {
        parquet::add(&folder.path, &mut manifest)?;
    }
    folder.release()?;
    Ok(RunResult { manifest, summary })
}

/// What all shards of a run, in order, tell together: the manifest that the run in one piece would have,
/// but for its files and its command, and the summary of its games.
///
/// # Errors
/// [`RunError`] if the games cannot be read or are not as many as the manifests tell.
pub fn whole(shards: &[ShardFolder]) -> Result<(Manifest, Summary), RunError> {
    let mut manifest = totals(shards);
    let mut summary = Summary::new(manifest.experiment.design.kind(), &manifest.roster);
    summary = summary.until_decided(&manifest.experiment.design);
    for ShardFolder {
        folder, manifest, ..
    } in shards
    {
        let games = manifest.whole_table(folder, STREAMED[GAMES])?;
        let path = folder.join(&games.name);
        let rows = summary.add_games(Reader::of_checked(path, manifest)?)?;
        if rows != games.rows {
            return Err(RunError::Shards(vec![format!(
                "{}: {} found, but the manifest lists {}",
                folder.join(&games.name).display(),
                count(rows, "row"),
                games.rows
            )]));
        }
    }
    let mut forfeited = manifest.games_forfeited;
    // Parts of a duel know nothing of its verdict: the whole run would have ended with it.
    if let Some(end) = End::of(&summary, &manifest) {
        manifest.games_crashed = 0;
        for shard in shards {
            if let Some(crashes) = shard.manifest.table(STREAMED[CRASHES]) {
                let kept = length_to(&shard.folder.join(&crashes.name), end.game)?;
                manifest.games_crashed += kept.rows;
            }
        }
        manifest.games_done = end.game - manifest.games_crashed;
        if forfeited > 0 {
            let seats = manifest.roster.first().map_or(0, |roster| roster.seats);
            forfeited = 0;
            for shard in shards {
                forfeited += lost_by_all(&shard.folder, &shard.manifest, seats, end.game)?;
            }
        }
        manifest.blocks_done = end.blocks;
    }
    manifest.set_unwon(summary.capped(), forfeited);
    manifest.test = summary.test_record();
    Ok((manifest, summary))
}

/// Games up to a number that every seat has lost by forfeit, as `programs.csv` tells.
fn lost_by_all(
    folder: &Path,
    manifest: &Manifest,
    seats: usize,
    last: u64,
) -> Result<u64, RunError> {
    let Some(record) = manifest.table(STREAMED[PROGRAMS]) else {
        return Ok(0);
    };
    let path = folder.join(&record.name);
    let text = table::open(&path).map_err(RunError::file(&path))?;
    let mut lost: BTreeMap<u64, usize> = BTreeMap::new();
    for row in csv::Reader::from_reader(text).records() {
        let row = row.map_err(|error| RunError::Damaged {
            path: path.clone(),
            problem: error.to_string(),
        })?;
        let game = row.get(0).and_then(|game| game.parse().ok());
        if let Some(game) = game.filter(|game| *game <= last)
            && row.get(FORFEITED) == Some("1")
        {
            *lost.entry(game).or_default() += 1;
        }
    }
    Ok(lost.values().filter(|lost| **lost == seats).count() as u64)
}

/// What the manifests of shards of a run, one at least, add up to.
pub fn totals(shards: &[ShardFolder]) -> Manifest {
    let sum = |of: fn(&Manifest) -> u64| shards.iter().map(|shard| of(&shard.manifest)).sum();
    let first = &shards[0].manifest;
    let mut manifest = Manifest {
        shard: None,
        file: Vec::new(),
        games_planned: sum(|shard| shard.games_planned),
        games_done: sum(|shard| shard.games_done),
        games_crashed: sum(|shard| shard.games_crashed),
        games_capped: sum(|shard| shard.games_capped),
        games_forfeited: sum(|shard| shard.games_forfeited),
        blocks_planned: sum(|shard| shard.blocks_planned),
        blocks_done: sum(|shard| shard.blocks_done),
        reproducible: shards.iter().all(|shard| shard.manifest.reproducible),
        ..first.clone()
    };
    let seconds = shards.iter().map(|shard| shard.manifest.run.wall_seconds);
    manifest.run.wall_seconds = seconds.sum();
    manifest
}

/// Where results end before the last block.
#[derive(Clone, Copy)]
struct End {
    /// So many blocks are kept.
    blocks: u64,
    /// Number of the last game that is kept.
    game: u64,
}

impl End {
    fn of(summary: &Summary, manifest: &Manifest) -> Option<End> {
        let step = summary.decided_at()?;
        let width = manifest.experiment.cells().len() as u64;
        Some(End {
            blocks: (step + 1) / width,
            game: (step + 1) / width * manifest.block_size,
        })
    }
}

/// The rows of one of the streamed files of all parts, up to an early end.
fn join(
    index: usize,
    name: &'static str,
    shards: &[ShardFolder],
    end: Option<End>,
    out: &Path,
) -> Result<Stream, RunError> {
    let header = match index {
        EVENTS => format!("{EVENT_COLUMNS}\n").into_bytes(),
        CRASHES => format!("{CRASH_COLUMNS}\n").into_bytes(),
        PROGRAMS => format!("{PROGRAM_COLUMNS}\n").into_bytes(),
        _ => {
            let ShardFolder {
                folder, manifest, ..
            } = &shards[0];
            first_line(&folder.join(&manifest.whole_table(folder, name)?.name))?
        }
    };
    let mut stream = Stream::begin(out, name, &header)?;
    for shard in shards {
        if let Some(record) = shard.manifest.table(name) {
            let path = shard.folder.join(&record.name);
            let length = match end {
                Some(end) => length_to(&path, end.game)?,
                // To its end, which the checksum has shown to be the right one.
                None => FileLength {
                    bytes: u64::MAX,
                    rows: record.rows,
                },
            };
            stream.append_file(&path, length)?;
        }
    }
    Ok(stream)
}

fn first_line(path: &Path) -> Result<Vec<u8>, RunError> {
    let mut line = Vec::new();
    table::open(path)
        .and_then(|file| BufReader::new(file).read_until(b'\n', &mut line))
        .map_err(RunError::file(path))?;
    Ok(line)
}
