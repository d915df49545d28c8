//! Communication with one process.
//!
//! The process may behave arbitrarily: it may write nothing or too much, never read its input, and never exit. Three
//! threads read, write and log, so that a request waits no longer than its time limit. The threads end with the
//! process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::settings::{Limit, ProgramSettings};
use super::supervisor::Failure;
use super::{fingerprint, resources, watchdog};
use crate::search::interrupt::Interrupt;
use crate::wire_protocol::{PROTOCOL, whole_number};

/// Environment variable that contains the version of the protocol.
const SPOKEN: &str = "PORTOLAN_PROTOCOL";
/// Maximum length of an input line in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// Number of unread lines that are buffered before the program blocks.
const WAITING_LINES: usize = 4;
/// Maximum number of bytes of standard error that are logged per process.
const LOGGED: u64 = 1 << 20;
/// Maximum number of characters of a program's output in an error message.
const TOLD: usize = 200;
/// Time limit for a process to exit by itself. It is generous, because the results of a game include the exit code.
const TO_END: Duration = Duration::from_secs(5);
/// Time between checks for an interrupt.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// Time limit for the watchdog to end all processes.
#[cfg(unix)]
const TO_END_ALL: Duration = Duration::from_secs(11);

/// A log that several threads can write to.
pub type Log = Arc<Mutex<dyn Write + Send>>;

/// Reason why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Failure of the program, and a description or the output.
    Program(Failure, String),
    /// The program could not be started.
    Start {
        problem: String,
        /// True if the cause is a lack of open files, processes or memory.
        is_want: bool,
    },
}

impl Failed {
    /// Converts the system error for a program that could not be started.
    fn start(error: &io::Error) -> Failed {
        Failed::Start {
            problem: resources::in_words(error),
            is_want: resources::is_want(error),
        }
    }
}

/// Output of a process.
enum Heard {
    Line(Vec<u8>),
    TooLong(Vec<u8>),
    End,
}

/// A process that answers requests line by line.
pub struct Process {
    child: Child,
    has_warden: bool,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Heard>,
    /// Output after the last complete line.
    begun: Arc<Mutex<Vec<u8>>>,
    complaints: Option<JoinHandle<()>>,
    memory: Option<u64>,
    asked: u64,
    answered: u64,
    /// True if the process did not answer or exit in time.
    hangs: bool,
}

/// Returns the beginning of the output, escaped to fit on one line.
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
    /// [`Failed::Start`] if the program does not start. With a watchdog, some errors are reported by the first request
    /// instead.
    pub fn start(settings: &ProgramSettings, log: Option<&Log>) -> Result<Process, Failed> {
        let cannot = |problem: &str| Failed::Start {
            problem: problem.to_string(),
            is_want: false,
        };
        if !settings.folder.is_dir() {
            let folder = settings.folder.display();
            let problem = format!(
                "its working directory {folder} does not exist; expected folder = \"DIR\", relative \
                 to the bot file"
            );
            return Err(cannot(&problem));
        }
        check_files(settings)?;
        let (mut command, has_warden) = command(settings).map_err(|problem| cannot(&problem))?;
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
        // A process group of its own allows ending the program together with its child processes.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = match has_warden {
            true => watchdog::start(command),
            false => command.spawn(),
        };
        let child = child.map_err(|error| Failed::start(&error))?;
        let (to, lines) = channel();
        let (heard, from) = sync_channel(WAITING_LINES);
        let mut process = Process {
            child,
            has_warden,
            to: Some(to),
            from,
            begun: Arc::default(),
            complaints: None,
            memory: settings.memory,
            asked: 0,
            answered: 0,
            hangs: false,
        };
        // If a thread cannot be started, dropping `process` ends the process.
        let begun = Arc::clone(&process.begun);
        if let Some(input) = process.child.stdin.take() {
            thread(move || write_lines(input, &lines))?;
        }
        if let Some(output) = process.child.stdout.take() {
            thread(move || read_lines(output, &heard, &begun))?;
        }
        if let Some((errors, log)) = process.child.stderr.take().zip(log.cloned()) {
            process.complaints = Some(thread(move || keep(errors, &log))?);
        }
        Ok(process)
    }

    /// Sends a request with a new `id`, and waits for the answer with this `id`.
    ///
    /// # Errors
    /// The failure of the program, if it gives no valid answer.
    pub fn ask(
        &mut self,
        mut request: Map<String, Value>,
        limit: Limit,
    ) -> Result<Map<String, Value>, Failed> {
        match self.from.try_recv() {
            Ok(Heard::Line(said)) => return Err(self.unasked(&said)),
            Ok(Heard::TooLong(said)) => return Err(too_long(&said)),
            Ok(Heard::End) => return Err(self.ended()),
            Err(_) => {}
        }
        self.asked += 1;
        request.insert("id".to_string(), self.asked.into());
        let line = format!("{}\n", Value::Object(request));
        // If the program has exited, receiving reports the error.
        let _ = self.to.as_ref().map(|to| to.send(line.into_bytes()));
        match self.receive(limit.time) {
            Ok(Heard::Line(said)) => self.answer(&said),
            Ok(Heard::TooLong(said)) => Err(too_long(&said)),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => {
                self.hangs = true;
                let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
                let said = late(&begun, self.answered, limit);
                Err(Failed::Program(Failure::Late, said))
            }
        }
    }

    /// Waits for output up to a time limit or an interrupt.
    fn receive(&self, time: Duration) -> Result<Heard, RecvTimeoutError> {
        let Some(interrupt) = Interrupt::current() else {
            return self.from.recv_timeout(time);
        };
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(BETWEEN_LOOKS)) {
                Err(RecvTimeoutError::Timeout)
                    if left > BETWEEN_LOOKS && !interrupt.is_raised() => {}
                other => return other,
            }
        }
    }

    fn answer(&mut self, said: &[u8]) -> Result<Map<String, Value>, Failed> {
        if let Some(error) = self.unstarted(said) {
            return Err(error);
        }
        match serde_json::from_slice(said) {
            Ok(Value::Object(answer))
                if answer.get("id").and_then(whole_number) == Some(self.asked) =>
            {
                self.answered += 1;
                Ok(answer)
            }
            _ => {
                let (told, id) = (told(said), self.asked);
                let said = format!("{told}; expected an object with \"id\": {id}");
                Err(Failed::Program(Failure::Garbled, said))
            }
        }
    }

    /// Returns the error for a line that was not requested.
    fn unasked(&self, said: &[u8]) -> Failed {
        self.unstarted(said).unwrap_or_else(|| {
            let said = format!("without a request: {}", told(said));
            Failed::Program(Failure::Flooded, said)
        })
    }

    /// Returns the error if the line is the watchdog's message that the program could not be started.
    fn unstarted(&self, said: &[u8]) -> Option<Failed> {
        let is_first = self.has_warden && self.answered == 0;
        let error = is_first.then(|| watchdog::unstarted(said)).flatten()?;
        Some(Failed::start(&error))
    }

    /// Returns true if the process has exited successfully.
    pub fn has_left(&mut self) -> bool {
        let status = self.child.try_wait().ok().flatten();
        status.is_some_and(|status| status.success())
    }

    fn ended(&mut self) -> Failed {
        let status = wait_for(&mut self.child, TO_END);
        self.hangs = status.is_none();
        let mut how = match status {
            Some(status) if self.has_warden => watchdog::how_it_ended(status),
            Some(status) => status.to_string(),
            None => "it closed its output".to_string(),
        };
        if let Some(memory) = self
            .memory
            .filter(|_| status.is_some_and(|status| !status.success()))
        {
            how.push_str(&format!(
                "; its address space is limited to {memory} MiB (memory)"
            ));
        }
        Failed::Program(Failure::Crashed, how)
    }

    /// Ends the process and everything that it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, kill, killpg};
            let group = nix::unistd::Pid::from_raw(group);
            // Ignore errors: the process may already be gone.
            if self.has_warden && matches!(self.child.try_wait(), Ok(None)) {
                let _ = kill(group, Signal::SIGTERM);
                wait_for(&mut self.child, TO_END_ALL);
            }
            let _ = killpg(group, Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Checks that the files of a program exist and have not changed.
///
/// # Errors
/// [`Failed::Start`] if a file is missing or has changed. If the program itself cannot be read, the error equals the
/// error of a failed start.
pub fn check_files(settings: &ProgramSettings) -> Result<(), Failed> {
    let (file, error) = match fingerprint::check(settings) {
        Ok(()) => return Ok(()),
        Err(found) => found,
    };
    Err(match error {
        Some(error) if settings.command.first() == Some(&file) => Failed::start(&error),
        Some(error) => Failed::Start {
            problem: format!("{file}: {}", resources::in_words(&error)),
            is_want: resources::is_want(&error),
        },
        None => Failed::Start {
            problem: format!(
                "{file} has changed since the run began: start again with the current program, or restore the file"
            ),
            is_want: false,
        },
    })
}

/// Describes a missing answer and its possible cause, with the output since the last complete line and the number of
/// earlier answers.
fn late(begun: &[u8], answered: u64, limit: Limit) -> String {
    let limit = limit.told();
    match (begun.is_empty(), answered) {
        (false, _) => format!(
            "only an incomplete line within {limit}: {}; end each answer with a newline and flush it",
            told(begun)
        ),
        (true, 0) => format!(
            "no answer within {limit}; if the program did answer, flush its output after every line"
        ),
        (true, _) => format!("no answer within {limit}"),
    }
}

/// Returns the error for a line that exceeds the maximum length.
fn too_long(said: &[u8]) -> Failed {
    let said = format!(
        "a line of more than {LONGEST_LINE} bytes, the maximum for an answer: {}",
        told(said)
    );
    Failed::Program(Failure::Flooded, said)
}

/// Starts a thread.
fn thread(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Failed> {
    let thread = thread::Builder::new().spawn(work);
    thread.map_err(|error| Failed::start(&error))
}

/// Sends `quit`, and kills the process if it does not exit in time; a process that hangs is killed at once. Then waits for
/// the log of its standard error, unless another process still has standard error open.
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(to) = self.to.take() {
            let _ = to.send(b"{\"request\":\"quit\"}\n".to_vec());
        }
        if !self.hangs {
            wait_for(&mut self.child, TO_END);
        }
        self.kill();
        if let Some(complaints) = &self.complaints {
            within(TO_END, || complaints.is_finished().then_some(()));
        }
    }
}

/// Waits for a process to exit, up to a time limit.
fn wait_for(child: &mut Child, limit: Duration) -> Option<std::process::ExitStatus> {
    within(limit, || child.try_wait().ok().flatten())
}

/// Polls until `look` returns a value or the time limit is over.
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

/// Returns the command to run, wrapped in a shell that sets the memory limit and in a watchdog where available. The
/// boolean is true if there is a watchdog.
fn command(settings: &ProgramSettings) -> Result<(Command, bool), String> {
    let mut words = settings.command.clone();
    if let Some(memory) = settings.memory {
        if !cfg!(unix) {
            return Err("memory is limited on Unix systems only".to_string());
        }
        let memory = (memory * 1024).to_string();
        let limited = "ulimit -v \"$1\" && shift && exec \"$@\"";
        let shell = ["sh", "-c", limited, "sh", &memory].map(str::to_string);
        words.splice(0..0, shell);
    }
    let (program, arguments) = words.split_first().ok_or("it is empty")?;
    if let Some(command) = watchdog::command(program, arguments) {
        return Ok((command, true));
    }
    let mut command = Command::new(program);
    command.args(arguments);
    Ok((command, false))
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Sends complete lines to the channel until one is too long. `begun` shows the incomplete line after the last line that
/// was sent.
fn read_lines(output: impl Read, heard: &SyncSender<Heard>, begun: &Mutex<Vec<u8>>) {
    let mut output = BufReader::new(output);
    let show = |line: &[u8]| {
        let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.clear();
        // A few more bytes than an error message shows, so that the message can mark the truncation.
        begun.extend_from_slice(&line[..line.len().min(4 * TOLD + 4)]);
    };
    let mut line = Vec::new();
    loop {
        let came = match output.fill_buf() {
            Ok(came) => came,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = came.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(came.len(), |end| end + 1);
        line.extend_from_slice(&came[..taken]);
        let is_over = came.is_empty();
        output.consume(taken);
        let said = match end {
            _ if line.len() > LONGEST_LINE => Heard::TooLong(std::mem::take(&mut line)),
            Some(_) => Heard::Line(line.trim_ascii().to_vec()),
            None if !is_over => {
                show(&line);
                continue;
            }
            None if line.is_empty() => Heard::End,
            None => Heard::Line(line.clone()),
        };
        line.clear();
        // The rest of the buffer may be the start of the next line.
        show(output.buffer());
        let last = !matches!(said, Heard::Line(_));
        if heard.send(said).is_err() || last {
            return;
        }
    }
}

/// Logs the first bytes of standard error and discards the rest.
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
                let _ = log.write_all(b"\n(further output of this process is omitted)\n");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_answer_is_described_with_a_possible_cause() {
        let limit = Limit::of("seconds_a_move", 2.0);
        for (begun, answered, wanted) in [
            (
                "",
                0,
                "no answer within 2 s (seconds_a_move); if the program did answer, flush",
            ),
            ("", 1, "no answer within 2 s (seconds_a_move)"),
            (
                "{\"id\":",
                1,
                "only an incomplete line within 2 s (seconds_a_move): {\\\"id\\\":;",
            ),
        ] {
            let said = late(begun.as_bytes(), answered, limit);
            assert!(said.starts_with(wanted), "{said}");
        }
    }

    /// Output that arrives in pieces. Each read first stores the incomplete line that `read_lines` has recorded so far.
    struct Pieces<'a> {
        pieces: Vec<&'static str>,
        begun: &'a Mutex<Vec<u8>>,
        seen: &'a mut Vec<String>,
    }

    impl Read for Pieces<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let begun = self.begun.lock().unwrap();
            self.seen.push(String::from_utf8_lossy(&begun).into_owned());
            let piece = match self.pieces.is_empty() {
                true => "",
                false => self.pieces.remove(0),
            };
            to[..piece.len()].copy_from_slice(piece.as_bytes());
            Ok(piece.len())
        }
    }

    #[test]
    fn incomplete_line_is_recorded_before_the_previous_line_is_received() {
        let (begun, mut seen) = (Mutex::default(), Vec::new());
        let (heard, lines) = sync_channel(8);
        let output = Pieces {
            pieces: vec!["one\ntwo\nthr", "ee", "\n", "four"],
            begun: &begun,
            seen: &mut seen,
        };
        read_lines(output, &heard, &begun);
        drop(heard);
        assert_eq!(seen, ["", "thr", "three", "", "four", ""]);
        let lines: Vec<String> = lines
            .into_iter()
            .map_while(|heard| match heard {
                Heard::Line(line) => Some(String::from_utf8(line).unwrap()),
                _ => None,
            })
            .collect();
        assert_eq!(lines, ["one", "two", "three", "four"]);
    }
}
