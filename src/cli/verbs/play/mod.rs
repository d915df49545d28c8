//! `portolan play`: lets people play at the terminal or on a page.
//!
//! | file | contents |
//! | --- | --- |
//! | `keeping` | saving of games during play |
//! | `session` | dialogue with prompts and commands |
//! | `table` | a game with its players, and the texts for each of them |
//! | `seats` | occupants of the seats |
//! | `command` | parser of the input |
//! | `narration` | events as seen by a player |
//! | `hint` | best moves with reasons |
//! | `costliest` | costliest moves of a seat |
//! | `screen` | layout of texts |
//! | `story` | printed texts of story cards |
//! | `glossary` | descriptions of component ids |
//! | `web` | play on a local web page |

pub mod command;
mod costliest;
pub mod glossary;
pub mod hint;
mod keeping;
pub mod narration;
pub mod screen;
mod seats;
mod session;
pub mod story;
mod table;
pub mod web;

pub use keeping::Keeper;
pub use screen::indented;
pub use seats::play_back;
pub use table::Table;

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::options::recorded::LogFile;
use crate::options::setup::Rules;
use crate::ui::dialogue::terminal::{Manner, Terminal};
use crate::ui::failure::Failure;
use glossary::Glossary;
use keeping::claim;
use portolan_core::prose::{capital, count};
use portolan_core::random::derive_seed;
use portolan_core::registry::entry;
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_players::bots::BotSpec;
use portolan_players::bots::catalog::HUMAN;
use portolan_players::bots::strengths::opponent;
use portolan_run::campaign::story::Side;
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::experiment::resolve::parts::{bots, seats};
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::play::ongoing::OngoingGame;
use portolan_run::play::plan::Plan;
use portolan_run::saved_game::SavedGame;
use portolan_run::settings::seating::Seating;
use seats::Seats;
use session::Session;
use web::Place;

/// Default game.
pub const DEFAULT_GAME: &str = "maracaibo";
/// Upper limit of random default seeds, which are short so that they are easy to type.
const SHORT_SEEDS: u64 = 1_000_000;

/// Arguments of `portolan play`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan play                                          Maracaibo against expert
  portolan play --opponents casual                       against a weaker one
  portolan play --players 3 --bots human,casual,expert   strengths by name
  portolan play --players 1 --bots human --set level=hard   alone against Jean
  portolan play --game maracaibo --bots greedy,human,explorer --set legacy=L1,L4
  portolan play --bots human,human --names Ann,Bob       two people at one terminal
  portolan play --load evening.log                       resume a saved game
  portolan play cartagena --web --open                   on a page in the browser
  portolan play --seed 7 < moves.txt                     commands from a file
  portolan replay --log evening.log                      the saved game move by move

While playing: a number or a notation makes a move (`buy b041`, or short `b b041`);
  ?  undo  hint [BOT]  show  moves  board  hand  score  log  look NAME  costliest  save FILE  save! FILE  quit

The same seed, settings and commands give the same game and text.
Exit code: 0 also if the game was left early, 1 if it could not be saved, 2 wrong usage or bad input,
75 another program has locked the file of the game.")]
pub struct PlayArgs {
    /// Choose the game [default: maracaibo]
    #[arg(value_name = "GAME", conflicts_with_all = ["game", "load"])]
    named: Option<String>,
    /// Choose the game, instead of GAME
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Set the number of players [default: the number of bots]
    #[arg(long)]
    players: Option<usize>,
    /// Choose the players in seating order: `human` for a person, names or .toml files of bots (from weak to strong:
    /// beginner, novice, casual, skilled, expert, master) [default: human, and expert in the other seats]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// Play in the first seat against opponents of this strength, instead of --bots: beginner, novice, casual, skilled,
    /// expert or master, or any other bot [default: expert]
    #[arg(long, visible_alias = "strength", value_name = "BOT", conflicts_with_all = ["bots", "load"])]
    opponents: Option<String>,
    /// Name the people in seating order [default: human]
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    names: Vec<String>,
    /// Set the seed of the deal and of the bots [default: drawn and printed]
    #[arg(long, value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    #[command(flatten)]
    rules: Rules,
    /// Resume a game from a log written by `save` or `replay --record`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "seed", "set"])]
    load: Option<PathBuf>,
    /// Save the game in this file after every decision [default: only on request; with --web GAME-SEED.log, or
    /// the name of --load with a number]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    page: Page,
}

/// Options for playing on a page instead of at the terminal.
#[derive(Args)]
pub struct Page {
    /// Play on a page in the browser; its address on this machine is printed
    #[arg(long)]
    pub web: bool,
    /// Open the page of --web in the browser
    #[arg(long, requires = "web")]
    open: bool,
    /// Set the port of --web [default: a free port]
    #[arg(long, requires = "web", value_name = "N", value_parser = clap::value_parser!(u16).range(1024..))]
    port: Option<u16>,
}

/// Returns a line-up with a person in the first seat and an opponent in every other seat: the named bot or the
/// default.
///
/// # Errors
/// `Failure` if an opponent is named but all seats are taken.
pub fn beside_a_person(
    game: &str,
    players: usize,
    named: Option<&str>,
) -> Result<Vec<String>, Failure> {
    if let (1, Some(named)) = (players, named) {
        return Err(Failure::usage(format!(
            "--opponents {named}: a game with one player has no seat for an opponent{}",
            match automa_of(entry(game)?) {
                Some(automa) => format!(
                    ". {} is the opponent, and --set level=LEVEL sets its strength (`portolan games \
                     {game}` lists the levels)",
                    capital(&automa)
                ),
                None => String::new(),
            }
        )));
    }
    let mut words = vec![HUMAN.to_string()];
    words.resize(players, named.unwrap_or(opponent(game)).to_string());
    Ok(words)
}

/// Returns the word for the automa of a solo game, such as `jean`, if the game has one.
fn automa_of(entry: &GameEntry) -> Option<String> {
    if !entry.players.contains(&1) {
        return None;
    }
    let game = set_up(&entry.setup(1)).ok()?;
    let dealt = game.deal(0);
    let seats = 0..dealt.records().len();
    let name = seats.filter_map(|seat| dealt.game().automa(seat)).next()?;
    name.split(':').next().map(str::to_string)
}

/// Returns an error if one of these words refers to an automa, which cannot be seated.
fn automa_named(entry: &GameEntry, words: &[String]) -> Option<Failure> {
    let automa = automa_of(entry)?;
    let means_it = |word: &&String| {
        let name = word.split(':').next().unwrap_or_default();
        name.eq_ignore_ascii_case(&automa)
    };
    let word = words.iter().find(means_it)?;
    let level = word.split_once(':').map_or("LEVEL", |(_, level)| level);
    Some(Failure::usage(format!(
        "\"{word}\" is not a bot: {} plays by the rules of the solo game, alone against one person. \
         To play against her, use `portolan play --game {} --players 1 --bots {HUMAN}`; --set \
         level={level} sets her strength (`portolan games {}` lists the levels)",
        capital(&automa),
        entry.name,
        entry.name
    )))
}

/// Deal to be played.
enum Deal {
    /// First deal of this master seed, which is also the first deal of `simulate`.
    Master(u64),
    /// Saved game with the name of its file.
    Saved(Box<GameLog>, String),
}

impl Page {
    fn place(&self) -> Place {
        Place {
            port: self.port,
            open: self.open,
        }
    }
}

impl PlayArgs {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        // The file is locked before the game is loaded from it.
        let claimed = |file: &PathBuf| claim(file, self.load.as_deref());
        let saved = self.save.as_ref().map(claimed).transpose()?;
        let (setup, deal, words) = match &self.load {
            Some(path) => self.saved(path)?,
            None => self.new_game()?,
        };
        match self.page.web {
            true => self.at_a_page(setup, &deal, &words, saved),
            false => self.at_the_terminal(&setup, &deal, &words, saved),
        }
    }

    fn at_the_terminal(
        &self,
        setup: &GameSetup,
        deal: &Deal,
        words: &[String],
        mut saved: Option<SavedGame>,
    ) -> Result<(), Failure> {
        let terminal = Terminal::new(Manner::Game)?;
        let players = (words, &self.names[..]);
        sit_down(setup, deal, players, terminal, saved.as_mut())?;
        saved.map_or(Ok(()), |saved| saved.close().map_err(Failure::work))
    }

    fn at_a_page(
        &self,
        setup: GameSetup,
        deal: &Deal,
        words: &[String],
        saved: Option<SavedGame>,
    ) -> Result<(), Failure> {
        let (words, specs) = players(&setup, deal, words)?;
        let (deal_name, whence) = match deal {
            Deal::Master(seed) => (format!("{}-{seed}.log", setup.game), format!("seed {seed}")),
            Deal::Saved(log, file) => {
                let moves = count(log.moves.len() as u64, "move");
                (String::new(), format!("{file}, after {moves}"))
            }
        };
        let line_up = (words.as_slice(), specs.as_slice());
        let table = at_a_page(setup, deal, line_up, &self.names)?;
        let first = self.load.clone().unwrap_or(deal_name.into());
        let free = || SavedGame::claim_free(&first).map_err(Failure::usage);
        let mut saved = saved.map_or_else(free, Ok)?;
        saved.begin(table.log().write());
        web::show(table, Box::new(saved), &whence, &self.page.place())
    }

    fn new_game(&self) -> Result<(GameSetup, Deal, Vec<String>), Failure> {
        let game = self.named.as_deref().or(self.game.as_deref());
        let game = game.unwrap_or(DEFAULT_GAME);
        let mut words = self.bots.clone();
        let given = if words.is_empty() { 2 } else { words.len() };
        let wished = Some(self.players.unwrap_or(given));
        let players = seats(entry(game)?, &words, wished)?;
        if words.is_empty() {
            words = beside_a_person(game, players, self.opponents.as_deref())?;
        }
        let setup = self.rules.setup(game, players)?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        Ok((setup, Deal::Master(seed), words))
    }

    fn saved(&self, path: &Path) -> Result<(GameSetup, Deal, Vec<String>), Failure> {
        let LogFile { setup, log, file } = LogFile::read(path, &self.rules)?;
        if log.followed.is_some() {
            return Err(Failure::usage(format!(
                "{file} contains a followed game; `portolan follow --load {file}` resumes it"
            )));
        }
        let words = match self.bots.is_empty() {
            true => log.bots.clone(),
            false => self.bots.clone(),
        };
        if self.bots.is_empty() && !words.iter().any(|word| word == HUMAN) {
            let problem = format!(
                "no {HUMAN} among the bots ({}); name the players with --bots, such as --bots {}",
                words.join(", "),
                suggested(&setup.game, log.players)
            );
            return Err(log.wrong(&file, "bots", problem).into());
        }
        Ok((setup, Deal::Saved(Box::new(log), file), words))
    }
}

/// Plays the first deal of a master seed with lines from `input` and text to `output`, as through a pipe.
/// `words` gives the line-up in the format of `--bots`.
///
/// # Errors
/// `Failure` if the game or a bot is unknown, or reading or writing fails. Mistakes in input lines are reported
/// in the output.
pub fn through(
    setup: &GameSetup,
    words: &[String],
    seed: u64,
    input: impl BufRead + 'static,
    output: impl Write + 'static,
) -> Result<(), Failure> {
    let terminal = Terminal::through(input, output);
    sit_down(setup, &Deal::Master(seed), (words, &[]), terminal, None)
}

/// Game that is saved during play.
pub struct KeptGame<'a> {
    pub setup: &'a GameSetup,
    /// Line-up in the format of `--bots`; it may consist of bots only.
    pub words: &'a [String],
    /// Bot of each place; `None` for a person.
    pub specs: &'a [Option<BotSpec>],
    /// Deal and moves so far.
    pub log: &'a GameLog,
    /// Name of the log file in messages.
    pub file: &'a str,
    /// Title of the game.
    pub title: &'a str,
    /// Sides of story cards that stop the dialogue when they are revealed.
    pub awaited: BTreeSet<(String, Side)>,
}

/// Result of a dialogue: the game, and the story card that stopped it.
pub struct Stopped {
    pub ongoing: Box<dyn OngoingGame>,
    /// Revealed side of a story card that stopped the dialogue.
    pub story: Option<(String, Side)>,
    pub terminal: Terminal,
}

/// Resumes a saved game. Returns when the dialogue ends.
///
/// # Errors
/// `Failure` if a bot does not fit, a move of the log is not legal, or reading or writing fails.
pub fn kept(
    game: &KeptGame,
    keeper: &mut dyn Keeper,
    terminal: Terminal,
) -> Result<Stopped, Failure> {
    let KeptGame { setup, log, .. } = game;
    let deal = Deal::Saved(Box::new(GameLog::clone(log)), game.file.to_string());
    let mut table = seated(setup, &deal, (game.words, game.specs), &[])?;
    table.play_back(log, game.file)?;
    let table = table.stopping_at(game.awaited.clone());
    let stops = table.stop().is_some();
    let mut session = Session::new(table, terminal)
        .kept_by(keeper)
        .ending_with_game();
    if !stops {
        session.welcome(game.title)?;
    }
    session.run()?;
    let (table, terminal) = session.into_parts();
    Ok(Stopped {
        story: table.stop(),
        ongoing: table.ongoing,
        terminal,
    })
}

/// Resumes a saved game on a page until Ctrl-C.
///
/// # Errors
/// `Failure` if a bot does not fit, a move of the log is not legal, the port is taken or the game could not be saved at
/// the end.
pub fn kept_on_page(game: &KeptGame, keeper: Box<dyn Keeper>, page: &Page) -> Result<(), Failure> {
    let deal = Deal::Saved(Box::new(GameLog::clone(game.log)), game.file.to_string());
    let table = at_a_page(game.setup.clone(), &deal, (game.words, game.specs), &[])?;
    web::show(table, keeper, game.title, &page.place())
}

/// Seats the players of a game that is shown on a page.
fn at_a_page(
    setup: GameSetup,
    deal: &Deal,
    (words, specs): (&[String], &[Option<BotSpec>]),
    names: &[String],
) -> Result<web::Table, Failure> {
    let (mut ongoing, seating) = begin(&*set_up(&setup)?, deal);
    let catalog = ongoing.game().catalog();
    let entry = entry(&setup.game)?;
    let glossary = Glossary::of(&setup.data, entry, catalog).in_prose();
    let seats = Seats::take(&mut *ongoing, &seating, (words, specs))?;
    let seats = seats.named(names).map_err(Failure::Usage)?;
    let mut table = web::Table::new(ongoing, setup, glossary, seats);
    if let Deal::Saved(log, file) = deal {
        table.play_back(log, file)?;
    }
    table.begin()?;
    Ok(table)
}

fn sit_down(
    setup: &GameSetup,
    deal: &Deal,
    (words, names): (&[String], &[String]),
    terminal: Terminal,
    saved: Option<&mut SavedGame>,
) -> Result<(), Failure> {
    let (words, specs) = players(setup, deal, words)?;
    let mut table = seated(setup, deal, (&words, &specs), names)?;
    let whence = match deal {
        Deal::Master(seed) => format!("seed {seed}"),
        Deal::Saved(log, file) => {
            table.play_back(log, file)?;
            let moves = count(log.moves.len() as u64, "move");
            format!("{file}, after {moves}")
        }
    };
    let mut session = Session::new(table, terminal);
    session.welcome(&whence)?;
    if let Some(saved) = saved {
        session.say(&format!("{}\n", saved.promise()))?;
        session = session.kept_by(saved);
    }
    session.run()
}

/// Returns names and bots of a line-up, which must contain at least one person.
fn players(
    setup: &GameSetup,
    deal: &Deal,
    words: &[String],
) -> Result<(Vec<String>, Vec<Option<BotSpec>>), Failure> {
    let words: Vec<String> = words.iter().map(|word| word.trim().to_string()).collect();
    let specs = occupants(entry(&setup.game)?, &words, setup.players).map_err(|failure| {
        match (deal, failure) {
            // The line-up comes from the log unless --bots was given.
            (Deal::Saved(log, file), Failure::Usage(problem)) if log.bots == words => {
                log.wrong(file, "bots", problem).into()
            }
            (_, other) => other,
        }
    })?;
    if !specs.iter().any(Option::is_none) {
        return Err(nobody_plays(&words, setup));
    }
    Ok((words, specs))
}

/// Deals a game and seats all players.
fn seated<'a>(
    setup: &'a GameSetup,
    deal: &Deal,
    line_up: (&[String], &[Option<BotSpec>]),
    names: &[String],
) -> Result<Table<'a>, Failure> {
    let (mut ongoing, seating) = begin(&*set_up(setup)?, deal);
    let catalog = ongoing.game().catalog();
    let glossary = Glossary::of(&setup.data, entry(&setup.game)?, catalog);
    let seats = Seats::take(&mut *ongoing, &seating, line_up)?;
    let seats = seats.named(names).map_err(Failure::Usage)?;
    Ok(Table::new(ongoing, setup, glossary, seats))
}

/// Returns an example of a line-up for messages.
fn suggested(game: &str, players: usize) -> String {
    let mut words = vec![HUMAN];
    words.extend((1..players).map(|_| opponent(game)));
    words.join(",")
}

/// Returns the bot of every place in the line-up; `None` for a person.
pub fn occupants(
    entry: &GameEntry,
    words: &[String],
    players: usize,
) -> Result<Vec<Option<BotSpec>>, Failure> {
    if words.len() != players {
        let mismatch = Failure::usage(format!(
            "the line-up {} is for {}, but the game has {}; expected {}, such as {}",
            words.join(","),
            count(words.len() as u64, "player"),
            count(players as u64, "player"),
            count(players as u64, "name"),
            suggested(entry.name, players)
        ));
        return Err(automa_named(entry, words).unwrap_or(mismatch));
    }
    let is_bot = |word: &&String| *word != HUMAN;
    let names: Vec<String> = words.iter().filter(is_bot).cloned().collect();
    let specs = bots(entry, &names);
    let specs = specs.map_err(|error| automa_named(entry, words).unwrap_or(error.into()))?;
    let mut specs = specs.into_iter();
    Ok(words
        .iter()
        .map(|word| is_bot(&word).then(|| specs.next()).flatten())
        .collect())
}

fn nobody_plays(words: &[String], setup: &GameSetup) -> Failure {
    Failure::usage(format!(
        "no seat for you: --bots {} has no {HUMAN}; use --bots {} (`portolan simulate` plays \
                 games of bots)",
        words.join(","),
        suggested(&setup.game, setup.players)
    ))
}

/// Returns a random seed.
pub fn drawn_seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    derive_seed(now.as_secs(), &[u64::from(now.subsec_nanos())]) % SHORT_SEEDS
}

/// Deals a game. Returns the position and the seating of the line-up.
fn begin(game: &dyn DynGame, deal: &Deal) -> (Box<dyn OngoingGame>, Seating) {
    let master_seed = match deal {
        Deal::Master(seed) => *seed,
        Deal::Saved(..) => 0,
    };
    let plan = Plan::of(game, master_seed, 1);
    // The first game of a plan seats the line-up in order.
    let first = plan.step(0).next().expect("a plan has a first game");
    let deal_seed = match deal {
        Deal::Master(_) => first.deal_seed,
        Deal::Saved(log, _) => log.deal_seed,
    };
    (game.deal(deal_seed), first.seating.clone())
}
