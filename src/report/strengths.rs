//! Sections on ratings and pairwise results, for studies whose conditions differ in their players.

use super::page::{AGAINST, Line, Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::words::{CONFIDENCE, capital, count, fixed, listed, p_value, percent, thousands, verb};
use portolan_run::experiment::ratings::{FEWEST_BLOCKS, Rated};
use portolan_stats::{Estimate, Unit};
use portolan_study::strengths::{Ahead, Strengths};
use portolan_study::tally::Tally;

/// Maximum number of bots for which the pairwise results are also shown as a matrix.
const MOST_SQUARE: usize = 16;
/// Maximum number of pairs in the list.
const MOST_LISTED: usize = 120;

/// Builds the section on ratings.
pub fn rating_section(strengths: &Strengths, rated: &Rated, tally: &Tally) -> Section {
    let zero = rated.zero_words(&strengths.names);
    let mut section = Section::new(
        "ratings",
        "Ratings",
        &format!(
            "Plackett–Luce ratings from all places of all games, on the scale of Elo: {zero}. A bot rated 400 \
             points higher finishes ahead with odds of ten to one. Bars are 95 % intervals from 1,000 \
             bootstrap resamples of the deal groups, widened for small numbers of groups; each is for one \
             rating alone. With fewer than {FEWEST_BLOCKS} deal groups, there are no intervals."
        ),
    );
    let order = strengths.order(rated);
    // Entrants without a finite rating would compress the plot.
    let mut marks: Vec<Mark> = order
        .iter()
        .filter(|&&entrant| rated.placed(entrant))
        .map(|&entrant| Mark {
            label: strengths.names[entrant].clone(),
            row: strengths.names[entrant].clone(),
            value: rated.order(entrant),
            interval: rated.interval(entrant, CONFIDENCE),
            colour: entrant,
        })
        .collect();
    let caption = Caption {
        id: "plot-ratings",
        title: "Ratings",
        text: "One line per bot, the highest rating first: rating and its interval.",
    };
    let undrawn = (0..strengths.names.len()).filter(|&entrant| !rated.placed(entrant));
    marks.extend(undrawn.map(|entrant| {
        Mark::left_out(format!(
            "{} has no rating and is not shown",
            strengths.names[entrant]
        ))
    }));
    let axes = Axes::across("rating, points on the scale of Elo");
    section
        .plots
        .push(intervals(caption, &marks, axes, (0.0, "0")));
    let names = [
        "bot",
        "rating",
        "95 % interval",
        "first in",
        "wins",
        "95 % interval",
        "mean score",
        "95 % interval",
    ];
    let mut table = Table::new("lrrrrrrr", &names);
    for entrant in order {
        let name = &strengths.names[entrant];
        let bot = tally.entrants.iter().find(|bot| bot.name == *name);
        let rating = rated
            .rating(entrant)
            .map(|rating| Estimate::new(rating, rated.interval(entrant, CONFIDENCE), Unit::Elo));
        let first = rated.first_share(entrant);
        let line = Line::of([name.as_str()])
            .estimate(rating, 0)
            .cell(first.map_or("–".to_string(), percent));
        table.push(match bot {
            Some(bot) => line
                .estimate(bot.all.share_of_wins(), 1)
                .estimate(bot.all.score(), 1),
            None => line,
        });
    }
    section.tables.push(table);
    section.tables.push(leads(strengths, rated));
    section.text.push(
        "\u{201c}First in\u{201d} is the share of resamples in which no other bot has a higher rating. \
         The second table compares the bot with the highest rating with the others; p is Holm-adjusted for their \
         number. \u{201c}At least\u{201d} is a one-sided 95 % bound from the games between two bots of which one always \
         finished ahead."
            .to_string(),
    );
    section
}

fn leads(strengths: &Strengths, rated: &Rated) -> Table {
    let names = ["bot", AGAINST, "rating points ahead", "95 % interval", "p"];
    let mut table = Table::new("llrrr", &names);
    for lead in strengths.leads(rated) {
        let line = Line::of([lead.best, lead.other].map(|bot| strengths.names[bot].as_str()));
        let line = match lead.at_least {
            Some(points) => line
                .cell(format!("at least {}", fixed(points, 0)))
                .cell("–"),
            None => line.estimate(lead.points, 0),
        };
        table.push(line.cell(p_value(lead.p)));
    }
    table
}

/// Returns a warning about entrants whose rating cannot be determined from the games.
pub fn unplaced(strengths: &Strengths, rated: &Rated) -> Option<String> {
    let names: Vec<String> = (0..strengths.names.len())
        .filter(|&entrant| !rated.placed(entrant))
        .map(|entrant| strengths.names[entrant].clone())
        .collect();
    let distances = strengths
        .distances(rated)
        .into_iter()
        .map(|(above, below, points)| {
            let [above, below] = [above, below].map(|bot| &strengths.names[bot]);
            format!(
                " {} is at least {} points above {below}, which never finished ahead of it.",
                capital(above),
                fixed(points, 0)
            )
        });
    (!names.is_empty()).then(|| {
        format!(
            "{} {} no rating: one group of bots always finished ahead of the other, and the games do not show by how \
             much.{}",
            capital(&listed(&names)),
            verb(names.len() as u64, "has", "have"),
            distances.collect::<String>()
        )
    })
}

/// Builds the section on pairwise results.
pub fn meeting_section(strengths: &Strengths) -> Section {
    let (pairs, method) = strengths.head_to_head();
    let mut section = Section::new(
        "meetings",
        "Head to head",
        &format!(
            "How often one bot finished ahead of the other in games with both (ties count half). p is from a \
             test, paired by deal, of the hypothesis that both are ahead equally often, {method}-adjusted for \
             {}. A star in the matrix marks p below 0.05.",
            count(pairs.len() as u64, "pair")
        ),
    );
    if strengths.names.len() <= MOST_SQUARE {
        section.tables.push(square(strengths, &pairs));
    }
    let names = ["bot", AGAINST, "meetings", "ahead", "95 % interval", "p"];
    let mut table = Table::new("llrrrr", &names);
    for found in pairs.iter().take(MOST_LISTED) {
        let (one, other) = found.pair;
        let names = [one, other].map(|bot| strengths.names[bot].as_str());
        table.push(
            Line::of(names)
                .cell(thousands(found.games))
                .estimate(found.share, 1)
                .corrected(found.p),
        );
    }
    section.tables.push(table);
    if pairs.len() > MOST_LISTED {
        section.text.push(format!(
            "The table lists the first {MOST_LISTED} of {} pairs.",
            pairs.len()
        ));
    }
    section
}

fn square(strengths: &Strengths, pairs: &[Ahead]) -> Table {
    let columns: Vec<String> = std::iter::once("ahead of →".to_string())
        .chain(strengths.names.iter().cloned())
        .collect();
    let alignment = format!("l{}", "r".repeat(strengths.names.len()));
    let mut table = Table::new(&alignment, &columns);
    for one in 0..strengths.names.len() {
        let mut row = vec![strengths.names[one].clone()];
        for other in 0..strengths.names.len() {
            let pair = (one.min(other), one.max(other));
            let found = pairs.iter().find(|found| found.pair == pair);
            row.push(
                match found.and_then(|found| Some((found.share?.value, found.p))) {
                    Some((share, p)) => {
                        let share = if one < other { share } else { 1.0 - share };
                        let star = if p < 0.05 { "*" } else { "" };
                        format!("{}{star}", percent(share))
                    }
                    None => String::new(),
                },
            );
        }
        table.rows.push(row);
    }
    table
}
