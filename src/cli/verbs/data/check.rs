//! `portolan data check`: lists all problems of a data set.

use std::path::Path;

use crate::ui::failure::Failure;
use crate::ui::print::print;
use portolan_core::dataset::DataProblem;
use portolan_core::prose::count;
use portolan_core::setup::GameEntry;
use portolan_run::experiment::resolve::parts::{placed, read_with_changes};

/// Prints all problems and warnings of the set in a folder, or of the shipped set.
pub fn check(entry: &GameEntry, folder: Option<&Path>) -> Result<(), Failure> {
    let (set, changed) = read_with_changes(entry, folder)?;
    let problems = placed((entry.check)(&set), changed.as_ref());
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if problems.iter().all(DataProblem::is_warning) {
        let warnings = match lines.len() as u64 {
            0 => String::new(),
            number => format!(", {}", count(number, "warning")),
        };
        lines.push(format!(
            "{}: {}, no problems{warnings}; data {}\n",
            entry.name,
            count(set.files.len() as u64, "file"),
            set.hash()
        ));
        return print(&lines.join("\n"));
    }
    if lines.len() > 1 {
        lines.insert(0, format!("{} problems", problems.len()));
    }
    Err(Failure::usage(lines.join("\n")))
}
