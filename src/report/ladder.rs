//! A ladder: is every rung harder than the one before?
//!
//! What is summed up, and the answer; the sections are in [`rungs`].

use super::error::ReportError;
use super::findings::wider_than_effect;
use super::rungs;
use super::study::Findings;
use super::words::{capital, count, fixed, listed, p_value, percent, range, title};
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::reader::Extent;
use portolan_study::ladder::{Climb, Order, Step, direction};
use portolan_study::rungs::{Grid, Ladder};
use portolan_study::source::Source;
use portolan_study::warnings::mirrors;

/// What a ladder has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let ladder = Ladder::read(source)?;
    let grid = &ladder.grid;
    let extent: Extent = ladder.cells.extent;
    let who = count(grid.bots.len() as u64, "bot");
    Ok(Findings {
        extent,
        question: format!(
            "{}: does it get harder from {} to {}, rung by rung, for {who} on the same deals?",
            title(&manifest.experiment.game),
            rung_name(grid, 0),
            grid.values.last().cloned().unwrap_or_default()
        ),
        answer: answer(&ladder),
        more: exceptions(&ladder),
        warnings: warnings(&ladder, manifest),
        sections: rungs::sections(&ladder),
        ..Findings::default()
    })
}

fn rung_name(grid: &Grid, rung: usize) -> String {
    let value = grid.values.get(rung).cloned().unwrap_or_default();
    format!("{} = {value}", grid.option)
}

/// How much less a bot wins on the next rung, in words.
fn step_words(grid: &Grid, climb: &Climb, number: usize) -> String {
    let step = &climb.steps[number];
    let (mean, interval) = climb.lost(number).map_or((0.0, None), |lost| lost.drawn());
    let sign = if mean < 0.0 { -1.0 } else { 1.0 };
    format!(
        "{} {} (95\u{a0}% interval {}; p {})",
        fixed(mean.abs(), 1),
        if grid.opponents {
            "percentage points of wins"
        } else {
            "points of score"
        },
        range(interval.map(|interval| interval.times(sign)), 1),
        p_value(step.main_p)
    )
}

/// Is the order right? Judged by all bots together.
fn answer(ladder: &Ladder) -> String {
    let (grid, climb) = (&ladder.grid, &ladder.together);
    let (Some(first), Some(last)) = (grid.values.first(), grid.values.last()) else {
        return "The manifest names no rungs, so there is nothing to tell.".to_string();
    };
    let names = |wanted: &dyn Fn(&Step) -> bool| -> Vec<String> {
        let steps = climb.steps.iter().enumerate();
        steps
            .filter(|(_, step)| wanted(step))
            .map(|(step, _)| format!("{} and {}", grid.values[step], grid.values[step + 1]))
            .collect()
    };
    let p = p_value(climb.trend_p);
    let trend = format!("Page's trend test p {p}");
    match climb.order() {
        Order::Level => format!(
            "Cannot tell by {}: they are the same on every rung from {first} to {last}, on every \
             deal{}.",
            if grid.opponents { "wins" } else { "scores" },
            lead_words(ladder).map_or(String::new(), |words| format!("; {words}"))
        ),
        Order::CannotTell => format!(
            "Cannot tell: there is no clear trend from {first} to {last} ({trend}), and no step is \
             clear."
        ),
        Order::Right => format!(
            "Yes, the order is right: from {first} to {last} every rung is harder than the one \
             before (each of {} p below 0.05; {trend}).",
            count(climb.steps.len() as u64, "step")
        ),
        Order::OnTheWhole => format!(
            "On the whole yes: it gets harder from {first} to {last} ({trend}), but {} cannot be told \
             apart.",
            listed(&names(&|step| !step.clear()))
        ),
        Order::InPart => format!(
            "Only in part: there is no clear trend from {first} to {last} ({trend}), but the second is \
             harder of {}.",
            listed(&names(&Step::clear))
        ),
        Order::Wrong(step) => {
            let rest = if climb.gets_harder() {
                ", though on the whole it gets harder"
            } else {
                ""
            };
            format!(
                "No, the order is not right{rest}: {} is easier than {} before it, by {}.",
                grid.values[step + 1],
                grid.values[step],
                step_words(grid, climb, step)
            )
        }
        Order::Reversed => format!(
            "No, the order is the wrong way round: it gets easier from {first} to {last} ({trend}), \
             though no single step is clear."
        ),
    }
}

/// What the leads say of the trend, which is more than wins can tell where a bot wins all or nothing.
fn lead_words(ladder: &Ladder) -> Option<String> {
    let trend = ladder.together.lead.trend()?;
    let p = format!(
        "Page's trend test by itself, p {}",
        p_value(trend.two_sided())
    );
    Some(match direction(trend) {
        1 => format!("by leads it gets harder ({p})"),
        -1 => format!("by leads it gets easier ({p})"),
        _ => format!("leads show no clear trend either way ({p})"),
    })
}

/// Bots for whom a step goes clearly the other way.
fn exceptions(ladder: &Ladder) -> Vec<String> {
    let grid = &ladder.grid;
    let mut found: Vec<String> = Vec::new();
    if ladder.together.main.trend().is_some() {
        let leads = lead_words(ladder);
        found.extend(leads.map(|words| format!("{}.", capital(&words))));
    }
    if grid.bots.len() < 2 {
        return found;
    }
    let before = found.len();
    for (bot, climb) in grid.bots.iter().zip(&ladder.climbs) {
        for (number, step) in climb.steps.iter().enumerate() {
            if step.clear() && !step.harder() {
                found.push(format!(
                    "For {bot}, {} is easier than {} before it, by {}.",
                    grid.values[number + 1],
                    grid.values[number],
                    step_words(grid, climb, number)
                ));
            }
        }
    }
    if found.len() == before {
        found.push("For no bot by itself does a step go clearly the other way.".to_string());
    }
    found
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
                "All games went one way for {}: on the Rasch scale only a weak prior holds the place.",
                listed(&ends)
            ));
        }
    }
    if grid.bots.len() == 1 {
        warnings.push(
            "One bot climbs: another may find the same rungs hard in another order. Three bots of \
             different strength tell more."
                .to_string(),
        );
    }
    let steps: usize = ladder.climbs.iter().map(|climb| climb.steps.len()).sum();
    if steps > 1 {
        warnings.push(format!(
            "Intervals stand each for itself, without correction; p-values of steps allow for all \
             {steps} of them (Holm). The sentence at the top is one verdict: of ladders whose rungs are \
             equally hard at most one in twenty gets another than that it cannot be told."
        ));
    }
    warnings
}
