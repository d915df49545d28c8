//! A sweep: what changes from one setting to another, on the same deals.

use ordered_float::OrderedFloat;

use super::ReportError;
use super::cells::{Cells, corrected, mirrors};
use super::curves::{Series, lines};
use super::evidence::{WIN_COLUMNS, difference_cells, win_cells};
use super::findings::{signed_interval, wider_than_effect};
use super::page::{Section, Table};
use super::plots::{Caption, Mark, intervals};
use super::source::Source;
use super::study::Findings;
use super::svg::shortened;
use super::words::{CONFIDENCE, capital, count, fixed, p_value, range, signed};
use crate::experiment::manifest::Manifest;
use crate::stats::{Differences, mean_interval};

/// Settings up to which effects are drawn as a curve.
const MOST_DRAWN: usize = 12;

/// A place at the table that is compared from cell to cell, whoever the bot there is called.
struct Place {
    /// Its name.
    name: String,
    /// By cell: number of the entrant; none if a cell has no such place.
    entrants: Vec<Option<usize>>,
    /// By cell: what changes from the first cell.
    changes: Vec<Change>,
}

/// From the first cell to another.
#[derive(Default)]
struct Change {
    wins: Differences,
    score: Differences,
    wins_p: f64,
    score_p: f64,
}

/// What a sweep has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let mut places = places(manifest);
    let cells = Cells::read(source, |cells| {
        for place in &mut places {
            let first = place.entrants[0].and_then(|entrant| cells.block(0, entrant));
            for (cell, change) in place.changes.iter_mut().enumerate().skip(1) {
                let there = place.entrants[cell].and_then(|entrant| cells.block(cell, entrant));
                if let (Some(first), Some(there)) = (first, there) {
                    change.wins.push(there.wins - first.wins);
                    change.score.push(there.score - first.score);
                }
            }
        }
    })?;
    let method = correct(&mut places);
    let names: Vec<String> = experiment
        .cell
        .iter()
        .map(|cell| cell.name.clone())
        .collect();
    let comparisons = places.len() * (names.len() - 1);
    let mut sections = vec![overview(&cells, &names, manifest)];
    if names.len() > 1 {
        sections.push(effects(&places, &names, manifest, method));
    }
    let mut warnings: Vec<String> = mirrors(manifest).into_iter().collect();
    warnings.extend(wider_than_effect(
        places.iter().flat_map(|place| {
            let changes = place.changes.iter().zip(&names).skip(1);
            changes.filter_map(|(change, cell)| {
                let moments = change.wins.moments;
                let interval = mean_interval(&moments, CONFIDENCE);
                Some((
                    format!("{} in {cell}", place.name),
                    moments.mean()?,
                    interval,
                ))
            })
        }),
        "the difference from the first cell",
    ));
    if comparisons > 1 {
        warnings.push(format!(
            "Intervals stand each for itself, without correction; the p-values and the sentence at \
             the top allow for {comparisons} comparisons ({method})."
        ));
    }
    warnings.push(
        "Shares of wins at one table sum to one: what one bot gains by a setting, others lose. \
         Scores tell whether all do better."
            .to_string(),
    );
    Ok(Findings {
        extent: cells.extent,
        question: format!(
            "{}: what changes from {} to the other settings, on the same deals?",
            capital(&experiment.game),
            names[0]
        ),
        answer: answer(&places, &names, method),
        more: Vec::new(),
        sections,
        warnings,
    })
}

/// The bots by their places in the line-ups, then the automas.
fn places(manifest: &Manifest) -> Vec<Place> {
    let cells = &manifest.experiment.cell;
    let bots = cells.iter().map(|cell| cell.bots.len()).max().unwrap_or(0);
    let in_line_up = |place: usize| -> Vec<Option<usize>> {
        let each = cells.iter().zip(&manifest.roster);
        each.map(|(cell, roster)| {
            let name = cell.bots.get(place)?;
            roster.entrants.iter().position(|entrant| entrant == name)
        })
        .collect()
    };
    let automa = |number: usize| -> Vec<Option<usize>> {
        let each = cells.iter().zip(&manifest.roster);
        each.map(|(cell, roster)| {
            let mut others = (0..roster.entrants.len())
                .filter(|&entrant| !cell.bots.contains(&roster.entrants[entrant]));
            others.nth(number)
        })
        .collect()
    };
    let automas = manifest.roster.iter().map(|roster| roster.entrants.len());
    let mut found: Vec<Place> = Vec::new();
    for entrants in (0..bots)
        .map(in_line_up)
        .chain((0..automas.max().unwrap_or(0)).map(automa))
    {
        // One bot in several places has one result; a place that the first cell lacks has nothing
        // to be compared with.
        let known = found.iter().any(|place| place.entrants == entrants);
        let Some(first) = entrants[0].filter(|_| !known) else {
            continue;
        };
        found.push(Place {
            name: manifest.roster[0].entrants[first].clone(),
            changes: cells.iter().map(|_| Change::default()).collect(),
            entrants,
        });
    }
    found
}

/// p-values that allow for the number of comparisons, wins and scores each by themselves.
fn correct(places: &mut [Place]) -> &'static str {
    let all = |of: fn(&Change) -> &Differences| -> Vec<f64> {
        let changes = places.iter().flat_map(|place| place.changes.iter().skip(1));
        changes.map(|change| of(change).p_value()).collect()
    };
    let (wins, method) = corrected(&all(|change| &change.wins));
    let (scores, _) = corrected(&all(|change| &change.score));
    let mut adjusted = wins.into_iter().zip(scores);
    for change in places
        .iter_mut()
        .flat_map(|place| place.changes.iter_mut().skip(1))
    {
        if let Some((wins, score)) = adjusted.next() {
            (change.wins_p, change.score_p) = (wins, score);
        }
    }
    method
}

/// The change that stands out most, of wins if one does, else of scores.
fn answer(places: &[Place], names: &[String], method: &str) -> String {
    let mut all: Vec<(&Place, usize, &Change)> = Vec::new();
    for place in places {
        all.extend((1..names.len()).map(|cell| (place, cell, &place.changes[cell])));
    }
    if all.is_empty() {
        return format!("There is nothing to compare {} with.", names[0]);
    }
    let told = |place: &Place, cell: usize, change: &Change, of_wins: bool| {
        let (difference, factor, unit, p) = if of_wins {
            (
                &change.wins,
                100.0,
                "percentage points of wins",
                change.wins_p,
            )
        } else {
            (&change.score, 1.0, "points of score", change.score_p)
        };
        let mean = difference.moments.mean().unwrap_or(0.0);
        let interval = mean_interval(&difference.moments, CONFIDENCE);
        format!(
            "{} {} {} {unit} in {} beside {} (95\u{a0}% interval {}; p {} after {method}'s \
             correction)",
            place.name,
            if mean < 0.0 { "loses" } else { "gains" },
            fixed((factor * mean).abs(), 1),
            names[cell],
            names[0],
            range(
                interval.map(|interval| signed_interval(interval, factor)),
                1
            ),
            p_value(p)
        )
    };
    let size = |difference: &Differences| difference.moments.mean().unwrap_or(0.0).abs();
    for of_wins in [true, false] {
        let of = |change: &Change| if of_wins { change.wins } else { change.score };
        let p = |change: &Change| {
            if of_wins {
                change.wins_p
            } else {
                change.score_p
            }
        };
        let clear: Vec<_> = all
            .iter()
            .filter(|(_, _, change)| p(change) < 0.05)
            .collect();
        let most = clear
            .iter()
            .max_by_key(|(_, _, change)| OrderedFloat(size(&of(change))));
        if let Some((place, cell, change)) = most {
            let sentence = capital(&told(place, *cell, change, of_wins));
            let more = clear.len() - 1;
            let rest = match (of_wins, more) {
                (true, 0) => ", the only change of wins that is clear".to_string(),
                (true, more) => format!(", the largest of {} clear changes of wins", more + 1),
                (false, _) => "; no change of wins is clear".to_string(),
            };
            return format!("{sentence}{rest}.");
        }
    }
    let most = all
        .iter()
        .max_by_key(|(_, _, change)| OrderedFloat(size(&change.wins)));
    most.map_or(String::new(), |(place, cell, change)| {
        format!(
            "Nothing can be told apart: at most, {}, which may be chance.",
            told(place, *cell, change, true)
        )
    })
}

fn overview(cells: &Cells, names: &[String], manifest: &Manifest) -> Section {
    let mut section = Section::new(
        "cells",
        "The settings",
        "What every bot does in each cell, by itself. All cells are played on the same deals.",
    );
    let columns = [
        &["cell", "bot"],
        &WIN_COLUMNS[..],
        &["mean score", "95 % interval"],
    ]
    .concat();
    let mut table = Table::new("llrrrrlrr", &columns);
    for ((name, tally), roster) in names.iter().zip(&cells.tallies).zip(&manifest.roster) {
        for bot in tally.entrants.iter().filter(|bot| bot.all.games > 0) {
            let mut row = vec![name.clone(), bot.name.clone()];
            row.extend(win_cells(&bot.all, 1.0 / roster.seats.max(1) as f64));
            row.push(
                bot.all
                    .scores
                    .mean()
                    .map_or("–".to_string(), |mean| fixed(mean, 1)),
            );
            row.push(range(mean_interval(&bot.all.scores, CONFIDENCE), 1));
            table.rows.push(row);
        }
    }
    section.tables.push(table);
    section
}

fn effects(places: &[Place], names: &[String], manifest: &Manifest, method: &str) -> Section {
    let mut section = Section::new(
        "effects",
        "Effects",
        &format!(
            "What a bot wins and scores in a cell minus what it wins and scores in {}, deal by \
             deal: what the deal gives to both cancels out. A bot whose parameters are swept counts \
             as the same. p is {method}-adjusted for {}, wins and scores each by themselves.",
            names[0],
            count(((names.len() - 1) * places.len()) as u64, "comparison")
        ),
    );
    let columns = [
        "bot",
        "cell",
        "wins",
        "95 % interval",
        "so",
        "p",
        "score",
        "95 % interval",
        "p",
    ];
    let mut table = Table::new("llrrlrrrr", &columns);
    for place in places {
        for (cell, change) in place.changes.iter().enumerate().skip(1) {
            let wins = change.wins.moments;
            let scores = change.score.moments;
            let mut row = vec![place.name.clone(), names[cell].clone()];
            row.extend(difference_cells(
                wins.mean(),
                mean_interval(&wins, CONFIDENCE),
            ));
            row.push(p_value(change.wins_p));
            row.push(
                scores
                    .mean()
                    .map_or("–".to_string(), |mean| signed(mean, 1)),
            );
            row.push(range(mean_interval(&scores, CONFIDENCE), 1));
            row.push(p_value(change.score_p));
            table.rows.push(row);
        }
    }
    let score: fn(&Change) -> &Differences = |change| &change.score;
    let wins: fn(&Change) -> &Differences = |change| &change.wins;
    for (id, title, of, factor, unit) in [
        (
            "plot-effects",
            "Difference in share of wins, percentage points",
            wins,
            100.0,
            "",
        ),
        (
            "plot-score-effects",
            "Difference in mean score",
            score,
            1.0,
            "",
        ),
    ] {
        let caption = Caption {
            id,
            title,
            text: "By bot and cell: the difference from the first cell and its interval.",
        };
        section.plots.push(match swept(manifest) {
            Some((_, values)) if values.len() <= MOST_DRAWN => {
                let series: Vec<Series> = curves(places, of, factor);
                lines(
                    caption,
                    &values,
                    &series,
                    unit,
                    (0.0, &shortened(&format!("broken line: {}", names[0]), 50)),
                )
            }
            _ => intervals(
                caption,
                &marks(places, names, of, factor),
                unit,
                (0.0, "first cell"),
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

fn curves(places: &[Place], of: fn(&Change) -> &Differences, factor: f64) -> Vec<Series> {
    let series = |(number, place): (usize, &Place)| Series {
        label: place.name.clone(),
        colour: number,
        points: place
            .changes
            .iter()
            .enumerate()
            .map(|(cell, change)| {
                if cell == 0 {
                    return Some((0.0, None));
                }
                let moments = of(change).moments;
                let interval = mean_interval(&moments, CONFIDENCE);
                let scaled = interval.map(|interval| signed_interval(interval, factor));
                Some((factor * moments.mean()?, scaled))
            })
            .collect(),
    };
    places.iter().enumerate().map(series).collect()
}

fn marks(
    places: &[Place],
    names: &[String],
    of: fn(&Change) -> &Differences,
    factor: f64,
) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, place) in places.iter().enumerate() {
        for (cell, change) in place.changes.iter().enumerate().skip(1) {
            let moments = of(change).moments;
            let interval = mean_interval(&moments, CONFIDENCE);
            if let Some(mean) = moments.mean() {
                marks.push(Mark {
                    label: format!("{}, {}", shortened(&place.name, 8), names[cell]),
                    value: factor * mean,
                    interval: interval.map(|interval| signed_interval(interval, factor)),
                    colour: number,
                });
            }
        }
    }
    marks
}

/// The one thing that is swept and its values, if it is one: a rule option, or a parameter of a bot.
fn swept(manifest: &Manifest) -> Option<(String, Vec<String>)> {
    let cells = &manifest.experiment.cell;
    // Cells of a grid with one axis are called `name=value`.
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
