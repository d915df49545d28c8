//! Access to the compiled program, run as users run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// Returns the path of the program built together with the tests.
pub fn path() -> PathBuf {
    assert_cmd::cargo::cargo_bin("portolan")
}

/// Returns the command for an example. `cargo test` builds examples together with the tests, unless only single targets
/// are requested; in that case the example is built here.
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
        // `RUSTC_BOOTSTRAP`, which some test runs set to show test times, would make Cargo rebuild everything.
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

/// Returns a command for the program with these arguments, in a folder and with empty standard input.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    command
}

/// Runs the program, checks its exit code, and returns standard output and standard error.
#[track_caller]
fn ends(folder: &Path, code: i32, arguments: &[&str]) -> (String, String) {
    let output = command(folder, arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    (String::from_utf8(output.stdout).unwrap(), told)
}

/// Runs the program, checks that it succeeds, and returns standard output.
#[track_caller]
pub fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    ends(folder, 0, arguments).0
}

/// Runs the program, checks its exit code, and returns standard error.
#[track_caller]
pub fn fails(folder: &Path, code: i32, arguments: &[&str]) -> String {
    ends(folder, code, arguments).1
}
