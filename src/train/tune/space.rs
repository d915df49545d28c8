//! Search space: one dimension per parameter or weight, and points with a value for each of them.

use ordered_float::OrderedFloat;
use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::search::parameters::Value;
use crate::search::settings::parameter;

/// Prefix of the names of dimensions that are weights.
pub const WEIGHTS: &str = "weights.";

/// Number of significant digits in values. Rounding keeps bot files readable and makes values independent of the
/// machine's floating-point functions.
const DIGITS: usize = 4;

/// A parameter or weight that varies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// Key in a bot file, such as `exploration` or `weights.score`.
    pub name: String,
    /// Values, at least two, in the order of the range.
    pub values: Vec<Value>,
    /// Range of a numeric dimension, if it is not a list of values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
}

/// An interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// One end of the interval.
    pub from: f64,
    /// The other end of the interval. It may be below `from`.
    pub to: f64,
    /// True for logarithmic spacing. Both ends then have the same sign.
    pub log: bool,
    /// True if only whole numbers are allowed.
    pub whole: bool,
}

impl Range {
    /// Returns the rounded value at a fraction of the range, from 0 to 1.
    pub fn at(&self, share: f64) -> Value {
        let number = if self.log {
            self.from * (self.to / self.from).powf(share)
        } else {
            self.from + share * (self.to - self.from)
        };
        if self.whole {
            Value::Whole(number.round() as u64)
        } else {
            Value::Number(rounded(number))
        }
    }

    /// Returns the position of a number in the range as a fraction, clamped to 0..=1.
    fn share(&self, number: f64) -> f64 {
        let share = if self.log {
            (number / self.from).ln() / (self.to / self.from).ln()
        } else {
            (number - self.from) / (self.to - self.from)
        };
        if share.is_nan() {
            // On a logarithmic scale, the number is 0 or its sign differs from the sign of the range.
            return 0.0;
        }
        share.clamp(0.0, 1.0)
    }

    /// Returns `steps` values from one end of the range to the other, without duplicates.
    pub fn steps(&self, steps: usize) -> Vec<Value> {
        let last = (steps.max(2) - 1) as f64;
        let mut values: Vec<Value> = (0..steps.max(2))
            .map(|step| self.at(step as f64 / last))
            .collect();
        values.dedup();
        values
    }
}

/// Rounds a number to the precision of values.
fn rounded(number: f64) -> f64 {
    format!("{number:.*e}", DIGITS - 1)
        .parse()
        .unwrap_or(number)
}

/// Returns a value as a number, or `None` if it is text.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Whole(number) => Some(*number as f64),
        Value::Number(number) => Some(*number),
        Value::Text(_) => None,
    }
}

/// Returns a value in table notation.
pub fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}

impl Dimension {
    /// Returns the value of a bot in this dimension.
    pub fn of(&self, bot: &BotSpec) -> Option<Value> {
        match self.name.strip_prefix(WEIGHTS) {
            Some(feature) => {
                let weight = bot.weights.get(feature).copied().unwrap_or(0.0);
                Some(Value::Number(weight))
            }
            None => {
                let set = bot.parameters.get(&self.name).cloned();
                set.or_else(|| Some(parameter(&self.name)?.default.clone()))
            }
        }
    }

    /// Returns the index of the value nearest to the bot's value. For words: index of the equal word, or 0 without one.
    pub fn nearest(&self, bot: &BotSpec) -> usize {
        let Some(own) = self.of(bot) else { return 0 };
        let off = |value: &Value| match (number(value), number(&own)) {
            (Some(value), Some(own)) => match &self.range {
                Some(range) => (range.share(value) - range.share(own)).abs(),
                None => (value - own).abs(),
            },
            _ => f64::from(u8::from(*value != own)),
        };
        let nearest = self
            .values
            .iter()
            .enumerate()
            .min_by_key(|(_, value)| OrderedFloat(off(value)));
        nearest.map_or(0, |(index, _)| index)
    }
}

/// Returns the bot with the values of a point, one per dimension.
pub fn bot_at(base: &BotSpec, name: &str, dimensions: &[Dimension], point: &[Value]) -> BotSpec {
    let mut bot = base.clone();
    bot.name = name.to_string();
    for (dimension, value) in dimensions.iter().zip(point) {
        match (dimension.name.strip_prefix(WEIGHTS), number(value)) {
            (Some(feature), Some(weight)) => {
                bot.weights.insert(feature.to_string(), weight);
            }
            _ => bot.set_parameter(&dimension.name, value.clone()),
        }
    }
    bot
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64, log: bool, whole: bool) -> Range {
        Range {
            from,
            to,
            log,
            whole,
        }
    }

    #[test]
    fn range_steps_are_linear_or_geometric() {
        let numbers = |range: Range, steps| -> Vec<f64> {
            range.steps(steps).iter().filter_map(number).collect()
        };
        assert_eq!(
            numbers(range(0.0, 1.0, false, false), 4),
            [0.0, 0.3333, 0.6667, 1.0]
        );
        assert_eq!(
            numbers(range(10.0, 1000.0, true, true), 3),
            [10.0, 100.0, 1000.0]
        );
        assert_eq!(
            numbers(range(-0.2, -0.8, true, false), 3),
            [-0.2, -0.4, -0.8]
        );
        // Values that are equal after rounding to whole numbers occur once.
        assert_eq!(numbers(range(1.0, 3.0, false, true), 9), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn range_position_and_share_are_inverse() {
        for range in [
            range(0.0, 8.0, false, false),
            range(-1.0, -16.0, true, false),
        ] {
            for share in [0.0, 0.25, 0.5, 1.0] {
                let there = number(&range.at(share)).unwrap();
                assert!((range.share(there) - share).abs() < 1e-3);
            }
        }
        assert_eq!(range(1.0, 2.0, false, false).share(7.0), 1.0);
        assert_eq!(range(1.0, 2.0, true, false).share(-1.0), 0.0);
    }

    #[test]
    fn point_is_converted_to_a_bot_and_back() {
        let mut base = BotSpec::random();
        base.weights.insert("score".to_string(), 0.9);
        let dimension = |name: &str, values: &[f64]| Dimension {
            name: name.to_string(),
            values: values.iter().copied().map(Value::Number).collect(),
            range: None,
        };
        let dimensions = [
            dimension("weights.score", &[0.5, 1.0, 2.0]),
            dimension("exploration", &[0.1, 1.1]),
        ];
        let nearest: Vec<usize> = dimensions.iter().map(|one| one.nearest(&base)).collect();
        assert_eq!(nearest, [1, 1], "the default of exploration is 1");
        let point = [Value::Number(2.0), Value::Number(0.1)];
        let bot = bot_at(&base, "x", &dimensions, &point);
        assert_eq!((bot.name.as_str(), bot.weights["score"]), ("x", 2.0));
        assert_eq!(bot.parameters["exploration"], Value::Number(0.1));
        assert_eq!(dimensions[0].of(&bot), Some(point[0].clone()));
    }
}
