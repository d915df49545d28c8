//! Report on a tournament: the strongest bot and the certainty of the ranking.

use super::error::ReportError;
use super::evidence;
use super::findings;
use super::highlights::highlights;
use super::page::{Section, Sure};
use super::strengths::{meeting_section, rating_section, unplaced};
use super::study::Findings;
use super::words::{
    CONFIDENCE, capital, count, counted, fixed, listed, number_word, percent, range, titled,
};
use portolan_run::experiment::ratings::{FEWEST_BLOCKS, Rated};
use portolan_run::results::manifest::Manifest;
use portolan_study::source::Source;
use portolan_study::strengths::Strengths;
use portolan_study::tally::Tally;

/// Computes the findings of a tournament.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let mut blocks = source.blocks()?;
    let mut strengths = Strengths::new(manifest);
    let mut tally = Tally::new(&strengths.names, blocks.categories());
    while let Some(block) = blocks.next_block()? {
        tally.add_block(block);
        strengths.add_block(block);
    }
    let rated = strengths.rated();
    let mut sections = Vec::new();
    if let Some(rated) = &rated {
        sections.push(rating_section(&strengths, rated, &tally));
    }
    sections.push(evidence::win_section(&tally));
    sections.push(meeting_section(&strengths));
    sections.push(line_ups(manifest));
    sections.extend(evidence::details(&tally));
    let mut warnings = findings::line_up_warnings(&tally, manifest);
    warnings.extend(rated.as_ref().and_then(|rated| unplaced(&strengths, rated)));
    warnings.push(
        "A rating is one number per bot and cannot show that a beats b, b beats c and c beats a; \
         the matrix of pairs can. A rating applies to these bots in this game."
            .to_string(),
    );
    Ok(Findings {
        extent: tally.extent(),
        question: format!(
            "{}: which of {} is strongest?",
            titled(&manifest.experiment.game, tally.seat_count(), tally.automa),
            counted(strengths.names.len(), "bot")
        ),
        answer: match &rated {
            Some(rated) => answer(&strengths, rated, tally.blocks),
            None => findings::answer(&tally),
        },
        sure: match &rated {
            Some(rated) => Sure::certain_if(stands_out(&strengths, rated)),
            None => findings::sure(&tally),
        },
        more: (findings::ahead_of_next(&tally).into_iter())
            .chain(highlights(&tally))
            .collect(),
        sections,
        warnings,
        ..Findings::default()
    })
}

/// Returns true if one entrant is significantly stronger than every other entrant.
fn stands_out(strengths: &Strengths, rated: &Rated) -> bool {
    let order = strengths.order(rated);
    match order.as_slice() {
        [best, next, ..] => {
            rated.enough()
                && rated.above_interval(*best, *next, CONFIDENCE).is_some()
                && rated.as_strong(*best, CONFIDENCE).is_empty()
        }
        _ => false,
    }
}

/// Names the strongest bot. The answer is certain only if the intervals of its rating lead over all other
/// bots, with Bonferroni correction, lie above zero.
fn answer(strengths: &Strengths, rated: &Rated, blocks: u64) -> String {
    let order = strengths.order(rated);
    let name = |entrant: usize| strengths.names[entrant].clone();
    let [best, others @ ..] = order.as_slice() else {
        return String::new();
    };
    let [next, ..] = others else {
        return format!("{} was the only bot.", capital(&name(*best)));
    };
    if !rated.enough() {
        return format!(
            "Too few deals to name the strongest bot: {}, but at least {FEWEST_BLOCKS} are needed.",
            count(blocks, "deal group")
        );
    }
    let Some(interval) = rated.above_interval(*best, *next, CONFIDENCE) else {
        return format!(
            "The bots are not distinguishable: {} is rated highest, but its lead has no interval.",
            name(*best)
        );
    };
    let near = rated.as_strong(*best, CONFIDENCE);
    let near = others.iter().filter(|other| near.contains(other));
    let level: Vec<String> = near.map(|&other| name(other)).collect();
    let first = rated.first_share(*best).map_or(String::new(), |share| {
        format!("; it comes first in {} of resamples", percent(share))
    });
    let ahead = if rated.placed(*best) && rated.placed(*next) {
        format!(
            "{} rating points above {}, which is second (95\u{a0}% interval {}){first}",
            fixed(rated.order(*best) - rated.order(*next), 0),
            name(*next),
            range(Some(interval), 0)
        )
    } else {
        format!(
            "further above {}, which is second, than these games can measure{first}",
            name(*next)
        )
    };
    if level.is_empty() {
        return format!(
            "{} is the {} of {}, {ahead}.",
            capital(&name(*best)),
            if order.len() == 2 {
                "stronger"
            } else {
                "strongest"
            },
            counted(order.len(), "bot")
        );
    }
    let named = if level.len() > 6 {
        counted(level.len(), "other")
    } else {
        listed(&level)
    };
    format!(
        "The strongest bot is not certain: {} is rated highest, {ahead}, but {named} may be as strong.",
        name(*best)
    )
}

fn line_ups(manifest: &Manifest) -> Section {
    let cells = &manifest.experiment.design.cells;
    let games: u64 = manifest.roster.iter().map(|cell| cell.seatings).sum();
    let with = |name: &String| cells.iter().filter(|cell| cell.bots.contains(name)).count();
    let most = manifest.experiment.bots.iter().map(with).max();
    Section::new(
        "line-ups",
        "Line-ups covered",
        &format!(
            "{} of {}, each in every seating of the same deals: {} per deal. Every bot plays in {} \
             of the line-ups, and equally often in every seat.",
            count(cells.len() as u64, "line-up"),
            counted(manifest.experiment.players, "bot"),
            count(games, "game"),
            number_word(most.unwrap_or(0))
        ),
    )
}
