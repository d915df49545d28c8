//! Validation of the settings in a manifest, so that reports, merges, replays and resumed runs can rely on them.
//!
//! A manifest that was edited or corrupted may still be valid TOML.

use crate::game::MAX_SEATS;
use crate::item::MOST_ITEMS;
use crate::settings::roster::Roster;
use crate::settings::seating::orders;
use crate::settings::{ConditionSpec, Experiment, ItemDesign, MOST_GAMES, Mixture};

/// Checks the settings of an experiment and the rosters of its conditions.
///
/// # Errors
/// A message that names the invalid key.
pub fn check(experiment: &Experiment, roster: &[Roster]) -> Result<(), String> {
    let cells = experiment.cells();
    if roster.len() != cells.len() {
        return Err(format!(
            "it lists {} conditions, but rosters for {}",
            cells.len(),
            roster.len()
        ));
    }
    let asked = experiment.games;
    if !(1..=MOST_GAMES).contains(&asked) {
        return Err(format!(
            "experiment.games = {asked}; expected 1 to {MOST_GAMES}"
        ));
    }
    seats("experiment.players", experiment.players)?;
    for (number, (cell, roster)) in (1..).zip(cells.iter().zip(roster)) {
        line_up(experiment, number, cell, roster)?;
    }
    of_kind(experiment, &cells)
}

fn seats(key: &str, seats: usize) -> Result<(), String> {
    match (1..=MAX_SEATS).contains(&seats) {
        true => Ok(()),
        false => Err(format!("{key} = {seats}; expected 1 to {MAX_SEATS}")),
    }
}

/// Checks the line-up of a condition.
fn line_up(
    experiment: &Experiment,
    number: usize,
    cell: &ConditionSpec,
    roster: &Roster,
) -> Result<(), String> {
    seats(&format!("players of cell {number}"), cell.players)?;
    seats(&format!("seats of roster {number}"), roster.seats)?;
    if cell.bots.len() != cell.players || roster.seats < cell.players {
        return Err(format!(
            "cell {number}: {} players, {} bots and {} seats",
            cell.players,
            cell.bots.len(),
            roster.seats
        ));
    }
    let seatings = orders(cell.players).len() as u64;
    if roster.seatings != seatings {
        let found = roster.seatings;
        return Err(format!(
            "roster {number}: seatings = {found}; expected {seatings}"
        ));
    }
    let entrants = roster.entrants.len();
    if !(1..=roster.seats).contains(&entrants) {
        return Err(format!(
            "roster {number}: {entrants} entrants in {} seats",
            roster.seats
        ));
    }
    let described = experiment.line_up(cell);
    match described.len() == cell.bots.len() {
        true => Ok(()),
        false => Err(format!(
            "cell {number}: the settings of a bot of the line-up are missing"
        )),
    }
}

/// Checks the settings that are specific to the kind.
fn of_kind(experiment: &Experiment, cells: &[ConditionSpec]) -> Result<(), String> {
    let told = |key: &str, problem: Option<String>| match problem {
        None => Ok(()),
        Some(problem) => Err(format!("experiment.{key}: {problem}")),
    };
    if experiment.duel.is_some_and(|duel| !duel.sprt().valid()) {
        return Err("experiment.duel: the hypotheses are invalid".to_string());
    }
    told(
        "mixture",
        experiment.mixture.as_ref().and_then(Mixture::problem),
    )?;
    let varied = cells.iter().map(|cell| cell.perturbation).max();
    if varied != Some(experiment.perturbed) {
        return Err("experiment.perturbed: these data sets do not exist".to_string());
    }
    if let Some(audit) = &experiment.audit {
        let played = audit.test.iter().map(|test| test.cells);
        if played.fold(0, usize::saturating_add) != cells.len() {
            return Err("experiment.audit: the tests do not match the conditions".to_string());
        }
    }
    let items = experiment.items.as_ref();
    let studied = items.map_or(0, |items| items.item.len());
    for (cell, arm) in cells.iter().filter_map(|cell| Some((cell, cell.arm?))) {
        if arm.item >= studied {
            let (name, item) = (&cell.name, arm.item);
            return Err(format!(
                "cell \"{name}\": there is no item {item} in the study"
            ));
        }
    }
    let Some(items) = items else {
        return Ok(());
    };
    if studied == 0 || items.item.iter().any(|item| item.number >= MOST_ITEMS) {
        return Err("experiment.items.item: these items do not exist".to_string());
    }
    match items.design {
        ItemDesign::Factorial(factorial) => told("items.factorial", factorial.problem(studied)),
        ItemDesign::PriceFactorial(design) => {
            told("items.price_factorial", design.problem(studied))
        }
        ItemDesign::Grant | ItemDesign::Constraint(_) | ItemDesign::Change => Ok(()),
    }
}
