//! `portolan data`: the components of a game as files.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::table::aligned;
use super::{Failure, print};
use crate::dataset::DataSet;
use crate::experiment::spec::parts::read_unchecked;
use crate::games::{GameEntry, did_you_mean, entry};

/// Export, check or show component data.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan data export maracaibo my-cards      write the files out, to edit them
  portolan data check maracaibo my-cards       every problem with file, line and column
  portolan data show maracaibo                 which files there are
  portolan data show maracaibo project_cards.csv
  portolan simulate --game maracaibo --bots greedy,greedy --data my-cards")]
pub struct Data {
    #[command(subcommand)]
    verb: DataVerb,
}

#[derive(Subcommand)]
enum DataVerb {
    /// Write the files that ship with the program to a folder
    #[command(after_help = "Example:\n  portolan data export maracaibo my-cards")]
    Export {
        /// Game
        game: String,
        /// Folder to write to
        dir: PathBuf,
        /// Overwrite files that are already there
        #[arg(long)]
        force: bool,
    },
    /// Check the files in a folder (or those that ship with the program)
    #[command(
        after_help = "Examples:\n  portolan data check maracaibo\n  portolan data check maracaibo my-cards"
    )]
    Check {
        /// Game
        game: String,
        /// Folder with the files
        dir: Option<PathBuf>,
    },
    /// Show a file as a table, or list the files
    #[command(
        after_help = "Examples:\n  portolan data show maracaibo\n  portolan data show maracaibo project_cards.csv"
    )]
    Show {
        /// Game
        game: String,
        /// File to show
        file: Option<String>,
        /// Show the file of this folder instead
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
}

impl Data {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        match self.verb {
            DataVerb::Export { game, dir, force } => export(entry(&game)?, &dir, force),
            DataVerb::Check { game, dir } => check(entry(&game)?, dir.as_deref()),
            DataVerb::Show { game, file, data } => {
                let entry = entry(&game)?;
                let set = read_unchecked(entry, data.as_deref())?;
                show(entry, &set, file.as_deref())
            }
        }
    }
}

fn export(entry: &GameEntry, folder: &Path, force: bool) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::usage(format!(
            "{} is a file, not a folder",
            folder.display()
        )));
    }
    let existing = entry
        .files
        .iter()
        .map(|(name, _)| folder.join(name))
        .find(|path| path.exists());
    if let Some(path) = existing
        && !force
    {
        return Err(Failure::usage(format!(
            "{} exists; --force overwrites it",
            path.display()
        )));
    }
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::work(format!("{path}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    for (name, text) in entry.files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(failed(&path))?;
    }
    print(&format!(
        "{} files written to {}\n",
        entry.files.len(),
        folder.display()
    ))
}

fn check(entry: &GameEntry, folder: Option<&Path>) -> Result<(), Failure> {
    let set = read_unchecked(entry, folder)?;
    let problems = (entry.check)(&set);
    if problems.is_empty() {
        return print(&format!(
            "{}: {} files, no problem; data {}\n",
            entry.name,
            set.files.len(),
            set.hash()
        ));
    }
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if lines.len() > 1 {
        lines.insert(0, format!("{} problems", problems.len()));
    }
    Err(Failure::usage(lines.join("\n")))
}

fn show(entry: &GameEntry, set: &DataSet, file: Option<&str>) -> Result<(), Failure> {
    let Some(file) = file else {
        let rows = (entry.provenance)(set)
            .iter()
            .map(|(file, counts)| vec![file.to_string(), counts.total().to_string()])
            .collect();
        return print(&aligned("lr", &["file", "rows"], rows));
    };
    let Some(text) = set.files.get(file) else {
        let known = set.files.keys().map(String::as_str);
        return Err(Failure::usage(format!(
            "{} has no data file \"{file}\"{}; files: {}",
            entry.name,
            did_you_mean(file, known.clone()),
            known.collect::<Vec<_>>().join(", ")
        )));
    };
    if !file.ends_with(".csv") {
        return print(text);
    }
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| Failure::usage(format!("{file}: {error}"));
    let header = reader.headers().map_err(wrong)?.clone();
    let rows = reader
        .records()
        .map(|record| Ok(record?.iter().map(str::to_string).collect()))
        .collect::<Result<Vec<Vec<String>>, csv::Error>>()
        .map_err(wrong)?;
    let columns: Vec<&str> = header.iter().collect();
    print(&aligned(&"l".repeat(columns.len()), &columns, rows))
}
