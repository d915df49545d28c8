//! `portolan replay`: shows a game move by move.

pub(super) mod animation;
pub(crate) mod comparison;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::options::recorded::{LogFile, Numbered, Recorded, Source, names};
use crate::ui::browser::show;
use crate::ui::drawing::{WIDTH, drawn};
use crate::ui::failure::Failure;
use crate::ui::paint;
use crate::ui::print::{print, print_painted, tell};
use crate::ui::scores::final_scores;
use crate::verbs::play::glossary::{Glossary, joined};
use animation::Film;
use portolan_core::files;
use portolan_core::game::Seat;
use portolan_core::prose::wrapped;
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_run::experiment::gamelog::{self, GameLog, LoggedMove};
use portolan_run::play::dyn_game::{DynGame, abouts, set_up, set_up_all};
use portolan_run::play::live::Live;
use portolan_run::play::ongoing::OngoingGame;
use portolan_run::play::panics;
use portolan_run::play::plan::Plan;
use portolan_run::results::manifest::VERSION;
use portolan_run::results::record::Record;

/// Arguments of `portolan replay`.
///
/// The game is replayed from its seed or from a log. If a game of a results folder does not end as recorded in
/// `games.csv`, the command fails.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan replay --run results/first --game-id 17
  portolan replay --run results/first --game-id 17 --positions --record game17.log
  portolan replay --run results/first --game-id 17 --html game17.html --open
  portolan replay --log game17.log --numbers
  portolan replay --game maracaibo --bots random,greedy --seed 7 --game-id 1")]
pub struct ReplayArgs {
    #[command(flatten)]
    source: Source,
    /// Show the position at every turn
    #[arg(long)]
    positions: bool,
    /// Show the number of every move, for `portolan analyze --move N`
    #[arg(long)]
    numbers: bool,
    /// Write the game to this file as a log for --log
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write the game to this file as an animated page, instead of printing it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "numbers"])]
    html: Option<PathBuf>,
    /// Open the page of --html in the browser
    #[arg(long, requires = "html")]
    open: bool,
    /// Overwrite the files of --record and --html
    #[arg(long)]
    force: bool,
}

impl ReplayArgs {
    pub fn run(self) -> Result<(), Failure> {
        let written = [&self.record, &self.html].into_iter().flatten();
        if let Some(path) = written
            .into_iter()
            .find(|path| !self.force && path.exists())
        {
            return Err(Failure::usage(format!(
                "{} exists; --force overwrites it",
                path.display()
            )));
        }
        let told = self.told()?;
        if let (Some(_), Some(problem)) = (&self.record, &told.treated) {
            return Err(Failure::usage(format!("--record: {problem}")));
        }
        match (&self.html, paint::is_wished()) {
            (Some(_), _) => {}
            (None, true) => print_painted(&told.text)?,
            (None, false) => print(&told.text)?,
        }
        if let Some(path) = &self.record {
            save(path, &told.log.write())?;
            tell(&format!("recorded in {}", path.display()));
        }
        if let (Some(path), Some(film)) = (&self.html, told.film) {
            let replay = film.finish();
            save(path, &replay.html()?)?;
            print(&format!("{}: {}\n", path.display(), replay.summary()))?;
            if self.open {
                show(path);
            }
        }
        match told.problem {
            Some(problem) => Err(Failure::Work(problem)),
            None => Ok(()),
        }
    }

    /// Replays the game.
    ///
    /// # Errors
    /// [`Failure`] if the game is not found or differs from its recorded values.
    pub fn told(&self) -> Result<Replayed, Failure> {
        let style = Style {
            positions: self.positions,
            numbers: self.numbers,
            film: self.html.is_some(),
        };
        match self.source.read()? {
            Recorded::Numbered(numbered) => play_numbered(&numbered, style),
            Recorded::Log(read) => play_log(*read, style),
        }
    }
}

/// Replays a numbered game. Returns its setup and its moves up to the end or a crash.
pub fn moves_of(wanted: &Numbered) -> Result<(GameSetup, GameLog), Failure> {
    let told = play_numbered(wanted, Style::default())?;
    if let Some(problem) = told.treated {
        return Err(Failure::usage(problem));
    }
    Ok((wanted.setups[told.cell].clone(), told.log))
}

/// Parts of the output besides the moves.
#[derive(Clone, Copy, Default)]
struct Style {
    positions: bool,
    numbers: bool,
    /// True if the game is recorded for a page.
    film: bool,
}

/// Result of a replay.
pub struct Replayed {
    /// Game as text.
    pub text: String,
    /// Condition of the experiment.
    cell: usize,
    log: GameLog,
    /// Game recorded for a page, if requested.
    film: Option<Film>,
    /// Reason why the game ended early, if it did.
    pub problem: Option<String>,
    /// Reason why the moves alone do not reproduce the game, if they do not.
    treated: Option<String>,
}

fn play_numbered(wanted: &Numbered, style: Style) -> Result<Replayed, Failure> {
    let games = set_up_all(&wanted.setups)?;
    let plan = Plan::new(abouts(&games), wanted.seed, wanted.game_id);
    let numbered = plan
        .game(wanted.game_id)
        .ok_or_else(|| Failure::usage("--game-id 0: games are numbered from 1".to_string()))?;
    let game = &*games[numbered.cell];
    let line_up = &wanted.line_ups[numbered.cell];
    let setup = &wanted.setups[numbered.cell];
    let places = numbered.seating.iter().flatten();
    let bots: Vec<String> = places.map(|&place| line_up[place].name.clone()).collect();
    if let Some(recording) = &wanted.recording {
        recording.same_deal(numbered.deal_seed)?;
    }
    let glossary = glossary(setup, game)?;
    let mut narrator = Narrator::new(names(game, &bots), &glossary, style);
    narrator.text.push_str(&format!(
        "{} game {}, seed of the deal {}\n",
        game.name(),
        numbered.id,
        numbered.deal_seed
    ));
    let treatment = wanted.treatment(numbered.cell);
    let treated = treatment
        .as_ref()
        .filter(|treatment| treatment.changes_the_game())
        .map(|_| {
            format!(
                "game {} belongs to a study that granted an item or changed its price, so the rules alone do not reproduce its moves",
                numbered.id
            )
        });
    let mut arena = game.arena(line_up, treatment, &Live::default())?;
    let played = arena.play(&numbered).map(<[Record]>::to_vec);
    if let Some(recording) = &wanted.recording {
        let played = played.as_ref().map(Vec::as_slice);
        recording.same_end(game.score_categories(), played)?;
    }
    // A game that crashed crashes here again; the text up to the crash is the result.
    let _ = panics::catch(|| {
        let mut ongoing = arena.deal(numbered.deal_seed);
        narrator.begin(&mut *ongoing, format!("game {}", numbered.id));
        for &choice in arena.choices() {
            narrator.decided(&*ongoing, choice);
            ongoing.make(choice);
            narrator.made(&mut *ongoing);
        }
    });
    let problem = match played {
        Ok(seats) => {
            narrator
                .text
                .push_str(&final_scores(game, &narrator.names, &seats));
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
        lines: BTreeMap::new(),
        followed: None,
    };
    Ok(Replayed {
        text: narrator.text,
        cell: numbered.cell,
        film: narrator.film,
        log,
        problem,
        treated,
    })
}

fn play_log(read: LogFile, style: Style) -> Result<Replayed, Failure> {
    let LogFile { setup, log, file } = read;
    let game = set_up(&setup)?;
    let glossary = glossary(&setup, &*game)?;
    let mut narrator = Narrator::new(names(&*game, &log.bots), &glossary, style);
    narrator.text.push_str(&format!(
        "{} from {file}, seed of the deal {}\n",
        game.name(),
        log.deal_seed
    ));
    let mut ongoing = log.begin(&*game, &file)?;
    narrator.begin(&mut *ongoing, file.clone());
    let mut waits = None;
    for (index, logged) in log.moves.iter().enumerate() {
        let Some(prepared) = log.prepare(&mut *ongoing, index, &file)? else {
            waits = Some(logged.action.as_str());
            break;
        };
        narrator.decided(&*ongoing, prepared.0);
        gamelog::make(&mut *ongoing, prepared);
        narrator.made(&mut *ongoing);
    }
    if let Some(action) = waits {
        let text = format!("\nThe draws of \"{action}\" are not known yet.\n");
        narrator.text.push_str(&text);
    }
    if ongoing.to_move().is_some() {
        narrator
            .text
            .push_str("\nThe log ends here, before the game does.\n");
        narrator.position(&*ongoing);
    }
    let scores = final_scores(&*game, &narrator.names, &ongoing.records());
    Ok(Replayed {
        text: narrator.text + &scores,
        cell: 0,
        film: narrator.film,
        log: GameLog {
            moves: narrator.moves,
            ..log
        },
        problem: None,
        treated: None,
    })
}

/// Returns the names of the components of a game.
fn glossary(setup: &GameSetup, game: &dyn DynGame) -> Result<Glossary, Failure> {
    Ok(Glossary::of(
        &setup.data,
        entry(&setup.game)?,
        game.catalog(),
    ))
}

/// Describes a game while it is played.
struct Narrator<'a> {
    text: String,
    names: Vec<String>,
    glossary: &'a Glossary,
    style: Style,
    moves: Vec<LoggedMove>,
    film: Option<Film>,
    /// Current round; 0 before the deal.
    round: u32,
    turn: Option<(Seat, u32)>,
    /// True if the last printed position is the current one.
    shown: bool,
}

impl Narrator<'_> {
    fn new(names: Vec<String>, glossary: &Glossary, style: Style) -> Narrator<'_> {
        Narrator {
            text: String::new(),
            names,
            glossary,
            style,
            moves: Vec::new(),
            film: None,
            round: 0,
            turn: None,
            shown: false,
        }
    }

    /// Describes the deal.
    fn begin(&mut self, ongoing: &mut dyn OngoingGame, whence: String) {
        self.position(ongoing);
        if self.style.film {
            let whence = format!("{whence}, seed of the deal {}", ongoing.deal_seed());
            self.film = Some(Film::new(ongoing, whence, &self.names, self.glossary));
        }
    }

    fn position(&mut self, ongoing: &dyn OngoingGame) {
        self.shown = true;
        self.text.push('\n');
        for line in drawn(&ongoing.picture(None)).lines() {
            self.text.push_str(&format!("{line}\n"));
        }
        for line in ongoing.describe(None).lines() {
            self.text.push_str(&format!("    {line}\n"));
        }
        self.text.push('\n');
    }

    /// Describes a legal move before it is made.
    fn decided(&mut self, ongoing: &dyn OngoingGame, choice: usize) {
        let Some(seat) = ongoing.to_move() else {
            return;
        };
        let (round, turn) = (ongoing.round(), ongoing.turn(seat));
        if round > self.round.max(1) {
            self.text.push_str(&format!("\nRound {round}\n"));
            self.position(ongoing);
        }
        self.round = round;
        if self.turn != Some((seat, turn)) {
            self.turn = Some((seat, turn));
            if self.style.positions && !self.shown {
                self.position(ongoing);
            }
            self.text.push_str(&format!(
                "seat {} ({}), turn {turn}\n",
                seat + 1,
                self.names[seat]
            ));
        }
        self.shown = false;
        let phrase = ongoing.phrase(choice);
        let words = joined(&self.glossary.full_title(&phrase), phrase.effect_words());
        let line = match self.style.numbers {
            true => format!("{:>6}  {words}", self.moves.len() + 1),
            false => format!("  {words}"),
        };
        self.text.push_str(&wrapped(&line, WIDTH, 2));
        self.moves.push(LoggedMove {
            line: 0,
            seat,
            action: phrase.notation(),
        });
    }

    /// Describes the consequences of a move that the move itself does not show.
    fn made(&mut self, ongoing: &mut dyn OngoingGame) {
        let followed = ongoing.moves().last().map(|made| &made.followed);
        for words in followed.into_iter().flatten() {
            let line = format!("    → {words}");
            self.text.push_str(&wrapped(&line, WIDTH, 2));
        }
        if let Some(film) = &mut self.film {
            film.take(ongoing, self.glossary);
        }
    }
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    files::save(path, text).map_err(|error| Failure::work(format!("{}: {error}", path.display())))
}
