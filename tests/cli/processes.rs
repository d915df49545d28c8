//! Processes that a test has started, with their descendants, and scripts that a test executes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time limit of [`wait_until`], which is long enough for a busy machine.
const LIMIT: Duration = Duration::from_secs(600);

/// Waits until a condition is true.
///
/// # Panics
/// If the time limit is exceeded.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "not after {LIMIT:?}: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Writes an executable script. A separate process writes the file, because Linux does not execute a file that is open for
/// writing, and a process that another test starts at this moment inherits the open files of this process.
#[cfg(unix)]
pub fn write_script(path: &Path, text: &str) {
    let mut shell = Command::new("sh")
        .args(["-c", "cat > \"$1\" && chmod +x \"$1\"", "sh"])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = shell.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    assert!(shell.wait().unwrap().success());
}

/// Process with its parent and name.
struct Process {
    parent: u32,
    name: String,
}

fn all() -> BTreeMap<u32, Process> {
    let read = |pid: u32| {
        // `7 (name) S 3 …`: the name may contain parentheses, but the text after it does not.
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (start, end) = (text.find('(')?, text.rfind(')')?);
        Some(Process {
            parent: text[end + 1..].split_whitespace().nth(1)?.parse().ok()?,
            name: text[start + 1..end].to_string(),
        })
    };
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, read(pid)?)))
        .collect()
}

fn below(processes: &BTreeMap<u32, Process>, root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let children = processes
            .iter()
            .filter(|(_, process)| process.parent == found[at]);
        let children: Vec<u32> = children.map(|(pid, _)| *pid).collect();
        found.extend(children);
        at += 1;
    }
    found
}

/// Returns a process and all its descendants.
pub fn descendants(root: u32) -> Vec<u32> {
    below(&all(), root)
}

/// Returns true if a process with this name is a descendant of `root`.
pub fn is_running_below(root: u32, name: &str) -> bool {
    let processes = all();
    below(&processes, root).iter().any(|pid| {
        processes
            .get(pid)
            .is_some_and(|process| process.name == name)
    })
}

/// Kills processes at once, so that none of them can clean up or start another one.
pub fn kill(pids: &[u32]) {
    let pids: Vec<String> = pids.iter().map(u32::to_string).collect();
    let _ = Command::new("kill").arg("-KILL").args(pids).output();
}
