//! Watchdog process for a program, on Linux only. It ends everything that the program has started, both when the
//! program ends and when the run ends for any reason.
//!
//! The watchdog is this executable, started with a special first argument. It passes its input and outputs on to the
//! program that it starts, and then waits. As a subreaper it becomes the parent of orphaned descendants, even if they
//! have left their session. A signal makes it end them; the system also sends this signal when the run dies.

#[cfg(target_os = "linux")]
pub use linux::{command, how_it_ended, serve, start, unstarted};
#[cfg(not(target_os = "linux"))]
pub use other::{command, how_it_ended, serve, start, unstarted};

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::sync::{Mutex, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use nix::errno::Errno;
    use nix::sys::prctl::{set_child_subreaper, set_pdeathsig};
    use nix::sys::signal::{SigSet, Signal, kill};
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, getpid, getppid};

    /// First argument of a watchdog process.
    const WATCH: &str = "(warden)";
    /// First argument of the process that becomes the program.
    const BECOME: &str = "(program)";
    /// Signals that the watchdog waits for.
    const AWAITED: [Signal; 4] = [
        Signal::SIGTERM,
        Signal::SIGINT,
        Signal::SIGHUP,
        Signal::SIGCHLD,
    ];
    /// Prefix of the line that reports a program that could not be started. The null byte rules out accidental use.
    const UNSTARTED: &[u8] = b"\0portolan: cannot start: ";
    /// Time limit for ending all processes.
    const TO_END: Duration = Duration::from_secs(10);
    /// Offset of exit codes for processes that were ended by a signal, as in a shell.
    const BY_SIGNAL: i32 = 128;

    /// True if the current executable calls [`serve`] first.
    static SERVES: AtomicBool = AtomicBool::new(false);

    /// Runs the watchdog and exits if this process was started as a watchdog; otherwise returns. Only an executable
    /// that calls this function first can start watchdogs.
    pub fn serve() {
        SERVES.store(true, Ordering::Relaxed);
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let [word, parent, program, arguments @ ..] = words.as_slice() else {
            return;
        };
        let Some(parent) = parent.to_str().and_then(|parent| parent.parse().ok()) else {
            return;
        };
        let parent = Pid::from_raw(parent);
        match word.to_str() {
            Some(WATCH) => std::process::exit(watch(parent, program, arguments)),
            Some(BECOME) => std::process::exit(become_program(parent, program, arguments)),
            _ => {}
        }
    }

    /// Returns the command that starts a program under a watchdog, or `None` if [`serve`] was not called.
    pub fn command(program: &str, arguments: &[String]) -> Option<Command> {
        if !SERVES.load(Ordering::Relaxed) {
            return None;
        }
        let mut command = this_program(WATCH);
        command.arg(program).args(arguments);
        Some(command)
    }

    /// Returns the command that starts this executable with the given first argument.
    fn this_program(word: &str) -> Command {
        // This path refers to the running file even if it was replaced on disk.
        let mut command = Command::new("/proc/self/exe");
        command.arg0("portolan").args([word, &getpid().to_string()]);
        command
    }

    /// A command to start, and the channel for the result.
    type Job = (Command, Sender<io::Result<Child>>);

    /// Starts a process from a thread that never ends. The system sends the parent-death signal when the thread that
    /// started the process ends.
    ///
    /// # Errors
    /// [`io::Error`] if the process or the thread does not start.
    pub fn start(command: Command) -> io::Result<Child> {
        static STARTER: Mutex<Option<Sender<Job>>> = Mutex::new(None);
        let gone = || io::Error::other("the thread that starts programs is gone");
        let mut starter = STARTER.lock().unwrap_or_else(PoisonError::into_inner);
        if starter.is_none() {
            let (jobs, taken) = channel::<Job>();
            thread::Builder::new().spawn(move || {
                for (mut command, started) in taken {
                    let _ = started.send(command.spawn());
                }
            })?;
            *starter = Some(jobs);
        }
        let (started, child) = channel();
        let jobs = starter.as_ref().ok_or_else(gone)?;
        jobs.send((command, started)).map_err(|_| gone())?;
        child.recv().map_err(|_| gone())?
    }

    /// Returns the error if the line reports a program that could not be started.
    pub fn unstarted(line: &[u8]) -> Option<io::Error> {
        let code = std::str::from_utf8(line.strip_prefix(UNSTARTED)?).ok()?;
        Some(io::Error::from_raw_os_error(code.trim().parse().ok()?))
    }

    /// Describes how the program ended, from the exit status of its watchdog.
    pub fn how_it_ended(status: ExitStatus) -> String {
        let signal = status.code().and_then(|code| code.checked_sub(BY_SIGNAL));
        match signal.and_then(|signal| Signal::try_from(signal).ok()) {
            Some(signal) => format!("{status}, which usually means signal {}", signal.as_str()),
            None => status.to_string(),
        }
    }

    fn watch(parent: Pid, program: &OsString, arguments: &[OsString]) -> i32 {
        let signals: SigSet = AWAITED.into_iter().collect();
        // Ignore errors: the program then runs as it would without a watchdog.
        let _ = signals.thread_block();
        let _ = set_child_subreaper(true);
        let _ = set_pdeathsig(Signal::SIGTERM);
        if getppid() != parent {
            return 1;
        }
        let child = this_program(BECOME).arg(program).args(arguments).spawn();
        let child = match child {
            Ok(child) => Pid::from_raw(child.id() as i32),
            Err(error) => return tell(&error),
        };
        // Close our copies of the pipes, so that they are closed when the program closes its own.
        if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
            let _ = dup2_stdin(&null);
            let _ = dup2_stdout(&null);
            let _ = dup2_stderr(&null);
        }
        let mut ended = None;
        while ended.is_none() {
            match signals.wait() {
                Ok(Signal::SIGCHLD) | Err(Errno::EINTR) => ended = reap(child).0,
                // A signal arrived, or waiting failed.
                Ok(_) | Err(_) => break,
            }
        }
        end_all(child, ended.is_some());
        ended.unwrap_or(BY_SIGNAL + Signal::SIGKILL as i32)
    }

    /// Replaces this process by the program, with the signal mask restored and set to be killed when the watchdog ends.
    fn become_program(warden: Pid, program: &OsString, arguments: &[OsString]) -> i32 {
        let signals: SigSet = AWAITED.into_iter().collect();
        let _ = signals.thread_unblock();
        let _ = set_pdeathsig(Signal::SIGKILL);
        if getppid() != warden {
            return 1;
        }
        tell(&Command::new(program).args(arguments).exec())
    }

    /// Reports to the run why the program did not start, and returns the exit code.
    fn tell(error: &io::Error) -> i32 {
        let mut line = UNSTARTED.to_vec();
        line.extend(format!("{}\n", error.raw_os_error().unwrap_or_default()).bytes());
        // Ignore errors: if the output is closed, the report is not needed.
        let _ = io::stdout().write_all(&line);
        let _ = io::stdout().flush();
        1
    }

    /// Reaps ended children. Returns the exit code of the program if it has ended, and true if no children are left.
    fn reap(program: Pid) -> (Option<i32>, bool) {
        let mut ended = None;
        loop {
            let (pid, code) = match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::Exited(pid, code)) => (pid, code),
                Ok(WaitStatus::Signaled(pid, signal, _)) => (pid, BY_SIGNAL + signal as i32),
                Ok(WaitStatus::StillAlive) => return (ended, false),
                Ok(_) | Err(Errno::EINTR) => continue,
                Err(_) => return (ended, true),
            };
            if pid == program {
                ended = Some(code);
            }
        }
    }

    /// Kills all descendants of the program. Orphaned descendants become children of this process.
    fn end_all(program: Pid, has_ended: bool) {
        let began = Instant::now();
        let mut left = match has_ended {
            true => children(),
            false => vec![program],
        };
        while began.elapsed() < TO_END {
            for pid in left {
                // Ignore errors: the process may already be gone.
                let _ = kill(pid, Signal::SIGKILL);
            }
            if reap(program).1 {
                return;
            }
            thread::sleep(Duration::from_millis(1));
            left = children();
        }
    }

    /// Returns the child processes of this process.
    fn children() -> Vec<Pid> {
        let me = getpid().to_string();
        let is_own = |pid: i32| {
            // Format `7 (name) S 3 …`. The name may contain any character, but the rest contains no parenthesis.
            let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            let parent = text[text.rfind(')')? + 1..].split_whitespace().nth(1)?;
            (parent == me).then(|| Pid::from_raw(pid))
        };
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(is_own)
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use std::io;
    use std::process::{Child, Command, ExitStatus};

    /// Does nothing, because watchdogs exist only on Linux.
    pub fn serve() {}

    /// Returns `None`, because watchdogs exist only on Linux.
    pub fn command(_program: &str, _arguments: &[String]) -> Option<Command> {
        None
    }

    /// Starts a process.
    ///
    /// # Errors
    /// [`io::Error`] if the process does not start.
    pub fn start(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    /// Returns `None`, because watchdogs exist only on Linux.
    pub fn unstarted(_line: &[u8]) -> Option<io::Error> {
        None
    }

    /// Describes how a program ended.
    pub fn how_it_ended(status: ExitStatus) -> String {
        status.to_string()
    }
}
