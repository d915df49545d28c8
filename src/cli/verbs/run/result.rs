//! Prints the summary of a run with remarks on its interpretation.

use std::collections::BTreeMap;
use std::path::Path;

use super::item_answer::answer_table;
use super::mixture::item_tables;
use crate::ui::table::aligned;
use portolan_core::prose::{count, fair_share_name, thousands};
use portolan_run::experiment::ratings::{ANCHOR, FEWEST_BLOCKS};
use portolan_run::experiment::session::RunResult;
use portolan_run::experiment::summary::{SummaryRow, WithoutLuck};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::{DataRecord, Manifest};
use portolan_run::settings::Kind;
use portolan_run::settings::roster::Roster;
use portolan_stats::{Estimate, Interval, Unit};
use portolan_study::duel::{spent, verdict};
use portolan_study::mixture_games::read;
use portolan_study::programs::{Behaviour, behaviours, no_verdict};
use portolan_study::warnings;

/// Formats the summary as JSON.
pub fn json(rows: &[SummaryRow]) -> String {
    let mut text = serde_json::to_string_pretty(rows).unwrap_or_default();
    text.push('\n');
    text
}

/// Formats the results as tables with remarks: the summary, or the effects of the items for a mixture
/// experiment.
///
/// # Errors
/// [`RunError`] if the results cannot be read.
pub fn table(outcome: &RunResult, out: &Path) -> Result<String, RunError> {
    let experiment = &outcome.manifest.experiment;
    let programs = behaviours([(out, &outcome.manifest)].into_iter())?;
    let no_verdict = no_verdict(&programs);
    let absent = programs.iter().filter_map(Behaviour::absence);
    let mut text = absent.fold(String::new(), |text, said| text + &said + "\n");
    text.push_str(&match experiment.mixture.as_ref() {
        Some(mixture) => item_tables(mixture, &read(out, &outcome.manifest)?),
        // A shard has no answer of its own; the shards are merged first.
        None if (experiment.kind.traits().is_self_play || experiment.kind == Kind::Audit)
            && outcome.manifest.shard.is_none() =>
        {
            answer_table(out, experiment.kind).map_err(|error| RunError::Damaged {
                path: out.to_path_buf(),
                problem: error.to_string(),
            })?
        }
        None => {
            let said = no_verdict.as_ref().map(|said| format!("{said}\n"));
            said.unwrap_or_default() + &summary_table(outcome)
        }
    });
    text.push('\n');
    if outcome.manifest.experiment.variance.is_some() {
        text.push_str(&luck_table(outcome));
        text.push('\n');
    }
    let verdict = match no_verdict {
        Some(_) => None,
        None => duel_verdict(&outcome.manifest),
    };
    for remark in (programs.iter().map(of_program).chain(verdict)).chain(remarks(outcome)) {
        text.push_str(&remark);
        text.push('\n');
    }
    text.push_str(&format!("Files: {}\n", out.display()));
    Ok(text)
}

fn summary_table(outcome: &RunResult) -> String {
    let experiment = &outcome.manifest.experiment;
    let cells = experiment.kind.traits().has_cells;
    let ratings = experiment.kind.traits().has_totals;
    let name = |cell: Option<usize>| match cell {
        None => "all".to_string(),
        Some(cell) => format!("{cell} {}", experiment.cells[cell - 1].name),
    };
    let rows = outcome
        .summary
        .iter()
        // The seats of every condition would make the table too long; summary.csv contains them.
        .filter(|row| !cells || row.seat.is_some() == by_seat(outcome, row))
        .map(|row| {
            let seat = row.seat.map_or("all".to_string(), |seat| seat.to_string());
            let score = match (row.score_low, row.score_high) {
                (Some(low), Some(high)) => {
                    format!("{:.2} ± {:.2}", row.score_mean, (high - low) / 2.0)
                }
                _ => format!("{:.2}", row.score_mean),
            };
            let bot = match row.seat {
                Some(seat) if cells => format!("{}, seat {seat}", row.bot),
                _ => row.bot.clone(),
            };
            let mut line = vec![
                bot,
                if cells { name(row.cell) } else { seat },
                thousands(row.games),
                score,
                if row.seat.is_none() && by_seat(outcome, row) {
                    "–".to_string()
                } else {
                    shown(row.win_rate, row.win_low, row.win_high, Unit::Share)
                },
                shown(row.fair_share, None, None, Unit::Share),
            ];
            if ratings {
                let [low, high] = [row.rating_low, row.rating_high];
                let rating = row.rating.map(|rating| shown(rating, low, high, Unit::Elo));
                line.push(rating.unwrap_or_default());
            }
            line
        })
        .collect();
    let mut header = vec![
        "bot",
        if cells { "condition" } else { "seat" },
        "games",
        "mean score",
        "wins",
        fair_share_name(outcome.manifest.has_automa()),
    ];
    if ratings {
        header.push("rating");
    }
    let alignment = if cells { "llrrrrr" } else { "lrrrrr" };
    aligned(&alignment[..header.len()], &header, rows)
}

/// Formats leads and win rates with control variates.
fn luck_table(outcome: &RunResult) -> String {
    let experiment = &outcome.manifest.experiment;
    let cells = experiment.kind.traits().has_cells;
    let shown = outcome.summary.iter();
    let shown = shown.filter(|row| !cells || row.seat.is_some() == by_seat(outcome, row));
    let mut lines = Vec::new();
    for row in shown {
        for (of, found) in row.luck.iter().flat_map(WithoutLuck::measures) {
            let (unit, factor) = match of {
                "lead" => ("", 1.0),
                _ => (" %", 100.0),
            };
            let told = |value: f64, low: f64, high: f64| {
                let (value, half) = (factor * value, factor * (high - low) / 2.0);
                format!("{value:.2} ± {half:.2}{unit}")
            };
            let mut line = vec![row.bot.clone()];
            if cells {
                let name = |cell: usize| format!("{cell} {}", experiment.cells[cell - 1].name);
                line.push(row.cell.map_or("all".to_string(), name));
            }
            line.extend([
                row.seat.map_or("all".to_string(), |seat| seat.to_string()),
                of.to_string(),
                told(found.plain, found.plain_low, found.plain_high),
                told(found.value, found.low, found.high),
                match found.times {
                    Some(times) if found.pays() => format!("{times:.2}"),
                    Some(times) => format!("{times:.2}, does not pay off"),
                    None => "–".to_string(),
                },
            ]);
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return "Control variate for luck: too few deal groups; at least 20 are needed.\n"
            .to_string();
    }
    let mut header = vec!["bot"];
    header.extend(cells.then_some("condition"));
    header.extend(["seat", "of", "mean", "luck subtracted", "times the games"]);
    let alignment = if cells { "llllrrl" } else { "lllrrl" };
    aligned(alignment, &header, lines)
}

/// Returns true if the row belongs to a table in which all seats have the same bot. For such tables
/// the seats are shown separately, because their overall win rate is fixed.
fn by_seat(outcome: &RunResult, row: &SummaryRow) -> bool {
    let roster = &outcome.manifest.roster;
    match row.cell {
        Some(cell) => roster.get(cell - 1).is_some_and(Roster::is_mirror),
        None => roster.iter().all(Roster::is_mirror),
    }
}

/// Formats a number with its interval, such as `39.9 % (35.9–43.9)`, with plain spaces.
fn shown(value: f64, low: Option<f64>, high: Option<f64>, unit: Unit) -> String {
    let interval = low.zip(high).map(|(low, high)| Interval { low, high });
    let estimate = Estimate::new(value, interval, unit);
    estimate.words(0).replace('\u{a0}', " ")
}

/// Summarizes the failures and response times of a program in one line.
fn of_program(program: &Behaviour) -> String {
    let times = program
        .milliseconds()
        .map_or(String::new(), |[mean, most, worst]| {
            format!("; {mean:.2} ms per move, 95 % within {most:.2}, {worst:.2} at worst")
        });
    let forfeits = match program.forfeited {
        0 => String::new(),
        forfeits => format!("; {} forfeited", count(forfeits, "game")),
    };
    format!(
        "Program {}: {}, failures: {}{forfeits}{times}.",
        program.bot,
        count(program.times.number(), "move"),
        program.failures_in_words()
    )
}

/// Returns the verdict of a duel, or `None` for other kinds of experiments.
fn duel_verdict(manifest: &Manifest) -> Option<String> {
    let experiment = &manifest.experiment;
    let (test, bounds) = manifest.test.zip(experiment.duel)?;
    let (first, second) = experiment.bots.first().zip(experiment.bots.last())?;
    Some(verdict(
        Some(test),
        bounds,
        [first, second],
        spent(manifest),
    ))
}

fn remarks(outcome: &RunResult) -> Vec<String> {
    let manifest = &outcome.manifest;
    let mut remarks = Vec::new();
    let experiment = &manifest.experiment;
    if experiment.kind == Kind::Tournament {
        remarks.push(format!(
            "The results cover all line-ups of {} of the {} ({} of them), each in every seating of the same deals.",
            experiment.players,
            count(experiment.bots.len() as u64, "bot"),
            thousands(experiment.cells.len() as u64)
        ));
    }
    let mut ratings = outcome.summary.iter().map(|row| row.rating);
    let is_unrated = !outcome.summary.is_empty() && ratings.all(|rating| rating.is_none());
    if experiment.kind.traits().has_totals && is_unrated {
        remarks.push(
            "No bot has a rating, because one group of bots always finished ahead of another."
                .to_string(),
        );
    } else if experiment.kind.traits().has_totals {
        let at_zero = |row: &SummaryRow| row.bot == ANCHOR && row.rating == Some(0.0);
        remarks.push(format!(
            "Ratings: Plackett–Luce on the scale of Elo, where {}; 95 % intervals by bootstrap over \
             deal groups, if there are at least {FEWEST_BLOCKS}. If one group of bots always finished \
             ahead of another, only one group has ratings.",
            if outcome.summary.iter().any(at_zero) {
                format!("{ANCHOR} is 0")
            } else {
                "the mean of all other bots is 0".to_string()
            }
        ));
    }
    let blocks = manifest.blocks_done;
    let mixtures = experiment.kind == Kind::Mixture;
    // The conditions differ in the change, not in the bots.
    let changes = experiment.kind == Kind::Change;
    if experiment.kind == Kind::Duel {
        remarks.push(warnings::STOPPED_BY_RESULTS.to_string());
    } else if experiment.kind == Kind::Change {
        remarks.extend(warnings::few_blocks(blocks));
    } else {
        remarks.extend((blocks > 1).then(|| intervals(manifest)));
        remarks.extend(warnings::few_blocks(blocks));
    }
    if let Some(bot) = &experiment.variance {
        remarks.push(format!(
            "Control variate: the network of {} estimates the luck in each game, and the estimate \
             is subtracted. Its expected value is zero, so both means are unbiased. Times the \
             games: factor by which the number of games would have to grow to make the plain \
             interval as narrow; where the control variate does not pay off, use the plain mean.",
            bot.name
        ));
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let alone = !manifest.experiment.kind.traits().has_cells;
    for name in manifest.experiment.bots.iter().filter(|_| alone) {
        *places.entry(name).or_default() += 1;
    }
    let mirrors = warnings::mirrors(manifest, ", and seats are compared");
    if alone && manifest.roster.iter().all(Roster::is_mirror) {
        remarks.push(warnings::ONLY_SEATS.to_string());
    } else if let Some(mirrors) = mirrors.filter(|_| !mixtures && !changes) {
        remarks.push(mirrors);
    } else if places.values().any(|&times| times > 1) {
        remarks.push(warnings::SEVERAL_PLACES.to_string());
    }
    remarks.extend(warnings::capped(manifest));
    remarks.extend(warnings::forfeited(manifest));
    remarks.extend(warnings::repeated(manifest));
    for data in manifest.data_sets() {
        let when = match &experiment.cells[..] {
            [one, other, ..] if changes && one.data != other.data => match data.hash == one.data {
                true => " before the change",
                false => " after the change",
            },
            _ => "",
        };
        if data.rows() > 0 {
            remarks.push(components(data, when));
        }
    }
    remarks
}

/// Returns the share of placeholder rows in a data set, and its hash. `when` says which conditions use the set.
fn components(data: &DataRecord, when: &str) -> String {
    let rows = count(data.rows() as u64, "row");
    let what = match data.reconstructed {
        0 => format!("all {rows} come from published sources"),
        placeholders => format!(
            "{:.0} % of {rows} are placeholders: plausible, not the published components",
            100.0 * placeholders as f64 / data.rows() as f64
        ),
    };
    format!("Components{when}: {what}; data {}.", data.hash)
}

/// Describes how the intervals are computed.
fn intervals(manifest: &Manifest) -> String {
    let experiment = &manifest.experiment;
    if experiment.kind == Kind::Mixture {
        return format!(
            "95 % intervals: bootstrap over mixtures and {} jointly.",
            count(manifest.blocks_done, "deal")
        );
    }
    format!(
        "± and the ranges in brackets are 95 % intervals: Student t over the means of {} (one deal in {}{} each); \
         near 0 % and 100 % of wins, exact binomial with the effective number of games.",
        count(manifest.blocks_done, "deal group"),
        count(manifest.block_size, "seating"),
        match experiment.cells.len() as u64 {
            0 => String::new(),
            cells => format!(" over {}", count(cells, "condition")),
        }
    )
}
