//! Read-only inventory of the shards of a run: their folders, progress and integrity.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::results::checkpoint::Checkpoint;
use crate::results::error::RunError;
use crate::results::folder::is_in_use;
use crate::results::manifest::{MANIFEST, Manifest, Status};
use crate::results::pool::pool;
use crate::settings::shard::Shard;

/// Folder and manifest of a shard.
#[derive(Clone, Debug)]
pub struct ShardFolder {
    pub folder: PathBuf,
    pub manifest: Manifest,
    pub state: ShardState,
}

/// Progress of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardState {
    /// All games are played. [`Inventory::check`] verifies the files.
    Done,
    /// A process is playing the shard.
    Running,
    /// The shard was stopped or killed.
    Unfinished,
}

/// Shards found in the given folders.
pub struct Inventory {
    /// Shards of one run by number, without duplicates.
    pub by_number: BTreeMap<u64, ShardFolder>,
    /// Number of shards of the run; 0 if no shard was found.
    pub count: u64,
    /// Error messages for shards that are unreadable, belong to another run, or are duplicates.
    pub strays: Vec<String>,
}

/// Progress of a sharded run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Number of shards of the run.
    pub shards: u64,
    /// Number of completed shards.
    pub done: u64,
    /// Number of running shards.
    pub running: u64,
    /// Number of shards that were stopped or killed.
    pub unfinished: u64,
    /// Number of shards without a folder.
    pub missing: u64,
    /// Number of games played so far.
    pub games: u64,
    /// Planned number of games.
    pub planned: u64,
    /// Games per second, summed over the running shards.
    pub rate: f64,
}

/// Returns the shard folders for the given paths. A path that is not a results folder stands for the results folders
/// inside it.
///
/// # Errors
/// [`RunError::Shards`] with all paths that do not contain results.
pub fn shard_folders(given: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut folders = Vec::new();
    let mut problems = Vec::new();
    for path in given {
        if path.join(MANIFEST).is_file() {
            folders.push(path.clone());
            continue;
        }
        let mut inside = results_in(path);
        if inside.is_empty() {
            problems.push(format!(
                "{}: contains no {MANIFEST} and no folder with a {MANIFEST}, so it is not a shard",
                path.display()
            ));
        }
        folders.append(&mut inside);
    }
    if problems.is_empty() {
        Ok(folders)
    } else {
        Err(RunError::Shards(problems))
    }
}

/// Returns the results folders inside a folder, sorted by name.
pub fn results_in(path: &Path) -> Vec<PathBuf> {
    let mut inside: Vec<PathBuf> = std::fs::read_dir(path)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join(MANIFEST).is_file())
        .collect();
    inside.sort();
    inside
}

impl ShardFolder {
    fn new(folder: &Path, manifest: Manifest) -> ShardFolder {
        let state = match manifest.status {
            Status::Complete => ShardState::Done,
            _ if is_in_use(folder) => ShardState::Running,
            _ => ShardState::Unfinished,
        };
        ShardFolder {
            folder: folder.to_path_buf(),
            manifest,
            state,
        }
    }

    /// Returns the number of games played, including crashes, and the elapsed seconds.
    fn played(&self) -> (u64, f64) {
        if self.state == ShardState::Done {
            let games = self.manifest.games_done + self.manifest.games_crashed;
            return (games, self.manifest.run.wall_seconds);
        }
        // Without a readable checkpoint, the number of games is unknown and reported as 0.
        match Checkpoint::read(&self.folder) {
            Ok(Some(at)) => (at.games + at.crashes, at.wall_seconds),
            _ => (0, 0.0),
        }
    }

    /// Returns error messages for the files of a completed shard.
    fn damage(&self) -> Vec<String> {
        let manifest = &self.manifest;
        let files = manifest.file.iter();
        let mut problems: Vec<String> = files
            .filter_map(|file| file.check(&self.folder).err())
            .map(|error| error.to_string())
            .collect();
        let games = manifest.games_done + manifest.games_crashed;
        if games != manifest.games_planned {
            problems.push(format!(
                "{}: records {games} games, but the shard has {}",
                self.folder.join(MANIFEST).display(),
                manifest.games_planned
            ));
        }
        problems
    }
}

impl Inventory {
    /// Reads the manifests in these folders.
    pub fn take(folders: &[PathBuf]) -> Inventory {
        let mut strays = Vec::new();
        let mut read: Vec<(&Path, Manifest, Shard)> = Vec::new();
        for folder in folders {
            let mut refuse =
                |problem: &str| strays.push(format!("{}: {problem}", folder.display()));
            match Manifest::read(folder) {
                Err(error) => strays.push(error.to_string()),
                Ok(None) => refuse(&format!("contains no {MANIFEST}, so it is not a shard")),
                Ok(Some(manifest)) => match manifest.shard {
                    None => refuse("contains an undivided run, not a shard"),
                    Some(shard) => read.push((folder, manifest, shard)),
                },
            }
        }
        let mut by_number: BTreeMap<u64, ShardFolder> = BTreeMap::new();
        let reference = most_common(&read).map(|at| (read[at].0, read[at].1.clone(), read[at].2));
        let count = reference.as_ref().map_or(0, |(_, _, shard)| shard.count);
        for (folder, manifest, shard) in read {
            let Some((path, first, first_shard)) = &reference else {
                break;
            };
            let mut differences = manifest.experiment_differences(first);
            if shard.count != first_shard.count {
                differences.push(format!(
                    "it is one of {} shards instead of {}",
                    shard.count, first_shard.count
                ));
            }
            if !differences.is_empty() {
                strays.push(format!(
                    "{}: belongs to a different run than {}: {}",
                    folder.display(),
                    path.display(),
                    differences.join("; ")
                ));
            } else if let Some(other) = by_number.get(&shard.index) {
                strays.push(format!(
                    "{}: is shard {shard}, like {}",
                    folder.display(),
                    other.folder.display()
                ));
            } else {
                by_number.insert(shard.index, ShardFolder::new(folder, manifest));
            }
        }
        Inventory {
            by_number,
            count,
            strays,
        }
    }

    /// Returns the numbers of the shards without a folder.
    pub fn missing(&self) -> Vec<u64> {
        (1..=self.count)
            .filter(|index| !self.by_number.contains_key(index))
            .collect()
    }

    fn in_state(&self, state: ShardState) -> Vec<u64> {
        let found = self
            .by_number
            .iter()
            .filter(|(_, part)| part.state == state);
        found.map(|(index, _)| *index).collect()
    }

    /// Returns the progress of the run, or `None` if no shard was found.
    pub fn standing(&self) -> Option<Standing> {
        let any = &self.by_number.values().next()?.manifest;
        let shards = |state| self.in_state(state).len() as u64;
        let mut standing = Standing {
            shards: self.count,
            done: shards(ShardState::Done),
            running: shards(ShardState::Running),
            unfinished: shards(ShardState::Unfinished),
            missing: self.missing().len() as u64,
            games: 0,
            planned: any.blocks_in_all() * any.block_size,
            rate: 0.0,
        };
        for part in self.by_number.values() {
            let (games, seconds) = part.played();
            standing.games += games;
            if part.state == ShardState::Running && seconds > 0.0 {
                standing.rate += games as f64 / seconds;
            }
        }
        Some(standing)
    }

    /// Returns the shards in order if all are present, complete and valid. `progress` is called from any thread with
    /// the number of shards verified so far.
    ///
    /// # Errors
    /// [`RunError::Shards`] with one line per problem. If some shards must be played again, the last line contains
    /// `run again:` and their comma-separated numbers, for use by scripts. [`RunError::Running`] if the only problem
    /// is that shards are still running.
    pub fn check(
        self,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<ShardFolder>, RunError> {
        let pool = pool(threads)?;
        let looked = AtomicU64::new(0);
        let damage = |(&index, part): (&u64, &ShardFolder)| {
            let found = match part.state {
                ShardState::Done => part.damage(),
                _ => Vec::new(),
            };
            progress(looked.fetch_add(1, Ordering::Relaxed) + 1);
            (index, found)
        };
        let damaged: Vec<(u64, Vec<String>)> =
            pool.install(|| self.by_number.par_iter().map(damage).collect());
        let mut problems = self.strays.clone();
        let mut again = self.missing();
        if !again.is_empty() {
            problems.push(format!(
                "missing shards of {}: {}",
                self.count,
                list(&again)
            ));
        }
        for index in self.in_state(ShardState::Unfinished) {
            problems.push(format!(
                "{}: shard {index}/{} is not finished",
                self.by_number[&index].folder.display(),
                self.count
            ));
            again.push(index);
        }
        for (index, found) in damaged {
            if !found.is_empty() {
                again.push(index);
            }
            problems.extend(found);
        }
        if self.by_number.is_empty() && problems.is_empty() {
            problems.push("no shards are given".to_string());
        }
        let running = self.in_state(ShardState::Running);
        let wrong = !problems.is_empty();
        if !running.is_empty() {
            problems.push(format!("running: {}", list(&running)));
        }
        again.sort_unstable();
        if !again.is_empty() {
            problems.push(format!("run again: {}", list(&again)));
        }
        if wrong {
            Err(RunError::Shards(problems))
        } else if !problems.is_empty() {
            Err(RunError::Running(problems))
        } else {
            Ok(self.by_number.into_values().collect())
        }
    }
}

/// Returns the index of the first shard of the most common run, so that shards of other runs are reported as such.
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

/// Returns comma-separated numbers.
fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}
