//! Report on a gauntlet: one bot against each of several opponents.

use ordered_float::OrderedFloat;

use super::error::ReportError;
use super::evidence::{self, WINS, win_columns, win_mark, with_wins};
use super::findings::wider_than_effect;
use super::highlights::highlights;
use super::page::{Line, Section, Sure, Table};
use super::plots::{Caption, Mark, intervals};
use super::strengths::{rating_section, unplaced};
use super::study::Findings;
use super::words::{capital, count, fixed, listed, p_value, percent, titled};
use portolan_study::conditions::CellTallies;
use portolan_study::gauntlet::{Bout, Gauntlet};
use portolan_study::source::Source;
use portolan_study::warnings::mirrors;

/// Computes the findings of a gauntlet.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let Gauntlet {
        challenger,
        strengths,
        all,
        cells,
        bouts,
        method,
    } = Gauntlet::read(source)?;
    let mut sections = vec![shares(&cells, &bouts, &challenger, method)];
    let rated = strengths.rated();
    sections.extend(
        rated
            .as_ref()
            .map(|rated| rating_section(&strengths, rated, &all)),
    );
    sections.extend(evidence::details(&all));
    let mut warnings: Vec<String> = mirrors(manifest, "").into_iter().collect();
    warnings.extend(wider_than_effect(
        bouts
            .iter()
            .filter_map(|bout| Some((bout.opponent.clone(), bout.estimate?))),
        "the distance from the fair share",
    ));
    warnings.extend(rated.as_ref().and_then(|rated| unplaced(&strengths, rated)));
    warnings.push(format!(
        "The opponents did not play each other, so their ratings depend only on their games against {challenger}."
    ));
    if bouts.len() > 1 {
        warnings.push(
            "The intervals are not corrected for multiple comparisons. The p-values and the sentence at the \
             top are corrected for the number of opponents."
                .to_string(),
        );
    }
    Ok(Findings {
        extent: cells.extent,
        question: format!(
            "{}: which of {} does {challenger} beat?",
            titled(&experiment.game, all.seat_count(), all.automa),
            count(bouts.len() as u64, "opponent")
        ),
        answer: answer(&bouts, &challenger),
        sure: sure(&bouts),
        more: scores(&cells).into_iter().chain(highlights(&all)).collect(),
        sections,
        warnings,
        ..Findings::default()
    })
}

/// Returns `Certain` if the challenger's win rate differs significantly from the fair share against every opponent,
/// and `Likely` if it differs against some opponents.
fn sure(bouts: &[Bout]) -> Sure {
    let significant = bouts.iter().filter(|bout| bout.p < 0.05).count();
    match significant {
        0 => Sure::Open,
        all if all == bouts.len() => Sure::Certain,
        _ => Sure::Likely,
    }
}

fn answer(bouts: &[Bout], challenger: &str) -> String {
    let named = |wanted: fn(&Bout) -> bool| -> Vec<String> {
        let found = bouts.iter().filter(|bout| wanted(bout));
        let words = |bout: &Bout| match bout.wins {
            Some(wins) => format!("{} with {}", bout.opponent, wins.words(1)),
            None => bout.opponent.clone(),
        };
        found.map(words).collect()
    };
    let gain = |bout: &Bout| bout.gain.moments.mean().unwrap_or(0.0);
    // Each opponent has its own test; the p-values are corrected for the number of opponents.
    let above = named(|bout| bout.p < 0.05 && bout.gain.moments.mean() > Some(0.0));
    let below = named(|bout| bout.p < 0.05 && bout.gain.moments.mean() < Some(0.0));
    let level = named(|bout| bout.p.is_nan() || bout.p >= 0.05);
    let mut parts = Vec::new();
    if !above.is_empty() {
        parts.push(format!(
            "wins more than its fair share against {}",
            listed(&above)
        ));
    }
    if !below.is_empty() {
        parts.push(format!(
            "wins less than its fair share against {}",
            listed(&below)
        ));
    }
    if !level.is_empty() {
        parts.push(format!(
            "does not differ significantly from its fair share against {}",
            listed(&level)
        ));
    }
    if above.is_empty() && below.is_empty() {
        let widest = bouts
            .iter()
            .max_by_key(|bout| OrderedFloat(gain(bout).abs()));
        return widest.map_or(String::new(), |bout| {
            format!(
                "No share of wins differs significantly from the fair share: {challenger} is furthest from its fair \
                 share against {}, with {} (p after correction {}).",
                bout.opponent,
                bout.wins.map_or("–".to_string(), |wins| wins.words(1)),
                p_value(bout.p)
            )
        });
    }
    format!("{} {}.", capital(challenger), listed(&parts))
}

fn scores(cells: &CellTallies) -> Vec<String> {
    let leads: Vec<f64> = cells
        .tallies
        .iter()
        .filter_map(|tally| tally.entrants.first()?.all.leads.mean())
        .collect();
    let ends = leads.iter().fold(None, |ends: Option<(f64, f64)>, &m| {
        Some(ends.map_or((m, m), |(low, high)| (low.min(m), high.max(m))))
    });
    ends.map(|(low, high)| {
        format!(
            "Depending on the opponent, its mean lead (own score minus the best other score) is between {} and \
             {} points.",
            fixed(low, 1),
            fixed(high, 1)
        )
    })
    .into_iter()
    .collect()
}

fn shares(cells: &CellTallies, bouts: &[Bout], challenger: &str, method: &str) -> Section {
    let fair = cells
        .tallies
        .first()
        .map_or(0.0, |tally| tally.fair_share());
    let mut section = Section::new(
        "bouts",
        "Against each opponent",
        &format!(
            "Share of wins of {challenger} compared with the fair share, {}. p is from a test over deal groups \
             of the hypothesis that the share is fair, {method}-adjusted for {}.",
            percent(fair),
            count(bouts.len() as u64, "opponent")
        ),
    );
    let names = [
        &["opponent"],
        &win_columns(false)[..],
        &["lead", "95 % interval"],
    ]
    .concat();
    let mut table = Table::new("lrrrrrlrr", &names);
    let mut marks: Vec<Mark> = Vec::new();
    for (index, (bout, tally)) in bouts.iter().zip(&cells.tallies).enumerate() {
        let Some(bot) = tally.entrants.first() else {
            continue;
        };
        // The challenger has the first colour.
        marks.extend(win_mark(bout.opponent.clone(), &bot.all, index + 1));
        let line = with_wins(Line::of([bout.opponent.as_str()]), &bot.all, bout.p);
        table.push(line.estimate(bot.all.lead(), 1));
    }
    let caption = Caption {
        id: "plot-bouts",
        title: "Share of wins against each opponent",
        text: "One line per opponent: the challenger's share of wins and its interval.",
    };
    let label = format!("fair share {}", percent(fair));
    section
        .plots
        .push(intervals(caption, &marks, WINS, (100.0 * fair, &label)));
    section.tables.push(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::Differences;

    fn bout(opponent: &str, gains: &[f64], p: f64) -> Bout {
        let mut gain = Differences::default();
        gains.iter().for_each(|&value| gain.push(value));
        Bout {
            opponent: opponent.to_string(),
            gain,
            estimate: None,
            wins: None,
            p,
        }
    }

    #[test]
    fn opponents_are_grouped_by_significance() {
        let bouts = [
            bout("b", &[0.4, 0.5], 0.01),
            bout("c", &[-0.5, -0.4], 0.02),
            bout("d", &[0.1, 0.5], 0.3),
        ];
        assert_eq!(
            answer(&bouts, "a"),
            "A wins more than its fair share against b, wins less than its fair share against c and does not differ significantly from its fair share against d."
        );
        assert_eq!(
            [&bouts[..], &bouts[..2], &bouts[2..]].map(sure),
            [Sure::Likely, Sure::Certain, Sure::Open]
        );
        let told = answer(&bouts[2..], "a");
        assert!(
            told.starts_with("No share of wins differs significantly"),
            "{told}"
        );
    }
}
