//! Matches that measure the strength of the network: games against each of the given bots, and solo games against an
//! automa. Their deals are not used for training.

use std::ops::ControlFlow;

use super::LearnError;
use crate::bots::BotSpec;
use crate::experiment::pipeline::Workers;
use crate::play::arena::Crash;
use crate::play::dyn_game::DynGame;
use crate::play::plan::Plan;
use crate::random::deal_seed;
use crate::results::record::fair_share;
use crate::settings::learning::Learning;
use crate::stats::interval::CONFIDENCE;
use crate::stats::{BlockMeans, BlockSums, Interval, Performance, lead};

/// Result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Name of the player that uses the network.
    pub player: String,
    /// Name of the bot in the other seats.
    pub opponent: String,
    /// Index of the set-up, from 0.
    pub setup: usize,
    /// Number of games.
    pub games: u64,
    /// Share of wins, in 0..=1.
    pub wins: f64,
    /// Interval of the share of wins.
    pub interval: Option<Interval>,
    /// Expected share of wins among equal players.
    pub fair: f64,
    /// Mean lead.
    pub lead: f64,
    /// Mean score.
    pub score: f64,
}

/// Plays the network, called `player`, against every opponent in every set-up. Returns `None` if the matches were
/// stopped.
///
/// # Errors
/// [`LearnError`] if a game panics.
pub fn play<'game>(
    games: impl Iterator<Item = &'game dyn DynGame>,
    learning: &Learning,
    player: &BotSpec,
    workers: Workers,
) -> Result<Option<Vec<Match>>, LearnError> {
    let mut matches = Vec::new();
    let setups = learning.setups();
    // A set-up may be listed several times, to play more training games with it.
    let new = |&(setup, _): &(usize, _)| !setups[..setup].contains(&setups[setup]);
    for (setup, game) in games.enumerate().filter(new) {
        let automa = (0..game.seats()).find_map(|seat| game.automa(seat));
        let others: Vec<(String, Vec<BotSpec>)> = match automa {
            Some(automa) => vec![(automa.to_string(), vec![player.clone()])],
            None => (learning.opponents.iter())
                .map(|bot| {
                    let mut line_up = vec![player.clone()];
                    line_up.resize(game.seats(), bot.clone());
                    (bot.name.clone(), line_up)
                })
                .collect(),
        };
        for (opponent, line_up) in others {
            let found = one(game, learning, &line_up, workers)?;
            let Some(found) = found else {
                return Ok(None);
            };
            matches.push(Match {
                player: player.name.clone(),
                opponent,
                setup,
                games: found.games,
                wins: found.wins.mean().unwrap_or(0.0),
                interval: found.win_interval(CONFIDENCE),
                fair: 1.0 / game.seats() as f64,
                lead: found.leads.mean().unwrap_or(0.0),
                score: found.scores.mean().unwrap_or(0.0),
            });
        }
    }
    Ok(Some(matches))
}

/// Plays the first bot of the line-up against the others, in every seat of each deal. Returns `None` if stopped.
fn one(
    game: &dyn DynGame,
    learning: &Learning,
    line_up: &[BotSpec],
    workers: Workers,
) -> Result<Option<Performance>, LearnError> {
    let mut plan = Plan::of(game, learning.match_deals(), 1);
    // The other bots are identical, so only the seat of the first bot matters.
    let seat_of = |seating: &[Option<usize>]| seating.iter().position(|place| *place == Some(0));
    let mut seen = Vec::new();
    plan.cells[0].retain(|seating| {
        let new = !seen.contains(&seat_of(seating));
        seen.push(seat_of(seating));
        new
    });
    let blocks = learning.match_games.div_ceil(plan.block_size());
    let mut found = Performance::default();
    let build = || game.arena(line_up, None, workers.live);
    build()?;
    let reached = workers.in_order(
        0..blocks,
        || build().ok(),
        |arena, block| -> Result<Option<BlockMeans>, Crash> {
            // The bots have been built before, so this always succeeds.
            let Some(arena) = arena else { return Ok(None) };
            let mut sums = BlockSums::default();
            for numbered in plan.step(block) {
                let Some(seat) = seat_of(numbered.seating) else {
                    continue;
                };
                let record = arena.play(&numbered)?;
                let all: Vec<f64> = (record.iter()).map(|seat| f64::from(seat.score)).collect();
                sums.add(record[seat].outcome(fair_share(record), lead(&all, seat)));
            }
            Ok(sums.means())
        },
        |block, means| match means {
            Ok(means) => {
                found.push(means);
                Ok(ControlFlow::Continue(()))
            }
            Err(Crash { message, .. }) => Err(LearnError::Crash {
                seed: deal_seed(learning.match_deals(), block),
                message,
            }),
        },
    )?;
    Ok((reached == blocks).then_some(found))
}
