//! Numbered units of work on several threads. How far they came is kept in a file, so that a soak that was
//! stopped or killed goes on.
//!
//! A unit depends on its number and the seed alone, and units are counted in order: what is found does not
//! depend on the number of threads, nor on when the soak was interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use portolan::results::error::RunError;
use portolan::results::file::write_whole;
use portolan_engine::experiment::pipeline::Workers;
use portolan_engine::play::live::Live;
use portolan_engine::play::panics::catch;
use serde::{Deserialize, Serialize};

/// Time between two writings of the file: no more work is lost by a kill.
const WRITE_EVERY: Duration = Duration::from_secs(5);
/// Time between two lines about the progress.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// Failures after which there is no point in going on.
const MOST_FAILURES: usize = 100;
/// The revision of the program, if the build knew it.
const REVISION: Option<&str> = option_env!("PORTOLAN_REVISION");

/// What was counted, by name.
pub type Counts = BTreeMap<String, u64>;

/// What a unit has found.
#[derive(Debug, Default)]
pub struct Tally {
    /// What was counted.
    pub counts: Counts,
    /// What went wrong: each with everything that is needed to repeat it.
    pub failures: Vec<String>,
}

impl Tally {
    /// Counts so many more of something.
    pub fn count(&mut self, name: &str, number: usize) {
        *self.counts.entry(name.to_string()).or_default() += number as u64;
    }
}

/// Work in units.
pub trait Soak: Sync {
    /// What a thread keeps from one unit to the next, to save time.
    type Worker;

    /// Name of the soak, and of its file.
    fn name(&self) -> String;

    /// Seed of everything.
    fn seed(&self) -> u64;

    /// What a thread begins with.
    fn worker(&self) -> Self::Worker;

    /// Carries out a unit.
    fn unit(&self, worker: &mut Self::Worker, number: u64) -> Tally;

    /// The share of the whole that these counts are; 1 or more when they are enough.
    fn share(&self, counts: &Counts) -> f64;

    /// The counts in words.
    fn summary(&self, progress: &Progress) -> String;
}

/// How far a soak came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Seed of everything.
    pub seed: u64,
    /// The first unit that is not in the counts.
    pub next_unit: u64,
    /// Whether the counts are enough.
    pub finished: bool,
    /// Seconds over all sessions.
    pub seconds: f64,
    /// Revisions of the program that took part.
    pub revisions: Vec<String>,
    /// Files beside this one that tell of failures.
    pub failures: Vec<String>,
    /// What was counted.
    pub counts: Counts,
}

/// How a soak is carried out.
pub struct Session<'a> {
    /// Where the file and what tells of failures are.
    pub folder: &'a Path,
    /// Threads.
    pub threads: usize,
    /// When to stop; none to go on to the end.
    pub time: Option<Duration>,
    /// Whether a soak that is finished begins anew.
    pub again: bool,
    /// Whether progress is told on the terminal.
    pub tell: bool,
}

impl Session<'_> {
    fn file(&self, soak: &impl Soak) -> PathBuf {
        self.folder.join(format!("{}.toml", soak.name()))
    }

    /// How far the soak came in earlier sessions.
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

    /// Goes on with a soak, to its end or as long as there is time.
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

/// The first lines of what tells of a failure, up to an empty one.
fn headline(failure: &str) -> &str {
    failure.split("\n\n").next().unwrap_or(failure)
}

/// How far a soak is, in one line.
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

/// The last line of a session.
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
