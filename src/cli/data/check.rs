//! `portolan data check`: every problem of a set.

use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::print::print;
use crate::experiment::spec::parts::read_unchecked;
use crate::games::GameEntry;
use crate::prose::count;

/// Tells every problem of the set in a folder, or of the one that ships with the program.
pub fn check(entry: &GameEntry, folder: Option<&Path>) -> Result<(), Failure> {
    let set = read_unchecked(entry, folder)?;
    let problems = (entry.check)(&set);
    if problems.is_empty() {
        return print(&format!(
            "{}: {}, no problem; data {}\n",
            entry.name,
            count(set.files.len() as u64, "file"),
            set.hash()
        ));
    }
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if lines.len() > 1 {
        lines.insert(0, format!("{} problems", problems.len()));
    }
    Err(Failure::usage(lines.join("\n")))
}
