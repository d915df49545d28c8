//! Report on a sweep: changes between settings, on the same deals.

use ordered_float::OrderedFloat;

use super::curves::{Series, lines};
use super::error::ReportError;
use super::evidence::{LengthAndTies, length_and_ties};
use super::evidence::{win_columns, with_difference, with_wins};
use super::findings::{few_differ, wider_than_effect};
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::svg::shortened;
use super::words::{capital, count, signed, title};
use portolan_run::results::manifest::Manifest;
use portolan_stats::{Moments, Performance};
use portolan_study::conditions::{CellTallies, against_fair};
use portolan_study::source::Source;
use portolan_study::sweep::{Measure, Place, Selected, Shift, Sweep, all_shifts};
use portolan_study::warnings::mirrors;

/// Maximum number of settings for which effects are drawn as a curve.
const MOST_DRAWN: usize = 12;

/// Computes the findings of a sweep.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let Sweep {
        cells,
        places,
        lengths,
        method,
    } = Sweep::read(source)?;
    let names: Vec<String> = experiment
        .cells
        .iter()
        .map(|cell| cell.name.clone())
        .collect();
    let comparisons = all_shifts(&places).count();
    let mut sections = vec![overview(&cells, &names, manifest.has_automa())];
    if names.len() > 1 {
        sections.push(effects(&places, &names, manifest, method));
    }
    sections.push(games(&cells, &names, &lengths));
    let by_seat = ", and seats are compared";
    let mut warnings: Vec<String> = mirrors(manifest, by_seat).into_iter().collect();
    warnings.extend(wider_than_effect(
        all_shifts(&places).filter_map(|(place, cell, change)| {
            Some((
                format!("{} in {}", place.name, names[cell]),
                change.estimate(Measure::Wins)?,
            ))
        }),
        "the difference from the first condition",
    ));
    let rare = all_shifts(&places).filter(|(_, _, change)| change.is_rare());
    warnings.extend(few_differ(rare.count()));
    if comparisons > 1 {
        warnings.push(format!(
            "The intervals are not corrected for multiple comparisons; the p-values and the sentence at the \
             top are corrected for {comparisons} comparisons ({method})."
        ));
    }
    warnings.push(
        "The shares of wins in a game add up to one, so if a setting helps one bot, others lose. Scores show \
         whether all bots improve."
            .to_string(),
    );
    let mut said = said(&places, &names);
    Ok(Findings {
        extent: cells.extent,
        question: format!(
            "{}: what changes between {} and the other conditions, on the same deals?",
            title(&experiment.game),
            names[0]
        ),
        answer: said.remove(0),
        sure: Sure::certain_if(all_shifts(&places).any(|(_, _, change)| {
            [Measure::Wins, Measure::Score]
                .iter()
                .any(|&measure| change.p(measure) < 0.05)
        })),
        more: said,
        sections,
        warnings,
        ..Findings::default()
    })
}

/// Describes the largest significant change in wins and the largest in scores. The first sentence is the
/// answer; the others are findings.
fn said(places: &[Place], names: &[String]) -> Vec<String> {
    let all: Vec<(&Place, usize, &Shift)> = all_shifts(places).collect();
    if all.is_empty() {
        return vec![format!(
            "The run has no other condition to compare with {}.",
            names[0]
        )];
    }
    let words = |&(place, cell, change): &(&Place, usize, &Shift), measure: Measure| {
        let unit = match measure {
            Measure::Wins => "percentage points of wins",
            Measure::Score => "points of score",
        };
        let Some(found) = change.estimate(measure) else {
            return String::new();
        };
        let (at, compared) = (&names[cell], format!("compared with {}", names[0]));
        if change.p(measure) >= 0.05 {
            return format!(
                "{}, by {} {unit} in {at} {compared}",
                place.name,
                found.words(1)
            );
        }
        let Selected { shrunk, ranks } = change.selected(measure);
        let superlative = match ranks {
            (1, 1) if all.len() > 1 => format!(", the largest gain of {} changes", all.len()),
            (first, _) if first == all.len() && first > 1 => {
                format!(", the largest loss of {} changes", all.len())
            }
            _ => String::new(),
        };
        format!(
            "{} {} in {at} {compared}{superlative}: {} {unit}, shrunk estimate {}",
            place.name,
            if found.value < 0.0 { "loses" } else { "gains" },
            found.words(1),
            signed(found.unit.factor() * shrunk, 1)
        )
    };
    let most = |measure: Measure, all: &[(&Place, usize, &Shift)]| -> Option<String> {
        let size = |shift: &Shift| {
            shift
                .estimate(measure)
                .map_or(0.0, |found| found.value.abs())
        };
        let most = all
            .iter()
            .max_by_key(|(_, _, shift)| OrderedFloat(size(shift)));
        Some(words(most?, measure))
    };
    let (mut significant, mut none) = (Vec::new(), Vec::new());
    for (measure, what) in [(Measure::Wins, "wins"), (Measure::Score, "scores")] {
        let clear = all.iter().filter(|(_, _, change)| change.p(measure) < 0.05);
        let clear: Vec<(&Place, usize, &Shift)> = clear.copied().collect();
        match most(measure, &clear) {
            Some(said) => {
                significant.push(format!("{}.", capital(&said)));
                none.push(format!(
                    "{} of {} changes of {what} are significant.",
                    clear.len(),
                    all.len()
                ));
            }
            None => none.push(format!("No change of {what} is significant.")),
        }
    }
    if significant.is_empty() {
        let largest = most(Measure::Wins, &all).unwrap_or_default();
        return vec![
            "No change of wins or of scores is significant.".to_string(),
            format!("The largest change is that of {largest}; it may be due to chance."),
        ];
    }
    significant.extend(none);
    significant
}

fn overview(cells: &CellTallies, names: &[String], automa: bool) -> Section {
    let mut section = Section::new(
        "cells",
        "Conditions",
        "Results of every bot in each condition; if one bot plays in every seat, results of every seat. All \
         conditions use the same deals. p is Holm-adjusted for all rows.",
    );
    let columns = [
        &["condition", "bot or seat"],
        &win_columns(automa)[..],
        &["mean score", "95 % interval"],
    ]
    .concat();
    let mut table = Table::new("llrrrrrlrr", &columns);
    let lines: Vec<(&String, String, &Performance)> = (names.iter().zip(&cells.tallies))
        .flat_map(|(name, tally)| {
            let all = tally.compared().into_iter();
            all.filter_map(move |who| Some((name, who.name(), tally.of(&who)?)))
        })
        .collect();
    let found: Vec<&Performance> = lines.iter().map(|(.., found)| *found).collect();
    for ((name, who, found), p) in lines.into_iter().zip(against_fair(&found)) {
        let line = with_wins(Line::of([name.clone(), who]), found, p);
        table.push(line.estimate(found.score(), 1));
    }
    section.tables.push(table);
    section
}

/// Builds the section on game length and ties for all conditions.
fn games(cells: &CellTallies, names: &[String], lengths: &[Moments]) -> Section {
    let tallies = names.iter().zip(&cells.tallies).zip(lengths);
    let lines = tallies
        .enumerate()
        .map(|(cell, ((name, tally), longer))| LengthAndTies {
            labels: vec![name.clone()],
            length: &tally.lengths,
            longer: Some(longer).filter(|_| cell > 0),
            tied: tally.tied(),
        });
    length_and_ties(&["condition"], &names[0], lines)
}

fn effects(places: &[Place], names: &[String], manifest: &Manifest, method: &str) -> Section {
    let mut section = Section::new(
        "effects",
        "Effects",
        &format!(
            "Share of wins and score of a bot in a condition minus its share of wins and score in {}, deal by \
             deal, so that differences between deals cancel out. Versions of a bot with different parameters \
             count as one bot. If one bot plays in every seat, seats are compared. p is {method}-adjusted for \
             {}, separately for wins and scores. Shrunk: difference, moved towards the mean of all differences \
             according to its uncertainty.",
            names[0],
            count(all_shifts(places).count() as u64, "comparison")
        ),
    );
    let columns = [
        "bot or seat",
        "condition",
        "wins",
        "95 % interval",
        "p",
        "verdict",
        "shrunk",
        "score",
        "95 % interval",
        "p",
        "verdict",
        "shrunk",
    ];
    let mut table = Table::new("llrrrlrrrrlr", &columns);
    for (place, cell, change) in all_shifts(places) {
        let line = Line::of([place.name.as_str(), names[cell].as_str()]);
        let measures = [Measure::Wins, Measure::Score];
        table.push(measures.into_iter().fold(line, |line, measure| {
            let found = change.estimate(measure);
            let factor = found.map_or(1.0, |found| found.unit.factor());
            with_difference(line, found, change.p(measure))
                .cell(signed(factor * change.selected(measure).shrunk, 1))
        }));
    }
    for (id, title, measure, axis) in [
        (
            "plot-effects",
            "Difference in share of wins from the first condition",
            Measure::Wins,
            "share of wins, percentage points",
        ),
        (
            "plot-score-effects",
            "Difference in mean score from the first condition",
            Measure::Score,
            "mean score, points",
        ),
    ] {
        let caption = Caption {
            id,
            title,
            text: "One line per bot (or seat) and condition: the difference from the first condition and its interval.",
        };
        section.plots.push(match swept(manifest) {
            Some((option, values)) if values.len() <= MOST_DRAWN => lines(
                caption,
                &values,
                &curves(places, measure),
                Axes {
                    across: &option,
                    up: axis,
                    unit: "",
                },
                (0.0, &shortened(&format!("broken line: {}", names[0]), 50)),
            ),
            _ => intervals(
                caption,
                &marks(places, names, measure),
                Axes::across(axis),
                (0.0, "first condition"),
            ),
        });
    }
    section.text.push(match swept(manifest) {
        Some((option, _)) => format!(
            "Plots along {option}: wins in percentage points, then mean score, with 95 % intervals."
        ),
        None => {
            "Plots: wins in percentage points, then mean score, with 95 % intervals.".to_string()
        }
    });
    section.tables.push(table);
    section
}

fn curves(places: &[Place], measure: Measure) -> Vec<Series> {
    let point = |cell: usize, change: &Shift| {
        if cell == 0 {
            return Some((0.0, None));
        }
        Some(change.estimate(measure)?.drawn())
    };
    let series = |(number, place): (usize, &Place)| Series {
        label: place.name.clone(),
        colour: number,
        points: place
            .shifts
            .iter()
            .enumerate()
            .map(|(cell, change)| point(cell, change))
            .collect(),
    };
    places.iter().enumerate().map(series).collect()
}

fn marks(places: &[Place], names: &[String], measure: Measure) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, place) in places.iter().enumerate() {
        for (_, cell, change) in all_shifts(std::slice::from_ref(place)) {
            let label = format!("{}, {}", shortened(&place.name, 8), names[cell]);
            let found = change.estimate(measure);
            marks.extend(found.map(|found| Mark::of(label, found, number)));
        }
    }
    marks
}

/// Returns the name and values of the rule option or bot parameter that is swept. Returns `None` if the
/// conditions differ in more than one.
fn swept(manifest: &Manifest) -> Option<(String, Vec<String>)> {
    let cells = &manifest.experiment.cells;
    // In a grid with one axis, conditions are named `name=value`.
    let parts: Option<Vec<(&str, &str)>> =
        cells.iter().map(|cell| cell.name.split_once('=')).collect();
    let parts = parts?;
    let (option, _) = *parts.first()?;
    let one = parts
        .iter()
        .all(|(name, value)| *name == option && !value.contains('='));
    one.then(|| {
        let values = parts.iter().map(|(_, value)| value.to_string());
        (option.to_string(), values.collect())
    })
}
