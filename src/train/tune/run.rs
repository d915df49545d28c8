//! A whole tuning, from an empty or unfinished folder to the bot file.
//!
//! NTBEA proposes one point at a time, which is evaluated before the next one is proposed. To resume a tuning, NTBEA is
//! replayed with the stored values; it proposes equal points and continues after the last row.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::TuneError;
use super::evaluator::{BlockMarks, Evaluator};
use super::manifest::{Compared, Found, TuneManifest, TuningRecord, Verdict};
use super::ntbea::{self, Ntbea};
use super::resolve::Resolved;
use super::settings::{Objective, Tuning};
use super::space::{bot_at, text};
use crate::bots::{BotSpec, file};
use crate::experiment::pipeline::Workers;
use crate::experiment::session::Progress;
use crate::files;
use crate::play::dyn_game::{DynGame, guess};
use crate::play::live::Live;
use crate::prose::count;
use crate::random::design_stream;
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::folder::{BEST, Mode, TUNED};
use crate::results::manifest::{Status, WorkManifest};
use crate::results::pool::pool;
use crate::results::session::{Counts, OpenTables, Table};
use crate::results::stream::{Rows, partial};
use crate::results::work_folder::WorkFolder;
use crate::search::parameters::Value;
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Differences, Moments, mean_interval};

/// Maximum size of a table in bytes, sufficient for several million rows.
const MOST_BYTES: u64 = 1 << 30;

/// Table with one row per evaluation.
pub const EVALUATIONS: &str = TUNED[0];
/// Table with one row per block of the confirmation.
pub const CONFIRMATION: &str = TUNED[1];

/// Settings and output of a tuning.
#[derive(Clone, Debug)]
pub struct TuningJob {
    /// Validated tuning file.
    pub resolved: Resolved,
    /// Results folder.
    pub out: PathBuf,
    /// Treatment of an existing folder.
    pub mode: Mode,
    /// Number of worker threads.
    pub threads: usize,
    /// Counters for the progress of games.
    pub live: Arc<Live>,
    /// Command that repeats the tuning.
    pub command: String,
}

/// Returns the state of NTBEA before the first evaluation.
fn ntbea(tuning: &Tuning) -> Ntbea {
    let dimensions = tuning.dimension.iter();
    let sizes: Vec<usize> = dimensions.clone().map(|one| one.values.len()).collect();
    let start = dimensions.map(|one| one.nearest(&tuning.base)).collect();
    let settings = ntbea::Settings {
        neighbours: tuning.ntbea.neighbours,
        exploration: tuning.ntbea.exploration,
    };
    Ntbea::new(&sizes, start, settings, design_stream(tuning.seed))
}

/// Returns the values of a point by dimension.
fn values(tuning: &Tuning, choice: &[usize]) -> Vec<Value> {
    let dimensions = tuning.dimension.iter().zip(choice);
    dimensions
        .map(|(one, &index)| one.values[index].clone())
        .collect()
}

/// Runs a tuning and writes the results to the folder. Another thread may set `stop`; the rows written so far then
/// remain, and the tuning can be resumed. `progress` is called once the folder is locked, and after every block.
///
/// # Errors
/// [`TuneError`] if the tuning cannot be started or finished. In case of a usage error, no file was written.
pub fn run(
    game: &dyn DynGame,
    job: &TuningJob,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<TuneManifest, TuneError> {
    let clock = Clock::start();
    let tuning = &job.resolved.tuning;
    let pool = pool(job.threads)?;
    guess(&job.live, game);
    let workers = Workers {
        pool: &pool,
        stop,
        live: &job.live,
    };
    let judge = Evaluator::new(game, tuning, workers);
    let manifest = new_manifest(job, judge.games_per_block());
    let (mut work, there) = WorkFolder::open(&job.out, job.mode, clock, manifest)?;
    let unfinished = match there {
        Some(there) if there.status == Status::Complete => {
            work.verify(&there)?;
            work.close()?;
            return Ok(there);
        }
        unfinished => unfinished,
    };
    let tables = [
        Table::new(EVALUATIONS, &header(tuning)),
        Table::new(CONFIRMATION, CONFIRMATION_COLUMNS),
    ];
    let tables = work.open_tables(&tables, 0, unfinished.as_ref())?;
    let folder = work.path().to_path_buf();
    let mut session = Session {
        evaluations: Known::read(&folder, EVALUATIONS)?,
        confirmation: Known::read(&folder, CONFIRMATION)?,
        tables,
        judge,
        tuning,
        done: 0,
        progress,
    };
    session.tell_progress(0);
    let found = match session.search()? {
        None => None,
        Some((point, estimate)) => session.confirm(point, estimate)?,
    };
    (_, work.manifest.file) = session.tables.finish(false)?;
    let Some((found, bot)) = found else {
        work.end(Status::Stopped)?;
        return Ok(work.close()?);
    };
    if found.verdict == Verdict::Better {
        let text = found_bot_file(tuning, &bot, &folder, &found);
        let record = FileRecord::write(&folder, BEST, &text)?;
        work.manifest.file.push(record);
    } else {
        remove_if_there(&folder.join(BEST))?;
    }
    work.manifest.found = Some(found);
    work.end(Status::Complete)?;
    Ok(work.close()?)
}

fn new_manifest(job: &TuningJob, block_size: u64) -> TuneManifest {
    let tuning = &job.resolved.tuning;
    let fixed = |bot: &BotSpec| bot.is_reproducible();
    let record = TuningRecord {
        reproducible: fixed(&tuning.base)
            && tuning.opponents.iter().all(fixed)
            && tuning
                .dimension
                .iter()
                .all(|one| one.name != "milliseconds"),
        block_size,
        command: job.command.clone(),
        tuning: tuning.clone(),
        data: job.resolved.data.clone(),
        found: None,
    };
    WorkManifest::new(job.threads, record)
}

/// Columns of the evaluations that precede the columns of the dimensions.
const EVALUATION_COLUMNS: [&str; 7] = [
    "evaluation",
    "first_block",
    "blocks",
    "mean",
    "standard_error",
    "incumbent",
    "incumbent_estimate",
];
const CONFIRMATION_COLUMNS: &str = "block,win,score,lead,base_win,base_score,base_lead";

/// Returns the header of the evaluations. Names and words need no quoting, because they contain no commas or quotes.
fn header(tuning: &Tuning) -> String {
    let names = tuning.dimension.iter().map(|one| one.name.as_str());
    let columns: Vec<&str> = EVALUATION_COLUMNS.into_iter().chain(names).collect();
    columns.join(",")
}

fn shown(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// Rows of a table that earlier sessions have written.
struct Known {
    path: PathBuf,
    rows: VecDeque<String>,
}

impl Known {
    /// Reads an open table.
    fn read(folder: &Path, name: &str) -> Result<Known, RunError> {
        let path = partial(folder, name);
        let text = files::read_up_to(&path, MOST_BYTES).map_err(RunError::file(&path))?;
        let text = String::from_utf8_lossy(&text);
        let rows = text.lines().skip(1).map(str::to_string).collect();
        Ok(Known { path, rows })
    }

    fn next(&mut self) -> Option<String> {
        self.rows.pop_front()
    }

    /// Returns the error for a row that does not match this tuning.
    fn damaged(&self, row: &str) -> RunError {
        let path = self.path.clone();
        let problem = format!("this tuning does not produce row {row}");
        RunError::Damaged { path, problem }
    }
}

/// Converts the text of a row to bytes with a line end.
fn line(row: &str) -> Rows {
    Rows {
        bytes: format!("{row}\n").into_bytes(),
        count: 1,
    }
}

/// A running tuning.
struct Session<'run> {
    evaluations: Known,
    confirmation: Known,
    tables: OpenTables,
    judge: Evaluator<'run>,
    tuning: &'run Tuning,
    /// Number of blocks played or loaded.
    done: u64,
    progress: &'run mut dyn FnMut(Progress),
}

impl Session<'_> {
    fn tell_progress(&mut self, blocks: u64) {
        self.done += blocks;
        let size = self.judge.games_per_block();
        let planned = self.tuning.first_fresh_block() + self.tuning.confirm;
        (self.progress)(Progress {
            done: self.done * size,
            planned: planned * size,
        });
    }

    /// Plays all evaluations and returns the best point with its estimate, or `None` if the tuning was stopped.
    fn search(&mut self) -> Result<Option<(Vec<Value>, f64)>, TuneError> {
        let tuning = self.tuning;
        let mut ntbea = ntbea(tuning);
        for evaluation in 0..tuning.evaluations {
            let point = values(tuning, ntbea.ask());
            // Every evaluation gets fresh blocks.
            let first = evaluation * tuning.blocks;
            let known = self.evaluations.next();
            let (mean, error) = match &known {
                Some(row) => read_numbers(row).ok_or_else(|| self.evaluations.damaged(row))?,
                None => match self.evaluate(&point, first)? {
                    Some(moments) => (moments.mean().unwrap_or(0.0), moments.standard_error()),
                    None => return Ok(None),
                },
            };
            ntbea.tell(mean);
            let incumbent = ntbea.incumbent();
            let (number, estimate) = incumbent
                .map(|(first, _, estimate)| (first + 1, estimate))
                .unzip();
            let mut row = vec![
                (evaluation + 1).to_string(),
                first.to_string(),
                tuning.blocks.to_string(),
                mean.to_string(),
                shown(error),
                number.map_or(String::new(), |number: usize| number.to_string()),
                shown(estimate),
            ];
            row.extend(point.iter().map(text));
            let row = row.join(",");
            match known {
                Some(known) if known != row => return Err(self.evaluations.damaged(&known).into()),
                Some(_) => self.tell_progress(tuning.blocks),
                None => self.tables.take([&line(&row)], Counts::default())?,
            }
        }
        let best = ntbea.incumbent();
        Ok(best.map(|(_, choice, estimate)| (values(tuning, choice), estimate)))
    }

    /// Returns the differences of the blocks in one evaluation, or `None` if the tuning was stopped.
    fn evaluate(&mut self, point: &[Value], first: u64) -> Result<Option<Moments>, TuneError> {
        let tuning = self.tuning;
        let bot = bot_at(&tuning.base, "point", &tuning.dimension, point);
        let at = tuning.objective as usize;
        let mut moments = Moments::default();
        let before = self.done;
        let (judge, progress) = (&self.judge, &mut self.progress);
        let planned = tuning.first_fresh_block() + tuning.confirm;
        let size = judge.games_per_block();
        let whole = judge.play(&bot, first..first + tuning.blocks, |_, marks| {
            moments.push(marks.point[at] - marks.base[at]);
            progress(Progress {
                done: (before + moments.count()) * size,
                planned: planned * size,
            });
            Ok(())
        })?;
        self.done = before + moments.count();
        Ok(whole.then_some(moments))
    }

    /// Plays the best point on fresh blocks. Returns `None` if the tuning was stopped.
    fn confirm(
        &mut self,
        point: Vec<Value>,
        estimate: f64,
    ) -> Result<Option<(Found, BotSpec)>, TuneError> {
        let tuning = self.tuning;
        let named: Vec<(String, Value)> = tuning
            .dimension
            .iter()
            .map(|one| one.name.clone())
            .zip(point.iter().cloned())
            .collect();
        let mut found = Found {
            verdict: Verdict::Same,
            estimate,
            point: named.into_iter().collect(),
            confirmation: Vec::new(),
        };
        let bot = bot_at(&tuning.base, "best", &tuning.dimension, &point);
        let same = tuning.base_point();
        if point.iter().map(Some).eq(same.iter().map(Option::as_ref)) {
            return Ok(Some((found, bot)));
        }
        let mut marks: Vec<BlockMarks> = Vec::new();
        let first = tuning.first_fresh_block();
        let end = first + tuning.confirm;
        while let Some(row) = self.confirmation.next() {
            let block = first + marks.len() as u64;
            let read = read_block(&row).filter(|(read, _)| *read == block && block < end);
            let (_, block) = read.ok_or_else(|| self.confirmation.damaged(&row))?;
            marks.push(block);
        }
        self.tell_progress(marks.len() as u64);
        let (judge, tables) = (&self.judge, &mut self.tables);
        let (size, before) = (judge.games_per_block(), self.done - marks.len() as u64);
        let progress = &mut self.progress;
        let whole = judge.play(&bot, first + marks.len() as u64..end, |block, of_block| {
            let row = line(&block_row(block, &of_block));
            tables.take([&Rows::default(), &row], Counts::default())?;
            marks.push(of_block);
            progress(Progress {
                done: (before + marks.len() as u64) * size,
                planned: end * size,
            });
            Ok(())
        })?;
        if !whole {
            return Ok(None);
        }
        let tables = if tuning.at_one_table() { 1 } else { 2 };
        let games = (size / tables) as f64;
        for (at, objective) in Objective::ALL.into_iter().enumerate() {
            let pairs = marks.iter().map(|block| (block.point[at], block.base[at]));
            found.confirmation.push(compared(objective, pairs, games));
        }
        let own = &found.confirmation[tuning.objective as usize];
        // If all differences are equal, there is no interval, and both ends are set to the difference.
        found.verdict = if own.low > 0.0 && own.low < own.high {
            Verdict::Better
        } else {
            Verdict::Open
        };
        Ok(Some((found, bot)))
    }
}

/// Compares the point with the base bot. Each pair contains the means of one block, and `games` is the number of games
/// per block and bot.
fn compared(
    objective: Objective,
    pairs: impl Iterator<Item = (f64, f64)> + Clone,
    games: f64,
) -> Compared {
    let mean = |values: Moments| values.mean().unwrap_or(0.0);
    let mut differences = Differences::default();
    pairs
        .clone()
        .for_each(|(point, base)| differences.push(point - base));
    let difference = mean(differences.moments);
    let interval = match objective {
        Objective::Win => differences.share_interval(games, CONFIDENCE),
        Objective::Score | Objective::Lead => mean_interval(&differences.moments, CONFIDENCE),
    };
    let (low, high) = interval.map_or((difference, difference), |interval| {
        (interval.low, interval.high)
    });
    Compared {
        objective: objective.name().to_string(),
        point: mean(pairs.clone().map(|(point, _)| point).collect()),
        base: mean(pairs.map(|(_, base)| base).collect()),
        difference,
        low,
        high,
    }
}

/// Parses the mean and standard error in a row of the evaluations.
fn read_numbers(row: &str) -> Option<(f64, Option<f64>)> {
    let mut fields = row.split(',').skip(3);
    let mean = fields.next()?.parse().ok()?;
    match fields.next()? {
        "" => Some((mean, None)),
        error => Some((mean, Some(error.parse().ok()?))),
    }
}

fn block_row(block: u64, marks: &BlockMarks) -> String {
    let numbers = marks.point.iter().chain(&marks.base);
    let numbers: Vec<String> = numbers.map(ToString::to_string).collect();
    format!("{block},{}", numbers.join(","))
}

fn read_block(row: &str) -> Option<(u64, BlockMarks)> {
    let (block, rest) = row.split_once(',')?;
    let numbers: Result<Vec<f64>, _> = rest.split(',').map(str::parse).collect();
    let numbers = numbers.ok().filter(|numbers| numbers.len() == 6)?;
    let marks = BlockMarks {
        point: [numbers[0], numbers[1], numbers[2]],
        base: [numbers[3], numbers[4], numbers[5]],
    };
    Some((block.parse().ok()?, marks))
}

/// Returns the best bot as a file for this folder.
fn found_bot_file(tuning: &Tuning, bot: &BotSpec, folder: &Path, found: &Found) -> String {
    let about = format!(
        "{}, tuned for {} by ntbea",
        tuning.base.name,
        count(tuning.players as u64, "player"),
    );
    let own = &found.confirmation[tuning.objective as usize];
    let remark = format!(
        "Confirmed on {}: {} {:+.4} over {} ({:.4} to {:.4}).",
        count(tuning.confirm, "fresh deal group"),
        own.objective,
        own.difference,
        tuning.base.name,
        own.low,
        own.high,
    );
    let bot = BotSpec {
        game: Some(tuning.game.clone()),
        about,
        ..bot.clone()
    };
    file::text_of(&bot, folder, &remark)
}
