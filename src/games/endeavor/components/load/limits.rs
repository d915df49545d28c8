//! Valid ranges of the numbers in the component files. The loader checks them, and the forms display them.

use std::ops::RangeInclusive;

/// Icons of one attribute on a tile or card. With this limit, no attribute can overflow.
pub const ICONS: RangeInclusive<u8> = 0..=6;
/// Glory of a tile or card.
pub const GLORY: RangeInclusive<u8> = 0..=9;
/// Glory of a single city.
pub const CITY_GLORY: RangeInclusive<u8> = 1..=2;
/// Level of a building. The start tile has level 0.
pub const LEVEL: RangeInclusive<u8> = 0..=5;
