//! Report on a ladder: tests whether every level is harder than the one before.
//!
//! This module contains the summary and the answer; the sections are in [`levels`].

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::error::ReportError;
use super::findings::wider_than_effect;
use super::levels;
use super::page::Sure;
use super::study::Findings;
use super::words::{capital, count, listed, p_value, percent, title};
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Extent;
use portolan_stats::Estimate;
use portolan_study::ladder::{Climb, Order, Step};
use portolan_study::levels::{Grid, Ladder};
use portolan_study::source::Source;
use portolan_study::warnings::mirrors;

/// Maximum number of bots whose results are named. With more bots, only the strongest and the weakest are named.
const MOST_NAMED: usize = 3;

/// Computes the findings of a ladder.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let ladder = Ladder::read(source)?;
    let grid = &ladder.grid;
    let extent: Extent = ladder.cells.extent;
    let who = count(grid.bots.len() as u64, "bot");
    Ok(Findings {
        extent,
        question: format!(
            "{}: is every level from {} to {} harder for {who} than the one before, on the same \
             deals?",
            title(&manifest.experiment.game),
            rung_name(grid, 0),
            grid.values.last().cloned().unwrap_or_default()
        ),
        answer: order(&ladder),
        sure: sure(&ladder),
        more: ends(&ladder)
            .into_iter()
            .chain(largest_step(&ladder))
            .chain(exceptions(&ladder))
            .collect(),
        warnings: warnings(&ladder, manifest),
        sections: levels::sections(&ladder),
        ..Findings::default()
    })
}

fn rung_name(grid: &Grid, rung: usize) -> String {
    let value = grid.values.get(rung).cloned().unwrap_or_default();
    format!("{} = {value}", grid.option)
}

/// Describes the loss from one level to the next, which is negative if the next level is easier.
fn step_words(grid: &Grid, climb: &Climb, number: usize) -> String {
    format!(
        "{} {} (p {})",
        climb
            .lost(number)
            .map_or("–".to_string(), |lost| lost.words(1)),
        if grid.opponents {
            "percentage points of wins lost"
        } else {
            "points of score lost"
        },
        p_value(climb.steps[number].main_p)
    )
}

/// Describes the results of every bot on the first and on the last level. With many bots, covers only the
/// strongest and the weakest.
fn ends(ladder: &Ladder) -> Option<String> {
    let grid = &ladder.grid;
    let (first, last) = (grid.values.first()?, grid.values.last()?);
    let verb = if grid.opponents { "wins" } else { "scores" };
    let measure = |bot: usize, rung: usize| -> Option<Estimate> {
        let climber = grid.climber(&ladder.cells, bot, rung)?;
        match grid.opponents {
            true => climber.all.share_of_wins(),
            false => climber.all.score(),
        }
    };
    let mut bots: Vec<(usize, Estimate, Estimate)> = (0..grid.bots.len())
        .filter_map(|bot| Some((bot, measure(bot, 0)?, measure(bot, grid.values.len() - 1)?)))
        .collect();
    bots.sort_by_key(|(_, low, high)| Reverse(OrderedFloat(low.value + high.value)));
    if bots.len() > MOST_NAMED {
        bots.drain(1..bots.len() - 1);
    }
    let said = bots.iter().map(|(bot, low, high)| {
        let (name, low, high) = (&grid.bots[*bot], low.words(1), high.words(1));
        format!("{name} {verb} {low} on {first} and {high} on {last}")
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| format!("{}.", capital(&said.join("; "))))
}

/// Returns the certainty of the order of the levels, whether or not the order is correct.
fn sure(ladder: &Ladder) -> Sure {
    match ladder.together.order() {
        Order::Right | Order::Wrong(_) | Order::Reversed => Sure::Certain,
        Order::OnTheWhole | Order::InPart => Sure::Likely,
        Order::Level | Order::CannotTell => Sure::Open,
    }
}

/// Describes whether the levels are in the right order, pooled over all bots.
fn order(ladder: &Ladder) -> String {
    let (grid, climb) = (&ladder.grid, &ladder.together);
    let names = |wanted: &dyn Fn(&Step) -> bool| -> Vec<String> {
        let steps = climb.steps.iter().enumerate();
        steps
            .filter(|(_, step)| wanted(step))
            .map(|(step, _)| format!("{} and {}", grid.values[step], grid.values[step + 1]))
            .collect()
    };
    match climb.order() {
        Order::Level => format!(
            "{} are equal on all levels, on every deal.",
            if grid.opponents { "Wins" } else { "Scores" }
        ),
        Order::CannotTell => {
            "No step is significant, and there is no significant trend.".to_string()
        }
        Order::Right => "Every level is significantly harder than the one before.".to_string(),
        Order::OnTheWhole => format!(
            "The levels get significantly harder overall, but {} are not distinguishable.",
            listed(&names(&|step| !step.clear()))
        ),
        Order::InPart => format!(
            "There is no significant trend, but in these pairs the second level is significantly harder: {}.",
            listed(&names(&Step::clear))
        ),
        Order::Wrong(step) => {
            let rest = if climb.gets_harder() {
                ", although the levels get harder overall"
            } else {
                ""
            };
            format!(
                "The order is wrong{rest}: {} is easier than {} before it, with {}.",
                grid.values[step + 1],
                grid.values[step],
                step_words(grid, climb, step)
            )
        }
        Order::Reversed => {
            "The levels get significantly easier: their order is reversed.".to_string()
        }
    }
}

/// Describes bots for which a step between levels goes significantly in the opposite direction.
fn exceptions(ladder: &Ladder) -> Vec<String> {
    let grid = &ladder.grid;
    let mut found: Vec<String> = Vec::new();
    if grid.bots.len() < 2 {
        return found;
    }
    let before = found.len();
    for (bot, climb) in grid.bots.iter().zip(&ladder.climbs) {
        for (number, step) in climb.steps.iter().enumerate() {
            if step.clear() && !step.harder() {
                found.push(format!(
                    "For {bot}, {} is easier than {} before it, with {}.",
                    grid.values[number + 1],
                    grid.values[number],
                    step_words(grid, climb, number)
                ));
            }
        }
    }
    if found.len() == before {
        found.push(
            "No step is significantly easier than the one before it for any single bot."
                .to_string(),
        );
    }
    found
}

/// Describes the largest significant step between levels for the strongest bot.
fn largest_step(ladder: &Ladder) -> Option<String> {
    let grid = &ladder.grid;
    let total = |bot: usize| -> f64 {
        let climbers =
            (0..grid.values.len()).filter_map(|rung| grid.climber(&ladder.cells, bot, rung));
        climbers.filter_map(|climber| climber.all.wins.mean()).sum()
    };
    let best = (0..grid.bots.len())
        .rev()
        .max_by_key(|&bot| OrderedFloat(total(bot)))?;
    let climb = ladder.climbs.get(best)?;
    let steps = climb.steps.iter().enumerate();
    let steps = steps.filter(|(_, step)| step.clear() && step.harder());
    let steps = steps.filter_map(|(step, _)| Some((step, climb.lost(step)?)));
    let (step, _) = steps.max_by_key(|(_, lost)| OrderedFloat(lost.value))?;
    Some(format!(
        "The largest significant step for {} is from {} to {}, with {}.",
        grid.bots[best],
        grid.values[step],
        grid.values[step + 1],
        step_words(grid, climb, step)
    ))
}

fn warnings(ladder: &Ladder, manifest: &Manifest) -> Vec<String> {
    let grid = &ladder.grid;
    let mut warnings: Vec<String> = mirrors(manifest, "").into_iter().collect();
    if grid.opponents {
        let effects = grid
            .bots
            .iter()
            .zip(&ladder.climbs)
            .flat_map(|(bot, climb)| {
                climb
                    .steps
                    .iter()
                    .enumerate()
                    .filter_map(move |(number, _)| {
                        let name = format!("{bot}, {}", grid.step_name(number));
                        Some((name, climb.lost(number)?))
                    })
            });
        warnings.extend(wider_than_effect(effects, "the step"));
        let mut ends = Vec::new();
        for (bot, name) in grid.bots.iter().enumerate() {
            for (rung, value) in grid.values.iter().enumerate() {
                let climber = grid.climber(&ladder.cells, bot, rung);
                match climber.and_then(|climber| climber.all.wins.mean()) {
                    Some(rate) if rate == 0.0 || rate == 1.0 => {
                        ends.push(format!("{name} on {value} ({})", percent(rate)));
                    }
                    _ => {}
                }
            }
        }
        if !ends.is_empty() {
            warnings.push(format!(
                "All games had the same outcome for {}. Only a weak prior determines their position \
                 on the Rasch scale.",
                listed(&ends)
            ));
        }
    }
    if grid.bots.len() == 1 {
        warnings.push(
            "Only one bot played the levels. The order of difficulty may differ for other bots; use \
             three bots of different strength for a better picture."
                .to_string(),
        );
    }
    let steps: usize = ladder.climbs.iter().map(|climb| climb.steps.len()).sum();
    if steps > 1 {
        warnings.push(format!(
            "The intervals are not corrected for multiple comparisons; the p-values are corrected for all {steps} \
             steps (Holm). The verdict at the top is a single test: if all levels were equally hard, the report would \
             find an order of difficulty in at most one of twenty ladders."
        ));
    }
    warnings
}
