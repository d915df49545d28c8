//! `portolan replay`: one game move by move.

use std::path::{Path, PathBuf};

use clap::Args;

use super::scores::final_scores;
use super::setup::Rules;
use super::{Failure, print, tell};
use crate::bots::BotSpec;
use crate::experiment::arena::{Arena, GameRecord, Witness};
use crate::experiment::gamelog::{GameLog, LogError, LoggedMove};
use crate::experiment::manifest::{MANIFEST, Manifest, VERSION};
use crate::experiment::plan::Plan;
use crate::experiment::spec::parts::{line_up, read_data, seats};
use crate::game::{Event, EventLog, Game, Seat};
use crate::games::{GameSetup, TableVisitor, Visitor, entry, open, open_all};
use crate::random::Streams;

/// Show one game move by move.
///
/// The game is played again from its seed (or from a recorded log): what is shown is what happened.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan replay --run results/first --game-id 17
  portolan replay --run results/first --game-id 17 --positions --record game17.log
  portolan replay --log game17.log
  portolan replay --game maracaibo --bots random,greedy --seed 7 --game-id 1")]
pub struct Replay {
    /// Results folder whose game is shown
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "players", "bots", "seed", "set", "log"], required_unless_present_any = ["game", "log"])]
    run: Option<PathBuf>,
    /// Number of the game, as in games.csv
    #[arg(long, value_name = "N", required_unless_present = "log")]
    game_id: Option<u64>,
    /// Recorded game to show
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "bots", "seed", "set", "game_id"])]
    log: Option<PathBuf>,
    /// Game, if there is no results folder
    #[arg(long, requires = "bots")]
    game: Option<String>,
    /// Number of players [default: as many as bots]
    #[arg(long, requires = "game")]
    players: Option<usize>,
    /// Bots of the run, one per player
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", requires = "game")]
    bots: Vec<String>,
    /// Master seed of the run [default: 1]
    #[arg(long, requires = "game")]
    seed: Option<u64>,
    #[command(flatten)]
    rules: Rules,
    /// Show the position at every turn
    #[arg(long)]
    positions: bool,
    /// Write the game to this file as a log that --log plays back
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite the file of --record
    #[arg(long)]
    force: bool,
}

/// A game to be played again: its set-up, its bots, and which one.
struct Numbered {
    /// By cell.
    setups: Vec<GameSetup>,
    line_ups: Vec<Vec<BotSpec>>,
    seed: u64,
    game_id: u64,
}

impl Replay {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        if let Some(path) = &self.record
            && path.exists()
            && !self.force
        {
            return Err(Failure::usage(format!(
                "{} exists; --force overwrites it",
                path.display()
            )));
        }
        let told = match (&self.log, &self.run) {
            (Some(log), _) => self.play_log(log)?,
            (_, Some(run)) => play_numbered(&self.numbered_of_run(run)?, self.positions)?,
            _ => play_numbered(&self.numbered()?, self.positions)?,
        };
        print(&told.text)?;
        if let Some(path) = &self.record {
            std::fs::write(path, told.log.write())
                .map_err(|error| Failure::work(format!("{}: {error}", path.display())))?;
            tell(&format!("recorded in {}", path.display()));
        }
        match told.problem {
            Some(problem) => Err(Failure::Work(problem)),
            None => Ok(()),
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
        })
    }

    fn numbered_of_run(&self, folder: &Path) -> Result<Numbered, Failure> {
        let manifest = Manifest::read(folder)
            .map_err(Failure::usage)?
            .ok_or_else(|| {
                Failure::usage(format!(
                    "{} holds no {MANIFEST}: it is no results folder",
                    folder.display()
                ))
            })?;
        let experiment = &manifest.experiment;
        let game_id = self.game_id.unwrap_or(1);
        if !(1..=manifest.games_planned).contains(&game_id) {
            return Err(Failure::usage(format!(
                "{} has no game {game_id}: games are numbered from 1 to {}",
                folder.display(),
                manifest.games_planned
            )));
        }
        if manifest.version != VERSION {
            tell(&format!(
                "warning: the run was made by version {}, this is {VERSION}; the game may differ",
                manifest.version
            ));
        }
        let mut setups = Vec::new();
        let mut line_ups = Vec::new();
        for cell in experiment.cells().iter() {
            let recorded = std::iter::once(&manifest.data)
                .chain(&manifest.more_data)
                .find(|record| record.hash == cell.data)
                .and_then(|record| record.folder.as_deref());
            let data_folder = self.rules.data_folder().or(recorded);
            let data = read_data(entry(&experiment.game)?, data_folder)?;
            same_data(&cell.data, &data.hash(), &folder.display().to_string())
                .map_err(Failure::Usage)?;
            let line_up = experiment.line_up(cell);
            if line_up.len() != cell.bots.len() {
                return Err(Failure::usage(format!(
                    "{}: not every bot of the line-up is described",
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
        })
    }

    fn play_log(&self, path: &Path) -> Result<Told, Failure> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("{file}: {error}")))?;
        let log = GameLog::parse(&file, &text)?;
        if let Some(warning) = log.version_warning(&file) {
            tell(&warning);
        }
        let data = read_data(entry(&log.game)?, self.rules.data_folder())?;
        if !log.data.is_empty() {
            same_data(&log.data, &data.hash(), &file).map_err(Failure::Usage)?;
        }
        let setup = GameSetup {
            game: log.game.clone(),
            players: log.players,
            options: log.set.clone(),
            data,
        };
        let told = open(
            &setup,
            PlayLog {
                log,
                file,
                positions: self.positions,
            },
        )??;
        Ok(told)
    }
}

/// Components must be those of the recorded game.
pub fn same_data(recorded: &str, here: &str, whence: &str) -> Result<(), String> {
    if recorded == here {
        return Ok(());
    }
    Err(format!(
        "{whence} was made with component data {recorded}, but the data here is {here}; give its \
         folder with --data"
    ))
}

fn play_numbered(wanted: &Numbered, positions: bool) -> Result<Told, Failure> {
    open_all(&wanted.setups, PlayNumbered { wanted, positions })?
}

/// What a replay tells.
struct Told {
    text: String,
    log: GameLog,
    problem: Option<String>,
}

struct PlayNumbered<'a> {
    wanted: &'a Numbered,
    positions: bool,
}

impl TableVisitor for PlayNumbered<'_> {
    type Out = Result<Told, Failure>;

    fn visit<G: Game>(self, games: Vec<G>) -> Self::Out {
        let wanted = self.wanted;
        let plan = Plan::new(&games, wanted.seed, wanted.game_id);
        let numbered = plan
            .game(wanted.game_id)
            .ok_or_else(|| Failure::usage("--game-id 0: games are numbered from 1".to_string()))?;
        let game = &games[numbered.cell];
        let line_up = &wanted.line_ups[numbered.cell];
        let setup = &wanted.setups[numbered.cell];
        let names: Vec<String> = (0..game.seats())
            .map(|seat| match numbered.seating[seat] {
                Some(place) => line_up[place].name.clone(),
                None => game.automa(seat).unwrap_or_default().to_string(),
            })
            .collect();
        let bots: Vec<String> = numbered
            .seating
            .iter()
            .flatten()
            .map(|&place| line_up[place].name.clone())
            .collect();
        let mut narrator = Narrator::new(names, self.positions);
        narrator.text.push_str(&format!(
            "{} game {}, seed of the deal {}\n",
            game.name(),
            numbered.id,
            numbered.deal_seed
        ));
        let mut arena = Arena::new(game, line_up)?;
        let problem = match arena.play(&numbered, &mut narrator) {
            Ok(record) => {
                narrator
                    .text
                    .push_str(&final_scores(game, &narrator.names, record));
                None
            }
            Err(crash) => Some(format!("the game panicked: {}", crash.message)),
        };
        let log = GameLog {
            version: VERSION.to_string(),
            game: setup.game.clone(),
            players: setup.players,
            deal_seed: numbered.deal_seed,
            bots,
            data: setup.data.hash(),
            set: setup.options.clone(),
            moves: narrator.moves,
        };
        Ok(Told {
            text: narrator.text,
            log,
            problem,
        })
    }
}

struct PlayLog {
    log: GameLog,
    file: String,
    positions: bool,
}

impl Visitor for PlayLog {
    type Out = Result<Told, LogError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let log = self.log;
        let mut bots = log.bots.iter();
        let names = (0..game.seats())
            .map(|seat| match game.automa(seat) {
                Some(automa) => automa.to_string(),
                None => bots.next().cloned().unwrap_or_default(),
            })
            .collect();
        let mut narrator = Narrator::new(names, self.positions);
        narrator.text.push_str(&format!(
            "{} from {}, seed of the deal {}\n",
            game.name(),
            self.file,
            log.deal_seed
        ));
        let mut chance = Streams::new(log.deal_seed);
        let mut state = game.new_state(&mut chance, &mut narrator);
        narrator.stands(&game, &state);
        let mut record = GameRecord::default();
        record.clear(game.seats());
        for logged in &log.moves {
            let action = logged.action_in(&game, &state, &self.file)?;
            record.seats[logged.seat].decisions += 1;
            narrator.decided(&game, &state, logged.seat, action);
            game.apply(&mut state, action, &mut chance, &mut narrator);
            narrator.stands(&game, &state);
        }
        if game.to_move(&state).is_some() {
            narrator
                .text
                .push_str("\nThe log ends here, before the game does.\n");
            narrator.position(&game, &state);
        }
        record.fill(&game, &state);
        narrator
            .text
            .push_str(&final_scores(&game, &narrator.names, &record));
        Ok(Told {
            text: narrator.text,
            log: GameLog {
                moves: narrator.moves,
                ..log
            },
            problem: None,
        })
    }
}

/// Tells a game as it is played.
struct Narrator {
    text: String,
    names: Vec<String>,
    positions: bool,
    moves: Vec<LoggedMove>,
    round: u8,
    /// Whether a position is due: at the deal and when a round begins.
    due: bool,
    turn: Option<(Seat, u32)>,
    /// Whether the position that was shown last is still the current one.
    shown: bool,
}

impl Narrator {
    fn new(names: Vec<String>, positions: bool) -> Narrator {
        Narrator {
            text: String::new(),
            names,
            positions,
            moves: Vec::new(),
            round: 0,
            due: true,
            turn: None,
            shown: false,
        }
    }

    fn position<G: Game>(&mut self, game: &G, state: &G::State) {
        self.shown = true;
        self.text.push('\n');
        for line in game.describe(state, None).lines() {
            self.text.push_str(&format!("    {line}\n"));
        }
        self.text.push('\n');
    }
}

impl EventLog for Narrator {
    fn push(&mut self, event: Event) {
        if event.round > self.round {
            self.due = self.round > 0 || self.due;
            self.round = event.round;
        }
    }
}

impl<G: Game> Witness<G> for Narrator {
    fn decided(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action) {
        let turn = game.turns(before, seat);
        if self.turn != Some((seat, turn)) {
            self.turn = Some((seat, turn));
            if self.positions && !self.shown {
                self.position(game, before);
            }
            self.text.push_str(&format!(
                "seat {} ({}), turn {turn}\n",
                seat + 1,
                self.names[seat]
            ));
        }
        self.shown = false;
        let notation = game.action_text(before, action);
        self.text.push_str(&format!("  {notation}\n"));
        self.moves.push(LoggedMove {
            line: 0,
            seat,
            action: notation,
        });
    }

    fn stands(&mut self, game: &G, state: &G::State) {
        if std::mem::take(&mut self.due) {
            if self.round > 1 {
                self.text.push_str(&format!("\nRound {}\n", self.round));
            }
            self.position(game, state);
        }
    }
}
