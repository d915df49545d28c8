//! `portolan perf`: how fast a game is played.

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::launch::thread_count;
use super::print::{Format, print};
use super::setup::Rules;
use super::table::{aligned, thousands};
use crate::bots::random::Random;
use crate::bots::{Bot, BotError, BotKind, BotSpec, find};
use crate::game::{Game, Rng};
use crate::games::{Visitor, entry, open};
use crate::prose::count;
use crate::random::{Streams, bot_stream, deal_seed};
use crate::search::effort::Effort;

/// Measure how fast a game is played, by one bot in every seat.
///
/// Of a bot that searches also: iterations a second of one thread, and what the search costs beside
/// its rollouts and evaluations, as a share of them. That share is measured in a second pass of a
/// quarter of the time.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan perf maracaibo
  portolan perf maracaibo --players 4 --threads 2 --seconds 5
  portolan perf maracaibo --bot greedy --format json
  portolan perf maracaibo --bot mcts --seconds 10")]
pub struct PerfArgs {
    /// Game to measure
    game: String,
    /// Number of players [default: the fewest that meet each other]
    #[arg(long)]
    players: Option<usize>,
    /// Bot in every seat
    #[arg(long, default_value = "random")]
    bot: String,
    /// Threads that play side by side
    #[arg(long, default_value = "1", value_parser = thread_count)]
    threads: usize,
    /// Seconds to measure; games are played to their end, one at least
    #[arg(long, default_value_t = 2.0, allow_negative_numbers = true)]
    seconds: f64,
    #[command(flatten)]
    rules: Rules,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// What is measured.
#[derive(Serialize)]
struct Measured {
    game: String,
    players: usize,
    bot: String,
    threads: usize,
    games_per_second: f64,
    decisions_per_second: f64,
    /// Of one thread.
    ns_per_decision: f64,
    branching_mean: f64,
    decisions_per_game: f64,
    state_bytes: usize,
    clone_ns: f64,
    /// Of search bots only, of one thread, in the time that they search.
    iterations_per_second: Option<f64>,
    /// Of search bots only: time beside rollouts and evaluations, as a share of theirs.
    overhead: Option<f64>,
}

impl PerfArgs {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        if !(0.01..=3600.0).contains(&self.seconds) {
            return Err(Failure::usage(format!(
                "--seconds {}: expected a number from 0.01 to 3600",
                self.seconds
            )));
        }
        let entry = entry(&self.game)?;
        let players = self.players.unwrap_or(entry.default_players());
        let bot = find(&self.bot, entry.name)?;
        let setup = self.rules.setup(entry.name, players)?;
        let measured = open(
            &setup,
            Measure {
                players,
                bot,
                threads: self.threads,
                time: Duration::from_secs_f64(self.seconds),
            },
        )??;
        print(&show(&measured, self.format)?)
    }
}

/// So many a second, by its decimals below ten: a searcher takes seconds for a game.
fn rate(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.3}"),
        _ => thousands(number.round() as u64),
    }
}

fn show(measured: &Measured, format: Format) -> Result<String, Failure> {
    match format {
        Format::Json => {
            let mut text = serde_json::to_string_pretty(measured).map_err(Failure::work)?;
            text.push('\n');
            Ok(text)
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.serialize(measured).map_err(Failure::work)?;
            let bytes = writer.into_inner().map_err(Failure::work)?;
            String::from_utf8(bytes).map_err(Failure::work)
        }
        Format::Table => {
            let rows = [
                ("games a second", rate(measured.games_per_second)),
                ("decisions a second", rate(measured.decisions_per_second)),
                (
                    "ns per decision (one thread)",
                    format!("{:.1}", measured.ns_per_decision),
                ),
                (
                    "legal actions per decision",
                    format!("{:.2}", measured.branching_mean),
                ),
                (
                    "decisions per game",
                    format!("{:.1}", measured.decisions_per_game),
                ),
                ("bytes of a state", thousands(measured.state_bytes as u64)),
                ("ns to clone a state", format!("{:.1}", measured.clone_ns)),
            ];
            let search = [
                (
                    "iterations a second (one thread)",
                    measured.iterations_per_second.map(rate),
                ),
                (
                    "search beside its rollouts",
                    measured
                        .overhead
                        .map(|share| format!("{:.0}%", 100.0 * share)),
                ),
            ];
            let search = search
                .into_iter()
                .filter_map(|(what, value)| Some((what, value?)));
            let rows = rows
                .into_iter()
                .chain(search)
                .map(|(what, value)| vec![what.to_string(), value])
                .collect();
            let title = format!(
                "{}, {}, {} in every seat, threads: {}",
                measured.game,
                count(measured.players as u64, "player"),
                measured.bot,
                measured.threads
            );
            Ok(format!(
                "{title}\n\n{}",
                aligned("lr", &["measure", "value"], rows)
            ))
        }
    }
}

struct Measure {
    players: usize,
    bot: BotSpec,
    threads: usize,
    time: Duration,
}

impl Visitor for Measure {
    type Out = Result<Measured, BotError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let (counts, seconds) = match self.bot.kind {
            // Without the indirection that other bots go through.
            BotKind::Random => self.play_all(self.time, || Ok(player(&game, Random)))?,
            _ => self.play_all(self.time, || Ok(player(&game, self.bot.build(&game)?)))?,
        };
        let overhead = match counts.effort {
            None => None,
            Some(_) => {
                let (watched, _) = self.play_all(self.time / 4, || {
                    let mut bot = self.bot.build(&game)?;
                    bot.watch_leaves();
                    Ok(player(&game, bot))
                })?;
                watched.effort.and_then(|effort| effort.overhead())
            }
        };
        let decisions = counts.decisions as f64;
        Ok(Measured {
            game: G::NAME.to_string(),
            players: self.players,
            bot: self.bot.name.clone(),
            threads: self.threads,
            games_per_second: counts.games as f64 / seconds,
            decisions_per_second: decisions / seconds,
            ns_per_decision: 1e9 * seconds * self.threads as f64 / decisions,
            branching_mean: counts.actions as f64 / decisions,
            decisions_per_game: decisions / counts.games as f64,
            state_bytes: size_of::<G::State>(),
            clone_ns: clone_time(&game),
            iterations_per_second: counts
                .effort
                .map(|effort| effort.iterations as f64 / effort.time.as_secs_f64()),
            overhead,
        })
    }
}

/// What was played.
#[derive(Clone, Copy, Default)]
struct PlayCounts {
    games: u64,
    decisions: u64,
    /// Legal actions that were offered.
    actions: u64,
    /// What searches cost.
    effort: Option<Effort>,
}

/// Plays whole games, one at least, until the time is over: on which thread, since when, and for how long.
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

impl Measure {
    /// Lets a player of its own play on every thread; the counts, and the seconds they took.
    fn play_all<'game>(
        &self,
        time: Duration,
        player: impl Fn() -> Result<Player<'game>, BotError>,
    ) -> Result<(PlayCounts, f64), BotError> {
        let players = (0..self.threads).map(|_| player());
        let players = players.collect::<Result<Vec<Player>, _>>()?;
        let began = Instant::now();
        Ok(all(players, began, time))
    }
}

/// What all players together play, and the seconds it took.
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

/// Nanoseconds to copy a position, over positions from random games.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_rates_keep_their_decimals() {
        for (number, wanted) in [
            (0.0, "0.000"),
            (0.1984, "0.198"),
            (9.99, "9.990"),
            (10.0, "10"),
            (1_234.5, "1,235"),
        ] {
            assert_eq!(rate(number), wanted);
        }
    }
}
