//! The program, run as people run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// Where the program lies that was built beside the tests.
pub fn path() -> PathBuf {
    assert_cmd::cargo::cargo_bin("portolan")
}

/// The program of an example. `cargo test` builds it beside the tests, unless it is asked for single targets: then it is
/// built here.
pub fn example(name: &str) -> Command {
    static BUILT: Once = Once::new();
    let folder = path().parent().unwrap().to_path_buf();
    BUILT.call_once(|| {
        let profile = match folder.file_name().unwrap().to_str().unwrap() {
            "debug" => "dev",
            other => other,
        };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        cargo.args(["build", "--quiet", "--locked", "--offline", "--examples"]);
        cargo.args(["--profile", profile, "--target-dir"]);
        // Cargo would build everything anew for tests that are run with it, to have their times shown.
        cargo.env_remove("RUSTC_BOOTSTRAP");
        assert!(
            cargo
                .arg(folder.parent().unwrap())
                .status()
                .unwrap()
                .success()
        );
    });
    let mut path = folder.join("examples").join(name);
    path.set_extension(std::env::consts::EXE_EXTENSION);
    Command::new(path)
}

/// The program with these arguments, in that folder and without anybody at its terminal.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
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
