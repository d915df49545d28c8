//! The program, run as people run it.

use std::path::Path;
use std::process::{Command, Stdio};

/// The program with these arguments, in that folder and without anybody at its terminal.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_portolan"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    command
}

/// Runs the program, which has to end with that code; what it printed, and what it said beside that.
#[track_caller]
fn ends(folder: &Path, code: i32, arguments: &[&str]) -> (String, String) {
    let output = command(folder, arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    (String::from_utf8(output.stdout).unwrap(), told)
}

/// Runs the program, which has to succeed; what it printed.
#[track_caller]
pub fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    ends(folder, 0, arguments).0
}

/// Runs the program, which has to end with that code; what it said.
#[track_caller]
pub fn fails(folder: &Path, code: i32, arguments: &[&str]) -> String {
    ends(folder, code, arguments).1
}
