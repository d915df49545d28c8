//! What the numbers of the component files may be: the loader accepts these ranges, and the forms show them.

use std::ops::RangeInclusive;

/// Icons of one kind on a tile or card: no attribute can then overflow.
pub const ICONS: RangeInclusive<u8> = 0..=6;
/// Glory of a tile or card.
pub const GLORY: RangeInclusive<u8> = 0..=9;
/// Glory of a city.
pub const CITY_GLORY: RangeInclusive<u8> = 1..=2;
/// Levels of buildings; the start tiles have level 0.
pub const LEVEL: RangeInclusive<u8> = 0..=5;
