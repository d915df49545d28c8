//! Limits for integers that are encoded with one flag per value.

use crate::observation::{Fill, Flags};

/// Maximum number of barrels that has its own flag.
pub const BARRELS: usize = 6;

/// Maximum number of city spaces, or of remaining items in a pool, that has its own flag.
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
