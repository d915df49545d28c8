//! Limits on open files and processes: checks what a run with programs needs, and explains errors when a limit is
//! reached.

use std::io;

/// Number of open files per program: standard input, output, error, and the log.
#[cfg(unix)]
const FILES_A_PROGRAM: u64 = 4;
/// Number of open files for result tables and for starting programs.
#[cfg(unix)]
const OTHER_FILES: u64 = 32;

/// Returns true if the error is a lack of open files, processes or memory.
#[cfg(unix)]
pub fn is_want(error: &io::Error) -> bool {
    use nix::libc::{EAGAIN, EMFILE, ENFILE, ENOMEM};
    error
        .raw_os_error()
        .is_some_and(|code| [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(&code))
}

/// Returns true if the error is a lack of memory.
#[cfg(not(unix))]
pub fn is_want(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory
}

/// Returns the system's message and, if a limit was reached, the name of the limit and a remedy.
#[cfg(unix)]
pub fn in_words(error: &io::Error) -> String {
    use nix::libc::{EAGAIN, EMFILE, ENFILE, ENOMEM};
    use nix::sys::resource::Resource;
    const FEWER: &str = "use fewer --threads";
    let limit = |resource| match soft_limit(resource) {
        Some(limit) => limit.to_string(),
        None => "unknown".to_string(),
    };
    match error.raw_os_error() {
        Some(EMFILE) => format!(
            "this process has too many open files: its limit is {} (ulimit -n); raise it, or {FEWER}",
            limit(Resource::RLIMIT_NOFILE)
        ),
        Some(ENFILE) => format!(
            "the machine has too many open files (fs.file-max); end other programs, or {FEWER}"
        ),
        #[cfg(target_os = "linux")]
        Some(EAGAIN) => format!(
            "there are too many processes and threads: the limit is {} (ulimit -u), and a container may have \
             a lower one; raise it, or {FEWER}",
            limit(Resource::RLIMIT_NPROC)
        ),
        #[cfg(not(target_os = "linux"))]
        Some(EAGAIN) => {
            format!(
                "there are too many processes and threads (ulimit -u); raise the limit, or {FEWER}"
            )
        }
        Some(ENOMEM) => {
            format!(
                "there is not enough memory for another process; end other programs, or {FEWER}"
            )
        }
        _ => error.to_string(),
    }
}

/// Returns the system's message.
#[cfg(not(unix))]
pub fn in_words(error: &io::Error) -> String {
    error.to_string()
}

/// Returns the current soft limit, or `None` if it is infinite or unknown.
#[cfg(unix)]
fn soft_limit(resource: nix::sys::resource::Resource) -> Option<u64> {
    let (soft, _) = nix::sys::resource::getrlimit(resource).ok()?;
    (soft != nix::libc::RLIM_INFINITY).then_some(soft)
}

/// Checks that this many programs can run at the same time, and raises the limit on open files if necessary.
///
/// # Errors
/// A message with the limit, the required number and a remedy.
#[cfg(unix)]
pub fn provide(programs: u64, threads: u64) -> Result<(), String> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    if programs == 0 {
        return Ok(());
    }
    let open = std::fs::read_dir("/dev/fd").map_or(OTHER_FILES, |files| files.count() as u64);
    let needed = open + OTHER_FILES + FILES_A_PROGRAM * programs;
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        // If the limit is unknown, an error will occur when a program starts.
        return Ok(());
    };
    if needed > soft {
        // Ignore errors: the current limit may still be sufficient.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, needed.min(hard), hard);
    }
    let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(soft, |(soft, _)| soft);
    if needed <= limit {
        return Ok(());
    }
    let a_thread = FILES_A_PROGRAM * programs.div_ceil(threads.max(1));
    let fitting = limit.saturating_sub(open + OTHER_FILES) / a_thread;
    let fewer = match fitting {
        0 => String::new(),
        fitting => format!(", or use --threads {fitting}"),
    };
    Err(format!(
        "{programs} programs on {threads} threads need {needed} open files, but the limit is \
         {limit}: raise it (ulimit -n {needed}){fewer}"
    ))
}

/// Does nothing on this system.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn provide(_programs: u64, _threads: u64) -> Result<(), String> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn resource_shortage_names_its_limit_and_remedy() {
        for (code, words) in [
            (nix::libc::EMFILE, "(ulimit -n); raise it"),
            (nix::libc::ENFILE, "fs.file-max"),
            (nix::libc::EAGAIN, "too many processes and threads"),
            (nix::libc::ENOMEM, "not enough memory"),
        ] {
            let error = io::Error::from_raw_os_error(code);
            assert!(is_want(&error), "{error}");
            let told = in_words(&error);
            assert!(told.contains(words) && told.contains("--threads"), "{told}");
        }
        let gone = io::Error::from_raw_os_error(nix::libc::ENOENT);
        assert!(!is_want(&gone));
        assert!(in_words(&gone).contains("No such file"));
    }

    /// A request beyond any limit is rejected, and the message suggests a possible number of threads.
    #[test]
    fn excessive_request_is_rejected_with_an_alternative() {
        assert_eq!(provide(0, 8), Ok(()));
        assert_eq!(provide(2, 1), Ok(()));
        let told = provide(8 << 40, 8).unwrap_err();
        assert!(told.contains("8 threads need"), "{told}");
        assert!(told.contains("raise it (ulimit -n "), "{told}");
    }
}
