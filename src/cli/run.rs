//! `portolan run`: an experiment file into a results folder.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::launch::Launch;
use crate::experiment::spec::{Length, MOST_GAMES, read_file, resolve};

/// Play the experiment that a file describes.
///
/// The file says what is played; the options say where the results go and how the work is done.
/// `docs/experiments.md` tells every key.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan run experiments/strategies-2p.toml
  portolan run experiments/strategies-2p.toml --games 600 --out results/quick
  portolan run experiments/strategies-2p.toml --resume     go on after Ctrl-C or a crash

The smallest file:
  kind = \"simulate\"
  game = \"maracaibo\"
  bots = [\"greedy\", \"random\"]

Exit code: 0 all games played, 1 stopped or failed, 2 wrong usage or bad input.")]
pub struct Run {
    /// Experiment file
    file: PathBuf,
    /// Games to play instead of as many as the file says, rounded up to whole blocks
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Master seed instead of the file's
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    launch: Launch,
}

impl Run {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        let mut wish = read_file(&self.file)?;
        if let Some(games) = self.games {
            wish.length = Length::Games(games);
        }
        if let Some(seed) = self.seed {
            wish.seed = seed;
        }
        let resolved = resolve(&wish)?;
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        self.launch.play(resolved, &name)
    }
}
