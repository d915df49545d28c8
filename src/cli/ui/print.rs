//! Printing to stdout and stderr.

use std::io::Write;

use clap::ValueEnum;

use super::failure::Failure;
use super::paint::painted;
use portolan_core::controls::visible;
use portolan_core::files::without_error_numbers;

/// Output format of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Prints to stdout, with control characters made visible.
pub fn print(text: &str) -> Result<(), Failure> {
    print_to(&mut std::io::stdout().lock(), &visible(text))
}

/// Prints to stdout with control characters made visible and each seat in its colour.
pub fn print_painted(text: &str) -> Result<(), Failure> {
    print_to(&mut std::io::stdout().lock(), &painted(&visible(text)))
}

/// Prints a text unchanged and flushes the output. A closed pipe (`| head`) is not an error.
pub fn print_to(output: &mut dyn Write, text: &str) -> Result<(), Failure> {
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::work(format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a line to stderr, with control characters made visible and without error numbers of the operating system.
pub fn tell(line: &str) {
    let _ = writeln!(
        std::io::stderr(),
        "{}",
        visible(&without_error_numbers(line))
    );
}
