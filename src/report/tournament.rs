//! A tournament: who is strongest, and how sure that is.

use super::ReportError;
use super::evidence;
use super::findings;
use super::page::Section;
use super::source::Source;
use super::strengths::Strengths;
use super::study::Findings;
use super::tally::Tally;
use super::words::{CONFIDENCE, capital, count, fixed, listed, number_word, percent, range};
use crate::experiment::manifest::Manifest;
use crate::experiment::ratings::Rated;

/// What a tournament has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let mut blocks = source.blocks()?;
    let mut strengths = Strengths::new(manifest);
    let mut tally = Tally::new(&strengths.names, blocks.categories());
    while let Some(block) = blocks.next_block()? {
        tally.add_block(&block);
        strengths.add_block(&block);
    }
    let rated = strengths.rated();
    let mut sections = Vec::new();
    if let Some(rated) = &rated {
        sections.push(strengths.rating_section(rated, &tally));
    }
    sections.push(evidence::win_section(&tally));
    sections.push(strengths.meeting_section());
    sections.push(line_ups(manifest));
    sections.extend(evidence::details(&tally));
    let mut warnings = findings::line_up_warnings(&tally, manifest);
    warnings.extend(rated.as_ref().and_then(|rated| strengths.unplaced(rated)));
    warnings.push(
        "A rating is one number for each bot: if a beats b, b beats c and c beats a, it hides \
         that; the square of meetings shows it. It holds among these bots, at this table."
            .to_string(),
    );
    Ok(Findings {
        extent: tally.extent(),
        question: format!(
            "{} at {} seats: which of {} bots is strongest?",
            capital(&manifest.experiment.game),
            number_word(tally.seat_count()),
            number_word(strengths.names.len())
        ),
        answer: match &rated {
            Some(rated) => answer(&strengths, rated),
            None => findings::answer(&tally),
        },
        more: Vec::new(),
        sections,
        warnings,
    })
}

/// Who is strongest; sure only if an interval of the lead over each of the others that allows for
/// their number (Bonferroni) lies above zero.
fn answer(strengths: &Strengths, rated: &Rated) -> String {
    let order = strengths.order(rated);
    let name = |entrant: usize| strengths.names[entrant].clone();
    let [best, others @ ..] = order.as_slice() else {
        return String::new();
    };
    let [next, ..] = others else {
        return format!("{} played alone.", capital(&name(*best)));
    };
    let strict = 1.0 - (1.0 - CONFIDENCE) / others.len() as f64;
    let Some(interval) = rated.lead_interval(*best, *next, CONFIDENCE) else {
        return format!(
            "Nothing can be told apart: {} is rated highest, but a single deal tells nothing of \
             chance.",
            name(*best)
        );
    };
    let level: Vec<String> = others
        .iter()
        .filter(|&&other| {
            let lead = rated.lead_interval(*best, other, strict);
            lead.is_none_or(|lead| lead.low <= 0.0)
        })
        .map(|&other| name(other))
        .collect();
    let first = rated.first_share(*best).map_or(String::new(), |share| {
        format!("; it comes first in {} of resamples", percent(share))
    });
    let lead = if rated.placed(*best) && rated.placed(*next) {
        format!(
            "{} rating points above {}, the next (95\u{a0}% interval {}){first}",
            fixed(rated.rating(*best) - rated.rating(*next), 0),
            name(*next),
            range(Some(interval), 0)
        )
    } else {
        format!(
            "further above {}, the next, than these games can measure{first}",
            name(*next)
        )
    };
    if level.is_empty() {
        return format!(
            "{} is the strongest of {} bots, {lead}.",
            capital(&name(*best)),
            number_word(order.len())
        );
    }
    let named = if level.len() > 6 {
        format!("{} others", number_word(level.len()))
    } else {
        listed(&level)
    };
    format!(
        "The top is not separated: {} is rated highest, {lead}, but {named} may be as strong.",
        name(*best)
    )
}

fn line_ups(manifest: &Manifest) -> Section {
    let cells = &manifest.experiment.cell;
    let games: u64 = manifest.roster.iter().map(|cell| cell.seatings).sum();
    let with = |name: &String| cells.iter().filter(|cell| cell.bots.contains(name)).count();
    let most = manifest.experiment.bots.iter().map(with).max();
    Section::new(
        "line-ups",
        "Line-ups covered",
        &format!(
            "{} of {} bots, each in every seating of the same deals: {} a deal. Every bot is in {} \
             of the line-ups, and sits in every seat equally often.",
            count(cells.len() as u64, "line-up"),
            number_word(manifest.experiment.players),
            count(games, "game"),
            most.unwrap_or(0)
        ),
    )
}
