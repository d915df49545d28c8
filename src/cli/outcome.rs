//! The summary of a run as it is printed, and what a reader must know to read it right.

use std::collections::BTreeMap;
use std::path::Path;

use super::items::answer_table;
use super::mixture::item_tables;
use super::table::{aligned, thousands};
use crate::experiment::RunError;
use crate::experiment::duel::{DuelBounds, TestRecord};
use crate::experiment::plan::Kind;
use crate::experiment::ratings::ANCHOR;
use crate::experiment::run::Outcome;
use crate::experiment::summary::SummaryRow;
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
    let mut text = match &experiment.mixture {
        Some(mixture) => item_tables(mixture, &read(out, &outcome.manifest)?),
        // A part has no answer of its own: the parts are put together first.
        None if experiment.kind.is_self_play() && outcome.manifest.shard.is_none() => {
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
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let experiment = &outcome.manifest.experiment;
    let cells = experiment.kind.has_cells();
    let ratings = experiment.kind.has_totals();
    let name = |cell: Option<usize>| match cell {
        None => "all".to_string(),
        Some(cell) => format!("{cell} {}", experiment.cell[cell - 1].name),
    };
    let rows = outcome
        .summary
        .iter()
        // With cells, the seats would bury the answer; they are in summary.csv.
        .filter(|row| !cells || row.seat.is_none())
        .map(|row| {
            let seat = row.seat.map_or("all".to_string(), |seat| seat.to_string());
            let score = match (row.score_low, row.score_high) {
                (Some(low), Some(high)) => {
                    format!("{:.2} ± {:.2}", row.score_mean, (high - low) / 2.0)
                }
                _ => format!("{:.2}", row.score_mean),
            };
            let interval = match (row.win_low, row.win_high) {
                (Some(low), Some(high)) => format!("{} – {}", percent(low), percent(high)),
                _ => "–".to_string(),
            };
            let mut line = vec![
                row.bot.clone(),
                if cells { name(row.cell) } else { seat },
                thousands(row.games),
                score,
                percent(row.win_rate),
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

/// How a duel ended, in one sentence.
fn verdict(bots: &[String], test: &TestRecord, bounds: DuelBounds) -> String {
    let (first, second) = (&bots[0], &bots[bots.len() - 1]);
    let blocks = thousands(test.blocks);
    let DuelBounds {
        elo0,
        elo1,
        alpha,
        beta,
    } = bounds;
    match test.verdict {
        Some(Verdict::Passed) => format!(
            "Verdict after {blocks} blocks: {first} is stronger than {second}; normalised Elo above \
             {elo0} (wrong in {:.0}% of such duels at most).",
            100.0 * alpha
        ),
        Some(Verdict::Failed) => format!(
            "Verdict after {blocks} blocks: {first} is not stronger than {second} by {elo1} \
             normalised Elo (wrong in {:.0}% of such duels at most).",
            100.0 * beta
        ),
        None => format!(
            "No verdict after {blocks} blocks: the log-likelihood ratio {} lies between {:.2} and \
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
    if experiment.kind == Kind::Tournament {
        remarks.push(format!(
            "Covers all {} line-ups of {} of the {} bots, each in every seating of the same deals.",
            thousands(experiment.cell.len() as u64),
            experiment.players,
            experiment.bots.len()
        ));
    }
    if experiment.kind.has_totals() {
        let at_zero = |row: &SummaryRow| row.bot == ANCHOR && row.rating == Some(0.0);
        remarks.push(format!(
            "Ratings: Plackett–Luce on the scale of Elo, where {}; 95% intervals by bootstrap over \
             blocks. Who always finished ahead or always behind has none.",
            if outcome.summary.iter().any(at_zero) {
                format!("{ANCHOR} is 0")
            } else {
                "the mean of the others is 0".to_string()
            }
        ));
    }
    if let (Some(test), Some(bounds)) = (&manifest.test, experiment.duel) {
        remarks.push(verdict(&experiment.bots, test, bounds));
    }
    let blocks = manifest.blocks_done;
    let mixtures = experiment.kind == Kind::Mixture;
    remarks.push(if mixtures && blocks > 1 {
        format!(
            "95% intervals: bootstrap over mixtures and {} deals at once.",
            thousands(blocks)
        )
    } else if blocks < 2 {
        "No intervals: they come from the spread between blocks, and there are fewer than two."
            .to_string()
    } else {
        format!(
            "95% intervals: Student t over the means of {} blocks (one deal in {} seatings{} each); \
             win rates are cut to 0–100%.",
            thousands(blocks),
            manifest.block_size,
            match manifest.experiment.cell.len() {
                0 => String::new(),
                cells => format!(" over {cells} cells"),
            }
        )
    });
    if (2..30).contains(&blocks) {
        remarks.push("Fewer than 30 blocks: take the intervals as rough.".to_string());
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let alone = !manifest.experiment.kind.has_cells();
    for name in manifest.experiment.bots.iter().filter(|_| alone) {
        *places.entry(name).or_default() += 1;
    }
    if places.values().any(|&times| times > 1) && places.len() == 1 {
        remarks.push("One bot in every seat: only the seats can differ, not the bots.".to_string());
    } else if places.values().any(|&times| times > 1) {
        remarks.push("A bot with several places counts once per place in every game.".to_string());
    }
    if manifest.games_capped > 0 {
        remarks.push(format!(
            "Capped: {} of {} games were stopped for their length and have no winner; win rates sum \
             to less than 100%.",
            thousands(manifest.games_capped),
            thousands(manifest.games_done)
        ));
    }
    if let Some(row) = outcome
        .summary
        .iter()
        .find(|row| !mixtures && row.seat.is_none() && (row.win_rate == 0.0 || row.win_rate == 1.0))
    {
        let what = if row.win_rate == 0.0 {
            "won no"
        } else {
            "won every"
        };
        remarks.push(format!(
            "{} {what} game: the spread tells nothing of how rare the other outcome is.",
            row.bot
        ));
    }
    for data in std::iter::once(&manifest.data).chain(&manifest.more_data) {
        if data.rows() == 0 {
            continue;
        }
        remarks.push(format!(
            "Components: {:.0}% of {} rows are reconstructed, not known; data {}.",
            100.0 * data.reconstructed as f64 / data.rows() as f64,
            data.rows(),
            data.hash
        ));
    }
    remarks
}
