//! Results of the targets in the report of `portolan balance`.

use crate::page::{Line, Table};
use portolan_stats::Estimate;
use portolan_study::balance::Verdict;

/// Result of a target for one bot in the confirmation.
#[derive(Clone, Debug)]
pub struct TargetLine {
    pub target: String,
    pub bot: String,
    pub before: String,
    pub after: String,
    pub verdict: Verdict,
    /// Measures that the target limits, before and after; without names of bots.
    pub measures: Vec<(String, [Option<Estimate>; 2])>,
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

/// Returns the table of the measures that targets limit, or `None` if no target has measures.
pub(super) fn measures(targets: &[TargetLine], is_changed: bool) -> Option<Table> {
    let header: &[&str] = match is_changed {
        true => &["measure", "bot", "before", "after"],
        false => &["measure", "bot", "measured"],
    };
    let mut table = Table::new("llrr", header);
    for target in targets {
        for (name, both) in &target.measures {
            let line = Line::of([name.clone(), target.bot.clone()]);
            let both = both.iter().take(1 + usize::from(is_changed));
            table.push(both.fold(line, |line, measure| match measure {
                Some(estimate) => line.both(*estimate, 1),
                None => line.cell("–"),
            }));
        }
    }
    targets
        .iter()
        .any(|target| !target.measures.is_empty())
        .then_some(table)
}
