//! Speed of play.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::bots::random::Random;
use crate::bots::{Bot, BotError, BotKind, BotSpec};
use crate::game::{Game, Rng, Rules};
use crate::random::{Streams, bot_stream, deal_seed};
use crate::search::effort::Effort;

/// Speed of a game with the same bot in every seat.
#[derive(Serialize)]
pub struct Measured {
    pub game: String,
    /// Number of seats with bots.
    pub players: usize,
    pub bot: String,
    /// Number of threads.
    pub threads: usize,
    /// Games per second, over all threads.
    pub games_per_second: f64,
    /// Decisions per second, over all threads, including forced decisions.
    pub decisions_per_second: f64,
    /// Nanoseconds per decision on one thread.
    pub ns_per_decision: f64,
    /// Mean number of legal actions per decision.
    pub branching_mean: f64,
    /// Mean number of decisions per game, over all seats.
    pub decisions_per_game: f64,
    /// Size of a position in bytes.
    pub state_bytes: usize,
    /// Nanoseconds to copy a position.
    pub clone_ns: f64,
    /// Search iterations per second of search time on one thread, for search bots.
    pub iterations_per_second: Option<f64>,
    /// Search time outside rollouts and evaluations divided by the time inside them, for search bots.
    pub overhead: Option<f64>,
}

/// Plays games on every thread for the given time.
///
/// # Errors
/// [`BotError`] if the bot does not fit the game.
pub fn measure<G: Game>(
    game: &G,
    bot: &BotSpec,
    threads: usize,
    time: Duration,
) -> Result<Measured, BotError> {
    let (counts, seconds) = match bot.kind {
        // A static call, without the dynamic dispatch that other bots use.
        BotKind::Random => play_all(threads, time, || Ok(player(game, Random)))?,
        _ => play_all(threads, time, || Ok(player(game, bot.build(game)?)))?,
    };
    let overhead = match counts.effort {
        None => None,
        Some(_) => {
            let (watched, _) = play_all(threads, time / 4, || {
                let mut bot = bot.build(game)?;
                bot.watch_leaves();
                Ok(player(game, bot))
            })?;
            watched.effort.and_then(|effort| effort.overhead())
        }
    };
    let decisions = counts.decisions as f64;
    let seats = 0..Rules::seats(game);
    Ok(Measured {
        game: G::NAME.to_string(),
        players: seats
            .filter(|&seat| Rules::automa(game, seat).is_none())
            .count(),
        bot: bot.name.clone(),
        threads,
        games_per_second: counts.games as f64 / seconds,
        decisions_per_second: decisions / seconds,
        ns_per_decision: 1e9 * seconds * threads as f64 / decisions,
        branching_mean: counts.actions as f64 / decisions,
        decisions_per_game: decisions / counts.games as f64,
        state_bytes: size_of::<G::State>(),
        clone_ns: clone_time(game),
        iterations_per_second: counts
            .effort
            .map(|effort| effort.iterations as f64 / effort.time.as_secs_f64()),
        overhead,
    })
}

/// Number of games and decisions.
#[derive(Clone, Copy, Default)]
struct PlayCounts {
    games: u64,
    decisions: u64,
    /// Total number of legal actions.
    actions: u64,
    /// Cost of searches.
    effort: Option<Effort>,
}

/// Plays whole games, at least one, until the time is over. The arguments are the thread index, the start time and the
/// duration.
type Player<'game> = Box<dyn FnOnce(usize, Instant, Duration) -> PlayCounts + Send + 'game>;

fn player<'game, G: Game>(game: &'game G, mut bot: impl Bot<G> + 'game) -> Player<'game> {
    Box::new(move |thread, began, time| {
        let mut counts = PlayCounts::default();
        let mut legal = Vec::new();
        while counts.games == 0 || began.elapsed() < time {
            let seed = deal_seed(thread as u64, counts.games);
            play(game, &mut bot, seed, &mut legal, &mut counts, |_| {});
        }
        counts.effort = bot.effort();
        counts
    })
}

/// Runs one player per thread. Returns the total counts and the elapsed seconds.
fn play_all<'game>(
    threads: usize,
    time: Duration,
    player: impl Fn() -> Result<Player<'game>, BotError>,
) -> Result<(PlayCounts, f64), BotError> {
    let players = (0..threads).map(|_| player());
    let players = players.collect::<Result<Vec<Player>, _>>()?;
    let began = Instant::now();
    Ok(all(players, began, time))
}

/// Runs the players in parallel. Returns the total counts and the elapsed seconds.
fn all(players: Vec<Player>, began: Instant, time: Duration) -> (PlayCounts, f64) {
    let all_counts: Vec<PlayCounts> = std::thread::scope(|scope| {
        let workers: Vec<_> = players
            .into_iter()
            .enumerate()
            .map(|(thread, player)| scope.spawn(move || player(thread, began, time)))
            .collect();
        workers
            .into_iter()
            .map(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    let mut all = PlayCounts::default();
    for counts in all_counts {
        all.games += counts.games;
        all.decisions += counts.decisions;
        all.actions += counts.actions;
        if let Some(effort) = counts.effort {
            all.effort.get_or_insert_default().add(effort);
        }
    }
    (all, seconds)
}

fn play<G: Game, B: Bot<G>>(
    game: &G,
    bot: &mut B,
    seed: u64,
    legal: &mut Vec<G::Action>,
    counts: &mut PlayCounts,
    mut seen: impl FnMut(&G::State),
) {
    let mut chance = Streams::new(seed);
    let mut rng: Rng = bot_stream(seed, 0, 0);
    let mut state = game.new_state(&mut chance, &mut ());
    while game.to_move(&state).is_some() {
        game.legal_actions(&state, legal);
        let choice = match legal.len() {
            1 => 0,
            _ => bot.choose(game, &state, legal, &mut rng),
        };
        counts.decisions += 1;
        counts.actions += legal.len() as u64;
        game.apply(&mut state, legal[choice], &mut chance, &mut ());
        seen(&state);
    }
    counts.games += 1;
}

/// Returns the mean time to copy a position in nanoseconds, over positions from random games.
fn clone_time<G: Game>(game: &G) -> f64 {
    const POSITIONS: usize = 256;
    let mut positions = Vec::new();
    let mut legal = Vec::new();
    let mut counts = PlayCounts::default();
    for seed in 0..16 {
        play(game, &mut Random, seed, &mut legal, &mut counts, |state| {
            if positions.len() < POSITIONS * (seed as usize + 1) / 16 {
                positions.push(state.clone());
            }
        });
    }
    let Some(mut copy) = positions.first().cloned() else {
        return 0.0;
    };
    let mut copies = 0;
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(100) {
        for position in &positions {
            copy.clone_from(black_box(position));
            black_box(&mut copy);
        }
        copies += positions.len();
    }
    began.elapsed().as_secs_f64() * 1e9 / copies as f64
}
