//! `portolan follow`: follows a game at a real table, from typed moves, and suggests the best moves.
//!
//! | file | contents |
//! | --- | --- |
//! | `dialogue` | questions, output and commands |
//! | `text` | texts of moves, questions, positions, hints and results |
//! | `command` | parser of the input |
//! | `table` | the reports, and a position with the view that follows from them |

mod command;
mod dialogue;
pub mod table;
mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use crate::options::recorded::{LogFile, names};
use crate::options::setup::Rules;
use crate::ui::dialogue::terminal::{Manner, Terminal};
use crate::ui::failure::Failure;
use crate::ui::print::print;
use dialogue::{Dialogue, Settings};
use portolan_core::files;
use portolan_core::game::Seat;
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_run::experiment::followed::Followed;
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::experiment::resolve::parts::seats;
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::play::ongoing::OngoingGame;
use portolan_run::saved_game::SavedGame;
use table::Table;

/// Arguments of `portolan follow`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan follow puerto_rico --players 4 --seat 2 --names Ann,me,Bob,Eve
  portolan follow maracaibo --players 3 --set legacy=L1,L4
  portolan follow puerto_rico --players 4 --form now.json   write a position to fill in
  portolan follow puerto_rico --players 4 --position now.json
  portolan follow --load followed-puerto_rico.log           resume a game
  portolan follow cartagena --players 2 --all-seen < game.txt   a game that was written down
  portolan replay --log followed-puerto_rico.log            the game move by move
  portolan analyze --log followed-puerto_rico.log           the last position in depth

While following: a notation makes a move, names report draws, `-` stands for what your seat did not see;
  ?  undo  correct N MOVE  correct deal N NAME  hint  moves  show  board  hand  score  log  look NAME  position
  save FILE  save! FILE  quit

Exit code: 0 also if the game was left early, 1 if it could not be saved, 2 wrong usage or bad input,
75 another program has locked the file of the game.")]
pub struct FollowArgs {
    /// Choose the game
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// Set the number of players [default: the smallest number with opponents]
    #[arg(long)]
    players: Option<usize>,
    /// Set your seat, counted from 1; the program prompts only for information that this seat sees
    #[arg(long, default_value_t = 1, value_name = "N")]
    seat: usize,
    /// Follow a game in which everything is visible, such as a game recorded by all players; the program prompts for
    /// every draw
    #[arg(long, conflicts_with_all = ["seat", "load"])]
    all_seen: bool,
    /// Begin with the position in this JSON file, at the start of a turn, instead of a deal (see
    /// docs/reference/positions.md)
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    position: Option<PathBuf>,
    /// Write the position after a random deal to this file, as a form to fill in for --position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["load", "position"])]
    form: Option<PathBuf>,
    /// Name the players in seating order
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    names: Vec<String>,
    /// Show hints only when you enter `hint`
    #[arg(long)]
    no_hints: bool,
    /// Set the seed with which hidden information is sampled
    #[arg(long, default_value_t = 1, value_parser = portolan_core::seed::parse)]
    seed: u64,
    /// Save the game in this file [default: followed-GAME.log, or the first unused one of followed-GAME-2.log, …]
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    log: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// Resume a followed game from its log, and save it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "seat", "names", "seed", "set"])]
    load: Option<PathBuf>,
}

impl FollowArgs {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        match &self.load {
            Some(path) => self.go_on(path),
            None => self.begin(),
        }
    }

    fn begin(&self) -> Result<(), Failure> {
        let name = self.game.as_deref().unwrap_or_default();
        let entry = entry(name)?;
        let players = self.players.unwrap_or(entry.default_players());
        let players = seats(entry, &[], Some(players))?;
        let setup = self.rules.setup(name, players)?;
        let game = set_up(&setup)?;
        let names = self.seat_names(&*game, players)?;
        let own = match self.all_seen {
            true => None,
            false => Some(self.own_seat(&*game)?),
        };
        if own.is_some() {
            game.follows_a_seat().map_err(Failure::Usage)?;
        }
        let names = called(names, own);
        if let Some(file) = &self.form {
            let rules = self.rules.as_typed()?;
            return write_form(&*game, self.seed, (own, &rules), file);
        }
        let position = self.position.as_deref().map(read_position).transpose()?;
        let record = match &self.log {
            None => {
                let first = format!("followed-{}.log", entry.name);
                SavedGame::claim_free(Path::new(&first)).map_err(Failure::usage)?
            }
            Some(path) => {
                let record = SavedGame::claim(path)?;
                if path.exists() {
                    let path = path.display();
                    return Err(Failure::usage(format!(
                        "--log {path} exists; `portolan follow --load {path}` resumes it"
                    )));
                }
                record
            }
        };
        let table = Table::new(&*game, self.seed, own, position).map_err(|problem| {
            let file = self.position.as_deref().unwrap_or(Path::new("the deal"));
            Failure::usage(format!("{}: {problem}", file.display()))
        })?;
        self.follow(&setup, (self.seed, own, names), (&*game, table), record)
    }

    fn go_on(&self, path: &Path) -> Result<(), Failure> {
        let mut record = SavedGame::claim(path)?;
        let LogFile { setup, log, file } = LogFile::read(path, &self.rules)?;
        let Some(followed) = &log.followed else {
            return Err(Failure::usage(format!(
                "{file} contains a game played with `portolan play`, not a followed game; `portolan play --load \
                 {file}` resumes it"
            )));
        };
        let game = set_up(&setup)?;
        if let Some(seat) = followed.seat.filter(|&seat| seat >= game.seats()) {
            let problem = format!("seat = {}: expected 1 to {}", seat + 1, game.seats());
            return Err(log.wrong(&file, "seat", problem).into());
        }
        let position = followed.position.clone();
        let mut table = Table::new(&*game, log.deal_seed, followed.seat, position)
            .map_err(|problem| log.wrong(&file, "position", problem))?;
        read(&mut table, &log, followed, &file)?;
        let names = names(&*game, &log.bots);
        record.begin(log.write());
        let whose = (log.deal_seed, followed.seat, names);
        self.follow(&setup, whose, (&*game, table), record)
    }

    fn follow(
        &self,
        setup: &GameSetup,
        (seed, own, names): (u64, Option<Seat>, Vec<String>),
        (game, table): (&dyn DynGame, Table),
        record: SavedGame,
    ) -> Result<(), Failure> {
        let settings = Settings {
            setup,
            seed,
            own,
            names,
            hints: !self.no_hints,
        };
        let terminal = Terminal::new(Manner::Record)?;
        Dialogue::new(settings, game, table, record, terminal)?.run()
    }

    fn own_seat(&self, game: &dyn DynGame) -> Result<Seat, Failure> {
        let seats = game.seats();
        let own = self.seat.checked_sub(1).filter(|&seat| seat < seats);
        let own = own.filter(|&seat| game.automa(seat).is_none());
        own.ok_or_else(|| {
            let automas = (0..seats).filter(|&seat| game.automa(seat).is_some());
            let people = seats - automas.count();
            Failure::usage(format!("--seat {}: expected 1 to {people}", self.seat))
        })
    }

    /// Returns the names of the players by seat; empty for players without a name.
    fn seat_names(&self, game: &dyn DynGame, players: usize) -> Result<Vec<String>, Failure> {
        let given: Vec<String> = self
            .names
            .iter()
            .map(|name| name.trim().to_string())
            .collect();
        if !given.is_empty() && given.len() != players {
            return Err(Failure::usage(format!(
                "--names {}: expected {players} names, one for each player",
                given.join(",")
            )));
        }
        Ok(names(game, &given))
    }
}

/// Adds default names for players without a name.
fn called(names: Vec<String>, own: Option<Seat>) -> Vec<String> {
    let named = names.into_iter().enumerate();
    named
        .map(|(seat, name)| match name.as_str() {
            "" if own == Some(seat) => "you".to_string(),
            "" => format!("player {}", seat + 1),
            name => name.to_string(),
        })
        .collect()
}

/// Reads a position from a file.
fn read_position(path: &Path) -> Result<Value, Failure> {
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", path.display()));
    let text = files::read_text(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text)
        .map_err(|error| wrong(format!("{error}; expected a position as JSON")))
}

/// Writes a position as a form. The form itself is a valid position, so users can start from it. Information
/// that is hidden from the own seat is left out where the game allows it. `rules` contains the rule options for
/// the command that is printed.
fn write_form(
    game: &dyn DynGame,
    seed: u64,
    (own, rules): (Option<Seat>, &str),
    path: &Path,
) -> Result<(), Failure> {
    let file = path.display();
    if path.exists() {
        return Err(Failure::usage(format!(
            "--form {file} exists; expected a new file"
        )));
    }
    let dealt = after_secret_choices(game.deal(seed));
    let mut position = dealt.position(own);
    if game.place(seed, &position).is_err() {
        position = dealt.position(None);
        game.place(seed, &position).map_err(Failure::Usage)?;
    }
    without_texts(&mut position);
    let saved = files::save(path, format!("{position:#}\n"));
    saved.map_err(|error| Failure::work(format!("{file}: {error}")))?;
    let people = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
    let seat = match own {
        Some(0) => String::new(),
        Some(seat) => format!(" --seat {}", seat + 1),
        None => " --all-seen".to_string(),
    };
    print(&format!(
        "{file}: change it to match your table, then `portolan follow {} --players {}{seat}{rules} \
         --position {file}`\n",
        game.name(),
        people.count()
    ))
}

/// Plays a game up to its first position without a secret choice, because users who enter a position do not
/// need the choices of the set-up.
fn after_secret_choices(mut game: Box<dyn OngoingGame>) -> Box<dyn OngoingGame> {
    while game.choices() > 0 {
        let mut after = game.copy();
        after.make(0);
        let secret = after
            .moves()
            .last()
            .is_some_and(|made| made.hidden.contains(&true));
        if !secret {
            break;
        }
        game = after;
    }
    game
}

/// Removes values that follow from the ids of components.
fn without_texts(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            if keys.contains_key("id") {
                keys.retain(|key, _| !["name", "text"].contains(&key.as_str()));
            }
            keys.values_mut().for_each(without_texts);
        }
        Value::Array(list) => list.iter_mut().for_each(without_texts),
        _ => {}
    }
}

/// Loads a log.
fn read(table: &mut Table, log: &GameLog, followed: &Followed, file: &str) -> Result<(), Failure> {
    let answers = followed.answers(0);
    if !answers.is_empty() {
        table
            .read_deal(answers)
            .map_err(|problem| Failure::usage(format!("{file}: the deal: {problem}")))?;
    }
    for (index, logged) in log.moves.iter().enumerate() {
        let number = index + 1;
        let wrong = |problem: String| {
            let line = logged.line;
            Failure::usage(format!("{file}, line {line}: {problem}"))
        };
        if let Some(seat) = table.to_move().filter(|&seat| seat != logged.seat) {
            return Err(wrong(format!(
                "seat {} is to move, not seat {}",
                seat + 1,
                logged.seat + 1
            )));
        }
        table
            .read_move(&logged.action, followed.answers(number))
            .map_err(wrong)?;
    }
    Ok(())
}
