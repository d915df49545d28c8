//! Serialization of arrays of any length, for `#[serde(with = "…")]`. Serde itself supports up to 32 elements.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Serializes an array as a list.
///
/// # Errors
/// The error of the serializer.
pub fn serialize<T: Serialize, S: Serializer, const LENGTH: usize>(
    array: &[T; LENGTH],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    array.as_slice().serialize(serializer)
}

/// Deserializes an array from a list.
///
/// # Errors
/// If the list has another length than the array, or an element is wrong.
pub fn deserialize<'de, T, D, const LENGTH: usize>(deserializer: D) -> Result<[T; LENGTH], D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let list = Vec::deserialize(deserializer)?;
    let length = list.len();
    let array = list.try_into();
    array.map_err(|_| D::Error::custom(format!("{length} elements; expected {LENGTH}")))
}
