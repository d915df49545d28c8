//! Report on a tournament: the strongest bot and the certainty of the ranking.

use super::error::ReportError;
use super::evidence;
use super::findings;
use super::highlights::highlights;
use super::page::{Section, Sure};
use super::strengths::{meeting_section, rating_section, unplaced};
use super::study::Findings;
use super::words::{capital, count, counted, fixed, listed, number_word, percent, titled};
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
    let (answer, sure) = match &rated {
        Some(rated) => answer(&strengths, rated, tally.blocks),
        None => (findings::answer(&tally), findings::sure(&tally)),
    };
    Ok(Findings {
        extent: tally.extent(),
        question: format!(
            "{}: which of {} is strongest?",
            titled(&manifest.experiment.game, tally.seat_count(), tally.automa),
            counted(strengths.names.len(), "bot")
        ),
        answer,
        sure,
        more: highlights(&tally),
        sections,
        warnings,
        ..Findings::default()
    })
}

/// Names the strongest bot. The answer is certain only if its lead in rating over every other bot is significant.
fn answer(strengths: &Strengths, rated: &Rated, blocks: u64) -> (String, Sure) {
    let leads = strengths.leads(rated);
    let name = |entrant: usize| strengths.names[entrant].clone();
    let Some(next) = leads.first() else {
        let only = strengths
            .names
            .first()
            .map_or(String::new(), |name| capital(name));
        return (format!("{only} was the only bot."), Sure::Open);
    };
    if !rated.enough() {
        let answer = format!(
            "Too few deals to name the strongest bot: {} were played, but at least {FEWEST_BLOCKS} are needed.",
            count(blocks, "deal group")
        );
        return (answer, Sure::Open);
    }
    let near = leads
        .iter()
        .filter(|lead| lead.p.is_nan() || lead.p >= 0.05);
    let near: Vec<String> = near.map(|lead| name(lead.other)).collect();
    let first = rated.first_share(next.best).map_or(String::new(), |share| {
        format!("; it comes first in {} of resamples", percent(share))
    });
    let second = name(next.other);
    let lead = match (next.points, next.at_least) {
        (Some(points), _) => format!(
            "its lead over {second}, which is second, is {} rating points",
            points.words(0)
        ),
        (None, Some(points)) => format!(
            "its lead over {second}, which is second, is at least {} rating points",
            fixed(points, 0)
        ),
        (None, None) => format!("these games do not show its lead over {second}, which is second"),
    };
    let best = name(next.best);
    if near.is_empty() {
        let most = if leads.len() == 1 {
            "stronger"
        } else {
            "strongest"
        };
        let bots = counted(leads.len() + 1, "bot");
        let answer = format!("{} is the {most} of {bots}: {lead}{first}.", capital(&best));
        return (answer, Sure::Certain);
    }
    let near = match near.len() {
        0..=6 => listed(&near),
        many => counted(many, "other"),
    };
    let answer = format!(
        "The strongest bot is not certain: {best} has the highest rating, and {lead}{first}, but {near} may be as strong."
    );
    (answer, Sure::Open)
}

fn line_ups(manifest: &Manifest) -> Section {
    let cells = &manifest.experiment.cells;
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
