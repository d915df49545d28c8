//! Checks before a run that external programs start and play reproducibly if they claim to.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::bots::BotSpec;
use crate::bots::program::pool::{Leave, ProgramPool, rehearse};
use crate::bots::program::resources;
use crate::bots::program::supervisor::Stop;
use crate::play::dyn_game::{CellPlay, DynGame};
use crate::play::live::Live;
use crate::play::plan::Plan;
use crate::play::treatment::Treatment;
use crate::results::error::RunError;
use crate::results::names::{EVENTS, GAMES};
use crate::settings::{EventLevel, Experiment};

/// Checks that the open-file limit allows for the programs of all threads, starts every program once, and plays
/// the first deal group of every program that claims to be reproducible twice.
///
/// # Errors
/// [`RunError`] if the open-file limit is too low, or a program is not permitted, does not start, or plays the
/// second time differently.
pub fn of_programs(
    games: &[Box<dyn DynGame>],
    experiment: &Experiment,
    line_ups: &[Vec<BotSpec>],
    plan: &Plan,
    threads: u64,
) -> Result<(), RunError> {
    let bots = line_ups.iter().flatten();
    let programs: BTreeSet<&str> = bots
        .filter(|bot| bot.program.is_some())
        .map(|bot| bot.name.as_str())
        .collect();
    resources::provide(programs.len() as u64 * threads, threads).map_err(RunError::Resources)?;
    let mut seen = BTreeSet::new();
    for (cell, line_up) in line_ups.iter().enumerate() {
        for bot in line_up.iter().filter(|bot| bot.program.is_some()) {
            if !seen.insert(bot.name.clone()) {
                continue;
            }
            let (settings, _) = bot.crew()?;
            let problem = |problem| RunError::Program {
                bot: bot.name.clone(),
                problem,
            };
            rehearse(&bot.name, settings).map_err(|(told, is_want)| match is_want {
                true => RunError::Resources(format!("bot \"{}\": {told}", bot.name)),
                false => problem(told),
            })?;
            if !line_up.iter().all(BotSpec::is_reproducible) {
                continue;
            }
            // Both runs use the same processes, to detect programs that carry state from game to game.
            let line_up = with_own_crew(line_up);
            let play = || {
                let play = CellPlay {
                    plan,
                    line_up: &line_up,
                    events: EventLevel::All,
                    cell: None,
                    treatment: Treatment::of_cell(experiment, &experiment.cells()[cell]),
                    variance: None,
                };
                let output = games[cell]
                    .blocks(play, &Live::default())?
                    .play(cell as u64);
                if let Some(Stop::Start(problem)) = output.stops {
                    return Err(RunError::Resources(problem));
                }
                let [games, events] =
                    [GAMES, EVENTS].map(|stream| output.rows[stream].bytes.clone());
                Ok::<_, RunError>((games, events))
            };
            if play()? != play()? {
                return Err(problem(
                    "its bot file sets reproducible = true, but the program played the same deal group differently the \
                     second time; derive all random numbers from the seed that it receives, and do not carry state \
                     from one game to the next"
                        .to_string(),
                ));
            }
        }
    }
    Ok(())
}

/// Returns copies of the bots that share a new pool of program processes.
fn with_own_crew(line_up: &[BotSpec]) -> Vec<BotSpec> {
    let crew = Arc::new(ProgramPool::new(None));
    let mut line_up = line_up.to_vec();
    for bot in &mut line_up {
        bot.leave = Leave(Some(Arc::clone(&crew)));
    }
    line_up
}
