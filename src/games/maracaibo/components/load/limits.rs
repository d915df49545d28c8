//! Accepted ranges of the numbers in the component files; the loader checks them and the forms show
//! them.

use std::ops::RangeInclusive;

use super::map::LAST_STOP;
use crate::maracaibo::components::{DISPLAY, FIGURES, VP_INCOME_END};

/// Price of a project card in doubloons.
pub const CARD_COST: RangeInclusive<u8> = 0..=99;
/// Number of figures in one cost: up to all figures of one colour (M-1.11).
pub const FIGURE_COST: RangeInclusive<u8> = 0..=FIGURES as u8;
/// Income of one kind on a card: up to the length of the VP income track.
pub const INCOME: RangeInclusive<u8> = 0..=VP_INCOME_END;
pub const CARD_VP: RangeInclusive<u8> = 0..=99;
/// Numbers of the locations between the start and the homeward spaces.
pub const STOP: RangeInclusive<u8> = 1..=LAST_STOP;
/// Chapters of the story: the chapter of card 1, and those started by cards 80 to 89 (M-C4).
pub const CHAPTER: RangeInclusive<u8> = 1..=11;
/// Combat value on a token.
pub const COMBAT_VALUE: RangeInclusive<u8> = 0..=30;
/// Price of a prestige building in doubloons.
pub const PRESTIGE_COST: RangeInclusive<u8> = 0..=60;
/// Number of disc spaces of a legacy tile.
pub const DISC_SPACES: RangeInclusive<u8> = 1..=6;
/// Number of spaces that an automa card moves Jean's ship.
pub const AUTOMA_STEPS: RangeInclusive<u8> = 1..=6;
/// Position in the display, counted from 1 at the left.
pub const DISPLAYED: RangeInclusive<u8> = 1..=DISPLAY as u8;
