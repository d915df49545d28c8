//! Pool of the processes in a run, and the permission to start them.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use serde_json::{Map, Value};

use super::process::{Failed, Log, Process, check_files};
use super::settings::ProgramSettings;
use super::supervisor::Failure;
use super::{logs, resources};
use crate::view::data;
use crate::wire_protocol::{PROTOCOL, ProgramHello};

/// A slot that is shared by all seats of a bot, on one thread or, with [`Logs::Memory`], on all threads.
pub type SharedPlace = Arc<Mutex<Place>>;

/// Destination of the standard error of programs.
#[derive(Clone, Debug)]
pub enum Logs {
    /// Files in this folder.
    Folder(PathBuf),
    /// Memory, for error messages. One process of a bot then serves all threads.
    Memory,
    Discarded,
}

/// Pool of processes: one per bot and thread, or one per bot with [`Logs::Memory`]. Dropping the pool ends all processes.
pub struct ProgramPool {
    logs: Logs,
    places: Mutex<HashMap<(Option<ThreadId>, String), SharedPlace>>,
}

/// Permission to start programs, which the user grants on the command line. It is not part of the bot's identity:
/// manifests omit it, and it does not affect equality.
#[derive(Clone, Debug, Default)]
pub struct Leave(pub Option<Arc<ProgramPool>>);

impl PartialEq for Leave {
    fn eq(&self, _: &Leave) -> bool {
        true
    }
}

impl Debug for ProgramPool {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("ProgramPool")
            .field("logs", &self.logs)
            .finish()
    }
}

impl ProgramPool {
    /// Creates a pool that logs the standard error of its programs to files in this folder, or discards it if `None`.
    pub fn new(logs: Option<PathBuf>) -> ProgramPool {
        ProgramPool::with_logs(logs.map_or(Logs::Discarded, Logs::Folder))
    }

    /// Creates a pool with this destination of the standard error of its programs.
    pub fn with_logs(logs: Logs) -> ProgramPool {
        ProgramPool {
            logs,
            places: Mutex::default(),
        }
    }

    /// Returns the slot of a bot for the current thread. The process is started later.
    pub fn place(&self, bot: &str) -> SharedPlace {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let stem = logs::stem(bot);
        let alike = |(_, name): &&(Option<ThreadId>, String)| logs::stem(name) == stem;
        let number = 1 + places.keys().filter(alike).count();
        let thread = (!matches!(self.logs, Logs::Memory)).then(|| thread::current().id());
        let place = places.entry((thread, bot.to_string())).or_insert_with(|| {
            let mut place = Place::default();
            match &self.logs {
                Logs::Folder(folder) => place.log = Some(logs::path(folder, &stem, number)),
                Logs::Memory => place.complaints = Some(Arc::default()),
                Logs::Discarded => {}
            }
            Arc::new(Mutex::new(place))
        });
        Arc::clone(place)
    }
}

/// Number of lines of a program's standard error that an error message repeats.
const TOLD_LINES: usize = 12;

/// Dry run: starts a program and sends `hello`.
///
/// # Errors
/// A description of the failure, with the last lines of the program's standard error if it was running, and true if the
/// cause is a lack of open files, processes or memory.
pub fn rehearse(bot: &str, settings: &ProgramSettings) -> Result<(), (String, bool)> {
    let complaints = Arc::new(Mutex::new(Vec::new()));
    let log: Log = complaints.clone();
    let line = settings.line();
    let answered = Process::start(settings, Some(&log))
        .and_then(|mut process| greet(&mut process, bot, settings));
    answered.map_err(|failed| match failed {
        Failed::Start { problem, is_want } => (format!("cannot start {line}: {problem}"), is_want),
        Failed::Program(failure, said) => {
            let message = format!("{line} did not answer `hello`: {}: {said}", failure.name());
            (message + &last_lines(&complaints), false)
        }
    })
}

/// Returns the last lines of a log, each after a newline and two spaces.
fn last_lines(log: &Mutex<Vec<u8>>) -> String {
    let log = log.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log);
    let lines: Vec<&str> = log.lines().collect();
    let last = &lines[lines.len().saturating_sub(TOLD_LINES)..];
    last.iter().map(|line| format!("\n  {line}")).collect()
}

/// Slot for a process of one bot on one thread. The process is started on demand.
#[derive(Default)]
pub struct Place {
    process: Option<Process>,
    log: Option<PathBuf>,
    /// Standard error of the current or last process, if it is stored in memory.
    complaints: Option<Arc<Mutex<Vec<u8>>>>,
    /// Number of games that were announced to processes in this slot.
    announced: u64,
    /// Number of processes that were started in this slot.
    pub started: u64,
    /// Number of games that the process is currently playing.
    under_way: u64,
    /// Number of games that the process has finished.
    over: u64,
}

impl Place {
    /// Returns the process, and starts it if it is not running.
    ///
    /// # Errors
    /// The reason why the process does not start, or its failure.
    pub fn process(
        &mut self,
        bot: &str,
        settings: &ProgramSettings,
    ) -> Result<&mut Process, Failed> {
        if self.process.is_none() {
            let log = match &self.log {
                None => self.complaints.as_mut().map(|complaints| {
                    *complaints = Arc::default();
                    Arc::clone(complaints) as Log
                }),
                Some(path) => match logs::open(path) {
                    Ok(file) => Some(Arc::new(Mutex::new(file)) as Log),
                    Err(error) if resources::is_want(&error) => {
                        return Err(Failed::Start {
                            problem: resources::in_words(&error),
                            is_want: true,
                        });
                    }
                    // If the log cannot be opened, continue without it.
                    Err(_) => None,
                },
            };
            let mut process = Process::start(settings, log.as_ref())?;
            self.started += 1;
            greet(&mut process, bot, settings)?;
            self.process = Some(process);
        }
        let gone = || Failed::Program(Failure::Crashed, String::new());
        self.process.as_mut().ok_or_else(gone)
    }

    /// Announces a game to the process, and starts the process if it is not running. A process that exited by itself
    /// after its games were over is restarted.
    ///
    /// # Errors
    /// Same as [`Place::process`].
    pub fn begin(
        &mut self,
        bot: &str,
        settings: &ProgramSettings,
        game: Map<String, Value>,
    ) -> Result<(), Failed> {
        let limit = settings.start_limit();
        let begun = self
            .process(bot, settings)?
            .ask(game.clone(), limit)
            .map(drop);
        match begun {
            Err(Failed::Program(Failure::Crashed, how)) if self.under_way == 0 && self.over > 0 => {
                self.note(&format!(
                    "it exited between two games ({how}) and was restarted"
                ));
                self.end();
                self.process(bot, settings)?.ask(game, limit)?;
            }
            other => other?,
        }
        self.under_way += 1;
        Ok(())
    }

    /// Records the end of an announced game. Returns true if no other game is in progress.
    pub fn leave(&mut self) -> bool {
        self.under_way = self.under_way.saturating_sub(1);
        self.over += 1;
        self.under_way == 0
    }

    /// Returns the number of the next game in this slot.
    pub fn next_game(&mut self) -> u64 {
        self.announced += 1;
        self.announced
    }

    /// Returns the last lines of the standard error of the last process, each after a newline, or an empty string if
    /// standard error is not stored in memory.
    pub fn last_words(&self) -> String {
        self.complaints
            .as_deref()
            .map(last_lines)
            .unwrap_or_default()
    }

    /// Returns the process if it is running.
    pub fn running(&mut self) -> Option<&mut Process> {
        self.process.as_mut()
    }

    /// Ends the process if it is running.
    pub fn end(&mut self) {
        self.process = None;
        self.under_way = 0;
        self.over = 0;
    }

    /// Writes a line to the log of the process.
    pub fn note(&self, line: &str) {
        if let Some(mut log) = self.log.as_deref().and_then(|path| logs::open(path).ok()) {
            // If the log cannot be written, continue without it.
            let _ = writeln!(log, "portolan: {line}");
        }
    }
}

/// Sends `hello` to a new process.
///
/// # Errors
/// The failure of the program. If a file of the program has disappeared during the start, the error reports the missing
/// file.
fn greet(process: &mut Process, bot: &str, settings: &ProgramSettings) -> Result<(), Failed> {
    let answered = process.ask(hello(bot), settings.start_limit());
    if let Err(Failed::Program(Failure::Crashed, _)) = answered {
        check_files(settings)?;
    }
    answered.map(drop)
}

fn hello(bot: &str) -> Map<String, Value> {
    let hello = ProgramHello {
        request: "hello",
        protocol: PROTOCOL,
        from: concat!("portolan ", env!("CARGO_PKG_VERSION")),
        bot: bot.to_string(),
    };
    match data(&hello) {
        Value::Object(message) => message,
        _ => Map::new(),
    }
}
