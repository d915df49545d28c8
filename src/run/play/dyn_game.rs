//! Games behind a dynamic trait, and their registration.
//!
//! The inner loops (rules, bots, searches and the arena) are compiled separately for each game. All other code uses
//! [`DynGame`], with one call per deal group, game or decision.

use std::sync::OnceLock;
use std::time::Duration;

use crate::bots::{BotError, BotSpec};
use crate::game::{Game, GameInfo, Seat};
use crate::play::arena::{Arena, GamePlayer};
use crate::play::block::{BlockPlayer, Blocks};
use crate::play::given::{DrawError, Drawn};
use crate::play::live::Live;
use crate::play::measure::{self, Measured};
use crate::play::ongoing::{Dealt, OngoingGame};
use crate::play::plan::{NumberedGame, Plan};
use crate::play::reported::Unfit;
use crate::play::reported_deal::{self, Begun};
use crate::play::selfplay::{self, Choices, Players, Round, SelfPlayer};
use crate::play::single::{self, Single, Written};
use crate::play::treatment::Treatment;
use crate::registry::{self, Program};
use crate::results::error::RunError;
use crate::settings::EventLevel;
use crate::setup::{GameEntry, GameSetup, SetUp, SetupError, check};
use crate::shipped::{self, ShippedFile};

/// Inputs for playing the deal groups of one condition, and the output to write.
pub struct CellPlay<'run> {
    /// Plan that contains the condition.
    pub plan: &'run Plan,
    /// One bot per place in the line-up.
    pub line_up: &'run [BotSpec],
    /// Events to write.
    pub events: EventLevel,
    /// Index of the condition, if the rows contain it.
    pub cell: Option<usize>,
    /// Changes to items, or `None` for the unchanged game.
    pub treatment: Option<Treatment<'run>>,
    /// Bot whose network evaluates the luck of the games, or `None` to skip the evaluation.
    pub variance: Option<&'run BotSpec>,
}

/// A game with a fixed set-up, without its static type.
pub trait DynGame: GameInfo {
    /// Checks that the game supports a treatment.
    ///
    /// # Errors
    /// The reason why the game does not support it.
    fn takes(&self, treatment: &Treatment) -> Result<(), String>;

    /// Deals a game to be played move by move.
    fn deal(&self, deal_seed: u64) -> Box<dyn OngoingGame>;

    /// Deals a game with given draws, to be played move by move.
    ///
    /// # Errors
    /// [`DrawError`] if a draw of the deal is missing or impossible.
    fn deal_given(&self, deal_seed: u64, drawn: Drawn) -> Result<Box<dyn OngoingGame>, DrawError>;

    /// Deals a game, or starts it at a position, with the draws that `observer` reports. Also returns the answers, with
    /// `None` for every draw that the observer does not see.
    ///
    /// # Errors
    /// [`Unfit`] if an answer is missing or impossible, or the position is invalid.
    fn begin_reported(
        &self,
        deal_seed: u64,
        position: Option<&serde_json::Value>,
        observer: Option<Seat>,
        answers: &[Option<String>],
    ) -> Result<Begun, Unfit>;

    /// Starts a game at a position, to be played move by move with given draws. Information that is missing from the
    /// position is sampled at random.
    ///
    /// # Errors
    /// A message if the data do not describe a position of this game.
    fn place(
        &self,
        deal_seed: u64,
        position: &serde_json::Value,
    ) -> Result<Box<dyn OngoingGame>, String> {
        let things = Vec::new();
        match self.place_given(deal_seed, position, Drawn { things, rest: true }) {
            Ok(placed) => Ok(placed),
            Err(error) => Err(error.reason()),
        }
    }

    /// Like [`DynGame::place`], with given draws for the information that is missing from the position.
    ///
    /// # Errors
    /// [`DrawError`] if a required draw is missing or impossible, or if the data do not describe a position of this
    /// game.
    fn place_given(
        &self,
        deal_seed: u64,
        position: &serde_json::Value,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError>;

    /// Checks that a game at a real table can be followed from the view of one seat.
    ///
    /// # Errors
    /// The reason why these rules do not allow it, and a set-up that does.
    fn follows_a_seat(&self) -> Result<(), String>;

    /// Returns an arena for a line-up with one bot per place. Its games are counted in `live`. `treatment` is `None`
    /// for the unchanged game.
    ///
    /// # Errors
    /// [`RunError`] if the game does not support a bot or the treatment.
    fn arena<'run>(
        &'run self,
        line_up: &'run [BotSpec],
        treatment: Option<Treatment<'run>>,
        live: &Live,
    ) -> Result<Box<dyn GamePlayer<'run> + 'run>, RunError>;

    /// Returns a player for the steps of a plan that belong to one condition. Its games are counted in `live`.
    ///
    /// # Errors
    /// [`RunError`] if the game does not support a bot or the treatment.
    fn blocks<'run>(
        &'run self,
        play: CellPlay<'run>,
        live: &Live,
    ) -> Result<Box<dyn Blocks<'run> + 'run>, RunError>;

    /// Plays a single game with newly built bots, and returns all of its results.
    fn single(&self, line_up: &[BotSpec], numbered: &NumberedGame, written: &Written) -> Single;

    /// Returns a player for the self-play games of a training round with this set-up. The games are counted in `live`.
    ///
    /// # Panics
    /// If a bot does not fit the game. The settings are validated when they are read.
    fn self_player<'run>(
        &'run self,
        round: &'run Round<'run>,
        live: &Live,
    ) -> Box<dyn SelfPlayer + 'run>;

    /// Returns the sum of the final scores in a game of a round over all seats except automas, and the number of these
    /// seats.
    fn final_scores(&self, round: &Round, number: u64, choices: &Choices) -> (f64, usize);

    /// Measures the speed of play with the same bot in every seat.
    ///
    /// # Errors
    /// [`BotError`] if the bot does not fit the game.
    fn measure(&self, bot: &BotSpec, threads: usize, time: Duration) -> Result<Measured, BotError>;
}

impl<G: Game> DynGame for G {
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

    fn begin_reported(
        &self,
        deal_seed: u64,
        position: Option<&serde_json::Value>,
        observer: Option<Seat>,
        answers: &[Option<String>],
    ) -> Result<Begun, Unfit> {
        let begin = |seed: u64, drawn: Drawn| match position {
            Some(position) => self.place_given(seed, position, drawn),
            None => self.deal_given(seed, drawn),
        };
        reported_deal::begin(&begin, observer, deal_seed, answers)
    }

    fn follows_a_seat(&self) -> Result<(), String> {
        portolan_core::game::View::follows_a_seat(self)
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

/// Converts games of one type to trait objects.
pub fn any<G: Game>(games: impl IntoIterator<Item = G>) -> Vec<Box<dyn DynGame>> {
    let games = games.into_iter();
    games
        .map(|game| Box::new(game) as Box<dyn DynGame>)
        .collect()
}

/// A game that can be set up by name.
#[derive(Clone, Copy)]
pub struct Registration {
    entry: &'static GameEntry,
    set_up: fn(&GameSetup) -> Result<Box<dyn DynGame>, SetupError>,
    fingerprint: fn(&GameSetup) -> Result<String, SetupError>,
}

impl Registration {
    /// Returns the static description of the game.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }
}

/// Returns the registration of a game type. This instantiates all generic code for the game.
pub fn game<G: SetUp>() -> Registration {
    Registration {
        entry: G::ENTRY,
        set_up: |setup| Ok(Box::new(G::set_up(setup)?)),
        fingerprint: |setup| Ok(format!("{:?}", G::set_up(setup)?)),
    }
}

static REGISTERED: OnceLock<Vec<Registration>> = OnceLock::new();

/// Registers the games, the shipped files and, if known, the git revision of the build. Only the first call has an
/// effect.
///
/// # Panics
/// If two games have the same name.
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
    Ok(game.expect("every game with an entry is registered"))
}

/// Sets up a game.
///
/// # Errors
/// [`SetupError`] if the game, player count, options or data are invalid.
pub fn set_up(setup: &GameSetup) -> Result<Box<dyn DynGame>, SetupError> {
    (registered(setup)?.set_up)(setup)
}

/// Returns a text that is equal for two set-ups if they have identical rules and components.
///
/// # Errors
/// [`SetupError`] if the set-up is invalid.
pub fn fingerprint(setup: &GameSetup) -> Result<String, SetupError> {
    (registered(setup)?.fingerprint)(setup)
}

/// Sets up several games.
///
/// # Errors
/// [`SetupError`] for the first invalid set-up.
pub fn set_up_all(setups: &[GameSetup]) -> Result<Vec<Box<dyn DynGame>>, SetupError> {
    setups.iter().map(set_up).collect()
}

/// Returns the descriptions of the games.
pub fn abouts(games: &[Box<dyn DynGame>]) -> impl Iterator<Item = &dyn GameInfo> {
    games.iter().map(|game| &**game as &dyn GameInfo)
}

/// Plays a random game and stores its number of decisions as an estimate of the game length.
pub fn guess(live: &Live, game: &dyn DynGame) {
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
