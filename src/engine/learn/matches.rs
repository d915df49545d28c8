//! How strong the network is: games against each of the bots that were named, and alone against an automa,
//! on deals that nobody learns from.

use std::ops::ControlFlow;

use super::LearnError;
use crate::bots::BotSpec;
use crate::experiment::pipeline::Workers;
use crate::play::any_game::AnyGame;
use crate::play::arena::Crash;
use crate::play::plan::Plan;
use crate::random::deal_seed;
use crate::results::record::fair_share;
use crate::settings::learning::Learning;
use crate::stats::interval::CONFIDENCE;
use crate::stats::{BlockMeans, BlockSums, Interval, Performance, lead};

/// What a match has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// How the network played: the name of the player.
    pub player: String,
    /// Who held the other seats.
    pub opponent: String,
    /// Set-up, by its number from 0.
    pub setup: usize,
    /// Games.
    pub games: u64,
    /// Share of wins, with its interval.
    pub wins: f64,
    /// The same.
    pub interval: Option<Interval>,
    /// What equal players would win.
    pub fair: f64,
    /// Mean lead.
    pub lead: f64,
    /// Mean score.
    pub score: f64,
}

/// Plays the network, called `player`, against everybody in every set-up. Nothing if they are stopped.
///
/// # Errors
/// [`LearnError`] if a game panics.
pub fn play<'game>(
    games: impl Iterator<Item = &'game dyn AnyGame>,
    learning: &Learning,
    player: &BotSpec,
    workers: Workers,
) -> Result<Option<Vec<Match>>, LearnError> {
    let mut matches = Vec::new();
    for (setup, game) in games.enumerate() {
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

/// The player of the first place against the others, in every seat of each deal; nothing if it was stopped.
fn one(
    game: &dyn AnyGame,
    learning: &Learning,
    line_up: &[BotSpec],
    workers: Workers,
) -> Result<Option<Performance>, LearnError> {
    let mut plan = Plan::of(game, learning.match_deals(), 1);
    // The others are the same bot: where the first one sits is all that matters.
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
            // It was built before.
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
