//! Seeds: one rule for seeds given by users, files and other programs.
//!
//! A seed is a whole number below 2^63, which TOML and the 64-bit integers of every language represent exactly. In many
//! languages JSON numbers are exact only up to 2^53, so JSON output writes seeds as text ([`as_text`]).

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::Serializer;
use serde_json::Value;
use thiserror::Error;

use super::wire_protocol::whole_number;

/// The largest seed: 2^63 - 1.
pub const LARGEST: u64 = i64::MAX as u64;

/// Error for a number or text that is not a valid seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a seed: a whole number from 0 to {LARGEST} (2^63 - 1)")]
pub struct SeedError;

/// Returns the number if it is a valid seed.
///
/// # Errors
/// [`SeedError`] if it is larger than [`LARGEST`].
pub fn checked(number: u64) -> Result<u64, SeedError> {
    match number {
        0..=LARGEST => Ok(number),
        _ => Err(SeedError),
    }
}

/// Parses a seed that is written as decimal digits.
///
/// # Errors
/// [`SeedError`] for any other text and for numbers larger than [`LARGEST`].
pub fn parse(text: &str) -> Result<u64, SeedError> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    checked(number.ok_or(SeedError)?)
}

/// Reads a seed from JSON: a number, or text as [`as_text`] writes it.
///
/// # Errors
/// [`SeedError`] for any other value.
pub fn from_json(value: &Value) -> Result<u64, SeedError> {
    match value {
        Value::String(text) => parse(text),
        value => checked(whole_number(value).ok_or(SeedError)?),
    }
}

/// Serializes a seed as text, for JSON.
///
/// # Errors
/// The errors of the serializer.
pub fn as_text<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(seed)
}

/// Deserializes a seed from a file.
///
/// # Errors
/// Deserialization errors, and numbers that are not valid seeds.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Seed::deserialize(deserializer).map(Seed::get)
}

/// A validated seed, for deserialization from files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// Returns the number of the seed, which is at most [`LARGEST`].
    pub fn get(self) -> u64 {
        self.0
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        parse(text).map(Seed)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a seed: a whole number from 0 to {LARGEST} (2^63 - 1)")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Seed, E> {
                let seed = checked(number);
                seed.map(Seed)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Seed, E> {
                match u64::try_from(number) {
                    Ok(number) => self.visit_u64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
                }
            }

            fn visit_u128<E: Error>(self, number: u128) -> Result<Seed, E> {
                let found = number.to_string();
                Err(E::invalid_value(Unexpected::Other(&found), &self))
            }

            fn visit_i128<E: Error>(self, number: i128) -> Result<Seed, E> {
                let found = number.to_string();
                Err(E::invalid_value(Unexpected::Other(&found), &self))
            }
        }

        deserializer.deserialize_u64(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct File {
        seed: Seed,
    }

    const FIRST_TOO_LARGE: u64 = 1 << 63;

    #[test]
    fn seeds_are_accepted_up_to_the_maximum_in_every_format() {
        let file = |seed: &str| toml::from_str::<File>(&format!("seed = {seed}\n"));
        let json = |value: &str| from_json(&serde_json::from_str(value).unwrap());
        for seed in [0, 7, 1 << 53, (1 << 53) + 1, LARGEST] {
            let text = seed.to_string();
            assert_eq!(checked(seed), Ok(seed));
            assert_eq!(parse(&text), Ok(seed));
            assert_eq!(json(&text), Ok(seed));
            assert_eq!(json(&format!("\"{text}\"")), Ok(seed));
            assert_eq!(file(&text).unwrap().seed.get(), seed);
        }
        for wrong in [FIRST_TOO_LARGE, FIRST_TOO_LARGE + 1, u64::MAX] {
            let text = wrong.to_string();
            assert_eq!(checked(wrong), Err(SeedError));
            assert_eq!(parse(&text), Err(SeedError));
            assert_eq!(json(&text), Err(SeedError));
            assert_eq!(json(&format!("\"{text}\"")), Err(SeedError));
            assert!(file(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn rejects_seeds_that_are_not_whole_numbers() {
        for wrong in ["", "-1", "+1", "1.0", " 1", "seven", "1_000"] {
            assert_eq!(parse(wrong), Err(SeedError), "{wrong:?}");
        }
        for wrong in [
            "-1",
            "1.5",
            "true",
            "\"7\"",
            "1e400",
            "36893488147419103232",
        ] {
            let error = toml::from_str::<File>(&format!("seed = {wrong}\n"));
            assert!(error.is_err(), "{wrong}");
        }
        let told = toml::from_str::<File>("seed = -1\n")
            .unwrap_err()
            .to_string();
        assert!(told.contains("from 0 to 9223372036854775807"), "{told}");
        for wrong in ["-1", "1.5", "null", "[1]", "\"seven\"", "1e300"] {
            let value: Value = serde_json::from_str(wrong).unwrap();
            assert_eq!(from_json(&value), Err(SeedError), "{wrong}");
        }
    }

    #[test]
    fn json_output_writes_seeds_as_strings() {
        #[derive(serde::Serialize)]
        struct Answer {
            #[serde(serialize_with = "as_text")]
            deal_seed: u64,
        }
        let deal_seed = LARGEST - 1;
        let text = serde_json::to_string(&Answer { deal_seed }).unwrap();
        assert_eq!(text, r#"{"deal_seed":"9223372036854775806"}"#);
    }
}
