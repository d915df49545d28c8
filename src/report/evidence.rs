//! Sections with the results of one line-up: wins, scores, leads, score categories, seats and game length.

use super::findings::verdict;
use super::page::{AGAINST, Line, Section, Table};
use super::plots::{Axes, Caption, Mark, Shape, Stack, distributions, intervals, stacks};
use super::svg::GREY;
use super::winners;
use super::words::{fixed, percent, signed, thousands};
use portolan_core::prose::fair_share_name;
use portolan_stats::{Estimate, Moments, Performance, Unit};
use portolan_study::conditions::against_fair;
use portolan_study::tally::{Counts, Entrant, Tally, quantile};

/// Axes for win rates.
pub const WINS: Axes = Axes {
    across: "share of wins",
    up: "share of wins",
    unit: "%",
};

/// Builds all sections for a tally.
pub fn sections(tally: &Tally) -> Vec<Section> {
    if tally.games == 0 {
        return Vec::new();
    }
    let mut sections = Vec::new();
    // With one bot in every seat, the bot's win rate is always fair, so the seats are the evidence.
    if tally.seat_count() > 1 && tally.mirror() {
        sections.push(seats(tally));
    } else if tally.seat_count() > 1 {
        sections.push(wins(tally));
    }
    sections.extend(details(tally));
    sections
}

/// Builds all sections except the section on win rates.
pub fn details(tally: &Tally) -> Vec<Section> {
    if tally.games == 0 {
        return Vec::new();
    }
    let several = tally.seat_count() > 1;
    let mut sections = vec![scores(tally)];
    if several {
        sections.push(leads(tally));
    }
    if !tally.categories.is_empty() {
        sections.push(categories(tally));
        sections.extend(winners::section(tally));
    }
    if several && !tally.mirror() {
        sections.push(seats(tally));
    }
    if several {
        sections.push(places(tally));
    }
    if !tally.is_stopped_by_results() {
        sections.extend(super::luck::section(&tally.luck));
    }
    sections.push(length(tally));
    sections
}

/// Returns a win rate with its interval as a plot mark, in percent. Returns `None` without games.
pub fn win_mark(label: String, cell: &Performance, colour: usize) -> Option<Mark> {
    Some(Mark::of(label, cell.share_of_wins()?, colour))
}

fn mean(moments: &Moments, decimals: usize) -> String {
    moments
        .mean()
        .map_or("–".to_string(), |mean| fixed(mean, decimals))
}

fn spread(moments: &Moments) -> String {
    moments
        .standard_deviation()
        .map_or("–".to_string(), |spread| fixed(spread, 1))
}

/// Appends the number of games, the win rate with its interval, the distance from the fair share, and the corrected
/// p-value of this distance with its verdict.
pub fn with_wins(line: Line, cell: &Performance, p: f64) -> Line {
    let wins = cell.share_of_wins();
    let distance = wins.map(|wins| wins.value - cell.fair_share());
    line.cell(thousands(cell.games))
        .estimate(wins, 1)
        .cell(distance.map_or("–".to_string(), |distance| signed(100.0 * distance, 1)))
        .corrected(p)
        .cell(verdict(distance.unwrap_or(0.0), p))
}

/// Column names for [`with_wins`], depending on whether an automa plays.
pub fn win_columns(automa: bool) -> [&'static str; 6] {
    let distance = match automa {
        true => "points from even",
        false => "points from fair",
    };
    ["games", "wins", "95 % interval", distance, "p", "verdict"]
}

/// Name and value of the fair share of wins, for the reference line.
pub fn fair_label(tally: &Tally) -> String {
    format!("{} {}", tally.fair_name(), percent(tally.fair_share()))
}

fn wins(tally: &Tally) -> Section {
    let mut section = win_section(tally);
    if tally.entrants.len() > 1 {
        section.tables.push(pairs(tally));
        section.text.push(
            "The second table compares pairs of bots deal by deal: it shows the difference between their \
             shares of wins, in percentage points. Advantages that a deal gives to all players cancel out. p is \
             Holm-adjusted for the number of pairs."
                .to_string(),
        );
    }
    section
}

/// Text that replaces the description of the intervals on pages without intervals.
pub const NO_INTERVALS: &str =
    "There are no intervals, because the results determined when the run ended.";

/// Describes the intervals in a plot.
fn bars(tally: &Tally) -> &'static str {
    if tally.is_stopped_by_results() {
        NO_INTERVALS
    } else {
        "Bars are 95 % intervals."
    }
}

/// Builds the section on the win rate of every bot.
pub fn win_section(tally: &Tally) -> Section {
    let fair = tally.fair_share();
    let of_games = match (fair * tally.seat_count() as f64 - 1.0).abs() > 1e-9 {
        true => ", of the games with a winner",
        false => "",
    };
    let line = match tally.automa {
        true => format!("an even game, {}{of_games}", percent(fair)),
        false => format!(
            "the fair share, {}, which is the share of equal players{of_games}",
            percent(fair)
        ),
    };
    let mut section = Section::new(
        "wins",
        "Share of wins",
        &format!(
            "{} The broken line is {line}. A shared win is divided equally. p tests the difference from this line and \
             is Holm-adjusted for the number of bots (two bots count as one comparison).",
            bars(tally)
        ),
    );
    let marks: Vec<Mark> = tally
        .entrants
        .iter()
        .enumerate()
        .filter_map(|(index, bot)| win_mark(bot.name.clone(), &bot.all, index))
        .collect();
    let caption = Caption {
        id: "plot-wins",
        title: "Share of wins by bot",
        text: &format!(
            "One line per bot: share of games won with its interval, and the {}.",
            fair_share_name(tally.automa)
        ),
    };
    let reference = (100.0 * fair, fair_label(tally));
    section.plots.push(intervals(
        caption,
        &marks,
        WINS,
        (reference.0, &reference.1),
    ));
    let mut table = Table::new(
        "lrrrrrl",
        &[&["bot"], &win_columns(tally.automa)[..]].concat(),
    );
    let all: Vec<&Performance> = tally.entrants.iter().map(|bot| &bot.all).collect();
    for (bot, p) in tally.entrants.iter().zip(against_fair(&all)) {
        table.push(with_wins(Line::of([bot.name.as_str()]), &bot.all, p));
    }
    section.tables.push(table);
    section
}

fn pairs(tally: &Tally) -> Table {
    let interval = "95 % interval";
    let names = ["bot", AGAINST, "difference", interval, "p", "verdict"];
    let mut table = Table::new("llrrrl", &names);
    for (&(one, other), p) in tally.pairs.keys().zip(tally.pair_tests()) {
        let names = [one, other].map(|bot| tally.entrants[bot].name.as_str());
        let line = Line::of(names);
        table.push(with_difference(line, tally.ahead(one, other), p));
    }
    table
}

fn shapes<'tally>(
    tally: &'tally Tally,
    counts: impl Fn(&'tally Entrant) -> &'tally Counts,
) -> Vec<Shape<'tally>> {
    let bots = tally.entrants.iter().enumerate();
    bots.map(|(index, bot)| Shape {
        label: bot.name.clone(),
        counts: counts(bot),
        colour: index,
    })
    .filter(|shape| !shape.counts.is_empty())
    .collect()
}

/// Formats the quantile of a distribution at `share`, in 0..=1.
pub fn quantile_text(counts: &Counts, share: f64) -> String {
    quantile(counts, share).map_or("–".to_string(), |value| fixed(value as f64, 0))
}

fn scores(tally: &Tally) -> Section {
    let mut section = Section::new(
        "scores",
        "Scores",
        "Distribution of the final scores of each bot, on a common scale. Broken lines mark the \
         means.",
    );
    let caption = Caption {
        id: "plot-scores",
        title: "Distribution of final scores by bot",
        text: "One histogram per bot on a common axis, with the mean as a broken line.",
    };
    let shapes = shapes(tally, |bot| &bot.score_counts);
    let across = "final score, points";
    section
        .plots
        .push(distributions(caption, &shapes, across, false));
    let names = [
        "bot",
        "mean",
        "95 % interval",
        "st. dev.",
        "least",
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
        "most",
    ];
    let mut table = Table::new("lrrrrrrrrrr", &names);
    for bot in &tally.entrants {
        let line = Line::of([bot.name.as_str()])
            .estimate(bot.all.score(), 1)
            .cell(spread(&bot.score_moments));
        let shares = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0];
        let quantiles = shares.map(|share| quantile_text(&bot.score_counts, share));
        table.push(quantiles.into_iter().fold(line, Line::cell));
    }
    section.tables.push(table);
    section
}

fn leads(tally: &Tally) -> Section {
    let mut section = Section::new(
        "leads",
        "Leads",
        "The lead is the score of a bot minus the best other score in the game: right of the solid line, the \
         bot is ahead. The tie-break rule of the game may still decide games with equal scores.",
    );
    let caption = Caption {
        id: "plot-leads",
        title: "Distribution of leads by bot",
        text: "One histogram per bot on a common axis; the solid line is a lead of zero.",
    };
    let shapes = shapes(tally, |bot| &bot.lead_counts);
    section
        .plots
        .push(distributions(caption, &shapes, "lead, points", true));
    let names = ["bot", "mean lead", "95 % interval", "5 %", "median", "95 %"];
    let mut table = Table::new("lrrrrr", &names);
    for bot in &tally.entrants {
        let line = Line::of([bot.name.as_str()]).estimate(bot.all.lead(), 1);
        let quantiles = [0.05, 0.5, 0.95].map(|share| quantile_text(&bot.lead_counts, share));
        table.push(quantiles.into_iter().fold(line, Line::cell));
    }
    section.tables.push(table);
    section
}

fn categories(tally: &Tally) -> Section {
    let mut section = Section::new(
        "categories",
        "Where points come from",
        "Mean points by score category. They add up to the mean score.",
    );
    section.is_open = true;
    let part = |moments: &Moments| moments.mean().unwrap_or(0.0);
    let bars: Vec<Stack> = tally
        .entrants
        .iter()
        .filter(|bot| bot.all.games > 0)
        .map(|bot| Stack {
            label: bot.name.clone(),
            parts: bot.categories.iter().map(part).collect(),
        })
        .collect();
    let caption = Caption {
        id: "plot-categories",
        title: "Mean points by category and bot",
        text: "One stacked bar per bot: its mean points in each score category.",
    };
    section
        .plots
        .push(stacks(caption, &bars, &tally.categories, "mean points"));
    let names: Vec<&str> = std::iter::once("category")
        .chain(tally.entrants.iter().map(|bot| bot.name.as_str()))
        .collect();
    let alignment = format!("l{}", "r".repeat(tally.entrants.len()));
    let mut table = Table::new(&alignment, &names);
    for (index, category) in tally.categories.iter().enumerate() {
        let mut row = vec![category.clone()];
        row.extend(
            tally
                .entrants
                .iter()
                .map(|bot| mean(&bot.categories[index], 2)),
        );
        table.rows.push(row);
    }
    section.tables.push(table);
    section
}

fn seats<'tally>(tally: &'tally Tally) -> Section {
    let fair = tally.fair_share();
    let what = match tally.mirror() {
        true => "Share of wins by seat.",
        false => "Share of wins by seat, first for all bots together, then for each bot.",
    };
    let text = format!(
        "{what} {} The broken line is the {}. Seat 1 moves first. p is Holm-adjusted, separately for all bots together \
         and for single bots.",
        bars(tally),
        fair_label(tally)
    );
    let mut section = Section::new("seats", "Seats", &text);
    let label = fair_label(tally);
    let reference = (100.0 * fair, label.as_str());
    let marks: Vec<Mark> = tally
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, cell)| {
            let mark = win_mark(format!("seat {}", seat + 1), cell, GREY)?;
            Some(mark.leading_to(format!("all {}", seat + 1)))
        })
        .collect();
    let caption = Caption {
        id: "plot-seats",
        title: "Share of wins by seat",
        text: "One line per seat: share of games won from it and its interval.",
    };
    section
        .plots
        .push(intervals(caption, &marks, WINS, reference));
    let mut table = Table::new(
        "lrrrrrrl",
        &[&["bot", "seat"], &win_columns(tally.automa)[..]].concat(),
    );
    // The seats of all bots together form one family of comparisons, and the seats of single bots another.
    let mut add = |seats: Vec<(&str, usize, &Performance)>| {
        let cells: Vec<&Performance> = seats.iter().map(|&(.., cell)| cell).collect();
        for ((bot, seat, cell), p) in seats.into_iter().zip(against_fair(&cells)) {
            let line = Line::of([bot.to_string(), (seat + 1).to_string()]);
            table.push(with_wins(line, cell, p));
        }
    };
    let played =
        |cells: &'tally [Performance]| cells.iter().enumerate().filter(|(_, cell)| cell.games > 0);
    let of = |bot, cells| played(cells).map(move |(seat, cell)| (bot, seat, cell));
    add(of("all", &tally.seats).collect());
    if !tally.mirror() {
        let bots = tally.entrants.iter();
        add(bots
            .flat_map(|bot| of(bot.name.as_str(), &bot.seats))
            .collect());
        let mut marks = Vec::new();
        for (index, bot) in tally.entrants.iter().enumerate() {
            marks.extend(bot.seats.iter().enumerate().filter_map(|(seat, cell)| {
                let name = super::svg::shortened(&bot.name, 11);
                let mark = win_mark(format!("{name} · seat {}", seat + 1), cell, index)?;
                Some(mark.leading_to(format!("{} {}", bot.name, seat + 1)))
            }));
        }
        let caption = Caption {
            id: "plot-bot-seats",
            title: "Share of wins by bot and seat",
            text: "One line per bot and seat: share of games won and its interval.",
        };
        section
            .plots
            .push(intervals(caption, &marks, WINS, reference));
    }
    section.tables.push(table);
    section
}

/// Builds the section on second and last places and on ties for first place.
fn places(tally: &Tally) -> Section {
    let mut section = Section::new(
        "places",
        "Places and ties",
        "Shares of games in which a bot finishes second and last. If one bot plays in every seat, \
         the table shows seats. Tied seats share the better place, and a seat that shares the \
         first place does not count as last.",
    );
    if let Some(tied) = tally.tied() {
        section.text.push(format!(
            "Two or more seats share first place in {} of games.",
            tied.words(1)
        ));
    }
    let with_second = tally.seat_count() > 2;
    let mut names = vec!["bot or seat"];
    if with_second {
        names.extend(["second", "95 % interval"]);
    }
    names.extend(["last", "95 % interval"]);
    let mut table = Table::new(&format!("l{}", "r".repeat(names.len() - 1)), &names);
    for who in tally.compared() {
        let Some([second, last]) = tally.placed(&who) else {
            continue;
        };
        let line = Line::of([who.name()]);
        let line = match with_second {
            true => line.estimate(Some(second), 1),
            false => line,
        };
        table.push(line.estimate(Some(last), 1));
    }
    section.tables.push(table);
    section
}

/// Game length and share of ties in one condition of an experiment.
pub struct LengthAndTies<'study> {
    /// Labels of the condition, one for each label column.
    pub labels: Vec<String>,
    /// Maximum number of turns over the seats, by deal group.
    pub length: &'study Moments,
    /// Difference in turns from the reference on the same deals, by deal group. `None` for the reference.
    pub longer: Option<&'study Moments>,
    /// Share of games with a tie for first place.
    pub tied: Option<Estimate>,
}

/// Builds the section that compares game length and ties between conditions. `labels` contains the headings
/// of the label columns.
pub fn length_and_ties<'study>(
    labels: &[&str],
    reference: &str,
    cells: impl Iterator<Item = LengthAndTies<'study>>,
) -> Section {
    let mut section = Section::new(
        "games",
        "Game length and ties",
        &format!(
            "Length of games, as the number of turns of the seat with the most turns; the \
             difference from {reference} on the same deals; and the share of games with a tie for \
             first place. The intervals are not corrected for multiple comparisons."
        ),
    );
    let interval = "95 % interval";
    let estimates = ["turns", interval, "more turns", interval, "ties", interval];
    let alignment = "l".repeat(labels.len()) + &"r".repeat(estimates.len());
    let mut table = Table::new(&alignment, &[labels, &estimates].concat());
    for cell in cells {
        let longer = cell.longer;
        table.push(
            Line::of(cell.labels)
                .estimate(Estimate::of_mean(cell.length, Unit::Times), 1)
                .estimate(
                    longer.and_then(|longer| Estimate::of_mean(longer, Unit::Times)),
                    1,
                )
                .estimate(cell.tied, 1),
        );
    }
    section.tables.push(table);
    section
}

fn length(tally: &Tally) -> Section {
    let mut section = Section::new(
        "length",
        "Game length",
        &format!(
            "The seat with the most turns in a game has {} turns on average, from {} to {}. The table shows \
             turns and decisions per seat and game.",
            mean(&tally.turns, 1),
            quantile_text(&tally.turn_counts, 0.0),
            quantile_text(&tally.turn_counts, 1.0)
        ),
    );
    let caption = Caption {
        id: "plot-length",
        title: "Distribution of game length in turns",
        text: "A histogram over games: number of turns of the seat with the most turns.",
    };
    let shape = Shape {
        label: String::new(),
        counts: &tally.turn_counts,
        colour: GREY,
    };
    section
        .plots
        .push(distributions(caption, &[shape], "turns in a game", false));
    let names = ["bot", "turns", "st. dev.", "decisions", "st. dev."];
    let mut table = Table::new("lrrrr", &names);
    for bot in &tally.entrants {
        table.rows.push(vec![
            bot.name.clone(),
            mean(&bot.turns, 1),
            spread(&bot.turns),
            mean(&bot.decisions, 1),
            spread(&bot.decisions),
        ]);
    }
    section.tables.push(table);
    section
}

/// Appends a difference to a table row: its value, its interval, its corrected p-value and the verdict.
pub fn with_difference(line: Line, difference: Option<Estimate>, p: f64) -> Line {
    let value = difference.map_or(0.0, |found| found.value);
    let line = line.estimate(difference, 1);
    line.corrected(p).cell(verdict(value, p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_evidence_is_shown_without_games() {
        assert!(sections(&Tally::new(&["a".to_string()], &[])).is_empty());
    }
}
