//! A game as it is set up, whichever it is, and those who play it.
//!
//! What happens within a game is compiled for every game: rules, bots, searches and the arena. Everything
//! above speaks to [`AnyGame`], a block, a game or a decision at a time.

use crate::bots::BotSpec;
use crate::experiment::arena::{Arena, GamePlayer};
use crate::experiment::block::{BlockPlayer, Blocks};
use crate::experiment::course::{Course, Dealt};
use crate::experiment::live::Live;
use crate::experiment::plan::Plan;
use crate::experiment::told::{Drawn, Untold};
use crate::experiment::treatment::Treatment;
use crate::game::{About, Game};
use crate::games::{GameSetup, SetUpsVisitor, SetupError, open_all};
use crate::results::error::RunError;
use crate::settings::EventLevel;

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
}

/// A game as it is set up, whichever it is.
pub trait AnyGame: About {
    /// Whether it takes a treatment.
    ///
    /// # Errors
    /// Why it does not.
    fn takes(&self, treatment: &Treatment) -> Result<(), String>;

    /// A deal, to be played move by move.
    fn deal(&self, deal_seed: u64) -> Box<dyn Course>;

    /// A deal whose chance is told, to be played move by move.
    ///
    /// # Errors
    /// [`Untold`] if something of the deal is left to be told or cannot be.
    fn deal_told(&self, deal_seed: u64, drawn: Drawn) -> Result<Box<dyn Course>, Untold>;

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
}

impl<G: Game> AnyGame for G {
    fn takes(&self, treatment: &Treatment) -> Result<(), String> {
        treatment.prepare(self).map(drop)
    }

    fn deal(&self, deal_seed: u64) -> Box<dyn Course> {
        Box::new(Dealt::new(self.clone(), deal_seed))
    }

    fn deal_told(&self, deal_seed: u64, drawn: Drawn) -> Result<Box<dyn Course>, Untold> {
        Ok(Box::new(Dealt::told(self.clone(), deal_seed, drawn)?))
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
            .treated(play.treatment)
            .map_err(RunError::Treatment)?;
        Ok(Box::new(player.counted(live)))
    }
}

/// Games of one type as games of any.
pub fn any<G: Game>(games: impl IntoIterator<Item = G>) -> Vec<Box<dyn AnyGame>> {
    let games = games.into_iter();
    games
        .map(|game| Box::new(game) as Box<dyn AnyGame>)
        .collect()
}

struct Any;

impl SetUpsVisitor for Any {
    type Out = Vec<Box<dyn AnyGame>>;

    fn visit<G: Game>(self, games: Vec<G>) -> Self::Out {
        any(games)
    }
}

/// Sets up one game in several ways at once.
///
/// # Errors
/// [`SetupError`] for the first set-up that is not accepted.
pub fn set_up_all(setups: &[GameSetup]) -> Result<Vec<Box<dyn AnyGame>>, SetupError> {
    open_all(setups, Any)
}

/// Sets up the game that was asked for.
///
/// # Errors
/// [`SetupError`] if game, player count, options or data are not accepted.
pub fn set_up(setup: &GameSetup) -> Result<Box<dyn AnyGame>, SetupError> {
    let mut games = set_up_all(std::slice::from_ref(setup))?;
    Ok(games.swap_remove(0))
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
