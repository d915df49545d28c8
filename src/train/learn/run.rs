//! A training from its first round to its last.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::LearnError;
use super::file::Resolved;
use super::manifest::{LearnManifest, TrainingRecord};
pub use super::round_report::RoundReport;
use super::rounds::Rounds;
use super::store;
use super::store::games_name;
use crate::experiment::pipeline::Workers;
use crate::play::dyn_game::DynGame;
use crate::play::live::Live;
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::file::write_whole;
use crate::results::folder::{Mode, commit};
use crate::results::manifest::{Status, WorkManifest};
use crate::results::pool::pool;
use crate::results::work_folder::WorkFolder;
use crate::settings::shard::Shard;

/// Settings of a training run.
pub struct TrainingJob {
    /// Validated learning file.
    pub resolved: Resolved,
    /// Results folder.
    pub out: PathBuf,
    /// Treatment of an existing folder.
    pub mode: Mode,
    /// Number of threads.
    pub threads: usize,
    /// Counters for the progress of games.
    pub live: Arc<Live>,
    /// Number of rounds after which to stop, or `None` for all rounds.
    pub rounds: Option<u64>,
    /// Command that repeats the training.
    pub command: String,
}

/// Runs a training and writes the results to the folder. Another thread may set `stop`; completed rounds then remain
/// and can be continued. `progress` is called once the folder is locked, and after every round.
///
/// # Errors
/// [`LearnError`] if the training cannot be started or finished. In case of a usage error, no file was written.
pub fn run(
    games: &[Box<dyn DynGame>],
    job: &TrainingJob,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, Option<&RoundReport>),
) -> Result<LearnManifest, LearnError> {
    let clock = Clock::start();
    let learning = &job.resolved.learning;
    let pool = pool(job.threads)?;
    let manifest = new_manifest(job);
    let (mut work, there) = WorkFolder::open(&job.out, job.mode, clock, manifest)?;
    let path = work.path().to_path_buf();
    if let Some(there) = there {
        store::settle(&path, &there.file)?;
        work.folder.compare(there.file.iter())?;
        store::remove_strays(&path, &there)?;
        if there.status == Status::Complete {
            work.close()?;
            return Ok(there);
        }
        work.go_on_after(there.run.wall_seconds);
        let manifest = &mut work.manifest;
        (manifest.rounds_done, manifest.points) = (there.rounds_done, there.points);
        manifest.file = there.file;
    }
    work.begin()?;
    let done = work.manifest.rounds_done;
    progress(done, None);
    let workers = Workers {
        pool: &pool,
        stop,
        live: &job.live,
    };
    let mut rounds = Rounds::new(games, &job.resolved, &path, workers)?;
    rounds.go_on(&work.manifest)?;
    let last = job
        .rounds
        .map_or(learning.rounds, |more| done + more)
        .min(learning.rounds);
    while work.manifest.rounds_done < last && !stop.load(Ordering::Relaxed) {
        let Some(report) = rounds.play_next(&mut work.manifest)? else {
            break;
        };
        work.note_seconds();
        if let Err(error) = rounds.keep(&mut work.manifest) {
            // The manifest in the folder decides which of the staged files stay.
            if let Ok(Some(there)) = LearnManifest::read(&path) {
                let _ = store::settle(&path, &there.file);
            }
            return Err(error);
        }
        commit(&path)?;
        progress(work.manifest.rounds_done, Some(&report));
    }
    if work.manifest.status == Status::Running {
        work.end(Status::Stopped)?;
    }
    Ok(work.close()?)
}

/// Plays a part of the games of the next round, which [`run`] uses later.
///
/// # Errors
/// [`LearnError`] if the folder does not contain this training, or if a game panics.
pub fn play_part(
    games: &[Box<dyn DynGame>],
    job: &TrainingJob,
    part: Shard,
    stop: &AtomicBool,
) -> Result<Option<(u64, u64)>, LearnError> {
    let path = &job.out;
    let wanted = new_manifest(job);
    let manifest = LearnManifest::read(path)?.ok_or_else(|| RunError::Folder {
        path: path.clone(),
        problem: "contains no training; begin one with --rounds 0".to_string(),
    })?;
    let differences = manifest.differences(&wanted);
    if !differences.is_empty() {
        return Err(LearnError::Run(RunError::Folder {
            path: path.clone(),
            problem: format!("contains another training: {}", differences.join("; ")),
        }));
    }
    let round = manifest.rounds_done + 1;
    if round > job.resolved.learning.rounds {
        return Ok(None);
    }
    let pool = pool(job.threads)?;
    let workers = Workers {
        pool: &pool,
        stop,
        live: &job.live,
    };
    let mut rounds = Rounds::new(games, &job.resolved, path, workers)?;
    if manifest.rounds_done > 0 {
        rounds.load(manifest.rounds_done)?;
    }
    let network = rounds.current(&manifest)?;
    let worlds = rounds.worlds(round, network.as_deref(), true)?;
    let numbers = part.range(job.resolved.learning.games);
    let count = numbers.end - numbers.start;
    let Some(played) = rounds.play(round, &worlds, numbers)? else {
        return Ok(None);
    };
    let file = path.join(games_name(round, Some(part)));
    write_whole(&file, played.write())?;
    Ok(Some((round, count)))
}

fn new_manifest(job: &TrainingJob) -> LearnManifest {
    let record = TrainingRecord {
        rounds_done: 0,
        points: None,
        command: job.command.clone(),
        learning: job.resolved.learning.clone(),
        data: job.resolved.data.clone(),
    };
    WorkManifest::new(job.threads, record)
}
