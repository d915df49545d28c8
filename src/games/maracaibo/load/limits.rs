//! What the numbers of the component files may be: the loader accepts these ranges, and the forms show them.

use std::ops::RangeInclusive;

use super::super::components::VP_INCOME_END;
use super::super::state::{DISPLAY, FIGURES};
use super::map::LAST_STOP;

/// Doubloons that a project card costs.
pub const CARD_COST: RangeInclusive<u8> = 0..=99;
/// Figures that a card may ask for in one place: up to all of a colour (M-1.11).
pub const FIGURE_COST: RangeInclusive<u8> = 0..=FIGURES as u8;
/// Income of one kind on a card: up to the length of the VP income track.
pub const INCOME: RangeInclusive<u8> = 0..=VP_INCOME_END;
/// VP of a card.
pub const CARD_VP: RangeInclusive<u8> = 0..=99;
/// Locations between the start and the homeward spaces.
pub const STOP: RangeInclusive<u8> = 1..=LAST_STOP;
/// Chapters of the story: that of card 1, and those that 80 to 89 start (M-C4).
pub const CHAPTER: RangeInclusive<u8> = 1..=11;
/// Combat values of a token.
pub const COMBAT_VALUE: RangeInclusive<u8> = 0..=30;
/// Doubloons that a prestige building costs.
pub const PRESTIGE_COST: RangeInclusive<u8> = 0..=60;
/// Disc spaces of a legacy tile.
pub const DISC_SPACES: RangeInclusive<u8> = 1..=6;
/// Spaces that a card moves Jean's ship.
pub const AUTOMA_STEPS: RangeInclusive<u8> = 1..=6;
/// Cards of the display, from the left.
pub const DISPLAYED: RangeInclusive<u8> = 1..=DISPLAY as u8;
