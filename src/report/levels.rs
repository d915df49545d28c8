//! Sections of a ladder report: wins, leads, order of the levels, common scale and sources of points.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::curves::{Series, lines};
use super::evidence::{WINS, fair_label, quantile_text, win_columns, with_wins};
use super::findings::verdict;
use super::page::{Line, Section, Table};
use super::plots::{Axes, Caption, Mark, Stack, intervals, stacks};
use super::svg::{GREY, PARTS};
use super::words::{fixed, listed, p_value, percent, thousands};
use portolan_stats::{Estimate, Performance, Unit};
use portolan_study::conditions::{CellTallies, against_fair};
use portolan_study::crossing::Crossing;
use portolan_study::even::even;
use portolan_study::ladder::{Climb, direction};
use portolan_study::levels::Ladder;
use portolan_study::scale::Scale;
use portolan_study::tally::{Entrant, Tally};

/// Builds all sections of a ladder report.
pub fn sections(ladder: &Ladder) -> Vec<Section> {
    let mut sections = Vec::new();
    if ladder.grid.values.len() < 2 || ladder.cells.extent.games == 0 {
        return sections;
    }
    if ladder.grid.opponents {
        sections.push(wins(ladder));
    }
    sections.push(leads(ladder));
    sections.push(order(ladder));
    if ladder.grid.opponents
        && let Some(fitted) = Scale::fit(ladder)
    {
        sections.push(scale(ladder, &fitted));
        sections.push(by_strength(ladder, &fitted));
    }
    sections.extend(evened(ladder));
    sections.extend(sources(ladder));
    sections
}

/// Returns one series per bot over the levels.
fn by_rung(ladder: &Ladder, estimate: impl Fn(&Entrant) -> Option<Estimate>) -> Vec<Series> {
    let grid = &ladder.grid;
    let bots = grid.bots.iter().enumerate();
    bots.map(|(bot, name)| Series {
        label: name.clone(),
        colour: bot,
        points: (0..grid.values.len())
            .map(|rung| Some(estimate(grid.climber(&ladder.cells, bot, rung)?)?.drawn()))
            .collect(),
    })
    .collect()
}

fn wins(ladder: &Ladder) -> Section {
    let grid = &ladder.grid;
    let first = ladder.cells.tallies.first();
    let fair = first.map_or(0.5, Tally::fair_share);
    let mut section = Section::new(
        "wins",
        "Share of wins by level",
        &format!(
            "The levels are values of the rule option {}, in the order that the study tests. Bars are 95 % \
             intervals, and p is Holm-adjusted for all rows. The last column is the nearest curve that never rises (isotonic fit); if it repeats a \
             number, the shares do not fall as expected.",
            grid.option
        ),
    );
    let series = by_rung(ladder, |bot| bot.all.share_of_wins());
    let caption = Caption {
        id: "plot-wins",
        title: "Share of wins by level",
        text: "One line per bot over the levels: share of wins with its interval.",
    };
    let label = format!("broken line: {}", first.map(fair_label).unwrap_or_default());
    section.plots.push(lines(
        caption,
        &grid.values,
        &series,
        Axes {
            across: &grid.option,
            ..WINS
        },
        (100.0 * fair, &label),
    ));
    let names = [
        &["bot", "level"],
        &win_columns(ladder.cells.tallies.iter().any(|tally| tally.automa))[..],
        &["never rising"],
    ]
    .concat();
    let mut table = Table::new("llrrrrrlr", &names);
    let all =
        (0..grid.bots.len()).flat_map(|bot| (0..grid.values.len()).map(move |rung| (bot, rung)));
    let played: Vec<(usize, usize, &Entrant)> = all
        .filter_map(|(bot, rung)| Some((bot, rung, grid.climber(&ladder.cells, bot, rung)?)))
        .collect();
    let cells: Vec<&Performance> = played.iter().map(|(.., climber)| &climber.all).collect();
    for ((bot, rung, climber), p) in played.into_iter().zip(against_fair(&cells)) {
        let line = Line::of([grid.bots[bot].as_str(), grid.values[rung].as_str()]);
        let smooth = ladder.never_rising(bot).map(|curve| percent(curve[rung]));
        let line = with_wins(line, &climber.all, p);
        table.push(line.cell(smooth.unwrap_or_else(|| "–".to_string())));
    }
    section.tables.push(table);
    section
}

fn leads(ladder: &Ladder) -> Section {
    let grid = &ladder.grid;
    let (title, text) = if grid.opponents {
        (
            "Leads and scores by level",
            "The lead is the score of the bot minus the best other score. Quartiles are those of single games.",
        )
    } else {
        (
            "Scores by level",
            "The bot plays alone, so the table shows only scores.",
        )
    };
    let mut section = Section::new("leads", title, text);
    let opponents = grid.opponents;
    let measure = move |bot: &Entrant| {
        let moments = if opponents {
            bot.all.leads
        } else {
            bot.all.scores
        };
        bot.all.mean(&moments, Unit::Points)
    };
    let series = by_rung(ladder, measure);
    let caption = Caption {
        id: "plot-leads",
        title: if opponents {
            "Mean lead by level"
        } else {
            "Mean score by level"
        },
        text: "One line per bot over the levels: the mean with its interval.",
    };
    let reference = if opponents {
        (0.0, "broken line: level")
    } else {
        let mut means = series.iter().flat_map(|one| one.points.iter().flatten());
        (
            means.next().map_or(0.0, |point| point.0),
            "broken line: first level",
        )
    };
    let axes = Axes {
        across: &grid.option,
        up: if opponents {
            "mean lead, points"
        } else {
            "mean score, points"
        },
        unit: "",
    };
    section
        .plots
        .push(lines(caption, &grid.values, &series, axes, reference));
    let names = [
        "bot",
        "level",
        "lead",
        "95 % interval",
        "25 %",
        "median",
        "75 %",
        "own score",
        "95 % interval",
        "best other",
        "95 % interval",
    ];
    let names: Vec<&str> = match opponents {
        true => names.to_vec(),
        false => vec![
            "bot",
            "level",
            "score",
            "95 % interval",
            "25 %",
            "median",
            "75 %",
        ],
    };
    let mut table = Table::new(&format!("ll{}", "r".repeat(names.len() - 2)), &names);
    for (bot, name) in grid.bots.iter().enumerate() {
        for (rung, value) in grid.values.iter().enumerate() {
            let Some(climber) = grid.climber(&ladder.cells, bot, rung) else {
                continue;
            };
            let counts = if opponents {
                &climber.lead_counts
            } else {
                &climber.score_counts
            };
            let line = Line::of([name.as_str(), value.as_str()]).estimate(measure(climber), 1);
            let quantiles = [0.25, 0.5, 0.75].map(|share| quantile_text(counts, share));
            let mut line = quantiles.into_iter().fold(line, Line::cell);
            if opponents {
                for moments in [&climber.all.scores, &climber.opponents] {
                    line = line.estimate(climber.all.mean(moments, Unit::Points), 1);
                }
            }
            table.push(line);
        }
    }
    section.tables.push(table);
    section
}

/// Describes the trend of the leads. Leads remain informative if a bot wins all games or none.
fn lead_words(ladder: &Ladder) -> Option<String> {
    let trend = ladder.together.lead.trend()?;
    let p = format!("Page's trend test alone, p {}", p_value(trend.two_sided()));
    Some(match direction(trend) {
        1 => format!("According to leads, the levels get harder ({p})."),
        -1 => format!("According to leads, the levels get easier ({p})."),
        _ => format!("Leads have no significant trend ({p})."),
    })
}

fn order(ladder: &Ladder) -> Section {
    let grid = &ladder.grid;
    let measure = if grid.opponents { "wins" } else { "score" };
    let mut section = Section::new(
        "order",
        "Is the order correct?",
        "Page's test checks whether values fall from the first level to the last, within deal \
         groups, so that differences between deals cancel out. Its p-value is two-sided. \
         The test may find a trend even if single steps go the other way, so the second \
         table tests every step to the next level, paired by deal (two-sided t test, or exact sign \
         test if fewer than 25 deal groups differ), with Holm's correction. The verdict at the top \
         is for all bots together; their trend and steps are corrected as one family, in which the \
         trend has half of the weight. The trends of single bots form another family, and so do all their steps. The \
         p-values of trends of the lead are not corrected.",
    );
    section.text.extend(lead_words(ladder));
    let mut climbs: Vec<(&str, &Climb)> = grid
        .bots
        .iter()
        .map(String::as_str)
        .zip(&ladder.climbs)
        .collect();
    match climbs.as_mut_slice() {
        // With a single bot, the pooled result equals the bot's own result.
        [(_, only)] => *only = &ladder.together,
        _ => climbs.push(("all together", &ladder.together)),
    }
    let mut trends = Table::new("llrrrl", &["bot", "of", "deal groups", "z", "p", "verdict"]);
    let mut steps = Table::new(
        "llrrrrrr",
        &[
            "bot",
            "step",
            &format!("{measure} lost"),
            "95 % interval",
            "p",
            "lead lost",
            "95 % interval",
            "p",
        ],
    );
    for (name, climb) in climbs {
        let alone = climb
            .lead
            .trend()
            .map_or(f64::NAN, |trend| trend.two_sided());
        let mut tests = vec![(measure, climb.main, climb.trend_p)];
        if grid.opponents {
            tests.push(("lead", climb.lead, alone));
        }
        for (of, test, p) in tests {
            let trend = test.trend();
            let so = match verdict(trend.map_or(0.0, |trend| trend.z), p) {
                "more" => "harder",
                "less" => "easier",
                other => other,
            };
            trends.rows.push(vec![
                name.to_string(),
                of.to_string(),
                thousands(test.blocks()),
                trend.map_or("–".to_string(), |trend| fixed(trend.z, 2)),
                p_value(p),
                so.to_string(),
            ]);
        }
        for (number, step) in climb.steps.iter().enumerate() {
            let line = Line::of([name.to_string(), grid.step_name(number)])
                .estimate(climb.lost(number), 1)
                .corrected(step.main_p);
            let lead = climb.lead_lost(number);
            let line = line.estimate(lead, 1);
            steps.push(match lead {
                Some(_) => line.corrected(step.lead_p),
                None => line.cell("–"),
            });
        }
    }
    section.tables.push(trends);
    section.tables.push(steps);
    section
}

fn scale(ladder: &Ladder, scale: &Scale) -> Section {
    let grid = &ladder.grid;
    let mut section = Section::new(
        "scale",
        "Bots and levels on one scale",
        "Rasch scale: the logit of the share of wins is the ability of the bot minus the difficulty \
         of the level. Zero is the mean difficulty. A bot wins half of its games on a level at its \
         own position, and 73 % on a level one unit below. Intervals come from 1,000 bootstrap \
         resamples of the deal groups, with all levels of a deal together. Bots that won all games \
         or none have no interval, because only a weak prior determines their position.",
    );
    let (bots, levels) = (grid.bots.len(), grid.values.len());
    let mut marks = Vec::new();
    let mut table = Table::new("llrr", &["what", "name", "place", "95 % interval"]);
    for (index, &place) in scale.places.iter().enumerate() {
        let (what, name) = if index < bots {
            ("bot", grid.bots[index].clone())
        } else if index < bots + levels {
            ("rung", grid.values[index - bots].clone())
        } else {
            ("step", grid.step_name(index - bots - levels))
        };
        table.push(Line::of([what, name.as_str()]).estimate(Some(place), 2));
        if index < bots + levels {
            let colour = if index < bots { index } else { GREY };
            marks.push(Mark::of(format!("{what} {name}"), place, colour));
        }
    }
    marks.sort_by_key(|mark| Reverse(OrderedFloat(mark.value)));
    let caption = Caption {
        id: "plot-scale",
        title: "Bots and levels on one scale",
        text: "One line per bot and level, the highest first: position and interval in logits.",
    };
    section.plots.push(intervals(
        caption,
        &marks,
        Axes::across("place, logits"),
        (0.0, "mean of levels"),
    ));
    section.tables.push(table);
    section
}

/// Builds the section on win rates by level and playing strength, including predictions for a bot that wins
/// half of its games on one level.
fn by_strength(ladder: &Ladder, scale: &Scale) -> Section {
    let grid = &ladder.grid;
    let mut section = Section::new(
        "strength",
        "Difficulty of a level, by strength of the player",
        "Share of wins of every bot, from the weakest to the strongest, with a line for each level. The table shows predictions of the Rasch scale for any player: the row is the level on which the player wins half of the games, and each column gives the expected share of wins on one level.",
    );
    let order = scale.by_ability();
    let players: Vec<String> = order.iter().map(|&bot| grid.bots[bot].clone()).collect();
    let share = |bot: usize, rung: usize| {
        let climber = grid.climber(&ladder.cells, bot, rung)?;
        Some(climber.all.share_of_wins()?.drawn())
    };
    let series: Vec<Series> = (grid.values.iter().enumerate())
        .map(|(rung, value)| Series {
            label: value.clone(),
            colour: PARTS + rung,
            points: order.iter().map(|&bot| share(bot, rung)).collect(),
        })
        .collect();
    let caption = Caption {
        id: "plot-strength",
        title: "Share of wins by strength of the player",
        text: "One line per level over the bots, the weakest first: share of wins with its interval.",
    };
    section.plots.push(lines(
        caption,
        &players,
        &series,
        Axes {
            across: "player, from weak to strong",
            ..WINS
        },
        (50.0, "broken line: an even game"),
    ));
    let mut header = vec!["wins half of the games on".to_string()];
    header.extend(grid.values.iter().cloned());
    let mut table = Table::new(&format!("l{}", "r".repeat(scale.rungs())), &header);
    for (half_on, value) in grid.values.iter().enumerate() {
        let line = Line::of([value.as_str()]);
        let rungs = 0..scale.rungs();
        table.push(rungs.fold(line, |line, rung| {
            line.value(Some(scale.expected(half_on, rung)), 1)
        }));
    }
    section.tables.push(table);
    section
}

/// Builds the section on the handicap that gives each bot an even chance of winning.
fn evened(ladder: &Ladder) -> Option<Section> {
    let found = even(ladder)?;
    let [first, last] = found.tried;
    let mut section = Section::new(
        "even",
        "The handicap that makes the game even",
        "Additional start money with which a bot wins its fair share. The report fits a curve of the share of \
         wins that never falls with the handicap, and interpolates between the two nearest tested handicaps. \
         It states a number only if the bot wins significantly less than its fair share with the smallest \
         handicap or significantly more with the largest. It states \"above\" the largest or \"below\" the \
         smallest only if the interval of the share of wins there excludes the fair share. The 95 % intervals \
         come from 1,000 bootstrap resamples of the deal groups and have an open end if they go beyond the \
         tested handicaps.",
    );
    let mut table = Table::new("lrr", &["bot", "even at", "95 % interval"]);
    for (bot, even) in ladder.grid.bots.iter().zip(&found.bots) {
        let line = Line::of([bot.as_str()]);
        let range = even.range().map(|range| range.words(found.tried, 1));
        let line = match *even {
            Crossing::At(handicap, range) => line.value(
                Some(Estimate {
                    low: range.low,
                    high: range.high,
                    ..Estimate::new(handicap, None, Unit::Times)
                }),
                1,
            ),
            Crossing::Above => line.cell(format!("above {last}")),
            Crossing::Below => line.cell(format!("below {first}")),
            Crossing::Open(_) | Crossing::Unclear => line.cell("–"),
        };
        table.push(line.cell(range.unwrap_or_else(|| "–".to_string())));
        let (tried, next) = match even.goes_on() {
            [false, false] => continue,
            [true, false] if first > 0.0 => {
                (format!("from {first} on"), "smaller ones".to_string())
            }
            [true, false] => (
                format!("from {first} on"),
                format!("the opponent on the ladder and {bot} against it"),
            ),
            [false, true] => (format!("up to {last}"), "larger ones".to_string()),
            [true, true] => (
                format!("from {first} to {last}"),
                "a wider range or more games".to_string(),
            ),
        };
        section.remarks.push(format!(
            "The tested handicaps {tried} do not include an even game for {bot}: try {next}."
        ));
    }
    section.tables.push(table);
    Some(section)
}

/// Returns the opponent's name without the level. The name of an automa has the form `family:level`.
fn family(name: &str) -> &str {
    name.split_once(':').map_or(name, |(family, _)| family)
}

/// Returns the mean points by category of the other seats in a condition, and the names of the players in
/// those seats.
fn others(cells: &CellTallies, cell: usize, climber: usize) -> Option<(String, Vec<f64>)> {
    let tally = &cells.tallies[cell];
    let mut names: Vec<String> = Vec::new();
    let mut sums = vec![0.0; tally.categories.len()];
    let mut games = 0.0;
    for (entrant, bot) in tally.entrants.iter().enumerate() {
        if entrant == climber || bot.all.games == 0 {
            continue;
        }
        let name = family(&bot.name).to_string();
        if !names.contains(&name) {
            names.push(name);
        }
        games += bot.all.games as f64;
        for (sum, moments) in sums.iter_mut().zip(&bot.categories) {
            *sum += moments.mean().unwrap_or(0.0) * moments.count() as f64;
        }
    }
    sums.iter_mut().for_each(|sum| *sum /= games);
    (games > 0.0).then(|| (listed(&names), sums))
}

fn sources(ladder: &Ladder) -> Option<Section> {
    let grid = &ladder.grid;
    let categories = &ladder.cells.tallies.first()?.categories;
    if categories.is_empty() {
        return None;
    }
    let mut section = Section::new(
        "categories",
        "Where points come from, by level",
        "Mean points by score category, for the bot and for the other seats. They add up to the mean score.",
    );
    for (bot, name) in grid.bots.iter().enumerate() {
        let mut bars: Vec<Stack> = Vec::new();
        for (rung, value) in grid.values.iter().enumerate() {
            let Some((cell, entrant)) = grid.cells[bot][rung] else {
                continue;
            };
            let climber = &ladder.cells.tallies[cell].entrants[entrant];
            if climber.all.games == 0 {
                continue;
            }
            bars.push(Stack {
                label: format!("{name}, {value}"),
                parts: climber
                    .categories
                    .iter()
                    .map(|moments| moments.mean().unwrap_or(0.0))
                    .collect(),
            });
            if let Some((names, parts)) = others(&ladder.cells, cell, entrant) {
                bars.push(Stack {
                    label: format!("{names}, {value}"),
                    parts,
                });
            }
        }
        let id = format!("plot-categories-{}", bot + 1);
        let title = format!("Mean points by category and level: {name} and the other seats");
        let caption = Caption {
            id: &id,
            title: &title,
            text: "Two stacked bars of mean points per level: the bot and the other seats.",
        };
        section
            .plots
            .push(stacks(caption, &bars, categories, "mean points"));
        let columns: Vec<&str> = std::iter::once("category")
            .chain(bars.iter().map(|bar| bar.label.as_str()))
            .collect();
        let alignment = format!("l{}", "r".repeat(bars.len()));
        let mut table = Table::new(&alignment, &columns);
        for (index, category) in categories.iter().enumerate() {
            let mut row = vec![category.clone()];
            row.extend(bars.iter().map(|bar| fixed(bar.parts[index], 2)));
            table.rows.push(row);
        }
        section.tables.push(table);
    }
    Some(section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automa_level_is_stripped_from_its_family_name() {
        assert_eq!((family("jean:hard"), family("greedy")), ("jean", "greedy"));
    }
}
