//! Results of the targets in the report of `portolan balance`.

use crate::page::{Line, Section, Table};
use crate::plots::{Axes, Caption, Mark, intervals_in_band};
use crate::words::listed;
use portolan_stats::{Estimate, Interval, Unit};
use portolan_study::balance::Verdict;

/// Result of a target for one bot in the confirmation.
#[derive(Clone, Debug)]
pub struct TargetLine {
    pub target: String,
    pub bot: String,
    pub before: String,
    pub after: String,
    pub verdict: Verdict,
}

/// A measure of the whole game for one bot in the confirmation.
#[derive(Clone, Debug)]
pub struct MeasureLine {
    pub name: String,
    pub bot: String,
    /// Values before and after the changes.
    pub both: [Option<Estimate>; 2],
    /// Range that a target allows.
    pub range: Option<Interval>,
    /// True for a measure without a target that changes significantly. For seats, their distance from the fair share rises
    /// significantly, and this seat moves away from it.
    pub is_worse: bool,
}

/// Returns the words for a verdict.
pub fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Met => "met",
        Verdict::NotMet => "not met",
        Verdict::NotSettled => "not settled",
    }
}

impl TargetLine {
    /// Returns the cells of a row: target, bot, the result before and after the changes, or a single result if nothing
    /// changes, and the verdict.
    pub fn cells(&self, is_changed: bool) -> Vec<String> {
        let after = is_changed.then(|| self.after.clone());
        let first = [self.target.clone(), self.bot.clone(), self.before.clone()];
        let verdict = verdict_words(self.verdict).to_string();
        first.into_iter().chain(after).chain([verdict]).collect()
    }

    /// Returns the header for the rows of [`TargetLine::cells`].
    pub fn header(is_changed: bool) -> &'static [&'static str] {
        match is_changed {
            true => &["target", "bot", "before", "after", "result"],
            false => &["target", "bot", "measured", "result"],
        }
    }
}

/// Returns sentences with the verdict on each target.
pub(super) fn verdicts(targets: &[TargetLine]) -> Vec<String> {
    let sentence = |one: &TargetLine| {
        let (verdict, TargetLine { target, bot, .. }) = (verdict_words(one.verdict), one);
        format!("In the confirmation by {bot}, the target \"{target}\" is {verdict}.")
    };
    targets.iter().map(sentence).collect()
}

/// Returns the sentence on measures without a target that got worse, or `None` if there are none.
pub(super) fn side_effects(measures: &[MeasureLine]) -> Option<String> {
    let words = |line: &MeasureLine| match line.both {
        [Some(before), Some(after)] if line.is_worse => Some(format!(
            "{} from {} to {} ({})",
            line.name,
            before.words(1),
            after.words(1),
            line.bot
        )),
        _ => None,
    };
    let worse: Vec<String> = measures.iter().filter_map(words).collect();
    (!worse.is_empty()).then(|| {
        format!(
            "The changes also shift measures without a target: {}.",
            listed(&worse)
        )
    })
}

/// Returns the section with the measures of the confirmation, and adds a plot for each target to the section on targets.
pub(super) fn confirmation(
    measures: &[MeasureLine],
    is_changed: bool,
    targets: &mut Section,
) -> Section {
    let mut section = Section::new(
        "confirmation",
        "The confirmation",
        "Measures of the whole game on fresh deals, with 95 % intervals.",
    );
    section.is_open = true;
    let stages: &[&str] = match is_changed {
        true => &["before", "after"],
        false => &["measured"],
    };
    let header = [&["measure", "bot"], stages].concat();
    let mut table = Table::new("llrr", &header);
    for MeasureLine {
        name, bot, both, ..
    } in measures
    {
        let line = Line::of([name.clone(), bot.clone()]);
        let both = both.iter().take(stages.len());
        table.push(both.fold(line, |line, measure| match measure {
            Some(estimate) => line.both(*estimate, 1),
            None => line.cell("–"),
        }));
    }
    if !measures.is_empty() {
        section.tables.push(table);
    }
    let of_targets =
        measures.chunk_by(|one, other| (one.range, &one.bot) == (other.range, &other.bot));
    for (number, lines) in (1..).zip(of_targets.filter(|lines| lines[0].range.is_some())) {
        let marks = lines.iter().flat_map(|line| {
            let both = line.both.iter().zip(stages).enumerate();
            both.filter_map(move |(stage, (value, when))| {
                let of = line.name.trim_start_matches("wins of ");
                Some(Mark::of(format!("{of}, {when}"), (*value)?, stage))
            })
        });
        let marks: Vec<Mark> = marks.collect();
        let is_share = lines[0].both[0].is_some_and(|value| value.unit == Unit::Share);
        let (axes, scale) = match is_share {
            true => (Axes::shares("share of wins"), 100.0),
            false => (Axes::across("turns"), 1.0),
        };
        let caption = Caption {
            id: &format!("plot-target-{number}"),
            title: &format!("Measures with a target, {} plays", lines[0].bot),
            text: "Measures of the confirmation with 95 % intervals; the band is the range that the target allows.",
        };
        let band = lines[0].range.map(|range| range.times(scale));
        let middle = band.map_or(0.0, |band| band.low + band.half_width());
        let plot = intervals_in_band(caption, &marks, axes, (middle, "target"), band);
        targets.plots.push(plot);
    }
    section
}
