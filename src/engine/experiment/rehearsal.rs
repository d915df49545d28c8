//! Before a run that has programs in it: whether they start, and whether they keep what they claim.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::bots::program::crew::{Crew, Leave, rehearse};
use crate::bots::program::resources;
use crate::play::any_game::{AnyGame, CellPlay};
use crate::play::live::Live;
use crate::play::plan::Plan;
use crate::play::treatment::Treatment;
use crate::results::error::RunError;
use crate::results::names::{EVENTS, GAMES};
use crate::settings::{EventLevel, Experiment};

/// Sees that the programs of so many threads can run at once, starts every program once, and plays the first block of
/// every one that claims to be reproducible twice.
///
/// # Errors
/// [`RunError`] if there are too few open files, or a program has no leave, does not start, or plays the same block
/// otherwise.
pub fn of_programs(
    games: &[Box<dyn AnyGame>],
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
            // The same processes twice: what one keeps from game to game shows.
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
                    "it claims reproducible = true, but played the same block differently the second time; it \
                 must take its random numbers from the seed that it receives, and keep nothing from game \
                 to game"
                        .to_string(),
                ));
            }
        }
    }
    Ok(())
}

/// The same bots, whose programs are processes of their own.
fn with_own_crew(line_up: &[BotSpec]) -> Vec<BotSpec> {
    let crew = Arc::new(Crew::new(None));
    let mut line_up = line_up.to_vec();
    for bot in &mut line_up {
        bot.leave = Leave(Some(Arc::clone(&crew)));
    }
    line_up
}
