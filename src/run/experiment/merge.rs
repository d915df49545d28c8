//! Merges the shards of an experiment.
//!
//! Shards contain contiguous deal groups, so each merged file is the concatenation of the rows of all shards.
//! The summary is computed from the merged rows. All shards are checked before any file is written.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::experiment::session::{RunResult, write_cells, write_summaries};
use crate::experiment::summary::{Summary, SummaryRow};
use crate::experiment::treatments;
use crate::prose::count;
use crate::results::error::RunError;
use crate::results::folder::{Folder, Mode, commit};
use crate::results::manifest::{ExperimentRecord, FolderKind, Manifest, Status};
use crate::results::names::{CRASHES, FORFEITED, GAMES, PROGRAMS, STREAMED};
use crate::results::reader::Reader;
use crate::results::session::{Table, tables};
use crate::results::shards::{Inventory, ShardFolder};
use crate::results::stream::{FileLength, Stream, length_to};
use crate::results::table;

/// Destination and options of a merge.
pub struct MergeJob<'run> {
    /// Results folder.
    pub out: &'run Path,
    /// Action to take if the folder exists.
    pub mode: Mode,
    /// Command that repeats the merge.
    pub command: &'run str,
    /// Number of threads that check the shards.
    pub threads: usize,
}

/// Merges shards into one folder, with the same files as a run in one piece. `progress` receives the number of
/// shards checked so far, as in [`Inventory::check`].
///
/// # Errors
/// The errors of [`Inventory::check`] if the shards are not complete, or are not exactly all shards of one
/// experiment; nothing is written in that case. Other [`RunError`]s if writing fails.
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
            "{}: is a shard and cannot also be the folder of the merged run",
            shard.folder.display()
        )]));
    }
    let shards = shards.check(job.threads, progress)?;
    let (mut manifest, summary) = whole(&shards)?;
    manifest.status = Status::Running;
    manifest.command = job.command.to_string();
    let end = End::of(&summary, &manifest);
    let (folder, _) = Folder::claim(job.out, job.mode, &manifest)?;
    let written = write(&shards, &mut manifest, summary, end, &folder.path);
    if written.is_err() {
        // An incomplete merge is removed, because it cannot be resumed.
        folder.abandon(FolderKind::Run)?;
    } else {
        commit(&folder.path)?;
        folder.release()?;
    }
    let summary = written?;
    Ok(RunResult { manifest, summary })
}

/// Writes the merged files. Returns the rows of the summary.
fn write(
    shards: &[ShardFolder],
    manifest: &mut Manifest,
    summary: Summary,
    end: Option<End>,
    folder: &Path,
) -> Result<Vec<SummaryRow>, RunError> {
    manifest.write(folder)?;
    let compress = manifest.experiment.compress;
    let first = &shards[0];
    let games = first.manifest.whole_table(&first.folder, STREAMED[GAMES])?;
    for table in tables(first_line(&first.folder.join(&games.name))?) {
        let stream = join(&table, shards, end, folder)?;
        manifest.file.extend(stream.finish(compress)?);
    }
    let experiment = &manifest.work.experiment;
    let mut files = Vec::from_iter(write_cells(folder, experiment)?);
    files.extend(treatments::join(shards, folder)?);
    let summary = summary.rows();
    files.extend(write_summaries(folder, experiment, &summary)?);
    manifest.file.extend(files);
    manifest.status = Status::Complete;
    manifest.write(folder)?;
    Ok(summary)
}

/// Returns the manifest that a run in one piece would have, except for its files and its command, and the
/// summary of all games. The shards must be in order.
///
/// # Errors
/// [`RunError`] if the games cannot be read, or their number differs from the manifests.
pub fn whole(shards: &[ShardFolder]) -> Result<(Manifest, Summary), RunError> {
    let mut manifest = totals(shards);
    let mut summary = Summary::new(&manifest.experiment, &manifest.roster);
    summary = summary.until_decided(&manifest.experiment);
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
    // Shards of a duel do not contain its verdict, which would have ended the run in one piece.
    if let Some(end) = End::of(&summary, &manifest) {
        manifest.games_crashed = 0;
        manifest.games_repeated = 0;
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
        manifest.ended_early = end.blocks < manifest.blocks_planned;
    }
    manifest.set_unwon(summary.capped(), forfeited);
    manifest.test = summary.test_record();
    Ok((manifest, summary))
}

/// Counts the games with numbers up to `last` that every seat forfeited according to `programs.csv`.
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

/// Returns the sums over the manifests of one or more shards.
pub fn totals(shards: &[ShardFolder]) -> Manifest {
    let sum = |of: fn(&Manifest) -> u64| shards.iter().map(|shard| of(&shard.manifest)).sum();
    let first = &shards[0].manifest;
    let record = ExperimentRecord {
        shard: None,
        games_planned: sum(|shard| shard.games_planned),
        games_done: sum(|shard| shard.games_done),
        games_crashed: sum(|shard| shard.games_crashed),
        games_capped: sum(|shard| shard.games_capped),
        games_forfeited: sum(|shard| shard.games_forfeited),
        games_repeated: sum(|shard| shard.games_repeated),
        blocks_planned: sum(|shard| shard.blocks_planned),
        blocks_done: sum(|shard| shard.blocks_done),
        reproducible: shards.iter().all(|shard| shard.manifest.reproducible),
        ..first.work.clone()
    };
    let mut manifest = Manifest {
        work: record,
        file: Vec::new(),
        ..first.clone()
    };
    let seconds = shards.iter().map(|shard| shard.manifest.run.wall_seconds);
    manifest.run.wall_seconds = seconds.sum();
    manifest
}

/// Early end of the results.
#[derive(Clone, Copy)]
struct End {
    /// Number of deal groups before the end.
    blocks: u64,
    /// Number of the last game before the end.
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

/// Joins the rows of one streamed file of all shards, up to an early end.
fn join(
    table: &Table,
    shards: &[ShardFolder],
    end: Option<End>,
    out: &Path,
) -> Result<Stream, RunError> {
    let mut stream = Stream::begin(out, table.name, &table.header)?;
    for shard in shards {
        if let Some(record) = shard.manifest.table(table.name) {
            let path = shard.folder.join(&record.name);
            let length = match end {
                Some(end) => length_to(&path, end.game)?,
                // Up to the end of the file, which the checksum has verified.
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
