//! Bots that choose actions on request.

use std::sync::{Arc, Mutex, PoisonError};

use portolan::bots::{Bot, BotSpec};
use portolan::game::{Game, Seat};
use portolan::random::{concealment_stream, decision_stream, derive_seed};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::table::{Play, Table};

/// A bot that chooses actions on request; it serves one thread at a time.
pub trait Player: Send + Sync {
    /// Returns the index of the chosen legal action, based on what the seat to move knows.
    fn choose(&self, table: &dyn Table) -> Result<usize, String>;
}

/// The process that loaded this module, or the process that was forked from it with its threads.
static PROCESS: Mutex<Option<(u32, Option<Arc<ThreadPool>>)>> = Mutex::new(None);

/// Returns the threads for searches in a forked process, which has none of the threads of its parent; `None` in the
/// process that loaded the module.
fn pool_after_fork() -> Result<Option<Arc<ThreadPool>>, String> {
    let mut process = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    let here = std::process::id();
    match &mut *process {
        Some((of, pool)) if *of == here => Ok(pool.clone()),
        Some((of, pool)) => {
            let threads = ThreadPoolBuilder::new().build();
            let threads = Arc::new(threads.map_err(|error| error.to_string())?);
            // The threads of the pool of the parent do not exist here, so that it cannot be dropped.
            std::mem::forget(pool.replace(Arc::clone(&threads)));
            *of = here;
            Ok(Some(threads))
        }
        None => Ok(None),
    }
}

/// Stores that this process loaded the module.
pub fn loaded() {
    *PROCESS.lock().unwrap_or_else(PoisonError::into_inner) = Some((std::process::id(), None));
}

/// A bot for one type of game.
pub struct Asked<G: Game> {
    game: Arc<G>,
    seed: Option<u64>,
    bot: Mutex<Box<dyn Bot<G>>>,
}

impl<G: Game> Asked<G> {
    /// Creates the bot; its random choices depend on the seed.
    pub fn new(game: Arc<G>, spec: &BotSpec, seed: Option<u64>) -> Result<Asked<G>, String> {
        if spec.is_cheating() {
            return Err(format!(
                "{}: it sees hidden information (information = \"cheating\"); only bots without this setting can play here",
                spec.name
            ));
        }
        let bot = spec.build(&*game).map_err(|error| error.to_string())?;
        Ok(Asked {
            game,
            seed,
            bot: Mutex::new(bot),
        })
    }

    /// Returns the index of the action chosen at this decision of a deal.
    pub fn decide(
        &self,
        state: &G::State,
        legal: &[G::Action],
        seat: Seat,
        deal_seed: u64,
        made: usize,
    ) -> Result<usize, String> {
        if legal.len() == 1 {
            return Ok(0);
        }
        let seed = self
            .seed
            .map_or(deal_seed, |seed| derive_seed(deal_seed, &[seed]));
        let mut known = state.clone();
        let unseen = &mut concealment_stream(seed, made);
        self.game.determinize(&mut known, seat, unseen);
        let mut bot = self.bot.lock().map_err(|_| "the bot broke before")?;
        bot.forget();
        let rng = &mut decision_stream(seed, seat, made);
        match pool_after_fork()? {
            None => Ok(bot.choose(&self.game, &known, legal, rng)),
            Some(pool) => {
                let bot = &mut *bot;
                Ok(pool.install(|| bot.choose(&self.game, &known, legal, rng)))
            }
        }
    }
}

impl<G: Game> Player for Asked<G> {
    fn choose(&self, table: &dyn Table) -> Result<usize, String> {
        let play = table.as_any().downcast_ref::<Play<G>>();
        let play = play.filter(|play| Arc::ptr_eq(&play.game, &self.game));
        let Some(play) = play else {
            return Err("the state is of another Game than the bot".to_string());
        };
        let Some(seat) = play.to_move() else {
            let why = match play.is_over() {
                true => "the game is over",
                false => "chance is to be drawn: no bot chooses here",
            };
            return Err(why.to_string());
        };
        self.decide(&play.state, &play.legal, seat, play.deal_seed, play.made)
    }
}
