//! A game as it is set up, whichever it is, and those who play it.
//!
//! What happens within a game is compiled for every game: rules, bots, searches and the arena. Everything
//! above speaks to [`AnyGame`], a block, a game or a decision at a time.

use std::sync::OnceLock;
use std::time::Duration;

use crate::bots::{BotError, BotSpec};
use crate::game::{About, Game};
use crate::play::arena::{Arena, GamePlayer};
use crate::play::block::{BlockPlayer, Blocks};
use crate::play::given::{DrawError, Drawn};
use crate::play::live::Live;
use crate::play::measure::{self, Measured};
use crate::play::ongoing::{Dealt, OngoingGame};
use crate::play::plan::{NumberedGame, Plan};
use crate::play::sampling::{self, Draw, Sampling};
use crate::play::selfplay::{self, Choices, Players, Round, SelfPlayer};
use crate::play::single::{self, Single, Written};
use crate::play::treatment::Treatment;
use crate::registry::{self, Program};
use crate::results::error::RunError;
use crate::search::guide::Guide;
use crate::search::settings::Settings;
use crate::settings::EventLevel;
use crate::setup::{GameEntry, GameSetup, SetUp, SetupError, check};
use crate::shipped::{self, ShippedFile};

/// Who plays the blocks of a cell, and what is written of them.
pub struct CellPlay<'run> {
    /// The plan that has the cell.
    pub plan: &'run Plan,
    /// One bot per place.
    pub line_up: &'run [BotSpec],
    /// Which events are written.
    pub events: EventLevel,
    /// The number of the cell from 0, if rows are to name it.
    pub cell: Option<usize>,
    /// What is done to items; `None` for the game as it is.
    pub treatment: Option<Treatment<'run>>,
    /// The bot whose network values the luck of the games; `None` if nobody asks for it.
    pub variance: Option<&'run BotSpec>,
}

/// A game as it is set up, whichever it is.
pub trait AnyGame: About {
    /// Whether it takes a treatment.
    ///
    /// # Errors
    /// Why it does not.
    fn takes(&self, treatment: &Treatment) -> Result<(), String>;

    /// A deal, to be played move by move.
    fn deal(&self, deal_seed: u64) -> Box<dyn OngoingGame>;

    /// A deal whose chance is given, to be played move by move.
    ///
    /// # Errors
    /// [`DrawError`] if something of the deal is missing or cannot be.
    fn deal_given(&self, deal_seed: u64, drawn: Drawn) -> Result<Box<dyn OngoingGame>, DrawError>;

    /// A game that begins with a position, to be played move by move with chance that is given. What the data lack is drawn
    /// at random.
    ///
    /// # Errors
    /// Where the data are not those of a position of this game.
    fn place(
        &self,
        deal_seed: u64,
        position: &serde_json::Value,
    ) -> Result<Box<dyn OngoingGame>, String> {
        let things = Vec::new();
        match self.place_given(deal_seed, position, Drawn { things, rest: true }) {
            Ok(placed) => Ok(placed),
            Err(DrawError::Refused(problem)) => Err(problem),
            Err(DrawError::Missing(missing)) => Err(format!("a {} is missing", missing.of)),
        }
    }

    /// The same with chance that is given for what the data lack, too.
    ///
    /// # Errors
    /// [`DrawError`] if something that they lack is missing or cannot be, or where the data are not those of a position.
    fn place_given(
        &self,
        deal_seed: u64,
        position: &serde_json::Value,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError>;

    /// An arena for a line-up, one bot per place, whose games are counted; `None` for the game as it is.
    ///
    /// # Errors
    /// [`RunError`] if a bot or the treatment does not fit the game.
    fn arena<'run>(
        &'run self,
        line_up: &'run [BotSpec],
        treatment: Option<Treatment<'run>>,
        live: &Live,
    ) -> Result<Box<dyn GamePlayer<'run> + 'run>, RunError>;

    /// A player of the steps of a plan that belong to one cell, whose games are counted.
    ///
    /// # Errors
    /// [`RunError`] if a bot or the treatment does not fit the game.
    fn blocks<'run>(
        &'run self,
        play: CellPlay<'run>,
        live: &Live,
    ) -> Result<Box<dyn Blocks<'run> + 'run>, RunError>;

    /// Plays a single game with bots of its own, and leaves all that can be known of it.
    fn single(&self, line_up: &[BotSpec], numbered: &NumberedGame, written: &Written) -> Single;

    /// Draws positions from games of this line-up, whose games are counted, where a search with these settings would
    /// value them.
    ///
    /// # Errors
    /// [`RunError`] if a bot does not fit the game.
    fn sampled<'run>(
        &'run self,
        line_up: &'run [BotSpec],
        search: (Settings, &Guide),
        sampling: Sampling,
        live: &Live,
    ) -> Result<Draw<'run>, RunError>;

    /// Plays the games of a round of learning that are of this set-up, which are counted.
    ///
    /// # Panics
    /// If a bot does not fit the game; settings that were read have been tried.
    fn self_player<'run>(
        &'run self,
        round: &'run Round<'run>,
        live: &Live,
    ) -> Box<dyn SelfPlayer + 'run>;

    /// The sum of the final scores of those who play in a game of a round, and how many they are.
    fn final_scores(&self, round: &Round, number: u64, choices: &Choices) -> (f64, usize);

    /// Measures how fast a bot in every seat plays.
    ///
    /// # Errors
    /// [`BotError`] if it does not fit the game.
    fn measure(&self, bot: &BotSpec, threads: usize, time: Duration) -> Result<Measured, BotError>;
}

impl<G: Game> AnyGame for G {
    fn takes(&self, treatment: &Treatment) -> Result<(), String> {
        treatment.prepare(self).map(drop)
    }

    fn deal(&self, deal_seed: u64) -> Box<dyn OngoingGame> {
        Box::new(Dealt::new(self.clone(), deal_seed))
    }

    fn deal_given(&self, deal_seed: u64, drawn: Drawn) -> Result<Box<dyn OngoingGame>, DrawError> {
        Ok(Box::new(Dealt::given(self.clone(), deal_seed, drawn)?))
    }

    fn place_given(
        &self,
        deal_seed: u64,
        position: &serde_json::Value,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError> {
        let placed = Dealt::placed(self.clone(), deal_seed, position, drawn)?;
        Ok(Box::new(placed))
    }

    fn arena<'run>(
        &'run self,
        line_up: &'run [BotSpec],
        treatment: Option<Treatment<'run>>,
        live: &Live,
    ) -> Result<Box<dyn GamePlayer<'run> + 'run>, RunError> {
        let arena = Arena::new(self, line_up)?.counted(live);
        let arena = arena.treated(treatment).map_err(RunError::Treatment)?;
        Ok(Box::new(arena))
    }

    fn blocks<'run>(
        &'run self,
        play: CellPlay<'run>,
        live: &Live,
    ) -> Result<Box<dyn Blocks<'run> + 'run>, RunError> {
        let player = BlockPlayer::new(self, play.line_up, play.plan, play.events, play.cell)?;
        let player = player
            .valued(play.variance, self)?
            .treated(play.treatment)
            .map_err(RunError::Treatment)?;
        Ok(Box::new(player.counted(live)))
    }

    fn single(&self, line_up: &[BotSpec], numbered: &NumberedGame, written: &Written) -> Single {
        single::play(self, line_up, numbered, written)
    }

    fn sampled<'run>(
        &'run self,
        line_up: &'run [BotSpec],
        search: (Settings, &Guide),
        sampling: Sampling,
        live: &Live,
    ) -> Result<Draw<'run>, RunError> {
        let arena = self.arena(line_up, None, live)?;
        Ok(sampling::drawing(self, arena, search, sampling))
    }

    fn self_player<'run>(
        &'run self,
        round: &'run Round<'run>,
        live: &Live,
    ) -> Box<dyn SelfPlayer + 'run> {
        Box::new(Players::new(self, round, live))
    }

    fn final_scores(&self, round: &Round, number: u64, choices: &Choices) -> (f64, usize) {
        selfplay::final_scores(self, round, number, choices)
    }

    fn measure(&self, bot: &BotSpec, threads: usize, time: Duration) -> Result<Measured, BotError> {
        measure::measure(self, bot, threads, time)
    }
}

/// Games of one type as games of any.
pub fn any<G: Game>(games: impl IntoIterator<Item = G>) -> Vec<Box<dyn AnyGame>> {
    let games = games.into_iter();
    games
        .map(|game| Box::new(game) as Box<dyn AnyGame>)
        .collect()
}

/// A game that a program can be asked for by its name: what it says of itself, and how it is set up.
#[derive(Clone, Copy)]
pub struct Registration {
    entry: &'static GameEntry,
    set_up: fn(&GameSetup) -> Result<Box<dyn AnyGame>, SetupError>,
    fingerprint: fn(&GameSetup) -> Result<String, SetupError>,
}

impl Registration {
    /// What the program knows of the game before it is set up.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }
}

/// The registration of a game: everything that plays is compiled for it here.
pub fn game<G: SetUp>() -> Registration {
    Registration {
        entry: G::ENTRY,
        set_up: |setup| Ok(Box::new(G::set_up(setup)?)),
        fingerprint: |setup| Ok(format!("{:?}", G::set_up(setup)?)),
    }
}

static REGISTERED: OnceLock<Vec<Registration>> = OnceLock::new();

/// Registers the games and files of the program, and the git revision that it was built from, if that is known. The
/// first registration counts; a later one changes nothing.
///
/// # Panics
/// If two games have one name.
pub fn register(
    games: Vec<Registration>,
    files: &'static [ShippedFile],
    revision: Option<&'static str>,
) {
    let entries: Vec<&'static GameEntry> = games.iter().map(|game| game.entry).collect();
    for (at, entry) in entries.iter().enumerate() {
        let twice = entries[..at].iter().any(|other| other.name == entry.name);
        assert!(!twice, "two games are called {}", entry.name);
    }
    REGISTERED.get_or_init(|| {
        shipped::register(files);
        registry::register(Program {
            games: entries,
            revision,
        });
        games
    });
}

fn registered(setup: &GameSetup) -> Result<&'static Registration, SetupError> {
    let entry = registry::entry(&setup.game)?;
    check(entry, setup)?;
    let mut games = REGISTERED.get().into_iter().flatten();
    let game = games.find(|game| game.entry.name == entry.name);
    Ok(game.expect("what has an entry was registered"))
}

/// Sets up the game that was asked for.
///
/// # Errors
/// [`SetupError`] if game, player count, options or data are not accepted.
pub fn set_up(setup: &GameSetup) -> Result<Box<dyn AnyGame>, SetupError> {
    (registered(setup)?.set_up)(setup)
}

/// A text that two set-ups share if they are of the same game: all that it knows of its rules and components.
///
/// # Errors
/// [`SetupError`] if the set-up is not accepted.
pub fn fingerprint(setup: &GameSetup) -> Result<String, SetupError> {
    (registered(setup)?.fingerprint)(setup)
}

/// Sets up one game in several ways.
///
/// # Errors
/// [`SetupError`] for the first set-up that is not accepted.
pub fn set_up_all(setups: &[GameSetup]) -> Result<Vec<Box<dyn AnyGame>>, SetupError> {
    setups.iter().map(set_up).collect()
}

/// What the games say of themselves.
pub fn abouts(games: &[Box<dyn AnyGame>]) -> impl Iterator<Item = &dyn About> {
    games.iter().map(|game| &**game as &dyn About)
}

/// Plays a game by lot, for a guess at how many decisions games have.
pub fn guess(live: &Live, game: &dyn AnyGame) {
    let line_up = vec![BotSpec::random(); game.seats()];
    let plan = Plan::of(game, 0, 1);
    let Ok(mut arena) = game.arena(&line_up, None, &Live::default()) else {
        return;
    };
    let numbered = plan.step(0).next();
    if let Some(Ok(seats)) = numbered.map(|numbered| arena.play(&numbered)) {
        let decisions = seats.iter().map(|seat| u64::from(seat.decisions));
        live.guess(decisions.sum());
    }
}
