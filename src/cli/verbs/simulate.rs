//! `portolan simulate`: plays many games into a results folder.

use clap::{Args, ValueEnum};

use super::run::launch::Launch;
use crate::options::setup::Rules;
use crate::ui::failure::Failure;
use portolan_run::experiment::resolve::resolve;
use portolan_run::settings::keys::{DEFAULT_GAMES, DEFAULT_SEED};
use portolan_run::settings::{EventLevel, MOST_GAMES, Settings};

/// Arguments of `portolan simulate`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan simulate --game maracaibo --players 3 --bots random,greedy,random --games 10000 --seed 7 --out results/first
  portolan simulate --game maracaibo --bots greedy,bots/mine.toml --games 2000 --format json
  portolan simulate --game maracaibo --bots greedy,greedy --set legacy=L1,L4 --events none
  portolan simulate ... --out results/first --resume     resume after Ctrl-C or a crash

Files in the folder: manifest.toml, games.csv, events.csv, summary.csv (and crashes.csv if a game
panicked); with --compress games.csv.gz and events.csv.gz instead. The same version, settings and
seed give the same bytes on any number of threads. Ctrl-C stops after the deal groups in progress and leaves
complete files.

Exit code: 0 all games played, 1 stopped or failed, or a game panicked, 2 wrong usage or bad input,
75 another process is using the folder (try again later).")]
pub struct SimulateArgs {
    /// Game
    #[arg(value_name = "GAME", required_unless_present = "game_option")]
    game: Option<String>,
    /// Choose the game, instead of GAME
    #[arg(long = "game", value_name = "GAME", conflicts_with = "game")]
    game_option: Option<String>,
    /// Set the number of players [default: the number of bots]
    #[arg(long)]
    players: Option<usize>,
    /// Choose the bots, one per player: names or paths of .toml files
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,…")]
    bots: Vec<String>,
    /// Play this many games, rounded up so that every deal is played in every seating
    #[arg(long, default_value_t = DEFAULT_GAMES, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Set the master seed, which determines every deal and every choice
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = portolan_core::seed::parse)]
    seed: u64,
    #[command(flatten)]
    rules: Rules,
    /// Choose the events to record in events.csv
    #[arg(long, value_enum, default_value_t = Events::All)]
    events: Events,
    /// Use the network of this bot as a control variate that estimates the luck in every game: a name, or the path of a
    /// .toml file
    #[arg(long, value_name = "BOT")]
    variance: Option<String>,
    #[command(flatten)]
    launch: Launch,
}

#[derive(Clone, Copy, ValueEnum)]
enum Events {
    /// Every event
    All,
    /// No events
    None,
}

impl SimulateArgs {
    pub fn run(self) -> Result<(), Failure> {
        let resolved = resolve(&Settings {
            game: self.game.or(self.game_option).unwrap_or_default(),
            players: self.players,
            bots: self.bots,
            games: Some(self.games),
            seed: self.seed,
            data: self.rules.data_folder().map(Into::into),
            set: self.rules.options()?,
            variance: self.variance,
            events: match self.events {
                Events::All => EventLevel::All,
                Events::None => EventLevel::None,
            },
            ..Settings::default()
        })?;
        let experiment = &resolved.experiment;
        let name = format!(
            "{}-{}p-seed{}",
            experiment.game, experiment.players, experiment.seed
        );
        self.launch.play(resolved, &name)?;
        Ok(())
    }
}
