//! Selects a game from a results folder, a seed or a log.

use std::path::{Path, PathBuf};

use clap::Args;

use super::setup::Rules;
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::verbs::replay::comparison::Recording;
use portolan_core::files;
use portolan_core::game::GameInfo;
use portolan_core::registry::entry;
use portolan_core::setup::{GameSetup, SetupError};
use portolan_players::bots::BotSpec;
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::experiment::resolve::parts::{line_up, read_data, seats};
use portolan_run::play::dyn_game::set_up;
use portolan_run::play::treatment::Treatment;
use portolan_run::results::manifest::{MANIFEST, Manifest};
use portolan_run::settings::Experiment;

/// Options that select the game.
#[derive(Args)]
pub struct Source {
    /// Read the game from this results folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "players", "bots", "seed", "set", "log"], required_unless_present_any = ["game", "log"])]
    run: Option<PathBuf>,
    /// Choose the game by its number in games.csv
    #[arg(long, value_name = "N", required_unless_present = "log")]
    game_id: Option<u64>,
    /// Read the game from a log written by `replay --record` or by the command `save` of a game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "bots", "seed", "set", "game_id"])]
    log: Option<PathBuf>,
    /// Choose the game; only without --run and --log
    #[arg(long, requires = "bots")]
    game: Option<String>,
    /// Set the number of players [default: the number of bots]
    #[arg(long, requires = "game")]
    players: Option<usize>,
    /// Choose the bots of the run, one per player
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", requires = "game")]
    bots: Vec<String>,
    /// Set the master seed of the run [default: 1]
    #[arg(long, requires = "game", value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    #[command(flatten)]
    rules: Rules,
}

/// Selected game.
pub enum Recorded {
    /// Game to be replayed by its bots.
    Numbered(Box<Numbered>),
    /// Game recorded move by move.
    Log(Box<LogFile>),
}

/// Game log with the setup of its game.
pub struct LogFile {
    pub setup: GameSetup,
    pub log: GameLog,
    /// Path of the log, for error messages.
    pub file: String,
}

/// Game to be replayed, with its setup and bots.
pub struct Numbered {
    /// Setups by condition.
    pub setups: Vec<GameSetup>,
    /// Line-ups by condition.
    pub line_ups: Vec<Vec<BotSpec>>,
    /// Master seed.
    pub seed: u64,
    /// Number of the game, from 1.
    pub game_id: u64,
    /// Experiment of the results folder, if the game comes from one.
    pub experiment: Option<Experiment>,
    /// Recorded values of the game, if it comes from a results folder.
    pub recording: Option<Recording>,
}

impl Numbered {
    /// Returns the item treatment of a condition.
    pub fn treatment(&self, cell: usize) -> Option<Treatment<'_>> {
        let experiment = self.experiment.as_ref()?;
        Treatment::of_cell(experiment, experiment.cells().get(cell)?)
    }
}

impl Source {
    /// Finds and reads the game.
    pub fn read(&self) -> Result<Recorded, Failure> {
        match (&self.log, &self.run) {
            (Some(log), _) => {
                let log = LogFile::read(log, &self.rules)?;
                Ok(Recorded::Log(Box::new(log)))
            }
            (_, Some(run)) => Ok(Recorded::Numbered(Box::new(self.numbered_of_run(run)?))),
            _ => Ok(Recorded::Numbered(Box::new(self.numbered()?))),
        }
    }

    fn numbered(&self) -> Result<Numbered, Failure> {
        let game = self.game.as_deref().unwrap_or_default();
        let entry = entry(game)?;
        let players = seats(entry, &self.bots, self.players)?;
        let line_up = line_up(entry, &self.bots, players)?;
        Ok(Numbered {
            setups: vec![self.rules.setup(game, players)?],
            line_ups: vec![line_up],
            seed: self.seed.unwrap_or(1),
            game_id: self.game_id.unwrap_or(1),
            experiment: None,
            recording: None,
        })
    }

    fn numbered_of_run(&self, folder: &Path) -> Result<Numbered, Failure> {
        let manifest = Manifest::read(folder)
            .map_err(Failure::usage)?
            .ok_or_else(|| {
                Failure::usage(format!(
                    "{} contains no {MANIFEST}, so it is not a results folder",
                    folder.display()
                ))
            })?;
        let experiment = &manifest.experiment;
        let game_id = self.game_id.unwrap_or(1);
        let numbers = 1..=manifest.games_planned;
        // The game numbers of a shard continue those of the preceding shards.
        if manifest.shard.is_none() && !numbers.contains(&game_id) {
            return Err(Failure::usage(format!(
                "{} has no game {game_id}: games are numbered from 1 to {}",
                folder.display(),
                manifest.games_planned
            )));
        }
        let differences = manifest.differences_from_this_program();
        if !differences.is_empty() {
            tell(&format!(
                "warning: {} was made by a different version of the program: {}; the game may \
                 differ",
                folder.display(),
                differences.join("; ")
            ));
        }
        let recording = Recording::find(folder, game_id)?;
        let mut setups = Vec::new();
        let mut line_ups = Vec::new();
        for cell in experiment.cells().iter() {
            let recorded = manifest.data_set(&cell.data);
            let recorded_folder = recorded.and_then(|record| record.folder.as_deref());
            let data_folder = self.rules.data_folder().or(recorded_folder);
            let game = entry(&experiment.game)?;
            let mut data = read_data(game, data_folder)?;
            if let Some(perturbation) = recorded.and_then(|record| record.perturbation) {
                data = perturbation.apply(&data, game);
            }
            same_data(&cell.data, &data.hash(), &folder.display().to_string())
                .map_err(Failure::Usage)?;
            let line_up = experiment.line_up(cell);
            if line_up.len() != cell.bots.len() {
                return Err(Failure::usage(format!(
                    "{}: the settings of a bot of the line-up are missing",
                    folder.join(MANIFEST).display()
                )));
            }
            setups.push(experiment.setup(cell, data));
            line_ups.push(line_up);
        }
        Ok(Numbered {
            setups,
            line_ups,
            seed: experiment.seed,
            game_id,
            experiment: Some(experiment.clone()),
            recording: Some(recording),
        })
    }
}

impl LogFile {
    /// Reads a log and checks that its game can be set up.
    pub fn read(path: &Path, rules: &Rules) -> Result<LogFile, Failure> {
        let file = path.display().to_string();
        let text =
            files::read_text(path).map_err(|error| Failure::usage(format!("{file}: {error}")))?;
        let log = GameLog::parse(&file, &text)?;
        if let Some(warning) = log.version_warning(&file) {
            tell(&warning);
        }
        let wrong_setup = |error: SetupError| match log.wrong_setup(&file, &error) {
            Some(error) => Failure::from(error),
            None => Failure::from(error),
        };
        let entry = entry(&log.game).map_err(wrong_setup)?;
        let data = read_data(entry, rules.data_folder())?;
        if !log.data.is_empty() {
            let same = same_data(&log.data, &data.hash(), "the game");
            same.map_err(|problem| log.wrong(&file, "data", problem))?;
        }
        let setup = GameSetup {
            game: log.game.clone(),
            players: log.players,
            options: log.set.clone(),
            data,
        };
        set_up(&setup).map_err(wrong_setup)?;
        Ok(LogFile { setup, log, file })
    }
}

/// Returns the names by seat: automas by their own names, the other seats in the order of `bots`.
pub fn names(game: &dyn GameInfo, bots: &[String]) -> Vec<String> {
    let mut bots = bots.iter();
    let name = |seat| match game.automa(seat) {
        Some(automa) => automa.to_string(),
        None => bots.next().cloned().unwrap_or_default(),
    };
    (0..game.seats()).map(name).collect()
}

/// Returns an error unless the component data in use are equal to the data of the recorded game.
pub fn same_data(recorded: &str, here: &str, whence: &str) -> Result<(), String> {
    if recorded == here {
        return Ok(());
    }
    Err(format!(
        "{whence} was made with component data {recorded}, but the data in use is {here}; pass the \
         folder of the recorded data with --data"
    ))
}
