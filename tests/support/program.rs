//! Access to the compiled program, run as users run it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;

/// Returns the path of the program built together with the tests.
pub fn path() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    folder
        .join("portolan")
        .with_extension(std::env::consts::EXE_EXTENSION)
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

/// Arguments of the program: a list, or a line that is split by [`words`].
pub trait Arguments {
    fn list(&self) -> Vec<String>;
}

impl Arguments for &str {
    fn list(&self) -> Vec<String> {
        words(self)
    }
}

impl Arguments for &&str {
    fn list(&self) -> Vec<String> {
        words(self)
    }
}

impl Arguments for String {
    fn list(&self) -> Vec<String> {
        words(self)
    }
}

impl Arguments for &String {
    fn list(&self) -> Vec<String> {
        words(self)
    }
}

impl<T: AsRef<str>> Arguments for &[T] {
    fn list(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_string()).collect()
    }
}

impl<T: AsRef<str>> Arguments for &Vec<T> {
    fn list(&self) -> Vec<String> {
        self.as_slice().list()
    }
}

impl<T: AsRef<str>, const N: usize> Arguments for &[T; N] {
    fn list(&self) -> Vec<String> {
        self.as_slice().list()
    }
}

/// Splits a command line at whitespace. As in a shell, text between two `'` or two `"` is not split. A backslash has
/// no special meaning, so that lines can contain paths of Windows.
///
/// # Panics
/// If a quote is not closed.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word);
    words
}

/// Returns a command for the program with these arguments, in a folder and with empty standard input.
pub fn command(folder: &Path, arguments: impl Arguments) -> Command {
    let mut command = Command::new(path());
    command
        .current_dir(folder)
        .args(arguments.list())
        .stdin(Stdio::null());
    command
}

/// Runs a command with this standard input.
pub fn fed(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The program may exit before it has read everything.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().unwrap()
    })
}

/// Runs the program, checks its exit code, and returns standard output and standard error.
#[track_caller]
pub fn ends(folder: &Path, code: i32, arguments: impl Arguments) -> (String, String) {
    let mut command = command(folder, arguments);
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    (String::from_utf8(output.stdout).unwrap(), told)
}

/// Runs the program, checks that it succeeds, and returns standard output.
#[track_caller]
pub fn succeeds(folder: &Path, arguments: impl Arguments) -> String {
    ends(folder, 0, arguments).0
}

/// Runs the program, checks its exit code, and returns standard error.
#[track_caller]
pub fn fails(folder: &Path, code: i32, arguments: impl Arguments) -> String {
    ends(folder, code, arguments).1
}
