//! Runs an experiment, from an empty or unfinished folder to the final files.
//!
//! During the run, the tables grow as described in [`crate::results::session`]. At the end, or when the run is
//! stopped between deal groups, the files get their final names, then the summary and the manifest are written.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::dry_run;
use crate::bots::BotSpec;
use crate::experiment::pipeline::Workers;
use crate::experiment::session::{Progress, RunResult, Session, tables_of};
use crate::experiment::summary::Summary;
use crate::play::dyn_game::{CellPlay, DynGame, abouts, guess};
use crate::play::live::Live;
use crate::play::plan::Plan;
use crate::play::treatment::Treatment;
use crate::results::checkpoint::Checkpoint;
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::folder::{Folder, Mode};
use crate::results::manifest::{
    DataRecord, ExperimentRecord, FolderKind, Manifest, Status, WorkManifest,
};
use crate::results::names::{GAMES, STREAMED};
use crate::results::pool::pool;
use crate::results::reader::Reader;
use crate::results::work_folder::WorkFolder;
use crate::settings::Experiment;
use crate::settings::roster::Roster;
use crate::settings::shard::Shard;

/// Time between two updates of the interim results.
const INTERIM_EVERY: Duration = Duration::from_millis(500);

/// Time limit of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Elapsed time over all sessions after which no further deal group begins.
    pub time: Duration,
    /// Minimum number of deal groups, even if they exceed the time limit.
    pub fewest: u64,
}

/// Experiment to run, with destination and options.
#[derive(Clone, Debug)]
pub struct ExperimentJob {
    /// Settings of the experiment.
    pub experiment: Experiment,
    /// Rows of the component data by provenance, for each data set; at least one data set.
    pub data: Vec<DataRecord>,
    /// Results folder.
    pub out: PathBuf,
    /// Action to take if the folder exists.
    pub mode: Mode,
    /// Part of the experiment to play; `None` for the whole.
    pub shard: Option<Shard>,
    /// Time limit; `None` if all planned games are played.
    pub limit: Option<Limit>,
    /// Number of worker threads.
    pub threads: usize,
    /// Receives the progress of the games in the worker threads.
    pub live: Arc<Live>,
    /// Command that repeats the run.
    pub command: String,
}

impl ExperimentJob {
    /// Creates a job with default options. The settings must be valid for the game and the data sets.
    pub fn new(experiment: Experiment, data: Vec<DataRecord>, out: PathBuf) -> ExperimentJob {
        ExperimentJob {
            experiment,
            data,
            out,
            mode: Mode::New,
            shard: None,
            limit: None,
            threads: 1,
            live: Arc::default(),
            command: String::new(),
        }
    }

    /// Returns the range of deal groups to play, out of the deal groups of the whole experiment.
    pub fn blocks(&self, plan: &Plan) -> Range<u64> {
        self.shard.unwrap_or(Shard::WHOLE).range(plan.blocks)
    }

    fn manifest(&self, plan: &Plan, roster: Vec<Roster>, categories: &[&str]) -> Manifest {
        let blocks = self.blocks(plan);
        let blocks = blocks.end - blocks.start;
        let record = ExperimentRecord {
            reproducible: self.experiment.bot.iter().all(BotSpec::is_reproducible),
            games_planned: blocks * plan.block_size(),
            games_done: 0,
            games_crashed: 0,
            games_capped: 0,
            games_forfeited: 0,
            games_repeated: 0,
            blocks_planned: blocks,
            blocks_done: 0,
            block_size: plan.block_size(),
            command: self.command.clone(),
            shard: self.shard,
            score_categories: categories.iter().map(ToString::to_string).collect(),
            experiment: self.experiment.clone(),
            roster,
            data: self.data[0].clone(),
            more_data: self.data[1..].to_vec(),
            ended_early: false,
            test: None,
        };
        WorkManifest::new(self.threads, record)
    }
}

/// Plays an experiment and writes its results to the folder. `games` contains the game as set up in each
/// condition. If `stop` is set by another thread, the deal groups in progress are finished and the files are
/// completed. `progress` is called once when the folder is ready and after every deal group.
///
/// # Errors
/// [`RunError`] if the run cannot be started or finished. If [`RunError::is_usage`] is true, no file was written.
pub fn run(
    games: &[Box<dyn DynGame>],
    job: &ExperimentJob,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<RunResult, RunError> {
    let clock = Clock::start();
    let experiment = &job.experiment;
    let cells = experiment.cells();
    let line_ups: Vec<Vec<BotSpec>> = cells.iter().map(|cell| experiment.line_up(cell)).collect();
    for (game, line_up) in games.iter().zip(&line_ups) {
        for bot in line_up {
            bot.fits(&**game)?;
        }
        if let Some(bot) = &experiment.variance {
            bot.network_for(&**game)?;
        }
    }
    let plan = Plan::new(abouts(games), experiment.seed, experiment.games);
    let blocks = job.blocks(&plan);
    let steps = blocks.start * plan.width()..blocks.end * plan.width();
    let playing = (steps.end - steps.start).min(job.threads as u64);
    dry_run::of_programs(games, experiment, &line_ups, &plan, playing)?;
    let seatings = line_ups.iter().zip(&plan.cells);
    let rosters: Vec<Roster> = (games.iter().zip(seatings))
        .map(|(game, (line_up, seatings))| Roster::new(&**game, line_up, seatings.len()))
        .collect();
    let mut summary = Summary::new(experiment, &rosters);
    // A shard of a sequential design is always played to its end, since the verdict depends on all shards
    // together.
    if job.shard.is_none() {
        summary = summary.until_decided(experiment);
    }
    let columns = games[0].score_categories();
    let manifest = job.manifest(&plan, rosters, columns);
    let pool = pool(job.threads)?;
    let workers = Workers {
        pool: &pool,
        stop,
        live: &job.live,
    };
    let tables = tables_of(columns, experiment);
    let (work, there) = WorkFolder::open(&job.out, job.mode, clock, manifest)?;
    let unfinished = match there {
        None => None,
        Some(there) => {
            there.check_against(&work.manifest, work.path())?;
            match there.status {
                Status::Complete if is_spoiled_shard(&there, work.path()) => {
                    work.folder.set_aside(FolderKind::Run)?;
                    None
                }
                Status::Complete => {
                    let result = complete(&work.folder, there, summary)?;
                    work.close()?;
                    return Ok(result);
                }
                Status::Running | Status::Stopped => Some(there),
            }
        }
    };
    let mut session = Session::open(work, &tables, steps.start, unfinished.as_ref())?;
    let mut is_over = false;
    summary.add_games(session.games_so_far()?)?;
    guess(&job.live, &*games[0]);
    if job.shard.is_none() && experiment.is_sequential() {
        job.live.set_sequential();
    }
    job.live.set_interim(summary.interim());
    let mut shown = Instant::now();
    let first = session.next_step();
    progress(session.progress());
    let steps_left = if summary.decided_at().is_some() {
        first..first
    } else {
        first..steps.end
    };
    workers.in_order(
        steps_left,
        || games.iter().map(|_| None).collect::<Vec<_>>(),
        |players, step| {
            let cell = (step % plan.width()) as usize;
            if players[cell].is_none() {
                let play = CellPlay {
                    plan: &plan,
                    line_up: &line_ups[cell],
                    events: experiment.events,
                    cell: experiment.kind.traits().has_cells.then_some(cell),
                    treatment: Treatment::of_cell(experiment, &cells[cell]),
                    variance: experiment.variance.as_ref(),
                };
                players[cell] = games[cell].blocks(play, &job.live).ok();
            }
            players[cell].as_mut().map(|player| player.play(step))
        },
        |step, output| {
            // All bots were built successfully before, so a player always exists.
            if let Some(output) = output {
                if let Some(stop) = output.stops {
                    return Err(stop.into());
                }
                summary.add_step(step, &output.records);
                session.take(&output)?;
                progress(session.progress());
                if shown.elapsed() >= INTERIM_EVERY {
                    job.live.set_interim(summary.interim());
                    shown = Instant::now();
                }
            }
            let ends_group = (step + 1) % plan.width() == 0;
            let groups = (step + 1) / plan.width() - blocks.start;
            is_over = job.limit.is_some_and(|limit| {
                ends_group && groups >= limit.fewest && session.elapsed() >= limit.time
            });
            Ok::<_, RunError>(if is_over || summary.decided_at().is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        },
    )?;
    let (work, rows) = session.finish(steps, &plan, &summary, is_over)?;
    Ok(RunResult {
        manifest: work.close()?,
        summary: rows,
    })
}

/// Returns true if the files of a complete shard are damaged. The shard is then played again, since a scheduler
/// of shards can only repeat the original command.
fn is_spoiled_shard(manifest: &Manifest, folder: &Path) -> bool {
    let mut files = manifest.file.iter();
    manifest.shard.is_some() && files.any(|file| file.check(folder).is_err())
}

/// Returns the result of a run that was already complete.
fn complete(
    folder: &Folder,
    manifest: Manifest,
    mut summary: Summary,
) -> Result<RunResult, RunError> {
    Checkpoint::remove(&folder.path)?;
    folder.compare(manifest.file.iter())?;
    let games = manifest.whole_table(&folder.path, STREAMED[GAMES])?;
    let path = folder.path.join(&games.name);
    let rows = summary.add_games(Reader::of_checked(path, &manifest)?)?;
    manifest.check_counts(&folder.path, rows, summary.capped())?;
    Ok(RunResult {
        manifest,
        summary: summary.rows(),
    })
}

/// Requests the run to stop after the deal groups in progress.
pub fn request_stop(stop: &AtomicBool) {
    stop.store(true, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::dataset::{DataSet, ProvenanceCounts};
    use crate::play::dyn_game::any;
    use crate::play::toy::Toy;
    use crate::results::writer::Writer;
    use crate::settings::Kind;

    fn job(out: &Path, threads: usize, games: u64) -> ExperimentJob {
        let mut greedy = BotSpec::random();
        greedy.name = "greedy".to_string();
        greedy.kind = crate::bots::BotKind::Greedy;
        greedy.weights.insert("score".to_string(), 1.0);
        let experiment = Experiment {
            game: "toy".to_string(),
            players: 2,
            bots: vec!["random".to_string(), "greedy".to_string()],
            games,
            seed: 5,
            bot: vec![BotSpec::random(), greedy],
            kind: Kind::Simulate,
            ..Experiment::default()
        };
        let data = DataRecord::new(&DataSet::embedded(&[]), ProvenanceCounts::default());
        let mut job = ExperimentJob::new(experiment, vec![data], out.to_path_buf());
        job.threads = threads;
        job
    }

    fn play(toy: &Toy, job: &ExperimentJob) -> Result<RunResult, RunError> {
        run(
            &any([toy.clone()]),
            job,
            &AtomicBool::new(false),
            &mut |_| {},
        )
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| !path.ends_with("manifest.toml"))
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, std::fs::read(path).unwrap())
            })
            .collect()
    }

    #[test]
    fn results_are_identical_for_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let mut toy = Toy::new(2);
        toy.panic_on = Some(4);
        let runs: Vec<_> = [1, 2, 5]
            .into_iter()
            .map(|threads| {
                let out = folder.path().join(threads.to_string());
                play(&toy, &job(&out, threads, 400)).unwrap();
                files(&out)
            })
            .collect();
        assert_eq!(
            runs[0].keys().collect::<Vec<_>>(),
            ["crashes.csv", "events.csv", "games.csv", "summary.csv"]
        );
        assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    }

    #[test]
    fn resumed_run_matches_uninterrupted_run() {
        let folder = tempfile::tempdir().unwrap();
        let toy = Toy::new(2);
        let whole = folder.path().join("whole");
        play(&toy, &job(&whole, 2, 2000)).unwrap();
        let out = folder.path().join("stopped");
        let mut job = job(&out, 2, 2000);
        job.mode = Mode::Resume;
        let mut sessions = 0;
        loop {
            let stop = AtomicBool::new(false);
            let mut heard = 0;
            let outcome = run(&any([toy.clone()]), &job, &stop, &mut |_| {
                heard += 1;
                if heard == 150 {
                    request_stop(&stop);
                }
            })
            .unwrap();
            sessions += 1;
            let manifest = Manifest::read(&out).unwrap().unwrap();
            assert_eq!(manifest, outcome.manifest);
            let rows = std::fs::read_to_string(out.join("games.csv")).unwrap();
            assert_eq!(rows.lines().count() as u64, 1 + 2 * manifest.games_done);
            if manifest.status == Status::Complete {
                break;
            }
            assert!(manifest.games_done < manifest.games_planned);
        }
        assert!(sessions > 2);
        assert_eq!(files(&whole), files(&out));
        let again = play(&toy, &job).unwrap();
        assert_eq!(again.manifest.games_done, 2000);
    }

    #[test]
    fn rows_after_the_checkpoint_are_replayed() {
        let folder = tempfile::tempdir().unwrap();
        let toy = Toy::new(2);
        let out = folder.path().join("run");
        let mut job = job(&out, 1, 1000);
        let stop = AtomicBool::new(false);
        run(&any([toy.clone()]), &job, &stop, &mut |_| {
            request_stop(&stop)
        })
        .unwrap();
        // After a kill, the files contain rows after the last checkpoint, and the last row is incomplete.
        let mut manifest = Manifest::read(&out).unwrap().unwrap();
        manifest.status = Status::Running;
        manifest.file.clear();
        manifest.write(&out).unwrap();
        std::fs::rename(out.join("games.csv"), out.join("games.csv.partial")).unwrap();
        let mut rows = std::fs::read(out.join("games.csv.partial")).unwrap();
        rows.extend_from_slice(b"999,1,toy,2,1,rand");
        std::fs::write(out.join("games.csv.partial"), rows).unwrap();
        job.mode = Mode::Resume;
        play(&toy, &job).unwrap();
        let whole = folder.path().join("whole");
        job.mode = Mode::New;
        job.out = whole.clone();
        play(&toy, &job).unwrap();
        assert_eq!(files(&whole), files(&out));
    }

    #[test]
    fn results_are_read_back_and_invalid_fields_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let toy = Toy::new(2);
        let out = folder.path().join("run");
        let manifest = play(&toy, &job(&out, 2, 60)).unwrap().manifest;
        let path = out.join("games.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        let writer = Writer::new(&toy, 2, None);
        let mut rows = Vec::new();
        let reader = Reader::open([(out.as_path(), &manifest)]).unwrap();
        let extent = reader.each_game(|game| writer.game(game, &mut rows));
        let extent = extent.unwrap();
        assert_eq!((extent.blocks, extent.games), (30, 60));
        assert_eq!(text.split_once('\n').unwrap().1.as_bytes(), rows);
        let told = |column: usize, value: &str| {
            let mut lines: Vec<&str> = text.lines().collect();
            let mut fields: Vec<&str> = lines[3].split(',').collect();
            fields[column] = value;
            let line = fields.join(",");
            lines[3] = &line;
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
            let reader = Reader::of_checked(path.clone(), &manifest).unwrap();
            reader.each_game(|_| {}).unwrap_err().to_string()
        };
        for (column, value, problem) in [
            (0, "0", "game_id is \"0\"; expected 1 or more"),
            (4, "3", "seat is \"3\"; expected 1 to 2"),
            (5, "nobody", "bot is \"nobody\"; expected random, greedy"),
            (6, "x", "score is \"x\"; expected a number"),
            (8, "1.5", "win is \"1.5\"; expected 0 to 1"),
            (11, "", "named is \"\"; expected a number"),
            (11, "1,1", "14 fields; expected 13"),
        ] {
            let told = told(column, value);
            let expected = format!("games.csv: line 4 is not a valid row of a game: {problem}");
            assert!(told.ends_with(&expected), "{told}");
        }
    }

    #[test]
    fn capped_game_has_no_winner() {
        let folder = tempfile::tempdir().unwrap();
        let mut toy = Toy::new(2);
        toy.capped_on = Some(4);
        let out = folder.path().join("run");
        let manifest = play(&toy, &job(&out, 2, 400)).unwrap().manifest;
        let games = std::fs::read_to_string(out.join("games.csv")).unwrap();
        let rows: Vec<&str> = games.lines().skip(1).collect();
        let column = |row: &str, index: usize| row.split(',').nth(index).unwrap().to_string();
        let capped = rows.chunks(2).filter(|game| {
            assert!(game.iter().any(|row| column(row, 7) == "1"), "ranks stay");
            game.iter().all(|row| column(row, 8) == "0")
        });
        let capped = capped.count() as u64;
        assert!((1..200).contains(&capped));
        assert_eq!((manifest.games_capped, manifest.games_done), (capped, 400));
        toy.capped_on = None;
        let out = folder.path().join("other");
        let manifest = play(&toy, &job(&out, 2, 400)).unwrap().manifest;
        assert_eq!(manifest.games_capped, 0);
    }

    #[test]
    fn panics_are_counted_and_logged() {
        let folder = tempfile::tempdir().unwrap();
        let mut toy = Toy::new(2);
        toy.panic_on = Some(4);
        let out = folder.path().join("run");
        let outcome = play(&toy, &job(&out, 2, 400)).unwrap();
        let manifest = outcome.manifest;
        assert!(manifest.games_crashed > 0);
        assert_eq!(manifest.games_done + manifest.games_crashed, 400);
        let crashes = std::fs::read_to_string(out.join("crashes.csv")).unwrap();
        assert_eq!(crashes.lines().count() as u64, 1 + manifest.games_crashed);
        assert!(crashes.contains("the toy broke"));
    }
}
