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

/// Returns the table of the measures that targets limit, or `None` if no target has measures.
pub(super) fn measures(targets: &[TargetLine]) -> Option<Table> {
    let mut table = Table::new("llrr", &["measure", "bot", "before", "after"]);
    for target in targets {
        for (name, both) in &target.measures {
            let line = Line::of([name.clone(), target.bot.clone()]);
            table.push(both.iter().fold(line, |line, measure| match measure {
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
