//! Putting the shards of an experiment together.
//!
//! Shards hold contiguous blocks, so the merged files are the shards' rows one after the other; the
//! summary is made anew from them. Everything is checked before anything is written.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::experiment::RunError;
use crate::experiment::cells::{CELLS, cells_csv};
use crate::experiment::folder::{Folder, Mode, SUMMARY};
use crate::experiment::manifest::{MANIFEST, Manifest, Status};
use crate::experiment::parquet;
use crate::experiment::results::{
    CRASHES, EVENTS, FileRecord, GAMES, Length, STREAMED, Stream, length_to, write_whole,
};
use crate::experiment::rows::{CRASH_COLUMNS, EVENT_COLUMNS};
use crate::experiment::run::Outcome;
use crate::experiment::shard::Shard;
use crate::experiment::summary::{Summary, summary_csv};
use crate::experiment::table;
use crate::prose::count;

/// One shard: its folder and its manifest.
pub type Part = (PathBuf, Manifest);

/// The folders of shards that are meant: those given, and where one of them is no results folder,
/// the results folders in it.
///
/// # Errors
/// [`RunError::Shards`] naming every folder that holds no results.
pub fn shard_folders(given: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut folders = Vec::new();
    let mut problems = Vec::new();
    for path in given {
        if path.join(MANIFEST).is_file() {
            folders.push(path.clone());
            continue;
        }
        let mut inside: Vec<PathBuf> = std::fs::read_dir(path)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.join(MANIFEST).is_file())
            .collect();
        if inside.is_empty() {
            problems.push(format!(
                "{}: holds no {MANIFEST}, and no folder that does: it is no shard",
                path.display()
            ));
        }
        inside.sort();
        folders.append(&mut inside);
    }
    if problems.is_empty() {
        Ok(folders)
    } else {
        Err(RunError::Shards(problems))
    }
}

/// Puts shards together into the folder `out`, as if the experiment had been played there; with
/// `parquet`, its tables are written as Parquet files, too.
///
/// # Errors
/// [`RunError::Shards`] with one line per problem if they are not all the shards of one
/// experiment, whole and once each; nothing was written then. Other [`RunError`]s if writing fails.
pub fn merge(
    folders: &[PathBuf],
    out: &Path,
    mode: Mode,
    parquet: bool,
    command: &str,
) -> Result<Outcome, RunError> {
    if parquet {
        parquet::require()?;
    }
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    if let Some(shard) = folders.iter().find(|folder| {
        let target = real(out);
        target.is_some() && target == real(folder)
    }) {
        return Err(RunError::Shards(vec![format!(
            "{}: is a shard and cannot be the folder of the merged run, too",
            shard.display()
        )]));
    }
    let parts = check(folders)?;
    let (_, first) = &parts[0];
    let mut manifest = Manifest {
        shard: None,
        status: Status::Running,
        command: command.to_string(),
        file: Vec::new(),
        ..first.clone()
    };
    manifest.run.wall_seconds = parts.iter().map(|(_, part)| part.run.wall_seconds).sum();
    let sum = |of: fn(&Manifest) -> u64| parts.iter().map(|(_, part)| of(part)).sum();
    manifest.games_planned = sum(|part| part.games_planned);
    manifest.games_done = sum(|part| part.games_done);
    manifest.games_crashed = sum(|part| part.games_crashed);
    manifest.blocks_planned = sum(|part| part.blocks_planned);
    manifest.blocks_done = sum(|part| part.blocks_done);
    manifest.reproducible = parts.iter().all(|(_, part)| part.reproducible);
    let experiment = &manifest.experiment;
    let kind = experiment.kind;
    let mut summary = Summary::new(kind, &manifest.roster);
    if let Some(bounds) = experiment.duel {
        summary = summary.until_decided(bounds);
    }
    for (folder, part) in &parts {
        let games = part.whole_table(folder, STREAMED[GAMES])?;
        let rows = summary.add_file(&folder.join(&games.name))?;
        if rows != games.rows {
            return Err(RunError::Shards(vec![format!(
                "{}: {} found, but the manifest tells of {}",
                folder.join(&games.name).display(),
                count(rows, "row"),
                games.rows
            )]));
        }
    }
    // Parts of a duel know nothing of its verdict: the whole run would have ended with it.
    let end = summary.decided_at().map(|step| End {
        blocks: step + 1,
        game: (step + 1) * manifest.block_size,
    });
    let (folder, _) = Folder::open(out, mode, &manifest)?;
    manifest.write(&folder.path)?;
    let compress = manifest.experiment.compress;
    for (index, name) in STREAMED.into_iter().enumerate() {
        let stream = join(index, name, &parts, end, &folder.path)?;
        manifest.file.extend(stream.finish(compress)?);
    }
    if let Some(end) = end {
        let crashes = manifest.table(STREAMED[CRASHES]);
        manifest.games_crashed = crashes.map_or(0, |file| file.rows);
        manifest.games_done = end.game - manifest.games_crashed;
        manifest.blocks_done = end.blocks;
    }
    manifest.games_capped = summary.capped();
    manifest.test = summary.test_record();
    if kind.has_cells() {
        let text = cells_csv(&manifest.experiment);
        write_whole(&folder.path.join(CELLS), &text)?;
        manifest.file.push(FileRecord::of(CELLS, &text));
    }
    let summary = summary.rows();
    let text = summary_csv(kind, &summary);
    write_whole(&folder.path.join(SUMMARY), &text)?;
    manifest.file.push(FileRecord::of(SUMMARY, &text));
    manifest.status = Status::Complete;
    manifest.write(&folder.path)?;
    if parquet {
        parquet::add(&folder.path, &mut manifest)?;
    }
    Ok(Outcome { manifest, summary })
}

/// Where results end before the last block.
#[derive(Clone, Copy)]
struct End {
    /// So many blocks are kept.
    blocks: u64,
    /// Number of the last game that is kept.
    game: u64,
}

/// The rows of one of the streamed files of all parts, up to an early end.
fn join(
    index: usize,
    name: &'static str,
    parts: &[Part],
    end: Option<End>,
    out: &Path,
) -> Result<Stream, RunError> {
    let header = match index {
        EVENTS => format!("{EVENT_COLUMNS}\n").into_bytes(),
        CRASHES => format!("{CRASH_COLUMNS}\n").into_bytes(),
        _ => {
            let (folder, part) = &parts[0];
            first_line(&folder.join(&part.whole_table(folder, name)?.name))?
        }
    };
    let mut stream = Stream::begin(out, name, &header)?;
    for (folder, part) in parts {
        if let Some(record) = part.table(name) {
            let path = folder.join(&record.name);
            let length = match end {
                Some(end) => length_to(&path, end.game)?,
                // To its end, which the checksum has shown to be the right one.
                None => Length {
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

/// The shards in order, if they are all there, whole, once each and of one experiment. Nothing is
/// written.
///
/// # Errors
/// [`RunError::Shards`] with one line per problem. If playing shards again would help, the last line
/// is `run again: ` and their numbers with commas between, for programs to read.
pub fn check(folders: &[PathBuf]) -> Result<Vec<Part>, RunError> {
    let mut problems = Vec::new();
    let mut read: Vec<(&Path, Manifest, Shard)> = Vec::new();
    for folder in folders {
        let mut refuse = |problem: &str| problems.push(format!("{}: {problem}", folder.display()));
        match Manifest::read(folder) {
            Err(error) => problems.push(error.to_string()),
            Ok(None) => refuse(&format!("holds no {MANIFEST}: it is no shard")),
            Ok(Some(manifest)) => match manifest.shard {
                None => refuse("holds a whole run, not a shard of one"),
                Some(shard) => read.push((folder, manifest, shard)),
            },
        }
    }
    let mut found: BTreeMap<u64, Part> = BTreeMap::new();
    let mut again: Vec<u64> = Vec::new();
    let reference = most_common(&read).map(|at| (read[at].0, read[at].1.clone(), read[at].2));
    let all = reference.as_ref().map_or(0, |(_, _, shard)| shard.count);
    for (folder, manifest, shard) in read {
        let mut refuse = |problem: &str| problems.push(format!("{}: {problem}", folder.display()));
        let Some((path, first, first_shard)) = &reference else {
            break;
        };
        let mut differences = manifest.experiment_differences(first);
        if shard.count != first_shard.count {
            differences.push(format!(
                "it is one of {} there and of {} here",
                count(shard.count, "shard"),
                first_shard.count
            ));
        }
        if !differences.is_empty() {
            refuse(&format!(
                "belongs to another run than {}: {}",
                path.display(),
                differences.join("; ")
            ));
            continue;
        }
        if let Some((other, _)) = found.get(&shard.index) {
            refuse(&format!("is shard {shard}, as is {}", other.display()));
            continue;
        }
        if manifest.status != Status::Complete {
            refuse(&format!("shard {shard} is not finished"));
            again.push(shard.index);
        } else {
            let damage: Vec<String> = damage(folder, &manifest);
            if !damage.is_empty() {
                again.push(shard.index);
            }
            problems.extend(damage);
        }
        found.insert(shard.index, (folder.to_path_buf(), manifest));
    }
    let missing: Vec<u64> = (1..=all)
        .filter(|index| !found.contains_key(index))
        .collect();
    if !missing.is_empty() {
        problems.push(format!("missing shards of {all}: {}", list(&missing)));
    }
    again.extend(missing);
    again.sort_unstable();
    if !again.is_empty() {
        problems.push(format!("run again: {}", list(&again)));
    }
    if found.is_empty() && problems.is_empty() {
        problems.push("no shards are given".to_string());
    }
    if problems.is_empty() {
        Ok(found.into_values().collect())
    } else {
        Err(RunError::Shards(problems))
    }
}

/// The first shard of the run that most of the shards belong to: a stray one is then told as such,
/// wherever it stands in the list.
fn most_common(shards: &[(&Path, Manifest, Shard)]) -> Option<usize> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, (_, manifest, shard)) in shards.iter().enumerate() {
        let known = runs.iter_mut().find(|(first, _)| {
            let (_, other, other_shard) = &shards[*first];
            shard.count == other_shard.count
                && (&manifest.version, &manifest.revision) == (&other.version, &other.revision)
                && manifest.experiment == other.experiment
        });
        match known {
            Some((_, times)) => *times += 1,
            None => runs.push((at, 1)),
        }
    }
    let most = runs.iter().map(|(_, times)| *times).max()?;
    runs.iter()
        .find(|(_, times)| *times == most)
        .map(|(first, _)| *first)
}

/// What is wrong with the files of a complete shard.
fn damage(folder: &Path, manifest: &Manifest) -> Vec<String> {
    let files = manifest.file.iter();
    let mut problems: Vec<String> = files
        .filter_map(|file| file.check(folder).err())
        .map(|error| error.to_string())
        .collect();
    let games = manifest.games_done + manifest.games_crashed;
    if games != manifest.games_planned {
        problems.push(format!(
            "{}: tells of {}, but the shard has {}",
            folder.join(MANIFEST).display(),
            count(games, "game"),
            manifest.games_planned
        ));
    }
    problems
}

/// Numbers separated by commas.
fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}
