//! Configured games, independent of their type.

use std::sync::Arc;

use portolan::bots::{BotSpec, find};
use portolan::game::{Game, GameInfo};
use portolan::games::{GameSetup, Visitor};
use pyo3::prelude::*;

use crate::arguments::wrong;
use crate::chance::Noted;
use crate::columns::used;
use crate::fleet::{Fleet, Games, Orders};
use crate::player::{Asked, Player};
use crate::table::{Play, Table};

/// A configured game.
pub trait Opening: Send + Sync {
    /// Returns information about the game.
    fn about(&self) -> &dyn GameInfo;
    /// Returns the settings of the game.
    fn setup(&self) -> &GameSetup;
    /// Returns the inputs that change in some games; see [`used`].
    fn used_inputs(&self, games: usize, seed: u64) -> PyResult<Vec<i64>>;
    fn deal(&self, deal_seed: u64) -> Box<dyn Table>;
    /// Returns a game before the deal, whose chance events are drawn from outside.
    fn before_deal(&self, deal_seed: u64) -> Box<dyn Table>;
    /// Returns the outcomes of the draws that make a deal.
    fn outcomes_of_deal(&self, deal_seed: u64) -> Vec<u32>;
    /// Returns a game that begins at a position, given as JSON.
    fn at(&self, position: &str, seed: u64) -> PyResult<Box<dyn Table>>;
    /// Creates a vector of games.
    fn fleet(&self, orders: Orders) -> PyResult<Box<dyn Games>>;
    /// Creates a bot that plays this game; its random choices depend on the seed.
    fn player(&self, bot: &BotSpec, seed: Option<u64>) -> PyResult<Box<dyn Player>>;
}

pub struct Open(pub GameSetup);

impl Visitor for Open {
    type Out = Arc<dyn Opening>;

    fn visit<G: Game>(self, game: G) -> Arc<dyn Opening> {
        Arc::new(Opened {
            game: Arc::new(game),
            setup: self.0,
        })
    }
}

struct Opened<G> {
    game: Arc<G>,
    setup: GameSetup,
}

impl<G: Game> Opening for Opened<G> {
    fn about(&self) -> &dyn GameInfo {
        &*self.game
    }

    fn setup(&self) -> &GameSetup {
        &self.setup
    }

    fn used_inputs(&self, games: usize, seed: u64) -> PyResult<Vec<i64>> {
        let bot = find("greedy", self.game.name()).map_err(wrong)?;
        let mut bot = bot.build(&*self.game).map_err(wrong)?;
        used(&*self.game, &mut *bot, games, seed)
    }

    fn deal(&self, deal_seed: u64) -> Box<dyn Table> {
        Box::new(Play::dealt(Arc::clone(&self.game), deal_seed))
    }

    fn before_deal(&self, deal_seed: u64) -> Box<dyn Table> {
        Box::new(Play::before_deal(Arc::clone(&self.game), deal_seed))
    }

    fn outcomes_of_deal(&self, deal_seed: u64) -> Vec<u32> {
        let mut noted = Noted::new(deal_seed);
        self.game.new_state(&mut noted, &mut ());
        noted.outcomes
    }

    fn at(&self, position: &str, seed: u64) -> PyResult<Box<dyn Table>> {
        let play = Play::at(Arc::clone(&self.game), position.into(), seed).map_err(wrong)?;
        Ok(Box::new(play))
    }

    fn fleet(&self, orders: Orders) -> PyResult<Box<dyn Games>> {
        Ok(Box::new(Fleet::new(Arc::clone(&self.game), orders)?))
    }

    fn player(&self, bot: &BotSpec, seed: Option<u64>) -> PyResult<Box<dyn Player>> {
        Ok(Box::new(Asked::new(Arc::clone(&self.game), bot, seed)?))
    }
}
