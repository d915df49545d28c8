//! One process: lines to it, lines from it, and an end to it.
//!
//! It may do whatever it likes: say nothing, say too much, never read, never end. Whoever asks waits for as long
//! as it has time and no longer: three threads read, write and log, and end with the process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::conduct::Failure;
use super::settings::ProgramSettings;
use crate::message::PROTOCOL;

/// The environment variable by which a program knows that it is asked to play: the version of the protocol.
const SPOKEN: &str = "PORTOLAN_PROTOCOL";
/// Bytes of the longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that wait to be read, before the program has to wait.
const WAITING_LINES: usize = 4;
/// Bytes of the standard error of a process that are logged.
const LOGGED: u64 = 1 << 20;
/// Characters of what was said that are told.
const TOLD: usize = 200;
/// How long a process may take to end by itself.
const TO_END: Duration = Duration::from_millis(500);

/// A log that several threads write.
pub type Log = Arc<Mutex<dyn Write + Send>>;

/// What came of waiting for an answer: how it failed, and what was said instead.
pub type Failed = (Failure, String);

/// What a process says.
enum Heard {
    Line(Vec<u8>),
    TooLong(Vec<u8>),
    End,
}

/// A process that answers lines.
pub struct Process {
    child: Child,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Heard>,
    complaints: Option<JoinHandle<()>>,
    asked: u64,
}

/// The beginning of what was said, on one line.
fn told(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let shown: String = text.chars().take(TOLD).collect();
    let more = if shown.len() < text.len() { " …" } else { "" };
    format!("{}{more}", shown.escape_debug())
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn start(settings: &ProgramSettings, log: Option<&Log>) -> Result<Process, String> {
        let mut command = command(settings)?;
        command
            .current_dir(&settings.folder)
            .env(SPOKEN, PROTOCOL.to_string())
            .envs(&settings.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match log {
                Some(_) => Stdio::piped(),
                None => Stdio::null(),
            });
        // It can be ended with whatever it starts itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (to, lines) = channel();
        let (heard, from) = sync_channel(WAITING_LINES);
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_lines(input, &lines));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &heard));
        }
        let errors = child.stderr.take().zip(log.cloned());
        let complaints = errors.map(|(errors, log)| thread::spawn(move || keep(errors, &log)));
        Ok(Process {
            child,
            to: Some(to),
            from,
            complaints,
            asked: 0,
        })
    }

    /// Sends a request, which is given an `id`, and waits for the answer with the same one.
    ///
    /// # Errors
    /// In what way the program failed.
    pub fn ask(
        &mut self,
        mut request: Map<String, Value>,
        limit: Duration,
    ) -> Result<Map<String, Value>, Failed> {
        match self.from.try_recv() {
            Ok(Heard::Line(said) | Heard::TooLong(said)) => {
                return Err((
                    Failure::Flooded,
                    format!("without being asked: {}", told(&said)),
                ));
            }
            Ok(Heard::End) => return Err(self.ended()),
            Err(_) => {}
        }
        self.asked += 1;
        request.insert("id".to_string(), self.asked.into());
        let line = format!("{}\n", Value::Object(request));
        // A program that has ended is told by what it says.
        let _ = self.to.as_ref().map(|to| to.send(line.into_bytes()));
        match self.from.recv_timeout(limit) {
            Ok(Heard::Line(said)) => match serde_json::from_slice(&said) {
                Ok(Value::Object(answer)) if answer.get("id") == Some(&self.asked.into()) => {
                    Ok(answer)
                }
                _ => Err((
                    Failure::Garbled,
                    format!(
                        "{}; expected an object with \"id\": {}",
                        told(&said),
                        self.asked
                    ),
                )),
            },
            Ok(Heard::TooLong(said)) => Err((
                Failure::Flooded,
                format!("a line of more than {LONGEST_LINE} bytes: {}", told(&said)),
            )),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err((
                Failure::Late,
                format!("nothing in {} s", limit.as_secs_f64()),
            )),
        }
    }

    fn ended(&mut self) -> Failed {
        let status = wait_for(&mut self.child, TO_END);
        let how = status.map_or("it closed its output".to_string(), |status| {
            status.to_string()
        });
        (Failure::Crashed, how)
    }

    /// Ends it, and all that it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // A group that is gone already is what was wanted.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// It hears that there is no more to do, and is ended if it goes on. Its last complaints are in the log then, unless
/// something that it started elsewhere keeps its standard error open.
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(to) = self.to.take() {
            let _ = to.send(b"{\"request\":\"quit\"}\n".to_vec());
        }
        wait_for(&mut self.child, TO_END);
        self.kill();
        if let Some(complaints) = &self.complaints {
            within(TO_END, || complaints.is_finished().then_some(()));
        }
    }
}

/// How a process ended, if it does in time.
fn wait_for(child: &mut Child, limit: Duration) -> Option<std::process::ExitStatus> {
    within(limit, || child.try_wait().ok().flatten())
}

/// What is looked for again and again, if it comes in time.
fn within<T>(limit: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        let found = look();
        if found.is_some() || began.elapsed() >= limit {
            return found;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The command, by a shell that limits its memory if there is a limit.
fn command(settings: &ProgramSettings) -> Result<Command, String> {
    let (program, arguments) = settings.command.split_first().ok_or("it is empty")?;
    let Some(memory) = settings.memory else {
        let mut command = Command::new(program);
        command.args(arguments);
        return Ok(command);
    };
    if !cfg!(unix) {
        return Err("memory is limited on Unix systems only".to_string());
    }
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v \"$1\" && shift && exec \"$@\"", "sh"])
        .arg((memory * 1024).to_string())
        .arg(program)
        .args(arguments);
    Ok(command)
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on line by line; ends with the first one that is too long.
fn read_lines(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) if line.ends_with(b"\n") => Heard::Line(line.trim_ascii().to_vec()),
            Ok(length) if length as u64 == LONGEST_LINE => Heard::TooLong(line),
            Ok(_) => Heard::Line(line),
        };
        let last = !matches!(said, Heard::Line(_));
        if heard.send(said).is_err() || last {
            return;
        }
    }
}

/// Logs the beginning of what a process complains of, and takes the rest.
fn keep(errors: ChildStderr, log: &Log) {
    let mut errors = BufReader::new(errors);
    let mut buffer = [0; 4096];
    let mut left = LOGGED;
    while let Ok(length @ 1..) = errors.read(&mut buffer) {
        let kept = left.min(length as u64);
        if kept > 0 {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = log.write_all(&buffer[..kept as usize]);
            left -= kept;
            if left == 0 {
                let _ = log.write_all(b"\n(the rest of what this process says is left out)\n");
            }
        }
    }
}
