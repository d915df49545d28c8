//! Processes that a test has started, and what they have started in turn.

use std::collections::BTreeMap;
use std::process::Command;

/// A process: its parent and its name.
struct Process {
    parent: u32,
    name: String,
}

fn all() -> BTreeMap<u32, Process> {
    let read = |pid: u32| {
        // `7 (name) S 3 …`: a name may hold anything, but nothing after it holds a bracket.
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

/// A process and all that came of it.
pub fn descendants(root: u32) -> Vec<u32> {
    below(&all(), root)
}

/// Whether a process of that name has come of another.
pub fn is_running_below(root: u32, name: &str) -> bool {
    let processes = all();
    below(&processes, root).iter().any(|pid| {
        processes
            .get(pid)
            .is_some_and(|process| process.name == name)
    })
}

/// Kills processes at once, so that none can clean up or start another.
pub fn kill(pids: &[u32]) {
    let pids: Vec<String> = pids.iter().map(u32::to_string).collect();
    let _ = Command::new("kill").arg("-KILL").args(pids).output();
}
