//! Section on the points of winners by category, compared with the points of the other seats.

use super::findings::verdict;
use super::page::{Line, Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::svg::GREY;
use super::words::{count, fixed};
use portolan_study::tally::Tally;

const AXES: Axes = Axes {
    across: "winner minus others, points",
    up: "difference, points",
    unit: "",
};

/// Builds the section. Returns `None` for games against an automa, for runs that ended because of their results and for
/// runs without a game that one seat won alone.
pub fn section(tally: &Tally) -> Option<Section> {
    let compared = tally.winners.compared();
    let (total, categories) = compared.split_first()?;
    if tally.automa || tally.is_stopped_by_results() {
        return None;
    }
    let text = format!(
        "Mean points of the winner and of the other seats by score category, from {} with one winner. Means and 95 % \
         intervals are computed over deals. p is Holm-adjusted for the number of categories. Winners differ in these \
         points; the table does not show that the points are the reason for winning.",
        count(tally.winners.games, "game")
    );
    let mut section = Section::new("winners", "What winners do differently", &text);
    section.is_open = true;
    let named = || tally.categories.iter().zip(categories);
    let marks: Vec<Mark> = named()
        .map(|(name, one)| Mark::of(name, one.difference, GREY))
        .collect();
    let caption = Caption {
        id: "plot-winners",
        title: "Points of winners minus points of the other seats",
        text: "One line per score category: mean difference in the same game and its interval.",
    };
    section
        .plots
        .push(intervals(caption, &marks, AXES, (0.0, "no difference")));
    let names = [
        "category",
        "winner",
        "others",
        "difference",
        "95 % interval",
        "p",
        "verdict",
    ];
    let mut table = Table::new("lrrrrrl", &names);
    let score = "score".to_string();
    for (name, one) in named().chain([(&score, total)]) {
        let line = Line::of([name.as_str()])
            .cell(fixed(one.winner, 2))
            .cell(fixed(one.others, 2))
            .estimate(Some(one.difference), 2);
        let line = match one.p.is_nan() {
            true => line.cell("–").cell("–"),
            false => line
                .corrected(one.p)
                .cell(verdict(one.difference.value, one.p)),
        };
        table.push(line);
    }
    section.tables.push(table);
    Some(section)
}
