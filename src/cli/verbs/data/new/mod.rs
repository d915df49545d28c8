//! `portolan data new`: lets an owner of the game enter the printed values at the terminal.

mod row;
mod rows;
pub mod talk;
mod walk;
mod working;

use std::path::{Path, PathBuf};

use clap::Args;

use super::facts;
use crate::ui::failure::Failure;
use portolan_core::dataset::DataSet;
use portolan_core::registry::entry;
use portolan_core::setup::GameEntry;
use row::{Next, Target};
use talk::Talk;
use walk::StartingPoint;
use working::WorkingSet;

/// Arguments of `portolan data new`.
///
/// A new folder starts as a copy of the shipped set. In an existing folder, the command continues where the user
/// stopped. Every row is saved as soon as it is entered.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan data new maracaibo my-cards                                 choose a file and start
  portolan data new maracaibo my-cards --file project_cards.csv        enter the unknown rows
  portolan data new maracaibo my-cards --file project_cards.csv --row A012
  portolan data new maracaibo my-cards --file project_cards.csv --add   a row of your own
  portolan simulate --game maracaibo --bots greedy,greedy --data my-cards

At each prompt, Enter keeps the value, = confirms it, == confirms the rest of the row, - empties the
cell, ? explains it; back, skip, row ID, add, remove and quit leave it.
More: docs/reference/data.md.")]
pub struct NewArgs {
    /// Game
    game: String,
    /// Folder of your working copy, which is created if missing
    dir: PathBuf,
    /// Start with this file
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Enter only the row with this id, or with this number in files without ids
    #[arg(long, value_name = "ID", requires = "file")]
    row: Option<String>,
    /// Add a row
    #[arg(long, requires = "file", conflicts_with = "row")]
    add: bool,
    /// Remove the row
    #[arg(long, requires = "row")]
    remove: bool,
}

impl NewArgs {
    /// Creates the working copy and starts the entry of values.
    pub fn run(self) -> Result<(), Failure> {
        let mut work = WorkingSet::open(entry(&self.game)?, &self.dir)?;
        let start = StartingPoint {
            file: self.file,
            row: self.row,
            add: self.add,
            remove: self.remove,
        };
        walk::walk(&mut work, &mut Talk::new()?, &start)?;
        facts::facts(work.entry, &work.set)
    }
}

/// Result of the entry of a row.
pub enum Entered {
    /// The row was saved. Contains the changed set.
    Row(Box<DataSet>),
    /// The row stays as it was.
    Unchanged,
    /// The owner left with `quit`, or the input ended. The row stays as it was.
    Left,
}

/// Asks for some columns of a row of the set in a folder, and saves the row.
///
/// # Errors
/// [`Failure`] if a file cannot be read or written, or there is no such row.
pub fn enter(
    entry: &'static GameEntry,
    folder: &Path,
    (file, row): (&'static str, &str),
    columns: &[&str],
    talk: &mut Talk,
) -> Result<Entered, Failure> {
    let mut work = WorkingSet::open(entry, folder)?;
    let form = entry.form(file);
    let before = work.set.text(file).to_string();
    let at = rows::find(&form, &work.table(file), row)
        .ok_or_else(|| Failure::usage(format!("{file} has no row {row}")))?;
    let next = row::ask(&mut work, talk, &form, Target::Columns(at, columns))?;
    Ok(match next {
        Next::Quit => Entered::Left,
        _ if work.set.text(file) != before => Entered::Row(Box::new(work.set)),
        _ => Entered::Unchanged,
    })
}
