//! Bots that choose actions on request.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use portolan::bots::program::pool::{Leave, Logs, ProgramPool};
use portolan::bots::program::settings::OnFailure;
use portolan::bots::{Bot, BotKind, BotSpec};
use portolan::game::{Game, Seat};
use portolan::random::{Rng, concealment_stream, decision_stream, derive_seed};
use portolan::search::analysis::{Depth, analyze};
use portolan::search::interrupt::Interrupt;
use portolan::search::parameters::Method;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::wrong;
use crate::table::{Play, Table};
use crate::threads::check_interrupt;

/// A bot that chooses actions on request; it serves one thread at a time.
pub trait Player: Send + Sync {
    /// Returns the index of the chosen legal action, based on what the seat to move knows.
    fn choose(&self, table: &dyn Table) -> PyResult<usize>;
    /// Returns the number of iterations that start with each legal action, and their mean reward for the seat to move;
    /// NaN if there are none.
    fn analyze(&self, table: &dyn Table, seed: u64) -> PyResult<(Vec<i64>, Vec<f64>)>;
}

/// The process that loaded this module, or the process that was forked from it with its threads.
static PROCESS: Mutex<Option<(u32, Option<Arc<ThreadPool>>)>> = Mutex::new(None);

/// Returns the threads for searches in a forked process, which has none of the threads of its parent; `None` in the
/// process that loaded the module.
fn pool_after_fork() -> PyResult<Option<Arc<ThreadPool>>> {
    let mut process = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    let here = std::process::id();
    match &mut *process {
        Some((of, pool)) if *of == here => Ok(pool.clone()),
        Some((of, pool)) => {
            let threads = ThreadPoolBuilder::new().build();
            let threads = Arc::new(threads.map_err(wrong)?);
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
    spec: BotSpec,
    players: Mutex<Players<G>>,
}

/// Players of a bot.
enum Players<G: Game> {
    /// One player for all decisions, because it keeps no information between them.
    One(Box<dyn Bot<G>>),
    /// Players of an external program, by deal and seat.
    Programs {
        of_game: HashMap<(u64, Seat), Box<dyn Bot<G>>>,
        pool: Arc<ProgramPool>,
        process: u32,
    },
}

/// Number of games that a program may have open. If there are more, the program starts again.
const MOST_GAMES: usize = 10_000;

fn program_pool() -> Arc<ProgramPool> {
    Arc::new(ProgramPool::with_logs(Logs::Memory))
}

impl<G: Game> Players<G> {
    fn new(game: &G, spec: &BotSpec) -> PyResult<Players<G>> {
        if spec.kind == BotKind::Program {
            return Ok(Players::Programs {
                of_game: HashMap::new(),
                pool: program_pool(),
                process: std::process::id(),
            });
        }
        Ok(Players::One(spec.build(game).map_err(wrong)?))
    }

    /// Returns the player of a seat in a deal.
    fn player(
        &mut self,
        game: &G,
        spec: &BotSpec,
        (deal_seed, seat): (u64, Seat),
        rng: &mut Rng,
    ) -> PyResult<&mut Box<dyn Bot<G>>> {
        let (of_game, pool, process) = match self {
            Players::One(bot) => return Ok(bot),
            Players::Programs {
                of_game,
                pool,
                process,
            } => (of_game, pool, process),
        };
        if *process != std::process::id() {
            // A forked process starts its own programs, and does not end those of its parent.
            std::mem::forget((std::mem::take(of_game), Arc::clone(pool)));
            (*pool, *process) = (program_pool(), std::process::id());
        }
        if of_game.len() >= MOST_GAMES && !of_game.contains_key(&(deal_seed, seat)) {
            of_game.clear();
            *pool = program_pool();
        }
        let place = match of_game.entry((deal_seed, seat)) {
            Entry::Occupied(entry) => return Ok(entry.into_mut()),
            Entry::Vacant(place) => place,
        };
        let mut spec = spec.clone();
        spec.leave = Leave(Some(Arc::clone(pool)));
        if let Some(program) = &mut spec.program {
            program.on_failure = OnFailure::Stop;
        }
        let mut bot = spec.build(game).map_err(wrong)?;
        bot.begin(seat, rng);
        Ok(place.insert(bot))
    }
}

impl<G: Game> Asked<G> {
    /// Creates the bot; its random choices depend on the seed.
    pub fn new(game: Arc<G>, spec: &BotSpec, seed: Option<u64>) -> PyResult<Asked<G>> {
        if spec.is_cheating() {
            return Err(wrong(format!(
                "{}: it sees hidden information (information = \"cheating\"); only bots without this setting can play here",
                spec.name
            )));
        }
        let players = Players::new(&*game, spec)?;
        Ok(Asked {
            game,
            seed,
            spec: spec.clone(),
            players: Mutex::new(players),
        })
    }

    /// Ends a game of an external program.
    pub fn end(&self, state: &G::State, seat: Seat, deal_seed: u64) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        if let Players::Programs {
            of_game, process, ..
        } = &mut *players
            && *process == std::process::id()
            && let Some(mut bot) = of_game.remove(&(deal_seed, seat))
        {
            bot.end(&self.game, state);
        }
    }

    /// Returns the index of the action chosen at this decision of a deal.
    pub fn decide(
        &self,
        state: &G::State,
        legal: &[G::Action],
        seat: Seat,
        deal_seed: u64,
        made: usize,
    ) -> PyResult<usize> {
        if legal.len() == 1 {
            return Ok(0);
        }
        let seed = self
            .seed
            .map_or(deal_seed, |seed| derive_seed(deal_seed, &[seed]));
        let mut known = state.clone();
        let unseen = &mut concealment_stream(seed, made);
        self.game.determinize(&mut known, seat, unseen);
        let mut players = (self.players.lock()).map_err(|_| wrong("the bot broke before"))?;
        let rng = &mut decision_stream(seed, seat, made);
        let bot = players.player(&self.game, &self.spec, (deal_seed, seat), rng)?;
        bot.forget();
        let choice = match pool_after_fork()? {
            None => bot.choose(&self.game, &known, legal, rng),
            Some(pool) => {
                let interrupt = Interrupt::current().unwrap_or_default();
                pool.install(|| interrupt.allow(|| bot.choose(&self.game, &known, legal, rng)))
            }
        };
        if let Some(failure) = bot.failure().map(str::to_string) {
            bot.end(&self.game, &known);
            if let Players::Programs { of_game, .. } = &mut *players {
                // After a failure, the process may be gone, and with it the objects of all games.
                of_game.clear();
            }
            check_interrupt()?;
            return Err(wrong(failure));
        }
        check_interrupt()?;
        Ok(choice)
    }
}

impl<G: Game> Asked<G> {
    /// Returns the game that a table shows, and the seat to move.
    fn play<'table>(&self, table: &'table dyn Table) -> PyResult<(&'table Play<G>, Seat)> {
        let play = table.as_any().downcast_ref::<Play<G>>();
        let play = play.filter(|play| Arc::ptr_eq(&play.game, &self.game));
        let Some(play) = play else {
            return Err(wrong("the state is of another Game than the bot"));
        };
        let Some(seat) = play.to_move() else {
            let why = match play.is_over() {
                true => "the game is over",
                false => "chance is to be drawn: no bot chooses here",
            };
            return Err(wrong(why));
        };
        Ok((play, seat))
    }
}

impl<G: Game> Player for Asked<G> {
    fn analyze(&self, table: &dyn Table, seed: u64) -> PyResult<(Vec<i64>, Vec<f64>)> {
        let (play, seat) = self.play(table)?;
        if self.spec.kind != BotKind::Mcts {
            return Err(wrong(format!(
                "bot {}: analyze needs a bot of kind \"mcts\"",
                self.spec.name
            )));
        }
        let (settings, guide) = (self.spec.search(&*self.game, Method::Mcts)).map_err(wrong)?;
        let depth = Depth {
            trees: 1,
            playouts: 0,
            top: play.legal.len(),
        };
        let search = || {
            analyze(
                &*self.game,
                &play.state,
                settings,
                &guide,
                depth,
                None,
                seed,
            )
        };
        let analysis = match pool_after_fork()? {
            None => search(),
            Some(pool) => {
                let interrupt = Interrupt::current().unwrap_or_default();
                pool.install(|| interrupt.allow(search))
            }
        };
        let mut visits = vec![0; play.legal.len()];
        let mut values = vec![f64::NAN; play.legal.len()];
        for finding in analysis.iter().flat_map(|analysis| &analysis.findings) {
            visits[finding.index] = finding.visits as i64;
            values[finding.index] = finding.values[seat].mean().unwrap_or(f64::NAN);
        }
        Ok((visits, values))
    }

    fn choose(&self, table: &dyn Table) -> PyResult<usize> {
        let (play, seat) = self.play(table)?;
        self.decide(&play.state, &play.legal, seat, play.deal_seed, play.made)
    }
}
