//! The processes of a run, and the leave to start them.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use serde_json::{Map, Value};

use super::conduct::Failure;
use super::process::{Failed, Log, Process};
use super::settings::ProgramSettings;
use super::{logs, resources};
use crate::message::{PROTOCOL, ProgramHello};
use crate::position::data;

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
        let stem = logs::stem(bot);
        let alike = |(_, name): &&(ThreadId, String)| logs::stem(name) == stem;
        let number = 1 + places.keys().filter(alike).count();
        let place = places
            .entry((thread::current().id(), bot.to_string()))
            .or_insert_with(|| {
                let log = self.logs.as_deref();
                Arc::new(Mutex::new(Place {
                    log: log.map(|folder| logs::path(folder, &stem, number)),
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
/// How it failed, of a program that runs with the last lines of its standard error; and whether that is a want of
/// open files, processes or memory.
pub fn rehearse(bot: &str, settings: &ProgramSettings) -> Result<(), (String, bool)> {
    let complaints = Arc::new(Mutex::new(Vec::new()));
    let log: Log = complaints.clone();
    let line = settings.line();
    let answered = Process::start(settings, Some(&log))
        .and_then(|mut process| process.ask(hello(bot), settings.start_limit()));
    answered.map(drop).map_err(|failed| match failed {
        Failed::Start { problem, is_want } => (format!("cannot start {line}: {problem}"), is_want),
        Failed::Program(failure, said) => {
            let complaints = complaints.lock().unwrap_or_else(PoisonError::into_inner);
            let complaints = String::from_utf8_lossy(&complaints).into_owned();
            let lines: Vec<&str> = complaints.lines().collect();
            let last = &lines[lines.len().saturating_sub(TOLD_LINES)..];
            let mut told = format!("{line} does not answer hello: {}: {said}", failure.name());
            for line in last {
                told.push_str("\n  ");
                told.push_str(line);
            }
            (told, false)
        }
    })
}

/// Where a process is, has been, or will be.
#[derive(Default)]
pub struct Place {
    process: Option<Process>,
    log: Option<PathBuf>,
    /// Processes that were started here.
    pub started: u64,
    /// Games that the process was told of and that go on.
    under_way: u64,
    /// Games that the process was told of and that are over.
    over: u64,
}

impl Place {
    /// The process, which is started if there is none.
    ///
    /// # Errors
    /// Why it does not start, or in what way it failed.
    pub fn process(
        &mut self,
        bot: &str,
        settings: &ProgramSettings,
    ) -> Result<&mut Process, Failed> {
        if self.process.is_none() {
            let log = match &self.log {
                None => None,
                Some(path) => match logs::open(path) {
                    Ok(file) => Some(Arc::new(Mutex::new(file)) as Log),
                    Err(error) if resources::is_want(&error) => {
                        return Err(Failed::Start {
                            problem: resources::in_words(&error),
                            is_want: true,
                        });
                    }
                    // A run goes on without a log.
                    Err(_) => None,
                },
            };
            let mut process = Process::start(settings, log.as_ref())?;
            self.started += 1;
            process.ask(hello(bot), settings.start_limit())?;
            self.process = Some(process);
        }
        let gone = || Failed::Program(Failure::Crashed, String::new());
        self.process.as_mut().ok_or_else(gone)
    }

    /// Tells the process, which is started if there is none, of a game. One that ended by itself after the games
    /// that it was told of is started again.
    ///
    /// # Errors
    /// As [`Place::process`].
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
                    "it ended by itself between two games ({how}), and is started again"
                ));
                self.end();
                self.process(bot, settings)?.ask(game, limit)?;
            }
            other => other?,
        }
        self.under_way += 1;
        Ok(())
    }

    /// Notes that a game is over that the process was told of; whether it has no other.
    pub fn leave(&mut self) -> bool {
        self.under_way = self.under_way.saturating_sub(1);
        self.over += 1;
        self.under_way == 0
    }

    /// The process, if there is one.
    pub fn running(&mut self) -> Option<&mut Process> {
        self.process.as_mut()
    }

    /// Ends the process, if there is one.
    pub fn end(&mut self) {
        self.process = None;
        self.under_way = 0;
        self.over = 0;
    }

    /// Writes a line to the log of the process.
    pub fn note(&self, line: &str) {
        if let Some(mut log) = self.log.as_deref().and_then(|path| logs::open(path).ok()) {
            // A run goes on without a log.
            let _ = writeln!(log, "portolan: {line}");
        }
    }
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
