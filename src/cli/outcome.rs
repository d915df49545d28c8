//! The summary of a run as it is printed, and what a reader must know to read it right.

use std::collections::BTreeMap;
use std::path::Path;

use super::items::answer_table;
use super::mixture::item_tables;
use super::table::aligned;
use crate::experiment::ratings::{ANCHOR, FEWEST_BLOCKS};
use crate::experiment::roster::Roster;
use crate::experiment::session::Outcome;
use crate::experiment::settings::{DuelBounds, Kind};
use crate::experiment::summary::SummaryRow;
use crate::prose::{count, thousands, verb};
use crate::report::words::decimals;
use crate::results::error::RunError;
use crate::results::manifest::TestRecord;
use crate::stats::Verdict;
use crate::study::mixture::read;

/// The rows for programs.
pub fn json(rows: &[SummaryRow]) -> String {
    let mut text = serde_json::to_string_pretty(rows).unwrap_or_default();
    text.push('\n');
    text
}

/// What came out for people, and remarks: the summary, or of a mixture experiment what its items are
/// worth.
///
/// # Errors
/// [`RunError`] if the results cannot be read again.
pub fn table(outcome: &Outcome, out: &Path) -> Result<String, RunError> {
    let experiment = &outcome.manifest.experiment;
    let mut text = match experiment.design.mixture() {
        Some(mixture) => item_tables(mixture, &read(out, &outcome.manifest)?),
        // A part has no answer of its own: the parts are put together first.
        None if experiment.design.kind().is_self_play() && outcome.manifest.shard.is_none() => {
            answer_table(out).map_err(|error| RunError::Damaged {
                path: out.to_path_buf(),
                problem: error.to_string(),
            })?
        }
        None => summary_table(outcome),
    };
    text.push('\n');
    for remark in remarks(outcome) {
        text.push_str(&remark);
        text.push('\n');
    }
    text.push_str(&format!("Files: {}\n", out.display()));
    Ok(text)
}

fn summary_table(outcome: &Outcome) -> String {
    let experiment = &outcome.manifest.experiment;
    let cells = experiment.design.kind().has_cells();
    let ratings = experiment.design.kind().has_totals();
    let name = |cell: Option<usize>| match cell {
        None => "all".to_string(),
        Some(cell) => format!("{cell} {}", experiment.design.cells()[cell - 1].name),
    };
    let rows = outcome
        .summary
        .iter()
        // With cells, the seats would bury the answer; they are in summary.csv.
        .filter(|row| !cells || row.seat.is_some() == by_seat(outcome, row))
        .map(|row| {
            let seat = row.seat.map_or("all".to_string(), |seat| seat.to_string());
            let score = match (row.score_low, row.score_high) {
                (Some(low), Some(high)) => {
                    format!("{:.2} ± {:.2}", row.score_mean, (high - low) / 2.0)
                }
                _ => format!("{:.2}", row.score_mean),
            };
            let interval = match (row.win_low, row.win_high) {
                (Some(low), Some(high)) => {
                    let decimals = decimals(high - low);
                    format!("{:.decimals$}% – {:.decimals$}%", 100.0 * low, 100.0 * high)
                }
                _ => "–".to_string(),
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
                    percent(row.win_rate)
                },
                interval,
                percent(row.fair_share),
            ];
            if ratings {
                line.push(match (row.rating, row.rating_low, row.rating_high) {
                    (Some(rating), Some(low), Some(high)) => {
                        format!("{rating:.0} ({low:.0} to {high:.0})")
                    }
                    (Some(rating), ..) => format!("{rating:.0}"),
                    _ => String::new(),
                });
            }
            line
        })
        .collect();
    let mut header = vec![
        "bot",
        if cells { "cell" } else { "seat" },
        "games",
        "mean score",
        "wins",
        "95% interval",
        "fair share",
    ];
    if ratings {
        header.push("rating");
    }
    let alignment = if cells { "llrrrrrr" } else { "lrrrrrr" };
    aligned(&alignment[..header.len()], &header, rows)
}

/// Whether a line is of a table in which one bot holds every seat: then the seats are told, and all of
/// them together have nothing to tell.
fn by_seat(outcome: &Outcome, row: &SummaryRow) -> bool {
    let roster = &outcome.manifest.roster;
    match row.cell {
        Some(cell) => roster.get(cell - 1).is_some_and(Roster::is_mirror),
        None => roster.iter().all(Roster::is_mirror),
    }
}

/// A share in percent.
fn percent(share: f64) -> String {
    let decimals = decimals(share.min(1.0 - share));
    format!("{:.decimals$}%", 100.0 * share)
}

/// How a duel ended, in one sentence.
fn verdict(bots: &[String], test: &TestRecord, bounds: DuelBounds) -> String {
    let (first, second) = (&bots[0], &bots[bots.len() - 1]);
    let blocks = count(test.blocks, "block");
    let DuelBounds {
        elo0,
        elo1,
        alpha,
        beta,
    } = bounds;
    match test.verdict {
        Some(Verdict::Passed) => format!(
            "Verdict after {blocks}: {first} is stronger than {second}; normalised Elo above {elo0} (a \
             bot of {elo0} or less gets this verdict with a probability of {} at most).",
            percent(alpha)
        ),
        Some(Verdict::Failed) => format!(
            "Verdict after {blocks}: {first} is not stronger than {second} by {elo1} normalised Elo (a \
             bot of {elo1} or more gets this verdict with a probability of {} at most).",
            percent(beta)
        ),
        None => format!(
            "No verdict after {blocks}: the log-likelihood ratio {} lies between {:.2} and \
             {:.2}; give more games.",
            test.log_likelihood_ratio
                .map_or("–".to_string(), |ratio| format!("{ratio:.2}")),
            test.lower_limit,
            test.upper_limit
        ),
    }
}

/// What a reader must know to read the table right.
fn remarks(outcome: &Outcome) -> Vec<String> {
    let manifest = &outcome.manifest;
    let mut remarks = Vec::new();
    let experiment = &manifest.experiment;
    if experiment.design.kind() == Kind::Tournament {
        remarks.push(format!(
            "Covers all line-ups of {} of the {} ({} of them), each in every seating of the same deals.",
            experiment.players,
            count(experiment.bots.len() as u64, "bot"),
            thousands(experiment.design.cells().len() as u64)
        ));
    }
    if experiment.design.kind().has_totals() {
        let at_zero = |row: &SummaryRow| row.bot == ANCHOR && row.rating == Some(0.0);
        remarks.push(format!(
            "Ratings: Plackett–Luce on the scale of Elo, where {}; 95% intervals by bootstrap over \
             blocks, from {FEWEST_BLOCKS} blocks on. Who always finished ahead or always behind has none.",
            if outcome.summary.iter().any(at_zero) {
                format!("{ANCHOR} is 0")
            } else {
                "the mean of the others is 0".to_string()
            }
        ));
    }
    if let (Some(test), Some(bounds)) = (&manifest.test, experiment.design.duel()) {
        remarks.push(verdict(&experiment.bots, test, bounds));
    }
    let blocks = manifest.blocks_done;
    let mixtures = experiment.design.kind() == Kind::Mixture;
    remarks.push(if mixtures && blocks > 1 {
        format!(
            "95% intervals: bootstrap over mixtures and {} at once.",
            count(blocks, "deal")
        )
    } else if experiment.design.kind() == Kind::Duel {
        "No intervals: a duel ends because of what it shows, so that its means and shares lean away \
         from the middle; the verdict allows for that. For an estimate play a fixed number of games on \
         another seed."
            .to_string()
    } else if blocks < 2 {
        "No intervals: they come from the spread between blocks, and there are fewer than two."
            .to_string()
    } else {
        format!(
            "95% intervals: Student t over the means of {} (one deal in {}{} each); of win rates near \
             0% and 100% the binomial one of as many games as the blocks are worth.",
            count(blocks, "block"),
            count(manifest.block_size, "seating"),
            match manifest.experiment.design.cells().len() as u64 {
                0 => String::new(),
                cells => format!(" over {}", count(cells, "cell")),
            }
        )
    });
    if (2..30).contains(&blocks) && experiment.design.kind() != Kind::Duel {
        remarks.push("Fewer than 30 blocks: take the intervals as rough.".to_string());
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let alone = !manifest.experiment.design.kind().has_cells();
    for name in manifest.experiment.bots.iter().filter(|_| alone) {
        *places.entry(name).or_default() += 1;
    }
    let mirrors = manifest.roster.iter().filter(|roster| roster.is_mirror());
    if mirrors.count() > 0 && !mixtures {
        remarks.push(
            "Where one bot holds every seat it wins its fair share whatever happens: seats are compared."
                .to_string(),
        );
    } else if places.values().any(|&times| times > 1) {
        remarks.push("A bot with several places counts once per place in every game.".to_string());
    }
    if manifest.games_capped > 0 {
        remarks.push(format!(
            "Capped: {} of {} {} stopped for {} length and {} no winner; win rates sum to less than \
             100%, and the fair share is that of the other games.",
            thousands(manifest.games_capped),
            count(manifest.games_done, "game"),
            verb(manifest.games_capped, "was", "were"),
            verb(manifest.games_capped, "its", "their"),
            verb(manifest.games_capped, "has", "have")
        ));
    }
    for data in std::iter::once(&manifest.data).chain(&manifest.more_data) {
        if data.rows() == 0 {
            continue;
        }
        remarks.push(format!(
            "Components: {:.0}% of {} are reconstructed, not known; data {}.",
            100.0 * data.reconstructed as f64 / data.rows() as f64,
            count(data.rows() as u64, "row"),
            data.hash
        ));
    }
    remarks
}
