//! The process that watches over a program, where the system is Linux: whatever the program starts ends with it, and
//! all of it ends with the run, however that ends.
//!
//! A warden is this program itself, started with a first word of its own. It hands its input and its outputs on to
//! the program that it starts, and then waits. Processes that lose their parent become its children, those that
//! left their session included; it is told to end by a signal, which the system sends, too, when the run is gone.

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

    /// The first word of the command line of a warden.
    const WATCH: &str = "(warden)";
    /// The first word of the command line of what becomes the program.
    const BECOME: &str = "(program)";
    /// The signals that a warden waits for.
    const AWAITED: [Signal; 4] = [
        Signal::SIGTERM,
        Signal::SIGINT,
        Signal::SIGHUP,
        Signal::SIGCHLD,
    ];
    /// What begins the line that tells that the program cannot be started; no program writes it by accident.
    const UNSTARTED: &[u8] = b"\0portolan: cannot start: ";
    /// How long a warden tries to end what does not end.
    const TO_END: Duration = Duration::from_secs(2);
    /// What a shell adds to the number of the signal that ended a process.
    const BY_SIGNAL: i32 = 128;

    /// Whether the file that this process runs begins with [`serve`].
    static SERVES: AtomicBool = AtomicBool::new(false);

    /// Watches over a program if that is what this process was started for, and never returns then. A program that
    /// calls this first can start wardens.
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

    /// The command that has a warden start a program; `None` where this process cannot be one.
    pub fn command(program: &str, arguments: &[String]) -> Option<Command> {
        if !SERVES.load(Ordering::Relaxed) {
            return None;
        }
        let mut command = this_program(WATCH);
        command.arg(program).args(arguments);
        Some(command)
    }

    /// This program as a child of this process, started with that word.
    fn this_program(word: &str) -> Command {
        // The file that runs, even if another one has its name by now.
        let mut command = Command::new("/proc/self/exe");
        command.arg0("portolan").args([word, &getpid().to_string()]);
        command
    }

    /// A command to be started, and whom to tell how that went.
    type Job = (Command, Sender<io::Result<Child>>);

    /// Starts a process from a thread that lives as long as this program: the system takes the end of the thread
    /// that started a process for the end of its parent.
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

    /// Why a program was not started, if a line says that.
    pub fn unstarted(line: &[u8]) -> Option<io::Error> {
        let code = std::str::from_utf8(line.strip_prefix(UNSTARTED)?).ok()?;
        Some(io::Error::from_raw_os_error(code.trim().parse().ok()?))
    }

    /// How the program of a warden ended that ended so.
    pub fn how_it_ended(status: ExitStatus) -> String {
        let signal = status.code().and_then(|code| code.checked_sub(BY_SIGNAL));
        match signal.and_then(|signal| Signal::try_from(signal).ok()) {
            Some(signal) => format!("{status}, as after signal {}", signal.as_str()),
            None => status.to_string(),
        }
    }

    fn watch(parent: Pid, program: &OsString, arguments: &[OsString]) -> i32 {
        let signals: SigSet = AWAITED.into_iter().collect();
        // What the system does not offer leaves things as they would be without a warden.
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
        // The ends of the pipes are the program's: when it closes them they are closed.
        if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
            let _ = dup2_stdin(&null);
            let _ = dup2_stdout(&null);
            let _ = dup2_stderr(&null);
        }
        let mut ended = None;
        while ended.is_none() {
            match signals.wait() {
                Ok(Signal::SIGCHLD) | Err(Errno::EINTR) => ended = reap(child).0,
                // It is told to end, or cannot be told anything.
                Ok(_) | Err(_) => break,
            }
        }
        end_all(child, ended.is_some());
        ended.unwrap_or(BY_SIGNAL + Signal::SIGKILL as i32)
    }

    /// Becomes the program, with the signals that its warden waits for as they were, and an end that follows on
    /// the warden's.
    fn become_program(warden: Pid, program: &OsString, arguments: &[OsString]) -> i32 {
        let signals: SigSet = AWAITED.into_iter().collect();
        let _ = signals.thread_unblock();
        let _ = set_pdeathsig(Signal::SIGKILL);
        if getppid() != warden {
            return 1;
        }
        tell(&Command::new(program).args(arguments).exec())
    }

    /// Tells whoever reads the answers why there is no program; the exit code.
    fn tell(error: &io::Error) -> i32 {
        let mut line = UNSTARTED.to_vec();
        line.extend(format!("{}\n", error.raw_os_error().unwrap_or_default()).bytes());
        // If nobody reads it nobody waits for it.
        let _ = io::stdout().write_all(&line);
        let _ = io::stdout().flush();
        1
    }

    /// Takes note of all that have ended: how the program did, if it did, and whether nobody is left.
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

    /// Kills everything that came of the program: what loses its parent becomes a child of this process.
    fn end_all(program: Pid, has_ended: bool) {
        let began = Instant::now();
        let mut left = match has_ended {
            true => children(),
            false => vec![program],
        };
        while began.elapsed() < TO_END {
            for pid in left {
                // What is gone already is what was wanted.
                let _ = kill(pid, Signal::SIGKILL);
            }
            if reap(program).1 {
                return;
            }
            thread::sleep(Duration::from_millis(1));
            left = children();
        }
    }

    /// The processes whose parent is this one.
    fn children() -> Vec<Pid> {
        let me = getpid().to_string();
        let is_own = |pid: i32| {
            // `7 (name) S 3 …`: a name may hold anything, but nothing after it holds a bracket.
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

    /// Nothing: there are no wardens on this system.
    pub fn serve() {}

    /// None: there are no wardens on this system.
    pub fn command(_program: &str, _arguments: &[String]) -> Option<Command> {
        None
    }

    /// Starts a process.
    ///
    /// # Errors
    /// [`io::Error`] if it does not start.
    pub fn start(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    /// None: there are no wardens on this system.
    pub fn unstarted(_line: &[u8]) -> Option<io::Error> {
        None
    }

    /// How a program ended.
    pub fn how_it_ended(status: ExitStatus) -> String {
        status.to_string()
    }
}
