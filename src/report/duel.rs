//! Report on a duel: the verdict and course of the sequential test.

use super::curves::trace;
use super::error::ReportError;
use super::evidence;
use super::findings::line_up_warnings;
use super::highlights::highlights;
use super::page::{AGAINST, Line, Section, Sure, Table};
use super::plots::Caption;
use super::study::Findings;
use super::words::{capital, fixed, percent, signed, thousands, title};
use portolan_run::results::manifest::{Manifest, TestRecord};
use portolan_run::settings::DuelBounds;
use portolan_stats::Estimate;
use portolan_stats::sprt::Verdict;
use portolan_study::duel::{TestTrace, elo, spent, verdict};
use portolan_study::programs::{behaviours, no_verdict};
use portolan_study::source::Source;
use portolan_study::tally::Tally;
use portolan_study::warnings::STOPPED_BY_RESULTS;

/// Computes the findings of a duel.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let bounds = manifest.experiment.duel.unwrap_or_default();
    let mut blocks = source.blocks()?;
    let mut tally = Tally::new(&manifest.roster[0].entrants, blocks.categories());
    let mut test_trace = TestTrace::new(manifest, bounds);
    let names = Names::of(manifest);
    let mut won = Won::default();
    while let Some(block) = blocks.next_block()? {
        tally.add_block(block);
        for row in block.iter().filter(|row| row.bot == names.first) {
            won.games += 1;
            won.wins += row.win;
        }
        test_trace.add_block(block);
    }
    let tally = tally.stopped_by_results();
    let record = test_trace.record();
    let mut more = Vec::new();
    more.extend(share_sentence(&tally, &names));
    let elo = elo(&tally, &names.first);
    more.extend(elo.map(|elo| elo_sentence(elo, &names)));
    more.extend(highlights(&tally));
    let mut sections = Vec::new();
    let mut warnings = Vec::new();
    let full = verdict(
        record,
        bounds,
        [&names.first, &names.second],
        spent(manifest),
    );
    let verdict = record.and_then(|record| record.verdict);
    let result = verdict.map(|verdict| result(verdict, bounds, &names, won, &tally));
    let answer = result.unwrap_or_else(|| full.clone());
    if let Some(record) = record {
        let mut section = test_section(&test_trace, record, bounds, &names);
        if let Some(table) = section.tables.first_mut() {
            let row = [format!("games won by {}", names.first), won.words()];
            table.rows.insert(0, row.to_vec());
        }
        if no_verdict(&behaviours(source.parts())?).is_none() {
            section.text.insert(0, full);
        }
        section.tables.extend(elo.map(|elo| elo_table(elo, &names)));
        sections.push(section);
    }
    warnings.push(STOPPED_BY_RESULTS.to_string());
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
        answer,
        sure: Sure::certain_if(record.is_some_and(|record| record.verdict.is_some())),
        more,
        sections,
        warnings,
        ..Findings::default()
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

/// Number of games of the first bot, and number of games that it won; a shared win counts as a fraction.
#[derive(Clone, Copy, Default)]
struct Won {
    wins: f64,
    games: u64,
}

impl Won {
    fn words(self) -> String {
        let decimals = usize::from((self.wins - self.wins.round()).abs() > 0.05);
        format!(
            "{} of {}",
            fixed(self.wins, decimals),
            thousands(self.games)
        )
    }
}

/// States the verdict and the games won. The section on the test explains the bounds and error probabilities.
fn result(verdict: Verdict, bounds: DuelBounds, names: &Names, won: Won, tally: &Tally) -> String {
    let (first, second) = (capital(&names.first), &names.second);
    let elo = |elo: f64| format!("{elo} normalised Elo");
    let by = match (verdict, bounds.elo0) {
        (Verdict::Passed, 0.0) => format!("stronger than {second}"),
        (Verdict::Passed, below @ ..0.0) => {
            format!("not weaker than {second} by {} or more", elo(-below))
        }
        (Verdict::Passed, above) => format!("stronger than {second} by more than {}", elo(above)),
        (Verdict::Failed, _) => format!("not stronger than {second} by {}", elo(bounds.elo1)),
    };
    let fair = match tally.seat_count() {
        0..=2 => String::new(),
        _ => format!("; the fair share is {}", percent(tally.fair_share())),
    };
    format!("{first} is {by}: it won {} games{fair}.", won.words())
}

fn share_sentence(tally: &Tally, names: &Names) -> Option<String> {
    let first = tally.entrants.iter().find(|bot| bot.name == names.first)?;
    Some(format!(
        "{} won {} of its games; the fair share is {}. The page gives no interval, because a sequential test \
         biases the share away from the fair share.",
        capital(&names.first),
        percent(first.all.wins.mean()?),
        percent(first.all.fair_share()),
    ))
}

fn elo_sentence(elo: Estimate, names: &Names) -> String {
    format!(
        "Elo of {} against {}, as match tools print it: {}. Like the share of wins, it is biased away from \
         zero and has no interval.",
        names.first,
        names.second,
        signed(elo.value, 1)
    )
}

fn elo_table(elo: Estimate, names: &Names) -> Table {
    let mut table = Table::new("llr", &["bot", AGAINST, "Elo, as printed by match tools"]);
    let labels = [names.first.as_str(), names.second.as_str()];
    table.push(Line::of(labels).value(Some(elo), 1));
    table
}

fn test_section(
    test_trace: &TestTrace,
    record: TestRecord,
    bounds: DuelBounds,
    names: &Names,
) -> Section {
    let mut section = Section::new(
        "test",
        "The test",
        "After every deal group, the test compares how likely the results so far are if the strength of the \
         bot equals the upper bound and if it equals the lower bound. It ends when the logarithm of this \
         likelihood ratio leaves the limits. Normalised Elo is the distance from the fair share in standard \
         deviations of one game, times 347.4. A game without a winner (capped, or forfeited by all players) \
         counts as the fair share.",
    );
    let caption = Caption {
        id: "plot-test",
        title: "Log-likelihood ratio by deal group",
        text: "A line over the deal groups between two broken lines, the limits that end the test.",
    };
    let limits = (record.lower_limit, record.upper_limit);
    let passes = format!("{} is stronger", super::svg::shortened(&names.first, 30));
    let fails = format!(
        "{} is not stronger",
        super::svg::shortened(&names.first, 30)
    );
    section.plots.push(trace(
        caption,
        &test_trace.points,
        limits,
        (&fails, &passes),
    ));
    let mut table = Table::new("lr", &["quantity", "value"]);
    for (name, value) in [
        ("lower bound, normalised Elo", fixed(bounds.elo0, 1)),
        ("upper bound, normalised Elo", fixed(bounds.elo1, 1)),
        (
            "maximum probability that a bot at the lower bound passes",
            percent(bounds.alpha),
        ),
        (
            "maximum probability that a bot at the upper bound fails",
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
        ("deal groups", thousands(record.blocks)),
    ] {
        table.rows.push(vec![name.to_string(), value]);
    }
    section.tables.push(table);
    section
}
