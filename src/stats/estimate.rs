//! Estimates: a number with its interval and unit, for display and for serialization.

use serde::Serialize;

use super::interval::{CONFIDENCE, Interval, mean_interval};
use super::moments::Moments;
use super::paired::Differences;
use super::share::Shares;
use super::words::{fixed, percent, percent_range, range, signed};

/// Unit of the number of an [`Estimate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A share from 0 to 1; displayed as a percentage.
    Share,
    /// The difference of two shares, from −1 to 1; displayed in percentage points, with its sign.
    ShareDifference,
    /// Score in points.
    Points,
    /// A difference in points, with its sign.
    PointsDifference,
    /// A rating on the Elo scale.
    Elo,
    /// A value on the logit scale, with its sign.
    Logits,
    /// A ratio of two quantities.
    Ratio,
    /// Number of occurrences, or an amount.
    Times,
}

impl Unit {
    /// Returns the factor by which a number is multiplied for display.
    pub fn factor(self) -> f64 {
        match self {
            Unit::Share | Unit::ShareDifference => 100.0,
            _ => 1.0,
        }
    }
}

/// A number with its confidence interval and test results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number, in `unit`.
    pub value: f64,
    /// Lower end of the 95 % interval; `None` if the uncertainty is unknown.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` if the uncertainty is unknown.
    pub high: Option<f64>,
    /// p-value of the test against the reference value.
    pub p: Option<f64>,
    /// p-value adjusted for the number of comparisons.
    pub q: Option<f64>,
    /// Unit of the number.
    pub unit: Unit,
}

impl Estimate {
    /// Creates an estimate with an interval and without a test.
    pub fn new(value: f64, interval: Option<Interval>, unit: Unit) -> Estimate {
        Estimate {
            value,
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            p: None,
            q: None,
            unit,
        }
    }

    /// Returns the mean share of games by block, or `None` without blocks.
    pub fn of_shares(shares: &Shares) -> Option<Estimate> {
        let interval = shares.interval(CONFIDENCE);
        Some(Estimate::new(shares.mean()?, interval, Unit::Share))
    }

    /// Returns the mean of independent values, such as block means, or `None` without values.
    pub fn of_mean(values: &Moments, unit: Unit) -> Option<Estimate> {
        let interval = mean_interval(values, CONFIDENCE);
        Some(Estimate::new(values.mean()?, interval, unit))
    }

    /// Returns the mean difference of shares, where each side has `games` games in a block, or `None`
    /// without blocks.
    pub fn of_share_differences(differences: &Differences, games: f64) -> Option<Estimate> {
        let interval = differences.share_interval(games, CONFIDENCE);
        let mean = differences.moments.mean()?;
        Some(Estimate::new(mean, interval, Unit::ShareDifference))
    }

    /// Returns the estimate with the p-value of a test; NaN is stored as `None`.
    pub fn tested(self, p: f64) -> Estimate {
        Estimate {
            p: Some(p).filter(|p| !p.is_nan()),
            ..self
        }
    }

    /// Returns the estimate with a p-value adjusted for the number of comparisons; NaN is stored as `None`.
    pub fn corrected(self, q: f64) -> Estimate {
        Estimate {
            q: Some(q).filter(|q| !q.is_nan()),
            ..self
        }
    }

    /// Returns the interval.
    pub fn interval(&self) -> Option<Interval> {
        let (low, high) = self.low.zip(self.high)?;
        Some(Interval { low, high })
    }

    /// Returns the difference from another, independent estimate. The distances from the numbers to the ends of their
    /// intervals are combined as the root of the sum of squares (Zou & Donner, *Construction of confidence limits about
    /// effect measures*, 2008). `None` unless both have an interval.
    pub fn minus(&self, other: &Estimate) -> Option<Estimate> {
        let (mine, theirs) = self.interval().zip(other.interval())?;
        let difference = self.value - other.value;
        let interval = Interval {
            low: difference - (self.value - mine.low).hypot(theirs.high - other.value),
            high: difference + (mine.high - self.value).hypot(other.value - theirs.low),
        };
        Some(Estimate::new(difference, Some(interval), self.unit))
    }

    /// Returns the number and its interval in display units: shares in percent.
    pub fn drawn(&self) -> (f64, Option<Interval>) {
        let factor = self.unit.factor();
        let interval = self.interval().map(|interval| interval.times(factor));
        (factor * self.value, interval)
    }

    /// Formats the number for display: `38.1 %`, `+3.1`. For a share, `decimals` is ignored and the number
    /// of decimals depends on its size.
    pub fn value_words(&self, decimals: usize) -> String {
        let (value, _) = self.drawn();
        match self.unit {
            Unit::Share => percent(self.value),
            Unit::ShareDifference | Unit::PointsDifference | Unit::Logits => {
                signed(value, decimals)
            }
            Unit::Points | Unit::Elo | Unit::Ratio | Unit::Times => fixed(value, decimals),
        }
    }

    /// Formats the value, with its interval in brackets if it has one: `38.1 % (37.0–39.2)`, or `0.4 (−0.2 to 1.0)`.
    pub fn words(&self, decimals: usize) -> String {
        let value = self.value_words(decimals);
        if self.interval().is_none() {
            return value;
        }
        let range = self.range_words(decimals);
        format!("{value} ({})", range.trim_end_matches("\u{a0}%"))
    }

    /// Formats the interval for display: `37.0–39.2 %`, `1.5–3.2`, or a dash if there is no interval.
    pub fn range_words(&self, decimals: usize) -> String {
        match self.unit {
            Unit::Share => percent_range(self.interval()),
            _ => range(self.drawn().1, decimals),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Option<Interval> = Some(Interval {
        low: 0.37,
        high: 0.392,
    });

    #[test]
    fn interval_of_a_difference_combines_both_errors() {
        let estimate = |value: f64, error: f64| {
            let interval = Interval {
                low: value - error,
                high: value + error,
            };
            Estimate::new(value, Some(interval), Unit::PointsDifference)
        };
        let found = estimate(5.0, 3.0).minus(&estimate(1.0, 4.0)).unwrap();
        assert_eq!(
            (found.value, found.low, found.high),
            (4.0, Some(-1.0), Some(9.0))
        );
        assert!(
            estimate(5.0, 3.0)
                .minus(&Estimate::new(1.0, None, Unit::Points))
                .is_none()
        );
    }

    #[test]
    fn estimates_are_formatted_by_their_unit() {
        for (unit, value, interval) in [
            (Unit::Share, "38.1\u{a0}%", "37.0–39.2\u{a0}%"),
            (Unit::ShareDifference, "+38.1", "37.0–39.2"),
            (Unit::Points, "0.4", "0.4–0.4"),
            (Unit::Logits, "+0.4", "0.4–0.4"),
        ] {
            let estimate = Estimate::new(0.381, INTERVAL, unit);
            assert_eq!(estimate.value_words(1), value);
            assert_eq!(estimate.range_words(1), interval);
        }
        let share = Estimate::new(0.381, INTERVAL, Unit::Share);
        assert_eq!(share.words(1), "38.1\u{a0}% (37.0–39.2)");
        let unsure = Estimate::new(-2.0, None, Unit::PointsDifference);
        assert_eq!(unsure.value_words(2), "−2.00");
        assert_eq!(unsure.range_words(2), "–");
    }

    #[test]
    fn estimate_json_has_named_fields() {
        let estimate = Estimate::new(0.381, INTERVAL, Unit::ShareDifference).tested(f64::NAN);
        let estimate = estimate.corrected(0.25);
        assert_eq!(
            serde_json::to_string(&estimate).unwrap(),
            r#"{"value":0.381,"low":0.37,"high":0.392,"p":null,"q":0.25,"unit":"share_difference"}"#
        );
    }
}
