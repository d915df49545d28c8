//! Ends the program at a given write to a file, which is the same point on every machine, regardless of its load.

use std::path::Path;
use std::process::{Command, Output};

use super::faults::shim;
use super::folder::{Folder, Workdir};
use super::program::Arguments;

/// Event that ends the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// SIGKILL after half of the write.
    Kill,
    /// Ctrl-C before the write, which then completes.
    Interrupt,
}

/// Milliseconds by which each reading of the clock advances, so that there is a checkpoint every few games.
pub const CLOCK_STEP: &str = "40";

/// Prepares a command to be ended at this write to a file below the folder, counted from 1; 0 means not at all. The file
/// `met` gets one line per counted write.
fn prepare(command: &mut Command, folder: &Path, ending: Ending, write: usize, met: &Path) {
    let signal = match ending {
        Ending::Kill => "0",
        Ending::Interrupt => "INT",
    };
    command
        .env("LD_PRELOAD", shim())
        .env("FAULT_UNDER", std::fs::canonicalize(folder).unwrap())
        .env("FAULT_CALLS", "write")
        .env("FAULT_AT", write.to_string())
        .env("FAULT_ERROR", signal)
        .env("FAULT_MET", met)
        .env("FAULT_CLOCK", CLOCK_STEP);
}

/// Runs the command until it is ended.
///
/// # Panics
/// If the command exits by itself before this write.
#[track_caller]
pub fn end_command(mut command: Command, folder: &Path, ending: Ending, write: usize) -> Output {
    let notes = Folder::new();
    let met = notes.join("met");
    prepare(&mut command, folder, ending, write, &met);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let met = std::fs::read_to_string(met).unwrap_or_default();
    assert_eq!(met.lines().count(), 1, "no write {write}: {told}");
    match ending {
        Ending::Kill => assert_eq!(output.status.code(), None, "{told}"),
        Ending::Interrupt => assert!(output.status.code().is_some(), "{told}"),
    }
    output
}

/// Runs the program with these arguments; see [`end_command`].
#[track_caller]
pub fn end_at(folder: &Path, arguments: impl Arguments, ending: Ending, write: usize) -> Output {
    end_command(folder.command(arguments), folder, ending, write)
}

/// Runs the program to completion and returns the number of its writes to files below the folder.
#[track_caller]
pub fn writes(folder: &Path, arguments: impl Arguments) -> usize {
    let notes = Folder::new();
    let met = notes.join("met");
    let mut command = folder.command(arguments);
    prepare(&mut command, folder, Ending::Kill, 0, &met);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
    std::fs::read_to_string(met).unwrap().lines().count()
}

/// Runs `whole` to completion, and kills `resumed`, which does the same work in another folder, several times. The first
/// kill is at the first write and the others are progressively later, but part of the work always remains.
#[track_caller]
pub fn kill_often(folder: &Path, whole: &str, resumed: &str, kills: usize) {
    let all = writes(folder, whole);
    assert!(all > kills * (kills + 2) / 3, "{all} writes are too few");
    for kill in 0..kills {
        let write = 1 + kill * (2 * all / (kills + 2)) / kills;
        end_at(folder, resumed, Ending::Kill, write);
    }
}
