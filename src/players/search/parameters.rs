//! Types of search parameters and their accepted values. [`settings`](super::settings) declares the parameters.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::suggestion::did_you_mean;

/// Value of a parameter in a bot file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or a string")]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A floating-point number.
    Number(f64),
    /// One of several words.
    Text(Cow<'static, str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// Accepted values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A whole number between two limits, inclusive.
    Whole(u64, u64),
    /// A number between two limits, inclusive.
    Number(f64, f64),
    /// One of these words, each with its meaning.
    OneOf(&'static [(&'static str, &'static str)]),
}

impl fmt::Display for Accepts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accepts::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Accepts::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Accepts::OneOf(words) => {
                let words: Vec<String> = words
                    .iter()
                    .map(|(word, _)| format!("\"{word}\""))
                    .collect();
                write!(f, "one of {}", words.join(", "))
            }
        }
    }
}

/// Kinds of bot that have parameters: searches, and bots that play by a network alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Monte Carlo tree search.
    Mcts,
    /// Flat Monte Carlo.
    Flat,
    /// One-step lookahead with a network.
    Net,
    /// The policy of a network.
    Policy,
}

impl Method {
    /// Returns the name of the bot kind.
    pub fn name(self) -> &'static str {
        match self {
            Method::Mcts => "mcts",
            Method::Flat => "flat",
            Method::Net => "net",
            Method::Policy => "policy",
        }
    }

    /// Returns true if bots of this kind run a search.
    pub fn searches(self) -> bool {
        matches!(self, Method::Mcts | Method::Flat)
    }
}

/// A parameter, as used in bot files and by `explain`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Key in bot files.
    pub name: &'static str,
    /// Bot kinds that accept the parameter.
    pub of: &'static [Method],
    pub accepts: Accepts,
    pub default: Value,
    /// Description for users.
    pub meaning: &'static str,
}

/// Error for an unknown parameter or an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError(pub String);

/// Value of parameters such as `evaluation` that selects the bot's network.
pub const NET: &str = "net";
/// Value of `priors` that selects the network's policy.
pub const POLICY: &str = "policy";
/// Value of `root` that selects sequential halving.
pub const HALVING: &str = "halving";

impl Parameter {
    /// Returns true if bots of this kind accept the parameter.
    pub fn is_of(&self, method: Method) -> bool {
        self.of.contains(&method)
    }

    /// Checks a value and converts it to the type of the parameter.
    ///
    /// # Errors
    /// [`ParameterError`] if the value is not accepted; the message lists the accepted values.
    pub fn check(&self, value: &Value) -> Result<Value, ParameterError> {
        let checked = match (self.accepts, value) {
            (Accepts::Whole(low, high), Value::Whole(number)) if (low..=high).contains(number) => {
                Some(value.clone())
            }
            (Accepts::Number(low, high), Value::Whole(number)) => Some(*number as f64)
                .filter(|number| (low..=high).contains(number))
                .map(Value::Number),
            (Accepts::Number(low, high), Value::Number(number))
                if (low..=high).contains(number) =>
            {
                Some(value.clone())
            }
            (Accepts::OneOf(words), Value::Text(text))
                if words.iter().any(|(word, _)| word == text) =>
            {
                Some(value.clone())
            }
            _ => None,
        };
        checked.ok_or_else(|| {
            let suggestion = match (self.accepts, value) {
                (Accepts::OneOf(words), Value::Text(text)) => {
                    did_you_mean(text, words.iter().map(|(word, _)| *word))
                }
                _ => String::new(),
            };
            ParameterError(format!(
                "{} = {value} is not accepted{suggestion}: expected {}",
                self.name, self.accepts
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::settings::{PARAMETERS, parameter};

    #[test]
    fn parameter_defaults_are_valid_and_names_are_unique() {
        for (index, parameter) in PARAMETERS.iter().enumerate() {
            let default = &parameter.default;
            assert_eq!(parameter.check(default).as_ref(), Ok(default));
            let mut before = PARAMETERS[..index].iter();
            assert!(!before.any(|other| other.name == parameter.name));
        }
    }

    #[test]
    fn integers_are_accepted_as_numbers_but_not_vice_versa() {
        let exploration = parameter("exploration").unwrap();
        assert_eq!(exploration.check(&Value::Whole(2)), Ok(Value::Number(2.0)));
        assert!(exploration.check(&Value::Number(f64::NAN)).is_err());
        let iterations = parameter("iterations").unwrap();
        assert!(iterations.check(&Value::Number(1.5)).is_err());
    }
}
