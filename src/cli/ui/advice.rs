//! Describes the differences between analyzed moves, and formats means with their 95 % intervals.

use serde::Serialize;

use crate::ui::drawing::width;
use crate::ui::table::aligned;
use portolan_core::prose::wrapped;
use portolan_players::search::analysis::Finding;
use portolan_stats::interval::{CONFIDENCE, Interval};
use portolan_stats::words::{fixed, signed};
use portolan_stats::{Moments, Shares, mean_interval};

/// Smallest difference in points that is shown.
const LEAST: f64 = 0.05;
/// Maximum number of score categories listed per comparison.
const MOST_CATEGORIES: usize = 4;

/// Label of the categories that are not listed.
const REST: &str = "rest";

/// Label of the best opponent's points.
const BEST_OPPONENT: &str = "best opponent";

/// Advice about moves: a table with notes.
#[derive(Serialize)]
pub struct Advice {
    /// Heading; may be empty.
    pub title: String,
    /// Headings of the columns.
    pub columns: Vec<&'static str>,
    /// Alignment of the columns, as in [`aligned`].
    #[serde(skip)]
    pub alignment: &'static str,
    pub rows: Vec<Vec<String>>,
    /// Paragraphs below the table.
    pub notes: Vec<String>,
    /// Conditions of the values.
    pub remark: String,
}

impl Advice {
    /// Returns the advice as text, wrapped to the width of the screen.
    pub fn text(&self) -> String {
        let mut text = match self.title.as_str() {
            "" => String::new(),
            title => format!("{title}\n"),
        };
        if !self.rows.is_empty() {
            text.push_str(&aligned(self.alignment, &self.columns, self.rows.clone()));
        }
        for note in &self.notes {
            text.push_str(&wrapped(note, width(), NOTE_INDENT));
        }
        text + &wrapped(&self.remark, width(), 0)
    }
}

/// Indentation of the continuation lines of notes, in spaces.
const NOTE_INDENT: usize = 3;

/// Returns how many more points the first move brings its seat by the end of the game than the second move, by score category:
/// the largest differences in descending order, then the sum of the others. The difference of the best opponent's points
/// follows. The categories minus this difference equal the difference in the lead. Returns `None` if no difference is at least
/// [`LEAST`].
pub fn differences(categories: &[&str], first: &Finding, second: &Finding) -> Option<String> {
    let own = first
        .categories
        .iter()
        .zip(&second.categories)
        .zip(categories);
    let by_category = own.filter_map(|((one, other), &name)| {
        Some((one.mean()? - other.mean()?, name.replace('_', " ")))
    });
    let mut own: Vec<(f64, String)> = by_category.collect();
    own.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    let rest = own.split_off(own.len().min(MOST_CATEGORIES));
    own.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    own.push((
        rest.iter().map(|(difference, _)| difference).sum(),
        REST.to_string(),
    ));
    let shown = |(difference, name): &(f64, String)| {
        (difference.abs() >= LEAST).then(|| format!("{name} {}", signed(*difference, 1)))
    };
    let own: Vec<String> = own.iter().filter_map(shown).collect();
    let own = (!own.is_empty()).then(|| own.join(", "));
    let rival = first.rival.mean().zip(second.rival.mean());
    let rival = rival.and_then(|(one, other)| shown(&(one - other, BEST_OPPONENT.to_string())));
    let parts: Vec<String> = own.into_iter().chain(rival).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Compares the best move with each other move, one line per move.
pub fn reasons(categories: &[&str], findings: &[Finding]) -> Vec<String> {
    let Some((best, others)) = findings.split_first() else {
        return Vec::new();
    };
    let line = |(place, other): (usize, &Finding)| {
        let ahead = signed(other.behind.mean()?, 1);
        let reach = half_width(&other.behind);
        let error = reach.map_or(String::new(), |reach| format!(" ± {}", width_text(reach)));
        let points = differences(categories, best, other);
        let points = points.unwrap_or("equal points".to_string());
        Some(format!(
            "1 and {}: lead {ahead}{error}; {points}",
            place + 2
        ))
    };
    others.iter().enumerate().filter_map(line).collect()
}

/// Returns the half-width of the 95 % interval of a mean, or `None` if there are fewer than two values or all are
/// equal.
fn half_width(moments: &Moments) -> Option<f64> {
    mean_interval(moments, CONFIDENCE).map(|interval| interval.half_width())
}

/// Explanation of `±` below tables.
pub const PLUS_MINUS: &str = "± is the half-width of a 95 % interval";

/// Formats a mean and the half-width of its 95 % interval, both multiplied by `factor`, with `unit` appended.
pub fn plus_minus(moments: &Moments, factor: f64, unit: &str) -> String {
    match (moments.mean(), half_width(moments)) {
        (Some(mean), Some(reach)) => {
            format!(
                "{} ± {}{unit}",
                fixed(factor * mean, 1),
                width_text(factor * reach)
            )
        }
        (Some(mean), None) => format!("{}{unit}", fixed(factor * mean, 1)),
        _ => "–".to_string(),
    }
}

/// Formats a share of wins with its 95 % interval: `74 % (65–82)`.
pub fn win_rate(wins: &Moments) -> String {
    let share = wins.mean().map(|mean| format!("{:.0} %", 100.0 * mean));
    let interval = Shares::of_blocks(*wins).interval(CONFIDENCE);
    let interval =
        interval.map(|Interval { low, high }| format!(" ({:.0}–{:.0})", 100.0 * low, 100.0 * high));
    share.map_or("–".to_string(), |share| {
        share + &interval.unwrap_or_default()
    })
}

/// Formats a positive half-width with one decimal.
fn width_text(reach: f64) -> String {
    match reach {
        0.05.. => format!("{reach:.1}"),
        _ => "<0.1".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_players::search::tree::BySeat;

    fn moments(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        moments
    }

    fn finding(behind: f64, categories: &[f64]) -> Finding {
        Finding {
            index: 0,
            visits: 1,
            values: BySeat::default(),
            scores: BySeat::default(),
            wins: BySeat::default(),
            leads: Moments::default(),
            behind: moments(&[behind - 1.0, behind + 1.0]),
            categories: categories
                .iter()
                .map(|&points| moments(&[points]))
                .collect(),
            rival: moments(&[-behind]),
            line: Vec::new(),
        }
    }

    #[test]
    fn value_that_rounds_to_zero_has_no_sign() {
        let shown = |values: [f64; 2]| plus_minus(&moments(&values), 1.0, "");
        assert_eq!(shown([-1.02, 1.0]), "0.0 ± 12.8");
        assert_eq!(shown([-1.3, 1.1]), "−0.1 ± 15.2");
        assert_eq!(shown([-1.0, 1.2]), "0.1 ± 14.0");
    }

    #[test]
    fn small_half_widths_and_certain_results_have_intervals() {
        let shown = |values: [f64; 2]| plus_minus(&moments(&values), 1.0, "");
        assert_eq!(shown([1.0, 1.02]), "1.0 ± 0.1");
        assert_eq!(shown([1.0, 1.002]), "1.0 ± <0.1");
        assert_eq!(win_rate(&moments(&[0.0; 60])), "0 % (0–6)");
        assert_eq!(win_rate(&moments(&[1.0; 60])), "100 % (94–100)");
        assert_eq!(win_rate(&moments(&[1.0])), "100 %");
    }

    #[test]
    fn small_categories_are_added_up() {
        let names = ["a", "b", "c", "d", "e", "f"];
        let first = finding(0.0, &[0.0, 5.0, 0.5, 9.0, 3.0, 1.0]);
        let second = finding(2.0, &[4.0, 0.0, 0.0, 0.0, 9.0, 0.0]);
        assert_eq!(
            differences(&names, &first, &second).unwrap(),
            "d +9.0, b +5.0, a −4.0, e −6.0, rest +1.5; best opponent +2.0"
        );
    }

    #[test]
    fn reasons_compare_the_best_move_with_the_alternatives() {
        let names = ["combat", "end_cards", "quests"];
        let findings = [
            finding(0.0, &[4.0, 1.0, 2.0]),
            finding(1.5, &[1.0, 2.5, 2.0]),
            finding(-0.04, &[4.0, 1.0, 2.0]),
        ];
        assert_eq!(
            reasons(&names, &findings),
            [
                "1 and 2: lead +1.5 ± 12.7; combat +3.0, end cards −1.5; best opponent +1.5",
                "1 and 3: lead 0.0 ± 12.7; equal points"
            ]
        );
        assert!(reasons(&names, &findings[..1]).is_empty());
    }
}
