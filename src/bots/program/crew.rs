//! The processes of a run, and the leave to start them.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use serde_json::{Map, Value, json};

use super::conduct::Failure;
use super::process::{Failed, Log, Process};
use super::settings::ProgramSettings;
use crate::message::PROTOCOL;

/// Bytes of a log, beyond which a process says nothing more to it.
const LONGEST_LOG: u64 = 16 << 20;

/// A place that several seats of a bot share.
pub type SharedPlace = Arc<Mutex<Place>>;

/// Who may start programs: one process for every thread and bot, which end with the crew.
pub struct Crew {
    logs: Option<PathBuf>,
    places: Mutex<HashMap<(ThreadId, String), SharedPlace>>,
}

/// The leave to start a program; nobody has it who was not given it on the command line. It is no part of what a bot
/// is: manifests leave it out, and bots that differ in nothing else are equal.
#[derive(Clone, Debug, Default)]
pub struct Leave(pub Option<Arc<Crew>>);

impl PartialEq for Leave {
    fn eq(&self, _: &Leave) -> bool {
        true
    }
}

impl Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Crew").field("logs", &self.logs).finish()
    }
}

impl Crew {
    /// A crew whose programs complain into this folder; `None` for nowhere.
    pub fn new(logs: Option<PathBuf>) -> Crew {
        Crew {
            logs,
            places: Mutex::default(),
        }
    }

    /// The place of a bot's process on this thread. Nothing is started yet.
    pub fn place(&self, bot: &str) -> SharedPlace {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let number = 1 + places.keys().filter(|(_, name)| name == bot).count();
        let place = places
            .entry((thread::current().id(), bot.to_string()))
            .or_insert_with(|| {
                let log = self.logs.as_deref();
                Arc::new(Mutex::new(Place {
                    log: log.map(|folder| folder.join(format!("{bot}-{number}.log"))),
                    ..Place::default()
                }))
            });
        Arc::clone(place)
    }
}

/// Lines of what a program complains of that an error repeats.
const TOLD_LINES: usize = 12;

/// Starts a program and asks it to say hello, to see whether it does.
///
/// # Errors
/// How it failed, with the last lines of its standard error.
pub fn rehearse(bot: &str, settings: &ProgramSettings) -> Result<(), String> {
    let complaints = Arc::new(Mutex::new(Vec::new()));
    let log: Log = complaints.clone();
    let line = settings.line();
    let mut process = Process::start(settings, Some(&log))
        .map_err(|reason| format!("cannot start {line}: {reason}"))?;
    let answered = process.ask(hello(bot), settings.start_limit());
    drop(process);
    answered.map(drop).map_err(|(failure, said)| {
        let complaints = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let complaints = String::from_utf8_lossy(&complaints).into_owned();
        let lines: Vec<&str> = complaints.lines().collect();
        let last = &lines[lines.len().saturating_sub(TOLD_LINES)..];
        let mut told = format!("{line} does not answer hello: {}: {said}", failure.name());
        for line in last {
            told.push_str("\n  ");
            told.push_str(line);
        }
        told
    })
}

/// Where a process is, has been, or will be.
#[derive(Default)]
pub struct Place {
    process: Option<Process>,
    log: Option<PathBuf>,
    /// Processes that were started here.
    pub started: u64,
}

impl Place {
    /// The process, which is started if there is none.
    ///
    /// # Errors
    /// In what way it failed to start.
    pub fn process(
        &mut self,
        bot: &str,
        settings: &ProgramSettings,
    ) -> Result<&mut Process, Failed> {
        if self.process.is_none() {
            let log = self.log.as_deref().and_then(|path| open(path).ok());
            let process = Process::start(settings, log.as_ref());
            let mut process = process.map_err(|reason| {
                let line = settings.line();
                (Failure::Crashed, format!("cannot start {line}: {reason}"))
            })?;
            self.started += 1;
            process.ask(hello(bot), settings.start_limit())?;
            self.process = Some(process);
        }
        self.process
            .as_mut()
            .ok_or((Failure::Crashed, String::new()))
    }

    /// Ends the process, if there is one.
    pub fn end(&mut self) {
        self.process = None;
    }

    /// Writes a line to the log of the process.
    pub fn note(&self, line: &str) {
        if let Some(log) = self.log.as_deref().and_then(|path| open(path).ok()) {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            // A run goes on without a log.
            let _ = writeln!(log, "portolan: {line}");
        }
    }
}

fn open(path: &Path) -> io::Result<Log> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() > LONGEST_LOG {
        return Err(io::Error::other("the log is full"));
    }
    Ok(Arc::new(Mutex::new(file)))
}

fn hello(bot: &str) -> Map<String, Value> {
    let message = json!({
        "request": "hello",
        "protocol": PROTOCOL,
        "from": concat!("portolan ", env!("CARGO_PKG_VERSION")),
        "bot": bot,
    });
    match message {
        Value::Object(message) => message,
        _ => Map::new(),
    }
}
