//! Names of the measures of a change, and phrases for their sizes.

use super::super::names::Names;
use super::super::words::{fixed, range};
use portolan_run::experiment::change::Measure;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::StudiedItem;
use portolan_stats::{Estimate, Unit};

/// Name of [`Measure::Unfairness`] in sentences.
pub const LARGEST_GAP: &str = "the largest gap of a seat to its fair share of wins";

/// Returns the items under study.
pub fn items(manifest: &Manifest) -> &[StudiedItem] {
    let study = manifest.experiment.items.as_ref();
    study.map_or(&[], |study| &study.item)
}

/// Returns the measured quantity of an item: its value or, if a seat begins with it, the value of beginning with it.
pub fn quantity(item: &StudiedItem, names: &Names) -> String {
    let name = names.full(&item.label);
    match item.grantable {
        true => format!("value of beginning with {name}"),
        false => format!("value of {name}"),
    }
}

/// Returns the name of a measure in tables.
pub fn measure_name(manifest: &Manifest, measure: Measure, names: &Names) -> String {
    let items = items(manifest);
    match measure {
        Measure::Worth(item) => quantity(&items[item], names),
        Measure::Score => "score".to_string(),
        Measure::Unfairness => "largest gap to the fair share".to_string(),
        Measure::Wins(_) if manifest.experiment.players == 1 => "games won".to_string(),
        Measure::Wins(seat) => format!("wins of seat {}", seat + 1),
        Measure::Turns => "turns per seat".to_string(),
        Measure::WinnersPoints(category) => category_name(manifest, category),
    }
}

pub fn category_name(manifest: &Manifest, category: usize) -> String {
    let name = manifest.score_categories.get(category);
    name.map_or(String::new(), |name| name.replace('_', " "))
}

/// Formats the size of a change without its sign, for sentences that name the direction: `5.7 (3.1 to 8.3)`.
pub fn size(estimate: Estimate) -> String {
    let (value, interval) = estimate.drawn();
    let sign = if value < 0.0 { -1.0 } else { 1.0 };
    let interval = interval.map(|interval| interval.times(sign));
    format!("{} ({})", fixed(sign * value, 1), range(interval, 1))
}

/// Formats the largest absolute value in the interval, or returns `None` without an interval.
pub fn at_most(estimate: Estimate) -> Option<String> {
    let interval = estimate.interval()?;
    let reach = interval.low.abs().max(interval.high.abs());
    Some(amount(reach, estimate.unit))
}

/// Formats a difference with its unit: `3.2 points`.
pub fn amount(difference: f64, unit: Unit) -> String {
    match unit {
        Unit::Share | Unit::ShareDifference => {
            format!("{} percentage points", fixed(100.0 * difference, 1))
        }
        _ if difference == 1.0 => "1 point".to_string(),
        _ => format!("{} points", fixed(difference, 1)),
    }
}

/// Formats the upper bound of an undecided effect.
pub fn bound(estimate: Estimate) -> String {
    match at_most(estimate) {
        Some(bound) => format!("at most {bound}"),
        None => "too few deals differ to give an upper bound".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::Interval;

    /// The verb states the direction, so the number has no sign.
    #[test]
    fn size_of_a_decrease_is_positive() {
        let interval = Interval {
            low: -8.0,
            high: -2.5,
        };
        let fall = Estimate::new(-5.7, Some(interval), Unit::PointsDifference);
        assert_eq!(size(fall), "5.7 (2.5–8.0)");
    }

    #[test]
    fn change_without_an_interval_has_no_bound() {
        let open = Estimate::new(1.0, None, Unit::PointsDifference);
        assert!(at_most(open).is_none());
    }
}
