//! `portolan data`: commands for component data.

mod check;
mod export;
mod facts;
pub mod folder;
pub mod new;
mod perturb;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::ui::failure::Failure;
use check::check;
use export::export;
use facts::facts;
use new::NewArgs;
use perturb::{draw_all, share, vary};
use portolan_core::registry::entry;
use portolan_run::experiment::resolve::parts::{read_data, read_unchecked};
use show::show;

/// Arguments of `portolan data`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan data export maracaibo my-cards      write the files for editing
  portolan data new maracaibo my-cards         enter the values of your copy of the game
  portolan data facts maracaibo my-cards       count how much of a set is fact
  portolan data check maracaibo my-cards       list problems with file, line and column
  portolan data show maracaibo                 list the files
  portolan data show maracaibo project_cards.csv
  portolan data perturb maracaibo --seed 3 --strength 0.3 other-cards   vary the placeholder rows
  portolan simulate --game maracaibo --bots greedy,greedy --data my-cards")]
pub struct DataArgs {
    #[command(subcommand)]
    verb: DataVerb,
}

#[derive(Subcommand)]
enum DataVerb {
    /// Write the files of a set to a folder
    #[command(after_help = "Examples:
  portolan data export maracaibo my-cards
  portolan data export maracaibo plain --data my-cards")]
    Export {
        /// Game
        game: String,
        /// Folder to write to
        dir: PathBuf,
        /// Export the data set of this folder or file of changes as plain CSV files, instead of the shipped set
        #[arg(long, value_name = "PATH")]
        data: Option<PathBuf>,
        /// Overwrite existing files
        #[arg(long)]
        force: bool,
    },
    /// Enter the values of your copy of the game, row by row
    New(NewArgs),
    /// Count the facts in a data set
    #[command(
        after_help = "Examples:\n  portolan data facts maracaibo\n  portolan data facts maracaibo my-cards"
    )]
    Facts {
        /// Game
        game: String,
        /// Folder with the files [default: the shipped files]
        dir: Option<PathBuf>,
    },
    /// Check the files in a folder, or the shipped files
    #[command(
        after_help = "Examples:\n  portolan data check maracaibo\n  portolan data check maracaibo my-cards"
    )]
    Check {
        /// Game
        game: String,
        /// Folder with the files [default: the shipped files]
        dir: Option<PathBuf>,
    },
    /// Write a data set with varied placeholder rows
    ///
    /// Only values that no rule or source determines vary, in rows with the provenance `reconstructed`. `data check`
    /// accepts the result. Repeat a study on several such sets to see how much its result depends on unknown values.
    #[command(after_help = "Examples:
  portolan data perturb maracaibo --seed 1 --strength 0.3 sets/1
  portolan simulate --game maracaibo --bots greedy,random --data sets/1
  for n in 1 2 3 4 5; do portolan data perturb maracaibo --seed $n sets/$n; done

The same set, seed and strength give the same files. docs/reference/data.md
lists the columns that vary.")]
    Perturb {
        /// Game
        game: String,
        /// Folder to write to
        dir: PathBuf,
        /// Set the seed; each seed gives a different data set
        #[arg(long, default_value_t = 1, value_parser = portolan_core::seed::parse)]
        seed: u64,
        /// Vary this share of the values that may vary, from 0 (none) to 1 (all)
        #[arg(long, value_name = "S", default_value_t = 0.3, value_parser = share)]
        strength: f64,
        /// Vary all components, including known ones: draw new costs, points, incomes and effects
        #[arg(long)]
        all: bool,
        /// Vary the files of this folder instead of the shipped files
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// Overwrite files in a folder that is not empty
        #[arg(long)]
        force: bool,
    },
    /// Show a file as a table, a single row, or the list of files
    #[command(after_help = "Examples:
  portolan data show maracaibo
  portolan data show maracaibo project_cards.csv
  portolan data show maracaibo project_cards.csv A055")]
    Show {
        /// Game
        game: String,
        /// File to show
        file: Option<String>,
        /// Row to show, by its id or name
        row: Option<String>,
        /// Show the file of this folder instead of the shipped one
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
}

impl DataArgs {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        match self.verb {
            DataVerb::Export {
                game,
                dir,
                data,
                force,
            } => {
                let set = read_unchecked(entry(&game)?, data.as_deref())?;
                export(&set, &dir, force)
            }
            DataVerb::New(args) => args.run(),
            DataVerb::Facts { game, dir } => {
                let entry = entry(&game)?;
                facts(entry, &read_unchecked(entry, dir.as_deref())?)
            }
            DataVerb::Check { game, dir } => check(entry(&game)?, dir.as_deref()),
            DataVerb::Perturb {
                game,
                dir,
                seed,
                strength,
                all,
                data,
                force,
            } => {
                let entry = entry(&game)?;
                let set = read_data(entry, data.as_deref())?;
                let vary = if all { draw_all } else { vary };
                vary(entry, &set, &dir, seed, strength, force)
            }
            DataVerb::Show {
                game,
                file,
                row,
                data,
            } => {
                let entry = entry(&game)?;
                let set = read_unchecked(entry, data.as_deref())?;
                show(entry, &set, file.as_deref(), row.as_deref())
            }
        }
    }
}
