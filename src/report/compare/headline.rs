//! Headline of a comparison: the differences with the strongest evidence. It always covers both wins and
//! scores.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use crate::names::Names;
use crate::page::Sure;
use crate::words::{capital, count, fixed, range};
use portolan_stats::{Estimate, Interval};
use portolan_study::changes::{RunChange, shrunk};
use portolan_study::game_changes::GameChange;
use portolan_study::item_changes::{DesignChange, ItemChange, Measured};

/// Quantity in which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Wins,
    Scores,
    Length,
    Items,
}

impl Measure {
    /// Returns the name of the quantity, for use in a sentence.
    fn name(self) -> &'static str {
        match self {
            Measure::Wins => "shares of wins",
            Measure::Scores => "scores",
            Measure::Length => "the length of games",
            Measure::Items => "items",
        }
    }
}

/// A difference between two runs.
#[derive(Clone, Debug)]
pub struct Difference {
    measure: Measure,
    /// True if the difference is significant after correction for all comparisons.
    clear: bool,
    /// True if the uncorrected interval excludes zero.
    apart: bool,
    /// Ratio of the difference to the half-width of its interval, used to sort by evidence.
    reach: f64,
    /// Description without interval, run names and deals.
    what: String,
    /// Description with the shrunk estimate, if the difference belongs to a group of several.
    shrunk: Option<String>,
    size: String,
    interval: String,
    run: String,
    deals: &'static str,
}

impl Difference {
    /// Describes the difference from the run `first`, without a full stop.
    fn words(&self, first: &str) -> String {
        let (what, interval) = self.quoted("95\u{a0}% interval ");
        let Difference { run, deals, .. } = self;
        format!("{what} in {run} than in {first} ({interval}, {deals})")
    }

    /// Describes the difference briefly. Omits the run if it is `named`, the run that the sentence already
    /// names.
    fn short(&self, named: &str) -> String {
        let place = match self.run.as_str() {
            run if run == named => String::new(),
            run => format!(" in {run}"),
        };
        let (what, interval) = self.quoted("");
        format!("{what}{place} ({interval})")
    }

    /// Returns the description and the interval. A significant difference selected from several is quoted
    /// with its shrunk estimate, which corrects for the selection. Other differences use the unshrunk
    /// estimate, because shrinkage often reduces them to zero.
    fn quoted(&self, name: &str) -> (&str, String) {
        let Difference { size, interval, .. } = self;
        match self.shrunk.as_ref().filter(|_| self.clear) {
            Some(what) => (
                what,
                format!("shrunk estimate; measured {size}, {name}{interval}"),
            ),
            None => (&self.what, format!("{name}{interval}")),
        }
    }
}

/// Returns `Certain` if any difference is significant after correction, otherwise `Open`. Uncorrected
/// intervals do not count, because some of many exclude zero by chance.
pub fn sure(differences: &[Difference]) -> Sure {
    Sure::certain_if(differences.iter().any(|one| one.clear))
}

/// Describes whether two runs share their deals.
fn deals(paired: bool) -> &'static str {
    match paired {
        true => "on the same deals",
        false => "on other deals",
    }
}

/// Returns true if the interval excludes zero.
fn clears(interval: Option<Interval>) -> bool {
    interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
}

/// Differences in one measure, each with its shrunk estimate if there are several.
struct Family {
    measure: Measure,
    estimates: Vec<Estimate>,
    shrunk: Vec<f64>,
}

impl Family {
    fn new<'all>(measure: Measure, estimates: impl Iterator<Item = &'all Estimate>) -> Family {
        let estimates: Vec<Estimate> = estimates.copied().collect();
        Family {
            measure,
            shrunk: shrunk(&estimates),
            estimates,
        }
    }

    /// Creates the difference at index `number`. `what` formats the description from the size and a flag that
    /// is true for a negative difference.
    fn difference(
        &self,
        number: usize,
        clear: bool,
        run: &str,
        deals: &'static str,
        what: impl Fn(&str, bool) -> String,
    ) -> Difference {
        let estimate = &self.estimates[number];
        let half = estimate
            .interval()
            .map_or(f64::INFINITY, Interval::half_width);
        let less = estimate.value < 0.0;
        let sign = if less { -1.0 } else { 1.0 };
        let (value, interval) = estimate.drawn();
        let size = fixed(sign * value, 1);
        let shrunk = sign * estimate.unit.factor() * self.shrunk[number];
        Difference {
            measure: self.measure,
            clear,
            apart: clears(estimate.interval()),
            reach: estimate.value.abs() / half.max(1e-12),
            what: what(&size, less),
            shrunk: (self.estimates.len() > 1).then(|| what(&fixed(shrunk, 1), less)),
            size,
            interval: range(interval.map(|interval| interval.times(sign)), 1),
            run: run.to_string(),
            deals,
        }
    }
}

/// Returns the differences in wins and mean score for all bots and seats.
pub fn of_bots(changes: &[RunChange]) -> Vec<Difference> {
    let wins = Family::new(Measure::Wins, changes.iter().map(|change| &change.wins));
    let scores = Family::new(Measure::Scores, changes.iter().map(|change| &change.score));
    let both = |(number, change): (usize, &RunChange)| {
        let RunChange { who, run, .. } = change;
        let deals = deals(change.paired);
        let clear = [change.strict_wins, change.strict_score].map(clears);
        [
            wins.difference(number, clear[0], run, deals, |size, less| {
                format!(
                    "{who} wins {size} percentage points {}",
                    more_or(less, "less")
                )
            }),
            scores.difference(number, clear[1], run, deals, |size, lower| {
                format!(
                    "the mean score of {who} is {size} points {}",
                    if lower { "lower" } else { "higher" }
                )
            }),
        ]
    };
    changes.iter().enumerate().flat_map(both).collect()
}

/// Returns `word` for a negative difference, otherwise `more`.
fn more_or(less: bool, word: &'static str) -> &'static str {
    if less { word } else { "more" }
}

/// Returns the differences in mean score over all seats and in game length.
pub fn of_games(changes: &[GameChange]) -> Vec<Difference> {
    let scores = Family::new(Measure::Scores, changes.iter().map(|change| &change.score));
    let lengths = Family::new(Measure::Length, changes.iter().map(|change| &change.length));
    let both = |(number, change): (usize, &GameChange)| {
        let GameChange { cell, run, .. } = change;
        let deals = deals(change.paired);
        let clear = [change.strict_score, change.strict_length].map(clears);
        let place = match cell.as_str() {
            "" => String::new(),
            cell => format!(" of {cell}"),
        };
        [
            scores.difference(number, clear[0], run, deals, |size, lower| {
                format!(
                    "the mean score of all seats{place} is {size} points {}",
                    if lower { "lower" } else { "higher" }
                )
            }),
            lengths.difference(number, clear[1], run, deals, |size, shorter| {
                format!(
                    "a game{place} is {size} turns {}",
                    if shorter { "shorter" } else { "longer" }
                )
            }),
        ]
    };
    changes.iter().enumerate().flat_map(both).collect()
}

/// Returns the differences in item value, in points and in wins.
pub fn of_items(changes: &[ItemChange], names: &Names) -> Vec<Difference> {
    let margins = Family::new(Measure::Items, changes.iter().map(|change| &change.margin));
    let wins = Family::new(Measure::Items, changes.iter().map(|change| &change.wins));
    let both = |(number, change): (usize, &ItemChange)| {
        let ItemChange { run, bot, .. } = change;
        let deals = deals(change.paired);
        let name = names.full(&change.item.label);
        let whole = match change.measured {
            Measured::Study => "",
            Measured::WholeGame => " in the whole game",
        };
        let clear = [&change.margin, &change.wins].map(|estimate| change.is_clear(estimate));
        [
            margins.difference(number, clear[0], run, deals, |size, less| {
                format!(
                    "the value of {name} is {size} points {} for {bot}{whole}",
                    if less { "lower" } else { "higher" }
                )
            }),
            wins.difference(number, clear[1], run, deals, |size, less| {
                let more = more_or(less, "fewer");
                format!("{name} brings {bot} {size} wins in 100 {more}{whole}")
            }),
        ]
    };
    changes.iter().enumerate().flat_map(both).collect()
}

/// Returns the differences in points for designs, pooled over all copies.
pub fn of_designs(changes: &[DesignChange]) -> Vec<Difference> {
    let margins = Family::new(Measure::Items, changes.iter().map(|change| &change.margin));
    let told = |(number, change): (usize, &DesignChange)| {
        let DesignChange {
            run, bot, design, ..
        } = change;
        let clear = change.is_clear(&change.margin);
        let copies = "mean of its copies";
        margins.difference(number, clear, run, copies, |size, less| {
            format!(
                "the value of a copy of {design} is {size} points {} for {bot}",
                if less { "lower" } else { "higher" }
            )
        })
    };
    changes.iter().enumerate().map(told).collect()
}

/// Sorts differences by evidence: significant differences first, then by size relative to the interval.
fn by_evidence(differences: &[Difference]) -> Vec<&Difference> {
    let mut sorted: Vec<&Difference> = differences.iter().collect();
    sorted.sort_by_key(|found| (!found.clear, Reverse(OrderedFloat(found.reach))));
    sorted
}

/// Maximum number of findings after the answer.
const MOST: usize = 3;

/// Returns the answer in one sentence and the findings that follow it. `first` is the baseline run. Returns
/// `None` if there are no differences.
pub fn answer(differences: &[Difference], first: &str) -> Option<(String, Vec<String>)> {
    let sorted = by_evidence(differences);
    let clearest = *sorted.first()?;
    if !clearest.clear {
        return Some((undecided(&sorted, first), Vec::new()));
    }
    // Wins and scores both appear: the measure that does not lead comes second.
    let mut parts = vec![clearest.words(first)];
    let mut told = vec![clearest];
    for measure in [Measure::Wins, Measure::Scores] {
        let of_measure = sorted.iter().find(|found| found.measure == measure);
        let Some(found) = of_measure.filter(|_| measure != clearest.measure) else {
            continue;
        };
        told.push(found);
        let words = found.short(&clearest.run);
        parts.push(match found.clear {
            true => words,
            false => format!(
                "no change of {} is significant; the nearest to significance is: {words}",
                measure.name()
            ),
        });
    }
    let rest = sorted
        .iter()
        .filter(|found| found.clear && told.iter().all(|told| !std::ptr::eq(*told, **found)));
    let more = rest
        .take(MOST)
        .map(|found| format!("{}.", capital(&found.words(first))));
    Some((format!("{}.", capital(&parts.join("; "))), more.collect()))
}

/// Describes the largest possible changes if no difference is significant.
fn undecided(sorted: &[&Difference], first: &str) -> String {
    let kinds = [Measure::Items, Measure::Wins, Measure::Scores];
    let mut largest = kinds
        .iter()
        .filter_map(|measure| sorted.iter().find(|found| found.measure == *measure));
    let mut parts = Vec::new();
    if let Some(one) = largest.next() {
        parts.push(one.words(first));
        parts.extend(largest.map(|found| found.short(&one.run)));
    }
    let parts = parts.join("; ");
    match sorted.iter().any(|found| found.apart) {
        false => format!("No difference is significant; the nearest to significance is: {parts}."),
        true => format!(
            "No difference is significant after correction for {}; the nearest to significance is: \
             {parts}.",
            count(sorted.len() as u64, "comparison")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::Unit;

    fn change(who: &str, wins: (f64, f64), score: (f64, f64), factor: f64) -> RunChange {
        let interval = |(value, half): (f64, f64)| Interval {
            low: value - half,
            high: value + half,
        };
        let strict = |(value, half): (f64, f64)| Some(interval((value, factor * half)));
        RunChange {
            who: who.to_string(),
            run: "after".to_string(),
            paired: true,
            wins: Estimate::new(wins.0, Some(interval(wins)), Unit::ShareDifference),
            strict_wins: strict(wins),
            score: Estimate::new(score.0, Some(interval(score)), Unit::PointsDifference),
            strict_score: strict(score),
            is_rare: false,
        }
    }

    #[test]
    fn significant_score_change_is_reported_without_win_change() {
        let changes = [change("net", (0.01, 0.05), (9.7, 2.0), 1.5)];
        let (told, _) = answer(&of_bots(&changes), "before").unwrap();
        assert_eq!(
            told,
            "The mean score of net is 9.7 points higher in after than in before (95\u{a0}% interval 7.7–11.7, \
             on the same deals); no change of shares of wins is significant; the nearest to significance is: net wins 1.0 \
             percentage points more (−4.0 to 6.0)."
        );
    }

    #[test]
    fn headline_starts_with_the_clearest_change() {
        let changes = [
            change("one", (0.10, 0.05), (1.0, 3.0), 1.5),
            change("two", (-0.20, 0.02), (-4.0, 1.0), 1.5),
            change("three", (0.12, 0.04), (0.0, 3.0), 1.5),
        ];
        let (told, more) = answer(&of_bots(&changes), "before").unwrap();
        assert!(
            told.starts_with("Two wins 19.9 percentage points less in after"),
            "{told}"
        );
        assert!(
            told.contains("; the mean score of two is 3.8 points lower (shrunk estimate; measured 4.0, 3.0–5.0)"),
            "{told}"
        );
        assert_eq!(more.len(), 2);
        assert!(more[0].contains("measured 12.0"), "{more:?}");
    }

    #[test]
    fn insignificant_changes_are_reported_for_wins_and_scores() {
        let none = [change("net", (0.01, 0.05), (0.5, 2.0), 1.5)];
        let (told, more) = answer(&of_bots(&none), "before").unwrap();
        assert!(
            told.starts_with(
                "No difference is significant; the nearest to significance is: net wins 1.0"
            ),
            "{told}"
        );
        assert!(
            told.contains("; the mean score of net is 0.5 points higher"),
            "{told}"
        );
        assert!(more.is_empty());
        let alone = [change("net", (0.06, 0.05), (0.5, 2.0), 1.5)];
        let (told, _) = answer(&of_bots(&alone), "before").unwrap();
        assert!(
            told.starts_with("No difference is significant after correction for 2 comparisons"),
            "{told}"
        );
        assert_eq!(
            [&none, &alone].map(|of| sure(&of_bots(of))),
            [Sure::Open; 2]
        );
        assert!(answer(&[], "before").is_none());
    }
}
