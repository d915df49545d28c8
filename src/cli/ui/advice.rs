//! Compares analyzed moves in words and prints means with their 95 % intervals.

use serde::Serialize;

use crate::ui::drawing::width;
use crate::ui::table::aligned;
use portolan_core::prose::wrapped;
use portolan_players::search::analysis::Finding;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Moments, mean_interval};

/// Smallest difference in points that is shown.
const LEAST: f64 = 0.05;
/// Maximum number of score categories listed per comparison.
const MOST_CATEGORIES: usize = 4;

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

/// Formats a number with a sign and one decimal: `+3.1`, `−0.8`.
pub fn signed(number: f64) -> String {
    match number {
        ..0.0 => format!("−{:.1}", -number),
        _ => format!("+{number:.1}"),
    }
}

/// Returns how many more points the first move brings its seat by the end of the game than the second move, by
/// score category, and how many more it brings the best opponent; largest differences first. Returns `None` if none is at
/// least [`LEAST`].
pub fn differences(categories: &[&str], first: &Finding, second: &Finding) -> Option<String> {
    let own = first
        .categories
        .iter()
        .zip(&second.categories)
        .zip(categories);
    let rivals = ((&first.rival, &second.rival), &BEST_OPPONENT);
    let mut differences: Vec<(f64, &str)> = own
        .chain([rivals])
        .filter_map(|((one, other), &name)| Some((one.mean()? - other.mean()?, name)))
        .filter(|(difference, _)| difference.abs() >= LEAST)
        .collect();
    differences.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    // The opponent is always listed, because the other differences alone can contradict the lead.
    let mut own = 0;
    let told = differences.iter().filter(|(_, name)| {
        own += usize::from(*name != BEST_OPPONENT);
        *name == BEST_OPPONENT || own <= MOST_CATEGORIES
    });
    let told: Vec<String> = told
        .map(|(difference, name)| format!("{} {}", name.replace('_', " "), signed(*difference)))
        .collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// Compares the best move with each other move, one line per move.
pub fn reasons(categories: &[&str], findings: &[Finding]) -> Vec<String> {
    let Some((best, others)) = findings.split_first() else {
        return Vec::new();
    };
    let line = |(place, other): (usize, &Finding)| {
        let ahead = signed(other.behind.mean()?);
        let reach = half_width(&other.behind);
        let error = reach.map_or(String::new(), |reach| format!(" ± {reach:.1}"));
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
            format!("{} ± {:.1}{unit}", tenths(factor * mean), factor * reach)
        }
        (Some(mean), None) => format!("{}{unit}", tenths(factor * mean)),
        _ => "–".to_string(),
    }
}

/// Formats a number with one decimal, with `0.0` instead of `-0.0`.
fn tenths(number: f64) -> String {
    match format!("{number:.1}").as_str() {
        "-0.0" => "0.0".to_string(),
        text => text.to_string(),
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
        assert_eq!(shown([-1.3, 1.1]), "-0.1 ± 15.2");
        assert_eq!(shown([-1.0, 1.2]), "0.1 ± 14.0");
    }

    #[test]
    fn reasons_compare_the_best_move_with_the_alternatives() {
        let names = ["combat", "end_cards", "quests"];
        let findings = [
            finding(0.0, &[4.0, 1.0, 2.0]),
            finding(1.5, &[1.0, 2.5, 2.0]),
            finding(0.0, &[4.0, 1.0, 2.0]),
        ];
        assert_eq!(
            reasons(&names, &findings),
            [
                "1 and 2: lead +1.5 ± 12.7; combat +3.0, end cards −1.5, best opponent +1.5",
                "1 and 3: lead +0.0 ± 12.7; equal points"
            ]
        );
        assert!(reasons(&names, &findings[..1]).is_empty());
    }
}
