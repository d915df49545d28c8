//! Comparison of items between runs.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::data::DataDifference;
use super::settings::price_changes;
use crate::names::Names;
use crate::page::{Line, Section, Table};
use crate::plots::{Axes, Caption, Mark, intervals};
use crate::svg::GREY;
use crate::words::{capital, count, fixed, p_value, percent};
use portolan_run::settings::{ItemDesign, ItemStudy};
use portolan_stats::Interval;
use portolan_study::item_changes::{DesignChange, ItemChange, Measured};
use portolan_study::judgement::FALSE_DISCOVERIES;

/// Maximum number of items in the plot. Items with the strongest evidence take precedence.
const MOST_DRAWN: usize = 20;

/// Changes to items between the first run and the other runs.
pub struct Marks<'page> {
    /// For each run: its name, the differences in the data, and the studies before and after.
    pub runs: Vec<(
        String,
        &'page DataDifference,
        &'page ItemStudy,
        &'page ItemStudy,
    )>,
}

impl Marks<'_> {
    /// Describes the change to an item: `costs 9 instead of 6`. Returns an empty string for an unchanged
    /// item.
    pub fn of(&self, change: &ItemChange) -> String {
        let Some((_, data, before, after)) = self.runs.iter().find(|(run, ..)| *run == change.run)
        else {
            return String::new();
        };
        let (kind, label) = (&change.item.kind, &change.item.label);
        let mut words = data.of_item(kind, label);
        if words.is_empty() {
            let prices = price_changes(before, after).into_iter();
            words.extend(
                prices
                    .filter(|(item, _)| item == label)
                    .map(|(_, words)| words),
            );
        }
        words.join(", ")
    }
}

/// Returns true if the studies of this run measure the effect of beginning with the item instead of its value.
fn is_begun_with(change: &ItemChange, marks: &Marks) -> bool {
    let mut runs = marks.runs.iter();
    let run = runs.find(|(run, ..)| *run == change.run);
    run.is_some_and(|(.., after)| match after.design {
        ItemDesign::Grant => true,
        ItemDesign::Change => change.item.grantable,
        ItemDesign::Factorial(_) | ItemDesign::PriceFactorial(_) | ItemDesign::Constraint(_) => {
            false
        }
    })
}

/// Builds the sections on items and designs.
pub fn sections(
    changes: &[ItemChange],
    designs: &[DesignChange],
    marks: &Marks,
    names: &Names,
    first: &str,
) -> Vec<Section> {
    if changes.is_empty() {
        return Vec::new();
    }
    let mut sections = vec![items(changes, marks, names, first)];
    if !designs.is_empty() {
        sections.push(copies(designs));
    }
    sections
}

/// Describes the effect of the change on each changed item, one sentence per item.
pub fn of_changed(
    changes: &[ItemChange],
    marks: &Marks,
    names: &Names,
    first: &str,
) -> Vec<String> {
    let told = |change: &ItemChange| {
        let mark = marks.of(change);
        let ItemChange { run, bot, .. } = change;
        let worth = |points: f64| fixed(points, 1);
        let (value, interval) = (change.margin.value_words(1), change.margin.range_words(1));
        let significant = match change.is_clear(&change.margin) {
            true => "which is significant",
            false => "which is not significant",
        };
        let taken = match change.taken {
            [Some(before), Some(after)] => format!(
                "; its pick rate is {} instead of {}",
                percent(after),
                percent(before)
            ),
            _ => String::new(),
        };
        let whole = match change.measured {
            Measured::Study => "",
            Measured::WholeGame => " in the whole game",
        };
        let name = names.full(&change.item.label);
        let subject = match is_begun_with(change, marks) {
            true => format!("beginning with {name}"),
            false => name,
        };
        let sentence = format!(
            "{}, which {mark}, has a value of {} points for {bot}{whole} in {run} and of {} in {first}: a change of {value} \
             (95\u{a0}% interval {interval}), {significant}{taken}.",
            capital(&subject),
            worth(change.after.effect.margin),
            worth(change.before.effect.margin),
        );
        (!mark.is_empty()).then_some(sentence)
    };
    changes.iter().filter_map(told).collect()
}

fn reach(change: &ItemChange) -> f64 {
    let half = change
        .margin
        .interval()
        .map_or(f64::INFINITY, Interval::half_width);
    change.margin.value.abs() / half.max(1e-12)
}

/// Sorts by evidence: changed items first, then items with significant differences.
fn sorted<'found>(changes: &'found [ItemChange], marks: &Marks) -> Vec<&'found ItemChange> {
    let mut sorted: Vec<&ItemChange> = changes.iter().collect();
    sorted.sort_by_cached_key(|change| {
        let clear = change.is_clear(&change.margin) || change.is_clear(&change.wins);
        (
            marks.of(change).is_empty(),
            !clear,
            Reverse(OrderedFloat(reach(change))),
        )
    });
    sorted
}

fn items(changes: &[ItemChange], marks: &Marks, names: &Names, first: &str) -> Section {
    let sorted = sorted(changes, marks);
    let clear = |change: &&&ItemChange| change.is_clear(&change.margin);
    let significant = sorted.iter().filter(clear).count() as u64;
    let mut section = Section::new(
        "items",
        "Item by item",
        &format!(
            "Effect of an item in a run minus its effect in {first}, in points. {} significant at q < \
             {FALSE_DISCOVERIES}. The q-values are corrected for all comparisons of items, in points and in \
             wins (Benjamini–Hochberg). Changed items are corrected as a separate family.",
            match significant {
                1 => "1 change is".to_string(),
                some => format!("{} are", count(some, "change")),
            }
        ),
    );
    let is_changed = |change: &&ItemChange| !marks.of(change).is_empty();
    section.text.push(
        match sorted.iter().any(is_changed) {
            true => "The table begins with the items whose own rows were changed.",
            false => "No item's own row was changed.",
        }
        .to_string(),
    );
    section.plots.push(plot(&sorted, marks, names));
    section.tables.push(table(&sorted, marks));
    section
}

fn several<V: PartialEq>(changes: &[&ItemChange], of: impl Fn(&ItemChange) -> V) -> bool {
    changes.iter().any(|change| of(change) != of(changes[0]))
}

fn plot(sorted: &[&ItemChange], marks: &Marks, names: &Names) -> crate::svg::Drawing {
    let (runs, bots) = (
        several(sorted, |change| change.run.clone()),
        several(sorted, |change| change.bot.clone()),
    );
    let mut drawn: Vec<&ItemChange> = sorted.iter().take(MOST_DRAWN).copied().collect();
    drawn.sort_by_key(|change| Reverse(OrderedFloat(change.margin.value)));
    let mark = |change: &&ItemChange| {
        let mut label = names.short(&change.item.label);
        for (several, part) in [(bots, &change.bot), (runs, &change.run)] {
            if several {
                label = format!("{label}, {part}");
            }
        }
        if !marks.of(change).is_empty() {
            label.insert(0, '*');
        }
        let colour = if change.is_clear(&change.margin) {
            0
        } else {
            GREY
        };
        let row = &change.item.label;
        Mark::of(label, change.margin, colour).leading_to(row.clone())
    };
    let mut drawn: Vec<Mark> = drawn.iter().map(mark).collect();
    if sorted.len() > MOST_DRAWN {
        let more = (sorted.len() - MOST_DRAWN) as u64;
        drawn.push(Mark::left_out(format!(
            "{} with less evidence",
            count(more, "other change")
        )));
    }
    let caption = Caption {
        id: "plot-item-changes",
        title: "Change in the effects of items from the first run",
        text: "One line per item: the change in points and its interval; blue if it is significant, with a star if \
               the item was changed.",
    };
    let axes = Axes::across("change of effect, points; * the item was changed");
    intervals(caption, &drawn, axes, (0.0, "no change"))
}

fn table(sorted: &[&ItemChange], marks: &Marks) -> Table {
    let names = [
        "item",
        "bot",
        "run",
        "measured in",
        "changed",
        "value before",
        "value after",
        "difference",
        "95 % interval",
        "q",
        "wins",
        "95 % interval",
        "q of wins",
        "taken before",
        "taken after",
        "deals",
    ];
    let mut table = Table::new("illllrrrrrrrrrrl", &names);
    for change in sorted {
        let mark = marks.of(change);
        let taken = |share: Option<f64>| share.map_or("–".to_string(), percent);
        let labels = [
            change.item.label.as_str(),
            change.bot.as_str(),
            change.run.as_str(),
            match change.measured {
                Measured::Study => "the study",
                Measured::WholeGame => "the whole game",
            },
        ];
        let q = |q: Option<f64>| q.unwrap_or(f64::NAN);
        let line = Line::of(labels)
            .cell(if mark.is_empty() {
                "–".to_string()
            } else {
                capital(&mark)
            })
            .cell(fixed(change.before.effect.margin, 1))
            .cell(fixed(change.after.effect.margin, 1))
            .estimate(Some(change.margin), 1)
            .cell(p_value(q(change.margin.q)))
            .estimate(Some(change.wins), 1)
            .cell(p_value(q(change.wins.q)))
            .cell(taken(change.taken[0]))
            .cell(taken(change.taken[1]))
            .cell(if change.paired { "the same" } else { "others" });
        table.push(line);
    }
    table
}

fn copies(designs: &[DesignChange]) -> Section {
    let mut section = Section::new(
        "designs",
        "Designs with several copies",
        "The mean over the copies of a design is more precise than the estimate for one copy. The q-values are \
         corrected for all designs, in points and in wins.",
    );
    let names = [
        "design",
        "bot",
        "run",
        "copies",
        "difference",
        "95 % interval",
        "q",
        "wins",
        "95 % interval",
        "q of wins",
    ];
    let mut table = Table::new("lllrrrrrrr", &names);
    let mut sorted: Vec<&DesignChange> = designs.iter().collect();
    let reach = |change: &DesignChange| {
        let half = change
            .margin
            .interval()
            .map_or(f64::INFINITY, Interval::half_width);
        change.margin.value.abs() / half.max(1e-12)
    };
    sorted.sort_by_key(|change| Reverse(OrderedFloat(reach(change))));
    for change in sorted {
        let q = |q: Option<f64>| p_value(q.unwrap_or(f64::NAN));
        let labels = [
            change.design.as_str(),
            change.bot.as_str(),
            change.run.as_str(),
        ];
        let line = Line::of(labels)
            .cell(change.copies.len().to_string())
            .estimate(Some(change.margin), 1)
            .cell(q(change.margin.q))
            .estimate(Some(change.wins), 1)
            .cell(q(change.wins.q));
        table.push(line);
    }
    section.tables.push(table);
    section
}
