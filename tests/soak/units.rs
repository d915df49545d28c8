//! Runs numbered units of work on several threads. The progress is saved to a file, so that a stopped or
//! killed soak test can be resumed.
//!
//! A unit depends only on its number and the seed, and units are counted in order, so the results do not
//! depend on the number of threads or on interruptions.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use portolan::results::error::RunError;
use portolan::results::file::write_whole;
use portolan_run::experiment::pipeline::Workers;
use portolan_run::play::live::Live;
use portolan_run::play::panics::catch;
use serde::{Deserialize, Serialize};

/// Interval between saves, which limits the work lost by a kill.
const WRITE_EVERY: Duration = Duration::from_secs(5);
/// Interval between progress messages.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// Number of failures after which the soak test stops.
const MOST_FAILURES: usize = 100;
/// Revision of the program, if known at build time.
const REVISION: Option<&str> = option_env!("PORTOLAN_REVISION");

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// Results of a unit.
#[derive(Debug, Default)]
pub struct Tally {
    pub counts: Counts,
    /// Descriptions of failures, each with everything that is needed to reproduce it.
    pub failures: Vec<String>,
}

impl Tally {
    /// Adds a number to a count.
    pub fn count(&mut self, name: &str, number: usize) {
        *self.counts.entry(name.to_string()).or_default() += number as u64;
    }
}

/// Soak test that consists of units.
pub trait Soak: Sync {
    /// State of a thread that units share to save time.
    type Worker;

    /// Name of the soak test and of its file.
    fn name(&self) -> String;

    /// Seed of all random choices.
    fn seed(&self) -> u64;

    /// Creates the state of a thread.
    fn worker(&self) -> Self::Worker;

    /// Runs a unit.
    fn unit(&self, worker: &mut Self::Worker, number: u64) -> Tally;

    /// Returns the completed share of the work; 1 or more if the soak test is complete.
    fn share(&self, counts: &Counts) -> f64;

    /// Describes the counts.
    fn summary(&self, progress: &Progress) -> String;
}

/// Progress of a soak test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Seed of all random choices.
    pub seed: u64,
    /// First unit that is not counted.
    pub next_unit: u64,
    /// True if the soak test is complete.
    pub finished: bool,
    /// Total duration of all sessions in seconds.
    pub seconds: f64,
    /// Revisions of the program used so far.
    pub revisions: Vec<String>,
    /// Names of the files with descriptions of failures.
    pub failures: Vec<String>,
    pub counts: Counts,
}

/// Settings of a session.
pub struct Session<'a> {
    /// Folder of the progress file and the descriptions of failures.
    pub folder: &'a Path,
    /// Number of threads.
    pub threads: usize,
    /// Time limit; `None` to run to the end.
    pub time: Option<Duration>,
    /// True if a complete soak test starts again.
    pub again: bool,
    /// True if progress is printed.
    pub tell: bool,
}

impl Session<'_> {
    fn file(&self, soak: &impl Soak) -> PathBuf {
        self.folder.join(format!("{}.toml", soak.name()))
    }

    /// Returns the progress of earlier sessions.
    fn earlier(&self, soak: &impl Soak) -> Progress {
        let new = Progress {
            seed: soak.seed(),
            ..Progress::default()
        };
        let file = self.file(soak);
        if !file.exists() {
            return new;
        }
        let text = fs::read_to_string(&file).expect("the file can be read");
        let earlier: Progress = toml::from_str(&text).expect("the file was written by a soak");
        let (path, seed) = (file.display(), soak.seed());
        assert_eq!(
            earlier.seed, seed,
            "{path} is of another seed; remove it to begin anew"
        );
        match earlier.finished && self.again {
            true => new,
            false => earlier,
        }
    }

    /// Continues a soak test until its end or the time limit.
    pub fn go_on<S: Soak>(&self, soak: &S) -> Progress {
        let mut progress = self.earlier(soak);
        if progress.finished {
            return progress;
        }
        let revision = REVISION.unwrap_or("unknown").to_string();
        if !progress.revisions.contains(&revision) {
            progress.revisions.push(revision);
        }
        fs::create_dir_all(self.folder).expect("the folder can be made");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        let pool = pool.build().expect("there are threads");
        let stop = AtomicBool::new(false);
        let (began, before) = (Instant::now(), progress.seconds);
        let (mut written, mut told) = (began, began);
        let workers = Workers {
            pool: &pool,
            stop: &stop,
            live: &Live::default(),
        };
        workers
            .in_order(
                progress.next_unit..u64::MAX,
                || soak.worker(),
                |worker, unit| {
                    catch(|| soak.unit(worker, unit)).unwrap_or_else(|panic| Tally {
                        failures: vec![format!("unit {unit}: {panic}\n")],
                        ..Tally::default()
                    })
                },
                |unit, tally| {
                    for (name, number) in tally.counts {
                        *progress.counts.entry(name).or_default() += number;
                    }
                    for failure in tally.failures {
                        let name = format!("{}-{}.txt", soak.name(), progress.failures.len() + 1);
                        let file = self.folder.join(&name);
                        println!("{}\nMore in {}\n", headline(&failure), file.display());
                        write_whole(&file, &failure)?;
                        progress.failures.push(name);
                    }
                    progress.next_unit = unit + 1;
                    progress.seconds = before + began.elapsed().as_secs_f64();
                    progress.finished = soak.share(&progress.counts) >= 1.0;
                    if self.time.is_some_and(|time| began.elapsed() >= time) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    let ends = progress.finished || progress.failures.len() >= MOST_FAILURES;
                    if ends || written.elapsed() >= WRITE_EVERY {
                        self.write(soak, &progress)?;
                        written = Instant::now();
                    }
                    if self.tell && told.elapsed() >= TELL_EVERY {
                        println!("{}", far(soak, &progress));
                        told = Instant::now();
                    }
                    Ok::<_, RunError>(match ends {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    })
                },
            )
            .expect("files can be written");
        self.write(soak, &progress).expect("files can be written");
        progress
    }

    fn write(&self, soak: &impl Soak, progress: &Progress) -> Result<(), RunError> {
        let text = toml::to_string(progress).expect("numbers and names");
        write_whole(&self.file(soak), &text)
    }
}

/// Returns the first paragraph of the description of a failure.
fn headline(failure: &str) -> &str {
    failure.split("\n\n").next().unwrap_or(failure)
}

/// Describes the progress in one line.
fn far(soak: &impl Soak, progress: &Progress) -> String {
    let share = soak.share(&progress.counts).min(1.0);
    let hours = progress.seconds / 3600.0;
    let left = match share > 0.0 {
        true => hours * (1.0 / share - 1.0),
        false => f64::NAN,
    };
    format!(
        "soak of {}: {:.2} % after {hours:.2} h, {} failures; about {left:.2} h left",
        soak.name(),
        100.0 * share,
        progress.failures.len()
    )
}

/// Returns the last line of a session.
pub fn last_line(soak: &impl Soak, progress: &Progress) -> String {
    if !progress.finished {
        let stopped = far(soak, progress);
        return format!("{stopped}; the same command goes on from here");
    }
    format!(
        "soak of {} finished: {}; {} failures; seed {}, {} units, {:.2} h, program {}",
        soak.name(),
        soak.summary(progress),
        progress.failures.len(),
        progress.seed,
        progress.next_unit,
        progress.seconds / 3600.0,
        progress.revisions.join(" and ")
    )
}
