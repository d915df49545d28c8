//! `portolan data`: the components of a game as files.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::print::print;
use super::table::aligned;
use crate::dataset::{DataProblem, DataSet};
use crate::experiment::spec::parts::{read_data, read_unchecked};
use crate::files;
use crate::games::{GameEntry, entry};
use crate::perturbation::perturb;
use crate::prose::count;
use crate::suggestion::did_you_mean;

/// Export, check, show or vary component data.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan data export maracaibo my-cards      write the files out, to edit them
  portolan data check maracaibo my-cards       every problem with file, line and column
  portolan data show maracaibo                 which files there are
  portolan data show maracaibo project_cards.csv
  portolan data perturb maracaibo --seed 3 --strength 0.3 other-cards   vary the stand-ins
  portolan simulate --game maracaibo --bots greedy,greedy --data my-cards")]
pub struct DataArgs {
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
    /// Write a set in which stand-ins vary within what is certain
    ///
    /// Only rows whose provenance is `reconstructed` vary, in values that no rule or source settles,
    /// and `data check` accepts the result. A study repeated on several such sets shows how far its
    /// answer depends on what is not known.
    #[command(after_help = "Examples:
  portolan data perturb maracaibo --seed 1 --strength 0.3 sets/1
  portolan simulate --game maracaibo --bots greedy,random --data sets/1
  for n in 1 2 3 4 5; do portolan data perturb maracaibo --seed $n sets/$n; done

Same set, seed and strength give the same files. What varies: docs/reference/maracaibo-data.md.")]
    Perturb {
        /// Game
        game: String,
        /// Folder to write to
        dir: PathBuf,
        /// Which of the possible sets
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Share of the values that may vary which do, from 0 (none) to 1 (all)
        #[arg(long, value_name = "S", default_value_t = 0.3, value_parser = share)]
        strength: f64,
        /// Vary the files of this folder instead of those that ship with the program
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// Write to a folder that is not empty, over files that are there
        #[arg(long)]
        force: bool,
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

impl DataArgs {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        match self.verb {
            DataVerb::Export { game, dir, force } => export(entry(&game)?, &dir, force),
            DataVerb::Check { game, dir } => check(entry(&game)?, dir.as_deref()),
            DataVerb::Perturb {
                game,
                dir,
                seed,
                strength,
                data,
                force,
            } => {
                let entry = entry(&game)?;
                let set = read_data(entry, data.as_deref())?;
                vary(entry, &set, &dir, seed, strength, force)
            }
            DataVerb::Show { game, file, data } => {
                let entry = entry(&game)?;
                let set = read_unchecked(entry, data.as_deref())?;
                show(entry, &set, file.as_deref())
            }
        }
    }
}

fn export(entry: &GameEntry, folder: &Path, force: bool) -> Result<(), Failure> {
    no_file(folder)?;
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
    write_files(folder, entry.files.iter().copied())?;
    print(&format!(
        "{} written to {}\n",
        count(entry.files.len() as u64, "file"),
        folder.display()
    ))
}

fn no_file(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::usage(format!(
            "{} is a file, not a folder",
            folder.display()
        )));
    }
    Ok(())
}

fn write_files<'a>(
    folder: &Path,
    files: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::work(format!("{path}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    for (name, text) in files {
        let path = folder.join(name);
        files::save(&path, text).map_err(failed(&path))?;
    }
    Ok(())
}

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a share from 0 to 1, such as 0.3".to_string())
}

fn vary(
    entry: &GameEntry,
    set: &DataSet,
    folder: &Path,
    seed: u64,
    strength: f64,
    force: bool,
) -> Result<(), Failure> {
    if entry.variations.is_empty() {
        return Err(Failure::usage(format!(
            "{name} names no component data to vary; what is unknown may vary by a rule option: \
             portolan games {name}",
            name = entry.name
        )));
    }
    no_file(folder)?;
    let is_used =
        |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_used(folder) && !force {
        return Err(Failure::usage(format!(
            "{} is not empty; --force writes to it all the same",
            folder.display()
        )));
    }
    let varied = perturb(set, entry.variations, entry.check, seed, strength);
    let files = varied.data.files.iter();
    write_files(
        folder,
        files.map(|(name, text)| (name.as_str(), text.as_str())),
    )?;
    let provenance = (entry.provenance)(set);
    let mut totals = [0; 2];
    let rows = provenance
        .iter()
        .map(|(file, counts)| {
            let changed = varied.changed.get(file).copied().unwrap_or(0);
            totals[0] += counts.reconstructed;
            totals[1] += changed;
            [
                *file,
                &counts.reconstructed.to_string(),
                &changed.to_string(),
            ]
            .map(str::to_string)
            .to_vec()
        })
        .collect();
    print(&format!(
        "{}\n{} of {} changed; written to {}, data {}\n",
        aligned("lrr", &["file", "reconstructed", "changed"], rows),
        totals[1],
        count(totals[0] as u64, "reconstructed row"),
        folder.display(),
        varied.data.hash()
    ))
}

fn check(entry: &GameEntry, folder: Option<&Path>) -> Result<(), Failure> {
    let set = read_unchecked(entry, folder)?;
    let problems = (entry.check)(&set);
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if problems.iter().all(DataProblem::is_warning) {
        let warnings = match lines.len() as u64 {
            0 => String::new(),
            number => format!(", {}", count(number, "warning")),
        };
        lines.push(format!(
            "{}: {}, no problem{warnings}; data {}\n",
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
