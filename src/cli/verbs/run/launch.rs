//! Plays a resolved experiment into a results folder; shared by `simulate` and `run`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use clap::Args;

use super::result::{json, table};
use crate::options::programs::Programs;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print, tell};
use crate::ui::progress::Display;
use crate::ui::table::thousands;
use portolan_core::prose::{count, verb};
use portolan_players::bots::program::logs;
use portolan_report::{effects, one_run};
use portolan_run::experiment::resolve::Resolved;
use portolan_run::experiment::run::{ExperimentJob, Limit, request_stop, run};
use portolan_run::experiment::session::{Progress, RunResult};
use portolan_run::experiment::summary::summary_csv;
use portolan_run::play::dyn_game::{DynGame, abouts, set_up_all};
use portolan_run::play::plan::Plan;
use portolan_run::results::error::RunError;
use portolan_run::results::folder::Mode;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::settings::Kind;
use portolan_run::settings::shard::Shard;
use portolan_study::programs::{Behaviour, behaviours};
use portolan_study::warnings;
use portolan_study::whole_game::folder_beside;

/// Options of the results folder, the work and its output.
#[derive(Args)]
pub struct Launch {
    /// Write to this results folder [default: a folder in results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Choose the format of the summary
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Do not print progress or remarks
    #[arg(long, short)]
    quiet: bool,
    /// Replace the run in the folder and its reports; other files stay
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Resume the run in the folder, or start one if there is none; if --out is given, all other arguments are optional
    #[arg(long)]
    resume: bool,
    /// Compress the finished tables, like `compress = true` in a file
    #[arg(long)]
    compress: bool,
    /// Play or resume only shard I of N; `portolan merge` combines the shards
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    programs: Programs,
}

/// Parses a number of threads.
pub fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024".to_string()),
    }
}

/// Returns the requested number of threads, or one per processor by default.
pub fn threads(wished: Option<usize>) -> usize {
    wished.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

impl Launch {
    /// Plays the experiment. `name` is the name of its folder in `results/` unless `--out` is given.
    pub fn play(&self, resolved: Resolved, name: &str) -> Result<FinishedRun, Failure> {
        let out = self.folder(name)?;
        self.play_in(resolved, out)
    }

    /// Returns the results folder: the value of `--out`, or the folder `name` in `results`.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Failure> {
        Ok(match (&self.out, self.shard) {
            (Some(out), _) => out.clone(),
            (None, None) => default_folder(name)?,
            (None, Some(Shard { index, count })) => {
                let mut folder = default_folder(name)?.into_os_string();
                folder.push(format!("-{index}of{count}"));
                folder.into()
            }
        })
    }

    /// Plays the experiment into this folder.
    pub fn play_in(&self, resolved: Resolved, out: PathBuf) -> Result<FinishedRun, Failure> {
        let stop = stop_on_signal()?;
        let outcome = self.carry_out(resolved, &out, &stop)?;
        self.print_result(&outcome, &out)?;
        Ok(FinishedRun { outcome, out, stop })
    }

    /// Returns the treatment of an existing folder.
    pub fn mode(&self) -> Mode {
        match (self.force, self.resume) {
            (true, _) => Mode::Replace,
            (_, true) => Mode::Resume,
            // Launchers restart shards that failed.
            _ if self.shard.is_some() => Mode::Resume,
            _ => Mode::New,
        }
    }

    /// Returns the value of `--out`.
    pub fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Returns true if a run in the folder is to be resumed.
    pub fn resumes(&self) -> bool {
        self.resume
    }

    /// Returns true if the contents of the folder may be replaced.
    pub fn replaces(&self) -> bool {
        self.force
    }

    /// Returns true if only a shard of the experiment is played.
    pub fn is_of_a_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Number of worker threads.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// Returns true if neither progress nor remarks are printed.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns the format of the summary.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns true if the answer is printed as a table.
    pub fn is_for_people(&self) -> bool {
        self.format == Format::Table
    }

    /// Plays another experiment after a complete one, into a folder next to it whose name ends with
    /// `-suffix`.
    pub fn play_beside(
        &self,
        played: &FinishedRun,
        resolved: Resolved,
        suffix: &str,
    ) -> Result<RunResult, Failure> {
        let folder = folder_beside(&played.out, suffix);
        let outcome = self.carry_out(resolved, &folder, &played.stop)?;
        self.print_result(&outcome, &folder)?;
        Ok(outcome)
    }

    /// Prints the result of a run, how to continue it, and which problems occurred.
    pub fn print_result(&self, outcome: &RunResult, out: &Path) -> Result<(), Failure> {
        let kind = outcome.manifest.experiment.kind;
        // The answer of a change experiment is its effects, not the means of its conditions.
        let has_effects = kind == Kind::Change && outcome.manifest.shard.is_none();
        print(&match self.format {
            Format::Table => table(outcome, out)?,
            Format::Json if has_effects => effects::json(&one_run(out, &[])?, &[])?,
            Format::Csv if has_effects => effects::csv(&one_run(out, &[])?)?,
            Format::Json => json(&outcome.summary),
            Format::Csv => summary_csv(kind, &outcome.summary),
        })?;
        conclude(&outcome.manifest, out)
    }

    /// Plays or resumes a step of a longer study in this folder, within the time limit, without printing its result. If
    /// `announces` is true, prints a description of the run first. Fails if the step is stopped before its end.
    pub fn play_step(
        &self,
        resolved: Resolved,
        out: &Path,
        limit: Option<Limit>,
        announces: bool,
    ) -> Result<RunResult, Failure> {
        let stop = stop_on_signal()?;
        let work = StepWork {
            mode: Mode::Resume,
            limit,
            announces,
        };
        let played = self.carry_out_as(work, resolved, out, &stop)?;
        conclude(&played.manifest, out)?;
        Ok(played)
    }

    fn carry_out(
        &self,
        resolved: Resolved,
        out: &Path,
        stop: &AtomicBool,
    ) -> Result<RunResult, Failure> {
        let work = StepWork {
            mode: self.mode(),
            limit: None,
            announces: !self.quiet,
        };
        self.carry_out_as(work, resolved, out, stop)
    }

    fn carry_out_as(
        &self,
        work: StepWork,
        resolved: Resolved,
        out: &Path,
        stop: &AtomicBool,
    ) -> Result<RunResult, Failure> {
        let Resolved {
            mut experiment,
            setups,
            data,
        } = resolved;
        experiment.compress |= self.compress;
        self.programs
            .give_leave(&mut experiment.bot, Some(out.join(logs::FOLDER)))?;
        let mut job = ExperimentJob::new(experiment, data, out.to_path_buf());
        job.mode = work.mode;
        job.limit = work.limit;
        job.shard = self.shard;
        job.threads = threads(self.threads);
        job.command = command_line("portolan", &[]);
        let work = ExperimentRun {
            job: &job,
            stop,
            quiet: self.quiet,
            announces: work.announces,
        };
        work.run(&set_up_all(&setups)?)
            .map_err(|error| match error {
                error if error.can_be_resumed() => Failure::work(format!(
                    "{error}; everything up to the last checkpoint is saved. To resume:\n  {}",
                    resume_command()
                )),
                other => other.into(),
            })
    }
}

/// Returns the default results folder for this name.
pub fn default_folder(name: &str) -> Result<PathBuf, Failure> {
    if matches!(name, "" | "." | "..") {
        return Err(Failure::usage(
            "the results folder cannot be named after this file; name it with --out DIR",
        ));
    }
    Ok(Path::new("results").join(name))
}

/// Run that has ended.
pub struct FinishedRun {
    pub outcome: RunResult,
    /// Results folder of the run.
    pub out: PathBuf,
    /// Set when the program should stop.
    stop: Arc<AtomicBool>,
}

/// Returns a flag that the first signal sets; the second signal ends the program. All calls return the same flag.
pub fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.load(Ordering::Relaxed) {
            tell("stopped; everything up to the last checkpoint is saved, and --resume continues");
            std::process::exit(1);
        }
        request_stop(&flag);
        tell("\nstopping after the deal groups in progress; press Ctrl-C again to stop at once");
    })
    .map_err(|error| Failure::work(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// Settings for playing a run or a step of a study.
struct StepWork {
    mode: Mode,
    limit: Option<Limit>,
    /// True if a description of the run is printed before it begins.
    announces: bool,
}

struct ExperimentRun<'run> {
    job: &'run ExperimentJob,
    stop: &'run AtomicBool,
    quiet: bool,
    /// True if a description of the run is printed before it begins.
    announces: bool,
}

/// Describes the size of an experiment with several conditions: `27 cells of 400 games on the same
/// 200 deals: 10,800 games`.
pub fn extent(plan: &Plan) -> String {
    let sizes = plan.cells.iter().map(|seatings| seatings.len() as u64);
    let (fewest, most) = (sizes.clone().min(), sizes.max());
    let each = match (fewest, most) {
        (Some(fewest), Some(most)) if fewest == most => {
            format!(" of {}", count(plan.blocks * most, "game"))
        }
        (Some(fewest), Some(most)) => format!(
            " of {} to {} games",
            thousands(plan.blocks * fewest),
            thousands(plan.blocks * most)
        ),
        _ => String::new(),
    };
    format!(
        "{}{each} on the same {}: {}",
        count(plan.width(), "condition"),
        count(plan.blocks, "deal"),
        count(plan.games(), "game")
    )
}

impl ExperimentRun<'_> {
    fn announce(&self, plan: &Plan, progress: Progress) {
        let asked = self.job.experiment.games;
        if plan.width() > 1 {
            tell(&extent(plan));
        } else if plan.games() != asked {
            tell(&format!(
                "{} {} rounded up to {}: complete deal groups, each with one deal in {}",
                count(asked, "game"),
                verb(asked, "is", "are"),
                thousands(plan.games()),
                count(plan.block_size(), "seating")
            ));
        }
        if let Some(shard) = self.job.shard {
            if let Some(surplus) = Shard::surplus(shard.count, plan.blocks) {
                tell(&surplus);
            }
            let blocks = self.job.blocks(plan);
            tell(&format!(
                "shard {shard}: {} of {}",
                thousands(blocks.end - blocks.start),
                count(plan.blocks, "deal group")
            ));
        }
        let bots = &self.job.experiment.bot;
        for bot in bots.iter().filter(|bot| bot.is_cheating()) {
            tell(&format!(
                "warning: {} sees information that is hidden from its seat (information = \"cheating\")",
                bot.name
            ));
        }
        if let Some(equals) = warnings::equals(bots) {
            tell(&format!("warning: {equals}"));
        }
        tell(&format!("results go to {}", self.job.out.display()));
        if progress.done > 0 {
            let are = verb(progress.done, "is", "are");
            tell(&format!("{} {are} there", count(progress.done, "game")));
        }
    }
}

impl ExperimentRun<'_> {
    fn run(self, games: &[Box<dyn DynGame>]) -> Result<RunResult, RunError> {
        let experiment = &self.job.experiment;
        let plan = Plan::new(abouts(games), experiment.seed, experiment.games);
        let mut display = Display::new("game", self.quiet, Arc::clone(&self.job.live));
        let mut begun = !self.announces;
        let outcome = run(games, self.job, self.stop, &mut |progress| {
            // The folder is known to be usable only from here on.
            if !std::mem::replace(&mut begun, true) {
                self.announce(&plan, progress);
            }
            display.begin(progress);
        });
        display.finish();
        if let (Some(shard), Ok(outcome), false) = (self.job.shard, &outcome, begun) {
            // A game that panicked would panic again, so it is not repeated.
            let crashed = match outcome.manifest.games_crashed {
                0 => String::new(),
                games => format!(", {} panicked", count(games, "game")),
            };
            tell(&format!(
                "shard {shard} is complete in {}{crashed}: nothing to do",
                self.job.out.display()
            ));
        }
        outcome
    }
}

/// Prints how to continue and which problems occurred.
pub fn conclude(manifest: &Manifest, out: &Path) -> Result<(), Failure> {
    if manifest.games_crashed > 0 {
        tell(&format!(
            "error: {} of {} panicked; seeds and moves are in {}",
            manifest.games_crashed,
            count(manifest.games_done + manifest.games_crashed, "game"),
            out.join("crashes.csv").display()
        ));
    }
    let programs = behaviours([(out, manifest)].into_iter())?;
    let unplayed = report_unplayed(&programs, Some(out));
    if manifest.status == Status::Stopped {
        tell(&format!(
            "stopped after {} of {}; the files are complete. To resume:\n  {}",
            thousands(manifest.games_done + manifest.games_crashed),
            count(manifest.games_planned, "game"),
            resume_command()
        ));
        return Err(Failure::Reported);
    }
    match manifest.games_crashed + unplayed {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

/// Prints an error for seats in which programs answered no move, and returns their number. `out` is the folder with the
/// failures.
pub fn report_unplayed(programs: &[Behaviour], out: Option<&Path>) -> u64 {
    let unplayed = programs.iter().map(|program| program.unplayed).sum();
    if unplayed > 0 {
        let place = out.map_or(String::new(), |out| {
            format!("; programs.csv in {} lists their failures", out.display())
        });
        let seats = count(unplayed, "seat");
        tell(&format!(
            "error: programs did not return any move in {seats}{place}"
        ));
    }
    unplayed
}

/// Words of the command line that is carried out. In the Python package, they are not the arguments of the process.
static WORDS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn words() -> MutexGuard<'static, Vec<String>> {
    WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores the words of the command line, with the program as the first word.
pub fn store_words(given: &[OsString]) {
    let given = given.iter();
    *words() = given
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
}

/// Returns the command line, quoted for a shell, with more options appended.
pub fn command_line(program: &str, more: &[&str]) -> String {
    let given = words();
    let given = given.iter().skip(1).cloned();
    let kept = given.filter(|word| !["--force", "--resume"].contains(&word.as_str()));
    let mut words: Vec<String> = [program.to_string()].into_iter().chain(kept).collect();
    words.extend(more.iter().map(ToString::to_string));
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

/// Returns the command that resumes this run.
pub fn resume_command() -> String {
    let program = words().first().cloned();
    command_line(&program.unwrap_or("portolan".into()), &["--resume"])
}

/// Quotes a word for a shell.
pub fn quote(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=,./:+@%~".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
