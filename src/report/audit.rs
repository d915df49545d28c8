//! Report on an audit: which changes to a game the bots fail to use, and how many points they miss.

use super::error::ReportError;
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::words::{capital, count, listed, percent, title, verb};
use portolan_run::settings::audit::DEFAULT_POINTS;
use portolan_study::challengers::{Challenger, Challengers, Use, audit};
use portolan_study::source::Source;

/// Computes the findings of an audit.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let experiment = &source.manifest.experiment;
    let points = (experiment.audit.as_ref()).map_or(DEFAULT_POINTS, |audit| audit.points);
    let (extent, tests) = audit(source)?;
    let number = |wanted| number(&tests, points, wanted);
    Ok(Findings {
        extent,
        question: format!(
            "{}: which changes to the game do the bots fail to use, and how many points do they miss?",
            title(&experiment.game)
        ),
        answer: answer(&tests, points),
        sure: Sure::certain_if(number(Use::Missed) > 0 || number(Use::Open) == 0),
        more: by_bot(&tests, points),
        sections: vec![best(&tests, points, experiment.players), all(&tests)],
        warnings: vec![
            "The verdict \"uses it\" applies only to these challengers; other strategies may gain more."
                .to_string(),
        ],
        ..Findings::default()
    })
}

/// Describes a challenger, for example `explorer` or `a copy of net that leans away from explored`.
pub fn challenger_words(bot: &str, challenger: &Challenger) -> String {
    if challenger.lean.is_empty() {
        return challenger.bot.clone();
    }
    let events: Vec<String> = challenger
        .lean
        .iter()
        .map(|event| event.replace('_', " "))
        .collect();
    let direction = if challenger.is_toward {
        "toward"
    } else {
        "away from"
    };
    format!("a copy of {bot} that leans {direction} {}", listed(&events))
}

/// Returns the verdict on a test.
fn verdict(test: &Challengers, points: f64) -> &'static str {
    match test.used(points) {
        Use::Used => "uses it",
        Use::Missed => "does not use it",
        Use::Open => "not settled",
    }
}

/// Returns the number of tests with a verdict.
fn number<'tests>(
    tests: impl IntoIterator<Item = &'tests Challengers>,
    points: f64,
    wanted: Use,
) -> usize {
    let found = tests.into_iter().filter(|test| test.used(points) == wanted);
    found.count()
}

fn answer(tests: &[Challengers], points: f64) -> String {
    let number = |wanted| number(tests, points, wanted);
    let all = count(tests.len() as u64, "test");
    let missed = tests.iter().filter(|test| test.used(points) == Use::Missed);
    let missed = missed.filter_map(|test| Some((test, test.best()?)));
    let worst = missed.max_by(|(_, one), (_, other)| one.gain.value.total_cmp(&other.gain.value));
    match (worst, number(Use::Open)) {
        (Some((test, challenger)), _) => format!(
            "In {} of {all}, a challenger scores significantly more than the bot. {} misses the most points after the change \"{}\": \
             {} scores {} points more.",
            number(Use::Missed),
            capital(&test.bot),
            test.change,
            challenger_words(&test.bot, challenger),
            challenger.gain.words(1)
        ),
        (None, 0) => format!("In {all}, no challenger gains {points} points or more over the bot."),
        (None, open) => format!(
            "In {all}, no challenger is shown to gain {points} points or more over the bot, but in {open} of them \
             such a gain is not ruled out."
        ),
    }
}

/// Summarizes the verdicts on each bot.
fn by_bot(tests: &[Challengers], points: f64) -> Vec<String> {
    let mut bots: Vec<&str> = tests.iter().map(|test| test.bot.as_str()).collect();
    bots.sort_unstable();
    bots.dedup();
    let sentences = bots.into_iter().map(|bot| {
        let own = tests.iter().filter(|test| test.bot == bot);
        let number = |wanted| number(own.clone(), points, wanted);
        format!(
            "{} uses {} of {} and does not use {}; {} {} not settled.",
            capital(bot),
            number(Use::Used),
            count(own.clone().count() as u64, "change"),
            number(Use::Missed),
            number(Use::Open),
            verb(number(Use::Open) as u64, "is", "are")
        )
    });
    sentences.collect()
}

/// Starts a table row with the gain and the wins of a challenger.
fn line(test: &Challengers, challenger: &Challenger) -> Line {
    let words = challenger_words(&test.bot, challenger);
    Line::of([test.change.clone(), test.bot.clone(), words])
        .estimate(Some(challenger.gain), 1)
        .estimate(challenger.wins, 1)
}

/// Returns the headings of a table of challengers.
fn columns(challenger: &'static str, last: &'static str) -> [&'static str; 8] {
    const RANGE: &str = "95 % interval";
    [
        "change", "bot", challenger, "gain", RANGE, "wins", RANGE, last,
    ]
}

/// Builds the section with the best challenger of each bot after each change.
fn best(tests: &[Challengers], points: f64, seats: usize) -> Section {
    let challengers: usize = tests.iter().map(|test| test.all.len()).sum();
    let deals = tests.iter().map(|test| test.deals).max().unwrap_or(0);
    let games = match seats {
        1 => {
            "The gain is the score of the challenger minus the score of the bot on the same deals."
                .to_string()
        }
        seats => format!(
            "The bot plays the other seats. The gain is the score of the challenger minus the mean score of the bot; the fair share \
             of wins is {}.",
            percent(1.0 / seats as f64)
        ),
    };
    let mut section = Section::new(
        "best-challengers",
        "What the bots leave on the table",
        &format!(
            "After each change, every challenger of a bot plays {} in one seat. The challengers are copies of the bot \
             with a bonus or a penalty for actions with the changed components, and the heuristics of the game. \
             {games} Each row shows the challenger with the largest gain. The 95 % intervals are simultaneous: they \
             are corrected for {} in {}, one for each bot and change. `uses it` means that all intervals exclude a \
             gain of {points} points or more. In all other tests, the verdict is `does not use it` if a challenger \
             gains significantly, and `not settled` if not.",
            count(deals, "deal"),
            count(challengers as u64, "challenger"),
            count(tests.len() as u64, "test"),
        ),
    );
    let mut table = Table::new("lllrrrrl", &columns("best challenger", "verdict"));
    let mut marks = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        let Some(first) = test.first() else {
            continue;
        };
        let colour = tests[..number]
            .iter()
            .position(|other| other.bot == test.bot);
        let label = format!("{}, {}", test.change, test.bot);
        marks.push(Mark::of(label, first.gain, colour.unwrap_or(number)));
        table.push(line(test, first).cell(verdict(test, points)));
    }
    let caption = Caption {
        id: "plot-best-challengers",
        title: "Gain of the best challenger",
        text: "Gain of the best challenger of each bot after each change, in points, with its simultaneous interval.",
    };
    let axes = Axes::across("points gained over the bot");
    section
        .plots
        .push(intervals(caption, &marks, axes, (0.0, "no gain")));
    section.tables.push(table);
    section
}

/// Builds the section with all challengers.
fn all(tests: &[Challengers]) -> Section {
    let mut section = Section::new(
        "all-challengers",
        "All challengers",
        "Gain and share of wins of every challenger. A challenger is `better` if its gain is significantly above 0. A copy that \
         `plays like the bot` gained exactly 0 points in every deal.",
    );
    let mut table = Table::new("lllrrrrl", &columns("challenger", "shown"));
    for test in tests {
        for challenger in &test.all {
            let shown = match challenger {
                one if one.is_better() => "better",
                one if one.is_equal() => "plays like the bot",
                _ => "not better",
            };
            table.push(line(test, challenger).cell(shown));
        }
    }
    section.tables.push(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::{Estimate, Interval, Unit};

    fn challenger(bot: &str, gain: f64) -> Challenger {
        let interval = Interval {
            low: gain - 2.0,
            high: gain + 2.0,
        };
        Challenger {
            bot: bot.to_string(),
            lean: match bot.split_once('-') {
                Some(_) => vec!["built.wharf".to_string()],
                None => Vec::new(),
            },
            is_toward: true,
            gain: Estimate::new(gain, Some(interval), Unit::PointsDifference),
            wins: Some(Estimate::new(0.6, None, Unit::Share)),
        }
    }

    /// Returns a test in which a copy and a heuristic gain these points.
    fn test(change: &str, gains: [f64; 2]) -> Challengers {
        Challengers {
            change: change.to_string(),
            bot: "net".to_string(),
            deals: 100,
            all: vec![
                challenger("net-more", gains[0]),
                challenger("greedy", gains[1]),
            ],
        }
    }

    #[test]
    fn answer_names_the_challenger_that_gains_most() {
        let tests = [
            test("one", [4.0, -9.0]),
            test("two", [1.0, 7.5]),
            test("three", [-5.0, 0.5]),
            test("four", [1.5, 0.0]),
        ];
        assert_eq!(
            answer(&tests, 3.0).replace('\u{a0}', " "),
            "In 2 of 4 tests, a challenger scores significantly more than the bot. Net misses the most points after the change \"two\": \
             greedy scores +7.5 (5.5–9.5) points more."
        );
        assert_eq!(
            by_bot(&tests, 3.0),
            ["Net uses 1 of 4 changes and does not use 2; 1 is not settled."]
        );
        let section = best(&tests, 3.0, 2);
        let rows = &section.tables[0].rows;
        let last: Vec<[&str; 3]> = rows
            .iter()
            .map(|row| [&*row[2], &*row[3], &*row[7]])
            .collect();
        assert_eq!(
            last,
            [
                [
                    "a copy of net that leans toward built.wharf",
                    "+4.0",
                    "does not use it"
                ],
                ["greedy", "+7.5", "does not use it"],
                ["greedy", "+0.5", "uses it"],
                [
                    "a copy of net that leans toward built.wharf",
                    "+1.5",
                    "not settled"
                ],
            ]
        );
        assert!(
            section.text[0].contains("8 challengers in 4 tests"),
            "{}",
            section.text[0]
        );
        assert_eq!(all(&tests).tables[0].rows.len(), 8);
    }

    #[test]
    fn answer_names_no_challenger_without_a_significant_gain() {
        let open = [test("one", [1.5, 0.0]), test("two", [-4.0, -4.0])];
        assert_eq!(
            answer(&open, 3.0),
            "In 2 tests, no challenger is shown to gain 3 points or more over the bot, but in 1 of them \
             such a gain is not ruled out."
        );
        assert_eq!(
            answer(&open[1..], 3.0),
            "In 1 test, no challenger gains 3 points or more over the bot."
        );
    }
}
