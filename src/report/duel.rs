//! A duel: the verdict of the sequential test, and how it came about.

use super::curves::trace;
use super::error::ReportError;
use super::evidence;
use super::findings::line_up_warnings;
use super::page::{Section, Table};
use super::plots::Caption;
use super::study::Findings;
use super::words::{capital, count, fixed, percent, thousands, title};
use crate::experiment::settings::DuelBounds;
use crate::results::manifest::{Manifest, TestRecord};
use crate::stats::Verdict;
use crate::study::duel::Course;
use crate::study::source::Source;
use crate::study::tally::Tally;

/// What a duel has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let bounds = manifest.experiment.design.duel().unwrap_or_default();
    let mut blocks = source.blocks()?;
    let mut tally = Tally::new(&manifest.roster[0].entrants, blocks.categories());
    let mut course = Course::new(manifest, bounds);
    while let Some(block) = blocks.next_block()? {
        tally.add_block(&block);
        course.add_block(&block);
    }
    let tally = tally.stopped_by_results();
    let record = course.record();
    let names = Names::of(manifest);
    let mut more = Vec::new();
    more.extend(share_sentence(&tally, &names));
    let mut sections = Vec::new();
    let mut warnings = Vec::new();
    if let Some(record) = record {
        sections.push(test_section(&course, record, bounds, &names));
    }
    warnings.push(
        "How long a duel lasts depends on what it shows, so that its means and shares lean away from \
         the middle, and no interval is given with them. The verdict allows for that; for an estimate \
         play a fixed number of games on another seed."
            .to_string(),
    );
    sections.extend(evidence::sections(&tally));
    warnings.extend(line_up_warnings(&tally, manifest));
    Ok(Findings {
        extent: tally.extent(),
        question: format!(
            "{}: is {} stronger than {}?",
            title(&manifest.experiment.game),
            names.first,
            names.second
        ),
        answer: verdict(record, bounds, &names),
        more,
        sections,
        warnings,
    })
}

struct Names {
    first: String,
    second: String,
}

impl Names {
    fn of(manifest: &Manifest) -> Names {
        let bots = &manifest.experiment.bots;
        Names {
            first: bots.first().cloned().unwrap_or_default(),
            second: bots.last().cloned().unwrap_or_default(),
        }
    }
}

fn verdict(record: Option<TestRecord>, bounds: DuelBounds, names: &Names) -> String {
    let Names { first, second } = names;
    let Some(record) = record else {
        return "The bounds of the duel make no sense, so nothing was tested.".to_string();
    };
    let blocks = count(record.blocks, "block");
    match record.verdict {
        Some(Verdict::Passed) => format!(
            "{} is stronger than {second}: after {blocks} the test is decided for more than {} \
             normalised Elo (a bot of {} or less gets this verdict with a probability of {} at most).",
            capital(first),
            bounds.elo0,
            bounds.elo0,
            percent(bounds.alpha)
        ),
        Some(Verdict::Failed) => format!(
            "{} is not stronger than {second} by {} normalised Elo: after {blocks} the test is \
             decided against it (a bot of {} or more gets this verdict with a probability of {} at \
             most).",
            capital(first),
            bounds.elo1,
            bounds.elo1,
            percent(bounds.beta)
        ),
        None => format!(
            "Cannot tell: after {blocks} there is no verdict on whether {first} is stronger than \
             {second}; the log-likelihood ratio, {}, lies between {} and {}.",
            record
                .log_likelihood_ratio
                .map_or("–".to_string(), |ratio| fixed(ratio, 2)),
            fixed(record.lower_limit, 2),
            fixed(record.upper_limit, 2)
        ),
    }
}

fn share_sentence(tally: &Tally, names: &Names) -> Option<String> {
    let first = tally.entrants.iter().find(|bot| bot.name == names.first)?;
    Some(format!(
        "{} won {} of its games; the fair share is {}. There is no interval: after a sequential test a \
         share leans away from the fair one, by more than an interval of its games would allow for.",
        capital(&names.first),
        percent(first.all.wins.mean()?),
        percent(first.all.fair_share()),
    ))
}

fn test_section(course: &Course, record: TestRecord, bounds: DuelBounds, names: &Names) -> Section {
    let mut section = Section::new(
        "test",
        "The test",
        "After every block the test weighs how likely the results so far are if the bot is as \
         strong as the upper bound, against how likely if it is as strong as the lower one. It ends \
         when the logarithm of this ratio leaves the limits. Normalised Elo is the distance from \
         the fair share in standard deviations of one game, times 347.4. A capped game, which nobody \
         has won, counts as the fair share.",
    );
    let caption = Caption {
        id: "plot-test",
        title: "Log-likelihood ratio along the blocks",
        text: "A line over blocks between two broken lines: the limits that end the test.",
    };
    let limits = (record.lower_limit, record.upper_limit);
    let passes = format!("{} is stronger", super::svg::shortened(&names.first, 30));
    let fails = format!(
        "{} is not stronger",
        super::svg::shortened(&names.first, 30)
    );
    section
        .plots
        .push(trace(caption, &course.points, limits, (&fails, &passes)));
    let mut table = Table::new("lr", &["of the test", "value"]);
    for (name, value) in [
        ("lower bound, normalised Elo", fixed(bounds.elo0, 1)),
        ("upper bound, normalised Elo", fixed(bounds.elo1, 1)),
        (
            "probability that a bot at the lower bound passes, at most",
            percent(bounds.alpha),
        ),
        (
            "probability that a bot at the upper bound fails, at most",
            percent(bounds.beta),
        ),
        ("lower limit", fixed(record.lower_limit, 3)),
        ("upper limit", fixed(record.upper_limit, 3)),
        (
            "log-likelihood ratio",
            record
                .log_likelihood_ratio
                .map_or("–".to_string(), |ratio| fixed(ratio, 3)),
        ),
        ("blocks", thousands(record.blocks)),
    ] {
        table.rows.push(vec![name.to_string(), value]);
    }
    section.tables.push(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            first: "a".to_string(),
            second: "b".to_string(),
        }
    }

    #[test]
    fn the_verdict_is_said_in_words() {
        let mut record = TestRecord {
            verdict: Some(Verdict::Passed),
            log_likelihood_ratio: Some(3.0),
            lower_limit: -2.944,
            upper_limit: 2.944,
            blocks: 1234,
        };
        let bounds = DuelBounds::default();
        let told = verdict(Some(record), bounds, &names());
        assert!(
            told.starts_with("A is stronger than b: after 1,234 blocks"),
            "{told}"
        );
        assert!(
            told.contains("a bot of 0 or less gets this verdict with a probability of 5.0"),
            "{told}"
        );
        record.verdict = Some(Verdict::Failed);
        let told = verdict(Some(record), bounds, &names());
        assert!(told.starts_with("A is not stronger than b by 20"), "{told}");
        record.verdict = None;
        assert!(verdict(Some(record), bounds, &names()).starts_with("Cannot tell"));
    }
}
