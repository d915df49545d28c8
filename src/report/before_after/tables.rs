//! Tables and plots of the effects of a change.

use super::super::audit::challenger_words;
use super::super::names::Names;
use super::super::page::{Line, Section, Table};
use super::super::plots::{Axes, Caption, Mark, intervals};
use super::super::words::{capital, signed};
use super::doubts::Trial;
use super::measures::{category_name, items, measure_name};
use portolan_core::prose::{count, fair_share_name};
use portolan_run::experiment::change::{ChangeEffect, Measure};
use portolan_run::results::manifest::Manifest;
use portolan_stats::Shown;
use portolan_study::before_after::ChangeFindings;
use portolan_study::challengers::Challengers;

/// Columns of the tables of effects.
const COLUMNS: [&str; 8] = [
    "what",
    "before",
    "95 % interval",
    "after",
    "95 % interval",
    "change",
    "95 % interval",
    "shown",
];

/// Formats a measure as a table row.
fn line(name: String, effect: &ChangeEffect) -> Line {
    let shown = match (effect.change_shows(), effect.is_below_bound()) {
        _ if effect.change.is_none() => "new",
        (Shown::Above, true) => "more, below bound",
        (Shown::Above, false) => "more",
        (Shown::Below, true) => "less, below bound",
        (Shown::Below, false) => "less",
        (Shown::Negligible, _) => "below bound",
        (Shown::Open, _) => "open",
    };
    Line::of([name])
        .estimate(effect.before, 2)
        .estimate(effect.after, 2)
        .estimate(effect.change, 2)
        .cell(shown)
}

/// Returns true for all measures except the winners' points.
fn is_main(effect: &ChangeEffect) -> bool {
    !matches!(effect.measure, Measure::WinnersPoints(_))
}

/// Builds the section with all other measures and a plot of the first ones.
pub fn table(manifest: &Manifest, found: &ChangeFindings, names: &Names) -> Section {
    let mut section = Section::new(
        "before-after",
        "Before and after",
        &format!(
            "{} `more` and `less` mean that the interval excludes 0. `below bound` means that it contains only \
             differences smaller than the smallest one that matters. `open` means that the question is not decided.",
            match manifest.experiment.is_sequential() {
                true => {
                    "Means over all deals. The 95 % intervals of the questions are valid at every interim look and for all \
                     questions of one kind together, so the study may stop as soon as the results are clear."
                }
                false => {
                    "Means over all deals, whose number was fixed in advance. The 95 % intervals of the questions are valid \
                     for all questions of one kind together."
                }
            }
        ),
    );
    let mut rows = Table::new("lrrrrrrl", &COLUMNS);
    let mut marks = Vec::new();
    let items = items(manifest);
    for effect in found.effects.iter().filter(|effect| is_main(effect)) {
        let name = measure_name(manifest, effect.measure, names);
        let label = match effect.measure {
            Measure::Worth(item) => Some(names.short(&items[item].label)),
            Measure::Wins(_) if items.is_empty() => Some(name.clone()),
            _ => None,
        };
        if let Some(label) = label {
            let times = [("before", effect.before, 0), ("after", effect.after, 1)];
            marks.extend(times.into_iter().filter_map(|(time, one, colour)| {
                let mark = Mark::of(format!("{label}, {time}"), one?, colour);
                Some(mark.leading_to(name.clone()))
            }));
        }
        rows.push(line(name, effect));
    }
    let (across, reference) = match items.is_empty() {
        false => (Axes::across("points of margin"), (0.0, "nothing")),
        true => {
            let seats = manifest
                .roster
                .first()
                .map_or(1, |roster| roster.seats.max(1));
            let even = fair_share_name(manifest.has_automa());
            (Axes::shares("share of wins"), (100.0 / seats as f64, even))
        }
    };
    if !marks.is_empty() {
        section.plots.push(intervals(
            Caption {
                id: "plot-before-after",
                title: "Before and after the change",
                text: &format!(
                    "Means with 95 % intervals: {}.",
                    marks
                        .iter()
                        .map(|mark| format!("{} {}", mark.label, signed(mark.value, 1)))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            },
            &marks,
            across,
            reference,
        ));
    }
    section.tables.push(rows);
    section
}

/// Builds the section that compares the effects that both players find.
pub fn second_section(page: &Trial, found: &ChangeFindings) -> Option<Section> {
    let second = page.second?;
    let mut section = Section::new(
        "second-player",
        "Results of a second player",
        &format!(
            "{} played {} of the game before and after the change in every seat. The players differ if the 95 % \
             interval of the difference between their effects excludes zero.",
            capital(&second.bot),
            count(second.deals, "deal")
        ),
    );
    let columns = [
        "what",
        page.bot(),
        "95 % interval",
        second.bot.as_str(),
        "95 % interval",
        "shown",
    ];
    let mut rows = Table::new("lrrrrl", &columns);
    for effect in page.asked(found) {
        let other = second.of(effect.measure).and_then(ChangeEffect::deciding);
        let shown = match second.differs(effect) {
            true => "differ",
            false => "not significant",
        };
        rows.push(
            Line::of([page.quantity(effect.measure)])
                .estimate(effect.deciding(), 2)
                .estimate(other, 2)
                .cell(shown),
        );
    }
    section.tables.push(rows);
    Some(section)
}

/// Builds the section on the challengers of the player.
pub fn challengers_section(challengers: &Challengers) -> Section {
    let bot = &challengers.bot;
    let mut section = Section::new(
        "challengers",
        "Does the player use the change?",
        &format!(
            "Challengers of {bot} after the change: copies with a bonus or a penalty for actions with the changed components, and \
             the heuristics of the game. Each plays {} in one seat; {bot} plays the other seats. The gain is the score of the \
             challenger minus the mean score of the other seats. The 95 % intervals are simultaneous.",
            count(challengers.deals, "deal")
        ),
    );
    let mut rows = Table::new("lrrl", &["challenger", "gain", "95 % interval", "shown"]);
    for challenger in &challengers.all {
        let shown = if challenger.is_better() {
            "better"
        } else {
            "not better"
        };
        rows.push(
            Line::of([challenger_words(bot, challenger)])
                .estimate(Some(challenger.gain), 1)
                .cell(shown),
        );
    }
    section.tables.push(rows);
    section
}

/// Builds the section on the winners' points by category, before and after the change.
pub fn points_of_winners(manifest: &Manifest, found: &ChangeFindings) -> Section {
    let mut section = Section::new(
        "winners-points",
        "Where the winners' points come from",
        "Mean points of the winners by category, before and after the change.",
    );
    let mut rows = Table::new("lrrrrrrl", &COLUMNS);
    for effect in &found.effects {
        if let Measure::WinnersPoints(category) = effect.measure {
            rows.push(line(category_name(manifest, category), effect));
        }
    }
    section.tables.push(rows);
    section
}
