//! Whole numbers as one flag each, and how far they go.

use crate::observation::{Fill, Flags};

/// Barrels up to which every number has its own flag.
pub const BARRELS: usize = 6;

/// Spaces of a city, or of a pool that is nearly empty, that have a flag each.
pub const FEW: u8 = 12;

/// Whole numbers from 1 on, as labels.
pub fn from_one(most: u8) -> impl Iterator<Item = String> {
    (1..=most).map(|value| value.to_string())
}

/// Turns on the flag of a whole number of the labels [`from_one`]; none for 0.
#[inline]
pub fn fill_value(flags: &Flags, inputs: &mut impl Fill, value: u8) {
    flags.fill_if(inputs, value, value.saturating_sub(1).into());
}
