//! Limits for integers that are encoded with one flag per value.

use crate::encoding::{Fill, Flags};

/// Largest number of barrels with a flag of its own.
pub const BARRELS: usize = 6;

/// Largest number of city spaces, or of items left in a pool, with a flag of its own.
pub const FEW: u8 = 12;

/// Returns labels for the integers from 1 to `most`.
pub fn from_one(most: u8) -> impl Iterator<Item = String> {
    (1..=most).map(|value| value.to_string())
}

/// Sets the flag of an integer whose labels come from [`from_one`]. Sets no flag for 0.
#[inline]
pub fn fill_value(flags: &Flags, inputs: &mut impl Fill, value: u8) {
    flags.fill_if(inputs, value, value.saturating_sub(1).into());
}
